"""Matches between bots, and what reviews find in them, thought out once.

The same decision is judged alike each time, so nothing is lost by remembering it.
"""

import json
import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from games import engine
from games.engine import Action, State
from games.engine.bots import choose
from games.engine.bots.jobs import review_json


def by_levels(aton: str, amon: str, rng: random.Random) -> Callable[[State], Action]:
    """Return what decides for two levels, each by its own view."""

    def decide(state: State) -> Action:
        side = state.to_move[0]
        return choose(aton if side == "aton" else amon, engine.view(state, side), 20, rng)

    return decide


def review_once(before: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """Return `review_json(before, action)`, which takes up to a second the first time only."""
    return json.loads(_found(json.dumps(before), json.dumps(action)))


@cache
def _found(before: str, action: str) -> str:
    return json.dumps(review_json(json.loads(before), json.loads(action)))
