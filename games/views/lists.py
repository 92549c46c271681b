"""Finished matches, players and the leaderboard."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.clock import PACES
from games.countries import COUNTRIES, country_choices
from games.forms import GameFilterForm
from games.models import Player
from games.present.ratings import rating_charts
from games.usecases.former_names import player_formerly
from games.usecases.leaderboard import leaderboard as list_leaderboard
from games.usecases.leaderboard import own_place, recent_leaderboard
from games.usecases.list_games import GameFilter, list_games
from games.usecases.paging import Page
from games.usecases.show_player import show_player

UNPROCESSABLE = 422


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List finished matches, filtered by `player`, `rated` and `reason`, from `after` on."""
    form = GameFilterForm(request.GET)
    valid = form.is_valid()
    wanted = form.wanted() if valid else GameFilter()
    page = list_games(wanted, request.GET.get("after", "")) if valid else Page([])
    context = {"form": form, "page": page, "player": wanted.player, "reason": wanted.reason}
    return render(request, "games/games.html", context, status=200 if valid else UNPROCESSABLE)


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a player; under a name that they had before, go on to the one they have."""
    try:
        profile = show_player(username, request.user)
    except Player.DoesNotExist as error:
        renamed = player_formerly(username)
        if renamed is None:
            raise Http404 from error
        return HttpResponseRedirect(renamed.get_absolute_url())
    context = {"profile": profile, "charts": rating_charts(profile.paths)}
    return render(request, "games/player.html", context)


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """List the players of a `pace`, from `after` on: by rating, of a `country`, or by gain.

    `by=gain` ranks by what was won in the last 30 days.
    """
    pace = request.GET.get("pace", PACES[0])
    country, by_gain = request.GET.get("country", ""), request.GET.get("by") == "gain"
    if pace not in PACES or (country and country not in COUNTRIES):
        raise Http404(_("There is no such leaderboard."))
    after = request.GET.get("after", "")
    context = {
        "pace": pace,
        "by_gain": by_gain,
        "country": country,
        "countries": country_choices(),
        "page": recent_leaderboard(pace, after)
        if by_gain
        else list_leaderboard(pace, after, country=country),
        "first_page": not after,
        "own": own_place(request.user, pace, with_neighbours=not (after or by_gain or country)),
    }
    return render(request, "games/leaderboard.html", context)
