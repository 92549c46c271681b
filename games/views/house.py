"""Pages of the house: the home page, the rules, the health check."""

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from games.lessons import DRAWINGS
from games.render import render_drawing
from games.rules_text import rules_in
from games.usecases.bot_players import LEVELS
from games.usecases.learn import scene_drawn
from games.usecases.list_games import latest_games, running_games
from games.usecases.watch import featured_match
from games.views.bots import usual_bot

GAMES_AT_HOME = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what this place is, and what is going on here."""
    context = {
        "levels": LEVELS,
        "usual_bot": usual_bot(request),
        "running": running_games(GAMES_AT_HOME),
        "latest": latest_games(GAMES_AT_HOME),
        "featured": featured_match(),
    }
    return render(request, "games/home.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game for players, in the visitor's language."""
    return render(request, "games/rules.html", {"rules": rules_in(get_language() or "en", _draw)})


def _draw(name: str) -> str:
    drawing = DRAWINGS[name]
    return render_drawing(drawing, scene_drawn(drawing))


@cache_control(public=True, max_age=86400)
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 — a view's signature
    """Lead to the icon, which browsers ask for here where no page names it (a record, an image)."""
    return HttpResponseRedirect(static("img/icon.svg"))


@never_cache
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 — a view's signature
    """Answer `ok` when the database answers, for a monitor or a proxy."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")
