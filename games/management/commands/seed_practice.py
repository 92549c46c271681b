"""`manage.py seed_practice`: positions to practise on a site where nobody has played yet."""

import random
import sys
from itertools import cycle, islice, permutations
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from games.engine.bots import NAMES
from games.engine.bots.jobs import review_json
from games.usecases.exhibition import play_exhibition, review_exhibition

# Those who see enough to get into interesting positions, and still miss things.
PAIRS = tuple(permutations(NAMES[1:4], 2))


class Command(BaseCommand):
    """Lets the bots play each other and reviews the matches: what they missed becomes puzzles."""

    help = "Lets the bots play matches among themselves, whose reviews give positions to practise."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the numbers."""
        parser.add_argument("--matches", type=int, default=20)
        parser.add_argument("--ms", type=int, default=40, help="to think for each decision (40)")
        parser.add_argument("--seed", type=int, help="the same seed, the same matches")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and review."""
        if options["matches"] < 1 or options["ms"] < 1:
            raise CommandError("At least 1 match, and at least 1 ms.")
        rng = random.Random(options["seed"])  # noqa: S311 — an exhibition
        puzzles = 0
        pairs = islice(cycle(PAIRS), options["matches"])
        with tqdm(
            total=options["matches"],
            unit=" matches",
            file=sys.stderr,
            disable=None if options["verbosity"] else True,
        ) as bar:
            for pair in pairs:
                match = play_exhibition(pair, options["ms"], rng, timezone.now())
                puzzles += review_exhibition(match, review_json, timezone.now())
                bar.update()
        self.stdout.write(f"{options['matches']} matches, {puzzles} positions to practise")
