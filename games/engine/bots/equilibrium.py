"""The equilibrium of the allocations: both know their own hand and how likely others are.

Regret matching with regrets kept from falling below zero and later rounds weighing more
(Tammelin 2014, CFR+), for a game of one simultaneous move in which each hand is a type. An
allocation belongs to exactly one hand, so a strategy is a vector over the 256 allocations.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from .counts import HAND_CHOICES, HAND_OF
from .reading import Chances
from .table import Table

_MEMBERS: Final = (HAND_OF[None, :] == np.arange(len(HAND_CHOICES))[:, None]).astype(np.float64)
_EVEN: Final = 1 / HAND_CHOICES[HAND_OF]


class Equilibrium(NamedTuple):
    """For each allocation its chance within its hand, both sides, and what it is worth."""

    own: Chances
    other: Chances
    worth: npt.NDArray[np.float64]


def _matched(regrets: npt.NDArray[np.float64]) -> Chances:
    sums = (_MEMBERS @ regrets)[HAND_OF]
    return np.where(sums > 0, regrets / np.where(sums > 0, sums, 1), _EVEN)


def solve(table: Table, own: Chances, other: Chances, rounds: int) -> Equilibrium:
    """Return mixed strategies near the equilibrium.

    ``table`` is the own probability to win for each pair of allocations, ``own`` and
    ``other`` how likely the hands are.
    """
    own_hand, other_hand = own[HAND_OF], other[HAND_OF]
    regrets = [np.zeros(256), np.zeros(256)]
    sums = [np.zeros(256), np.zeros(256)]
    theirs = _EVEN
    turned = np.ascontiguousarray(table.T)
    for number in range(1, rounds + 1):
        mine = _matched(regrets[0])
        for side, (plan, answer) in enumerate(((mine, theirs), (theirs, mine))):
            worth = table @ (other_hand * answer) if side == 0 else -turned @ (own_hand * answer)
            mean = (_MEMBERS @ (plan * worth))[HAND_OF]
            regrets[side] = np.maximum(regrets[side] + worth - mean, 0)
            sums[side] += number * plan
        theirs = _matched(regrets[1])
    plans = [_matched(total) for total in sums]
    return Equilibrium(plans[0], plans[1], table @ (other_hand * plans[1]))
