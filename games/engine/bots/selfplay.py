"""A part of a generation: games played side by side, and what they teach.

Runs in worker processes. Everything follows from the task, so the same tasks give the same
samples on the same machine, however many processes share them.
"""

from typing import NamedTuple

import numpy as np

from .diary import Diary, Samples
from .games import Games, Mind, Watcher
from .minds import Learned, Styled
from .network import Network
from .opponents import draw_habits, seat

Pair = tuple[Network, Network]
#: How the learner chooses at the beginning of the learning (minds.Learned): heat, stray, shake.
_CHANCE = (0.03, 0.06, 0.012)


class Task(NamedTuple):
    """Games to play: the learner's value and policy, those of an older self, and how.

    ``average`` is the value network that positions at the end of a round are judged by, ``share``
    how much of the learning is done, ``stir`` how much chance there is in the play, ``decay`` the
    lambda of the targets.
    """

    learner: Pair
    older: Pair
    average: Network
    games: int
    share: float
    stir: float
    decay: float
    seed: tuple[int, int, int]


def play_task(task: Task) -> tuple[Samples, Samples]:
    """Play the games of a task and return what the value and the policy network learn from."""
    rng = np.random.default_rng(task.seed)
    learner = Learned(*task.learner, *(task.stir * part for part in _CHANCE))
    older = Learned(*task.older, 0.03, 0.02, 0.004)
    habits = draw_habits(task.share, rng)
    minds: list[Mind] = [learner, older, *(Styled(habit) for habit in habits)]
    seats, leaves = seat(task.games, len(habits), rng)
    diary = Diary(task.average, seats, leaves, task.decay)
    games = Games(minds, seats, rng, diary)
    games.play()
    return diary.samples(games.result)


def match(ours: Mind, theirs: Mind, size: int, rng: np.random.Generator) -> float:
    """Return our share of the points in games with balanced seats."""
    seats = np.zeros((2, size), np.int64)
    seats[0, : size // 2] = 1
    seats[1, size // 2 :] = 1
    games = Games([ours, theirs], seats, rng, Watcher())
    games.play()
    return float(np.where(seats[0] == 0, games.result, 1 - games.result).mean())
