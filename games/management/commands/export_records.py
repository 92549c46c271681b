"""`manage.py export_records FILE`: all finished matches as game records, one a line."""

import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.management.ending import may_be_stopped
from games.models import Match
from games.usecases.make_record import exportable, records_of_all

After = tuple[datetime, int]
_LOOKED_BACK = 1 << 20


class Command(BaseCommand):
    """Streams records into a file; begun again, it goes on where the file ends."""

    help = "Writes the record of every finished match, one a line; goes on where it was ended."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        parser.add_argument("file", help="a file (*.jsonl), or - for standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write what the file does not hold yet."""
        name = options["file"]
        quiet = not options["verbosity"]
        with may_be_stopped("Stopped. Begun again, it goes on where the file ends."):
            if name == "-":
                written = self._write(sys.stdout.buffer, None, quiet=quiet)
                sys.stdout.buffer.flush()
            else:
                with _opened(name) as file:
                    written = self._write(file, _where_to_go_on(file), quiet=quiet)
        if not quiet:
            self.stderr.write(f"{written} records written")

    def _write(self, file: BinaryIO, after: After | None, *, quiet: bool) -> int:
        finished = exportable()
        if after is not None:
            finished = finished.filter(ended_at__gte=after[0])
        total = finished.count()
        written = 0
        records = records_of_all(after=after)
        for record in tqdm(
            records, total=total, unit=" records", file=sys.stderr, disable=True if quiet else None
        ):
            file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
            written += 1
        return written


def _opened(name: str) -> BinaryIO:
    try:
        Path(name).touch()
        return Path(name).open("r+b")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error


def _where_to_go_on(file: BinaryIO) -> After | None:
    """Return the match that the last whole line is of, and cut a line that was begun after it."""
    size = file.seek(0, os.SEEK_END)
    begin = max(0, size - _LOOKED_BACK)
    file.seek(begin)
    whole, newline, _begun = file.read().rpartition(b"\n")
    if not newline:
        if begin:
            raise CommandError("The end of the file is no line of records.")
        file.seek(0)
        file.truncate()
        return None
    file.seek(begin + len(whole) + 1)
    file.truncate()
    try:
        match_id = json.loads(whole.rpartition(b"\n")[2])["match"]
        match = Match.objects.only("ended_at").get(pk=match_id, ended_at__isnull=False)
    except (ValueError, KeyError, TypeError, Match.DoesNotExist) as error:
        raise CommandError("The file does not end with a record of this site.") from error
    assert match.ended_at is not None  # noqa: S101 — asked for in the query
    return match.ended_at, match.pk
