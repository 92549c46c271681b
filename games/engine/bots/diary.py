"""What the games of self-play teach: positions and what became of them.

The target of a position is its lambda-return over the rounds that follow (Sutton and Barto 2018,
section 12.1): (1 - lambda) of what the network says at the end of a round, lambda of what
comes after it, down to the result.
"""

from typing import NamedTuple

import numpy as np

from .counts import Batch, Floats, Ints
from .features import describe, known, score, scoring_due
from .games import Watcher
from .minds import worth
from .network import Network
from .opponents import NEVER


class Samples(NamedTuple):
    """What one network learns from: inputs, targets and, for the policy, outputs meant."""

    x: Floats
    targets: Floats
    chosen: Ints


class Diary(Watcher):
    """Notes the learner's positions in its games, and what became of them.

    After round ``leaves`` of a game (opponents.py) the learner takes both seats; only from then
    on what becomes of its positions tells what they are worth.
    """

    def __init__(self, value: Network, seats: Ints, leaves: Ints, decay: float) -> None:
        self.value, self.seats, self.leaves, self.decay = value, seats, leaves, decay
        self.open = leaves == NEVER
        self.rounds: list[Floats] = []
        self.values: list[tuple[int, Ints, Ints, Floats]] = []
        self.plans: list[tuple[int, Ints, Ints, Floats, Ints]] = []

    def allocated(self, who: int, games: Ints, batch: Batch, chosen: Ints) -> None:
        """Note what was chosen in which position."""
        mine = self.open[games] & (self.seats[who, games] == 0)
        sides = np.full(int(mine.sum()), who)
        x = describe(batch.take(mine))[0]
        self.plans.append((len(self.rounds), sides, games[mine], x, chosen[mine]))

    def _note(self, number: int, who: Ints, games: Ints, batch: Batch) -> None:
        scores = score(batch.stones)
        open_ = ~known(batch, scores, scoring_due(batch)).decided
        mine = self.open[games] & (self.seats[who, games] == 0) & open_
        self.values.append((number, who[mine], games[mine], describe(batch.take(mine))[0]))

    def between(self, who: Ints, games: Ints, batch: Batch) -> None:
        """Note the positions after first turns."""
        self._note(len(self.rounds), who, games, batch)

    def ended(self, games: Ints, batch: Batch) -> None:
        """Note the positions at the end of a round and what they are worth."""
        said = np.full(self.seats.shape[1], np.nan, np.float32)
        other = batch.flipped()
        said[games] = (worth(self.value, batch) + 1 - worth(self.value, other)) / 2
        self.rounds.append(said)
        leaving = self.leaves == len(self.rounds)
        self.seats[:, leaving] = 0
        self.open |= leaving
        aton = np.zeros(len(games), np.int64)
        self._note(len(self.rounds), aton, games, batch)
        self._note(len(self.rounds), aton + 1, games, other)

    def cleared(self, games: Ints, batch: Batch) -> None:
        """Note the positions from which a round begins after a clearing."""
        aton = np.zeros(len(games), np.int64)
        self._note(len(self.rounds), aton, games, batch)
        self._note(len(self.rounds), aton + 1, games, batch.flipped())

    def samples(self, result: Floats) -> tuple[Samples, Samples]:
        """Return what the value network and the policy network learn from the games.

        ``returns[t]`` is Aton's return of what is decided in round t, counted from 0.
        """
        following = result
        returns = np.empty((len(self.rounds) + 1, len(result)), np.float32)
        returns[-1] = result
        for number in range(len(self.rounds) - 1, -1, -1):
            said = self.rounds[number]
            mixed = np.where(
                np.isnan(said), result, (1 - self.decay) * said + self.decay * following
            )
            returns[number] = following = mixed
        value = [(x, _seen(returns[number, games], who)) for number, who, games, x in self.values]
        plans = [
            (x, _seen(returns[number, games], who), chosen)
            for number, who, games, x, chosen in self.plans
        ]
        none = np.zeros(0, np.int64)
        return (
            _together([Samples(x, targets, none) for x, targets in value]),
            _together([Samples(*plan) for plan in plans]),
        )


def _together(some: list[Samples]) -> Samples:
    return Samples(
        np.concatenate([samples.x for samples in some], axis=1),
        np.concatenate([samples.targets for samples in some]),
        np.concatenate([samples.chosen for samples in some]),
    )


def _seen(aton: Floats, who: Ints) -> Floats:
    return np.where(who == 0, aton, 1 - aton)
