"""Tags of the pages about players: charts, countries."""

from django import template
from django.utils.safestring import SafeString

from games.countries import COUNTRIES
from games.models.match import REASON_CHOICES
from games.present.charts import Chart
from games.render import render_chart

register = template.Library()


@register.simple_tag
def draw(chart: Chart, described_by: str) -> SafeString:
    """Draw a chart; the table with the id `described_by` says the same."""
    return render_chart(chart, described_by)


@register.filter
def country_name(code: str) -> str:
    """Return the name of the country with this code."""
    return str(COUNTRIES.get(code, code))


@register.filter
def reason_words(reason: str) -> str:
    """Return how a match ended, in words, by the key that is stored."""
    return str(dict(REASON_CHOICES).get(reason, reason))
