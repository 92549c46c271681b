"""Take what a player posts: a decision, a resignation or an abort."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import access, engine
from games.clock import lag_credit
from games.engine import EngineError, Side
from games.models import Action, Match, Presence
from games.refusals import Malformed, Stale, refusal_of
from games.usecases.carry_out import carry_out
from games.usecases.settle_clock import settle_clock

# What a person may send; `timeout` is the clock's.
POSTED_TYPES = ("exchange", "allocate", "remove", "place", "clear", "resign", "abort")

# What the other side does in `allocate` leaves these as good as they were (contract.md).
_SIMULTANEOUS = ("exchange", "allocate")

# A line that was measured longer ago than this may be another by now.
MEASURE_HOLDS = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted action: the match's version now, and whether it had been sent before."""

    match_id: int
    version: int
    repeated: bool


def play(
    match_id: int, player: access.Asker, version: int, posted: Mapping[str, Any], now: datetime
) -> Played:
    """Carry out what `player` posted, decided on `version` and received at `now`.

    `posted` is an action of protocol.md without `player`. The same action posted twice takes
    effect once and is answered alike. Raises `Match.DoesNotExist`, `Malformed`, `NotAllowed`,
    `Stale` and `AgainstRules`; the match is then unchanged.
    """
    if posted.get("type") not in POSTED_TYPES:
        raise Malformed(_("This is no action that a player can take."))
    with transaction.atomic():
        match = access.match_locked(match_id)
        side = access.check_plays(match, player)
        try:
            action = engine.parse_action({**posted, "player": side})
        except EngineError as error:
            raise refusal_of(error) from error
        if _was_accepted(match, side, version, action):
            return Played(match.pk, match.version, repeated=True)
        credit_ms = lag_credit(_lag_of(match, side, now))
        if not settle_clock(match, now, sender=side, credit_ms=credit_ms):
            _check_fresh(match, action, version)
            if match.clocks[side].late(now, credit_ms):
                # The other's flag fell before, and the sweep will say so in a moment.
                raise Stale(_("Time had run out before this decision came."))
            carry_out(
                match,
                action,
                now,
                posted_version=version,
                resumed_at=max(now, timezone.now()),
                credit_ms=credit_ms,
            )
            return Played(match.pk, match.version, repeated=False)
    # Not inside the transaction, where it would undo the end that the clock has made.
    raise Stale(_("Time had run out before this decision came, and the match is over."))


def _was_accepted(match: Match, side: Side, version: int, action: engine.Action) -> bool:
    sent = Action.objects.filter(match=match, side=side, posted_version=version)
    return any(engine.parse_action(row.payload) == action for row in sent)


def _check_fresh(match: Match, action: engine.Action, version: int) -> None:
    if match.over:
        raise Stale(_("The match is over, so nothing can be decided any more."))
    if version == match.version:
        return
    if (
        action.type in _SIMULTANEOUS
        and match.phase == "allocate"
        and match.round_version <= version <= match.version
    ):
        return
    raise Stale(_("The match has moved on since then. Please look at it again and decide anew."))


def _lag_of(match: Match, side: Side, now: datetime) -> int | None:
    player_id = match.aton_id if side == "aton" else match.amon_id
    presence = Presence.objects.filter(
        match=match, player=player_id, seen_at__gte=now - MEASURE_HOLDS
    )
    return presence.values_list("lag_ms", flat=True).first()
