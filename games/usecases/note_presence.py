"""Presence: note that a player is at a match's table, and tell who is."""

from datetime import datetime, timedelta

from games.engine import Side
from games.models import Match, Presence
from games.notify import table_news_on_commit

# Who was seen so long ago is still here: pages are reloaded, lines fail for a moment.
GRACE = timedelta(seconds=15)

# After the end people stay to talk and to play again.
AFTER_THE_END = timedelta(minutes=15)


def note_presence(match_id: int, player_id: int, now: datetime, lag_ms: int | None = None) -> None:
    """Note that the player was at the table at `now`; `lag_ms` is what was measured, if it was.

    Whoever comes back, or for the first time, is news to the others.
    """
    values = {"seen_at": now} if lag_ms is None else {"seen_at": now, "lag_ms": lag_ms}
    rows = Presence.objects.filter(match=match_id, player=player_id)
    seen_at = rows.values_list("seen_at", flat=True).first()
    if seen_at is None:
        # Two pages of one player may both be the first.
        Presence.objects.bulk_create(
            [Presence(match_id=match_id, player_id=player_id, **values)],
            update_conflicts=True,
            update_fields=list(values),
            unique_fields=["match", "player"],
        )
    else:
        rows.update(**values)
    if seen_at is None or now - seen_at > GRACE:
        table_news_on_commit(match_id, "beside")


def note_at_table(match_id: int, player_id: int, now: datetime) -> None:
    """Note that a page of the match was open at `now`, if it is the player's own match.

    Also for a while after its end.
    """
    match = Match.objects.filter(pk=match_id).values("aton_id", "amon_id", "ended_at").first()
    if match is None or player_id not in {match["aton_id"], match["amon_id"]}:
        return
    if match["ended_at"] is None or now - match["ended_at"] < AFTER_THE_END:
        note_presence(match_id, player_id, now)


def seen_at_table(match: Match) -> dict[Side, datetime]:
    """Return when each side was last at the table; at its beginning for who has not come yet."""
    seen = dict(Presence.objects.filter(match=match).values_list("player_id", "seen_at"))
    return {
        "aton": seen.get(match.aton_id, match.started_at),
        "amon": seen.get(match.amon_id, match.started_at),
    }
