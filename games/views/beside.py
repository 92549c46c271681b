"""What stands beside the table: presence, claims, the return match, and the chat."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import access
from games.models import Match, Player
from games.models.social import KIND_CHOICES
from games.numbers import LONGEST_ID, whole_number
from games.refusals import Refused
from games.usecases.beside import beside_of
from games.usecases.challenge import decline_challenge
from games.usecases.chat import chat_of, report_line, say, switch_chat
from games.usecases.claim import claim_match
from games.usecases.rematch import offer_rematch, rematch_of
from games.usecases.settle_clock import match_settled
from games.usecases.show_player import find_player
from games.usecases.shun import forgive, shun, shunned_by
from games.views.errors import found_or_404
from games.views.guards import signed_in
from games.views.lobby import SEE_OTHER
from games.views.requests import HtmxRequest


@never_cache
@require_safe
def beside(request: HtmxRequest, match_id: int) -> HttpResponse:
    """Answer what stands beside the table of the match."""
    return _beside(request, match_id)


@require_POST
@signed_in("match", "match_id")
def claim(request: HtmxRequest, player: Player, match_id: int) -> HttpResponse:
    """Claim the match of a player who has left: 303 to the match."""
    return _do(request, match_id, lambda: claim_match(match_id, player, timezone.now()))


@require_POST
@signed_in("match", "match_id")
def rematch(request: HtmxRequest, player: Player, match_id: int) -> HttpResponse:
    """Offer a return match, or accept the other's offer: then 303 to the new match."""
    started: list[Match | None] = []
    answer = _do(
        request,
        match_id,
        lambda: started.append(offer_rematch(match_id, player, timezone.now())),
    )
    match = started[0] if started else None
    if match is None:
        return answer
    if request.htmx:
        return HttpResponseClientRedirect(match.get_absolute_url())
    return HttpResponseRedirect(match.get_absolute_url(), status=SEE_OTHER)


@require_POST
@signed_in("match", "match_id")
def rematch_decline(request: HtmxRequest, player: Player, match_id: int) -> HttpResponse:
    """Decline the other's offer of a return match: 303 to the match."""

    def decline() -> None:
        offer = rematch_of(access.match_seen(match_id))
        if offer is not None:
            decline_challenge(offer.pk, player)

    return _do(request, match_id, decline)


@never_cache
@require_safe
def chat(request: HtmxRequest, match_id: int) -> HttpResponse:
    """Answer the lines of the chat room of whoever asks."""
    return _chat(request, match_id)


@require_POST
@signed_in("match", "match_id")
def chat_say(request: HtmxRequest, player: Player, match_id: int) -> HttpResponse:
    """Say `text` or the quick `phrase`: 303 to the match."""
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    refusal: Refused | None = None
    try:
        with found_or_404():
            say(match_id, player, text, phrase, timezone.now())
    except Refused as refused:
        if not request.htmx:
            raise
        refusal = refused
    if request.htmx:
        return _chat(request, match_id, refusal)
    return HttpResponseRedirect(f"/match/{match_id}/#chat", status=SEE_OTHER)


@require_POST
@signed_in("lobby")
def chat_report(request: HtmxRequest, player: Player, line_id: int) -> HttpResponse:
    """Report a line of chat to the administrators: 303 to its match."""
    with found_or_404():
        line = report_line(line_id, player)
    if request.htmx:
        return render(request, "games/_reported.html")
    return HttpResponseRedirect(f"/match/{line.match_id}/#chat", status=SEE_OTHER)


@require_POST
@signed_in("lobby")
def chat_switch(request: HtmxRequest, player: Player) -> HttpResponse:
    """Switch chat on (`on`) or off, at all matches: 303 to where one was."""
    switch_chat(player, on=request.POST.get("on") == "on")
    match_id = whole_number(request.POST.get("match", ""), LONGEST_ID)
    goal = "/lobby/" if match_id is None else f"/match/{match_id}/#chat"
    return HttpResponseRedirect(goal, status=SEE_OTHER)


@require_POST
@signed_in("player", "username")
def shun_player(request: HttpRequest, player: Player, username: str) -> HttpResponse:
    """Block or mute (`kind`) a player, or take that back (`undo`): 303 to their page."""
    kind = request.POST.get("kind", "")
    with found_or_404():
        other = find_player(username)
    if "undo" in request.POST:
        forgive(player, other, kind)
    else:
        shun(player, other, kind)
    return HttpResponseRedirect(other.get_absolute_url(), status=SEE_OTHER)


@never_cache
@require_safe
@signed_in()
def shunned(request: HttpRequest, player: Player) -> HttpResponse:
    """List whom one blocks and mutes."""
    context = {"shunned": shunned_by(player), "kinds": KIND_CHOICES}
    return render(request, "games/shunned.html", context)


def _do(request: HtmxRequest, match_id: int, deed: Callable[[], object]) -> HttpResponse:
    refusal: Refused | None = None
    try:
        with found_or_404():
            deed()
    except Refused as refused:
        if not request.htmx:
            raise
        refusal = refused
    if request.htmx:
        return _beside(request, match_id, refusal)
    return HttpResponseRedirect(f"/match/{match_id}/", status=SEE_OTHER)


def _beside(request: HtmxRequest, match_id: int, refusal: Refused | None = None) -> HttpResponse:
    now = timezone.now()
    with found_or_404():
        match = match_settled(match_id, now)
    context = {"beside": beside_of(match, request.user, now), "beside_refusal": refusal}
    status = refusal.status if refusal else 200
    return render(request, "games/_beside.html", context, status=status)


def _chat(request: HtmxRequest, match_id: int, refusal: Refused | None = None) -> HttpResponse:
    now = timezone.now()
    with found_or_404():
        match = match_settled(match_id, now)
    context = {
        "chat": chat_of(match, request.user, now),
        "chat_refusal": refusal,
    }
    status = refusal.status if refusal else 200
    return render(request, "games/_chat_lines.html", context, status=status)
