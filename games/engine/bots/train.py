"""Learn the weights by self-play: ``python -m games.engine.bots.train`` (``make train``).

Each generation plays a few thousand games side by side (selfplay.py) and learns from them what
became of their positions (diary.py). Lambda, the pace of learning and the chance in the play
fall as the learning goes on. Steps are small and many: with 2,048 positions a step the same
games taught a good deal less. While one generation is learned from the next one is played by
worker processes, so its games are those of the networks one generation before. What is kept is
the average of the weights over the last generations.
"""

import sys
from argparse import ArgumentParser, Namespace
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from .diary import Samples
from .features import FEATURES
from .minds import Learned, Styled
from .network import Learner, Network, load, save
from .opponents import BEST_ORDER, greedy
from .selfplay import Pair, Task, match, play_task

WEIGHTS: Final = Path(__file__).parent / "weights.npz"
#: At the beginning and at the end of the learning, in between in proportion.
LAMBDA: Final = (0.8, 0.45)
STIR: Final = (1.0, 0.35)
BATCH: Final = 512
#: Of how many generations the positions are kept, and how many times as many are learned from
#: in each as it has itself.
KEPT: Final = 8
AGAIN: Final = 3.0
SIZES: Final = {"value": (256, 64, 1), "policy": (128, 256)}
#: In how many parts the games of a generation are played, whatever the number of processes.
PARTS: Final = 2
#: After how many generations a checkpoint is written.
_OFTEN: Final = 20
_OLDS: Final = 8


def _learn(
    learner: Learner, past: list[Samples], steps: int, rate: float, rng: np.random.Generator
) -> float:
    """Learn from samples of the last few generations, each step from some of them."""
    losses = []
    for _ in range(steps):
        x, targets, chosen = past[int(rng.integers(len(past)))]
        some = rng.integers(x.shape[1], size=BATCH)
        meant = chosen[some] if len(chosen) else None
        losses.append(learner.step(np.ascontiguousarray(x[:, some]), targets[some], rate, meant))
    return float(np.mean(losses))


def _between(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


def _copy(pair: Pair) -> Pair:
    return pair[0].copy(), pair[1].copy()


class Training:
    """The networks as they are, and what they have learned from lately."""

    def __init__(self, options: Namespace) -> None:
        self.options = options
        rng = np.random.default_rng(options.seed)
        self.done = 0
        self.history: list[str] = []
        self.pair: Pair = (
            Network.fresh([FEATURES, *SIZES["value"]], rng),
            Network.fresh([FEATURES, *SIZES["policy"]], rng),
        )
        if options.resume:
            networks, header = load(options.out)
            self.pair, self.done = (networks["value"], networks["policy"]), header["generations"]
            self.history = header["history"]
        self.begun_at = self.done
        self.learners = [Learner(network) for network in self.pair]
        self.averages = _copy(self.pair)
        self.olds = [_copy(self.pair)]
        self.past: list[tuple[Samples, Samples]] = []

    def tasks(self, number: int) -> list[Task]:
        """Return what has to be played for a generation."""
        share = number / self.options.generations
        rng = np.random.default_rng([self.options.seed, number])
        older = self.olds[int(rng.integers(len(self.olds)))]
        # A task is sent some time later, when learning has changed the networks.
        learner, average = _copy(self.pair), self.averages[0].copy()
        return [
            Task(
                learner,
                older,
                average,
                self.options.games // PARTS,
                share,
                _between(STIR, share),
                _between(LAMBDA, share),
                (self.options.seed, number, 1 + part),
            )
            for part in range(PARTS)
        ]

    def learn(self, number: int, played: list[tuple[Samples, Samples]]) -> list[float]:
        """Learn from a generation and return the mean losses of both networks."""
        rng = np.random.default_rng([self.options.seed, number, 0])
        share = number / self.options.generations
        rate = 1e-3 * (0.03 + 0.97 * (0.5 + 0.5 * np.cos(np.pi * share)))
        self.past = [*self.past[-(KEPT - 1) * PARTS :], *played]
        losses = []
        for which, learner in enumerate(self.learners):
            new = sum(pair[which].x.shape[1] for pair in played)
            past = [pair[which] for pair in self.past]
            losses.append(_learn(learner, past, int(AGAIN * new / BATCH) + 1, rate, rng))
        for average, network in zip(self.averages, self.pair, strict=True):
            _approach(average, network, 0.1 if number > 20 else 0.5)
        self.done = number + 1
        return losses

    def checkpoint(self) -> str:
        """Keep the weights, and tell how they do against others."""
        stage = f"{self.begun_at} to {self.done}, planned for {self.options.generations}"
        header: dict[str, Any] = {
            "format": "aton-bot-weights/1",
            "networks": ["value", "policy"],
            "made_by": "python -m games.engine.bots.train",
            "seed": self.options.seed,
            "generations": self.done,
            "history": [*self.history, stage],
            "games_a_generation": self.options.games,
            "lambda": LAMBDA,
            "features": FEATURES,
            "numpy": np.__version__,
        }
        save(self.options.out, dict(zip(("value", "policy"), self.averages, strict=True)), header)
        rng = np.random.default_rng([self.options.seed, self.done, 99])
        best, size = Learned(*self.averages, 0.02, 0.0, 0.001), min(500, self.options.games)
        old = Learned(*self.olds[0], 0.02, 0.0, 0.001)
        told = f"  against greedy {match(best, Styled(greedy(BEST_ORDER)), size, rng):.3f}"
        told += f", an old self {match(best, old, size, rng):.3f}"
        self.olds = [*self.olds[1 - _OLDS :], _copy(self.pair)]
        return told


def train(options: Namespace) -> None:
    """Play and learn generation after generation, saving a checkpoint every twenty."""
    training = Training(options)
    until = min(options.until or options.generations, options.generations)
    begun = perf_counter()
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:

        def play(number: int) -> list[Future[tuple[Samples, Samples]]]:
            if number >= until:
                return []
            return [pool.submit(play_task, task) for task in training.tasks(number)]

        ahead = [play(training.done), play(training.done + 1)]
        for number in range(training.done, until):
            losses = training.learn(number, [part.result() for part in ahead.pop(0)])
            ahead.append(play(number + 2))
            told = (
                f"{number + 1}/{options.generations}  {perf_counter() - begun:5.0f} s  loss"
                + "".join(f" {loss:.4f}" for loss in losses)
            )
            if training.done % _OFTEN == 0 or training.done == until:
                told += training.checkpoint()
            sys.stdout.write(told + "\n")
            sys.stdout.flush()


def _approach(average: Network, network: Network, share: float) -> None:
    for theirs, ours in zip(average.layers, network.layers, strict=True):
        for part, newer in zip(theirs, ours, strict=True):
            np.add(part, share * (newer - part), out=part)


def main() -> None:
    """Read the options and train."""
    parser = ArgumentParser(description="Learn the bots' weights by self-play.")
    parser.add_argument("--generations", type=int, default=800)
    parser.add_argument("--until", type=int, help="stop early, the pace of learning unchanged")
    parser.add_argument("--games", type=int, default=2048, help="games a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes that play")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--resume", action="store_true", help="go on from the file in --out")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
