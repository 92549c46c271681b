"""What a finished game is told with: round by round, and figures for charts; plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine import Move, Side

Counts = tuple[int, int, int, int]  # of cards 1, 2, 3, 4
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RoundOfSide:
    """What one side had and did in a round.

    `hand` is what they drew first, `exchanged_for` the hand after an exchange, `unseen` how many
    of each value the other side could not have seen when the round began: pile and hand.
    `points` counts cartouches and scoring together, `removed`, `placed` and `cleared` stones.
    """

    hand: Sequence[int]
    exchanged_for: Sequence[int]
    allocation: Sequence[int]
    unseen: Counts
    cartouche_points: int
    scoring_points: int
    removed: int
    placed: int
    buried: int
    cleared: int
    score: int


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A round: the step that it begins with, who played first, and both sides."""

    number: int
    step: int
    first: Side | None
    aton: RoundOfSide
    amon: RoundOfSide

    def of(self, side: Side) -> RoundOfSide:
        """Return what `side` had and did."""
        return self.aton if side == "aton" else self.amon


@dataclass(frozen=True, slots=True)
class Decision:
    """An action: the step after it, and how long its player took, None where nobody knows."""

    step: int
    round: int
    side: Side | None
    type: str
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Moment:
    """The figures after a step: both scores, and both sides' stones on the board."""

    step: int
    score: tuple[int, int]
    stones: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Story:
    """A whole game. `base_url` is where `?step=…` shows a moment of it, "" where nothing does."""

    rounds: Sequence[RoundTold]
    decisions: Sequence[Decision]
    moments: Sequence[Moment]
    seed: str
    commitment: str
    moves: Mapping[Side, Sequence[Move]]
    base_url: str = ""
