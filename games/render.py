"""One function renders the match: the page, the htmx answer and the socket all use it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.template import engines
from django.utils.safestring import SafeString, mark_safe

from games.countries import COUNTRIES
from games.lessons import Drawing
from games.models import Player
from games.present import Square, rounds, table
from games.present.board import temples
from games.present.charts import Chart
from games.present.drawing import drawn
from games.present.story import told
from games.present.words import fixed_texts
from games.scene import LogEntry, Scene
from games.story import Story
from games.usecases.leaderboard import Ranked


def render_table(scene: Scene) -> SafeString:
    """Return the element `#match` of the match page as `scene` shows it, in the active language."""
    return _rendered("table.html", {"t": table(scene), "squares": _squares, "_": fixed_texts()})


def render_lesson(scene: Scene, act_url: str, errand: str = "", *, heading: str = "") -> SafeString:
    """Return the table of a lesson whose task is `errand`; decisions go to `act_url`.

    With `heading` that stands where the open decision does.
    """
    shown = table(scene)
    shown = shown._replace(
        ask=shown.ask._replace(text=heading or shown.ask.text),
        act_url=act_url,
        playing=False,
        live=False,
        steps=None,
        sums_url="",
        tally=[],
        errand=errand,
    )
    return _rendered("table.html", {"t": shown, "squares": _squares, "_": fixed_texts()})


def render_story(story: Story) -> SafeString:
    """Return the story of a finished game: charts, rounds, decisions, in the active language."""
    return _rendered("story.html", {"s": told(story)})


def render_chart(chart: Chart, described_by: str) -> SafeString:
    """Return a chart as SVG; `described_by` is the id of the table that says the same."""
    return _rendered("chart_alone.html", {"c": chart, "described_by": described_by})


def render_ranks(rows: Sequence[Ranked], own: int | None, *, by_gain: bool) -> SafeString:
    """Return lines of a leaderboard; the one of the player with the id `own` is marked."""
    return _rendered("ranks.html", {"rows": rows, "own": own, "by_gain": by_gain})


def render_hits(players: Sequence[Player]) -> SafeString:
    """Return the players that a search has found, as a list's lines."""
    return _rendered("hits.html", {"players": players, "countries": COUNTRIES})


def render_board(scene: Scene) -> SafeString:
    """Return the board alone, in the active language."""
    return _rendered("board.html", {"temples": temples(scene, None), "squares": _squares})


def render_drawing(drawing: Drawing, scene: Scene) -> SafeString:
    """Return a drawing of the rules, in the active language."""
    return _rendered("drawing.html", {"d": drawn(drawing, scene), "_": fixed_texts()})


def render_log(log: Sequence[LogEntry]) -> SafeString:
    """Return the log of a match from its first round on, in the active language."""
    return _rendered("log.html", {"rounds_shown": rounds(log, 1)})


def _squares(squares: Sequence[Square]) -> SafeString:
    return mark_safe("".join(map(_square, squares)))  # noqa: S308 — Jinja2 has escaped each


@lru_cache(maxsize=8192)
def _square(square: Square) -> str:
    """Return a square, kept for the next table; its label tells the languages apart."""
    return _rendered("square.html", {"q": square}).strip()


def _rendered(name: str, context: dict[str, Any]) -> SafeString:
    html = engines["fragments"].get_template(name).render(context)
    return mark_safe(html)  # noqa: S308 — Jinja2 has escaped it
