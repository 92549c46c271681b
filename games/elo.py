"""Elo arithmetic, by the formula and K factors of FIDE's rating regulations (section 8)."""

import math

START = 1500  # Elo points that everybody begins with

K_NEW, K_USUAL, K_TOP = 40, 20, 10
NEW_MATCHES = 30
TOP_RATING = 2400


def expected_score(rating: int, opponent: int) -> float:
    """Return the score, 0 to 1, that `rating` is expected to make against `opponent`."""
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


def k_factor(matches: int, peak: int) -> int:
    """Return K for a player with `matches` rated matches behind them and the highest rating `peak`.

    40 for the first 30 rated matches, then 20, and 10 once the rating has reached 2400.
    """
    if matches < NEW_MATCHES:
        return K_NEW
    return K_TOP if peak >= TOP_RATING else K_USUAL


def new_rating(rating: int, k: int, score: float, expected: float) -> int:
    """Return the rating after a match with `score` (1, 0.5 or 0), in whole points.

    The change is rounded to the nearest whole number, halves away from zero.
    """
    change = k * (score - expected)
    return rating + int(math.copysign(math.floor(abs(change) + 0.5), change))
