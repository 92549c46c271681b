"""The engine protocol of protocol.md as a function from lines to lines.

A session holds one game and does no I/O: whoever owns it reads and writes the lines and
hands in the sources of chance.
"""

import json
from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Any, Final, cast

from . import bots
from .actions import parse_action
from .board import INDEX, VIEWERS, Side, Viewer
from .errors import BadRecord, BadRequest, EngineError, NoGame, gettext_noop, say
from .record import parse_seed, replay
from .rules import apply, count_legal, legal, new, score_items
from .state import State
from .validation import setup
from .views import check_view, view

DEFAULT_MS: Final = 1000
MOST_MS: Final = 600_000  # ten minutes; nobody waits longer for a decision
Request = Mapping[str, Any]
Answer = dict[str, Any]

_NO_OBJECT = gettext_noop("A request is one JSON object in UTF-8 on a line.")
_NO_COMMAND = gettext_noop("The cmd of a request is one of: {commands}.")
_NO_KEY = gettext_noop("This request needs {key}.")
_NO_SEED = gettext_noop("A seed is 64 hexadecimal digits.")
_NO_PLAYER = gettext_noop("The player is aton or amon.")
_NO_VIEWER = gettext_noop("The viewer is aton, amon or public.")
_NO_LIMIT = gettext_noop("The limit is an integer from 0 on.")
_NO_MS = gettext_noop("The ms are an integer from 0 on.")
_NOT_POSSIBLE = gettext_noop("Nothing in a game of Aton can be what this request describes.")
_NO_ECHO = gettext_noop("The id of the request cannot be sent back.")
_NO_GAME = gettext_noop("No game is held yet; begin one with new, setup or replay.")


class Session:
    """One conversation: the game held, and how each request is answered.

    ``fresh_seed`` returns 32 secret random bytes for a game begun without a seed; ``rng`` is
    what the bots choose with.
    """

    def __init__(self, fresh_seed: Callable[[], bytes], rng: Random) -> None:
        self._fresh_seed = fresh_seed
        self._rng = rng
        self._state: State | None = None
        self._commands: Mapping[str, Callable[[Request], Answer]] = {
            "new": self._new,
            "state": self._show_state,
            "view": self._view,
            "legal": self._legal,
            "apply": self._apply,
            "setup": self._setup,
            "score": self._score,
            "best": self._best,
            "replay": self._replay,
        }

    def answer(self, line: bytes) -> str:
        """Return the answer, without a newline, to one line; nothing is ever raised."""
        echo = ""
        held = self._state
        try:
            request = _decode(line)
            echo = _echo_of(request)
            answer = {"ok": True, **self._do(request)}
        except EngineError as error:
            answer = {"ok": False, "error": _error_json(error)}
        except Exception:  # noqa: BLE001 -- a view that no check foresaw must not end the program
            self._state = held
            answer = {"ok": False, "error": _error_json(BadRequest(say(_NOT_POSSIBLE)))}
        return "{" + echo + json.dumps(answer)[1:]

    def _do(self, request: object) -> Answer:
        if not isinstance(request, Mapping):
            raise BadRequest(say(_NO_OBJECT))
        name = request.get("cmd")
        command = self._commands.get(name) if isinstance(name, str) else None
        if command is None:
            raise BadRequest(say(_NO_COMMAND, commands=", ".join(self._commands)))
        return command(request)

    def _held(self) -> State:
        if self._state is None:
            raise NoGame(say(_NO_GAME))
        return self._state

    def _hold(self, state: State) -> Answer:
        self._state = state
        return {"state": state.to_json()}

    def _new(self, request: Request) -> Answer:
        if "seed" not in request:
            return self._hold(new(self._fresh_seed()))
        seed = parse_seed(request["seed"])
        if seed is None:
            raise BadRequest(say(_NO_SEED))
        return self._hold(new(seed))

    def _show_state(self, _request: Request) -> Answer:
        return {"state": self._held().to_json()}

    def _view(self, request: Request) -> Answer:
        viewer = request.get("viewer")
        if viewer not in VIEWERS:
            raise BadRequest(say(_NO_VIEWER))
        return {"view": view(self._held(), cast("Viewer", viewer))}

    def _legal(self, request: Request) -> Answer:
        side = _player(request)
        limit = _number(request["limit"], _NO_LIMIT) if "limit" in request else None
        state = self._held()
        count = count_legal(state, side)
        wanted = count if limit is None else min(limit, count)
        actions = [action.to_json() for action in islice(legal(state, side), wanted)]
        return {"count": count, "actions": actions}

    def _apply(self, request: Request) -> Answer:
        action = parse_action(_needed(request, "action"))
        state, events = apply(self._held(), action)
        return {"events": [event.to_json() for event in events], **self._hold(state)}

    def _setup(self, request: Request) -> Answer:
        return self._hold(setup(_needed(request, "state")))

    def _score(self, _request: Request) -> Answer:
        return {"scoring": score_items(self._held())}

    def _best(self, request: Request) -> Answer:
        side = _player(request)
        level = bots.check_level(request.get("level", bots.LEVELS[0]))
        ms = min(_number(request.get("ms", DEFAULT_MS), _NO_MS), MOST_MS)
        sent = "view" in request
        seen = check_view(request["view"], side) if sent else view(self._held(), side)
        return {"action": bots.choose(level, seen, ms, self._rng).to_json()}

    def _replay(self, request: Request) -> Answer:
        return self._hold(replay(_needed(request, "record")))


def _player(request: Request) -> Side:
    player = request.get("player")
    if not isinstance(player, str) or player not in INDEX:
        raise BadRequest(say(_NO_PLAYER))
    return cast("Side", player)


def _number(obj: object, otherwise: str) -> int:
    # true and false are ints to Python, but none to JSON.
    if isinstance(obj, int) and not isinstance(obj, bool) and obj >= 0:
        return obj
    raise BadRequest(say(otherwise))


def _needed(request: Request, key: str) -> object:
    if key not in request:
        raise BadRequest(say(_NO_KEY, key=key))
    return request[key]


def _decode(line: bytes) -> object:
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    # Numbers of very many digits are a ValueError, deep nesting a RecursionError.
    except (ValueError, RecursionError) as error:
        raise BadRequest(say(_NO_OBJECT)) from error


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _echo_of(request: object) -> str:
    if not isinstance(request, Mapping) or "id" not in request:
        return ""
    try:
        return f'"id": {json.dumps(request["id"], allow_nan=False)}, '
    # An id such as 1e999, or one nested just deep enough, can be read but not written.
    except (ValueError, RecursionError) as error:
        raise BadRequest(say(_NO_ECHO)) from error


def _error_json(error: EngineError) -> Answer:
    told: Answer = {"code": error.code, "message": str(error)}
    if isinstance(error, BadRecord) and error.index is not None:
        told["index"] = error.index
    return told
