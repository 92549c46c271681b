"""What the network is told of a position, and what needs no network to know.

The exact part: a scoring that is due (rule 4.1), the end it may bring (4.2) and full boards
(3.6). Formulas are those of scoring.py over counts; a test holds the two together.
"""

from itertools import product
from typing import Final, NamedTuple

import numpy as np

from games.engine.board import CARD_VALUES, CARDS_OF_A_VALUE
from games.engine.rounds import KINGDOM_SPACES, WINNING_SCORE
from games.engine.scoring import BLUE_POINTS, GREY_POINTS, TEMPLE2_POINTS

from .counts import (
    CAPACITY,
    CARDS,
    FILL_REACH,
    FILL_SIZES,
    FILLS,
    HAND_OF,
    KINDS,
    TOTAL_ROWS,
    TOTALS,
    Batch,
    Flags,
    Floats,
    Ints,
    hand_chances,
)

_BOTH: Final[Floats] = np.zeros((2 * TOTAL_ROWS, 2 * KINDS), np.float32)
_BOTH[:TOTAL_ROWS, :KINDS] = TOTALS
_BOTH[TOTAL_ROWS:, KINDS:] = TOTALS
_SHARE: Final[Floats] = (1 / np.concatenate([CAPACITY, CAPACITY]))[:, None].astype(np.float32)
_FILL: Final = list(FILLS)
_VALUES: Final[Floats] = np.array(CARD_VALUES, np.float32)
_PER_SIZE: Final[Floats] = (1 / FILL_SIZES)[:, None].astype(np.float32)

#: Counts, leads, points and piles as numbers; then the same against thresholds, because what
#: matters most happens in steps: a majority, the eighth dead stone, 40 points.
_PLAIN: Final = 97
_GREY_SQUARES: Final = float((TOTALS[4] @ CAPACITY).item())
_TEMPLE_SIZES: Final[Floats] = (TOTALS[:4] @ CAPACITY)[:, None].astype(np.float32)


def _steps(rows: int, thresholds: tuple[int, ...]) -> tuple[Ints, Floats]:
    """Return for each of some rows and each threshold the row and the threshold."""
    which = np.repeat(np.arange(rows), len(thresholds))
    return which, np.tile(np.array(thresholds, np.float32), rows)[:, None]


_LEAD_STEPS: Final = _steps(5, (-3, -2, -1, 0, 1, 2, 3))
_SCORE_STEPS: Final = _steps(2, (10, 18, 24, 28, 31, 33, 35, 37, 39))
_LAST_STEPS: Final = _steps(2, (30, 34, 38, 40, 42, 44))
_MARGIN_STEPS: Final = _steps(1, (-8, -4, -1, 0, 1, 4, 8))
_DEAD_STEPS: Final = _steps(1, (1, 2, 3, 4, 5, 6, 7))
_SUPPLY_STEPS: Final = _steps(2, (1, 2, 4, 6, 8, 11, 15, 20))
#: A full board so many stones away, the other holding at most so many squares of it.
_NEAR: Final = (
    *((1, 0), (2, 0), (3, 0), (4, 0), (6, 0), (8, 0)),
    *((2, 1), (4, 1), (6, 1), (4, 2), (6, 2), (8, 3)),
)
#: How many squares of a board the other may hold and one turn can still fill it (3.2, 3.5).
_IN_THE_WAY: Final = 2
_MOST: Final = max(CARD_VALUES)

FEATURES: Final = _PLAIN + 225 + 72 + 2 * len(FILLS) + 2


def _chances_to_fill() -> Floats:
    """Return how likely a hand of a whole pile is to hold the cards that fill a board in a turn.

    The index is the stones needed, the other's stones in the way, and the board. Card 4 places
    the stones, card 3 reaches the board, card 2 removes what is in the way.
    """
    hands = hand_chances(np.full((4, 1), CARDS_OF_A_VALUE))[:, 0]
    chances = np.zeros((FILL_SIZES.max().astype(int) + 2, _IN_THE_WAY + 2, len(FILLS)))
    two, three, four = CARDS[:, 1:].T
    for need, others, board in product(range(1, _MOST + 1), range(_IN_THE_WAY + 1), range(6)):
        reaches = (four >= need) & (three >= FILL_REACH[board]) & (two >= others + 2)
        chances[need, others, board] = hands[np.unique(HAND_OF[reaches])].sum()
    return chances.astype(np.float32)


