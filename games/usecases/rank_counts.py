"""Keep count of how many established players have each rating, so that ranks are short sums.

A rank by counting the players above would walk through half the league for the median player;
the distinct ratings above are a few hundred rows however many players there are.
"""

from collections import Counter
from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F, Q, Sum

from games.models import Rating, RatingCount


class Place(NamedTuple):
    """Where an established player is counted: their pace, country ("" for none) and rating."""

    pace: str
    country: str
    rating: int


def place_of(rating: Rating) -> Place | None:
    """Return where the owner of `rating` is counted, None for a provisional player."""
    if not rating.established:
        return None
    return Place(rating.pace, rating.country, rating.rating)


def count_moves(moves: Iterable[tuple[Place | None, Place | None]]) -> None:
    """Count players out of their old places and into their new ones.

    The caller holds the transaction that changes the ratings. The rows are changed in one
    order by everybody, so that two matches that end at once cannot wait for each other.
    """
    changes: Counter[Place] = Counter()
    for before, after in moves:
        for place in _counted_at(before):
            changes[place] -= 1
        for place in _counted_at(after):
            changes[place] += 1
    for place, change in sorted(changes.items()):
        if change:
            _add(place, change)


def rank_at(pace: str, rating: int, country: str = "") -> int:
    """Return the rank of an established player with `rating`: of all, or in one country."""
    above = RatingCount.objects.filter(pace=pace, country=country, rating__gt=rating)
    return (above.aggregate(players=Sum("players"))["players"] or 0) + 1


def ranks_at(places: Iterable[Place]) -> dict[str, int]:
    """Return the rank of each of `places` by its pace, of all countries, in one query."""
    wanted = {place.pace: place.rating for place in places}
    if not wanted:
        return {}
    parts = [Q(pace=pace, rating__gt=rating) for pace, rating in wanted.items()]
    rows = RatingCount.objects.filter(reduce(or_, parts), country="").values("pace")
    above = dict(rows.annotate(players=Sum("players")).values_list("pace", "players"))
    return {pace: above.get(pace, 0) + 1 for pace in wanted}


def _counted_at(place: Place | None) -> Iterable[Place]:
    if place is None:
        return ()
    return {place._replace(country=""), place}


def _add(place: Place, change: int) -> None:
    row = RatingCount.objects.filter(**place._asdict())
    if row.update(players=F("players") + change):
        return
    try:
        with transaction.atomic():
            RatingCount.objects.create(**place._asdict(), players=change)
    except IntegrityError:
        # Another match has just made the row.
        row.update(players=F("players") + change)
