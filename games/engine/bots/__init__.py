"""Built-in players. A bot is given a view and never a state, so it knows what a player knows.

This module is light; NumPy and the weights are loaded when a level is first asked to play
(:func:`warm_up` does it beforehand). The levels hold no state, so they may be asked from many
threads and processes at once.
"""

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any, Final

from games.engine.actions import Action
from games.engine.asked import decision_in_view
from games.engine.board import SIDES, Side
from games.engine.decisions import Decision
from games.engine.errors import BadRequest, GameOver, NotToMove, gettext_noop, say

from .checks import check_whole, is_answer

# The matrices are small: more threads than one would only wait for each other. It has to be
# said before NumPy is loaded, and every module here is loaded after this one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_OVER = gettext_noop("The game is over.")
_NO_DECISION = gettext_noop("There is nothing to decide for this player now.")
_NO_LEVEL = gettext_noop("The levels of the bots are: {levels}.")
_NO_PLAYER = gettext_noop("A bot plays from a player's view, not from a spectator's.")

#: How each bot decides: the decision it owes, its view, milliseconds, chance.
Bot = Callable[[Decision, Mapping[str, Any], int, Random], Action]

#: The levels 1 to 5 by name, the weakest first, with the ratings that docs/bots.md explains.
RATINGS: Final[Mapping[str, int]] = {
    "scarab": 900,
    "ibis": 1000,
    "jackal": 1300,
    "sphinx": 1900,
    "pharaoh": 2050,
}
NAMES: Final = tuple(RATINGS)
LEVELS: Final = ("random", *NAMES)


def _play_random(owed: Decision, _view: Mapping[str, Any], _ms: int, rng: Random) -> Action:
    return owed.draw(rng)


def warm_up() -> Mapping[str, Bot]:
    """Load what the levels need and return the players by name, test opponents included."""
    players: Mapping[str, Bot] = import_module("games.engine.bots.levels").PLAYERS
    return players


def viewer_of(view: Mapping[str, Any]) -> Side | None:
    """Return the player whose view of an unfinished game this is, or None for a spectator's."""
    seen = [side for side in SIDES if view["hand"][side] is not None]
    return seen[0] if len(seen) == 1 else None


def check_level(level: object) -> str:
    """Return the name of a level given by its name or its number; raise BadRequest elsewhere."""
    if type(level) is int and 1 <= level <= len(NAMES):
        return NAMES[level - 1]
    if isinstance(level, str) and level in LEVELS:
        return level
    raise BadRequest(say(_NO_LEVEL, levels=", ".join(LEVELS)))


def choose(level: str | int, view: Mapping[str, Any], ms: int, rng: Random) -> Action:
    """Return the action that the bot of a level plays for the player whose view is given.

    ``ms`` is how many milliseconds it may think, all of them on the calling thread; ``rng`` is
    its only source of chance. Raises BadRequest for an unknown level, a spectator's view or
    one that contradicts itself, GameOver after the end of the game and NotToMove where the
    player owes no decision.
    """
    name = check_level(level)
    if view["result"] is not None:
        raise GameOver(say(_OVER))
    side = viewer_of(view)
    if side is None:
        raise BadRequest(say(_NO_PLAYER))
    owed = decision_in_view(view, side)
    if owed is None:
        raise NotToMove(say(_NO_DECISION), "7.1")
    if name == "random":
        return _play_random(owed, view, ms, rng)
    check_whole(view, side)
    action = warm_up()[name](owed, view, ms, rng)
    return action if is_answer(owed, action) else owed.draw(rng)
