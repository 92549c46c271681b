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
    HAND_OF,
    KINDS,
    TEMPLE_OF,
    TOTALS,
    Batch,
    Floats,
    Ints,
    fitting,
    hand_chances,
)
from .deeper import next_round_worth
from .minds import Learned, Search, end_worth, plan_of
from .reading import Chances, Reading
from .steps import can_fill, clear_four, place, take_turns, won

Options = npt.NDArray[np.int8]

#: By how much a choice is clearly worse, in probability to win.
_CLEARLY: Final = 0.05
#: After how many of the other's turns the round that follows is looked at.
_LIKELY: Final = 4
#: How unlikely a hidden card 3 has to be to be left out of account.
_RARE: Final = 0.01
#: So many placements or clearings are all weighed; of more, those that come of the best parts.
_ALL: Final = 300
_CODE: Final[Ints] = 5 ** np.arange(KINDS, dtype=np.int64)


class Tried(NamedTuple):
    """Choices as counts of each kind, a row each, and the positions after them."""

    options: Options
    after: Batch


def removals(reading: Reading, number: int) -> Tried:
    """Try all removals of so many stones that a card on cartouche 2 allows (3.2)."""
    batch, cards = reading.batch, reading.cards
    whose = 0 if removes_own(cards[1]) else 1
    rows = slice(whose * KINDS, (whose + 1) * KINDS)
    options = fitting(number, cards[2], batch.stones[rows, 0])
    after = batch.repeated(len(options))
    after.stones[rows] -= options.T
    after.dead[whose] += number
    return Tried(options, after)


def placements(batch: Batch, cards: Ints) -> Tried:
    """Try all placements that the cards on cartouches 3 and 4 ask for (3.5)."""
    free = CAPACITY - batch.stones[:KINDS, 0] - batch.stones[KINDS:, 0]
    wanted = min(int(cards[3]), int(batch.supply[0, 0]))
    number = min(wanted, int(free[cards[2] > TEMPLE_OF].sum()))
    options = fitting(number, int(cards[2]), free)
    after = batch.repeated(len(options))
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
    after = batch.repeated(len(options))
    after.stones[:KINDS] -= options.T
    after.supply[0] += options.sum(axis=1)
    return Tried(options, after)


def _within(own: Floats, temple: int, number: int) -> Options:
    return fitting(number, 4, np.where(temple == TEMPLE_OF, own, 0).astype(np.float32))


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


def likely_placements(batch: Batch, cards: Ints, mind: Learned, width: int) -> Tried:
    """Try the placements that come of the best ``width`` with a stone less, and all that win."""
    tried = placements(batch, cards)
    if len(tried.options) <= _ALL:
        return tried
    free = CAPACITY - batch.stones[:KINDS, 0] - batch.stones[KINDS:, 0]
    room = np.where(cards[2] > TEMPLE_OF, free, 0).astype(np.int8)
    number = int(tried.options[0].sum())
    rows = np.zeros((1, KINDS), np.int8)
    for step in range(number):
        grown = (rows[:, None, :] + np.eye(KINDS, dtype=np.int8)[None]).reshape(-1, KINDS)
        grown = grown[(grown <= room).all(axis=1)]
        rows = grown[np.unique(grown @ _CODE, return_index=True)[1]]
        if step + 1 < number:
            after = batch.repeated(len(rows))
            after.stones[:KINDS] += rows.T
            after.supply[0] -= step + 1
            worth = mind.worth(after)
            rows = rows[np.argsort(-worth, kind="stable")[:width]]
    kept = np.isin(tried.options @ _CODE, rows @ _CODE) | won(tried.after)
    return Tried(tried.options[kept], tried.after.take(kept))


class Replies(NamedTuple):
    """The other's turn after each position: a row for each pair of cards it may have laid.

    ``ended`` is the position afterwards as the other sees it, row after row.
    """

    worth: Floats
    chances: Chances
    ended: Batch


def replies(search: Search, reading: Reading, after: Batch) -> Replies:
    """Play out the other's turn after each position, for all pairs of cards it may hide."""
    likely = likely_allocations(reading, search.mind)
    by_three = [float(likely[CARDS[:, 2] == three].sum()) for three in CARD_VALUES]
    threes = [card for card in CARD_VALUES if by_three[card - 1] >= _RARE * sum(by_three)]
    size, many = after.size, len(threes)
    start = after.take(np.tile(np.arange(size), many)).flipped()
    start = start._replace(wait=np.zeros(size * many, np.int64)).copy()
    ended = take_turns(
        start,
        np.full(size * many, reading.shown[1]),
        np.repeat(threes, size),
        search.mind,
        search.rng,
        removing=not reading.first_round,
    )
    rows = [(three, four) for four in CARD_VALUES for three in threes]
    theirs = end_worth(search.mind, ended, other_thinks=True)
    worth = 1 - theirs.reshape(len(rows), size)
    worth[:, won(after)] = 1
    chances = np.array(
        [likely[(CARDS[:, 2] == three) & (CARDS[:, 3] == four)].sum() for three, four in rows]
    )
    return Replies(worth, chances / chances.sum(), ended)


