"""Make, accept, cancel and decline a challenge, and let old ones expire."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import access
from games.clock import LIVE, TimeControl
from games.models import Challenge, Match, Player, QueueEntry
from games.models.challenge import ACCEPTED, CANCELLED, DECLINED, EXPIRED, OPEN
from games.notify import (
    lobby_news_on_commit,
    player_called_on_commit,
    player_news_on_commit,
    table_news_on_commit,
)
from games.refusals import AgainstRules, NotAllowed, Stale
from games.usecases import fair_play
from games.usecases.guests import check_has_account
from games.usecases.shun import are_apart
from games.usecases.start_match import start_match

# Enough for anybody who plays, and an end to filling the lobby.
OPEN_CHALLENGES_A_PLAYER = 20

# A live challenge is for somebody who sits in front of it, a daily one may lie.
EXPIRY = {"live": timedelta(hours=1), "daily": timedelta(days=7)}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom an open challenge is for: ratings from and to, None where there is no bound."""

    rating_from: int | None = None
    rating_to: int | None = None


def make_challenge(
    challenger: Player,
    opponent: Player | None,
    control: TimeControl,
    *,
    rated: bool,
    side: str,
    wanted: Wanted | None = None,
) -> Challenge:
    """Offer a match to `opponent`, or to whoever accepts first when there is none.

    `side` is what the challenger asks for: random, aton or amon. A rated challenge to somebody
    with whom as many rated matches were played today as count becomes an unrated one, and says
    so. Raises `AgainstRules` for a challenge to oneself or to somebody blocked, and when too
    many are open.
    """
    now = timezone.now()
    wanted = wanted or Wanted()
    check_has_account(challenger)
    if opponent is not None and opponent.is_bot:
        raise AgainstRules(
            _("%(name)s is a bot. You play bots unrated, from the page “Play a bot”.")
            % {"name": opponent.username}
        )
    if opponent is not None and opponent.pk == challenger.pk:
        raise AgainstRules(_("You cannot challenge yourself."))
    with transaction.atomic():
        # One at a time, or challenges made in the same instant would all be the twentieth.
        access.player_locked(challenger.pk)
        made = Challenge.objects.filter(challenger=challenger, status=OPEN)
        if made.count() >= OPEN_CHALLENGES_A_PLAYER:
            raise AgainstRules(
                _("You have 20 open challenges. Please cancel one before you make another.")
            )
        unrated_reason = "" if rated else "asked"
        if opponent is not None:
            if are_apart(challenger.pk, opponent.pk):
                raise AgainstRules(_("You and this player do not play each other: one blocks."))
            if rated and fair_play.limit_reached(challenger.pk, opponent.pk, now):
                rated, unrated_reason = False, "limit"
        challenge = Challenge.objects.create(
            challenger=challenger,
            opponent=opponent,
            time_control=str(control),
            rated=rated,
            unrated_reason=unrated_reason,
            side=side,
            rating_from=None if opponent else wanted.rating_from,
            rating_to=None if opponent else wanted.rating_to,
            created_at=now,
            expires_at=now + EXPIRY[control.pace],
        )
        _tell(challenge)
        return challenge


def accept_challenge(challenge_id: int, player: Player, now: datetime) -> Match:
    """Accept the challenge as `player` and return the match, started at `now`.

    Accepting again what one has accepted returns the same match. Raises `NotAllowed` when
    the player may not accept it, `Stale` when it is open no more, `AgainstRules` when one of
    the two may not begin such a match now, `Challenge.DoesNotExist`.
    """
    with transaction.atomic():
        challenge = access.challenge_locked(challenge_id)
        check_has_account(player)
        access.check_can_accept(challenge, player)
        if challenge.status == ACCEPTED and challenge.match is not None:
            if challenge.match.side_of(player.pk) is None:
                raise Stale(_("Somebody else has accepted this challenge already."))
            return challenge.match
        _check_open(challenge, now)
        challenger, control = challenge.challenger, challenge.control
        fair_play.lock_players((challenger.pk, player.pk), control.pace)
        _check_may_play(challenge, player, now)
        challenger_side = (
            secrets.choice(("aton", "amon")) if challenge.side == "random" else challenge.side
        )
        aton, amon = (challenger, player) if challenger_side == "aton" else (player, challenger)
        match = start_match(
            aton,
            amon,
            control,
            rated=challenge.rated,
            now=now,
            unrated_reason=challenge.unrated_reason or "asked",
        )
        challenge.match = match
        challenge.status = ACCEPTED
        challenge.save(update_fields=["match", "status"])
        if control.pace == LIVE and challenge.rated:
            QueueEntry.objects.filter(player__in=(challenger, player)).delete()
        for one in (challenger, player):
            player_called_on_commit(one.pk, match.get_absolute_url())
        _tell(challenge)
        return match


