"""Follow players, to see at once what they play."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import access
from games.models import Follow, Match, Player, Result
from games.refusals import AgainstRules

MOST_FOLLOWED = 100
MATCHES_SHOWN = 30
LATELY = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Following:
    """Whom a player follows, and what those are playing now and have just played."""

    players: Sequence[Player]
    running: Sequence[Match]
    finished: Sequence[Match]


def follow(follower: Player, followed: Player) -> None:
    """Let `follower` follow `followed`; twice is once. Raises `AgainstRules`."""
    if follower == followed:
        raise AgainstRules(_("You cannot follow yourself."))
    if followed.deleted_at is not None:
        raise AgainstRules(_("This account was deleted."))
    with transaction.atomic():
        access.player_locked(follower.pk)
        if Follow.objects.filter(follower=follower).count() >= MOST_FOLLOWED:
            raise AgainstRules(
                _("You follow %(number)d players, and more are not possible.")
                % {"number": MOST_FOLLOWED}
            )
        Follow.objects.get_or_create(follower=follower, followed=followed)


def unfollow(follower: Player, followed: Player) -> None:
    """Let `follower` no longer follow `followed`."""
    Follow.objects.filter(follower=follower, followed=followed).delete()


def follows(follower: Player, followed: Player) -> bool:
    """Whether `follower` follows `followed`."""
    return Follow.objects.filter(follower=follower, followed=followed).exists()


def following(follower: Player, now: datetime) -> Following:
    """Return whom `follower` follows and their matches, the newest first."""
    players = list(Player.objects.filter(followers__follower=follower).order_by("username__lower"))
    ids = [player.pk for player in players]
    running = Match.objects.summaries().filter(
        Q(aton__in=ids) | Q(amon__in=ids), ended_at__isnull=True
    )
    return Following(
        players,
        list(running.order_by("-pk")[:MATCHES_SHOWN]) if ids else [],
        _finished(ids, now),
    )


def _finished(ids: Sequence[int], now: datetime) -> list[Match]:
    """Return the latest matches of the players with `ids`, of the last days."""
    if not ids:
        return []
    rows = (
        Result.objects.filter(player__in=ids, ended_at__gte=now - LATELY)
        .order_by("-ended_at", "-match_id")
        .values_list("ended_at", "match_id")[: 2 * MATCHES_SHOWN]
    )
    # Two who are followed may have played each other.
    latest = list(dict.fromkeys(rows))[:MATCHES_SHOWN]
    matches = Match.objects.summaries().in_bulk([match_id for _ended_at, match_id in latest])
    return [matches[match_id] for _ended_at, match_id in latest]
