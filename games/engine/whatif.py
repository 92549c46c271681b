"""What a choice of squares would lead to, judged from a view: for previews only."""

from collections.abc import Iterable, Mapping
from typing import Any

from .board import INDEX, mask_of
from .scoring import items_json, items_of
from .state import mask_from_rows


def scoring_after(view: Mapping[str, Any], squares: Iterable[str]) -> dict[str, dict[str, int]]:
    """Return what a scoring would give if the pending decision named these squares (4.1).

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
    return items_json(items_of((stones[0], stones[1])))
