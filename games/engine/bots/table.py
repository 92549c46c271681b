"""What each allocation is worth against each: the table of 256 by 256 behind a round.

Which stones move depends on the cards on cartouches 2 to 4 only (a triple of 64), the first
cartouche on the score. So the first turns are played out once for each triple and each card
2 of the other, the second turns for each of those and each pair of cards on cartouches 2 and
3, all four cards on cartouche 4 in one go, and the ends are weighed for each of the seven
differences on cartouche 1.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.engine.rounds import WINNING_SCORE

from .counts import CARDS, Batch, Flags, Floats, Ints
from .minds import Learned, Search, end_worth
from .steps import take_turns, wins_at_once, won

Table = npt.NDArray[np.float64]

_CHUNK: Final = 64
#: A row or column counts as if so many cells of it were like the others.
_DOUBT: Final = 8.0
_DIFFERENCES: Final[Ints] = np.arange(-3, 4)


def _plays() -> tuple[Ints, Ints]:
    """Return who may play first: triples with cards 2 of the other that are no lower."""
    pairs = [(triple, two) for triple in range(64) for two in range(triple // 16, 4)]
    return np.array([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs])


#: The triples of first players and the other's card 2 less one, and the number of each.
_TRIPLE, _TWO = _plays()
_GROUP: Final[Ints] = _TRIPLE // 4 * 4 + _TWO
#: The number of units: each play, and each card 3 of the other, either side playing first.
UNITS: Final = 2 * 4 * len(_TRIPLE)


class Units(NamedTuple):
    """Turns to play out: does the own side lead, which play, the other's card 3 less one."""

    leads: Flags
    play: Ints
    three: Ints

    def take(self, which: slice | Flags) -> "Units":
        """Return some of the units."""
        return Units(self.leads[which], self.play[which], self.three[which])


