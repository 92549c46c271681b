"""The only place that sends to a group.

What is sent is a hint without data: "match 7 is at version 12 now". Whoever gets it looks
for themselves, so a lost hint costs nothing but time.
"""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction


def match_group(match_id: int) -> str:
    """Return the name of the group of all sockets at a match."""
    return f"match.{match_id}"


def match_changed_on_commit(match_id: int, version: int) -> None:
    """Tell the sockets at the match, once the transaction has committed, of its version."""

    def send() -> None:
        async_to_sync(get_channel_layer().group_send)(
            match_group(match_id),
            {"type": "match.changed", "match": match_id, "version": version},
        )

    transaction.on_commit(send, robust=True)
