"""The worth of a position at the end of a round by the round that follows.

The table of the next round averages over what both may be dealt and lay, so it errs less
than the network does on a single position. It is too slow for all positions and is kept for
the best few choices.
"""

from typing import Final

import numpy as np

from games.engine.board import CARDS_OF_A_VALUE
from games.engine.table import HAND_SIZE

from .allocation import Plans
from .counts import HAND_OF, Batch, Ints
from .features import describe, score, scoring_due
from .minds import Search
from .steps import clear_four

_ROUNDS: Final = 60


def begun_again(batch: Batch, search: Search, *, clears_first: bool) -> Batch:
    """Return a position after the scoring and the clearing that are due, not the last (4.3)."""
    if not scoring_due(batch)[0]:
        return batch
    scores = score(batch.stones)
    after = batch.copy()
    after.score[:] += np.stack([scores.own, scores.other])
    after.supply[:] += after.dead
    after.dead[:] = 0
    own, other = after.score[:, 0]
    first = clears_first if own == other else own > other
    for own_turn in (first, not first):
        side = after if own_turn else after.flipped()
        clear_four(side, search.mind, search.rng)
        after = side if own_turn else side.flipped()
    return after


def next_round_worth(batch: Batch, search: Search, units: int, *, clears_first: bool) -> float:
    """Return the probability to win at the end of a round, by what the next one may bring."""
    _, exact = describe(batch)
    if exact.decided[0]:
        return float(exact.worth[0])
    start = begun_again(batch, search, clears_first=clears_first)
    piles = (_drawn_from(start.pile[:4, 0]), _drawn_from(start.pile[4:, 0]))
    plans = Plans(search, start, piles, None, units)
    found = plans.equilibrium(_ROUNDS)
    return float((plans.own_hands[HAND_OF] * found.own) @ found.worth)


def _drawn_from(pile: np.ndarray[tuple[int], np.dtype[np.float32]]) -> Ints:
    """Return the cards that the next hand comes from; a pile all but empty is a new one (2.1)."""
    counts = np.rint(pile).astype(np.int64)
    return counts if counts.sum() >= HAND_SIZE else np.full(4, CARDS_OF_A_VALUE)
