"""The one door to a match: fetch it, and tell who is asking."""

from typing import TYPE_CHECKING, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from games.engine import Side, Viewer
from games.models import Challenge, Match, Player
from games.refusals import NotAllowed

if TYPE_CHECKING:
    from django.db.models import QuerySet

Asker = Player | AnonymousUser
M = TypeVar("M", bound=Model)


def match_seen(match_id: int) -> Match:
    """Return the match with its players, or raise `Match.DoesNotExist`.

    The made-up summaries of a demonstration site are no matches to look at.
    """
    return Match.objects.select_related("aton", "amon").get(pk=match_id, synthetic=False)


def match_locked(match_id: int) -> Match:
    """Return the match, locked to the end of the transaction, or raise `Match.DoesNotExist`.

    PostgreSQL locks the row. SQLite has no row locks; there BEGIN IMMEDIATE has let one
    transaction in at a time already.
    """
    return _locked(Match.objects.all()).get(pk=match_id)


def challenge_locked(challenge_id: int) -> Challenge:
    """Return the challenge, locked to the end of the transaction."""
    return _locked(Challenge.objects.all()).get(pk=challenge_id)


def player_locked(player_id: int) -> Player:
    """Return the player, locked to the end of the transaction: what they do goes one by one."""
    return _locked(Player.objects.all()).get(pk=player_id)


def _locked(rows: "QuerySet[M]") -> "QuerySet[M]":
    return rows.select_for_update(of=("self",), no_key=True)


def viewer_of(match: Match, asker: Asker) -> Viewer:
    """Return as whom `asker` sees the match: as their side, or as the public (rules 6.3)."""
    return match.side_of(asker.pk) or "public"


def check_plays(match: Match, asker: Asker) -> Side:
    """Return the side that `asker` plays in the match; raise `NotAllowed` when they do not."""
    side = match.side_of(asker.pk)
    if side is None and not asker.is_authenticated:
        raise NotAllowed(_("You are not signed in. Sign in to decide in a match of yours."))
    if side is None:
        raise NotAllowed(_("You do not play in this match, so you can only watch it."))
    return side


def can_accept(challenge: Challenge, asker: Asker) -> bool:
    """Whether `asker` may accept the challenge while it is open."""
    return (
        isinstance(asker, Player)
        and not asker.is_guest
        and asker.pk != challenge.challenger_id
        and challenge.opponent_id in {None, asker.pk}
    )


def check_can_accept(challenge: Challenge, asker: Asker) -> None:
    """Raise `NotAllowed` with the reason unless `asker` may accept the challenge."""
    if asker.pk == challenge.challenger_id:
        raise NotAllowed(_("This is your own challenge; somebody else has to accept it."))
    if not can_accept(challenge, asker):
        raise NotAllowed(_("This challenge was made to somebody else."))


def check_made(challenge: Challenge, asker: Asker) -> None:
    """Raise `NotAllowed` unless `asker` made the challenge."""
    if asker.pk != challenge.challenger_id:
        raise NotAllowed(_("Only the one who made a challenge can cancel it."))


def check_was_challenged(challenge: Challenge, asker: Asker) -> None:
    """Raise `NotAllowed` unless the challenge was made to `asker` by name."""
    if challenge.opponent_id is None or asker.pk != challenge.opponent_id:
        raise NotAllowed(_("Only the one who was challenged can decline."))
