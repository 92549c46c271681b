"""Whether a value decoded from JSON has the shape of a state (protocol.md, State).

Only types and ranges are looked at here; whether the parts of a state belong together is
the business of validation.py.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from .board import CARD_VALUES, INDEX, SIDES, SQUARES, TEMPLE_SIZE
from .errors import BadState, say
from .record import parse_seed
from .state import PHASES, REASONS
from .table import HAND_SIZE

Check = Callable[[object], bool]

LARGEST: Final = 2**53 - 1

_ROWS: Final = len(SQUARES) // TEMPLE_SIZE


def is_count(obj: object) -> bool:
    """Tell whether a value is an integer of at least 0; true and false are none.

    Integers that some readers of JSON could not hold exactly are refused, so that whatever
    is taken in can be written out again.
    """
    return type(obj) is int and 0 <= obj <= LARGEST


def is_side(obj: object) -> bool:
    """Tell whether a value names a player."""
    return isinstance(obj, str) and obj in INDEX


def is_bool(obj: object) -> bool:
    """Tell whether a value is true or false."""
    return isinstance(obj, bool)


def is_cards(obj: object) -> bool:
    """Tell whether a value is a list of cards 1 to 4 (rule 1.3)."""
    return isinstance(obj, list) and all(type(card) is int and card in CARD_VALUES for card in obj)


def is_ascending_cards(obj: object) -> bool:
    """Tell whether a value is a list of cards in ascending order."""
    return isinstance(obj, list) and is_cards(obj) and obj == sorted(obj)


def is_hand(obj: object) -> bool:
    """Tell whether a value is a hand: four cards, ascending, or none once they are laid."""
    return isinstance(obj, list) and is_ascending_cards(obj) and len(obj) in {0, HAND_SIZE}


def is_board(obj: object) -> bool:
    """Tell whether a value is a board: a string of 12 for each temple."""
    return (
        isinstance(obj, list)
        and len(obj) == _ROWS
        and all(isinstance(row, str) and len(row) == TEMPLE_SIZE for row in obj)
        and set("".join(obj)) <= set("AM.")
    )


def is_pending(obj: object) -> bool:
    """Tell whether a value is a decision on stones."""
    return (
        isinstance(obj, Mapping)
        and is_side(obj.get("player"))
        and is_side(obj.get("owner"))
        and is_count(obj.get("count"))
        and isinstance(obj.get("temples"), list)
        and all(type(temple) is int for temple in obj["temples"])
        and obj["temples"] == list(range(1, len(obj["temples"]) + 1))
        and 1 <= len(obj["temples"]) <= _ROWS
    )


def or_null(check: Check) -> Check:
    """Return a check that lets null pass beside what ``check`` lets pass."""
    return lambda obj: obj is None or check(obj)


def of_both(check: Check) -> Check:
    """Return a check of an object that holds one such value for each player."""
    return lambda obj: (
        isinstance(obj, Mapping) and all(side in obj and check(obj[side]) for side in SIDES)
    )


def is_sides(obj: object) -> bool:
    """Tell whether a value is a list of players."""
    return isinstance(obj, list) and all(map(is_side, obj))


def is_phase(obj: object) -> bool:
    """Tell whether a value names a phase."""
    return isinstance(obj, str) and obj in PHASES


def _is_result(obj: object) -> bool:
    return (
        isinstance(obj, Mapping)
        and "winner" in obj
        and or_null(is_side)(obj["winner"])
        and isinstance(obj.get("reason"), str)
        and obj["reason"] in REASONS
    )


def _is_laid(obj: object) -> bool:
    return isinstance(obj, list) and is_cards(obj) and len(obj) == HAND_SIZE


_KEYS: Final[Mapping[str, tuple[Check, str]]] = {
    "seed": (lambda obj: parse_seed(obj) is not None, "64 hexadecimal digits"),
    "round": (lambda obj: is_count(obj) and obj != 0, "an integer from 1 on"),
    "phase": (is_phase, "allocate, remove, place, clear or over"),
    "to_move": (is_sides, "a list of players"),
    "board": (is_board, "four strings of twelve A, M and ."),
    "dead": (of_both(is_count), "an integer from 0 on for each player"),
    "supply": (of_both(is_count), "an integer from 0 on for each player"),
    "score": (of_both(is_count), "an integer from 0 on for each player"),
    "exchange": (of_both(is_bool), "true or false for each player"),
    "pile": (of_both(is_cards), "a list of cards 1 to 4 for each player"),
    "discard": (of_both(is_ascending_cards), "ascending cards 1 to 4 for each player"),
    "hand": (of_both(is_hand), "four or no cards, ascending, for each player"),
    "cartouches": (of_both(or_null(_is_laid)), "four cards or null for each player"),
    "revealed": (of_both(is_count), "an integer from 0 to 4 for each player"),
    "reshuffles": (of_both(is_count), "an integer from 0 on for each player"),
    "war": (of_both(is_cards), "a list of cards 1 to 4 for each player"),
    "first": (or_null(is_side), "a player or null"),
    "pending": (or_null(is_pending), "a decision on stones or null"),
    "result": (or_null(_is_result), "a winner and a reason, or null"),
}


def check_shape(obj: object) -> Mapping[str, Any]:
    """Return ``obj`` where it has the shape of a state; raise BadState elsewhere."""
    if not isinstance(obj, Mapping):
        raise BadState(say("A state is an object."))
    for key, (check, wanted) in _KEYS.items():
        if key not in obj:
            raise BadState(say("The state has no {key}.", key=key))
        if not check(obj[key]):
            raise BadState(say("In a state {key} is {wanted}.", key=key, wanted=wanted))
    return obj
