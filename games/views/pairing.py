"""Quick pairing, and what every page fetches anew when there is news."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.models import Player
from games.refusals import Refused
from games.usecases.find_opponent import join_queue, leave_queue, pairing_of, still_waiting
from games.views.guards import signed_in
from games.views.lobby import SEE_OTHER
from games.views.requests import HtmxRequest

# The lobby of somebody who waits; it goes on to their match when that has begun.
WAITING = "/lobby/?waiting=1"


@never_cache
@require_safe
def pairing(request: HtmxRequest) -> HttpResponse:
    """Answer the queues, and the place in them of the one who asks.

    With `waiting`, who has been paired meanwhile goes on to their match.
    """
    return _pairing(request, waiting="waiting" in request.GET)


@require_POST
@signed_in("lobby")
def pairing_join(request: HtmxRequest, player: Player) -> HttpResponse:
    """Wait for an opponent in the pace of `clock`: 303 to the lobby, the fragment for htmx."""
    try:
        join_queue(player, request.POST.get("clock", ""), timezone.now())
    except Refused as refusal:
        if not request.htmx:
            raise
        return _pairing(request, refusal)
    if not request.htmx:
        return HttpResponseRedirect(WAITING, status=SEE_OTHER)
    return _pairing(request, waiting=True)


@require_POST
@signed_in("lobby")
def pairing_leave(request: HtmxRequest, player: Player) -> HttpResponse:
    """Wait no more: 303 to the lobby, the fragment for htmx; who came too late plays."""
    leave_queue(player)
    if not request.htmx:
        return HttpResponseRedirect(WAITING, status=SEE_OTHER)
    return _pairing(request, waiting=True)


@never_cache
@require_safe
def attention(request: HtmxRequest) -> HttpResponse:
    """Answer the badge of what waits for the one who asks."""
    return render(request, "games/_attention.html")


def _pairing(
    request: HtmxRequest, refusal: Refused | None = None, *, waiting: bool = False
) -> HttpResponse:
    now = timezone.now()
    if waiting and isinstance(request.user, Player):
        # The word of news that a match has begun may come before the page waits, or never.
        match = still_waiting(request.user, now)
        if match is not None:
            return HttpResponseClientRedirect(match.get_absolute_url())
    context = {"pairing": pairing_of(request.user, now), "refusal": refusal}
    status = refusal.status if refusal else 200
    return render(request, "games/_pairing.html", context, status=status)
