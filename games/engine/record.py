"""Game records: replaying them, step by step or as a whole (protocol.md, The game record)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from re import compile as pattern
from typing import Any, Final

from .actions import Action, parse_action
from .board import INDEX, by_side
from .errors import BadRecord, EngineError, gettext_noop, say
from .events import Event
from .rules import apply, new, opening
from .state import State

FORMAT: Final = "aton-record/1"

_SEED: Final = pattern(r"[0-9a-fA-F]{64}")
_NO_RECORD = gettext_noop("A record is an object.")
_NO_FORMAT = gettext_noop("The format of a record is aton-record/1.")
_NO_SEED = gettext_noop("The seed of a record is 64 hexadecimal digits.")
_NO_ACTIONS = gettext_noop("The actions of a record are a list.")
_NO_RESULT = gettext_noop("The result of a record is an object or null.")
_NOT_OVER = gettext_noop("The record states a result, but its actions do not end the game.")
_OTHER_RESULT = gettext_noop("The record states another result than its actions lead to.")


def parse_seed(obj: object) -> bytes | None:
    """Return the seed that 64 hex digits of either case stand for, or None for all else."""
    if isinstance(obj, str) and _SEED.fullmatch(obj):
        return bytes.fromhex(obj)
    return None


def steps(
    seed: bytes, actions: Iterable[Action]
) -> Iterator[tuple[Action | None, tuple[Event, ...], State]]:
    """Yield (action, what happened, the state after it) for a whole game.

    The first step has no action; it is the first deal. Raises ValueError for a seed that has
    not 32 bytes, and what :func:`apply` raises when an action is not allowed.
    """
    events, state = opening(seed)
    yield None, events, state
    for action in actions:
        state, events = apply(state, action)
        yield action, events, state


def replay(record: object) -> State:
    """Return the state after a whole record, a value decoded from JSON.

    Raises BadRecord, with the index of the first action that is malformed or not legal,
    counted from 0, or without one where the fault lies elsewhere.
    """
    if not isinstance(record, Mapping):
        raise BadRecord(say(_NO_RECORD))
    if record.get("format") != FORMAT:
        raise BadRecord(say(_NO_FORMAT))
    seed = parse_seed(record.get("seed"))
    if seed is None:
        raise BadRecord(say(_NO_SEED))
    actions = record.get("actions")
    if not isinstance(actions, Sequence) or isinstance(actions, str):
        raise BadRecord(say(_NO_ACTIONS))
    state = new(seed)
    for index, sent in enumerate(actions):
        try:
            state, _ = apply(state, parse_action(sent))
        except EngineError as error:
            raise BadRecord(error.sentence, error.rule, index) from error
    _check_result(state, record.get("result"))
    return state


def _check_result(state: State, stated: object) -> None:
    if stated is None:
        return
    if not isinstance(stated, Mapping):
        raise BadRecord(say(_NO_RESULT))
    if state.result is None:
        raise BadRecord(say(_NOT_OVER))
    actual: dict[str, Any] = state.result.to_json()
    if any(key in stated and stated[key] != actual[key] for key in actual):
        raise BadRecord(say(_OTHER_RESULT))
    if "score" in stated and not _is_score(stated["score"], by_side(state.score)):
        raise BadRecord(say(_OTHER_RESULT))


def _is_score(stated: object, actual: Mapping[str, int]) -> bool:
    # 44.0 and True equal ints to Python, but are no integers to JSON.
    return isinstance(stated, Mapping) and all(
        type(stated[side]) is int and stated[side] == actual[side]
        for side in INDEX
        if side in stated
    )
