"""The decision on cards: which allocation, and whether to exchange the hand first."""

from collections.abc import Callable
from typing import Final

import numpy as np

from games.engine.decisions import CardDecision

from .counts import CARDS, HAND_ALLOCATIONS, HAND_CHOICES, HAND_INDEX, HAND_OF, hand_chances
from .equilibrium import Equilibrium, solve
from .minds import Learned
from .reading import Chances, Reading, fresh_hands
from .table import Table, fill, pairs_by_weight
from .turns import plan_of

#: How much more, in probability to win, a fresh hand must promise before one is asked for.
MARGIN: Final = 0.01
#: Options with a smaller share of the mix than this are errors of the approximation.
_TRACE: Final = 0.04


class Plans:
    """The table of a round, and what follows from it for one player."""

    def __init__(
        self,
        mind: Learned,
        reading: Reading,
        hand: tuple[int, ...],
        pairs: int,
        rng: np.random.Generator,
        late: Callable[[], bool],
    ) -> None:
        self.mind, self.reading = mind, reading
        self.hand = HAND_INDEX[hand]
        start = reading.batch
        self.own_hands: Chances = hand_chances(reading.mine[:, None])[:, 0]
        self.other_hands: Chances = hand_chances(reading.theirs[:, None])[:, 0]
        mine, theirs = mind.prospects(start)[:, 0], mind.prospects(start.flipped())[:, 0]
        self.expected = plan_of(theirs, mind.heat) * self.other_hands[HAND_OF]
        self.promised = np.asarray(mine[HAND_ALLOCATIONS].max(axis=1), np.float64)
        own = plan_of(mine, mind.heat) * self.own_hands[HAND_OF]
        # The hand held comes first, then what is likely on both sides.
        own[HAND_ALLOCATIONS[self.hand]] += 10
        self.table: Table = ((mine[:, None] + 1 - theirs[None, :]) / 2).astype(np.float64)
        everything = pairs_by_weight(_by_triple(own), _by_triple(self.expected))
        wanted = everything.take(slice(pairs))
        first_round = reading.first_round
        dealt = start._replace(pile=self._after_deal())
        done = 0
        if pairs:
            done = fill(self.table, dealt, wanted, mind, rng, removing=not first_round, late=late)
        self.complete = done == len(everything.own)

    def _after_deal(self) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        """Return the piles once the hands are drawn: the own exactly, the other's on average."""
        mine = self.reading.mine - [
            int((CARDS[HAND_ALLOCATIONS[self.hand, 0]] == value).sum()) for value in range(1, 5)
        ]
        theirs = self.reading.theirs * (1 - 4 / max(4, int(self.reading.theirs.sum())))
        return np.concatenate([mine, theirs])[:, None].astype(np.float32)

    def equilibrium(self, rounds: int) -> Equilibrium:
        """Return how both play by the table."""
        return solve(self.table, self.own_hands, self.other_hands, rounds)

    def best_reply(self) -> Chances:
        """Return the worth of each allocation against what the other is expected to lay."""
        return np.asarray(self.table @ self.expected)

    def gain_of_exchange(self, worth: Chances) -> float:
        """Return what a fresh hand promises more than this one and the token.

        ``worth`` is that of each hand; while the table has guesses in it they would not
        compare with what was worked out, and what the network promises is taken for all.
        """
        if not self.complete:
            worth = self.promised
        reading, batch = self.reading, self.reading.batch
        fresh = float(fresh_hands(self.hand, reading.mine, reading.discard) @ worth)
        spent = batch._replace(token=batch.token * np.array([[0], [1]], np.float32))
        price = float(self.mind.worth(batch)[0] - self.mind.worth(spent)[0])
        return fresh - float(worth[self.hand]) - max(price, 0.0)


def _by_triple(weights: Chances) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.asarray(weights.reshape(4, 64).sum(axis=0), np.float32)


def decide_mixed(
    plans: Plans, owed: CardDecision, rounds: int, rng: np.random.Generator
) -> tuple[int, ...] | None:
    """Return an allocation drawn from the equilibrium, or None to exchange the hand."""
    found = plans.equilibrium(rounds)
    if owed.may_exchange:
        worth = np.bincount(HAND_OF, found.own * found.worth, len(HAND_CHOICES)).astype(np.float64)
        if plans.gain_of_exchange(worth) > MARGIN:
            return None
    options = HAND_ALLOCATIONS[plans.hand][: HAND_CHOICES[plans.hand]]
    mix = found.own[options]
    mix = np.where(mix < _TRACE * mix.max(), 0, mix)
    return _cards(options[rng.choice(len(options), p=mix / mix.sum())])


def decide_best(plans: Plans, owed: CardDecision) -> tuple[int, ...] | None:
    """Return the best allocation against the expected ones, or None to exchange the hand."""
    worth = plans.best_reply()
    if owed.may_exchange and plans.gain_of_exchange(plans.promised) > MARGIN:
        return None
    options = HAND_ALLOCATIONS[plans.hand]
    return _cards(options[int(worth[options].argmax())])


def _cards(number: int) -> tuple[int, ...]:
    one, two, three, four = CARDS[number].tolist()
    return one, two, three, four
