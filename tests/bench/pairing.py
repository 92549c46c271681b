"""How long it takes to pair ten thousand people who wait, and a crowd who avoid each other.

Run with ``python -m tests.bench.pairing``.
"""

from random import Random
from time import perf_counter

from games.pairing import Waiting, pair

PEOPLE = 10_000


def crowd(rng: Random) -> list[Waiting]:
    """Return people with likely ratings, each with a last opponent and somebody to avoid."""
    return [
        Waiting(
            number,
            round(rng.gauss(1500, 250)),
            rng.uniform(0, 10),
            last_opponent=number ^ 1,
            avoid=frozenset({number ^ 2}),
        )
        for number in range(PEOPLE)
    ]


def enemies() -> list[Waiting]:
    """Return people of one rating, of whom nobody may play anybody."""
    everybody = frozenset(range(PEOPLE))
    return [Waiting(number, 1500, 10, avoid=everybody) for number in range(PEOPLE)]


def main() -> None:
    for name, people in (("a crowd", crowd(Random(1))), ("who avoid all others", enemies())):
        begun = perf_counter()
        pairs = pair(people)
        spent = perf_counter() - begun
        print(f"{PEOPLE:,} people, {name}: {len(pairs):,} pairs in {spent * 1000:.0f} ms")


if __name__ == "__main__":
    main()
