"""Decisions on stones, weighed as wholes: removals, placements and clearings.

All multisets of kinds are tried in one batch. Who plays first looks at the best of them
again, with the other's turn played out for the cards the other may have laid.
"""

from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.engine.board import CARD_VALUES
from games.engine.decisions import clear_shapes, removes_own

from .counts import (
    CAPACITY,
    CARDS,
    HAND_ALLOCATIONS,
    HAND_OF,
    HAND_VALID,
    KINDS,
    TEMPLE_OF,
    TOTALS,
    Batch,
    Floats,
    Ints,
    fitting,
    hand_chances,
)
from .minds import Learned
from .reading import Chances, Reading
from .steps import clear_four, place, take_turn

Options = npt.NDArray[np.int8]

#: How unlikely a pair of hidden cards has to be to be left out of account.
_RARE: Final = 0.004
#: The share of allocations that the other is thought to choose without reason.
_UNREASON: Final = 0.25


class Tried(NamedTuple):
    """Choices as counts of each kind, a row each, and the positions after them."""

    options: Options
    after: Batch


def repeated(batch: Batch, times: int) -> Batch:
    """Return copies of a single position."""
    return batch.take(np.zeros(times, np.int64))


def removals(reading: Reading, number: int) -> Tried:
    """Try all removals of so many stones that a card on cartouche 2 allows (3.2)."""
    batch, cards = reading.batch, reading.cards
    whose = 0 if removes_own(cards[1]) else 1
    rows = slice(whose * KINDS, (whose + 1) * KINDS)
    options = fitting(number, cards[2], batch.stones[rows, 0])
    after = repeated(batch, len(options))
    after.stones[rows] -= options.T
    after.dead[whose] += number
    return Tried(options, after)


def placements(batch: Batch, cards: Ints) -> Tried:
    """Try all placements that the cards on cartouches 3 and 4 ask for (3.5)."""
    free = CAPACITY - batch.stones[:KINDS, 0] - batch.stones[KINDS:, 0]
    wanted = min(int(cards[3]), int(batch.supply[0, 0]))
    number = min(wanted, int(free[cards[2] > TEMPLE_OF].sum()))
    options = fitting(number, int(cards[2]), free)
    after = repeated(batch, len(options))
    after.stones[:KINDS] += options.T
    after.supply[0] -= wanted
    after.dead[0] += wanted - number
    return Tried(options, after)


def clearings(batch: Batch) -> Tried:
    """Try all clearings of own stones (4.3)."""
    own = batch.stones[:KINDS, 0]
    held = (TOTALS[:4] @ own).astype(int).tolist()
    rows = [
        np.sum(parts, axis=0)
        for shape in sorted(clear_shapes(tuple(held)))
        for parts in product(*(_within(own, temple, gone) for temple, gone in enumerate(shape)))
    ]
    options = np.array(rows, np.int8)
    after = repeated(batch, len(options))
    after.stones[:KINDS] -= options.T
    after.supply[0] += options.sum(axis=1)
    return Tried(options, after)


def _within(own: Floats, temple: int, number: int) -> Options:
    return fitting(number, 4, np.where(temple == TEMPLE_OF, own, 0).astype(np.float32))


def end_worth(mind: Learned, batch: Batch) -> Floats:
    """Return the probability to win at the end of a round, as both players see it."""
    return np.asarray((mind.worth(batch) + 1 - mind.worth(batch.flipped())) / 2, np.float32)


def settled_worth(mind: Learned, batch: Batch) -> Floats:
    """Return the probability to win after a turn, whether or not the other still plays."""
    return mind.worth(batch) if batch.wait[0] else end_worth(mind, batch)


