"""Delete one's account: the person goes, the matches of the others stay."""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import access
from games.elo import START
from games.models import (
    Challenge,
    ChatLine,
    Follow,
    FormerName,
    Lapse,
    Match,
    Player,
    Presence,
    PuzzleTry,
    QueueEntry,
    Reach,
    Shunning,
    SignIn,
)
from games.models.challenge import CANCELLED, DECLINED, OPEN
from games.models.player import DELETED_PREFIX
from games.notify import sessions_ended_on_commit
from games.refusals import AgainstRules
from games.usecases.rank_counts import count_moves, place_of


def delete_account(player: Player, now: datetime) -> None:
    """Take everything of the person from the account; its seats become "deleted player".

    Raises `AgainstRules` while a match is being played: the opponent has a right to its end.
    """
    with transaction.atomic():
        player = access.player_locked(player.pk)
        running = Match.objects.filter(Q(aton=player) | Q(amon=player), ended_at__isnull=True)
        if running.exists():
            raise AgainstRules(_("You are still playing. Finish or resign your matches first."))
        Challenge.objects.filter(challenger=player, status=OPEN).update(status=CANCELLED)
        Challenge.objects.filter(opponent=player, status=OPEN).update(status=DECLINED)
        Follow.objects.filter(Q(follower=player) | Q(followed=player)).delete()
        SignIn.objects.filter(player=player).delete()
        FormerName.objects.filter(player=player).delete()
        ChatLine.objects.filter(author=player).delete()
        Shunning.objects.filter(Q(player=player) | Q(other=player)).delete()
        for rows in (QueueEntry, Reach, PuzzleTry, Presence, Lapse):
            rows.objects.filter(player=player).delete()
        _leave_the_leaderboard(player)
        player.username = f"{DELETED_PREFIX}{secrets.token_hex(5)}"
        player.email = player.language = player.country = ""
        player.hide_presence = True
        player.is_active = player.is_staff = player.is_superuser = False
        player.set_unusable_password()
        player.session_epoch += 1
        player.renamed_at = player.last_login = None
        player.puzzle_rating = START
        player.deleted_at = now
        player.save()
        sessions_ended_on_commit(player.pk)


def _leave_the_leaderboard(player: Player) -> None:
    """Take the player out of the countries' ranks; their rating stays, for others won it."""
    moves = []
    for rating in player.ratings.select_for_update(no_key=True).order_by("pk"):
        before = place_of(rating)
        rating.country = ""
        rating.save(update_fields=["country"])
        moves.append((before, place_of(rating)))
    count_moves(moves)
