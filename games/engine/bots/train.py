"""Learn the weights by self-play: ``python -m games.engine.bots.train`` (``make train``).

Each generation plays a few thousand games side by side (games.py) and learns from them. The
target of a position is its lambda-return over the rounds that follow (Sutton and Barto 2018,
section 12.1): (1 - lambda) of what the network says at the end of a round, lambda of what
comes after it, down to the result. Lambda, the pace of learning and the chance in the play
fall as the learning goes on. Steps are small and many: with 2,048 positions a step the same
games taught a good deal less. A quarter of the games is against hand-made habits,
drawn anew each generation, and some against older networks, because strength is not
transitive here. What is kept is the average of the weights over the last generations.
"""

import sys
from argparse import ArgumentParser, Namespace
from itertools import permutations
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import numpy as np

from .counts import KINDS, Batch, Floats, Ints
from .features import FEATURES, describe, known, score, scoring_due
from .games import Games, Mind, Watcher
from .minds import Habit, Learned, Styled, worth
from .network import Learner, Network, load, save

WEIGHTS: Final = Path(__file__).parent / "weights.npz"
#: At the beginning and at the end of the learning, in between in proportion.
LAMBDA: Final = (0.8, 0.45)
STIR: Final = (1.0, 0.35)
BATCH: Final = 512
#: Of how many generations the positions are kept, and how many times as many are learned from
#: in each as it has itself.
KEPT: Final = 8
AGAIN: Final = 3.0
SIZES: Final = {"value": (192, 64, 1), "policy": (128, 256)}
_ORDERS: Final = [(a, b, c, d) for a, b, c, d in permutations(range(4))]
#: From this share of the learning on plain greedy players with other orders of cards take part,
#: among them always the order of level 3, which is the best of them.
_GREEDIER: Final = 0.4
_BEST_ORDER: Final = (1, 3, 0, 2)


class Samples(NamedTuple):
    """What one network learns from: inputs, targets and, for the policy, outputs meant."""

    x: Floats
    targets: Floats
    chosen: Ints


class Diary(Watcher):
    """Notes the positions of games in which the learner sits, and what became of them."""

    def __init__(self, value: Network, seats: Ints, decay: float) -> None:
        self.value, self.seats, self.decay = value, seats, decay
        self.rounds: list[Floats] = []
        self.values: list[tuple[int, Ints, Ints, Floats]] = []
        self.plans: list[tuple[int, Ints, Ints, Floats, Ints]] = []

    def allocated(self, who: int, games: Ints, batch: Batch, chosen: Ints) -> None:
        """Note what was chosen in which position."""
        mine = self.seats[who, games] == 0
        sides = np.full(int(mine.sum()), who)
        x = describe(batch.take(mine))[0]
        self.plans.append((len(self.rounds), sides, games[mine], x, chosen[mine]))

    def _note(self, number: int, who: Ints, games: Ints, batch: Batch) -> None:
        scores = score(batch.stones)
        open_ = ~known(batch, scores, scoring_due(batch)).decided
        mine = (self.seats[who, games] == 0) & open_
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


def draw_habit(rng: np.random.Generator) -> Habit:
    """Return a stubborn opponent: likes some temples and colours, always lays its cards alike."""
    likes = [rng.choice([0, 0, 0, 0.5, 1, 2], 9) * rng.random(9) for _ in range(2)]
    own, other = (
        (np.repeat(like[:4], 5) + np.tile(like[4:], 4)).astype(np.float32) for like in likes
    )
    lead = float(rng.choice([0, 0.3, 1, 1]))
    order = _ORDERS[int(rng.integers(24))]
    return Habit(order, own, -other, lead, float(rng.choice([0.01, 0.01, 1])), 0.05)


def greedy(order: tuple[int, int, int, int]) -> Habit:
    """Return a plain greedy player who always lays the cards in the same order."""
    likes = np.full(KINDS, 0.01, np.float32)
    return Habit(order, likes, np.zeros(KINDS, np.float32), 1.0, 0.005)


GREEDY: Final = greedy((3, 1, 2, 0))


