"""The tutorial: lessons on the real board. What one has learnt is remembered in a cookie."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms import parse_action_form
from games.lessons import LESSONS, Lesson, lesson_named
from games.refusals import Refused
from games.render import render_lesson
from games.usecases.learn import answer_lesson, scene_after, scene_of

COOKIE = "learnt"
TWO_YEARS = 60 * 60 * 24 * 730


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show the lessons, and which of them one has been through."""
    learnt = _learnt(request)
    upcoming = next((one for one in LESSONS if one.slug not in learnt), None)
    context = {"lessons": LESSONS, "learnt": learnt, "upcoming": upcoming}
    return render(request, "games/learn.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a lesson's task; take an answer and say what the engine makes of it."""
    lesson = lesson_named(slug)
    if lesson is None:
        raise Http404
    token = get_token(request)
    if request.method != "POST":
        table = render_lesson(scene_of(lesson, csrf_token=token), _url(lesson), str(lesson.task))
        return _page(request, lesson, table)
    try:
        _, posted = parse_action_form(request.POST)
        attempt = answer_lesson(lesson, posted)
    except Refused as refusal:
        scene = scene_of(lesson, csrf_token=token, refusal=str(refusal.sentence))
        table = render_lesson(scene, _url(lesson), str(lesson.task))
        return _page(request, lesson, table, status=refusal.status)
    table = render_lesson(scene_after(attempt), _url(lesson))
    answer = _page(request, lesson, table, passed=attempt.passed, answered=True)
    if attempt.passed:
        learnt = ".".join(sorted({*_learnt(request), lesson.slug}))
        answer.set_cookie(
            COOKIE,
            learnt,
            max_age=TWO_YEARS,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
        )
    return answer


def _page(
    request: HttpRequest,
    lesson: Lesson,
    table: str,
    *,
    passed: bool = False,
    answered: bool = False,
    status: int = 200,
) -> HttpResponse:
    number = LESSONS.index(lesson) + 1
    context = {
        "lesson": lesson,
        "table": table,
        "number": number,
        "count": len(LESSONS),
        "answered": answered,
        "passed": passed,
        "following": LESSONS[number] if number < len(LESSONS) else None,
    }
    return render(request, "games/lesson.html", context, status=status)


def _learnt(request: HttpRequest) -> set[str]:
    return set(request.COOKIES.get(COOKIE, "").split(".")) & {one.slug for one in LESSONS}


def _url(lesson: Lesson) -> str:
    return reverse("lesson", args=[lesson.slug])
