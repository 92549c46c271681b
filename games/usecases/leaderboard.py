"""Rank the players of one pace by rating."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from games.access import Asker
from games.models import Player, Rating
from games.usecases.paging import Page, cut_page, read_key, write_key

PLAYERS_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the leaderboard. A provisional player has no rank; equal ratings share one."""

    rating: Rating
    rank: int | None


def leaderboard(pace: str, after: str = "", size: int = PLAYERS_A_PAGE) -> Page[Ranked]:
    """Return a page of the players with a rated match in `pace`, established ones first.

    `after` is the `next_key` of the page before. Raises `Malformed` for a bad one.
    """
    part, below = True, None
    if after:
        established, rating, player_id = read_key(after, 3)
        part, below = bool(established), (rating, player_id)
    found = _rows(pace, established=part, below=below, size=size + 1)
    if part and len(found) <= size:
        found += _rows(pace, established=False, below=None, size=size + 1 - len(found))
    page = cut_page(found, size, _key_of)
    return Page(_ranked(pace, page.rows), page.next_key)


def rank_of(rating: Rating) -> int | None:
    """Return the rank of the player whose `rating` it is, or None for a provisional one."""
    if not rating.established:
        return None
    return _standing(rating.pace, established=True).filter(rating__gt=rating.rating).count() + 1


def own_place(asker: Asker, pace: str) -> Ranked | None:
    """Return the line of `asker` in `pace`, or None without a rated match or an account."""
    if not isinstance(asker, Player):
        return None
    rating = Rating.objects.filter(player=asker, pace=pace, matches__gt=0).first()
    return None if rating is None else Ranked(rating, rank_of(rating))


def _ranked(pace: str, ratings: Sequence[Rating]) -> list[Ranked]:
    if not ratings or not ratings[0].established:
        return [Ranked(rating, None) for rating in ratings]
    first = ratings[0]
    # How many stand before the page, and how many of them have its first rating too.
    before = _standing(pace, established=True).aggregate(
        higher=Count("pk", filter=Q(rating__gt=first.rating)),
        level=Count("pk", filter=Q(rating=first.rating, player__lt=first.player_id)),
    )
    ranked: list[Ranked] = []
    rank, last = before["higher"] + 1, first.rating
    for place, rating in enumerate(ratings, before["higher"] + before["level"] + 1):
        if rating.rating != last:
            rank, last = place, rating.rating
        ranked.append(Ranked(rating, rank if rating.established else None))
    return ranked


def _rows(
    pace: str, *, established: bool, below: tuple[int, int] | None, size: int
) -> list[Rating]:
    rows = _standing(pace, established=established).select_related("player")
    if below is not None:
        rating, player_id = below
        # The first condition is what the index is searched by.
        rows = rows.filter(rating__lte=rating).filter(
            Q(rating__lt=rating) | Q(player__gt=player_id)
        )
    return list(rows.order_by("-rating", "player_id")[:size])


def _standing(pace: str, *, established: bool) -> QuerySet[Rating]:
    # `in` and not `=`, for Django would write a condition that no index serves.
    return Rating.objects.filter(pace=pace, matches__gt=0, established__in=[established])


def _key_of(rating: Rating) -> str:
    return write_key(int(rating.established), rating.rating, rating.player_id)