class Depth(NamedTuple):
    """How much is looked at.

    So many placements are kept while they grow stone by stone; so many removals and placements
    are looked at once more, with the other's turn; then so many choices with the round that
    follows, by so many units of its table. Where the other still plays it is the round after each
    of the likeliest turns, by ``after_reply`` units.
    """

    width: int
    removals: int
    placements: int
    choices: int = 1
    units: int = 0
    after_reply: int = 0


def choose_removal(search: Search, reading: Reading, number: int, depth: Depth) -> Options:
    """Return the best removal, the placement that follows being thought of too."""
    options, after = removals(reading, number)
    cards = np.array(reading.cards)
    filling = can_fill(after, int(cards[3]), int(cards[2]))
    first = np.argsort(-settled_worth(search.mind, after) - filling, kind="stable")
    first = first[: 3 * max(depth.removals, depth.width)]
    options, after = options[first], after.take(first)
    placed = after.copy()
    reach = np.full(after.size, cards[2])
    place(placed, np.full(after.size, cards[3]), reach, search.mind, search.rng)
    rough = settled_worth(search.mind, placed)
    best = np.argsort(-rough)[: depth.removals]
    if len(best) < 2:
        return np.asarray(options[int(rough.argmax())])
    worth = [-1.0] * len(best)
    for number_, column in enumerate(best):
        if number_ and search.late():
            break
        tried = after.take([column])
        shallow = Depth(depth.width, 1, depth.placements // 2)
        worth[number_] = best_placement(search, reading, tried, shallow)[1]
    return np.asarray(options[best[int(np.argmax(worth))]])


def choose_placement(search: Search, reading: Reading, depth: Depth) -> Options:
    """Return the best placement."""
    return best_placement(search, reading, reading.batch, depth)[0]


def best_placement(
    search: Search, reading: Reading, batch: Batch, depth: Depth
) -> tuple[Options, float]:
    """Return the best placement from a single position and the probability to win after it."""
    options, after = likely_placements(batch, np.array(reading.cards), search.mind, depth.width)
    worth = settled_worth(search.mind, after)
    if batch.wait[0] and depth.placements > 1:
        best = np.argsort(-worth)[: depth.placements]
        options, after = options[best], after.take(best)
        answered = replies(search, reading, after)
        worth = np.asarray(answered.chances @ answered.worth, np.float32)
        if depth.choices > 1 and depth.after_reply:
            worth = _after_round_and_reply(search, worth, answered, depth)
    elif not batch.wait[0] and depth.choices > 1:
        worth = weigh_again(search, after, worth, depth, clears_first=False)
    chosen = int(worth.argmax())
    return np.asarray(options[chosen]), float(worth[chosen])


def weigh_again(
    search: Search, after: Batch, worth: Floats, depth: Depth, *, clears_first: bool
) -> Floats:
    """Return the worth of positions, that of the best few by the round that follows."""
    best = _close(worth, depth.choices)
    if len(best) < 2:
        return worth
    better = np.full(worth.shape, -1, np.float32)
    for number, column in enumerate(best):
        if number and search.late():
            # Half a comparison is none.
            return worth
        better[column] = next_round_worth(
            after.take([column]), search, depth.units, clears_first=clears_first
        )
    return better


def _close(worth: Floats, many: int) -> Ints:
    """Return the best few that are not clearly worse than the best."""
    best = np.argsort(-worth)[:many]
    return np.asarray(best[worth[best] >= worth[best[0]] - _CLEARLY])


def _after_round_and_reply(
    search: Search, worth: Floats, answered: Replies, depth: Depth
) -> Floats:
    """Correct the worth of the best few by the round after the other's likeliest turns."""
    best = _close(worth, depth.choices)
    if len(best) < 2:
        return worth
    rows = np.argsort(-answered.chances, kind="stable")[:_LIKELY]
    likely = answered.chances[rows]
    size = len(worth)
    better = np.full(worth.shape, -1, np.float32)
    for number, column in enumerate(best):
        change = 0.0
        for row, chance in zip(rows.tolist(), likely, strict=True):
            if (number or row != rows[0]) and search.late():
                return worth
            ended = answered.ended.take([row * size + column]).flipped()
            mine = next_round_worth(ended, search, depth.after_reply, clears_first=True)
            change += float(chance) * (mine - float(answered.worth[row, column]))
        better[column] = worth[column] + change / float(likely.sum())
    return better


def choose_clearing(search: Search, reading: Reading, depth: Depth) -> Options:
    """Return the best clearing; the other clears afterwards where it still has to."""
    options, after = clearings(reading.batch)
    if reading.clears_first:
        first = np.argsort(-end_worth(search.mind, after), kind="stable")[: 4 * depth.width]
        options, after = options[first], after.take(first)
        other = after.flipped()
        clear_four(other, search.mind, search.rng)
        after = other.flipped()
    worth = end_worth(search.mind, after)
    if depth.choices > 1:
        worth = weigh_again(search, after, worth, depth, clears_first=reading.clears_first)
    return np.asarray(options[int(worth.argmax())])
