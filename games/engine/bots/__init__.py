"""Built-in players. A bot is given a view and never a state, so it knows what a player knows."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from games.engine.actions import Action
from games.engine.asked import decision_in_view
from games.engine.board import SIDES, Side
from games.engine.decisions import Decision
from games.engine.errors import BadRequest, GameOver, NotToMove, gettext_noop, say
from games.engine.sentences import GAME_OVER, NOTHING_TO_DECIDE

_NO_LEVEL = gettext_noop("The levels of the bots are: {levels}.")
_NO_PLAYER = gettext_noop("A bot plays from a player's view, not from a spectator's.")


def _play_random(owed: Decision, _view: Mapping[str, Any], _ms: int, rng: Random) -> Action:
    return owed.draw(rng)


#: How each bot decides: the decision it owes, its view, milliseconds, chance.
Bot = Callable[[Decision, Mapping[str, Any], int, Random], Action]
_BOTS: Final[Mapping[str, Bot]] = {"random": _play_random}
LEVELS: Final = tuple(_BOTS)


def viewer_of(view: Mapping[str, Any]) -> Side | None:
    """Return the player whose view of an unfinished game this is, or None for a spectator's."""
    seen = [side for side in SIDES if view["hand"][side] is not None]
    return seen[0] if len(seen) == 1 else None


def check_level(level: object) -> str:
    """Return ``level`` where there is a bot of this level; raise BadRequest elsewhere."""
    if isinstance(level, str) and level in LEVELS:
        return level
    raise BadRequest(say(_NO_LEVEL, levels=", ".join(LEVELS)))


def choose(level: str, view: Mapping[str, Any], ms: int, rng: Random) -> Action:
    """Return the action that the bot of a level plays for the player whose view is given.

    ``ms`` is how many milliseconds it may think; ``rng`` is its only source of chance. Raises
    BadRequest for an unknown level or a spectator's view, GameOver after the end of the game
    and NotToMove where the player owes no decision.
    """
    bot = _BOTS[check_level(level)]
    if view["result"] is not None:
        raise GameOver(say(GAME_OVER))
    side = viewer_of(view)
    if side is None:
        raise BadRequest(say(_NO_PLAYER))
    owed = decision_in_view(view, side)
    if owed is None:
        raise NotToMove(say(NOTHING_TO_DECIDE), "7.1")
    return bot(owed, view, ms, rng)
