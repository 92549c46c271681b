"""Tags of the pages about players: charts, countries."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.countries import COUNTRIES
from games.models import Player
from games.models.match import REASON_CHOICES
from games.present.charts import Chart
from games.render import render_chart, render_hits, render_ranks
from games.usecases.leaderboard import Ranked

register = template.Library()


@register.simple_tag
def draw(chart: Chart, described_by: str) -> SafeString:
    """Draw a chart; the table with the id `described_by` says the same."""
    return render_chart(chart, described_by)


@register.simple_tag
def ranks(rows: Sequence[Ranked], own: int | None, *, by_gain: bool) -> SafeString:
    """Write down the lines of a leaderboard; `own` is the player who looks."""
    return render_ranks(rows, own, by_gain=by_gain)


@register.simple_tag
def player_hits(players: Sequence[Player]) -> SafeString:
    """Write down the players that a search has found."""
    return render_hits(players)


@register.filter
def points_won(points: int) -> SafeString:
    """Return rating points that were won or lost, with their sign and what they are."""
    return format_html(
        '<b class="{}">{}{}</b><span class="vh"> {}</span>',
        "down" if points < 0 else "up",
        "−" if points < 0 else "+",
        abs(points),
        gettext("rating points"),
    )


@register.filter
def country_name(code: str) -> str:
    """Return the name of the country with this code."""
    return str(COUNTRIES.get(code, code))


@register.filter
def reason_words(reason: str) -> str:
    """Return how a match ended, in words, by the key that is stored."""
    return str(dict(REASON_CHOICES).get(reason, reason))
