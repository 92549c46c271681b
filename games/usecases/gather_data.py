"""Gather all data of a player, for them to take away."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from games.models import Challenge, Player, RatingChange, Result
from games.usecases.reach import reach_of

Things = Iterator[dict[str, Any]]


def gather_data(player: Player) -> Things:
    """Yield everything that is stored about `player`, one thing at a time.

    The matches themselves come as records (make_record.py).
    """
    yield from _account(player)
    yield from _others(player)
    yield from _play(player)


def _account(player: Player) -> Things:
    reach = reach_of(player)
    yield {
        "kind": "account",
        "username": player.username,
        "email": player.email,
        "language": player.language,
        "country": player.country,
        "hide_presence": player.hide_presence,
        "joined": player.date_joined.isoformat(),
        "last_sign_in": player.last_login.isoformat() if player.last_login else None,
        "puzzle_rating": player.puzzle_rating,
        "chat": reach.chat,
        "turn_mails": reach.turn_mails,
        "former_names": list(player.former_names.values_list("username", flat=True)),
    }
    for row in player.sign_ins.order_by("at").iterator():
        yield {"kind": "sign-in", "at": row.at.isoformat(), "browser": row.browser}


def _others(player: Player) -> Things:
    for name in player.follows.values_list("followed__username", flat=True).iterator():
        yield {"kind": "follows", "username": name}
    for kind, name in player.shunnings.values_list("kind", "other__username").iterator():
        yield {"kind": kind, "username": name}
    for line in player.chat_lines.order_by("pk").iterator():
        yield {
            "kind": "chat",
            "match": line.match_id,
            "at": line.at.isoformat(),
            "text": line.text,
            "phrase": line.phrase,
        }


def _play(player: Player) -> Things:
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
    for lapse in player.lapses.order_by("pk").iterator():
        yield {"kind": lapse.kind, "match": lapse.match_id, "at": lapse.at.isoformat()}
    for answer in player.puzzle_tries.order_by("pk").iterator():
        yield {
            "kind": "puzzle",
            "puzzle": answer.puzzle_id,
            "solved": answer.solved,
            "rating": answer.rating,
            "at": answer.at.isoformat(),
        }
