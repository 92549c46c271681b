"""Compare two players: their ratings, and what they have played against each other."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Match, Player, Rating, Result
from games.models.rating import PACES
from games.usecases.show_ratings import RatingPath, rating_paths, ratings_of
from games.usecases.show_statistics import Tally

MATCHES_SHOWN = 15
COUNTED = 1000


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players side by side. `ratings` are (pace, of the one, of the other)."""

    one: Player
    other: Player
    ratings: Sequence[tuple[str, Rating, Rating]]
    tally: Tally
    matches: Sequence[Match]
    paths: Sequence[RatingPath]


def compare_players(one: Player, other: Player) -> Comparison:
    """Return the comparison of two players; the tally is from the seat of `one`."""
    ratings = ratings_of([one, other])
    between = Result.objects.filter(player=one, opponent=other).order_by("-ended_at")
    outcomes = Counter(between.values_list("outcome", flat=True)[:COUNTED])
    latest = between.select_related("match__aton", "match__amon").defer(
        "match__state", "match__seed"
    )
    return Comparison(
        one,
        other,
        [(pace, ratings[one.pk, pace], ratings[other.pk, pace]) for pace in PACES],
        Tally("between", outcomes["win"], outcomes["draw"], outcomes["loss"]),
        [row.match for row in latest[:MATCHES_SHOWN]],
        rating_paths(ratings.values()),
    )
