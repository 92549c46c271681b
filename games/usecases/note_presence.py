"""Presence: note that a player is at a match's table."""

from datetime import datetime

from games.models import Presence


def note_presence(match_id: int, player_id: int, now: datetime, lag_ms: int | None = None) -> None:
    """Note that the player was at the table at `now`; `lag_ms` is what was measured, if it was."""
    values = {"seen_at": now} if lag_ms is None else {"seen_at": now, "lag_ms": lag_ms}
    Presence.objects.update_or_create(match_id=match_id, player_id=player_id, defaults=values)
