"""Players: statistics, comparing, searching, following."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms_players import CompareForm
from games.models import Player
from games.present.ratings import rating_charts
from games.usecases.compare_players import compare_players
from games.usecases.follow import follow, following, unfollow
from games.usecases.former_names import find_by_any_name
from games.usecases.search_players import LEAST_LETTERS, search_players
from games.usecases.show_player import find_player
from games.usecases.show_statistics import RESULTS_COUNTED, show_statistics
from games.views.errors import found_or_404
from games.views.guards import signed_in
from games.views.requests import HtmxRequest

SEE_OTHER, UNPROCESSABLE = 303, 422


@require_safe
def statistics(request: HttpRequest, username: str) -> HttpResponse:
    """Show how a player plays."""
    with found_or_404():
        player = find_by_any_name(username)
    if player.username.lower() != username.lower():
        return redirect("statistics", player.username)
    context = {
        "player": player,
        "statistics": show_statistics(player),
        "counted": RESULTS_COUNTED,
    }
    return render(request, "games/statistics.html", context)


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Compare two players, `one` and `other`."""
    form = CompareForm(request.GET or None)
    comparison = None
    if form.is_valid():
        comparison = compare_players(form.cleaned_data["one"], form.cleaned_data["other"])
    context = {
        "form": form,
        "comparison": comparison,
        "charts": rating_charts(comparison.paths) if comparison else [],
    }
    status = UNPROCESSABLE if form.is_bound and comparison is None else 200
    return render(request, "games/compare.html", context, status=status)


@require_safe
def search(request: HtmxRequest) -> HttpResponse:
    """Search players by the beginning of their name, `q`; htmx gets the hits alone."""
    text = request.GET.get("q", "")
    context = {"text": text, "hits": search_players(text), "least": LEAST_LETTERS}
    name = "games/_player_hits.html" if request.htmx else "games/search.html"
    return render(request, name, context)


@never_cache
@require_POST
@signed_in("player", "username")
def follow_player(request: HttpRequest, player: Player, username: str) -> HttpResponse:
    """Follow a player, or with `stop` no longer follow them: 303 to their page."""
    with found_or_404():
        other = find_player(username)
    if "stop" in request.POST:
        unfollow(player, other)
    else:
        follow(player, other)
    return HttpResponseRedirect(other.get_absolute_url(), status=SEE_OTHER)


@never_cache
@require_safe
@signed_in()
def followed(request: HttpRequest, player: Player) -> HttpResponse:
    """Show whom one follows, and what they play."""
    context = {"following": following(player, timezone.now())}
    return render(request, "games/following.html", context)
