"""`manage.py serve`: serve the site, pages and sockets, from one process."""

import asyncio
import os
import socket
import sys
import threading
from typing import Any

# Daphne picks Twisted's reactor when it is imported, so it comes before anything of Twisted.
from daphne import server as daphne  # isort: skip

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.management.base import BaseCommand, CommandError, CommandParser

from aton_site.asgi import application
from aton_site.bodies import LimitedFactory
from games import housekeeping

# A thousand browsers that come back at once after a restart fit into the queue.
BACKLOG = 2048

# Browsers of ours send a word now and then; but the limit holds for what the server sends as
# well, and a table is up to 20 kB.
MOST_BYTES_A_MESSAGE = 128 * 1024


class Command(BaseCommand):
    """Runs daphne with the house's own pulse beside it."""

    help = "Serve the site over HTTP and WebSocket."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address to listen on."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=settings.PORT, help="port to listen on")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until interrupted."""
        host, port = options["host"], options["port"]
        # What the site writes (hands, seeds, sessions) is nobody else's on this machine.
        os.umask(0o077)
        check_free(host, port)
        housekeeping.begin()
        if options["verbosity"]:
            self.stdout.write(f"Aton: {settings.PUBLIC_URL}/  (Ctrl-C ends it)")
            sys.stdout.flush()
        # daphne has no setting for it.
        daphne.HTTPFactory = LimitedFactory
        daphne.Server(
            application,
            endpoints=[f"tcp:port={port}:interface={host}:backlog={BACKLOG}"],
            ready_callable=_start_housekeeping,
            ping_interval=20,
            ping_timeout=60,
            websocket_max_message_size=MOST_BYTES_A_MESSAGE,
            websocket_max_frame_size=MOST_BYTES_A_MESSAGE,
        ).run()
        let_threads_end(asyncio.get_event_loop())


def check_free(host: str, port: int) -> None:
    """Raise `CommandError` unless the port can be listened on."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            message = f"Port {port} of {host} cannot be used ({error.strerror}); set PORT."
            raise CommandError(message) from error


def let_threads_end(loop: asyncio.AbstractEventLoop) -> None:
    """Run the loop that has been stopped beside the end of the process.

    A request that was being answered has a thread that waits for the loop, and Python waits for
    its threads: without this the process would never end.
    """
    for task in asyncio.all_tasks(loop):
        task.cancel()
    threading.Thread(target=loop.run_forever, daemon=True).start()


def pass_over_who_left(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what has gone wrong in a task, unless a browser has only left in mid-request."""
    if not isinstance(context.get("exception"), RequestAborted):
        loop.default_exception_handler(context)


_tasks: set[asyncio.Task[None]] = set()


def _start_housekeeping() -> None:
    loop = asyncio.get_event_loop()
    loop.set_exception_handler(pass_over_who_left)
    # The loop keeps only a weak reference to its tasks.
    loop.call_soon(lambda: _tasks.add(loop.create_task(housekeeping.keep_house())))
