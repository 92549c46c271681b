"""Show how ratings went: the lines of the ledger as points of a graph."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.elo import START
from games.models import Player, Rating, RatingChange
from games.models.rating import PACES

# Of a long career the latest lines are drawn: one walk of an index.
LINES_DRAWN = 300


@dataclass(frozen=True, slots=True)
class RatingPath:
    """A player's ratings of one pace, the oldest first; `peak_at` is the day of the peak drawn."""

    player: Player
    pace: str
    points: Sequence[tuple[datetime, int]]
    whole: bool

    @property
    def peak(self) -> tuple[datetime, int]:
        """The highest rating that is drawn, with its moment."""
        return max(self.points, key=lambda point: point[1])


def rating_paths(ratings: Iterable[Rating]) -> list[RatingPath]:
    """Return the paths of these ratings, of those with matches, by pace.

    The ratings come with their players.
    """
    played = (rating for rating in ratings if rating.matches)
    return [
        path
        for rating in sorted(played, key=lambda r: PACES.index(r.pace))
        for path in _path(rating)
    ]


def _path(rating: Rating) -> Iterator[RatingPath]:
    latest = (
        RatingChange.objects.filter(player=rating.player_id, pace=rating.pace)
        .order_by("-at")
        .values_list("at", "before", "after")[:LINES_DRAWN]
    )
    lines = sorted(latest)
    if not lines:
        return
    points = [(at, after) for at, _before, after in lines]
    whole = len(lines) < LINES_DRAWN
    if whole and lines[0][1] == START:
        points.insert(0, (min(rating.player.date_joined, lines[0][0]), START))
    yield RatingPath(rating.player, rating.pace, points, whole)


def ratings_of(players: Sequence[Player]) -> dict[tuple[int, str], Rating]:
    """Return the rating rows of the players by player id and pace."""
    return {
        (rating.player_id, rating.pace): rating
        for rating in Rating.objects.filter(player__in=players).select_related("player")
    }
