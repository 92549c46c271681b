"""What is asked of a view before a bot reads all of it, and of its answer afterwards."""

from collections.abc import Mapping
from typing import Any, Final

from games.engine.actions import Action, Allocation, StoneAction
from games.engine.asked import decision_in_view
from games.engine.board import (
    CARD_VALUES,
    CARDS_OF_A_VALUE,
    REACH,
    SIDES,
    STONES,
    WHOLE_DECK,
    Side,
    temple_counts,
)
from games.engine.decisions import (
    CLEARED,
    CardDecision,
    ClearDecision,
    Decision,
    clear_shapes,
    placeable,
    removable,
    removes_own,
)
from games.engine.errors import BadRequest, gettext_noop, say
from games.engine.shape import Check, is_bool, is_cards, is_count, is_side, of_both, or_null
from games.engine.state import mask_from_rows
from games.engine.table import HAND_SIZE

_NO_VIEW = gettext_noop("The view is not a view of the player's as this engine gives it.")


def _is_laid(obj: object) -> bool:
    return (
        isinstance(obj, list)
        and len(obj) == HAND_SIZE
        and is_cards([card for card in obj if card is not None])
    )


_KEYS: Final[Mapping[str, Check]] = {
    "round": is_count,
    "dead": of_both(is_count),
    "supply": of_both(is_count),
    "score": of_both(is_count),
    "exchange": of_both(is_bool),
    "discard": of_both(is_cards),
    "cartouches": of_both(or_null(_is_laid)),
    "first": or_null(is_side),
}


def check_whole(view: Mapping[str, Any], side: Side) -> None:
    """Raise BadRequest where a view lacks something a bot reads, or contradicts itself.

    What the rules need to ask the decision has been checked before (views.py).
    """
    if not all(key in view and check(view[key]) for key, check in _KEYS.items()):
        raise BadRequest(say(_NO_VIEW))
    squares = "".join(view["board"])
    for who, letter in zip(SIDES, "AM", strict=True):
        stones = squares.count(letter) + view["supply"][who] + view["dead"][who]
        shown = [card for card in view["cartouches"][who] or [] if card is not None]
        cards = [*view["discard"][who], *(view["hand"][who] or []), *shown]
        too_many = len(view["discard"][who]) > len(WHOLE_DECK) - HAND_SIZE
        if (
            too_many
            or stones != STONES
            or any(cards.count(v) > CARDS_OF_A_VALUE for v in CARD_VALUES)
        ):
            raise BadRequest(say(_NO_VIEW))
    if view["phase"] in {"remove", "place"} and not _fits_cards(view, side):
        raise BadRequest(say(_NO_VIEW))


def _fits_cards(view: Mapping[str, Any], side: Side) -> bool:
    """Tell whether the stones asked for are those that the cartouches ask for (section 3)."""
    who = SIDES.index(side)
    own, other = (view["cartouches"][each] for each in (side, SIDES[1 - who]))
    if own is None or None in own or other is None or None in other[:2]:
        return False
    if (other[2] is None) != (other[3] is None):
        return False
    stones = [mask_from_rows(view["board"], letter) for letter in "AM"]
    reach = REACH[own[2]]
    if view["phase"] == "remove":
        owner = who if removes_own(own[1]) else 1 - who
        wanted = (owner, *removable(stones[owner], own[1], reach, view["round"]))
    else:
        pair = (stones[0], stones[1])
        wanted = (who, *placeable(pair, own[3], reach, view["supply"][side])[:2])
    owed = decision_in_view(view, side)
    if isinstance(owed, CardDecision | ClearDecision | None):
        return False
    return wanted == (SIDES.index(view["pending"]["owner"]), owed.squares, owed.number)


def is_answer(owed: Decision, action: Action) -> bool:
    """Tell whether an action is one of those that a decision lets its player take."""
    if action.player != owed.player:
        return False
    if isinstance(owed, CardDecision):
        if isinstance(action, Allocation):
            return tuple(sorted(action.cards)) == owed.hand
        return action.type == "exchange" and owed.may_exchange
    if not isinstance(action, StoneAction):
        return False
    if isinstance(owed, ClearDecision):
        shapes = clear_shapes(temple_counts(owed.stones))
        return (
            action.type == "clear"
            and action.mask & ~owed.stones == 0
            and action.mask.bit_count() == min(CLEARED, owed.stones.bit_count())
            and temple_counts(action.mask) in shapes
        )
    return (
        action.type == owed.type
        and action.mask & ~owed.squares == 0
        and action.mask.bit_count() == owed.number
    )
