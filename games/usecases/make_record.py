"""Write the game record of a finished match (protocol.md)."""

from datetime import UTC, datetime
from typing import Any

from games.models import Match


def make_record(match: Match) -> dict[str, Any] | None:
    """Return the record of `match`, or None while it is not over (rules 6.2).

    A draw by both clocks in the same instant is no player's action, so the format cannot say
    it: such a record ends with the last decision, has no result, and says `drawn`.
    """
    if not match.over or match.ended_at is None:
        return None
    payloads = list(match.actions.values_list("payload", flat=True))
    drawn_on_time = match.reason == "timeout" and not match.winner
    return {
        "format": "aton-record/1",
        "seed": match.seed,
        "players": {"aton": match.aton.username, "amon": match.amon.username},
        "started": _utc(match.started_at),
        "ended": _utc(match.ended_at),
        "rated": match.rated,
        "clock": match.time_control,
        "actions": payloads[:-1] if drawn_on_time else payloads,
        **({"drawn": "timeout"} if drawn_on_time else {}),
        "result": None
        if drawn_on_time
        else {
            "winner": match.winner or None,
            "reason": match.reason,
            "score": {"aton": match.aton_score, "amon": match.amon_score},
        },
    }


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
