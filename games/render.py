"""One function renders the match: the page, the htmx answer and the socket all use it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.template import engines
from django.utils.safestring import SafeString, mark_safe

from games.present import Square, rounds, table
from games.present.words import fixed_texts
from games.scene import LogEntry, Scene


def render_table(scene: Scene) -> SafeString:
    """Return the element `#match` of the match page as `scene` shows it, in the active language."""
    return _rendered("table.html", {"t": table(scene), "squares": _squares, "_": fixed_texts()})


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
