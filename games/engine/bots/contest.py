"""Matches between bots, and what they say about strength."""

from collections.abc import Callable, Mapping, Sequence
from math import log10, sqrt
from random import Random
from time import perf_counter, thread_time
from typing import Any, Final, NamedTuple

from games.engine.actions import Action
from games.engine.asked import decision_in_view
from games.engine.board import SIDES, Side
from games.engine.rules import apply, new
from games.engine.state import State
from games.engine.views import view

from .checks import is_answer

Chooser = Callable[[Mapping[str, Any], Side, Random], Action]
#: The standard normal quantile of a two-sided 95 % interval.
_Z: Final = 1.959964


class Spent(NamedTuple):
    """How long a decision took, in seconds: by the clock, and on the core.

    They differ by how long other programs kept the thread waiting; an outside program works on
    no core of ours.
    """

    clock: float
    core: float


class Played(NamedTuple):
    """One match: each player's points, how it ended, how long every decision took."""

    points: tuple[float, float]
    reason: str
    rounds: int
    spent: tuple[list[Spent], list[Spent]]
    illegal: tuple[int, int]

    def turned(self) -> "Played":
        """Return the match with the players named the other way round."""
        return self._replace(
            points=self.points[::-1], spent=self.spent[::-1], illegal=self.illegal[::-1]
        )


def play(seed: bytes, choosers: Sequence[Chooser], rng: Random) -> Played:
    """Play a match, the first chooser as Aton; an illegal choice loses it at once."""
    state = new(seed)
    spent: tuple[list[Spent], list[Spent]] = ([], [])
    while state.result is None:
        side = state.to_move[0]
        who = SIDES.index(side)
        seen = view(state, side)
        begun = perf_counter(), thread_time()
        action = choosers[who](seen, side, rng)
        spent[who].append(Spent(perf_counter() - begun[0], thread_time() - begun[1]))
        owed = decision_in_view(seen, side)
        if owed is None or not is_answer(owed, action):
            illegal = (1, 0) if who == 0 else (0, 1)
            return Played(
                (float(who == 1), float(who == 0)), "illegal", state.round, spent, illegal
            )
        state, _ = apply(state, action)
    return Played(_points(state), state.result.reason, state.round, spent, (0, 0))


def _points(state: State) -> tuple[float, float]:
    winner = None if state.result is None else state.result.winner
    if winner is None:
        return 0.5, 0.5
    return (1.0, 0.0) if winner == "aton" else (0.0, 1.0)


def interval(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of points by Wilson's score (Wilson 1927).

    A draw counts as half a win, which makes the interval a little too wide.
    """
    if games == 0:
        return 0.0, 1.0
    share, square = points / games, _Z * _Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = (
        _Z * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    )
    return max(0.0, middle - half), min(1.0, middle + half)


def elo_table(
    names: Sequence[str], points: Mapping[tuple[str, str], float], anchor: tuple[str, float]
) -> dict[str, float]:
    """Return Elo ratings by the Bradley-Terry model, the anchor's being given.

    ``points`` holds what the first of a pair scored against the second, for both orders. The
    fit is Hunter's (2004) MM algorithm; a pair that has met is given one more drawn game, so
    that somebody who won all of them still gets a number.
    """
    total: dict[tuple[str, str], float] = {}
    won = dict.fromkeys(names, 0.0)
    for (first, second), scored in points.items():
        won[first] += scored + 0.5
        total[first, second] = scored + points[second, first] + 1
    strength = dict.fromkeys(names, 1.0)
    for _ in range(3000):
        strength = {
            name: won[name]
            / sum(
                games / (strength[name] + strength[other])
                for (first, other), games in total.items()
                if first == name
            )
            if won[name]
            else strength[name]
            for name in names
        }
        scale = strength[anchor[0]]
        strength = {name: value / scale for name, value in strength.items()}
    return {name: anchor[1] + 400 * log10(value) for name, value in strength.items()}
