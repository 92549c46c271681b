"""`manage.py seed_demo`: fill an empty site with players and matches that were made up."""

import random
import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone
from tqdm import tqdm

from games.demo import League
from games.management.ending import may_be_stopped
from games.management.parallel import cores, work_through
from games.refusals import Refused
from games.usecases.demo_rows import Game
from games.usecases.seed_demo import (
    check_empty,
    make_matches,
    make_players,
    make_ratings,
    play_games,
)

GAMES_AT_ONCE = 50


class Command(BaseCommand):
    """Makes a league: some matches are played by the engine, the others are summaries."""

    help = "Fills an empty site with made-up players and matches."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the numbers."""
        parser.add_argument("--players", type=int, default=1000)
        parser.add_argument("--matches", type=int, default=10_000)
        parser.add_argument(
            "--played", type=int, help="matches played by the engine (default: 1 in 100)"
        )
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same league")
        parser.add_argument("--jobs", type=int, default=cores(), help="processes (default: cores)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill the site."""
        players, matches = options["players"], options["matches"]
        played = options["played"] if options["played"] is not None else matches // 100
        if players < 2 or matches < 1 or not 0 <= played <= matches:
            raise CommandError("At least 2 players and 1 match, and no more played than matches.")
        try:
            check_empty()
        except Refused as refusal:
            raise CommandError(str(refusal.sentence)) from refusal
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                # Rows go to random places of large indexes, which stay in memory (400 MB).
                cursor.execute("PRAGMA cache_size = -400000")
        with may_be_stopped("Stopped half-way. Begin again with an empty database."):
            self._fill(players, matches, played, options)

    def _fill(self, players: int, matches: int, played: int, options: dict[str, Any]) -> None:
        now, rng = timezone.now(), random.Random(options["seed"])  # noqa: S311 — a made-up league
        ids = make_players(players, rng, now)
        league = League(players, rng)
        every = matches // played if played else 0
        games = _games(played, options["jobs"])
        with tqdm(
            total=matches,
            unit=" matches",
            file=sys.stderr,
            disable=None if options["verbosity"] else True,
        ) as bar:
            for made in make_matches(league, ids, matches, games, every, now):
                bar.update(made)
        make_ratings(league, ids, now)
        self.stdout.write(f"{players} players, {matches} matches, {played} of them played")


def _games(number: int, jobs: int) -> Iterator[Game]:
    pieces = [
        (first, min(first + GAMES_AT_ONCE, number) - 1) for first in range(0, number, GAMES_AT_ONCE)
    ]
    for games in work_through(play_games, pieces, jobs if len(pieces) > 1 else 1):
        yield from games
