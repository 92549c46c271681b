"""Turns and clearings stone by stone, for many positions at once.

Each stone goes where the position after it is worth most. A turn as a whole is weighed in
turns.py; this is the quick way, for learning and for looking ahead. Batches are changed in
place.
"""

from typing import TYPE_CHECKING, Final

import numpy as np

from .counts import (
    CAPACITY,
    FILL_REACH,
    FILL_SIZES,
    FILLS,
    KINDS,
    TEMPLE_OF,
    TOTALS,
    Batch,
    Flags,
    Floats,
    Ints,
)

if TYPE_CHECKING:
    from .games import Mind

_CAPACITY: Final[Floats] = CAPACITY[:, None]
_IN_FILL: Final[Floats] = TOTALS[list(FILLS)]


def pick(
    batch: Batch,
    columns: Ints,
    allowed: Flags,
    kind_of_step: tuple[Ints, int],
    mind: "Mind",
    rng: np.random.Generator,
    bonus: Floats | None = None,
) -> Ints:
    """Change one stone in each of some positions for the best, and return the kinds chosen.

    ``allowed`` has a row for each kind and a column for each of ``columns``. The step is
    (whose stones: 0 own or 1 the other's, for each column; what is added to their number). A
    stone removed goes to the dead, a stone placed comes from the supply.
    """
    whose, change = kind_of_step
    kinds, places = np.nonzero(allowed)
    tried = batch.take(columns[places])
    each = np.arange(len(places))
    owner = whose[places]
    tried.stones[owner * KINDS + kinds, each] += change
    (tried.dead if change < 0 else tried.supply)[owner, each] -= change
    worth = mind.worth(tried) + mind.noise(len(places), rng)
    table = np.full(allowed.shape, -np.inf, np.float32)
    table[kinds, places] = worth
    if bonus is not None:
        table += bonus
    chosen = np.asarray(table.argmax(axis=0))
    batch.stones[whose * KINDS + chosen, columns] += change
    (batch.dead if change < 0 else batch.supply)[whose, columns] -= change
    return chosen


def take_turn(
    batch: Batch, cards: Ints, mind: "Mind", rng: np.random.Generator, *, removing: bool
) -> Flags:
    """Remove and place by the cards, a row for each cartouche, and tell who wins by 3.6."""
    if removing:
        _remove(batch, cards[1], cards[2], mind, rng)
    place(batch, cards[3], cards[2], mind, rng)
    return won(batch)


def won(batch: Batch) -> Flags:
    """Tell in which positions the player has filled a temple, gold or green (rule 3.6)."""
    totals = _IN_FILL @ batch.stones[:KINDS]
    return np.asarray((totals >= FILL_SIZES[:, None]).any(axis=0))


def _remove(batch: Batch, card: Ints, reach: Ints, mind: "Mind", rng: np.random.Generator) -> None:
    whose = (card != 1).astype(np.int64)
    asked = np.abs(card - 2)
    reachable = TEMPLE_OF[:, None] < reach[None, :]
    for step in range(2):
        theirs = np.where(whose == 0, batch.stones[:KINDS], batch.stones[KINDS:])
        allowed = (theirs > 0) & reachable & (asked > step)
        columns = np.flatnonzero(allowed.any(axis=0))
        if len(columns):
            # Whatever keeps the player from filling a board goes first.
            near = _fillable(batch, np.minimum(4, batch.supply[0]), reach, asked - step) & (
                whose == 1
            )
            bonus = 10 * (_IN_FILL.T @ near.astype(np.float32))[:, columns]
            pick(batch, columns, allowed[:, columns], (whose[columns], -1), mind, rng, bonus)


def place(batch: Batch, card: Ints, reach: Ints, mind: "Mind", rng: np.random.Generator) -> None:
    """Place by the cards on cartouches 4 and 3; what finds no square is buried (rule 3.5)."""
    wanted = np.minimum(card, batch.supply[0])
    for step in range(4):
        bonus = _near_win(batch, wanted - step, reach)
        _place_one(batch, wanted > step, reach, mind, rng, bonus)


def _place_one(
    batch: Batch,
    wanting: Flags,
    reach: Ints,
    mind: "Mind",
    rng: np.random.Generator,
    bonus: Floats | None = None,
) -> None:
    free = _CAPACITY - batch.stones[:KINDS] - batch.stones[KINDS:]
    allowed = (free > 0) & (TEMPLE_OF[:, None] < reach[None, :]) & wanting
    here = allowed.any(axis=0)
    columns = np.flatnonzero(here)
    if len(columns):
        own = np.zeros(len(columns), np.int64)
        extra = None if bonus is None else bonus[:, columns]
        pick(batch, columns, allowed[:, columns], (own, 1), mind, rng, extra)
    buried = ~here & wanting
    batch.dead[0] += buried
    batch.supply[0] -= buried


