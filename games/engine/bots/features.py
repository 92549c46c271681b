"""What the network is told of a position, and what needs no network to know.

The exact part: a scoring that is due (rule 4.1), the end it may bring (4.2) and full boards
(3.6). Formulas are those of scoring.py over counts; a test holds the two together.
"""

from typing import Final, NamedTuple

import numpy as np

from games.engine.rounds import KINGDOM_SPACES, WINNING_SCORE
from games.engine.scoring import BLUE_POINTS, GREY_POINTS, TEMPLE2_POINTS

from .counts import CAPACITY, FILL_SIZES, FILLS, KINDS, TOTAL_ROWS, TOTALS, Batch, Flags, Floats

_BOTH: Final[Floats] = np.zeros((2 * TOTAL_ROWS, 2 * KINDS), np.float32)
_BOTH[:TOTAL_ROWS, :KINDS] = TOTALS
_BOTH[TOTAL_ROWS:, KINDS:] = TOTALS
_SHARE: Final[Floats] = (1 / np.concatenate([CAPACITY, CAPACITY]))[:, None].astype(np.float32)
_FILL: Final = list(FILLS)
_PER_SIZE: Final[Floats] = (1 / FILL_SIZES)[:, None].astype(np.float32)

FEATURES: Final = 97


class Scores(NamedTuple):
    """What a scoring now would give, own first, and what it is made of."""

    own: Floats
    other: Floats
    totals: Floats
    lead: Floats


def score(stones: Floats) -> Scores:
    """Return what a scoring of each board would give both players (rule 4.1)."""
    totals = _BOTH @ stones
    own, other = totals[:TOTAL_ROWS], totals[TOTAL_ROWS:]
    lead = own[:5] - other[:5]
    ahead, behind = lead > 0, lead < 0
    for_own = np.maximum(lead[0], 0) + own[8]
    for_other = np.maximum(-lead[0], 0) + other[8]
    for_own += _by_leads(own, ahead)
    for_other += _by_leads(other, behind)
    return Scores(for_own, for_other, totals, lead)


def _by_leads(totals: Floats, leads: Flags) -> Floats:
    """Return what a player scores in temples 2, 3 and 4 and for grey, leading where told."""
    return np.asarray(
        TEMPLE2_POINTS * leads[1]
        + totals[2] * leads[2]
        + BLUE_POINTS * totals[5] * leads[3]
        + GREY_POINTS * leads[4],
        np.float32,
    )


class Known(NamedTuple):
    """Which positions are decided, and what they are worth to the player."""

    decided: Flags
    worth: Floats


def known(batch: Batch, scores: Scores, due: Flags) -> Known:
    """Return which positions are over once the due scoring is made, and how (3.6, 4.2)."""
    totals = scores.totals
    full = (totals[_FILL] >= FILL_SIZES[:, None]).any(axis=0)
    lost = (totals[[TOTAL_ROWS + row for row in _FILL]] >= FILL_SIZES[:, None]).any(axis=0)
    own = batch.score[0] + due * scores.own
    other = batch.score[1] + due * scores.other
    ended = np.maximum(own, other) >= WINNING_SCORE
    worth = np.where(full, 1.0, np.where(lost, 0.0, 0.5 + 0.5 * np.sign(own - other))).astype(
        np.float32
    )
    return Known(full | lost | ended, worth)


def scoring_due(batch: Batch) -> Flags:
    """Tell where the round is over and the Kingdom of the Dead is full (rule 4.1)."""
    return np.asarray((batch.wait == 0) & (batch.dead[0] + batch.dead[1] >= KINGDOM_SPACES))


def describe(batch: Batch) -> tuple[Floats, Known]:
    """Return the inputs of the network for each position, and what is known without it."""
    scores = score(batch.stones)
    due = scoring_due(batch)
    exact = known(batch, scores, due)
    totals, lead = scores.totals, scores.lead
    x = np.empty((FEATURES, batch.size), np.float32)
    np.multiply(batch.stones, _SHARE, out=x[:40])
    np.multiply(np.clip(lead, -3, 3), 1 / 3, out=x[40:45])
    np.sign(lead, out=x[45:50])
    x[50] = scores.own / 20
    x[51] = scores.other / 20
    x[52] = totals[2] * (lead[2] > 0) / 6
    x[53] = totals[TOTAL_ROWS + 2] * (lead[2] < 0) / 6
    x[54] = totals[5] * (lead[3] > 0) / 2
    x[55] = totals[TOTAL_ROWS + 5] * (lead[3] < 0) / 2
    after = batch.score + due * np.stack([scores.own, scores.other])
    np.multiply(after, 1 / 20, out=x[56:58])
    x[58] = (after[0] - after[1]) / 20
    # What the next scoring would bring on this board, were it the last.
    own = after[0] + ~due * scores.own
    other = after[1] + ~due * scores.other
    margin = own - other
    x[59] = margin / 20
    ends = np.maximum(own, other) >= WINNING_SCORE
    x[60] = ends * np.sign(margin)
    x[61] = np.clip((own - WINNING_SCORE) / 10, -1, 1)
    x[62] = np.clip((other - WINNING_SCORE) / 10, -1, 1)
    dead = batch.dead * ~due
    np.multiply(dead, 1 / 4, out=x[63:65])
    x[65] = np.minimum(dead[0] + dead[1], KINGDOM_SPACES) / 8
    np.multiply(batch.supply + batch.dead * due, 1 / 15, out=x[66:68])
    x[68:70] = batch.token
    np.multiply(batch.pile, 1 / 9, out=x[70:78])
    x[78] = due
    for card in range(1, 5):
        x[78 + card] = batch.wait == card
    own_fill = totals[_FILL] * _PER_SIZE
    other_fill = totals[[TOTAL_ROWS + row for row in _FILL]] * _PER_SIZE
    x[83:89] = own_fill * (other_fill == 0)
    x[89:95] = other_fill * (own_fill == 0)
    x[95] = (dead[0] + dead[1] >= 5) * (1 - due)
    x[96] = (dead[0] + dead[1] >= 7) * (1 - due)
    return x, exact