def units_by_weight(own: Floats, other: Floats) -> Units:
    """Return all units that may come about, the weightiest first.

    ``own`` and ``other`` are the weights of the triples.
    """
    weights = []
    for leader, follower in ((own, other), (other, own)):
        behind = follower.reshape(4, 4, 4).sum(axis=2)
        weights.append(leader[_TRIPLE, None] * behind[_TWO])
    flat = np.concatenate([part.ravel() for part in weights])
    order = np.argsort(-flat, kind="stable")[: int((flat > 0).sum())]
    half = UNITS // 2
    return Units(order < half, order % half // 4, order % 4)


def _first_turns(
    batch: Batch, plays: Ints, mind: Learned, rng: np.random.Generator, *, removing: bool
) -> tuple[Batch, Ints]:
    """Play first turns out; return the positions and the column of each play."""
    groups = np.unique(_GROUP[plays])
    after = batch.repeated(len(groups))
    after = after._replace(wait=groups % 4 + 1)
    twos, threes = groups // 16 + 1, groups // 4 % 4 + 1
    after = take_turns(after, twos, threes, mind, rng, removing=removing)
    column = np.full(64, -1)
    column[groups] = np.arange(len(groups))
    return after, column[_GROUP] + _TRIPLE % 4 * len(groups)


def fill(table: Table, batch: Batch, units: Units, search: Search, *, removing: bool) -> int:
    """Put what has been worked out into the table, and return how many units that is.

    ``table`` comes with a guess in every cell; a chunk of units after the other makes it
    better until all are done or it is ``late``. The guesses that are left are moved to where
    those were found to be that are not.
    """
    mind, rng = search.mind, search.rng
    firsts = [
        _first_turns(view, units.play[units.leads == leads], mind, rng, removing=removing)
        for view, leads in ((batch.flipped(), False), (batch, True))
    ]
    cells = np.full((2, 64, 64, 7), np.nan, np.float32)
    done = 0
    for start in range(0, len(units.play), _CHUNK):
        if start and search.late():
            break
        chunk = units.take(slice(start, start + _CHUNK))
        for leads in (False, True):
            some = chunk.take(chunk.leads == leads)
            if len(some.play):
                after, column = firsts[int(leads)]
                first = after.take(column[some.play])
                worth = _second_turns(first, some, search, removing=removing)
                leader = np.tile(_TRIPLE[some.play], 4)
                follower = np.concatenate(
                    [_TWO[some.play] * 16 + some.three * 4 + four for four in range(4)]
                )
                own, other = (leader, follower) if leads else (follower, leader)
                cells[int(leads), own, other] = worth.T
        done += len(chunk.play)
    _spread(table, cells)
    return done


def _second_turns(first: Batch, units: Units, search: Search, *, removing: bool) -> Floats:
    """Return the own side's worth, a row for each difference on cartouche 1.

    The columns are the units, for each of the four cards on cartouche 4 of who plays second.
    """
    leads = bool(units.leads[0])
    over = np.tile(won(first), 4)
    second = first.flipped()._replace(wait=np.zeros(first.size, np.int64))
    second = second.copy()
    twos, threes = _TWO[units.play] + 1, units.three + 1
    second = take_turns(second, twos, threes, search.mind, search.rng, removing=removing)
    size = second.size
    seven = second.take(np.tile(np.arange(size), 7))
    lead = np.repeat(2 * _DIFFERENCES, size) * (-1 if leads else 1)
    seven.score[0] += np.maximum(lead, 0)
    seven.score[1] += np.maximum(-lead, 0)
    worth = end_worth(search.mind, seven, other_thinks=leads).reshape(7, size)
    worth[:, over] = 0
    return 1 - worth if leads else worth


def settle(table: Table, batch: Batch, *, removing: bool) -> None:
    """Put what needs no looking ahead into the table: 40 points, and boards filled by a first turn.

    The latter also where the turns played out stone by stone have missed it.
    """
    gap, ahead = _order()
    triple = np.arange(256) % 64
    cards = CARDS[:64, 1:].T
    own = wins_at_once(batch, cards, removing=removing)[triple]
    other = wins_at_once(batch.flipped(), cards, removing=removing)[triple]
    table[(ahead < 0) & own[:, None]] = 1
    table[(ahead > 0) & other[None, :]] = 0
    table[(ahead == 0) & own[:, None] & other[None, :]] = 0.5
    score, theirs = batch.score[:, 0]
    table[(score + 2 * gap >= WINNING_SCORE) & (gap > 0)] = 1
    table[(theirs - 2 * gap >= WINNING_SCORE) & (gap < 0)] = 0


def _order() -> tuple[Ints, Ints]:
    """Return the differences on cartouche 1, and below 0 where the own side plays first."""
    one, two = CARDS[:, 0], CARDS[:, 1]
    gap = one[:, None] - one[None, :]
    return gap, np.sign(two[:, None] - two[None, :]) * 2 + np.sign(gap)


def _spread(table: Table, cells: Floats) -> None:
    """Carry the cells over pairs of triples into the table over pairs of allocations."""
    gap, ahead = _order()
    triple = np.arange(256) % 64
    at = (triple[:, None], triple[None, :], gap + 3)
    leading, following = cells[1][at], cells[0][at]
    # Lower cards lead; after a war either may.
    worth = np.where(ahead < 0, leading, following)
    worth = np.where(ahead == 0, (leading + following) / 2, worth)
    table += _shift(table, worth)
    np.copyto(table, worth, where=~np.isnan(worth))


def _shift(guess: Table, found: Table) -> Table:
    """Return by how much the guesses are off, as far as what was found tells.

    What the guesses are off on the whole, in a row and in a column is added up; a row or a
    column of which little is known is thought to be like the others.
    """
    known = ~np.isnan(found)
    off = np.where(known, found - guess, 0)
    mean = off.sum() / max(1, known.sum())
    off = np.where(known, off - mean, 0)
    rows = off.sum(axis=1, keepdims=True) / (known.sum(axis=1, keepdims=True) + _DOUBT)
    off = np.where(known, off - rows, 0)
    columns = off.sum(axis=0, keepdims=True) / (known.sum(axis=0, keepdims=True) + _DOUBT)
    return np.asarray(mean + rows + columns)
