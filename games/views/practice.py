"""Practice: one position after the other, and what the answer was worth."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms import parse_action_form
from games.models import Puzzle
from games.numbers import whole_number
from games.present.review import action_words, word_of
from games.refusals import Refused
from games.render import render_lesson
from games.usecases.puzzles import (
    Answered,
    answer_puzzle,
    are_there_puzzles,
    change_by,
    judge_answer,
    may_see_answer,
    next_puzzle,
    show_puzzle,
    standing_of,
)
from games.views.errors import found_or_404

SEE_OTHER = 303


@never_cache
@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """Go on to the next position, another than the one `after` which it comes, or say: none."""
    puzzle = next_puzzle(request.user, whole_number(request.GET.get("after", "")) or 0)
    if puzzle is not None:
        return redirect("puzzle", puzzle.pk)
    context = {"standing": standing_of(request.user), "some": are_there_puzzles()}
    return render(request, "games/practice.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """Show a position, or with an answer in the address whether that was right.

    A POST takes an answer: 303 to it, so that reloading and going back answer nothing anew.
    """
    refusal: Refused | None = None
    with found_or_404():
        try:
            if request.method == "POST":
                _, posted = parse_action_form(request.POST)
                counted = answer_puzzle(puzzle_id, request.user, posted, timezone.now())
                goal = _answered_url(puzzle_id, posted, counted=counted)
                return HttpResponseRedirect(goal, status=SEE_OTHER)
            if "type" in request.GET:
                _, posted = parse_action_form(request.GET)
                found, answered = judge_answer(puzzle_id, posted)
                if may_see_answer(puzzle_id, request.user):
                    return _answered(request, found, answered)
        except Refused as error:
            refusal = error
        sentence = str(refusal.sentence) if refusal else ""
        found, scene = show_puzzle(puzzle_id, csrf_token=get_token(request), refusal=sentence)
    table = render_lesson(scene, _url(found.pk), gettext("Find the choice that is clearly best."))
    return _page(request, found, {"table": table}, status=refusal.status if refusal else 200)


def _answered(request: HttpRequest, found: Puzzle, answered: Answered) -> HttpResponse:
    heading = gettext("Your answer: %(answer)s") % {"answer": action_words(answered.action)}
    context = {
        "table": render_lesson(answered.scene, _url(found.pk), heading=heading),
        "answered": answered,
        "change": change_by(found, request.user) if "counted" in request.GET else None,
        "best": action_words(found.best),
        "cards": " ".join(map(str, found.best.get("cards", ()))),
        "squares": " ".join(found.best.get("squares", ())),
        "missed": round(100 * found.missed),
        "word": word_of(100 * found.missed)[1],
    }
    return _page(request, found, context)


def _page(
    request: HttpRequest, found: Puzzle, context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    context = {**context, "puzzle": found, "standing": standing_of(request.user)}
    return render(request, "games/practice.html", context, status=status)


def _url(puzzle_id: int) -> str:
    return reverse("puzzle", args=[puzzle_id])


def _answered_url(puzzle_id: int, posted: Mapping[str, Any], *, counted: bool) -> str:
    query = QueryDict(mutable=True)
    query.update({"version": "0", "type": posted["type"]})
    for name in ("cards", "squares"):
        query.setlist(name, posted.get(name, ()))
    if counted:
        query["counted"] = "1"
    return f"{_url(puzzle_id)}?{query.urlencode()}"
