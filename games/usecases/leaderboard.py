"""Rank the players of one pace: by rating, in the world or one country, or by recent gain."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.access import Asker
from games.models import Player, Rating
from games.models.rating import RECENT_MATCHES
from games.usecases.paging import Page, cut_page, read_key, write_key
from games.usecases.rank_counts import rank_at

PLAYERS_A_PAGE = 50
RECENT_A_PAGE = 20
NEIGHBOURS = 3  # on either side of one's own line


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the leaderboard. A provisional player has no rank; equal ratings share one."""

    rating: Rating
    rank: int | None


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """One's own line, and those next to it, one's own among them."""

    rating: Rating
    rank: int | None
    neighbours: Sequence[Ranked] = ()


def leaderboard(
    pace: str, after: str = "", size: int = PLAYERS_A_PAGE, country: str = ""
) -> Page[Ranked]:
    """Return a page of the players with a rated match in `pace`, established ones first.

    `after` is the `next_key` of the page before, `country` "" for the whole world. Raises
    `Malformed` for a bad key.
    """
    part, below = True, None
    if after:
        established, rating, player_id = read_key(after, 3)
        part, below = bool(established), (rating, player_id)
    found = _rows(pace, country, established=part, below=below, size=size + 1)
    if part and len(found) <= size:
        found += _rows(pace, country, established=False, below=None, size=size + 1 - len(found))
    page = cut_page(found, size, _key_of)
    return Page(_ranked(page.rows, country, from_the_top=not after), page.next_key)


def recent_leaderboard(pace: str, after: str = "", size: int = RECENT_A_PAGE) -> Page[Ranked]:
    """Return a page of those who have gained most in the last 30 days, in enough matches.

    The rank is the place in the list, which the key carries on from page to page.
    """
    rows = Rating.objects.filter(pace=pace, recent__gte=RECENT_MATCHES)
    place = 0
    if after:
        gain, player_id, place = read_key(after, 3)
        rows = rows.filter(gain__lte=gain).filter(Q(gain__lt=gain) | Q(player__gt=player_id))
    found = list(rows.select_related("player").order_by("-gain", "player_id")[: size + 1])
    lines = [Ranked(rating, place + number) for number, rating in enumerate(found, 1)]
    return cut_page(lines, size, _recent_key_of)


def rank_of(rating: Rating, country: str = "") -> int | None:
    """Return the rank of the player whose `rating` it is, or None for a provisional one."""
    if not rating.established:
        return None
    return rank_at(rating.pace, rating.rating, country)


def own_place(asker: Asker, pace: str, *, with_neighbours: bool = True) -> OwnPlace | None:
    """Return the place of `asker` in `pace`, or None without a rated match or an account."""
    if not isinstance(asker, Player):
        return None
    rating = (
        Rating.objects.filter(player=asker, pace=pace, matches__gt=0)
        .select_related("player")
        .first()
    )
    if rating is None:
        return None
    if not (rating.established and with_neighbours):
        return OwnPlace(rating, rank_of(rating))
    neighbours = _ranked(_around(rating))
    (rank,) = (line.rank for line in neighbours if line.rating is rating)
    return OwnPlace(rating, rank, neighbours)


def _around(rating: Rating) -> list[Rating]:
    """Return the established players next to the one whose `rating` it is, who is among them."""
    rows = _standing(rating.pace, "", established=True).select_related("player")
    above = rows.filter(rating__gte=rating.rating).filter(
        Q(rating__gt=rating.rating) | Q(player__lt=rating.player_id)
    )
    below = rows.filter(rating__lte=rating.rating).filter(
        Q(rating__lt=rating.rating) | Q(player__gt=rating.player_id)
    )
    return [
        *reversed(above.order_by("rating", "-player_id")[:NEIGHBOURS]),
        rating,
        *below.order_by("-rating", "player_id")[:NEIGHBOURS],
    ]


def _ranked(
    ratings: Sequence[Rating], country: str = "", *, from_the_top: bool = False
) -> list[Ranked]:
    if not ratings or not ratings[0].established:
        return [Ranked(rating, None) for rating in ratings]
    first = ratings[0]
    rank, level = 1, 0
    if not from_the_top:
        rank = rank_at(first.pace, first.rating, country)
        # How many stand before the first line and have its rating too.
        same = _standing(first.pace, country, established=True).filter(rating=first.rating)
        level = same.filter(player__lt=first.player_id).count()
    ranked: list[Ranked] = []
    last = first.rating
    for place, rating in enumerate(ratings, rank + level):
        if rating.rating != last:
            rank, last = place, rating.rating
        ranked.append(Ranked(rating, rank if rating.established else None))
    return ranked


def _rows(
    pace: str, country: str, *, established: bool, below: tuple[int, int] | None, size: int
) -> list[Rating]:
    rows = _standing(pace, country, established=established).select_related("player")
    if below is not None:
        rating, player_id = below
        # The first condition is what the index is searched by.
        rows = rows.filter(rating__lte=rating).filter(
            Q(rating__lt=rating) | Q(player__gt=player_id)
        )
    return list(rows.order_by("-rating", "player_id")[:size])


def _standing(pace: str, country: str, *, established: bool) -> QuerySet[Rating]:
    # `in` and not `=`, for Django would write a condition that no index serves.
    rows = Rating.objects.filter(pace=pace, matches__gt=0, established__in=[established])
    return rows.filter(country=country) if country else rows


def _key_of(rating: Rating) -> str:
    return write_key(int(rating.established), rating.rating, rating.player_id)


def _recent_key_of(line: Ranked) -> str:
    return write_key(line.rating.gain, line.rating.player_id, line.rank or 0)
