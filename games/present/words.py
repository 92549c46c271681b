"""The words for what lies on the table: sides, squares, temples, lists, times."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial, wraps
from typing import TypeVar

from django.utils.translation import get_language, gettext, gettext_noop, ngettext, pgettext

from games.clock import DAILY, BadTimeControl, TimeControl
from games.engine import COLOURS, SQUARES, Side
from games.engine.board import Colour

T = TypeVar("T")

_DAY_MS = 24 * 60 * 60 * 1000

_COLOUR_WORDS: dict[Colour, str] = {
    "gold": gettext_noop("gold"),
    "grey": gettext_noop("grey"),
    "green": gettext_noop("green"),
    "blue": gettext_noop("blue"),
    "plus1": gettext_noop("plus 1"),
    "plus2": gettext_noop("plus 2"),
}
_NAMES: dict[Side, str] = {"aton": "Aton", "amon": "Amon"}
_OWNERS = ("", "aton", "amon")

#: The owner of a square by its letter in a view's board (protocol.md).
OWNER_OF_LETTER = {".": "", "A": "aton", "M": "amon"}


def side_name(side: Side) -> str:
    """Return the name of a side."""
    return _NAMES[side]


def square_label(square: str, colour: Colour, owner: str) -> str:
    """Return the accessible name of a square, as "temple 3, b2, grey, Amon's stone"."""
    words = {"temple": square[0], "square": square[1:], "colour": gettext(_COLOUR_WORDS[colour])}
    if owner == "aton":
        return gettext("temple %(temple)s, %(square)s, %(colour)s, Aton's stone") % words
    if owner == "amon":
        return gettext("temple %(temple)s, %(square)s, %(colour)s, Amon's stone") % words
    return gettext("temple %(temple)s, %(square)s, %(colour)s, empty") % words


def per_language(make: Callable[[], T]) -> Callable[[], T]:
    """Make the result of `make` once for each language: a table has many fixed texts."""
    made: dict[str | None, T] = {}

    @wraps(make)
    def ready() -> T:
        language = get_language()
        if language not in made:
            made[language] = make()
        return made[language]

    return ready


@lru_cache(maxsize=4096)
def _translated(language: str | None, message: str) -> str:  # noqa: ARG001 — the cache's key
    return gettext(message)


def fixed_texts() -> Callable[[str], str]:
    """Return gettext for the active language; it keeps what it has translated."""
    return partial(_translated, get_language())


@per_language
def square_labels() -> tuple[dict[str, str], ...]:
    """Return, for each square in board order, its accessible name by its owner."""
    return tuple(
        {owner: square_label(square, colour, owner) for owner in _OWNERS}
        for square, colour in zip(SQUARES, COLOURS, strict=True)
    )


def listed(words: Sequence[str]) -> str:
    """Return the words as a list in a sentence, as "1a1, 2b3 and 4c1"."""
    if len(words) < 2:
        return "".join(words)
    return gettext("%(most)s and %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}


def temples_phrase(temples: Sequence[int]) -> str:
    """Return where a decision may act, as "temples 1–3" (they always begin with temple 1)."""
    if len(temples) == 1:
        return gettext("temple 1")
    return gettext("temples 1–%(last)d") % {"last": temples[-1]}


def clock_text(seconds: float) -> str:
    """Return what a clock shows; `static/js/clock.js` writes the same."""
    whole = max(0, int(seconds))
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return pgettext("days and hours on a clock", "%(days)dd %(hours)dh") % {
            "days": days,
            "hours": hours,
        }
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def control_text(text: str) -> str:
    """Return a time control (contract.md) in words: "10 min + 15 s" for "600+15".

    A text that is none is returned as it is.
    """
    try:
        control = TimeControl.parse(text)
    except BadTimeControl:
        return text
    if not control.timed:
        return gettext("no clock")
    if control.pace == DAILY:
        days = control.base_ms // _DAY_MS
        return ngettext("%(n)s day a decision", "%(n)s days a decision", days) % {"n": days}
    base, increment = control.base_ms // 1000, control.increment_ms // 1000
    if base % 60:
        return gettext("%(base)s s + %(increment)s s") % {"base": base, "increment": increment}
    return gettext("%(base)s min + %(increment)s s") % {"base": base // 60, "increment": increment}


_CITED = re.compile(r"(?<=\()[^()\d]+(\d+\.\d+)(?=\))")


def rule_links(sentence: str) -> list[tuple[str, str]]:
    """Return the pieces of a sentence, each with the number of the rule that it cites, or ""."""
    pieces, done = [], 0
    for cited in _CITED.finditer(sentence):
        pieces += [(sentence[done : cited.start()], ""), (cited[0], cited[1])]
        done = cited.end()
    return [piece for piece in (*pieces, (sentence[done:], "")) if piece[0]]
