"""The socket of news: tells a page what to fetch anew, and the house who has which page open.

It carries words, no data: "lobby", "beside", "chat", "mine", or "go /match/7/" when a match of
the one who is signed in has begun. What the words stand for comes by ordinary requests.

The server beats and the browser answers, since browsers slow down the timers of pages in the
background but not their answers.
"""

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from games.consumers import join, off_the_loop, request_of, user_now
from games.models import Player
from games.notify import LOBBY_GROUP, player_group, table_group
from games.numbers import LONGEST_ID, whole_number
from games.usecases.find_opponent import note_waiting
from games.usecases.note_presence import note_at_table

BEAT_SECONDS = 4.0


class NewsConsumer(AsyncWebsocketConsumer):
    """Sends words of news to one page.

    The address says what the page shows: `match=7` for a match, `lobby=1` for the lobby.
    """

    async def connect(self) -> None:
        """Join the groups of what the page shows and of who is signed in."""
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.match_id = whole_number(asked.get("match", [""])[0], LONGEST_ID)
        self.player_id = await _player_now(request_of(self.scope))
        groups = [
            *([LOBBY_GROUP] if "lobby" in asked else []),
            *([table_group(self.match_id)] if self.match_id else []),
            *([player_group(self.player_id)] if self.player_id else []),
        ]
        for group in groups:
            await join(self, group)
        await self.accept()
        await self._note()
        if self.match_id:
            # Whoever came between the page and this line is found by looking again.
            await self.send(text_data="beside")
        self.beating = asyncio.ensure_future(self._beat())

    async def disconnect(self, code: int) -> None:  # noqa: ARG002 — the signature is Channels'
        """Beat no more; whoever comes back within the grace has not been away."""
        if hasattr(self, "beating"):
            self.beating.cancel()
            with suppress(asyncio.CancelledError):
                await self.beating

    async def receive(
        self,
        text_data: str | None = None,
        bytes_data: bytes | None = None,  # noqa: ARG002 — the signature is Channels'
    ) -> None:
        """Take a `here`, the answer to a beat; pass over whatever else comes."""
        if text_data == "here":
            await self._note()

    async def news(self, event: dict[str, Any]) -> None:
        """Pass a word on."""
        await self.send(text_data=event["word"])

    async def session_ended(self, _event: dict[str, Any]) -> None:
        """Close the line of whoever has signed out; the page comes back as who it is now."""
        if await _player_now(request_of(self.scope)) != self.player_id:
            await self.close()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self.send(text_data="beat")

    async def _note(self) -> None:
        if self.player_id is not None:
            await _note_here(self.player_id, self.match_id)


@off_the_loop
def _player_now(request: Any) -> int | None:
    user = user_now(request)
    return user.pk if isinstance(user, Player) else None


@off_the_loop
def _note_here(player_id: int, match_id: int | None) -> None:
    now = timezone.now()
    note_waiting(player_id, now)
    if match_id is not None:
        note_at_table(match_id, player_id, now)
