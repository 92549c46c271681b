"""The pages and answers of one match."""

from collections.abc import Callable
from datetime import datetime

from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import access
from games.engine.whatif import scoring_after
from games.forms import parse_action_form
from games.models import Match
from games.numbers import whole_number
from games.present import sums_sentence, warning
from games.refusals import Malformed, Refused
from games.render import render_log, render_table
from games.scene import Scene
from games.usecases.beside import beside_of
from games.usecases.chat import chat_of, phrases
from games.usecases.hear import hearing_of
from games.usecases.list_games import made_up
from games.usecases.look import SEEN_BY, clock_face, log_of, look, look_back, view_of
from games.usecases.make_record import make_record
from games.usecases.note_presence import note_presence
from games.usecases.play import play
from games.usecases.settle_clock import match_settled
from games.usecases.take_back import take_back
from games.views.after_match import after_match
from games.views.errors import found_or_404
from games.views.requests import HtmxRequest

SEE_OTHER = 303


@never_cache
@require_safe
def match_page(request: HtmxRequest, match_id: int) -> HttpResponse:
    """Show the match: to play, to watch or, with `step` and `as`, to step through.

    `spoiler=0` begins at the first round and keeps the result out of sight.
    """
    now = timezone.now()
    try:
        match = _match(match_id, now)
    except Http404:
        summary = made_up(match_id)
        if summary is None:
            raise
        context = {"match": summary, "matches": [summary]}
        return render(request, "games/match_summary.html", context)
    viewer = access.viewer_of(match, request.user)
    if match.over:
        step = whole_number(request.GET.get("step", ""))
        seen_by = request.GET.get("as", "open")
        spoiler_free = request.GET.get("spoiler") == "0"
        default = 0 if spoiler_free else match.version
        scene = look_back(
            match,
            default if step is None else step,
            seen_by if seen_by in SEEN_BY else "open",
            viewer,
            spoiler_free=spoiler_free,
        )
    else:
        if request.user.pk is not None and viewer != "public":
            note_presence(match.pk, request.user.pk, now)
        scene = look(match, viewer, now, csrf_token=get_token(request))
    return _answer(request, match, scene)


@never_cache
@require_POST
def act(request: HtmxRequest, match_id: int) -> HttpResponse:
    """Take a decision: 303 to the match when it was accepted, the new fragment for htmx."""

    def decide(now: datetime) -> None:
        version, posted = parse_action_form(request.POST)
        play(match_id, request.user, version, posted, now)

    return _carried_out(request, match_id, decide)


def _carried_out(
    request: HtmxRequest, match_id: int, work: Callable[[datetime], object]
) -> HttpResponse:
    """Do what was posted and answer with the match, or with why it was refused."""
    now = received_at(request)
    refused: Refused | None = None
    with found_or_404():
        try:
            work(now)
        except Refused as refusal:
            refused = refusal
    if refused is None and not request.htmx:
        return HttpResponseRedirect(f"/match/{match_id}/", status=SEE_OTHER)
    match = _match(match_id, now)
    scene = look(
        match,
        access.viewer_of(match, request.user),
        now,
        refusal=str(refused.sentence) if refused else "",
        csrf_token=get_token(request),
    )
    return _answer(request, match, scene, status=refused.status if refused else 200)


@never_cache
@require_POST
def back(request: HtmxRequest, match_id: int) -> HttpResponse:
    """Take back the decision of `number` against a bot: answered like a decision."""
    asked = whole_number(request.POST.get("number", "")) or 0
    return _carried_out(
        request, match_id, lambda now: take_back(match_id, request.user, asked, now)
    )


@never_cache
@require_safe
def view_json(request: HtmxRequest, match_id: int) -> JsonResponse:
    """Answer the viewer's view of the match (contract.md)."""
    now = timezone.now()
    match = _match(match_id, now)
    viewer = access.viewer_of(match, request.user)
    return JsonResponse(
        {
            **view_of(match, viewer),
            "version": match.version,
            "viewer": viewer,
            "clock": clock_face(match, now).to_json(),
        }
    )


@require_safe
def record_json(request: HtmxRequest, match_id: int) -> HttpResponse:  # noqa: ARG001 — a view's
    """Answer the game record; 404 while the match is not over."""
    record = make_record(_match(match_id, timezone.now()))
    if record is None:
        return JsonResponse({"error": "The record is there when the match is over."}, status=404)
    answer = JsonResponse(record)
    answer["Content-Disposition"] = f'inline; filename="match-{match_id}.aton.json"'
    return answer


@never_cache
@require_safe
def match_sums(request: HtmxRequest, match_id: int) -> HttpResponse:
    """Answer what a scoring would give if the open decision named `squares`, in a sentence."""
    now = timezone.now()
    match = _match(match_id, now)
    squares = request.GET.getlist("squares")
    scene = look(match, access.viewer_of(match, request.user), now)
    try:
        said = sums_sentence(scoring_after(scene.view, squares))
        careful = warning(scene, squares)
    except (KeyError, ValueError):
        raise Malformed(gettext("These are no squares of the board.")) from None
    answer = f"⚠ {careful} {said}" if careful else said
    return HttpResponse(answer, content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def match_log(request: HtmxRequest, match_id: int) -> HttpResponse:
    """Show the log of the whole match in words."""
    match = _match(match_id, timezone.now())
    log = render_log(log_of(match))
    if request.htmx:
        return HttpResponse(log)
    return render(request, "games/match_log.html", {"match": match, "log": log})


def received_at(request: HtmxRequest) -> datetime:
    """Return when the request reached the server, before it waited for a thread."""
    return getattr(request, "scope", {}).get("received_at") or timezone.now()


def _match(match_id: int, now: datetime) -> Match:
    with found_or_404():
        return match_settled(match_id, now)


def _answer(request: HtmxRequest, match: Match, scene: Scene, status: int = 200) -> HttpResponse:
    table = render_table(scene)
    if request.htmx:
        return HttpResponse(table, status=status)
    context = {"match": match, "scene": scene, **after_match(match, scene), "table": table}
    # A bot is always there and says nothing; people may say who has won.
    blind = scene.replay is not None and scene.replay.spoiler_free
    if match.unrated_reason != "bot" and not blind:
        now, hearing = timezone.now(), hearing_of(match, request.user)
        context |= {
            "beside": beside_of(match, request.user, now, hearing),
            "chat": chat_of(match, request.user, now, hearing),
            "phrases": phrases(),
        }
    return render(request, "games/match.html", context, status=status)
