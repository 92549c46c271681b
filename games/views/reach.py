"""How a player is reached: emails, chat; and the way out of the emails."""

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.models import Player
from games.usecases.digest import unsubscribe
from games.usecases.reach import reach_of, save_reach
from games.views.errors import found_or_404
from games.views.guards import signed_in
from games.views.lobby import SEE_OTHER


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in()
def reach(request: HttpRequest, player: Player) -> HttpResponse:
    """Show and take how the player wants to be reached."""
    if request.method == "POST":
        save_reach(player, chat="chat" in request.POST, turn_mails="turn_mails" in request.POST)
        return HttpResponseRedirect(request.path, status=SEE_OTHER)
    return render(request, "games/reach.html", {"reach": reach_of(player)})


@csrf_exempt  # mail programs post here by themselves (RFC 8058); the token is the proof
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn_mails_off(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the emails of whoever the token was made for, after one press."""
    if request.method != "POST":
        return render(request, "games/turn_mails_off.html", {"done": False})
    try:
        with found_or_404():
            player = unsubscribe(token)
    except signing.BadSignature as error:
        raise Http404 from error
    return render(request, "games/turn_mails_off.html", {"done": True, "player": player})
