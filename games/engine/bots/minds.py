"""Minds for many games at once: the learned one, and hand-made styles to learn against."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from .counts import (
    HAND_ALLOCATIONS,
    HAND_COUNTS,
    HAND_VALID,
    HANDS,
    KINDS,
    Batch,
    Flags,
    Floats,
    Ints,
    hand_chances,
)
from .features import describe, score
from .network import Network
from .steps import fills

#: The share of allocations that somebody is thought to choose without reason.
_UNREASON: Final = 0.25
#: Two turns of four stones: what is missing on a board that is no danger yet.
_FAR: Final = 8
#: What is not lost for certain is worth at least so much.
_LEAST: Final = np.float32(0.001)
_HAND_VALUES: Final[Ints] = np.array(HANDS, np.int64)


class Learned:
    """Plays by the two networks: what a position is worth, and what each allocation is.

    ``heat`` is the temperature of the choice of an allocation, ``stray`` the share of
    allocations chosen at random and ``shake`` the noise on the worth of stones, in
    probability to win. ``caution`` is how much less it thinks to win where the other has a board
    all but full: the value network learned mostly from players who do not go on at any price.
    """

    def __init__(
        self,
        value: Network,
        policy: Network,
        heat: float,
        stray: float,
        shake: float,
        caution: float = 0.0,
    ) -> None:
        self.value, self.policy = value, policy
        self.heat, self.stray, self.shake = heat, stray, shake
        self.caution = caution

    def worth(self, batch: Batch) -> Floats:
        """Return the probability to win, exact where the game is over."""
        return self.wary(worth(self.value, batch), batch)

    def wary(self, plain: Floats, batch: Batch) -> Floats:
        """Return worths less what the other's boards that are nearly full may cost."""
        if not self.caution:
            return plain
        open_ = (plain > 0) & (plain < 1)
        return np.where(open_, np.maximum(plain - self.caution * danger(batch), _LEAST), plain)

    def noise(self, size: int, rng: np.random.Generator) -> Floats:
        """Return noise in which the shakes are rare and the rest breaks ties."""
        return np.asarray(rng.random(size, np.float32) * np.float32(self.shake))

    def prospects(self, batch: Batch) -> Floats:
        """Return the probability to win with each of the 256 allocations, as rows."""
        return self.policy(describe(batch)[0])

    def exchanges(self, batch: Batch, hands: Ints, rng: np.random.Generator) -> Flags:
        """Exchange where a fresh hand is worth more than this one and the token."""
        prospects = self.prospects(batch)
        best = prospects[HAND_ALLOCATIONS].max(axis=1)
        rest = batch.pile[:4] - HAND_COUNTS[hands].T
        chances = hand_chances(rest)
        fresh = (best * chances).sum(axis=0)
        spent = batch._replace(token=batch.token * np.array([[0], [1]], np.float32))
        price = self.worth(batch) - self.worth(spent)
        gain = fresh - best[hands, np.arange(batch.size)] - np.maximum(price, 0)
        gain += rng.normal(0, 0.01, batch.size)
        return np.asarray((gain > 0.01) & (rest.sum(axis=0) >= 4))

    def allocate(self, batch: Batch, hands: Ints, rng: np.random.Generator) -> Ints:
        """Choose an allocation by a softmax of what each promises."""
        options = HAND_ALLOCATIONS[hands]
        promise = np.take_along_axis(self.prospects(batch).T, options, axis=1)
        stray = rng.random(batch.size) < self.stray
        promise[stray] = 0
        drawn = promise / self.heat + rng.gumbel(size=promise.shape)
        drawn[~HAND_VALID[hands]] = -np.inf
        return np.asarray(options[np.arange(batch.size), drawn.argmax(axis=1)])


def worth(value: Network, batch: Batch) -> Floats:
    """Return the probability to win by the network, exact where the game is over."""
    x, exact = describe(batch)
    return np.where(exact.decided, exact.worth, value(x)[0])


def danger(batch: Batch) -> Floats:
    """Return how near the other is to a full board (rule 3.6): 0 two turns away, 1 where it is.

    An own stone there is in the way like a stone that is missing.
    """
    missing, own = fills(batch.flipped())
    return np.asarray(np.maximum(0, _FAR - missing - own).max(axis=0) / _FAR, np.float32)


def end_worth(mind: Learned, batch: Batch, *, other_thinks: bool = False) -> Floats:
    """Return the probability to win at the end of a round, as both players see it.

    With ``other_thinks`` it is the other player of the batch whose caution counts.
    """
    turned = batch.flipped()
    plain = np.asarray((worth(mind.value, batch) + 1 - worth(mind.value, turned)) / 2, np.float32)
    if other_thinks:
        return np.asarray(1 - mind.wary(1 - plain, turned))
    return mind.wary(plain, batch)


def plan_of(prospects: Floats, heat: float) -> npt.NDArray[np.float64]:
    """Return for each allocation its chance in the hand it belongs to, by a softmax."""
    options = prospects[HAND_ALLOCATIONS].astype(np.float64)
    tempted = np.exp((options - options.max(axis=1, keepdims=True)) / heat) * HAND_VALID
    tempted /= tempted.sum(axis=1, keepdims=True)
    tempted = (1 - _UNREASON) * tempted + _UNREASON * HAND_VALID / HAND_VALID.sum(
        axis=1, keepdims=True
    )
    plan = np.zeros(256)
    plan[HAND_ALLOCATIONS[HAND_VALID]] = tempted[HAND_VALID]
    return plan


class Search(NamedTuple):
    """What a search needs: a mind, chance, and whether it is time to come to an end."""

    mind: Learned
    rng: np.random.Generator
    late: Callable[[], bool]


class Habit(NamedTuple):
    """A style: where the cards go, and what its player likes on the board.

    ``order`` gives for each cartouche the rank of its card in the hand (0 the lowest). The
    rest are points: for own stones and the other's on each kind of square, for each point a
    scoring now would give more than the other's, and for any noise.
    """

    order: tuple[int, int, int, int]
    own: Floats
    other: Floats
    lead: float
    noise: float
    exchange: float = 0.0


class Styled:
    """Plays by a habit."""

    def __init__(self, habit: Habit) -> None:
        self.habit = habit

    def worth(self, batch: Batch) -> Floats:
        """Return the points that the habit gives each position."""
        habit = self.habit
        points = habit.own @ batch.stones[:KINDS] + habit.other @ batch.stones[KINDS:]
        if habit.lead:
            scores = score(batch.stones)
            points = points + np.float32(habit.lead) * (scores.own - scores.other)
        return np.asarray(points, np.float32)

    def noise(self, size: int, rng: np.random.Generator) -> Floats:
        """Return noise as large as the habit wants it."""
        return np.asarray(rng.random(size, np.float32) * np.float32(self.habit.noise))

    def exchanges(self, _batch: Batch, hands: Ints, rng: np.random.Generator) -> Flags:
        """Exchange now and then."""
        return np.asarray(rng.random(len(hands)) < self.habit.exchange)

    def allocate(self, _batch: Batch, hands: Ints, _rng: np.random.Generator) -> Ints:
        """Lay the cards by their ranks, always the same way."""
        cards = _HAND_VALUES[hands][:, list(self.habit.order)] - 1
        return np.asarray(cards @ np.array([64, 16, 4, 1]))
