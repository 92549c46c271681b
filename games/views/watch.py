"""Live matches to watch."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clock import PACES
from games.usecases.watch import featured_match, live_matches
from games.views.requests import HtmxRequest


@never_cache
@require_safe
def watch(request: HtmxRequest) -> HttpResponse:
    """List the matches that are being played, of one `pace` or all; for htmx the list alone."""
    pace = request.GET.get("pace", "")
    context = {"matches": live_matches(pace if pace in PACES else ""), "pace": pace}
    name = "games/_watch_list.html" if request.htmx else "games/watch.html"
    return render(request, name, context)


@never_cache
@require_safe
def featured(request: HttpRequest) -> HttpResponse:
    """Answer the match that the home page shows."""
    return render(request, "games/_featured.html", {"featured": featured_match()})
