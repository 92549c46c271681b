"""Change one's account: name, email, country, privacy."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from games import access
from games.models import FormerName, Player, Rating
from games.refusals import AgainstRules
from games.usecases.former_names import name_was_used
from games.usecases.rank_counts import count_moves, place_of
from games.usecases.register import UsernameTaken

NAME_KEPT = timedelta(days=30)


def may_rename_at(player: Player) -> datetime | None:
    """Return when the player may change their name again, None when they may at any time."""
    return None if player.renamed_at is None else player.renamed_at + NAME_KEPT


def change_name(player: Player, username: str, now: datetime) -> None:
    """Call the player `username`; links to the old name lead on to them.

    The value has passed the form's checks of its shape. Raises `AgainstRules` within a month
    of the last change, and `UsernameTaken` for a name that somebody has or had.
    """
    if username == player.username:
        return
    if name_was_used(username, but_by=player):
        raise UsernameTaken
    try:
        with transaction.atomic():
            player = access.player_locked(player.pk)
            _check_may_rename(player, now)
            # Going back to a name of one's own ends its redirect.
            FormerName.objects.filter(player=player, username__lower=username.lower()).delete()
            if username.lower() != player.username.lower():
                FormerName.objects.create(player=player, username=player.username, given_up_at=now)
            player.username, player.renamed_at = username, now
            player.save(update_fields=["username", "renamed_at"])
    except IntegrityError as error:
        raise UsernameTaken from error


def _check_may_rename(player: Player, now: datetime) -> None:
    again = may_rename_at(player)
    if again is not None and now < again:
        raise AgainstRules(
            _("You can change your name again from %(day)s on.")
            % {"day": formats.date_format(again)}
        )


def change_email(player: Player, email: str) -> None:
    """Take `email` as the player's address, "" for none."""
    player.email = Player.objects.normalize_email(email)
    player.save(update_fields=["email"])


def change_profile(player: Player, *, country: str, hide_presence: bool) -> None:
    """Take the player's country ("" for none), and whether others see when they are here."""
    with transaction.atomic():
        player.country, player.hide_presence = country, hide_presence
        player.save(update_fields=["country", "hide_presence"])
        moves = []
        rows = Rating.objects.select_for_update(no_key=True).filter(player=player)
        for rating in rows.order_by("pk"):
            before = place_of(rating)
            rating.country = country
            rating.save(update_fields=["country"])
            moves.append((before, place_of(rating)))
        count_moves(moves)