_CHANCES: Final = _chances_to_fill()
_BOARDS: Final = np.arange(len(FILLS), dtype=np.float32)[:, None]


def chance_to_fill(needs: Floats, others: Floats, supply: Floats) -> Floats:
    """Return how likely a player is to hold the cards that fill each board in a turn (3.6).

    ``needs`` are the stones missing on each board, ``others`` the other's stones there.
    """
    few = np.minimum(others, _IN_THE_WAY + 1)
    index = (needs * (_IN_THE_WAY + 2) + few) * len(FILLS) + _BOARDS
    return np.asarray(_CHANCES.take(index.astype(np.int32)) * (needs <= supply), np.float32)


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
    ends_by = np.stack([own, other])
    _describe_steps(x[_PLAIN:], batch, scores, (after, ends_by, dead))
    return x, exact


def _describe_steps(
    x: Floats, batch: Batch, scores: Scores, sums: tuple[Floats, Floats, Floats]
) -> None:
    """Fill in the inputs that are no plain numbers.

    ``sums`` are the scores once the due scoring is made, the scores after the next one on this
    board, and the dead.
    """
    after, last, dead = sums
    totals, lead = scores.totals, scores.lead
    own, other = totals[:TOTAL_ROWS], totals[TOTAL_ROWS:]
    margin = last[:1] - last[1:]
    ends = last.max(axis=0) >= WINNING_SCORE
    supply = batch.supply + batch.dead - dead
    piles = batch.pile.reshape(2, 4, -1)
    left = piles.sum(axis=1)
    mean = np.einsum("svn,v->sn", piles, _VALUES) / np.maximum(left, 1)
    free = _TEMPLE_SIZES - own[:4] - other[:4]
    mine, theirs = own[_FILL], other[_FILL]
    needs = FILL_SIZES[:, None] - mine, FILL_SIZES[:, None] - theirs
    at_margins = _at_least(margin, _MARGIN_STEPS)
    threats = [
        chance_to_fill(needs[who], held, supply[who]) for who, held in ((0, theirs), (1, mine))
    ]
    parts = [
        _at_least(lead, _LEAD_STEPS),
        lead * (1 / 6),
        (own[5:8] - other[5:8]) * (1 / 6),
        free * (1 / 12),
        free == 0,
        free <= 2,
        (np.abs(lead[:4]) > free) * np.sign(lead[:4]),
        (_GREY_SQUARES - own[4:5] - other[4:5]) * (1 / 10),
        np.abs(lead[:1]) * (np.stack([lead[0] > 0, lead[0] < 0]) / 8),
        np.stack([own[2] * (lead[2] > 0), other[2] * (lead[2] < 0)]) / 8,
        np.stack([own[5] * (lead[3] > 0), other[5] * (lead[3] < 0)]) * (BLUE_POINTS / 8),
        totals[[8, TOTAL_ROWS + 8]] / 8,
        _at_least(after, _SCORE_STEPS),
        _at_least(last, _LAST_STEPS),
        at_margins,
        at_margins & ends,
        _at_least(dead.sum(axis=0, keepdims=True), _DEAD_STEPS),
        _at_least(supply, _SUPPLY_STEPS),
        left * (1 / 36),
        mean - 2.5,
        left < 4,
        *((needs[0] <= far) & (theirs <= held) for far, held in _NEAR),
        *((needs[1] <= far) & (mine <= held) for far, held in _NEAR),
        mine * _PER_SIZE,
        theirs * _PER_SIZE,
        *threats,
        *(chances.max(axis=0, keepdims=True) for chances in threats),
    ]
    at = 0
    for part in parts:
        x[at : at + len(part)] = part
        at += len(part)


def _at_least(values: Floats, steps: tuple[Ints, Floats]) -> Flags:
    return np.asarray(values[steps[0]] >= steps[1])
