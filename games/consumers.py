"""The live socket of a match: it only pushes; decisions are posted."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.db import connections
from django.http import HttpRequest
from django.utils import timezone, translation

from games import access
from games.engine import Viewer
from games.models import Match
from games.notify import match_group
from games.numbers import LONGEST_ID
from games.render import render_table
from games.usecases.look import look
from games.usecases.note_presence import note_presence

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Frame:
    """A rendering of the match's table: its version, whom it is for, and the HTML."""

    version: int
    viewer: str
    html: str


class MatchConsumer(AsyncWebsocketConsumer):
    """Sends the table's newest fragment to one viewer, in their language.

    On connect, and so on every reconnect, it joins the match's group first and then sends
    the whole fragment: catching up is connecting. After that it sends when a hint tells of a
    newer version, and when a `ping` of the browser shows that a hint was lost.
    """

    async def connect(self) -> None:
        """Join the match's group and send the current fragment; refuse an unknown match."""
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        if self.match_id >= 10**LONGEST_ID:
            await self.close()
            return
        self.request = request_of(self.scope)
        self.language = translation.get_language_from_request(self.request)
        self.sent: Frame | None = None
        self.pong_sent = 0.0
        # A player who answers late once has a slow moment; the least is what the line takes.
        self.lags: deque[int] = deque(maxlen=5)
        await join(self, match_group(self.match_id))
        frame = await _personal_frame(self.match_id, self.request, self.language, self.sent)
        if frame is None:
            await self.close()
            return
        await self.accept()
        await self._send(frame)

    async def receive(
        self,
        text_data: str | None = None,
        bytes_data: bytes | None = None,  # noqa: ARG002 — the signature is Channels'
    ) -> None:
        """Answer a `ping`, take a `here`, pass over whatever else comes.

        A browser answers the server's `pong` with `here` at once: from the one to the other
        the server measures the line's lag, since a browser could claim any.
        """
        if text_data == "ping":
            self.pong_sent = time.monotonic()
            await self.send(text_data="pong")
            await self._send(
                await _personal_frame(self.match_id, self.request, self.language, self.sent)
            )
        elif text_data == "here" and self.pong_sent:
            self.lags.append(round((time.monotonic() - self.pong_sent) * 1000))
            self.pong_sent = 0.0
            await _note_presence(self.match_id, self.request, min(self.lags))

    async def match_changed(self, event: dict[str, Any]) -> None:
        """Send the newest fragment when the hint tells of one that was not sent yet."""
        if self.sent is not None and event["version"] <= self.sent.version:
            return
        # Who has seen the public's view last may go on seeing it, whoever they are by now.
        if self.sent is not None and self.sent.viewer == "public":
            frame = await _public_frames.get(self.match_id, event["version"], self.language)
        else:
            frame = await _personal_frame(self.match_id, self.request, self.language, self.sent)
        await self._send(frame)

    async def _send(self, frame: Frame | None) -> None:
        if frame is not None and frame is not self.sent:
            self.sent = frame
            await self.send(text_data=frame.html)


async def join(consumer: AsyncWebsocketConsumer, group: str) -> None:
    """Let the socket join a group, which Channels takes it out of when it closes."""
    await consumer.channel_layer.group_add(group, consumer.channel_name)
    consumer.groups.append(group)


class PublicFrames:
    """Renders the public's view once for all spectators of a version who share a language.

    Only renderings under way are shared: kept any longer, a clock in it would be wrong.
    """

    def __init__(self) -> None:
        self._under_way: dict[tuple[int, int, str], asyncio.Task[Frame | None]] = {}

    async def get(self, match_id: int, version: int, language: str) -> Frame | None:
        """Return the public frame of `version` or a newer one."""
        key = (match_id, version, language)
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.ensure_future(_public_frame(match_id, language))
            self._under_way[key] = task
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(task)


_public_frames = PublicFrames()


def request_of(scope: dict[str, Any]) -> HttpRequest:
    """Return what Django needs of the handshake to tell the session and the language."""
    headers = dict(scope["headers"])
    request = HttpRequest()
    request.COOKIES = scope["cookies"]
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return request


def user_now(request: HttpRequest) -> access.Asker:
    """Return who the handshake's session belongs to now.

    Signing out, a ban or the end of a session do not close sockets, so the session is
    looked up anew each time.
    """
    sessions = import_module(settings.SESSION_ENGINE)
    request.session = sessions.SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    user: access.Asker = get_user(request)
    return user


def off_the_loop(function: Callable[P, R]) -> Callable[P, Awaitable[R]]:
    """Run `function` in a thread of the pool, with a database connection of its own.

    Channels' default is one thread for all consumers, where each would wait for the others'
    queries and renderings.
    """

    @wraps(function)
    def and_close(*args: P.args, **kwargs: P.kwargs) -> R:
        # The thread may not come this way again for long; its place in the pool is wanted.
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    off_the_loop: Callable[P, Awaitable[R]] = database_sync_to_async(
        and_close, thread_sensitive=False
    )
    return off_the_loop


@off_the_loop
def _personal_frame(
    match_id: int, request: HttpRequest, language: str, sent: Frame | None
) -> Frame | None:
    """Return the frame for whoever the socket belongs to now: `sent` when nothing is newer."""
    try:
        match = access.match_seen(match_id)
    except Match.DoesNotExist:
        return None
    viewer = access.viewer_of(match, user_now(request))
    if sent is not None and (sent.version, sent.viewer) == (match.version, viewer):
        return sent
    return _frame(match, viewer, language)


@off_the_loop
def _note_presence(match_id: int, request: HttpRequest, lag_ms: int) -> None:
    user = user_now(request)
    match = access.match_seen(match_id)
    if user.pk is not None and match.side_of(user.pk) is not None and not match.over:
        note_presence(match_id, user.pk, timezone.now(), lag_ms)


@off_the_loop
def _public_frame(match_id: int, language: str) -> Frame | None:
    try:
        match = access.match_seen(match_id)
    except Match.DoesNotExist:
        return None
    return _frame(match, "public", language)


def _frame(match: Match, viewer: Viewer, language: str) -> Frame:
    with translation.override(language):
        return Frame(match.version, viewer, render_table(look(match, viewer, timezone.now())))
