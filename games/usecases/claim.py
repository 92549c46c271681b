"""Claim a live match whose other player has left while they owe a decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import access, engine
from games.clock import LIVE
from games.engine import Side, other
from games.models import Lapse, Match, MatchNote, Player
from games.refusals import Stale
from games.usecases.carry_out import carry_out
from games.usecases.note_presence import note_presence, seen_at_table
from games.usecases.settle_clock import settle_clock

# Who owes a live decision and has been gone for so long can be waited for no more.
LEFT_AFTER = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Absence:
    """When somebody who owes a decision was last here, and from when on the other may claim."""

    since: datetime
    claimable_at: datetime


def owes(match: Match, side: str) -> bool:
    """Whether `side` owes a decision."""
    return match.aton_to_move if side == "aton" else match.amon_to_move


def absence_of(
    match: Match, side: Side, seen: Mapping[Side, datetime] | None = None
) -> Absence | None:
    """Return the absence of `side`, when they owe a live decision and are not here.

    Who has decided here without ever having a line to the table, as programs do and people
    whose browser runs no script, cannot be seen to leave: only the clock ends their match.
    `seen` is looked up where it is not given.
    """
    # A bot has no page to leave.
    if match.over or match.pace != LIVE or match.unrated_reason == "bot" or not owes(match, side):
        return None
    since = (seen or seen_at_table(match))[side]
    if since == match.started_at and match.actions.filter(side=side).exists():
        return None
    return Absence(since, since + LEFT_AFTER)


def claim_match(match_id: int, player: Player, now: datetime) -> None:
    """End the match for `player` because the other one has left: a win, early on an abort.

    To the engine it is the other's time that has run out (rules 5.2 and 5.3). Raises
    `NotAllowed`, and `Stale` when the other has come back, does not owe anything, or the match
    is over.
    """
    with transaction.atomic():
        match = access.match_locked(match_id)
        side = access.check_plays(match, player)
        gone = other(side)
        note_presence(match.pk, player.pk, now)
        if not settle_clock(match, now):
            absence = absence_of(match, gone)
            if absence is None or now < absence.claimable_at:
                raise Stale(_("The other player is back or has decided, so the match goes on."))
            MatchNote.objects.create(
                match=match, kind="claim", after=match.decided, side=gone, at=now
            )
            Lapse.objects.get_or_create(
                match=match,
                player_id=match.aton_id if gone == "aton" else match.amon_id,
                defaults={"kind": "absence", "at": now},
            )
            carry_out(match, engine.parse_action({"player": gone, "type": "timeout"}), now)
