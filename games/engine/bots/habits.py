"""Players by habit: levels 1 to 3, and stubborn styles to measure the others against."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np

from games.engine.actions import Action, Allocation, PlainAction, StoneAction
from games.engine.decisions import CardDecision, ClearDecision, Decision

from .counts import KINDS, TEMPLE_OF, Batch, Floats, squares_for
from .minds import Habit, Styled
from .reading import read
from .steps import won
from .turns import Options, clearings, placements, removals

_NONE: Final[Floats] = np.zeros(KINDS, np.float32)
#: More than any other liking.
_WIN: Final = 1000.0


@dataclass(frozen=True)
class Player:
    """A habit as a bot, and how often it lays its cards at random instead."""

    habit: Habit
    whim: float = 0.0

    def __call__(self, owed: Decision, view: Mapping[str, Any], _ms: int, rng: Random) -> Action:
        """Return what the habit plays."""
        if isinstance(owed, CardDecision):
            return self._lay(owed, rng)
        reading = read(view, owed.player)
        if isinstance(owed, ClearDecision):
            options, after = clearings(reading.batch)
            chosen = self._like(options, after, rng)
            return StoneAction("clear", owed.player, squares_for(chosen, owed.stones, rng))
        if owed.type == "remove":
            options, after = removals(reading, owed.number)
        else:
            options, after = placements(reading.batch, np.array(reading.cards))
        chosen = self._like(options, after, rng)
        return StoneAction(owed.type, owed.player, squares_for(chosen, owed.squares, rng))

    def _lay(self, owed: CardDecision, rng: Random) -> Action:
        if owed.may_exchange and rng.random() < self.habit.exchange:
            return PlainAction("exchange", owed.player)
        hand = list(owed.hand)
        if rng.random() < self.whim:
            rng.shuffle(hand)
        return Allocation("allocate", owed.player, tuple(hand[rank] for rank in self.habit.order))

    def _like(self, options: Options, after: Batch, rng: Random) -> Options:
        mind = Styled(self.habit)
        chance = np.random.default_rng(rng.getrandbits(64))
        liking = mind.worth(after) + mind.noise(after.size, chance) + _WIN * won(after)
        return np.asarray(options[int(liking.argmax())])


def _habit(order: tuple[int, int, int, int], lead: float, noise: float, **likes: Any) -> Habit:
    own, other = likes.get("own", _NONE), likes.get("other", _NONE)
    return Habit(order, own, other, lead, noise, likes.get("exchange", 0.0))


def _colour(index: int, like: float) -> Floats:
    return np.where(np.arange(KINDS) % 5 == index, like, 0).astype(np.float32)


def _temple(number: int, like: float) -> Floats:
    return np.where(number - 1 == TEMPLE_OF, like, 0).astype(np.float32)


#: Level 1 knows the rules, likes its own stones on the board and half sees the points.
CHILD: Final = Player(_habit((3, 1, 2, 0), 0.5, 8.0, exchange=0.05), whim=1.0)
#: Level 2 sees what a scoring now would give, most of the time, and lays cards as they come.
COUNTING: Final = Player(_habit((3, 2, 1, 0), 1.0, 2.0, exchange=0.05), whim=0.7)
#: Level 3 takes the best difference of a scoring now and always lays its cards alike: the
#: highest where stones are removed, the next where they are placed, the lowest for the reach.
GREEDY: Final = Player(_habit((1, 3, 0, 2), 1.0, 0.01))

#: Opponents to measure with; none of them is a level.
STYLES: Final[Mapping[str, Player]] = {
    "greedy-order": Player(_habit((3, 2, 1, 0), 1.0, 0.01)),
    "greedy-reacher": Player(_habit((3, 1, 2, 0), 1.0, 0.01)),
    "greedy-builder": Player(_habit((0, 1, 2, 3), 1.0, 0.01)),
    "stack-temple-1": Player(_habit((2, 1, 0, 3), 0.1, 0.01, own=_temple(1, 3))),
    "stack-temple-4": Player(_habit((0, 1, 3, 2), 0.1, 0.01, own=_temple(4, 3))),
    "gold-rusher": Player(_habit((0, 1, 2, 3), 0.1, 0.01, own=_colour(0, 3))),
    "green-rusher": Player(_habit((0, 1, 2, 3), 0.1, 0.01, own=_colour(3, 3))),
    "remover": Player(_habit((2, 3, 1, 0), 0.3, 0.01, other=-np.ones(KINDS, np.float32))),
    "high-first": Player(_habit((3, 2, 1, 0), 1.0, 4.0), whim=0.3),
}
