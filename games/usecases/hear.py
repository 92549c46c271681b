"""What somebody hears at a table: whether they chat at all, and whom they keep away from."""

from dataclasses import dataclass

from django.db.models import Exists

from games import access
from games.models import Match, Player, Shunning
from games.models.social import BLOCK, MUTE


@dataclass(frozen=True, slots=True)
class Hearing:
    """What one person hears at a match, and how far the two players keep away from each other.

    `chat` is whether they want chat at all, `unheard` whom they mute or block. For a player
    `mutes_other` is whether the other one is muted, `apart` whether one of the two blocks the
    other.
    """

    chat: bool = True
    unheard: frozenset[int] = frozenset()
    mutes_other: bool = False
    apart: bool = False


def hearing_of(match: Match, asker: access.Asker) -> Hearing:
    """Return what `asker` hears at `match`, in one query."""
    if not isinstance(asker, Player):
        return Hearing()
    other = match.opponent_of(asker.pk)
    blocked = Shunning.objects.filter(player=other, other=asker, kind=BLOCK)
    rows = list(
        Player.objects.filter(pk=asker.pk).values_list(
            "reach__chat", "shunnings__other", "shunnings__kind", Exists(blocked)
        )
    )
    shunned = {(other_id, kind) for _chat, other_id, kind, _blocked in rows if other_id}
    return Hearing(
        chat=all(chat is not False for chat, *_rest in rows),
        unheard=frozenset(other_id for other_id, _kind in shunned),
        mutes_other=other is not None and (other.pk, MUTE) in shunned,
        apart=other is not None
        and ((other.pk, BLOCK) in shunned or any(blocks for *_rest, blocks in rows)),
    )
