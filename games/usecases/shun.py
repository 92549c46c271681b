"""Block or mute somebody, and take it back."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Challenge, Player, Shunning
from games.models.challenge import DECLINED, OPEN
from games.models.social import BLOCK, KIND_CHOICES
from games.notify import player_news_on_commit
from games.refusals import AgainstRules, Malformed


@dataclass(frozen=True, slots=True)
class Shunned:
    """Whom a player blocks and mutes, by name."""

    blocked: list[Player]
    muted: list[Player]


def shun(player: Player, other: Player, kind: str) -> None:
    """Block or mute `other` for `player`; doing so twice is as good as once.

    A block also declines what `other` has challenged `player` to. Raises `AgainstRules` for
    oneself and `Malformed` for another kind.
    """
    _check_kind(kind)
    if other.pk == player.pk:
        raise AgainstRules(_("You cannot shut yourself out."))
    Shunning.objects.get_or_create(player=player, other=other, kind=kind)
    if kind == BLOCK:
        offers = Challenge.objects.filter(challenger=other, opponent=player, status=OPEN)
        offers.update(status=DECLINED)
        player_news_on_commit(player.pk)


def forgive(player: Player, other: Player, kind: str) -> None:
    """Take back that `player` blocks or mutes `other`."""
    _check_kind(kind)
    Shunning.objects.filter(player=player, other=other, kind=kind).delete()


def shunned_by(player: Player) -> Shunned:
    """Return whom `player` blocks and mutes."""
    rows = Shunning.objects.filter(player=player).select_related("other")
    found: dict[str, list[Player]] = {kind: [] for kind, _name in KIND_CHOICES}
    for row in rows.order_by("other__username"):
        found[row.kind].append(row.other)
    return Shunned(found["block"], found["mute"])


def is_blocked(player: Player, other: Player) -> bool:
    """Whether `player` blocks `other`."""
    return Shunning.objects.filter(player=player, other=other, kind=BLOCK).exists()


def are_apart(one_id: int, other_id: int) -> bool:
    """Whether either of the two blocks the other."""
    return Shunning.objects.filter(
        Q(player=one_id, other=other_id) | Q(player=other_id, other=one_id), kind=BLOCK
    ).exists()


def kept_apart(player_ids: Iterable[int]) -> dict[int, set[int]]:
    """Return, for each of the players, who among them blocks or is blocked by them."""
    ids = set(player_ids)
    apart: dict[int, set[int]] = {player_id: set() for player_id in ids}
    for one, other in Shunning.objects.filter(player__in=ids, kind=BLOCK).values_list(
        "player_id", "other_id"
    ):
        if other in ids:
            apart[one].add(other)
            apart[other].add(one)
    return apart


def _check_kind(kind: str) -> None:
    if kind not in dict(KIND_CHOICES):
        raise Malformed(_("One can block or mute somebody, nothing else."))
