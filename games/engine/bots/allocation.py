"""The decision on cards: which allocation, and whether to exchange the hand first."""

from typing import Final

import numpy as np

from games.engine.decisions import CardDecision

from .counts import (
    CARDS,
    HAND_ALLOCATIONS,
    HAND_CHOICES,
    HAND_COUNTS,
    HAND_INDEX,
    HAND_OF,
    Batch,
    Floats,
    Ints,
    hand_chances,
)
from .equilibrium import Equilibrium, solve
from .minds import Search, plan_of
from .reading import Chances, Reading, fresh_hands
from .steps import wins_at_once
from .table import Table, fill, settle, units_by_weight

#: How much more, in probability to win, a fresh hand must promise before one is asked for.
MARGIN: Final = 0.01
#: Options with a smaller share of the mix than this are errors of the approximation.
_TRACE: Final = 0.04
#: The temperature at which one of the good allocations is drawn (:func:`decide_varied`).
_VARIETY: Final = 0.15


class Plans:
    """The table of a round, and what follows from it for one player.

    ``start`` is the position before the hands are drawn, ``mine`` and ``theirs`` the cards
    they are drawn from. ``hand`` is the number of the own hand where it is known, ``units`` how
    many units of the table (table.py) are played out.
    """

    def __init__(
        self,
        search: Search,
        start: Batch,
        piles: tuple[Ints, Ints],
        hand: int | None,
        units: int,
        *,
        removing: bool = True,
    ) -> None:
        mind = search.mind
        self.mind, self.hand = mind, hand
        self.own_hands: Chances = hand_chances(piles[0][:, None])[:, 0]
        self.other_hands: Chances = hand_chances(piles[1][:, None])[:, 0]
        mine, theirs = mind.prospects(start)[:, 0], mind.prospects(start.flipped())[:, 0]
        self.promised = np.asarray(mine[HAND_ALLOCATIONS].max(axis=1), np.float64)
        own = plan_of(mine, mind.heat) * self.own_hands[HAND_OF]
        if hand is not None:
            # The hand held comes first, then what is likely on both sides.
            own[HAND_ALLOCATIONS[hand]] += 10
        self.table: Table = ((mine[:, None] + 1 - theirs[None, :]) / 2).astype(np.float64)
        settle(self.table, start, removing=removing)
        # Who can win at once is expected to try.
        likely = plan_of(mine, mind.heat) * self.own_hands[HAND_OF]
        tempting = np.maximum(theirs, 1 - likely @ self.table).astype(np.float32)
        threats = wins_at_once(start.flipped(), CARDS[:, 1:].T, removing=removing)
        theirs = np.where(threats, tempting, theirs)
        self.expected = plan_of(theirs, mind.heat) * self.other_hands[HAND_OF]
        everything = units_by_weight(_by_triple(own), _by_triple(self.expected))
        wanted = everything.take(slice(units))
        dealt = start._replace(pile=_after_deal(piles, hand))
        done = 0
        if units:
            done = fill(self.table, dealt, wanted, search, removing=removing)
        settle(self.table, dealt, removing=removing)
        self.complete = done == len(everything.play)

    def equilibrium(self, rounds: int) -> Equilibrium:
        """Return how both play by the table."""
        return solve(self.table, self.own_hands, self.other_hands, rounds)

    def best_reply(self) -> Chances:
        """Return the worth of each allocation against what the other is expected to lay."""
        return np.asarray(self.table @ self.expected)


def plans_of(search: Search, reading: Reading, hand: tuple[int, ...], units: int) -> Plans:
    """Return the plans of a player who holds a hand."""
    piles = (reading.mine, reading.theirs)
    number, removing = HAND_INDEX[hand], not reading.first_round
    return Plans(search, reading.batch, piles, number, units, removing=removing)


def _after_deal(piles: tuple[Ints, Ints], hand: int | None) -> Floats:
    """Return the piles once the hands are drawn: exactly where one is known, else on average."""
    left = [pile * (1 - 4 / max(4, int(pile.sum()))) for pile in piles]
    if hand is not None:
        left[0] = piles[0] - HAND_COUNTS[hand]
    return np.concatenate(left)[:, None].astype(np.float32)


def _gain_of_exchange(plans: Plans, reading: Reading, worth: Chances) -> float:
    """Return what a fresh hand promises more than this one and the token.

    ``worth`` is that of each hand; while the table has guesses in it they would not compare
    with what was worked out, and what the network promises is taken for all.
    """
    if plans.hand is None:
        raise AssertionError("no hand to exchange")
    if not plans.complete:
        worth = plans.promised
    batch = reading.batch
    fresh = float(fresh_hands(plans.hand, reading.mine, reading.discard) @ worth)
    spent = batch._replace(token=batch.token * np.array([[0], [1]], np.float32))
    price = float(plans.mind.worth(batch)[0] - plans.mind.worth(spent)[0])
    return fresh - float(worth[plans.hand]) - max(price, 0.0)


def _by_triple(weights: Chances) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.asarray(weights.reshape(4, 64).sum(axis=0), np.float32)


def decide_mixed(
    plans: Plans, reading: Reading, owed: CardDecision, rounds: int, rng: np.random.Generator
) -> tuple[int, ...] | None:
    """Return an allocation drawn from the equilibrium, or None to exchange the hand."""
    found = plans.equilibrium(rounds)
    if owed.may_exchange:
        worth = np.bincount(HAND_OF, found.own * found.worth, len(HAND_CHOICES)).astype(np.float64)
        if _gain_of_exchange(plans, reading, worth) > MARGIN:
            return None
    hand = HAND_INDEX[owed.hand]
    options = HAND_ALLOCATIONS[hand][: HAND_CHOICES[hand]]
    mix = found.own[options]
    mix = np.where(mix < _TRACE * mix.max(), 0, mix)
    return _cards(options[rng.choice(len(options), p=mix / mix.sum())])


def decide_varied(
    plans: Plans, reading: Reading, owed: CardDecision, near: float, rng: np.random.Generator
) -> tuple[int, ...] | None:
    """Return one of the good allocations against the expected ones, or None to exchange.

    Good ones are worth, in probability to win, at most ``near`` less than the best; the better
    one is, the likelier.
    """
    worth = plans.best_reply()
    if owed.may_exchange and _gain_of_exchange(plans, reading, plans.promised) > MARGIN:
        return None
    hand = HAND_INDEX[owed.hand]
    options = HAND_ALLOCATIONS[hand][: HAND_CHOICES[hand]]
    worth = worth[options]
    drawn = worth / _VARIETY + rng.gumbel(size=len(options))
    drawn[worth < worth.max() - near] = -np.inf
    return _cards(options[int(drawn.argmax())])


def _cards(number: int) -> tuple[int, ...]:
    one, two, three, four = CARDS[number].tolist()
    return one, two, three, four
