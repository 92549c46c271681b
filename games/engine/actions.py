"""What players do, as values, and how they are written in protocol.md."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, cast, get_args

from .board import INDEX, Side, mask_of, names_of
from .errors import BadRequest, gettext_noop, say

PlainType = Literal["exchange", "resign", "timeout", "abort"]
StoneType = Literal["remove", "place", "clear"]

_PLAIN_TYPES: Final = frozenset(get_args(PlainType))
_STONE_TYPES: Final = frozenset(get_args(StoneType))

_NO_OBJECT = gettext_noop("An action is an object with a player and a type.")
_NO_PLAYER = gettext_noop("The player of an action is aton or amon.")
_NO_TYPE = gettext_noop(
    "The type of an action is exchange, allocate, remove, place, clear, resign, timeout or abort."
)
_NO_CARDS = gettext_noop("The cards of an allocation are a list of whole numbers.")
_NO_SQUARES = gettext_noop("The squares of an action are a list of names such as 3b2.")


class PlainAction(NamedTuple):
    """An action that its type tells completely (rules 2.2, 5.1, 5.2 and 5.3)."""

    type: PlainType
    player: Side

    def to_json(self) -> dict[str, Any]:
        """Return the action as protocol.md writes it."""
        return {"player": self.player, "type": self.type}


class Allocation(NamedTuple):
    """The cards for cartouches 1 to 4, in that order (rule 2.3)."""

    type: Literal["allocate"]
    player: Side
    cards: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the action as protocol.md writes it."""
        return {"player": self.player, "type": self.type, "cards": list(self.cards)}


class StoneAction(NamedTuple):
    """A choice of squares to remove from, place on or clear (rules 3.2, 3.5 and 4.3).

    ``mask`` holds the squares, so their order is forgotten. Names that are no set of squares
    (an unknown one, a repeated one) leave it 0 and stand in ``unclear`` as they were sent,
    until the action is judged.
    """

    type: StoneType
    player: Side
    mask: int
    unclear: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the action as protocol.md writes it, the squares in board order."""
        return {
            "player": self.player,
            "type": self.type,
            "squares": list(self.unclear or names_of(self.mask)),
        }


Action = PlainAction | Allocation | StoneAction


def parse_action(obj: object) -> Action:
    """Return the action that ``obj``, a value decoded from JSON, stands for.

    Raises BadRequest where the shape is wrong. Whether the action is allowed is not asked
    here, so a card 7 and a square 5a1 pass.
    """
    if not isinstance(obj, Mapping):
        raise BadRequest(say(_NO_OBJECT))
    player = obj.get("player")
    if not isinstance(player, str) or player not in INDEX:
        raise BadRequest(say(_NO_PLAYER))
    side = cast("Side", player)
    kind = obj.get("type")
    if not isinstance(kind, str):
        raise BadRequest(say(_NO_TYPE))
    if kind in _PLAIN_TYPES:
        return PlainAction(cast("PlainType", kind), side)
    if kind in _STONE_TYPES:
        return _stone_action(cast("StoneType", kind), side, obj.get("squares"))
    if kind == "allocate":
        return _allocation(side, obj.get("cards"))
    raise BadRequest(say(_NO_TYPE))


def _allocation(side: Side, cards: object) -> Allocation:
    # A bool is an int to Python, but none to JSON.
    if not isinstance(cards, list | tuple) or any(type(card) is not int for card in cards):
        raise BadRequest(say(_NO_CARDS))
    return Allocation("allocate", side, tuple(cards))


def _stone_action(kind: StoneType, side: Side, squares: object) -> StoneAction:
    if not isinstance(squares, list | tuple) or any(
        not isinstance(square, str) for square in squares
    ):
        raise BadRequest(say(_NO_SQUARES))
    try:
        return StoneAction(kind, side, mask_of(squares))
    except (KeyError, ValueError):
        return StoneAction(kind, side, 0, tuple(squares))
