"""A return match: offered for two minutes after a match, with sides swapped."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import access
from games.models import Challenge, Match, Player
from games.models.challenge import ACCEPTED, OPEN
from games.notify import player_news_on_commit, table_news_on_commit
from games.refusals import AgainstRules, Stale
from games.usecases import fair_play
from games.usecases.challenge import accept_challenge
from games.usecases.note_presence import GRACE, seen_at_table
from games.usecases.shun import are_apart

OFFERED_FOR = timedelta(minutes=2)


def rematch_of(match: Match) -> Challenge | None:
    """Return the offer of a return match that is open or was accepted, if there is one."""
    return (
        Challenge.objects.filter(rematch_of=match, status__in=(OPEN, ACCEPTED))
        .select_related("challenger")
        .first()
    )


def may_be_offered(match: Match, other_seen_at: datetime, now: datetime, *, apart: bool) -> bool:
    """Whether one can offer the other a return match: they are here, and it is not too late.

    Nobody offers anything to who is kept apart from them by a block.
    """
    in_time = match.ended_at is not None and now - match.ended_at <= OFFERED_FOR
    return in_time and now - other_seen_at <= GRACE and not apart


def offer_rematch(match_id: int, player: Player, now: datetime) -> Match | None:
    """Offer a return match as `player`, or accept the other's offer: then return the match.

    Raises `NotAllowed`, `Stale` when it is too late or the other has left, `AgainstRules`.
    """
    with transaction.atomic():
        match = access.match_locked(match_id)
        side = access.check_plays(match, player)
        offer = rematch_of(match)
        if offer is not None and offer.challenger_id == player.pk:
            return offer.match
        if offer is None:
            _make_offer(match, player, side, now)
            return None
        challenge_id = offer.pk
    return accept_challenge(challenge_id, player, now)


def _make_offer(match: Match, player: Player, side: str, now: datetime) -> None:
    if match.unrated_reason == "bot":
        raise AgainstRules(_("A bot is played again from its match, or from the page “Bots”."))
    opponent = match.amon if side == "aton" else match.aton
    seen_at = seen_at_table(match)["amon" if side == "aton" else "aton"]
    apart = are_apart(match.aton_id, match.amon_id)
    if match.ended_at is None or not may_be_offered(match, seen_at, now, apart=apart):
        raise Stale(_("A return match can be offered for two minutes, while both are here."))
    fair_play.check_may_wait(player, match.control, rated=match.rated, now=now)
    if not opponent.is_active:
        raise AgainstRules(_("This player has left the site."))
    rated, unrated_reason = match.rated, match.unrated_reason
    if match.unrated_reason == "admin":
        unrated_reason = "asked"
    if rated and fair_play.limit_reached(match.aton_id, match.amon_id, now):
        rated, unrated_reason = False, "limit"
    Challenge.objects.create(
        challenger=player,
        opponent=opponent,
        time_control=match.time_control,
        rated=rated,
        unrated_reason=unrated_reason,
        side="amon" if side == "aton" else "aton",
        rematch_of=match,
        created_at=now,
        expires_at=match.ended_at + OFFERED_FOR,
    )
    player_news_on_commit(opponent.pk)
    table_news_on_commit(match.pk, "beside")
