"""Decisions as a puzzle compares them: squares of one colour in one temple are as good.

Without NumPy, so that a web process can judge an answer.
"""

from collections.abc import Sequence
from typing import Final

from games.engine.actions import Action, Allocation, StoneAction
from games.engine.board import COLOURS, SQUARES

#: The kind of each square, as "2gold"; +1 and +2 do not meet in one temple.
KIND_NAMES: Final[Sequence[str]] = tuple(
    square[0] + colour for square, colour in zip(SQUARES, COLOURS, strict=True)
)

Answer = list[int] | list[str]


def as_answer(taken: Action) -> Answer:
    """Return a decision as a list: cards in order, or the kinds of the squares, sorted."""
    if isinstance(taken, StoneAction):
        return sorted(kind for index, kind in enumerate(KIND_NAMES) if taken.mask >> index & 1)
    return list(taken.cards) if isinstance(taken, Allocation) else []
