"""The lobby and the challenges made there."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.forms import CLOCK_PRESETS, OTHER_CLOCK, ChallengeForm, LobbyFilterForm
from games.models import Player
from games.refusals import AgainstRules
from games.usecases.challenge import (
    Wanted,
    accept_challenge,
    cancel_challenge,
    decline_challenge,
    make_challenge,
)
from games.usecases.find_opponent import pairing_of, still_waiting
from games.usecases.lobby import lobby_of
from games.usecases.show_challenge import show_challenge
from games.views.errors import found_or_404
from games.views.guards import signed_in

SEE_OTHER, NO_CONTENT, UNPROCESSABLE = 303, 204, 422


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show who offers what, one's own matches, the queues, and a form for a challenge.

    `opponent` puts a name into the form. With `waiting`, who has been paired meanwhile goes on
    to their match: so a page without JavaScript, which asks again and again, comes there too.
    """
    if "waiting" in request.GET and isinstance(request.user, Player):
        match = still_waiting(request.user, timezone.now())
        if match is not None:
            return redirect(match)
    form = ChallengeForm(initial={"opponent": request.GET.get("opponent", "")[:20]})
    return _lobby_page(request, form)


@never_cache
@require_safe
def lobby_lists(request: HttpRequest) -> HttpResponse:
    """Answer the lists of the lobby; nothing (204) when they are still as the page `seen` them."""
    lists = lobby_of(request.user, LobbyFilterForm(request.GET).wanted())
    if request.GET.get("seen") == lists.fingerprint:
        return HttpResponse(status=NO_CONTENT)
    return render(request, "games/_lobby_lists.html", {"lobby": lists, "refresh": True})


@require_POST
@signed_in("lobby")
def challenges(request: HttpRequest, player: Player) -> HttpResponse:
    """Make a challenge: 303 to its page."""
    form = ChallengeForm(request.POST)
    if form.is_valid():
        try:
            challenge = make_challenge(
                player,
                form.cleaned_data["opponent"],
                form.cleaned_data["clock"],
                rated=form.cleaned_data["rated"],
                side=form.cleaned_data["side"],
                wanted=Wanted(form.cleaned_data["rating_from"], form.cleaned_data["rating_to"]),
            )
        except AgainstRules as refusal:
            form.add_error(None, str(refusal.sentence))
        else:
            return HttpResponseRedirect(challenge.get_absolute_url(), status=SEE_OTHER)
    return _lobby_page(request, form, status=UNPROCESSABLE)


@never_cache
@require_safe
def challenge_page(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Show a challenge to whoever has the link; its players come to the match it became."""
    with found_or_404():
        shown = show_challenge(challenge_id, request.user)
    if shown.plays and shown.challenge.match is not None:
        return redirect(shown.challenge.match)
    link = request.build_absolute_uri(shown.challenge.get_absolute_url())
    return render(request, "games/challenge.html", {"shown": shown, "link": link})


@never_cache
@require_safe
def challenge_status(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Tell a page that waits: nothing new (204), or go on to the match or the closed challenge."""
    with found_or_404():
        shown = show_challenge(challenge_id, request.user)
    if shown.is_open:
        return HttpResponse(status=NO_CONTENT)
    if shown.plays and shown.challenge.match is not None:
        return HttpResponseClientRedirect(shown.challenge.match.get_absolute_url())
    return HttpResponseClientRedirect(shown.challenge.get_absolute_url())


@require_POST
@signed_in("challenge", "challenge_id")
def challenge_accept(_request: HttpRequest, player: Player, challenge_id: int) -> HttpResponse:
    """Accept a challenge: 303 to the match."""
    with found_or_404():
        match = accept_challenge(challenge_id, player, timezone.now())
    return HttpResponseRedirect(match.get_absolute_url(), status=SEE_OTHER)


@require_POST
@signed_in("challenge", "challenge_id")
def challenge_cancel(_request: HttpRequest, player: Player, challenge_id: int) -> HttpResponse:
    """Take back a challenge: 303 to the lobby."""
    with found_or_404():
        cancel_challenge(challenge_id, player)
    return HttpResponseRedirect(reverse("lobby"), status=SEE_OTHER)


@require_POST
@signed_in("challenge", "challenge_id")
def challenge_decline(_request: HttpRequest, player: Player, challenge_id: int) -> HttpResponse:
    """Decline a challenge: 303 to the lobby."""
    with found_or_404():
        decline_challenge(challenge_id, player)
    return HttpResponseRedirect(reverse("lobby"), status=SEE_OTHER)


def _lobby_page(request: HttpRequest, form: ChallengeForm, status: int = 200) -> HttpResponse:
    now = timezone.now()
    filter_form = LobbyFilterForm(request.GET)
    context = {
        "lobby": lobby_of(request.user, filter_form.wanted(), now),
        "pairing": pairing_of(request.user, now),
        "filter_form": filter_form,
        "form": form,
        "presets": CLOCK_PRESETS,
        "other_clock": OTHER_CLOCK,
    }
    return render(request, "games/lobby.html", context, status=status)
