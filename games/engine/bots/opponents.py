"""Whom the learner plays: itself, older selves, and hand-made habits drawn anew each generation.

Strength is not transitive here: who only plays itself loses to simple, stubborn styles.
"""

from itertools import permutations
from typing import Final

import numpy as np

from .counts import KINDS, Ints
from .habits import GREEDY as LEVEL_3
from .minds import Habit

_ORDERS: Final = [(a, b, c, d) for a, b, c, d in permutations(range(4))]
#: From this share of the learning on plain greedy players with other orders of cards take part,
#: among them always the order of level 3, which is the best of them, and players who fill a temple.
_GREEDIER: Final = 0.3
BEST_ORDER: Final = LEVEL_3.habit.order
#: Whom the learner plays: itself, an older self, a habit that gives way to the learner after
#: some rounds, a habit for the whole game. The third brings positions about that the learner
#: would not, without teaching that opponents go on like that.
_SHARES: Final = (0.5, 0.08, 0.32, 0.1)
#: After at most so many rounds a habit gives way.
_LATEST: Final = 9
NEVER: Final = 1000


def draw_habit(rng: np.random.Generator) -> Habit:
    """Return a stubborn opponent: likes some temples and colours, always lays its cards alike."""
    likes = [rng.choice([0, 0, 0, 0.5, 1, 2], 9) * rng.random(9) for _ in range(2)]
    own, other = (
        (np.repeat(like[:4], 5) + np.tile(like[4:], 4)).astype(np.float32) for like in likes
    )
    lead = float(rng.choice([0, 0.3, 1, 1]))
    order = _ORDERS[int(rng.integers(24))]
    return Habit(order, own, -other, lead, float(rng.choice([0.01, 0.01, 1])), 0.05)


def greedy(order: tuple[int, int, int, int]) -> Habit:
    """Return a plain greedy player who always lays the cards in the same order."""
    likes = np.full(KINDS, 0.01, np.float32)
    return Habit(order, likes, np.zeros(KINDS, np.float32), 1.0, 0.005)


GREEDY: Final = greedy((3, 1, 2, 0))


def draw_stacker(rng: np.random.Generator) -> Habit:
    """Return a player who fills one temple, mostly the first, removing what stands in the way."""
    temple = int(rng.choice([0, 0, 0, 1, 1, 2, 3]))
    likes = np.where(np.arange(KINDS) // 5 == temple, 3, 0.01).astype(np.float32)
    order = BEST_ORDER if rng.random() < 0.5 else _ORDERS[int(rng.integers(24))]
    return Habit(order, likes, -likes, float(rng.choice([0.1, 0.5])), 0.01)


def draw_habits(share: float, rng: np.random.Generator) -> list[Habit]:
    """Return the habits of a generation, ``share`` of the learning being done."""
    habits = [draw_habit(rng) for _ in range(6)]
    if share < _GREEDIER:
        return [*habits, GREEDY]
    others = [greedy(_ORDERS[int(rng.integers(24))]) for _ in range(2)]
    return [*habits, greedy(BEST_ORDER), *others, *(draw_stacker(rng) for _ in range(4))]


def seat(size: int, habits: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Return who sits where, and after which round of each game a habit gives way.

    The learner is 0, the older self 1, the habits are 2 and more; the learner has a seat in
    every game.
    """
    against = rng.choice(4, size, p=_SHARES)
    other = np.where(against >= 2, 2 + rng.integers(habits, size=size), against)
    seats = np.zeros((2, size), np.int64)
    seats[rng.integers(2, size=size), np.arange(size)] = other
    leaves = np.where(against == 2, rng.integers(1, _LATEST + 1, size=size), NEVER)
    return seats, leaves
