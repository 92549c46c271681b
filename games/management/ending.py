"""How a command ends that somebody stops, or whose reader goes away: in one sentence."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

# What a shell says of a process that was ended by Ctrl-C, or by a pipe that broke.
INTERRUPTED, PIPE_BROKEN = 130, 141


@contextmanager
def may_be_stopped(sentence: str) -> Iterator[None]:
    """End the command with `sentence` when it is stopped by Ctrl-C, without a traceback."""
    try:
        yield
    except KeyboardInterrupt:
        raise CommandError(sentence, returncode=INTERRUPTED) from None
    except BrokenPipeError:
        # Python would try once more to write out what is left, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise CommandError("The reader has gone away.", returncode=PIPE_BROKEN) from None