def _check_may_play(challenge: Challenge, player: Player, now: datetime) -> None:
    challenger, control = challenge.challenger, challenge.control
    if are_apart(challenger.pk, player.pk):
        raise NotAllowed(_("You and this player do not play each other: one blocks."))
    rating = player.rating_in(control.pace).rating
    if not challenge.takes(rating):
        raise NotAllowed(_("This challenge is for players of another rating than yours."))
    fair_play.check_may_wait(player, control, rated=challenge.rated, now=now)
    fair_play.check_is_free(challenger, control, rated=challenge.rated)
    if challenge.rated and fair_play.limit_reached(challenger.pk, player.pk, now):
        raise AgainstRules(
            _(
                "You two have played 5 rated matches in the last 24 hours; further ones are not "
                "rated. Please agree on an unrated match."
            )
        )


def cancel_challenge(challenge_id: int, player: Player) -> Challenge:
    """Take back the challenge that `player` made; doing so twice is as good as once.

    Raises `NotAllowed`, `Stale` when it was accepted or declined, `Challenge.DoesNotExist`.
    """
    with transaction.atomic():
        challenge = access.challenge_locked(challenge_id)
        access.check_made(challenge, player)
        return _close(challenge, CANCELLED)


def decline_challenge(challenge_id: int, player: Player) -> Challenge:
    """Decline the challenge that was made to `player`; doing so twice is as good as once.

    Raises `NotAllowed`, `Stale` when it was accepted or cancelled, `Challenge.DoesNotExist`.
    """
    with transaction.atomic():
        challenge = access.challenge_locked(challenge_id)
        access.check_was_challenged(challenge, player)
        return _close(challenge, DECLINED)


def expire_challenges(now: datetime) -> int:
    """Close the challenges whose time is over; return how many."""
    old = list(
        Challenge.objects.filter(status=OPEN, expires_at__lte=now).values_list(
            "pk", "challenger_id", "opponent_id"
        )[:500]
    )
    if not old:
        return 0
    with transaction.atomic():
        ids = [row[0] for row in old]
        Challenge.objects.filter(pk__in=ids, status=OPEN).update(status=EXPIRED)
        for player_id in {player for row in old for player in row[1:] if player}:
            player_news_on_commit(player_id)
        lobby_news_on_commit()
    return len(old)


def _close(challenge: Challenge, status: str) -> Challenge:
    if challenge.status != status:
        _check_open(challenge, None)
        challenge.status = status
        challenge.save(update_fields=["status"])
        _tell(challenge)
    return challenge


def _tell(challenge: Challenge) -> None:
    """Tell the pages of all whom the challenge concerns."""
    lobby_news_on_commit()
    for player_id in (challenge.challenger_id, challenge.opponent_id):
        if player_id is not None:
            player_news_on_commit(player_id)
    if challenge.rematch_of_id is not None:
        table_news_on_commit(challenge.rematch_of_id, "beside")


def _check_open(challenge: Challenge, now: datetime | None) -> None:
    if challenge.status == ACCEPTED:
        raise Stale(_("This challenge was accepted already."))
    if challenge.status == CANCELLED:
        raise Stale(_("This challenge was cancelled."))
    if challenge.status == DECLINED:
        raise Stale(_("This challenge was declined."))
    if challenge.status == EXPIRED or (now is not None and challenge.expires_at <= now):
        raise Stale(_("This challenge has expired."))
