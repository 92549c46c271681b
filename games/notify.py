"""The only place that sends to a group.

What is sent is a hint without data: "match 7 is at version 12 now", "there is news in the
lobby". Whoever gets it looks for themselves, so a lost hint costs nothing but time.
"""

from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

LOBBY_GROUP = "lobby"
BOTS_GROUP = "bots"


def match_group(match_id: int) -> str:
    """Return the name of the group of all sockets that show a match's table."""
    return f"match.{match_id}"


def table_group(match_id: int) -> str:
    """Return the name of the group of all pages of a match, for what stands beside the table."""
    return f"table.{match_id}"


def player_group(player_id: int) -> str:
    """Return the name of the group of all pages that a player has open."""
    return f"player.{player_id}"


def match_changed_on_commit(match_id: int, version: int) -> None:
    """Tell the sockets at the match, once the transaction has committed, of its version."""
    _send_on_commit(
        match_group(match_id), {"type": "match.changed", "match": match_id, "version": version}
    )


def table_news_on_commit(match_id: int, word: str) -> None:
    """Tell the match's pages of news in `word`: "beside" or "chat"."""
    _send_on_commit(table_group(match_id), {"type": "news", "word": word})


def lobby_news_on_commit() -> None:
    """Tell the pages that show the lobby that its lists have changed."""
    _send_on_commit(LOBBY_GROUP, {"type": "news", "word": "lobby"})


def player_news_on_commit(player_id: int) -> None:
    """Tell a player's pages that what waits for them has changed."""
    _send_on_commit(player_group(player_id), {"type": "news", "word": "mine"})


def player_called_on_commit(player_id: int, address: str) -> None:
    """Tell a player's pages that their match has begun at `address`."""
    _send_on_commit(player_group(player_id), {"type": "news", "word": f"go {address}"})


def sessions_ended_on_commit(player_id: int) -> None:
    """Tell a player's pages that one of them may belong to nobody any more."""
    _send_on_commit(player_group(player_id), {"type": "session.ended"})


def bot_wanted_on_commit(match_id: int) -> None:
    """Tell the processes that think for bots that one may owe a decision in the match."""
    _send_on_commit(BOTS_GROUP, {"type": "bot.wanted", "match": match_id})


def review_wanted_on_commit() -> None:
    """Tell the processes that think for bots that a review was asked for."""
    _send_on_commit(BOTS_GROUP, {"type": "review.wanted"})


def _send_on_commit(group: str, message: dict[str, Any]) -> None:
    def send() -> None:
        async_to_sync(get_channel_layer().group_send)(group, message)

    transaction.on_commit(send, robust=True)
