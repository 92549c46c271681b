"""Guests: people who play a bot without an account; they keep the match by getting one."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Action, Match, Player, PuzzleTry, Result
from games.models.player import GUEST_PREFIX
from games.refusals import NotAllowed
from games.usecases.register import UsernameTaken, register

# A guest who has decided nothing for so long is gone, and their matches go with them.
KEPT = timedelta(days=14)
_NAME_BYTES = 6


def new_guest() -> Player:
    """Make a guest, who can sign in by nothing but the session that the caller gives them."""
    return Player.objects.create_user(
        f"{GUEST_PREFIX}{secrets.token_hex(_NAME_BYTES)}", is_guest=True
    )


def keep_guest(guest: Player, username: str, password: str, email: str = "") -> Player:
    """Make the account `username` of a guest, who keeps their matches.

    The values have passed `RegistrationForm`. Raises `UsernameTaken` as `register` does, also
    where the same form has just been sent.
    """
    hashed = make_password(password)  # takes its time, while nothing is locked
    try:
        with transaction.atomic():
            player = _still_guest(guest)
            if player is not None:
                player.username = username
                player.email = Player.objects.normalize_email(email)
                player.password = hashed
                player.is_guest = False
                player.date_joined = timezone.now()
                player.save()
                Match.objects.filter(Q(aton=player) | Q(amon=player)).update(with_guest=False)
                return player
    except IntegrityError as error:
        if Player.objects.filter(username__lower=username.lower()).exists():
            raise UsernameTaken from error
        raise
    return register(username, password, email)


def hand_over(guest: Player, player: Player) -> None:
    """Give the matches of `guest`, who has signed in to the account of `player`, to it.

    The guest is then gone. What the account has answered under "Practice" itself stays as it is.
    Nothing happens for one who is no guest any more, by another request of theirs.
    """
    with transaction.atomic():
        found = _still_guest(guest)
        if found is None:
            return
        Match.objects.filter(aton=guest).update(aton=player, with_guest=False)
        Match.objects.filter(amon=guest).update(amon=player, with_guest=False)
        Result.objects.filter(player=guest).update(player=player)
        Result.objects.filter(opponent=guest).update(opponent=player)
        answered = PuzzleTry.objects.filter(player=player).values("puzzle")
        PuzzleTry.objects.filter(player=guest).exclude(puzzle__in=answered).update(player=player)
        found.delete()


def _still_guest(guest: Player) -> Player | None:
    """Return the guest, locked; None when another request has just made an account of them."""
    return Player.objects.select_for_update(no_key=True).filter(pk=guest.pk, is_guest=True).first()


def check_has_account(player: Player) -> None:
    """Raise `NotAllowed` for a guest: people play people with an account only."""
    if player.is_guest:
        raise NotAllowed(
            _("Guests play the bots. Register to play people; you keep your match by it.")
        )


def forget_guests(now: datetime, limit: int = 50) -> int:
    """Delete guests who have left for good, with their matches, and return how many.

    `limit` bounds the work of one call; the rest is found by the next one.
    """
    before = now - KEPT
    own = Match.objects.filter(Q(aton=OuterRef("pk")) | Q(amon=OuterRef("pk")))
    lately = Action.objects.filter(
        Q(match__aton=OuterRef("pk")) | Q(match__amon=OuterRef("pk")), at__gt=before
    )
    gone = (
        Player.objects.filter(is_guest__in=[True], date_joined__lt=before)
        .exclude(Exists(own.filter(started_at__gt=before)))
        .exclude(Exists(lately))
        .values_list("pk", flat=True)[:limit]
    )
    ids = list(gone)
    with transaction.atomic():
        Match.objects.filter(Q(aton__in=ids) | Q(amon__in=ids)).delete()
        Player.objects.filter(pk__in=ids).delete()
    return len(ids)
