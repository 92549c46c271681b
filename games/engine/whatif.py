"""What a choice of squares would lead to, judged from a view: for previews only."""

from collections.abc import Iterable, Mapping
from typing import Any

from .board import GOLD, GREEN, INDEX, REACH, TEMPLES, Pair, Side, mask_of
from .decisions import asked_to_remove, removes_own
from .rounds import WINNING_SCORE, points_for
from .scoring import items_json, items_of
from .state import mask_from_rows

_UNKNOWN = (None, None, None, None)
_BEST = 4  # the card to reckon with where one is not seen
_PATTERNS = (("temple", TEMPLES), ("gold", (GOLD,)), ("green", (GREEN,)))


def stones_after(view: Mapping[str, Any], squares: Iterable[str]) -> Pair:
    """Return the stones on the board if the pending decision named these squares.

    Without a pending decision on stones the board is taken as it stands. Raises KeyError for
    a name that is no square and ValueError for one named twice; whether the choice is legal
    is not looked at.
    """
    stones = [mask_from_rows(view["board"], letter) for letter in "AM"]
    pending = view["pending"]
    if pending is not None:
        mask = mask_of(squares)
        owner = INDEX[pending["owner"]]
        if view["phase"] == "place":
            stones[owner] |= mask & ~stones[1 - owner]
        else:
            stones[owner] &= ~mask
    return stones[0], stones[1]


def scoring_after(view: Mapping[str, Any], squares: Iterable[str]) -> dict[str, dict[str, int]]:
    """Return what a scoring would give if the pending decision named these squares (4.1)."""
    return items_json(items_of(stones_after(view, squares)))


def may_win_next(view: Mapping[str, Any], side: Side, stones: Pair) -> list[str]:
    """Return by which of points, temple, gold and green `side` might win with its next turn.

    That turn is the one still to come in this round or else that of the next round, `stones`
    lying on the board. Cards that the view does not show are reckoned as the best there are.
    """
    comes = _turn_to_come(view, side)
    cards = (view["cartouches"][side] if comes else None) or _UNKNOWN
    _, remover, reach, number = [_BEST if card is None else card for card in cards]
    ways = []
    if not comes and view["score"][side] + points_for(_BEST - 1) >= WINNING_SCORE:
        ways.append("points")
    who = INDEX[side]
    first_round = comes and view["round"] == 1
    removed = 0 if first_round or removes_own(remover) else asked_to_remove(remover)
    placed = min(number, view["supply"][side])
    for name, patterns in _PATTERNS:
        for pattern in patterns:
            missing = pattern & ~stones[who]
            in_the_way = (missing & stones[1 - who]).bit_count()
            within = not missing & ~REACH[reach]
            if within and missing.bit_count() <= placed and in_the_way <= removed:
                ways.append(name)
                break
    return ways


def _turn_to_come(view: Mapping[str, Any], side: Side) -> bool:
    """Tell whether the cards for the next turn of `side` are laid and it is not its turn yet."""
    pending = view["pending"]
    return (
        view["phase"] in {"remove", "place"}
        and pending["player"] != side
        and view["first"] == pending["player"]
    )
