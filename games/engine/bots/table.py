"""What each allocation is worth against each: the table of 256 by 256 behind a round.

Which stones move depends on the cards on cartouches 2 to 4 only (a triple of 64), the first
cartouche on the score. So the first turns are played out once for each triple and each card
2 of the other, the second turns for each pair of triples, and the ends are weighed for each
of the seven differences on cartouche 1.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.engine.rounds import WINNING_SCORE

from .counts import CARDS, Batch, Flags, Floats, Ints
from .minds import Learned, Search, end_worth
from .steps import take_turn

Table = npt.NDArray[np.float64]

_CHUNK: Final = 640
#: The cards on cartouches 2, 3 and 4 of each triple; an allocation modulo 64 is its triple.
_TRIPLES: Final[Ints] = CARDS[:64, 1:]
_DIFFERENCES: Final[Ints] = np.arange(-3, 4)


class _First(NamedTuple):
    """First turns played out: for each triple and each card 2 of the other, a column or -1."""

    column: Ints
    after: Batch
    won: Flags


class Pairs(NamedTuple):
    """Second turns to play out: the triples of both, and whether the own side plays first."""

    own: Ints
    other: Ints
    leads: Flags

    def take(self, which: slice | Flags) -> "Pairs":
        """Return some of the pairs."""
        return Pairs(self.own[which], self.other[which], self.leads[which])


def pairs_by_weight(own: Floats, other: Floats) -> Pairs:
    """Return all pairs of triples with a weight, the weightiest first, equal cards 2 twice."""
    weights = own[:, None] * other[None, :]
    order = np.argsort(-weights, axis=None, kind="stable")[: int((weights > 0).sum())]
    mine, theirs = order // 64, order % 64
    twos = _TRIPLES[mine, 0], _TRIPLES[theirs, 0]
    both = np.flatnonzero(twos[0] == twos[1])
    at = np.concatenate([np.arange(len(order)), both])
    leads = np.concatenate([twos[0] <= twos[1], np.zeros(len(both), bool)])
    by_weight = np.argsort(at, kind="stable")
    at = at[by_weight]
    return Pairs(mine[at], theirs[at], leads[by_weight])


def _first_turns(
    batch: Batch, triples: Ints, mind: Learned, rng: np.random.Generator, *, removing: bool
) -> _First:
    column = np.full((64, 5), -1)
    plays = [(triple, two) for triple in triples.tolist() for two in range(_TRIPLES[triple, 0], 5)]
    for number, (triple, two) in enumerate(plays):
        column[triple, two] = number
    after = batch.repeated(len(plays))
    after = after._replace(wait=np.array([two for _, two in plays], np.int64))
    cards = _TRIPLES[[triple for triple, _ in plays]].T
    won = take_turn(after, np.concatenate([cards[:1], cards]), mind, rng, removing=removing)
    return _First(column, after, won)


def fill(
    table: Table,
    batch: Batch,
    pairs: Pairs,
    search: Search,
    *,
    removing: bool,
) -> int:
    """Put what has been worked out into the table, and return how many pairs that is.

    ``table`` comes with a guess in every cell; a chunk of pairs after the other makes it
    better until all are done or it is ``late``.
    """
    mind, rng = search.mind, search.rng
    firsts = [
        _first_turns(view, np.unique(triples), mind, rng, removing=removing)
        for view, triples in ((batch, pairs.own), (batch.flipped(), pairs.other))
    ]
    cells = np.full((2, 64, 64, 7), np.nan, np.float32)
    done = 0
    for start in range(0, len(pairs.own), _CHUNK):
        if start and search.late():
            break
        chunk = pairs.take(slice(start, start + _CHUNK))
        for leads in (True, False):
            some = chunk.take(chunk.leads == leads)
            if len(some.own):
                first = firsts[0 if leads else 1]
                worth = _second_turns(first, some, mind, rng, removing=removing)
                cells[int(leads), some.own, some.other] = worth.T
        done += len(chunk.own)
    _spread(table, cells, batch)
    return done


def _second_turns(
    first: _First, pairs: Pairs, mind: Learned, rng: np.random.Generator, *, removing: bool
) -> Floats:
    """Return the own side's worth, a row for each difference on cartouche 1."""
    leads = bool(pairs.leads[0])
    leader, follower = (pairs.own, pairs.other) if leads else (pairs.other, pairs.own)
    columns = first.column[leader, _TRIPLES[follower, 0]]
    second = first.after.take(columns).flipped()
    second = second._replace(wait=np.zeros(len(columns), np.int64))
    cards = _TRIPLES[follower].T
    take_turn(second, np.concatenate([cards[:1], cards]), mind, rng, removing=removing)
    size = len(columns)
    seven = second.take(np.tile(np.arange(size), 7))
    lead = np.repeat(2 * _DIFFERENCES, size) * (-1 if leads else 1)
    seven.score[0] += np.maximum(lead, 0)
    seven.score[1] += np.maximum(-lead, 0)
    worth = end_worth(mind, seven).reshape(7, size)
    worth[:, first.won[columns]] = 0
    return 1 - worth if leads else worth


def _spread(table: Table, cells: Floats, batch: Batch) -> None:
    """Carry the cells over pairs of triples into the table over pairs of allocations."""
    one, two = CARDS[:, 0], CARDS[:, 1]
    gap = one[:, None] - one[None, :]
    ahead = np.sign(two[:, None] - two[None, :]) * 2 + np.sign(gap)
    triple = np.arange(256) % 64
    at = (triple[:, None], triple[None, :], gap + 3)
    leading, following = cells[1][at], cells[0][at]
    # Lower cards lead; after a war either may.
    worth = np.where(ahead < 0, leading, following)
    worth = np.where(ahead == 0, (leading + following) / 2, worth)
    own, other = batch.score[:, 0]
    worth = np.where((own + 2 * gap >= WINNING_SCORE) & (gap > 0), 1, worth)
    worth = np.where((other - 2 * gap >= WINNING_SCORE) & (gap < 0), 0, worth)
    np.copyto(table, worth, where=~np.isnan(worth))
