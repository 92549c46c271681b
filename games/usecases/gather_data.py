"""Gather all data of a player, for them to take away."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from games.models import Challenge, Player, RatingChange, Result


def gather_data(player: Player) -> Iterator[dict[str, Any]]:
    """Yield everything that is stored about `player`, one thing at a time.

    The matches themselves come as records (make_record.py).
    """
    yield {
        "kind": "account",
        "username": player.username,
        "email": player.email,
        "language": player.language,
        "country": player.country,
        "hide_presence": player.hide_presence,
        "joined": player.date_joined.isoformat(),
        "last_sign_in": player.last_login.isoformat() if player.last_login else None,
        "former_names": list(player.former_names.values_list("username", flat=True)),
    }
    for row in player.sign_ins.order_by("at").iterator():
        yield {"kind": "sign-in", "at": row.at.isoformat(), "browser": row.browser}
    for name in player.follows.values_list("followed__username", flat=True).iterator():
        yield {"kind": "follows", "username": name}
    for rating in player.ratings.order_by("pace"):
        yield {
            "kind": "rating",
            "pace": rating.pace,
            "rating": rating.rating,
            "peak": rating.peak,
            "matches": rating.matches,
        }
    challenges = Challenge.objects.filter(Q(challenger=player) | Q(opponent=player))
    for challenge in challenges.order_by("pk").iterator():
        yield {
            "kind": "challenge",
            "id": challenge.pk,
            "made": challenge.challenger_id == player.pk,
            "clock": challenge.time_control,
            "status": challenge.status,
            "at": challenge.created_at.isoformat(),
        }
    for change in RatingChange.objects.filter(player=player).order_by("pk").iterator():
        yield {
            "kind": "rating-change",
            "match": change.match_id,
            "pace": change.pace,
            "before": change.before,
            "after": change.after,
            "at": change.at.isoformat(),
        }
    for result in Result.objects.filter(player=player).order_by("pk").iterator():
        yield {
            "kind": "result",
            "match": result.match_id,
            "side": result.side,
            "outcome": result.outcome,
            "reason": result.reason,
            "at": result.ended_at.isoformat(),
        }