def likely_allocations(reading: Reading, mind: Learned) -> Chances:
    """Return how likely the other is to have laid each of the 256 allocations.

    The hands are those of the cards not yet seen; the choice is the learned one with some
    unreason; what is face up rules out the rest.
    """
    start = reading.batch.flipped()
    pile = np.concatenate([reading.theirs, reading.mine])[:, None].astype(np.float32)
    start = start._replace(pile=pile, wait=np.zeros(1, np.int64))
    chances = plan_of(mind.prospects(start)[:, 0], mind.heat)
    chances = chances * hand_chances(reading.theirs[:, None])[HAND_OF, 0]
    for place_, card in enumerate(reading.shown):
        chances = np.where(CARDS[:, place_] == card, chances, 0)
    total = chances.sum()
    return chances / total if total else chances


def plan_of(prospects: Floats, heat: float) -> Chances:
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


def after_replies(
    mind: Learned, reading: Reading, after: Batch, chances: Chances, rng: np.random.Generator
) -> Floats:
    """Return the probability to win when the other plays its turn after each position."""
    pairs = [
        (three, four, float(chances[(CARDS[:, 2] == three) & (CARDS[:, 3] == four)].sum()))
        for three in CARD_VALUES
        for four in CARD_VALUES
    ]
    pairs = [pair for pair in pairs if pair[2] >= _RARE]
    size, many = after.size, len(pairs)
    columns = np.tile(np.arange(size), many)
    replied = after.take(columns).flipped()
    replied = replied._replace(wait=np.zeros(len(columns), np.int64))
    threes, fours = (np.repeat([pair[i] for pair in pairs], size) for i in (0, 1))
    shown = [np.full(len(columns), card) for card in reading.shown[:2]]
    cards = np.stack([*shown, threes, fours])
    take_turn(replied, cards, mind, rng, removing=not reading.first_round)
    worth = 1 - end_worth(mind, replied).reshape(many, size)
    weights = np.array([pair[2] for pair in pairs])
    mean = (weights @ worth) / weights.sum()
    at_once = mind.worth(after)
    return np.where(at_once >= 1, 1, mean).astype(np.float32)


class Depth(NamedTuple):
    """How many of the best choices are looked at again."""

    removals: int
    placements: int


def choose_removal(
    mind: Learned, reading: Reading, number: int, depth: Depth, rng: np.random.Generator
) -> Options:
    """Return the best removal, the placement that follows being thought of too."""
    options, after = removals(reading, number)
    placed = after.copy()
    cards = np.array(reading.cards)
    place(placed, np.full(after.size, cards[3]), np.full(after.size, cards[2]), mind, rng)
    rough = settled_worth(mind, placed)
    best = np.argsort(-rough)[: depth.removals]
    if len(best) < 2:
        return np.asarray(options[int(rough.argmax())])
    worth = [
        best_placement(mind, reading, after.take([column]), depth.placements // 2, rng)[1]
        for column in best
    ]
    return np.asarray(options[best[int(np.argmax(worth))]])


def choose_placement(
    mind: Learned, reading: Reading, depth: Depth, rng: np.random.Generator
) -> Options:
    """Return the best placement."""
    return best_placement(mind, reading, reading.batch, depth.placements, rng)[0]


def best_placement(
    mind: Learned, reading: Reading, batch: Batch, again: int, rng: np.random.Generator
) -> tuple[Options, float]:
    """Return the best placement from a single position and the probability to win after it.

    Where the other still plays, the ``again`` best are weighed with the other's turn.
    """
    options, after = placements(batch, np.array(reading.cards))
    worth = settled_worth(mind, after)
    if again > 1 and batch.wait[0]:
        best = np.argsort(-worth)[:again]
        chances = likely_allocations(reading, mind)
        worth = after_replies(mind, reading, after.take(best), chances, rng)
        options = options[best]
    chosen = int(worth.argmax())
    return np.asarray(options[chosen]), float(worth[chosen])


def choose_clearing(mind: Learned, reading: Reading, rng: np.random.Generator) -> Options:
    """Return the best clearing; the other clears afterwards where it still has to."""
    options, after = clearings(reading.batch)
    if reading.clears_first:
        other = after.flipped()
        clear_four(other, mind, rng)
        after = other.flipped()
    worth = end_worth(mind, after)
    return np.asarray(options[int(worth.argmax())])
