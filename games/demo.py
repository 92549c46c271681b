"""A believable league made up by simulation: names, strengths, pairings and results.

Arithmetic only: nothing here touches the database or a clock.
"""

import itertools
import math
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from games.elo import START, expected_score, k_factor, new_rating

FIRST_PARTS = """
    Amen Ankh Bast Djed Hapi Heqa Horus Isis Kheper Maat Memnon Merit Min Mut Nefer Neith Nile
    Nubia Osiris Pepi Ptah Ra Ramses Sekhmet Seti Sobek Tefnut Thoth Tiye Tut User Wadj
""".split()
SECOND_PARTS = """
    hotep mose kare nakht ankh su het sha mes nofret kheb ra hor ptah iri mery wer tep
""".split()
COUNTRIES = "DE FR GB US IT ES NL PL EG BR JP CA AT CH SE GR TR IN AU ZA".split()

CLOCKS = ("180+5", "600+15", "600+15", "1800+30", "1d", "3d")
# How the summaries end, as often as games between people do.
REASONS = ("scoring",) * 11 + ("points",) * 2 + ("resign",) * 4 + ("timeout",) * 2 + (
    "temple", "gold", "green",
)  # fmt: skip
DECISIVE_SPREAD = 220  # Elo points of a standard deviation of strength


def names(number: int) -> Iterator[str]:
    """Yield `number` different usernames."""
    parts = len(FIRST_PARTS) * len(SECOND_PARTS)
    for index in range(number):
        again, place = divmod(index * 7919 % max(parts, 1) + index // parts * parts, parts)
        first, second = divmod(place, len(SECOND_PARTS))
        suffix = f"{again}" if again else ""
        yield f"{FIRST_PARTS[first]}{SECOND_PARTS[second]}{suffix}"


@dataclass(slots=True)
class Standing:
    """A rating as it develops."""

    rating: int = START
    peak: int = START
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    gain: int = 0
    recent: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the ledger to be."""

    before: int
    after: int
    opponent: int
    expected: float
    score: float
    k: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players by their index, when and how they play."""

    aton: int
    amon: int
    ended: datetime
    minutes: int
    clock: str
    rated: bool


class League:
    """Players with a hidden strength and an activity, and their ratings in both paces."""

    def __init__(self, players: int, rng: Random) -> None:
        self.rng = rng
        self.strength = [rng.gauss(START, DECISIVE_SPREAD) for _ in range(players)]
        # A few play most of the matches, most play a few.
        weights = (1 / math.sqrt(1 + rng.random() * players) for _ in range(players))
        self.weights = list(itertools.accumulate(weights))
        self.standings = {pace: [Standing() for _ in range(players)] for pace in ("live", "daily")}

    def pairings(self, matches: int, begin: datetime, end: datetime) -> Iterator[Pairing]:
        """Yield who plays whom, in the order in which the matches end."""
        rng, span = self.rng, end - begin
        for index in range(matches):
            one, other = self._drawn(), self._drawn()
            while other == one:
                other = self._drawn()
            # More and more is played, as on a site that grows.
            ended = begin + span * math.sqrt((index + 1) / (matches + 1))
            clock = rng.choice(CLOCKS)
            minutes = rng.randint(6, 60) if "+" in clock else rng.randint(600, 20_000)
            yield Pairing(one, other, ended, minutes, clock, rng.random() < 0.8)

    def outcome(self, pairing: Pairing) -> float:
        """Return Aton's score, 1, 0.5 or 0, as the strengths make it likely."""
        hoped = expected_score(
            round(self.strength[pairing.aton]), round(self.strength[pairing.amon])
        )
        if self.rng.random() < 0.02:
            return 0.5
        return float(self.rng.random() < hoped)

    def rate(self, pairing: Pairing, pace: str, score: float, *, recent: bool) -> list[Change]:
        """Change both ratings and return the ledger's lines, Aton's first."""
        rows = (self.standings[pace][pairing.aton], self.standings[pace][pairing.amon])
        before = (rows[0].rating, rows[1].rating)
        changes = []
        for who, row in enumerate(rows):
            points = score if who == 0 else 1 - score
            expected = expected_score(before[who], before[1 - who])
            k = k_factor(row.matches, row.peak)
            row.rating = new_rating(before[who], k, points, expected)
            row.peak = max(row.peak, row.rating)
            row.matches += 1
            row.wins += points == 1
            row.draws += points == 0.5
            row.losses += points == 0
            if recent:
                row.gain += row.rating - before[who]
                row.recent += 1
            changes.append(Change(before[who], row.rating, before[1 - who], expected, points, k))
        return changes

    def _drawn(self) -> int:
        return bisect_left(self.weights, self.rng.random() * self.weights[-1])


def points_of(score: float, reason: str, rng: Random) -> tuple[int, int]:
    """Return points that fit a result: Aton's and Amon's."""
    low = rng.randint(8, 38)
    high = rng.randint(max(40, low + 1), 56) if reason in {"scoring", "points"} else low + 4
    if score == 0.5:
        return 43, 43
    return (high, low) if score == 1 else (low, high)


def started_of(pairing: Pairing) -> datetime:
    """Return when a match began."""
    return pairing.ended - timedelta(minutes=pairing.minutes)
