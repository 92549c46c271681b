"""What a process that thinks for the site is asked to do: plain values in, plain values out."""

import os
import signal
import threading
from collections.abc import Mapping
from importlib import import_module
from multiprocessing import connection, parent_process
from random import Random
from typing import Any

from . import choose, warm_up


def begin() -> None:
    """Prepare the process: it yields to those that serve people, and ends with its parent."""
    # Ctrl-C is meant for the server, which then ends its pool.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    warm_up()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)


def choose_json(level: str, view: Mapping[str, Any], ms: int, seed: int) -> dict[str, Any]:
    """Return what the bot of `level` plays from `view`, as protocol.md writes an action."""
    return choose(level, view, ms, Random(seed)).to_json()  # noqa: S311 — from the system’s source


def review_json(before: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """Return what level 5 says about a decision of a finished match (review.py)."""
    found: dict[str, Any] = import_module("games.engine.bots.review").review_step(before, action)
    return found
