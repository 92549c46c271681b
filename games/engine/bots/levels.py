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
from .allocation import decide_mixed, decide_varied, plans_of
from .counts import squares_for
from .habits import CHILD, COUNTING, GREEDY, STYLES
from .minds import Learned, Search
from .network import load
from .reading import Reading, read
from .steps import fills
from .turns import Depth, Options, choose_clearing, choose_placement, choose_removal

WEIGHTS: Final = Path(__file__).parent / "weights.npz"
_HEAT: Final = 0.03
#: Units of the table (table.py) played out for each millisecond, and the time left alone.
_UNITS_PER_MS: Final = 2.0
_ASIDE_MS: Final = 20
_LEVEL_4_MS: Final = 50
#: Level 4 looks at less than its time would allow, and likes to vary its allocations: any that
#: is worth at most so much less than the best will do. Not so when the other lacks at most so
#: many stones of a full board.
_LEVEL_4_UNITS: Final = 30
_LEVEL_4_NEAR: Final = 0.3
_ALARM: Final = 8
_CUT: Final = 0.75
#: What a board that the other has all but full costs level 5, in probability to win.
_CAUTION: Final = 0.3


@cache
def learned() -> Learned:
    """Return the mind of the weights in the repository; it is read once and only read."""
    networks, _ = load(WEIGHTS)
    return Learned(networks["value"], networks["policy"], _HEAT, 0.0, 0.0)


@cache
def cautious() -> Learned:
    """Return the same mind with respect for boards that the other has nearly full."""
    plain = learned()
    return Learned(plain.value, plain.policy, plain.heat, 0.0, 0.0, _CAUTION)


class Patience:
    """Whether the clock cuts nothing short, to measure strength where the machine is busy.

    For processes that do nothing else; how much is looked at follows from the budget either way.
    """

    endless = False


def _clock(ms: int) -> Callable[[], bool]:
    if Patience.endless:
        return lambda: False
    until = perf_counter() + ms * _CUT / 1000
    return lambda: perf_counter() > until


def _units(ms: int) -> int:
    return max(0, int((ms - _ASIDE_MS) * _UNITS_PER_MS))


def _begin(
    mind: Learned, owed: Decision, view: Mapping[str, Any], ms: int, rng: Random
) -> tuple[Reading, Search]:
    late = _clock(ms)
    chance = np.random.default_rng(rng.getrandbits(64))
    return read(view, owed.player), Search(mind, chance, late)


def play_ahead(owed: Decision, view: Mapping[str, Any], ms: int, rng: Random) -> Action:
    """Level 4: a good answer to what the other is expected to lay, stones by their worth."""
    ms = min(ms, _LEVEL_4_MS)
    reading, search = _begin(learned(), owed, view, ms, rng)
    if isinstance(owed, CardDecision):
        missing, _ = fills(reading.batch.flipped())
        alarmed = bool(missing.min() <= _ALARM)
        units = _units(ms) if alarmed else min(_units(ms), _LEVEL_4_UNITS)
        plans = plans_of(search, reading, owed.hand, units)
        near = 0.0 if alarmed else _LEVEL_4_NEAR
        return _lay(owed, decide_varied(plans, reading, owed, near, search.rng))
    return _move(owed, _choose(owed, reading, Depth(4, 1, 1), search), rng)


def play_best(owed: Decision, view: Mapping[str, Any], ms: int, rng: Random) -> Action:
    """Level 5: the equilibrium of the round, stones with what follows in mind."""
    reading, search = _begin(cautious(), owed, view, ms, rng)
    if isinstance(owed, CardDecision):
        plans = plans_of(search, reading, owed.hand, _units(ms))
        rounds = 20 if ms < 20 else 60 if ms < 200 else 400
        return _lay(owed, decide_mixed(plans, reading, owed, rounds, search.rng))
    return _move(owed, _choose(owed, reading, _depth(ms), search), rng)


def _depth(ms: int) -> Depth:
    """Return what can be looked at in the time given, on a machine of the present day."""
    if ms < 40:
        return Depth(4, 1, 1)
    if ms < 80:
        return Depth(8, 4, 8)
    if ms < 150:
        return Depth(12, 4, 32, 2, 60)
    if ms < 600:
        return Depth(12, 4, 32, 3, 80, 40 if ms >= 300 else 0)
    return Depth(24, 8, 60, 4, 160, 40)


def _choose(owed: Decision, reading: Reading, depth: Depth, search: Search) -> Options:
    if isinstance(owed, CardDecision):
        raise TypeError("cards are not stones")
    if isinstance(owed, ClearDecision):
        return choose_clearing(search, reading, depth)
    if owed.type == "remove":
        return choose_removal(search, reading, owed.number, depth)
    return choose_placement(search, reading, depth)


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
