"""The review of the decisions on cards: the table of the round, its equilibrium, the luck."""

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from games.engine.actions import Action, Allocation
from games.engine.board import INDEX, SIDES, Side
from games.engine.decisions import CardDecision
from games.engine.state import State
from games.engine.views import view

from .allocation import MARGIN, Plans
from .counts import (
    CARDS,
    HAND_ALLOCATIONS,
    HAND_CHOICES,
    HAND_INDEX,
    HAND_OF,
    allocation_index,
)
from .levels import learned
from .minds import Search
from .reading import Chances, fresh_hands, read
from .table import UNITS

#: The stated budget: every pair of allocations is played out, and the mix improved so often.
ROUNDS: Final = 300
#: Shares of a mix below this are errors of the approximation.
_TRACE: Final = 0.02


class Plan(NamedTuple):
    """A round as one side sees it, for each of the 256 allocations and the 35 hands.

    ``mix`` is the share of each allocation in its hand, ``worth`` what it is worth against
    the other's mix, ``hands`` how likely each hand is and ``by_hand`` what it is worth.
    """

    mix: Chances
    worth: Chances
    hands: Chances
    by_hand: Chances


class Round(NamedTuple):
    """The table of a round, Aton's probability to win, and both sides' plans."""

    table: Any
    plans: tuple[Plan, Plan]


@lru_cache(maxsize=4)
def _round(public: State) -> Round:
    reading = read(view(public, "aton"), "aton")
    search = Search(learned(), np.random.default_rng(0), lambda: False)
    piles = (reading.mine, reading.theirs)
    removing = not reading.first_round
    found = Plans(search, reading.batch, piles, None, UNITS, removing=removing)
    mixes = found.equilibrium(ROUNDS)
    theirs = 1 - (found.own_hands[HAND_OF] * mixes.own) @ found.table
    return Round(
        found.table,
        (
            _plan(mixes.own, mixes.worth, found.own_hands),
            _plan(mixes.other, theirs, found.other_hands),
        ),
    )


def _plan(mix: Chances, worth: Chances, hands: Chances) -> Plan:
    by_hand = np.bincount(HAND_OF, mix * worth, len(HAND_CHOICES)).astype(np.float64)
    return Plan(mix, worth, hands, by_hand)


def review_cards(state: State, taken: Action, owed: CardDecision, search: Search) -> dict[str, Any]:
    """Return what there is to say about an allocation or an exchange.

    ``luck`` is what the hand is worth more than the average one. ``table`` is there once both
    hands are final, so with the second allocation of a round.
    """
    # What is hidden plays no part, so that both sides' decisions share one table.
    public = state._replace(hand=((), ()), cartouches=(None, None), pile=((), ()), seed=b"")
    found = _round(public)
    who = INDEX[taken.player]
    plan, hand = found.plans[who], HAND_INDEX[owed.hand]
    options = HAND_ALLOCATIONS[hand][: HAND_CHOICES[hand]]
    best = int(options[int(plan.worth[options].argmax())])
    top, right = float(plan.worth[best]), _allocation(best)
    fresh = _worth_of_exchange(state, taken.player, plan, hand, search)
    if isinstance(taken, Allocation):
        worth = float(plan.worth[allocation_index(taken.cards)])
        if owed.may_exchange and fresh - MARGIN > top:
            top, right = fresh, {"type": "exchange"}
    else:
        worth, top = fresh, max(top, fresh)
        if worth == top:
            right = {"type": "exchange"}
    # Sums of shares miss a certain win or loss by a rounding, the token's price by a little more.
    worth, top = min(max(worth, 0.0), 1.0), min(max(top, 0.0), 1.0)
    told = {
        "worth": worth,
        "given": max(0.0, top - worth),
        "top": top,
        "best": right,
        "luck": float(plan.by_hand[hand] - plan.hands @ plan.by_hand),
        "options": [
            (CARDS[option].tolist(), float(plan.worth[option])) for option in options.tolist()
        ],
    }
    if isinstance(taken, Allocation) and state.cartouches[1 - who] is not None:
        told["table"] = _table(state, found)
    return told


def _worth_of_exchange(state: State, side: Side, plan: Plan, hand: int, search: Search) -> float:
    reading = read(view(state, side), side)
    fresh = float(fresh_hands(hand, reading.mine, reading.discard) @ plan.by_hand)
    spent = reading.batch._replace(token=reading.batch.token * np.array([[0], [1]], np.float32))
    price = float(search.mind.worth(reading.batch)[0] - search.mind.worth(spent)[0])
    return fresh - max(price, 0.0)


def _allocation(number: int) -> dict[str, Any]:
    return {"type": "allocate", "cards": CARDS[number].tolist()}


def _table(state: State, found: Round) -> dict[str, Any]:
    """Return both sides' options in the round with their shares, and Aton's chances in percent.

    The options stand in order of their share, then of their worth.
    """
    orders = []
    told: dict[str, Any] = {}
    for who, side in enumerate(SIDES):
        plan = found.plans[who]
        cards = state.cartouches[who] or state.hand[who]
        hand = HAND_INDEX[tuple(sorted(cards))]
        options = HAND_ALLOCATIONS[hand][: HAND_CHOICES[hand]]
        mix = np.where(plan.mix[options] < _TRACE, 0, plan.mix[options])
        mix = mix / mix.sum()
        order = np.lexsort((-plan.worth[options], -np.round(mix, 2)))
        orders.append(options[order])
        told[side] = [
            {"cards": CARDS[option].tolist(), "mix": round(float(share), 3)}
            for option, share in zip(options[order], mix[order], strict=True)
        ]
    cells = found.table[np.ix_(orders[0], orders[1])]
    told["cells"] = np.rint(100 * cells).astype(int).tolist()
    return told
