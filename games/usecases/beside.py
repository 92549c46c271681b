"""What stands beside the table: who is here, what is offered, who has been thinking for long."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import access
from games.clock import LIVE
from games.engine import SIDES, Side, Viewer, other
from games.engine.views import may_abort
from games.models import Challenge, Match
from games.models.challenge import ACCEPTED
from games.usecases.claim import LEFT_AFTER, absence_of
from games.usecases.fair_play import limit_reached
from games.usecases.hear import Hearing, hearing_of
from games.usecases.note_presence import GRACE, seen_at_table
from games.usecases.rematch import OFFERED_FOR, may_be_offered, rematch_of

# Who has thought about one live decision for so long is reminded of it.
LONG = timedelta(minutes=2)

# A page looks again at the latest after this, in case a word of news was lost.
LOOK_AGAIN = 20.0


@dataclass(frozen=True, slots=True)
class Return:
    """How it stands with a return match, for one of the two players."""

    can_offer: bool = False
    offer: Challenge | None = None
    mine: bool = False
    unrated_limit: bool = False


@dataclass(frozen=True, slots=True)
class Beside:
    """All that stands beside the table for one viewer.

    `here` tells of each side that lets it be seen whether they are at the table, `thinking` who
    has thought about a live decision for two minutes and since when. `gone_since` is there when the
    other owes a live decision and is away; `can_claim` when that has lasted for a minute, and
    `claim_aborts` that the match would only be called off (rule 5.3). `next_look` is in how many
    seconds something of this may change by itself.
    """

    match: Match
    viewer: Viewer
    here: Mapping[str, bool]
    thinking: Mapping[Side, datetime]
    gone_since: datetime | None
    can_claim: bool
    claim_aborts: bool
    rematch: Return
    next_look: float

    @property
    def opponent(self) -> str:
        """The name of the other player, for a player."""
        return (self.match.aton if self.viewer == "amon" else self.match.amon).username

    @property
    def my_long_thought(self) -> datetime | None:
        """Since when the viewer has been thinking for long."""
        return None if self.viewer == "public" else self.thinking.get(self.viewer)

    @property
    def their_long_thought(self) -> datetime | None:
        """Since when the other player has been thinking for long, for one who waits for them."""
        if self.viewer == "public":
            return None
        return None if self.my_long_thought else self.thinking.get(other(self.viewer))


def beside_of(
    match: Match, asker: access.Asker, now: datetime, hearing: Hearing | None = None
) -> Beside:
    """Return what stands beside the table of `match` for `asker` at `now`.

    `hearing` is looked up where it is not given.
    """
    viewer = access.viewer_of(match, asker)
    seen = seen_at_table(match)
    live = match.pace == LIVE and not match.over
    since = {side: _thinking_since(match, side) for side in SIDES} if live else {}
    thinking = {side: at for side, at in since.items() if at is not None and now - at >= LONG}
    away = None if viewer == "public" else absence_of(match, other(viewer), seen)
    moments = [at + step for at in seen.values() for step in (GRACE, LEFT_AFTER)]
    moments += [at + LONG for at in since.values() if at is not None]
    if match.ended_at is not None:
        moments = [match.ended_at + OFFERED_FOR, *[at + GRACE for at in seen.values()]]
    waits = [(moment - now).total_seconds() for moment in moments if moment > now]
    return Beside(
        match=match,
        viewer=viewer,
        here={
            side: now - seen[side] <= GRACE and _has_come(match, side, seen)
            for side in SIDES
            if _may_be_told(match, side, viewer)
        },
        thinking=thinking,
        gone_since=away.since if away and now - away.since > GRACE else None,
        can_claim=away is not None and now >= away.claimable_at,
        claim_aborts=live and may_abort({"round": match.round, "phase": match.phase}),
        rematch=_return(match, asker, seen, hearing, now),
        next_look=round(min([LOOK_AGAIN, *[wait + 0.3 for wait in waits]]), 1),
    )


def _may_be_told(match: Match, side: Side, viewer: Viewer) -> bool:
    """Whether `viewer` may know if `side` is here: the two always, others unless it is hidden."""
    player = match.aton if side == "aton" else match.amon
    return viewer != "public" or not player.hide_presence


def _has_come(match: Match, side: Side, seen: Mapping[Side, datetime]) -> bool:
    return seen[side] != match.started_at


def _thinking_since(match: Match, side: Side) -> datetime | None:
    """Return when the running clock of `side` was started: then their decision was asked for."""
    clock = match.clocks[side]
    if clock.deadline is None:
        return None
    return clock.deadline - timedelta(milliseconds=clock.left_ms)


def _return(
    match: Match,
    asker: access.Asker,
    seen: Mapping[Side, datetime],
    hearing: Hearing | None,
    now: datetime,
) -> Return:
    viewer = access.viewer_of(match, asker)
    if viewer == "public" or match.ended_at is None or now - match.ended_at > 2 * OFFERED_FOR:
        return Return()
    offer = rematch_of(match)
    mine = offer is not None and match.side_of(offer.challenger_id) == viewer
    if offer is not None and offer.status != ACCEPTED and now >= offer.expires_at:
        offer = None
    there = may_be_offered(
        match, seen[other(viewer)], now, apart=(hearing or hearing_of(match, asker)).apart
    )
    if offer is not None and offer.status != ACCEPTED and not mine and not there:
        offer = None  # whoever has offered it has left
    can_offer = offer is None and there
    open_to_me = offer is not None and offer.status != ACCEPTED and not mine
    limit = (
        (can_offer or open_to_me)
        and match.rated
        and limit_reached(match.aton_id, match.amon_id, now)
    )
    return Return(can_offer, offer, mine, limit)