def take_turns(
    batch: Batch, twos: Ints, reach: Ints, mind: "Mind", rng: np.random.Generator, *, removing: bool
) -> Batch:
    """Return the positions after turns with a 1, then with a 2, 3 and 4 on cartouche 4.

    Each stone is placed where it is worth most, so that three stones are two and one more, and
    four turns cost no more than one. Boards that can be filled are filled. ``batch`` is changed.
    """
    if removing:
        _remove(batch, twos, reach, mind, rng)
    before = batch.copy()
    wanted = np.minimum(4, batch.supply[0])
    stages = []
    for step in range(4):
        _place_one(batch, wanted > step, reach, mind, rng)
        stages.append(_filled(batch, before, np.minimum(wanted, step + 1), reach))
    return Batch.joined(stages)


def _filled(batch: Batch, before: Batch, left: Floats, reach: Ints) -> Batch:
    """Return a copy of a batch, with a full board where one was in reach before the turn."""
    after = batch.copy()
    near = _fillable(before, left, reach)
    columns = np.flatnonzero(near.any(axis=0))
    if len(columns):
        which = near[:, columns].argmax(axis=0)
        full = _IN_FILL[which].T > 0
        held = before.stones[:KINDS, columns]
        after.stones[:KINDS, columns] = np.where(full, _CAPACITY, held)
    return after


def fills(batch: Batch) -> tuple[Floats, Floats]:
    """Return the stones missing on each board of rule 3.6, and the other's stones there."""
    own, other = _IN_FILL @ batch.stones[:KINDS], _IN_FILL @ batch.stones[KINDS:]
    return FILL_SIZES[:, None] - own, other


def _fillable(batch: Batch, left: Floats, reach: Ints, removed: Ints | int = 0) -> Flags:
    """Tell which boards can be filled with the stones left: a row for each.

    So many of the other's stones can be removed before.
    """
    needs, other = fills(batch)
    near = (other <= removed) & (needs <= left)
    return np.asarray(near & (FILL_REACH[:, None] <= reach))


def wins_at_once(batch: Batch, cards: Ints, *, removing: bool) -> Flags:
    """Tell which turns fill a board, a turn for each column of cards (rows: cartouches 2 to 4).

    ``batch`` is a single position. A card that removes an own stone is not thought to win.
    """
    many = batch.repeated(cards.shape[1])
    left = np.minimum(cards[2], many.supply[0])
    removed = np.maximum(cards[0] - 2, 0) * int(removing)
    wins = _fillable(many, left, cards[1], removed).any(axis=0)
    return np.asarray(wins & ((cards[0] != 1) | (not removing)))


def can_fill(batch: Batch, card: int, reach: int) -> Flags:
    """Tell in which positions a board can be filled with a card on cartouche 4."""
    left = np.minimum(card, batch.supply[0])
    return np.asarray(_fillable(batch, left, np.full(batch.size, reach)).any(axis=0))


def _near_win(batch: Batch, left: Floats, reach: Ints) -> Floats:
    """Return a bonus for the kinds of a board that can be filled with the stones left."""
    near = _fillable(batch, left, reach)
    return np.asarray(10 * (_IN_FILL.T @ near.astype(np.float32)))


def clear_four(batch: Batch, mind: "Mind", rng: np.random.Generator) -> list[Ints]:
    """Clear four own stones by rule 4.3, or all where there are no more than four."""
    temples = TOTALS[:4]
    held = temples @ batch.stones[:KINDS]
    few = held.sum(axis=0) <= 4
    batch.supply[0] += held.sum(axis=0) * few
    batch.stones[:KINDS, few] = 0
    missing = (held == 0).sum(axis=0) * ~few
    own = np.zeros(batch.size, np.int64)
    chosen = []
    for step in range(8):
        if step < 4:
            counts = np.where(step == TEMPLE_OF, 1, 0)[:, None] * (held[step] > 0) * ~few
        else:
            left = temples @ batch.stones[:KINDS]
            fullest = left == left.max(axis=0)
            counts = fullest[TEMPLE_OF] * (missing > step - 4)
        allowed = (counts > 0) & (batch.stones[:KINDS] > 0)
        columns = np.flatnonzero(allowed.any(axis=0))
        if len(columns):
            # The stone goes to the supply, not to the dead.
            chosen.append(pick(batch, columns, allowed[:, columns], (own[columns], -1), mind, rng))
            batch.dead[0, columns] -= 1
            batch.supply[0, columns] += 1
    return chosen
