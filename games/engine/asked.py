"""Which decision a player owes, read from a state or from the player's view of it."""

from collections.abc import Mapping
from typing import Any

from .board import BOARD, INDEX, REACH, Pair, Side
from .decisions import CardDecision, ClearDecision, Decision, StoneDecision
from .state import State, mask_from_rows


def may_abort(round_number: int, phase: str) -> bool:
    """Tell whether either player may still abort the game (rule 5.3)."""
    return round_number == 1 and phase == "allocate"


def decision(state: State, side: Side) -> Decision | None:
    """Return the decision of rule 7.1 that a player owes, or None."""
    who = INDEX[side]
    if not state.owes(who):
        return None
    pending = state.pending
    if pending is None:
        return CardDecision(side, state.hand[who], state.exchange[who])
    return _about_stones(
        state.phase, side, state.stones, (pending.number, pending.whose, pending.reach)
    )


def decision_in_view(view: Mapping[str, Any], side: Side) -> Decision | None:
    """Return the decision that a player owes, from that player's view of a game or None.

    ``view`` is trusted to be one that views.py made, or to have been checked.
    """
    if side not in view["to_move"]:
        return None
    pending = view["pending"]
    if pending is None:
        hand = tuple(sorted(view["hand"][side]))
        return CardDecision(side, hand, view["exchange"][side])
    board = view["board"]
    stones = (mask_from_rows(board, "A"), mask_from_rows(board, "M"))
    asked = (pending["count"], INDEX[pending["owner"]], len(pending["temples"]))
    return _about_stones(view["phase"], side, stones, asked)


def _about_stones(
    phase: str, side: Side, stones: Pair, asked: tuple[int, int, int]
) -> StoneDecision | ClearDecision:
    number, whose, reach = asked
    if phase == "remove":
        return StoneDecision(side, "remove", stones[whose] & REACH[reach], number)
    if phase == "place":
        free = REACH[reach] & ~(stones[0] | stones[1]) & BOARD
        return StoneDecision(side, "place", free, number)
    return ClearDecision(side, stones[whose])
