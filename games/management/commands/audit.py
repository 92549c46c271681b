"""`manage.py audit`: replay everything that is stored and compare it with its summaries."""

import sys
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.management.ending import may_be_stopped
from games.management.parallel import Piece, cores, work_through
from games.models import Match, Player
from games.usecases.audit import (
    Findings,
    audit_matches,
    audit_ranks,
    audit_ratings,
    pieces,
)

SHOWN = 50


class Command(BaseCommand):
    """Checks matches, results, the ledger, ratings and ranks; exit status 1 if any differs."""

    help = "Replays every finished match and checks results, summaries, ratings and ranks."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the number of processes."""
        parser.add_argument("--jobs", type=int, default=cores(), help="processes (default: cores)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit everything and tell what differs."""
        quiet = not options["verbosity"]
        jobs = max(1, options["jobs"])
        with may_be_stopped("Stopped before all was checked."):
            spans = pieces(Match.objects.all())
            matches = _audit("matches", audit_matches, spans, jobs, quiet=quiet)
            spans = pieces(Player.objects.all())
            ratings = _audit("ratings", audit_ratings, spans, jobs, quiet=quiet)
            ranks = audit_ranks()
        differences = [*matches.differences, *ratings.differences, *ranks.differences]
        for sentence in differences[:SHOWN]:
            self.stdout.write(sentence)
        if len(differences) > SHOWN:
            self.stdout.write(f"… and {len(differences) - SHOWN} more")
        told = (
            f"{matches.checked} finished matches, {ratings.checked} ratings: "
            f"{len(differences)} differences"
        )
        if differences:
            raise CommandError(told, returncode=1)
        self.stdout.write(told)


def _audit(
    unit: str,
    function: Callable[[int, int], Findings],
    spans: list[Piece],
    jobs: int,
    *,
    quiet: bool,
) -> Findings:
    total = Findings()
    bar = tqdm(total=len(spans), desc=unit, file=sys.stderr, disable=True if quiet else None)
    with bar:
        for found in work_through(function, spans, jobs):
            total.checked += found.checked
            total.differences += found.differences
            bar.update()
    return total
