"""What a viewer may know of a game (section 6 of the rules).

A view is built up from what is public and what is the viewer's own. Nothing is taken out of
a full state, so what nobody thought of stays hidden.
"""

from collections.abc import Mapping
from typing import Any

from . import asked
from .board import INDEX, SIDES, Side, Viewer, by_side
from .decisions import CLEARED, ClearDecision, StoneDecision
from .errors import BadRequest, gettext_noop, say
from .shape import is_board, is_bool, is_hand, is_pending, is_phase, is_sides, of_both, or_null
from .shuffle import commitment
from .state import Cards, State, public_json

_NO_VIEW = gettext_noop("The view is not a view of the player's as this engine gives it.")


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return what the viewer may know of a state, as protocol.md writes a view.

    Once the game is over everything is public (rule 6.3).
    """
    over = state.result is not None
    hand: list[list[int] | None] = [None, None]
    cartouches: list[list[int | None] | None] = [None, None]
    for who, side in enumerate(SIDES):
        own = over or side == viewer
        if own:
            hand[who] = list(state.hand[who])
        cartouches[who] = _cartouches(state.cartouches[who], 4 if own else state.revealed[who])
    known = public_json(state)
    known["hand"] = by_side((hand[0], hand[1]))
    known["cartouches"] = by_side((cartouches[0], cartouches[1]))
    known["seed"] = state.seed.hex() if over else None
    known["pile"] = by_side((list(state.pile[0]), list(state.pile[1]))) if over else None
    known["pile_size"] = by_side((len(state.pile[0]), len(state.pile[1])))
    known["commitment"] = commitment(state.seed)
    known["allocated"] = by_side((cartouches[0] is not None, cartouches[1] is not None))
    return known


def _cartouches(cards: Cards | None, known: int) -> list[int | None] | None:
    if cards is None:
        return None
    return [card if index < known else None for index, card in enumerate(cards)]


def may_abort(view: Mapping[str, Any]) -> bool:
    """Tell from a view whether either player may still abort the game (rule 5.3)."""
    return asked.may_abort(view["round"], view["phase"])


def check_view(obj: object, side: Side) -> Mapping[str, Any]:
    """Return ``obj``, a value decoded from JSON, where a player can decide from it.

    Raises BadRequest unless it is a view of the player named, as far as the decision they
    owe depends on it; the rest of it is taken on trust.
    """
    if not isinstance(obj, Mapping) or not _has_shape(obj):
        raise BadRequest(say(_NO_VIEW))
    if obj["result"] is None and (
        obj["hand"][side] is None
        or obj["hand"][SIDES[1 - INDEX[side]]] is not None
        or not _has_answer(obj, side)
    ):
        raise BadRequest(say(_NO_VIEW))
    return obj


def _has_shape(obj: Mapping[str, Any]) -> bool:
    checks = {
        "phase": is_phase,
        "to_move": is_sides,
        "board": is_board,
        "exchange": of_both(is_bool),
        "hand": of_both(or_null(is_hand)),
        "pending": or_null(is_pending),
        "result": or_null(lambda result: isinstance(result, Mapping)),
    }
    return all(key in obj and check(obj[key]) for key, check in checks.items())


def _has_answer(obj: Mapping[str, Any], side: Side) -> bool:
    if side not in obj["to_move"]:
        return True
    pending = obj["pending"]
    if pending is None:
        return obj["phase"] == "allocate" and bool(obj["hand"][side])
    if obj["phase"] not in {"remove", "place", "clear"} or pending["player"] != side:
        return False
    owed = asked.decision_in_view(obj, side)
    if isinstance(owed, ClearDecision):
        return bool(pending["count"] == min(CLEARED, owed.stones.bit_count()) > 0)
    return isinstance(owed, StoneDecision) and owed.number > 0 and owed.total() > 0
