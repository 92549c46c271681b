"""Who may begin a match now: one live rated match at a time, pauses, rated matches a day."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _

from games.clock import LIVE, TimeControl
from games.models import Lapse, Match, Player, Rating
from games.pause import REMEMBERED, paused_until
from games.refusals import AgainstRules
from games.usecases.guests import check_has_account

# Rated matches between the same two that count in a day; further ones are unrated.
RATED_A_DAY = 5
A_DAY = timedelta(days=1)


def lock_players(player_ids: Iterable[int], pace: str) -> None:
    """Let nobody else start a match of `pace` for these players until the transaction ends."""
    rows = Rating.objects.select_for_update(no_key=True).filter(
        player__in=list(player_ids), pace=pace
    )
    list(rows.order_by("player_id").values_list("pk"))


def pause_of(player: Player, now: datetime) -> datetime | None:
    """Return until when the player pauses from live matches, None when they may play."""
    lapses = Lapse.objects.filter(player=player, at__gt=now - REMEMBERED)
    return paused_until(lapses.values_list("at", flat=True), now)


def live_rated_match(player: Player) -> Match | None:
    """Return the live rated match that the player is playing, if there is one."""
    return (
        Match.objects.summaries()
        .filter(Q(aton=player) | Q(amon=player), ended_at__isnull=True, pace=LIVE, rated=True)
        .first()
    )


def check_may_wait(player: Player, control: TimeControl, *, rated: bool, now: datetime) -> None:
    """Raise `AgainstRules` with the reason unless `player` may begin such a match themselves.

    For a guest it is `NotAllowed`: they play the bots only.
    """
    check_has_account(player)
    if control.pace != LIVE:
        return
    until = pause_of(player, now)
    if until is not None:
        raise AgainstRules(
            _(
                "You have aborted or left several matches today, so live matches pause for "
                "you until %(time)s (UTC). Daily matches are open to you."
            )
            % {"time": formats.time_format(timezone.localtime(until))}
        )
    if rated and live_rated_match(player) is not None:
        raise AgainstRules(
            _(
                "You are playing a live rated match. Finish it first; it stands under "
                "“Your matches” in the lobby."
            )
        )


def check_is_free(player: Player, control: TimeControl, *, rated: bool) -> None:
    """Raise `AgainstRules` when `player`, the other one, plays another such match already."""
    if control.pace == LIVE and rated and live_rated_match(player) is not None:
        raise AgainstRules(
            _("%(name)s is playing another live rated match just now.") % {"name": player.username}
        )


def rated_today(one_id: int, other_id: int, now: datetime) -> int:
    """Return how many rated matches the two have begun in the last 24 hours, aborted ones apart."""
    return (
        Match.objects.filter(
            Q(aton=one_id, amon=other_id) | Q(aton=other_id, amon=one_id),
            rated=True,
            started_at__gt=now - A_DAY,
        )
        .exclude(reason="abort")
        .count()
    )


def limit_reached(one_id: int, other_id: int, now: datetime) -> bool:
    """Whether a further match of the two would not be rated today."""
    return rated_today(one_id, other_id, now) >= RATED_A_DAY
