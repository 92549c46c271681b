"""Make, accept, cancel and decline a challenge."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import access
from games.clock import TimeControl
from games.models import Challenge, Match, Player
from games.models.challenge import ACCEPTED, CANCELLED, DECLINED, OPEN
from games.refusals import AgainstRules, Stale
from games.usecases.start_match import start_match

# Enough for anybody who plays, and an end to filling the lobby.
OPEN_CHALLENGES_A_PLAYER = 20


def make_challenge(
    challenger: Player, opponent: Player | None, control: TimeControl, *, rated: bool, side: str
) -> Challenge:
    """Offer a match to `opponent`, or to whoever accepts first when there is none.

    `side` is what the challenger asks for: random, aton or amon. Raises `AgainstRules` for a
    challenge to oneself and when too many are open.
    """
    if opponent is not None and opponent.pk == challenger.pk:
        raise AgainstRules(_("You cannot challenge yourself."))
    with transaction.atomic():
        made = Challenge.objects.filter(challenger=challenger, status=OPEN)
        if made.count() >= OPEN_CHALLENGES_A_PLAYER:
            raise AgainstRules(
                _("You have 20 open challenges. Please cancel one before you make another.")
            )
        return Challenge.objects.create(
            challenger=challenger,
            opponent=opponent,
            time_control=str(control),
            rated=rated,
            side=side,
        )


def accept_challenge(challenge_id: int, player: Player, now: datetime) -> Match:
    """Accept the challenge as `player` and return the match, started at `now`.

    Accepting again what one has accepted returns the same match. Raises `NotAllowed` when
    the player may not accept it, `Stale` when it is open no more, `Challenge.DoesNotExist`.
    """
    with transaction.atomic():
        challenge = access.challenge_locked(challenge_id)
        access.check_can_accept(challenge, player)
        if challenge.status == ACCEPTED and challenge.match is not None:
            if challenge.match.side_of(player.pk) is None:
                raise Stale(_("Somebody else has accepted this challenge already."))
            return challenge.match
        _check_open(challenge)
        challenger_side = (
            secrets.choice(("aton", "amon")) if challenge.side == "random" else challenge.side
        )
        challenger = challenge.challenger
        aton, amon = (challenger, player) if challenger_side == "aton" else (player, challenger)
        match = start_match(aton, amon, challenge.control, rated=challenge.rated, now=now)
        challenge.match = match
        challenge.status = ACCEPTED
        challenge.save(update_fields=["match", "status"])
        return match


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


def _close(challenge: Challenge, status: str) -> Challenge:
    if challenge.status != status:
        _check_open(challenge)
        challenge.status = status
        challenge.save(update_fields=["status"])
    return challenge


def _check_open(challenge: Challenge) -> None:
    if challenge.status == ACCEPTED:
        raise Stale(_("This challenge was accepted already."))
    if challenge.status == CANCELLED:
        raise Stale(_("This challenge was cancelled."))
    if challenge.status == DECLINED:
        raise Stale(_("This challenge was declined."))
