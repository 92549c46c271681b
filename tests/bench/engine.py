"""How many decisions a second the engine applies in random play, choosing included.

Run with ``python -m tests.bench.engine [--seconds N]``.
"""

from argparse import ArgumentParser
from random import Random
from statistics import median
from time import perf_counter

from games.engine import apply, choose_random, new

GAMES_BETWEEN_LOOKS = 20


def play_game(rng: Random) -> tuple[int, int]:
    """Play a random game to its end and return (rounds, applied decisions)."""
    state = new(rng.randbytes(32))
    decisions = 0
    while state.result is None:
        state, _ = apply(state, choose_random(state, state.to_move[0], rng))
        decisions += 1
    return state.round, decisions


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to play (default 5)")
    parser.add_argument("--seed", type=int, default=0, help="which games are played (default 0)")
    options = parser.parse_args()
    rng = Random(options.seed)
    games: list[tuple[int, int]] = []
    begun = perf_counter()
    while (spent := perf_counter() - begun) < options.seconds:
        games += [play_game(rng) for _ in range(GAMES_BETWEEN_LOOKS)]
    applied = sum(decisions for _, decisions in games)
    print(
        f"{applied / spent:,.0f} applied decisions/s"
        f" ({len(games):,} games in {spent:.1f} s; median {median(r for r, _ in games):g} rounds,"
        f" {median(d for _, d in games):g} decisions)"
    )


if __name__ == "__main__":
    main()
