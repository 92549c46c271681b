"""``python manage.py tournament``: bots and outside programs against each other."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.bots import NAMES, RATINGS, check_level, warm_up
from games.engine.bots.contest import elo_table, interval
from games.engine.errors import EngineError
from games.tournament import Entrant, Meeting, Tally, begin, play_meeting

DEFAULT_MS = {"sphinx": 50, "pharaoh": 1000}
OTHERS_MS = 50
MATCHES_A_TASK = 2


class Command(BaseCommand):
    """Play every pair of entrants, sides balanced, on all cores; no database is needed."""

    help = "Plays bots and programs that speak the engine protocol against each other."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--games", type=int, default=100, help="matches a pair (made even)")
        parser.add_argument(
            "--levels", default=",".join(("random", *NAMES)),
            help="names or numbers of levels or names of styles, comma-separated",
        )  # fmt: skip
        parser.add_argument(
            "--ms", default="", help="milliseconds a decision: 100, or sphinx=50,pharaoh=1000"
        )
        parser.add_argument(
            "--program", action="append", default=[], metavar="NAME=COMMAND",
            help="an outside program that answers `best` with a view; may be given often",
        )  # fmt: skip
        parser.add_argument("--program-level", help="the level to ask outside programs for")
        parser.add_argument("--with", dest="focus", help="only pairs with one of these entrants")
        parser.add_argument("--seed", type=int, default=1, help="which matches are played")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
        parser.add_argument(
            "--patient", action="store_true",
            help="the clock cuts no thinking short: strength at a budget on a busy machine",
        )  # fmt: skip
        parser.add_argument("--minutes", type=float, help="end then, with what has been played")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the result there")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play, and print the tables."""
        entrants = list(_entrants(options))
        names = [entrant.name for entrant in entrants]
        if len(set(names)) < len(names) or len(names) < 2:
            raise CommandError("A tournament needs two entrants or more, of different names.")
        focus = set(options["focus"].split(",")) if options["focus"] else set(names)
        if not focus <= set(names):
            raise CommandError("--with names somebody who does not take part.")
        pairs = [p for p in combinations(entrants, 2) if {p[0].name, p[1].name} & focus]
        tallies = self._play(pairs, options)
        result = _summary(names, tallies, options)
        self._show(result)
        if options["json"]:
            options["json"].write_text(json.dumps(result, indent=1) + "\n")

    def _play(
        self, pairs: list[tuple[Entrant, Entrant]], options: dict[str, Any]
    ) -> dict[tuple[str, str], Tally]:
        each = max(1, (options["games"] + 1) // 2)
        meetings = [
            Meeting(pair, options["seed"] * 1_000_003 + at, MATCHES_A_TASK)
            for at in range(each)
            for pair in pairs
        ]
        tallies = {(a.name, b.name): Tally() for a, b in pairs}
        done, total = 0, MATCHES_A_TASK * len(meetings)
        begun = monotonic()
        pool = ProcessPoolExecutor(
            options["jobs"], get_context("spawn"), begin, (options["patient"],)
        )
        try:
            waiting = {pool.submit(play_meeting, meeting): meeting for meeting in meetings}
            for future in as_completed(waiting):
                one, other = waiting[future].pair
                tallies[one.name, other.name].add(future.result())
                done += waiting[future].matches
                self._progress(done, total)
                if options["minutes"] and monotonic() - begun > 60 * options["minutes"]:
                    break
        finally:
            # Also on Ctrl-C nobody waits for matches that have not begun.
            pool.shutdown(cancel_futures=True)
        return {pair: tally for pair, tally in tallies.items() if tally.matches}

    def _progress(self, done: int, total: int) -> None:
        """Draw a bar on a terminal; elsewhere write a line now and then."""
        filled = 30 * done // total
        bar = f"[{'#' * filled}{'.' * (30 - filled)}] {done}/{total}"
        if self.stderr.isatty():
            self.stderr.write(f"\r{bar}", ending="\n" if done == total else "")
        elif 10 * done // total > 10 * (done - MATCHES_A_TASK) // total:
            self.stderr.write(bar)

    def _show(self, result: dict[str, Any]) -> None:
        self.stdout.write("pair                              matches  points  95 % interval")
        for pair in result["pairs"]:
            self.stdout.write(
                f"{pair['first'] + ' - ' + pair['second']:<33}{pair['matches']:>8}"
                f"{pair['share']:>8.1%}  {pair['low']:.1%} to {pair['high']:.1%}"
            )
        self.stdout.write(
            "\nentrant                Elo   decisions  illegal"
            "   ms by the clock: mean   99 %   most   late   on the core: mean   99 %   most   late"
        )
        for name, elo in sorted(result["elo"].items(), key=lambda item: -item[1]):
            t = result["times"][name]
            self.stdout.write(
                f"{name:<20}{elo:>6.0f}{t['decisions']:>12}{t['illegal']:>9}"
                f"{t['mean']:>24.1f}{t['p99']:>7.0f}{t['most']:>7.0f}{t['late']:>7}"
                f"{t['core_mean']:>20.1f}{t['core_p99']:>7.0f}{t['core_most']:>7.0f}"
                f"{t['core_late']:>7}"
            )


def _entrants(options: dict[str, Any]) -> Iterator[Entrant]:
    given = dict(part.split("=") for part in options["ms"].split(",") if "=" in part)
    for_all = options["ms"] if options["ms"].isdigit() else None

    def budget(name: str) -> int:
        return int(given.get(name, for_all or DEFAULT_MS.get(name, OTHERS_MS)))

    for level in filter(None, options["levels"].split(",")):
        name = _level_name(level)
        yield Entrant(name, budget(name), None, None)
    for program in options["program"]:
        name, _, command = program.partition("=")
        if not command:
            raise CommandError("A program is given as NAME=COMMAND.")
        yield Entrant(name, budget(name), command, options["program_level"])


def _level_name(level: str) -> str:
    try:
        return check_level(int(level) if level.isdigit() else level)
    except EngineError as error:
        if level in warm_up():
            return level
        raise CommandError(str(error)) from error


def _summary(
    names: list[str], tallies: dict[tuple[str, str], Tally], options: dict[str, Any]
) -> dict[str, Any]:
    pairs, points = [], {}
    for (first, second), tally in tallies.items():
        low, high = interval(tally.points[0], tally.matches)
        points[first, second], points[second, first] = tally.points
        pairs.append(
            {
                "first": first, "second": second, "matches": tally.matches,
                "won": tally.won, "drawn": tally.drawn, "lost": tally.lost,
                "share": tally.points[0] / tally.matches, "low": low, "high": high,
                "reasons": tally.reasons, "rounds": tally.rounds / tally.matches,
            }
        )  # fmt: skip
    anchor = next(name for name in ("jackal", *names) if name in names)
    elo = elo_table(names, points, (anchor, float(RATINGS.get(anchor, 1300))))
    times = {
        name: Tally.times(
            [tally for pair, tally in tallies.items() if name in pair],
            [pair.index(name) for pair in tallies if name in pair],
        )
        for name in names
    }
    return {
        "command": "manage.py " + " ".join(sys.argv[1:]), "seed": options["seed"],
        "pairs": pairs, "elo": elo, "times": times,
    }  # fmt: skip
