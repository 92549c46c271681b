"""`manage.py import_records FILE`: take over matches from game records, one a line."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from tqdm import tqdm

from games.management.ending import may_be_stopped
from games.refusals import Refused
from games.usecases.import_records import Imported, import_record
from games.usecases.read_record import MOST_BYTES, decode_record

# Matches of one transaction: few enough that a running site can go on between two.
AT_ONCE = 50


class Command(BaseCommand):
    """Reads records line by line; those that are known already are passed over."""

    help = "Takes over matches from game records, one a line; may be ended and begun again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        parser.add_argument("file", help="a file (*.jsonl), or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import what is new; exit status 1 when a line was bad."""
        name = options["file"]
        try:
            size = None if name == "-" else Path(name).stat().st_size
            opened = nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb")  # noqa: SIM115
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror}") from error
        hidden = None if options["verbosity"] else True
        became: Counter[str] = Counter()
        bar = tqdm(total=size, unit="B", unit_scale=True, file=sys.stderr, disable=hidden)
        with (
            may_be_stopped("Stopped. Begun again, it passes over what it has taken."),
            opened as file,
            bar,
        ):
            lines = _lines(file)
            while batch := list(islice(lines, AT_ONCE)):
                with transaction.atomic():
                    for number, line in batch:
                        became[self._import(number, line)] += 1
                bar.update(sum(len(line) for _number, line in batch))
        told = ", ".join(f"{count} {what}" for what, count in sorted(became.items())) or "nothing"
        if became["bad"]:
            raise CommandError(told, returncode=1)
        self.stdout.write(told)

    def _import(self, number: int, line: bytes) -> str:
        try:
            with transaction.atomic():
                done: Imported = import_record(decode_record(line.strip()))
        except Refused as refusal:
            self.stderr.write(f"line {number}: {refusal.sentence}")
            return "bad"
        return done.value


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield number and text of each line; of one too long only as much as tells that it is."""
    number = 0
    while line := file.readline(MOST_BYTES + 2):
        number += 1
        if len(line) > MOST_BYTES and not line.endswith(b"\n"):
            while (rest := file.readline(MOST_BYTES)) and not rest.endswith(b"\n"):
                pass
        if line.strip():
            yield number, line
