"""Write the game record of a finished match (protocol.md)."""

from datetime import UTC, datetime
from typing import Any

from games.models import Match


def make_record(match: Match) -> dict[str, Any] | None:
    """Return the record of `match`, or None while it is not over (rules 6.2)."""
    if not match.over or match.ended_at is None:
        return None
    return {
        "format": "aton-record/1",
        "seed": match.seed,
        "players": {"aton": match.aton.username, "amon": match.amon.username},
        "started": _utc(match.started_at),
        "ended": _utc(match.ended_at),
        "rated": match.rated,
        "clock": match.time_control,
        "actions": list(match.actions.values_list("payload", flat=True)),
        "result": {
            "winner": match.winner or None,
            "reason": match.reason,
            "score": {"aton": match.aton_score, "amon": match.amon_score},
        },
    }


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
