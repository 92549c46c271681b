"""Work through pieces with all cores: each process with a database connection of its own."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar

import django
from django.db import connections

Answer = TypeVar("Answer")
Piece = tuple[int, int]

# Pieces that wait for each process, so that none stands idle and few answers wait to be taken.
WAITING = 3


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work_through(
    function: Callable[[int, int], Answer], pieces: Iterable[Piece], jobs: int
) -> Iterator[Answer]:
    """Yield what `function` answers for each of the pieces, in order, by `jobs` processes.

    However many pieces there are, only a few are under way, so the memory is bounded.
    """
    if jobs <= 1:
        for piece in pieces:
            yield function(*piece)
        return
    databases = {alias: dict(connections[alias].settings_dict) for alias in connections}
    with ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(databases,)
    ) as pool:
        rest = iter(pieces)
        under_way: deque[Future[Answer]] = deque(
            pool.submit(function, *piece) for piece in islice(rest, jobs * WAITING)
        )
        try:
            while under_way:
                done = under_way.popleft().result()
                under_way.extend(pool.submit(function, *piece) for piece in islice(rest, 1))
                yield done
        finally:
            # Whoever stops early does not wait for the pieces that nobody has begun.
            pool.shutdown(cancel_futures=True)


def _begin(databases: dict[str, dict[str, Any]]) -> None:
    # Ctrl-C goes to all processes of a terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aton_site.settings")
    django.setup()
    for alias, wanted in databases.items():
        # One process uses one connection, and needs no pool.
        options = {k: v for k, v in wanted.get("OPTIONS", {}).items() if k != "pool"}
        connections.settings[alias].update({**wanted, "OPTIONS": options})
