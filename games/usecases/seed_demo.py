"""Fill an empty site with a league that never was, to see how the site does at scale.

Some matches are played by the engine and have all that a match has; the rest are summaries,
marked `synthetic`, with results and ledger lines and no actions.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from games import engine
from games.demo import COUNTRIES, League, Pairing, names
from games.models import (
    Action,
    GainHorizon,
    Match,
    Player,
    Rating,
    RatingChange,
    RatingCount,
    Result,
)
from games.models.rating import MATCHES_TO_ESTABLISH, PACES, RECENT_DAYS
from games.refusals import AgainstRules
from games.usecases.bulk import columns_of, insert_rows, reset_sequences
from games.usecases.demo_rows import Game, MatchMaker, PlayedAction
from games.usecases.rank_counts import Place, place_of

YEARS = 2
MATCHES_AT_ONCE = 5000


def play_games(first: int, last: int) -> list[Game]:
    """Play the games with the numbers `first` to `last` at random, each by its own number."""
    return [_play(number) for number in range(first, last + 1)]


def check_empty() -> None:
    """Raise `AgainstRules` unless the site has no match and no player but administrators."""
    if Match.objects.exists() or Player.objects.filter(is_staff=False, bot=None).exists():
        raise AgainstRules(_("This site has players or matches; demo data would mix with them."))


def make_players(number: int, rng: random.Random, now: datetime) -> list[int]:
    """Make the players of the league, who cannot sign in, and return their ids."""
    first = (Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    ids = list(range(first, first + number))
    password = make_password(None)
    begin = now - timedelta(days=365 * (YEARS + 1))
    rows = (
        {
            "id": player_id,
            "username": name,
            "password": password,
            "email": "",
            "language": "",
            "country": rng.choice(COUNTRIES) if rng.random() < 0.7 else "",
            "is_active": True,
            "is_staff": False,
            "is_superuser": False,
            "date_joined": begin + timedelta(days=rng.randrange(365)),
        }
        for player_id, name in zip(ids, names(number), strict=True)
    )
    insert_rows(Player, rows)
    return ids


def make_matches(
    league: League,
    ids: Sequence[int],
    number: int,
    games: Iterator[Game],
    every: int,
    now: datetime,
) -> Iterator[int]:
    """Make `number` matches, every so many of them from `games`; yield how many at a time.

    Each part is one transaction; the ratings come last (`make_ratings`).
    """
    begin, recent = now - timedelta(days=365 * YEARS), now - timedelta(days=RECENT_DAYS)
    maker = MatchMaker(league, ids, games, every, recent)
    part: list[Pairing] = []
    for pairing in league.pairings(number, begin, now):
        part.append(pairing)
        if len(part) == MATCHES_AT_ONCE:
            maker.store(part)
            yield len(part)
            part = []
    maker.store(part)
    yield len(part)


def make_ratings(league: League, ids: Sequence[int], now: datetime) -> None:
    """Store the ratings that the matches have led to, and the counts that ranks come from."""
    countries = dict(Player.objects.values_list("pk", "country"))
    counts: Counter[Place] = Counter()

    columns = columns_of(Rating)

    def rows() -> Iterator[dict[str, Any]]:
        number = Rating.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        for pace in PACES:
            for player_id, row in zip(ids, league.standings[pace], strict=True):
                number += 1
                rating = Rating(
                    id=number, player_id=player_id, pace=pace, rating=row.rating, peak=row.peak,
                    matches=row.matches, wins=row.wins, draws=row.draws, losses=row.losses,
                    established=row.matches >= MATCHES_TO_ESTABLISH,
                    country=countries[player_id], gain=row.gain, recent=row.recent,
                )  # fmt: skip
                place = place_of(rating)
                if place is not None:
                    counts.update({place, place._replace(country="")})
                yield {name: getattr(rating, name) for name in columns}

    with transaction.atomic():
        insert_rows(Rating, rows())
        RatingCount.objects.bulk_create(
            (
                RatingCount(pace=pace, country=country, rating=rating, players=players)
                for (pace, country, rating), players in counts.items()
            ),
            batch_size=1000,
        )
        GainHorizon.objects.update_or_create(
            pk=1, defaults={"at": now - timedelta(days=RECENT_DAYS)}
        )
        reset_sequences(Player, Match, Action, Result, Rating, RatingChange)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _play(number: int) -> Game:
    rng = random.Random(f"demo {number}")  # noqa: S311 — a made-up league
    seed = rng.randbytes(32)
    state, round_version = engine.new(seed), 0
    actions: list[PlayedAction] = []
    while state.result is None:
        action = engine.choose_random(state, rng.choice(state.to_move), rng)
        before = state.round
        state, events = engine.apply(state, action)
        told = [event.to_json() for event in events]
        actions.append((action.player, before, action.to_json(), told))
        if state.round != before:
            round_version = len(actions)
    return Game(seed.hex(), state, round_version, actions)
