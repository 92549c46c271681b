"""What each card of the hand would do on each cartouche, in a few words."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import get_language, gettext, ngettext

from games.engine import Side, other
from games.engine.board import BOARD, CARD_VALUES
from games.engine.decisions import removable, removes_own
from games.engine.rounds import points_for
from games.present.words import side_name, temples_phrase
from games.scene import Json

#: For each cartouche, the values in the hand and what each would do there.
Previews = Sequence[Sequence[tuple[int, str]]]


def previews(view: Json, side: Side) -> Previews:
    """Return the previews for the hand of `side`, cartouche by cartouche."""
    values = tuple(sorted(set(view["hand"][side] or ())))
    return _previews(values, side, view["round"] == 1, get_language())


@lru_cache(maxsize=512)
def _previews(
    values: tuple[int, ...],
    side: Side,
    first_round: bool,  # noqa: FBT001 — part of the cache's key, as the language is
    language: str | None,  # noqa: ARG001
) -> Previews:
    rows = (_points, _removal, _reach, _stones)
    return [[(card, row(card, side, first_round)) for card in values] for row in rows]


def _points(card: int, side: Side, _first_round: bool) -> str:  # noqa: FBT001
    most = max(points_for(card - theirs) for theirs in CARD_VALUES if theirs <= card)
    least = max(points_for(card - theirs) for theirs in CARD_VALUES if theirs >= card)
    words = {"most": most, "least": least, "other": side_name(other(side))}
    if not least:
        return gettext("up to %(most)d points for you, none for %(other)s") % words
    if not most:
        return gettext("no points for you, up to %(least)d for %(other)s") % words
    return gettext("up to %(most)d points for you or %(least)d for %(other)s") % words


def _removal(card: int, side: Side, first_round: bool) -> str:  # noqa: FBT001
    _, n = removable(BOARD, card, BOARD, 1 if first_round else 2)
    words = {"n": n, "other": side_name(other(side))}
    if not n:
        return gettext("removes nothing")
    if removes_own(card):
        return ngettext("removes one of your own stones", "removes %(n)d of your own stones", n) % (
            words
        )
    return (
        ngettext(
            "removes one of %(other)s's stones",
            "removes %(n)d of %(other)s's stones",
            n,
        )
        % words
    )


def _reach(card: int, _side: Side, _first_round: bool) -> str:  # noqa: FBT001
    where = temples_phrase(range(1, card + 1))
    return gettext("removes and places in %(where)s") % {"where": where}


def _stones(card: int, _side: Side, _first_round: bool) -> str:  # noqa: FBT001
    return ngettext("places one stone", "places %(n)d stones", card) % {"n": card}
