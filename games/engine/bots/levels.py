"""The five levels, and what the learned ones do with their time.

How much is looked at follows from the milliseconds given and not from the clock, so that the
same view, seed and budget give the same choice; the clock only cuts short what a slow or
busy machine could not finish in time.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import numpy as np

from games.engine.actions import Action, Allocation, PlainAction, StoneAction
from games.engine.decisions import CardDecision, ClearDecision, Decision

from . import Bot
from .allocation import Plans, decide_best, decide_mixed
from .counts import squares_for
from .habits import CHILD, COUNTING, GREEDY, STYLES
from .minds import Learned
from .network import load
from .reading import Reading, read
from .turns import Depth, Options, choose_clearing, choose_placement, choose_removal

WEIGHTS: Final = Path(__file__).parent / "weights.npz"
_HEAT: Final = 0.03
#: Pairs of triples played out for each millisecond, and the time that is left alone.
_PAIRS_PER_MS: Final = 9.0
_ASIDE_MS: Final = 15
_LEVEL_4_MS: Final = 50
_CUT: Final = 0.75


@cache
def learned() -> Learned:
    """Return the mind of the weights in the repository; it is read once and only read."""
    networks, _ = load(WEIGHTS)
    return Learned(networks["value"], networks["policy"], _HEAT, 0.0, 0.0)


def _clock(ms: int) -> Callable[[], bool]:
    until = perf_counter() + ms * _CUT / 1000
    return lambda: perf_counter() > until


def _pairs(ms: int) -> int:
    return max(0, int((ms - _ASIDE_MS) * _PAIRS_PER_MS))


def play_ahead(owed: Decision, view: Mapping[str, Any], ms: int, rng: Random) -> Action:
    """Level 4: the best answer to what the other is expected to lay, stones by their worth."""
    ms = min(ms, _LEVEL_4_MS)
    late = _clock(ms)
    reading, chance = read(view, owed.player), np.random.default_rng(rng.getrandbits(64))
    if isinstance(owed, CardDecision):
        plans = Plans(learned(), reading, owed.hand, _pairs(ms), chance, late)
        return _lay(owed, decide_best(plans, owed))
    return _move(owed, _choose(owed, reading, Depth(1, 1), chance), rng)


def play_best(owed: Decision, view: Mapping[str, Any], ms: int, rng: Random) -> Action:
    """Level 5: the equilibrium of the round, stones with the other's answer in mind."""
    late = _clock(ms)
    reading, chance = read(view, owed.player), np.random.default_rng(rng.getrandbits(64))
    if isinstance(owed, CardDecision):
        plans = Plans(learned(), reading, owed.hand, _pairs(ms), chance, late)
        return _lay(owed, decide_mixed(plans, owed, 60 if ms < 200 else 400, chance))
    return _move(owed, _choose(owed, reading, _depth(ms), chance), rng)


def _depth(ms: int) -> Depth:
    if ms < 40:
        return Depth(1, 1)
    return Depth(3, 16) if ms < 400 else Depth(10, 80)


def _choose(owed: Decision, reading: Reading, depth: Depth, chance: np.random.Generator) -> Options:
    if isinstance(owed, CardDecision):
        raise TypeError("cards are not stones")
    if isinstance(owed, ClearDecision):
        return choose_clearing(learned(), reading, chance)
    if owed.type == "remove":
        return choose_removal(learned(), reading, owed.number, depth, chance)
    return choose_placement(learned(), reading, depth, chance)


def _lay(owed: CardDecision, cards: tuple[int, ...] | None) -> Action:
    if cards is None:
        return PlainAction("exchange", owed.player)
    return Allocation("allocate", owed.player, cards)


def _move(owed: Decision, counts: Options, rng: Random) -> Action:
    if isinstance(owed, CardDecision):
        raise TypeError("cards are not stones")
    if isinstance(owed, ClearDecision):
        return StoneAction("clear", owed.player, squares_for(counts, owed.stones, rng))
    return StoneAction(owed.type, owed.player, squares_for(counts, owed.squares, rng))


#: How each level decides, and each style that is measured against.
PLAYERS: Final[Mapping[str, Bot]] = {
    "scarab": CHILD,
    "ibis": COUNTING,
    "jackal": GREEDY,
    "sphinx": play_ahead,
    "pharaoh": play_best,
    **STYLES,
}
