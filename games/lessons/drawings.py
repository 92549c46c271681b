"""The positions that the drawings of the rules show, by the name that docs/rules.md calls."""

from dataclasses import dataclass
from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.lessons.lesson import Lesson


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: a position, what of it is shown, and the sentence below.

    Of a "board" the stones of the last decision are marked; "cartouches" are those of both;
    "scoring" is the board with what it scores, item by item.
    """

    position: Lesson
    shows: Literal["board", "cartouches", "scoring"]
    caption: str | Promise


def _position(name: str, **where: Any) -> Lesson:
    where.setdefault("cards", ((1, 2, 3, 4), (1, 2, 3, 4)))
    where.setdefault("asks_cards", True)
    nothing: dict[str, Any] = dict.fromkeys(("title", "text", "task", "praise", "again"), "")
    return Lesson(slug=f"drawing-{name}", check=lambda *_: False, **nothing, **where)


DRAWINGS = {
    "board": Drawing(
        _position("board", round=1),
        "board",
        _("The empty board. Beside its number each temple says in short what it scores."),
    ),
    "cartouches": Drawing(
        _position(
            "cartouches",
            cards=((4, 2, 3, 1), (2, 3, 2, 4)),
            asks_cards=False,
            aton="1a1",
            amon="2a1",
            before=(("aton", "place", "1b2"), ("amon", "remove", "1a1")),
        ),
        "cartouches",
        _(
            "Cartouche 1: 4 against 2 is worth 4 points for Aton. Cartouche 2: Aton's 2 is lower, "
            "so Aton plays first and removes nothing; Amon's 3 removes one of Aton's stones. "
            "Cartouches 3 and 4: Aton places one stone in temples 1 to 3, Amon four in temples "
            "1 and 2."
        ),
    ),
    "placing": Drawing(
        _position(
            "placing",
            cards=((3, 2, 2, 3), (3, 4, 2, 2)),
            asks_cards=False,
            aton="1a1 2b4",
            amon="1a2 1c3 2a1 3a2",
            before=(("aton", "place", "1b1 1b3 2c2"),),
        ),
        "board",
        _(
            "With a 2 on cartouche 3 and a 3 on cartouche 4 Aton has just placed three stones in "
            "temples 1 and 2. In a match, too, the last stones stay marked until the next decision."
        ),
    ),
    "scoring": Drawing(
        _position(
            "scoring",
            aton="1a1 1b1 1b4 1c2 2b2 2c1 3a1 3b2 4a4 4b4",
            amon="1a3 1c4 2a1 2a4 2b3 3a2 3b4 3c1 3c3 4b1 4c3",
            dead=(4, 3),
        ),
        "scoring",
        _("A position, and what it scores item by item."),
    ),
}
