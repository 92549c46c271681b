"""What a server does by itself: beat, settle clocks that nobody looks at, pair who waits.

Every web process does this; the work is idempotent and locked row by row, so several may.
It runs on the server's own event loop, because the in-process channel layer belongs to it.
"""

import asyncio
import logging
from datetime import timedelta

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connection
from django.utils import timezone

from games.thinking import Thinking
from games.usecases.challenge import expire_challenges
from games.usecases.digest import send_digests
from games.usecases.find_opponent import pair_waiting
from games.usecases.guests import forget_guests
from games.usecases.keep_house import SHORTEST_DOWNTIME, beat, forget_leftovers, make_good_downtime
from games.usecases.recent_gains import forget_old_gains
from games.usecases.settle_clock import settle_due_clocks

logger = logging.getLogger(__name__)

INTERVAL = 1.0  # seconds


def begin() -> None:
    """Make good the time since a server was last alive, before the first request is served."""
    # Without Redis this is the only server, so whatever has passed since the last beat passed
    # without one; otherwise another server may just be about to beat.
    shortest = SHORTEST_DOWNTIME if settings.REDIS_URL else timedelta(0)
    downtime = make_good_downtime(timezone.now(), shortest)
    if downtime is not None:
        logger.warning("No server was running: %s. Running clocks were extended.", downtime)
    # SQLite makes a checkpoint of its log whenever the last connection closes; this one, of the
    # thread that serves no request, stays open and keeps that out of the decisions' way.
    if connection.vendor == "sqlite":
        connection.ensure_connection()


async def keep_house() -> None:
    """Do what has to be done once a second, for as long as the server lives."""
    bots = asyncio.ensure_future(Thinking().run())
    while not bots.cancelled():
        try:
            await sync_to_async(_once, thread_sensitive=True)()
        except Exception:
            # A database that is away for a moment must not end the sweep for good.
            logger.exception("The sweep failed and is tried again.")
        await asyncio.sleep(INTERVAL)


def _once() -> None:
    close_old_connections()
    now = timezone.now()
    if beat(now) is not None:
        logger.warning("The server could not beat for a while. Running clocks were extended.")
    settle_due_clocks(now)
    pair_waiting(now)
    expire_challenges(now)
    if now.second % 10 == 0:
        forget_old_gains(now)
    if now.second == 0:
        forget_guests(now)
        send_digests(now)
        if now.minute == 0:
            forget_leftovers(now)
    close_old_connections()
