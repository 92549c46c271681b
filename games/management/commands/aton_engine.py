"""``python manage.py aton_engine``: the engine protocol on standard input and output."""

import os
import sys
from random import SystemRandom
from secrets import token_bytes
from threading import Thread
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.bots import warm_up
from games.engine.protocol import Session
from games.engine.shuffle import SEED_BYTES


class Command(BaseCommand):
    """Answer one JSON object a line until the input ends; no database is needed."""

    help = "Speaks the engine protocol: one JSON object a line in, one a line out."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Read lines from standard input and write an answer to each at once."""
        # So that the first `best` is not late by the time that the weights take to load.
        Thread(target=warm_up).start()
        session = Session(lambda: token_bytes(SEED_BYTES), SystemRandom())
        # Bytes, because only a newline ends a line and only UTF-8 is read.
        lines, answers = sys.stdin.buffer, sys.stdout.buffer
        try:
            for line in lines:
                answers.write(session.answer(line).encode("ascii") + b"\n")
                answers.flush()
        except BrokenPipeError:
            # Nobody reads any more; keep the interpreter from flushing into the pipe at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except KeyboardInterrupt:
            return