def draw_stacker(rng: np.random.Generator) -> Habit:
    """Return a player who fills one temple, mostly the first, removing what stands in the way."""
    temple = int(rng.choice([0, 0, 0, 1, 1, 2, 3]))
    likes = np.where(np.arange(KINDS) // 5 == temple, 3, 0.01).astype(np.float32)
    order = _BEST_ORDER if rng.random() < 0.5 else _ORDERS[int(rng.integers(24))]
    return Habit(order, likes, -likes, float(rng.choice([0.1, 0.5])), 0.01)


def _opponents(share: float, rng: np.random.Generator, *, stubborn: bool) -> list[Habit]:
    habits = [draw_habit(rng) for _ in range(6)]
    if share < _GREEDIER:
        return [*habits, GREEDY]
    habits += [greedy(_BEST_ORDER), greedy(_ORDERS[int(rng.integers(24))])]
    if stubborn:
        habits += [greedy(_BEST_ORDER), *(draw_stacker(rng) for _ in range(4))]
    return habits


def _learn(learner: Learner, past: list[Samples], rate: float, rng: np.random.Generator) -> float:
    """Learn from samples of the last few generations, each step from those of one of them."""
    losses = []
    for _ in range(int(AGAIN * past[-1].x.shape[1] / BATCH) + 1):
        x, targets, chosen = past[int(rng.integers(len(past)))]
        some = rng.integers(x.shape[1], size=BATCH)
        meant = chosen[some] if len(chosen) else None
        losses.append(learner.step(np.ascontiguousarray(x[:, some]), targets[some], rate, meant))
    return float(np.mean(losses))


def _between(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


def _seats(size: int, habits: int, rng: np.random.Generator, *, stubborn: bool) -> Ints:
    """Seat the learner (0) in every game; it plays itself, an older self (1) or a habit (2…)."""
    seats = np.zeros((2, size), np.int64)
    shares = [0.5, 0.1, 0.4] if stubborn else [0.63, 0.12, 0.25]
    against = rng.choice([0, 1, 2], size, p=shares)
    other = np.where(against == 2, 2 + rng.integers(habits, size=size), against)
    seats[rng.integers(2, size=size), np.arange(size)] = other
    return seats


def match(ours: Mind, theirs: Mind, size: int, rng: np.random.Generator) -> float:
    """Return our share of the points in games with balanced seats."""
    seats = np.zeros((2, size), np.int64)
    seats[0, : size // 2] = 1
    seats[1, size // 2 :] = 1
    games = Games([ours, theirs], seats, rng, Watcher())
    games.play()
    return float(np.where(seats[0] == 0, games.result, 1 - games.result).mean())


def train(options: Namespace) -> None:
    """Play and learn generation after generation, saving a checkpoint every ten."""
    rng = np.random.default_rng(options.seed)
    value = Network.fresh([FEATURES, *SIZES["value"]], rng)
    policy = Network.fresh([FEATURES, *SIZES["policy"]], rng)
    done = 0
    history: list[str] = []
    if options.resume:
        networks, header = load(options.out)
        value, policy, done = networks["value"], networks["policy"], header["generations"]
        history = header.get("history", [])
    until = min(options.until or options.generations, options.generations)
    learners = (Learner(value), Learner(policy))
    averages = (value.copy(), policy.copy())
    olds = [(value.copy(), policy.copy())]
    past: list[tuple[Samples, Samples]] = []
    begun = perf_counter()
    for number in range(done, until):
        rng = np.random.default_rng([options.seed, number])
        share = number / options.generations
        rate = 1e-3 * (0.03 + 0.97 * (0.5 + 0.5 * np.cos(np.pi * share)))
        stir = _between(STIR, share)
        me = Learned(value, policy, *(stir * part for part in (0.03, 0.06, 0.012)))
        older = Learned(*olds[int(rng.integers(len(olds)))], 0.03, 0.02, 0.004)
        habits = _opponents(share, rng, stubborn=options.stubborn)
        minds: list[Mind] = [me, older, *(Styled(habit) for habit in habits)]
        seats = _seats(options.games, len(habits), rng, stubborn=options.stubborn)
        diary = Diary(averages[0], seats, _between(LAMBDA, share))
        games = Games(minds, seats, rng, diary)
        games.play()
        past = [*past[1 - KEPT :], diary.samples(games.result)]
        losses = [
            _learn(learner, [pair[which] for pair in past], rate, rng)
            for which, learner in enumerate(learners)
        ]
        for average, network in zip(averages, (value, policy), strict=True):
            _approach(average, network, 0.1 if number > 20 else 0.5)
        told = (
            f"{number + 1}/{options.generations}  {perf_counter() - begun:5.0f} s  loss"
            + "".join(f" {loss:.4f}" for loss in losses)
        )
        if (number + 1) % 10 == 0 or number + 1 == until:
            stage = f"{done} to {number + 1}, planned for {options.generations}"
            stage += ", stubborn" if options.stubborn else ""
            _checkpoint(options, averages, number + 1, [*history, stage])
            olds = [*olds[-7:], (value.copy(), policy.copy())]
            best, size = Learned(*averages, 0.02, 0.0, 0.001), min(1000, options.games)
            told += f"  against greedy {match(best, Styled(greedy(_BEST_ORDER)), size, rng):.3f}"
            told += (
                f", an old self {match(best, Learned(*olds[0], 0.02, 0.0, 0.001), size, rng):.3f}"
            )
        sys.stdout.write(told + "\n")
        sys.stdout.flush()


def _approach(average: Network, network: Network, share: float) -> None:
    for theirs, ours in zip(average.layers, network.layers, strict=True):
        for part, newer in zip(theirs, ours, strict=True):
            np.add(part, share * (newer - part), out=part)


def _checkpoint(
    options: Namespace, averages: tuple[Network, Network], done: int, history: list[str]
) -> None:
    header: dict[str, Any] = {
        "format": "aton-bot-weights/1",
        "networks": ["value", "policy"],
        "made_by": "python -m games.engine.bots.train",
        "seed": options.seed,
        "generations": done,
        "history": history,
        "games_a_generation": options.games,
        "lambda": LAMBDA,
        "features": FEATURES,
        "numpy": np.__version__,
    }
    save(options.out, dict(zip(("value", "policy"), averages, strict=True)), header)


def main() -> None:
    """Read the options and train."""
    parser = ArgumentParser(description="Learn the bots' weights by self-play.")
    parser.add_argument("--generations", type=int, default=240)
    parser.add_argument("--until", type=int, help="stop early, the pace of learning unchanged")
    parser.add_argument(
        "--stubborn", action="store_true", help="more games against greedy players and stackers"
    )
    parser.add_argument("--games", type=int, default=2048, help="games a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--resume", action="store_true", help="go on from the file in --out")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
