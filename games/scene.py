"""What one viewer of a match is shown, as plain values.

A scene is all that `present` and `render` get: they never see a model, a full state of the
game or a clock. `usecases.look` makes scenes, from the engine's views only (rules section 6).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.engine import Side, Viewer

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at the table: `rating` in Elo points of the match's pace when it began."""

    name: str
    rating: int
    url: str
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What the clocks show: seconds left for each side, and the sides whose clock runs."""

    aton: float
    amon: float
    running: tuple[Side, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the `clock` of view.json (contract.md)."""
        return {"aton": self.aton, "amon": self.amon, "running": list(self.running)}


@dataclass(frozen=True, slots=True)
class RatingSum:
    """How one rating changed: `after` = `before` + K × (`score` - `expected`), rounded."""

    side: Side
    name: str
    before: int
    after: int
    opponent: int
    expected: float
    score: float
    k: int


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One accepted action: its number from 1, whose it was, and its public events (6.1).

    Or a note of the house, which belongs to neither side and follows the action of its number.
    """

    number: int
    side: Side | Literal[""]
    type: str
    events: Sequence[Json]


@dataclass(frozen=True, slots=True)
class Replay:
    """The place in a finished match that is looked at.

    `step` counts the actions carried out, from 0 to `last`; `round_steps` holds the step at
    which each round begins, index 0 for round 1; `seen_by` is whose view is shown, or "open"
    for all cards open. `spoiler_free` keeps the result out of sight while one steps through.
    """

    step: int
    last: int
    round_steps: tuple[int, ...]
    seen_by: str
    spoiler_free: bool = False

    @property
    def before(self) -> int:
        """The step before this one."""
        return max(0, self.step - 1)

    @property
    def after(self) -> int:
        """The step after this one."""
        return min(self.last, self.step + 1)

    @property
    def round_begin(self) -> int:
        """The step at which the round that is looked at began."""
        return max(begin for begin in (0, *self.round_steps) if begin <= self.step)


@dataclass(frozen=True, slots=True)
class AgainstBot:
    """What the one who plays a bot is offered beside the table.

    `takes_back` is the number of the decision that they may take back now; `is_guest` whether
    they play without an account. `level` and `hurried` are the bot's.
    """

    level: str
    hurried: bool
    takes_back: int | None
    is_guest: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A match as one viewer may see it now.

    `view` is the engine's view (protocol.md). `log` holds the accepted actions of the rounds
    shown in the table's log, oldest first; `log_from_round` is the round that it begins with.
    `rating_sums` is empty unless the match is over and was rated. `refusal` is the sentence
    that the viewer's last decision was refused with. `csrf_token` is there in pages and
    absent in frames. `bot` is there for the one who plays a bot. `replay` is there when an
    earlier moment of a finished match is shown: `view` and `log` are then those of that moment.
    """

    match_id: int
    version: int
    viewer: Viewer
    view: Json
    aton: Seated
    amon: Seated
    clock: ClockFace
    time_control: str
    rated: bool
    unrated_reason: str = ""
    log: Sequence[LogEntry] = ()
    log_from_round: int = 1
    rating_sums: Sequence[RatingSum] = ()
    refusal: str = ""
    csrf_token: str = ""
    replay: Replay | None = None
    bot: AgainstBot | None = None

    def seated(self, side: Side) -> Seated:
        """Return the player on `side`."""
        return self.aton if side == "aton" else self.amon
