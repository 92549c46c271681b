"""Review matches that the levels have played, as the site does: errors, times, what was found.

`python -m tests.bench.reviews --matches 100` lets all pairs of levels play on one core, each
with `--ms` milliseconds a decision, reviews every decision, and prints how many reviews had an
error, how long they took, how many puzzles they give and what each level gave up a decision.
It fails when a review has an error or takes longer than the limit of 30 seconds.
"""

import argparse
import itertools
import random
import statistics
import sys
import time
import traceback
from collections import defaultdict
from typing import Any

from games import engine
from games.engine import State
from games.engine.bots import NAMES, choose, warm_up
from games.engine.bots.jobs import review_json

LIMIT_SECONDS = 30.0
_CHECKED = ("worth", "given", "top")


def play(pair: tuple[str, str], ms: int, rng: random.Random) -> list[tuple[State, dict[str, Any]]]:
    """Play a match between two levels and return each decision with the state before it."""
    state = engine.new(rng.randbytes(32))
    decisions = []
    while state.result is None:
        side = state.to_move[0]
        level = pair[0] if side == "aton" else pair[1]
        action = choose(level, engine.view(state, side), ms, rng)
        decisions.append((state, action.to_json()))
        state = engine.apply(state, action)[0]
    return decisions


def review(decisions: list[tuple[State, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return what the review says about each decision; raise where it cannot be right."""
    steps = [review_json(state.to_json(), action) for state, action in decisions]
    for step in steps:
        if not all(0 <= step[name] <= 1 for name in _CHECKED):
            raise ValueError(f"no probability: {step}")
        if abs(step["worth"] + step["given"] - step["top"]) > 1e-4:
            raise ValueError(f"the sum is wrong: {step}")
    return steps


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--ms", type=int, default=40, help="to think for each decision (40)")
    parser.add_argument("--seed", type=int, default=1, help="which matches are played (1)")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    warm_up()
    pairs = itertools.cycle(itertools.product(NAMES, repeat=2))
    seconds, lengths, errors, puzzles = [], [], 0, 0
    given: defaultdict[str, list[float]] = defaultdict(list)
    for number, pair in enumerate(itertools.islice(pairs, options.matches), 1):
        decisions = play(pair, options.ms, rng)
        lengths.append(len(decisions))
        begun = time.process_time()
        try:
            steps = review(decisions)
        except Exception:  # noqa: BLE001 — whatever it is, it is counted and shown
            errors += 1
            print(f"\nmatch {number} ({' – '.join(pair)})\n{traceback.format_exc()}")
            continue
        seconds.append(time.process_time() - begun)
        puzzles += sum("answers" in step for step in steps)
        for (_, action), step in zip(decisions, steps, strict=True):
            given[pair[0] if action["player"] == "aton" else pair[1]].append(100 * step["given"])
        print(f"\r{number} of {options.matches}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(
        f"{options.matches} matches of {statistics.mean(lengths):.0f} decisions in the mean "
        f"reviewed with {errors} errors: {statistics.mean(seconds):.1f} s of processor time in "
        f"the mean, {max(seconds):.1f} s at most; {puzzles} puzzles"
    )
    print(
        f"given up a decision, in points, with {options.ms} ms: "
        + ", ".join(f"{name} {statistics.mean(given[name]):.1f}" for name in NAMES if given[name])
    )
    return 1 if errors or max(seconds) > LIMIT_SECONDS else 0


if __name__ == "__main__":
    sys.exit(main())
