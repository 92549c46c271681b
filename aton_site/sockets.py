"""What every socket goes through before an application sees it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from django.conf import settings

Event = dict[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]

POLICY_VIOLATION = 1008


class LimitedSockets:
    """Closes a socket that sends more than a browser of ours ever does.

    daphne queues frames without end. They are taken from its queue at once, counted by a
    token bucket (`burst` frames at most, `rate` new ones a second) and handed on one by one,
    so a flood costs neither memory nor the database anything.
    """

    def __init__(self, application: Any, *, rate: float = 5.0, burst: int = 30) -> None:
        self.application = application
        self.rate = rate
        self.burst = burst

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        events: asyncio.Queue[Event] = asyncio.Queue()

        async def send_if_open(event: Event) -> None:
            # A browser may leave at any moment, also while something for it is being made.
            with suppress(Disconnected):
                await send(event)

        pump = asyncio.ensure_future(self._pump(receive, send_if_open, events))
        try:
            await self.application(scope, events.get, send_if_open)
        finally:
            pump.cancel()

    async def _pump(self, receive: Receive, send: Send, events: "asyncio.Queue[Event]") -> None:
        tokens, counted_at, closed = float(self.burst), time.monotonic(), False
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                events.put_nowait(event)
                continue
            now = time.monotonic()
            tokens = min(self.burst, tokens + (now - counted_at) * self.rate) - 1
            counted_at = now
            if tokens >= 0:
                events.put_nowait(event)
            elif not closed:
                closed = True
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})


class SameOrigin:
    """Refuses sockets of pages that come from another port of an allowed host.

    Browsers send cookies to every port of a host, so such a page would see what the player sees.
    The rule is that of Django for what is posted: the address that was asked, or a trusted one.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        """Serve one socket, or refuse it."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        asked = {f"{scheme}://{host}" for scheme in ("http", "https")}
        # Without a host nobody can tell; every browser says it.
        if not host or origin in asked.union(settings.CSRF_TRUSTED_ORIGINS):
            await self.application(scope, receive, send)
        else:
            await no_such_socket(scope, receive, send)


async def no_such_socket(_scope: Event, receive: Receive, send: Send) -> None:
    """Refuse a socket: there is nothing at its address, or nothing for its page."""
    await receive()
    await send({"type": "websocket.close"})
