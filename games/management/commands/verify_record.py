"""`manage.py verify_record FILE`: check a game record without a database or a server."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import engine
from games.refusals import Refused
from games.usecases.read_record import MOST_BYTES, ReadRecord, read_record


class Command(BaseCommand):
    """Replays a record and shuffles its cards anew."""

    help = "Checks a game record: its rules, its result, its seal and every shuffle."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        parser.add_argument("file", help="a game record (*.aton.json), or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the record; exit status 1 when it is bad."""
        name = options["file"]
        try:
            if name == "-":
                sent = sys.stdin.buffer.read(MOST_BYTES + 1)
            else:
                with Path(name).open("rb") as file:
                    sent = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror}") from error
        try:
            read = read_record(sent)
        except Refused as refusal:
            raise CommandError(str(refusal.sentence)) from refusal
        self._check_deal(read)
        self._tell_result(read)

    def _check_deal(self, read: ReadRecord) -> None:
        self.stdout.write(f"seed        {read.seed.hex()}")
        sealed = "as the record states" if read.record.get("commitment") else "not stated"
        self.stdout.write(f"commitment  {engine.commitment(read.seed)} ({sealed})")
        moves = engine.card_moves(read.seed, read.actions)
        for who, side in enumerate(engine.SIDES):
            checked = engine.check_deal(read.seed, who, moves[who])
            for shuffle in checked.shuffles:
                cards = "".join(str(card) for card in shuffle.cards)
                self.stdout.write(f"{shuffle.label:<10}  round {shuffle.round:>2}: {cards}")
            if checked.fault is not None:
                raise CommandError(f"A card of {side} does not come from the seed.")

    def _tell_result(self, read: ReadRecord) -> None:
        state = read.last
        aton, amon = state.score
        if state.result is None:
            end = "not over"
        elif state.result.winner is None:
            end = f"no winner ({state.result.reason})"
        else:
            end = f"{state.result.winner} won ({state.result.reason})"
        self.stdout.write(
            f"{len(read.actions)} actions, {state.round} rounds, {end}, {aton} : {amon}. "
            "All is well."
        )
