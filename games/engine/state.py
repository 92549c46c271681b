"""The state of a game as an immutable value, and how protocol.md writes it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, cast, get_args

from .board import INDEX, SIDES, SQUARES, TEMPLE_SIZE, Pair, Side, by_side

Phase = Literal["allocate", "remove", "place", "clear", "over"]
Reason = Literal["points", "temple", "gold", "green", "scoring", "resign", "timeout", "abort"]
Cards = tuple[int, ...]

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)


class Pending(NamedTuple):
    """The decision on stones that is owed; players are indices here (0 is Aton).

    ``who`` owes it, ``number`` is how many squares it names, ``whose`` stones they are, and
    ``reach`` the last of the temples it may name squares in (rule 3.1; 4 in a clearing).
    """

    who: int
    number: int
    whose: int
    reach: int

    @property
    def player(self) -> Side:
        """Who owes the decision."""
        return SIDES[self.who]

    @property
    def owner(self) -> Side:
        """Whose stones the decision is about."""
        return SIDES[self.whose]

    @property
    def temples(self) -> tuple[int, ...]:
        """The temples in which the decision may name squares."""
        return tuple(range(1, self.reach + 1))

    def to_json(self) -> dict[str, Any]:
        """Return the decision as protocol.md writes it."""
        return {
            "player": self.player,
            "count": self.number,
            "owner": self.owner,
            "temples": list(self.temples),
        }


class Result(NamedTuple):
    """How a game ended; ``winner`` is None for a draw and where it was aborted."""

    winner: Side | None
    reason: Reason

    def to_json(self) -> dict[str, Any]:
        """Return the result as protocol.md writes it."""
        return {"winner": self.winner, "reason": self.reason}


class State(NamedTuple):
    """A position with all its secrets. Pairs hold Aton's value first, then Amon's.

    ``stones`` are two masks (board.py), ``pile`` stands top first, ``discard`` and ``hand``
    ascending; ``cartouches`` are None until allocated, ``revealed`` counts those face up,
    ``war`` holds the cards turned over in this round, ``first`` is an index or None.
    """

    seed: bytes
    round: int
    phase: Phase
    stones: Pair
    dead: Pair
    supply: Pair
    score: Pair
    exchange: tuple[bool, bool]
    pile: tuple[Cards, Cards]
    discard: tuple[Cards, Cards]
    hand: tuple[Cards, Cards]
    cartouches: tuple[Cards | None, Cards | None]
    revealed: Pair
    reshuffles: Pair
    war: tuple[Cards, Cards]
    first: int | None
    pending: Pending | None
    result: Result | None

    @property
    def to_move(self) -> tuple[Side, ...]:
        """Who owes a decision: in ``allocate`` both, until they have allocated."""
        if self.phase == "allocate":
            return tuple(
                side for side, cards in zip(SIDES, self.cartouches, strict=True) if cards is None
            )
        return () if self.pending is None else (self.pending.player,)

    def owes(self, who: int) -> bool:
        """Tell whether the player of this index owes a decision."""
        if self.phase == "allocate":
            return self.cartouches[who] is None
        return self.pending is not None and self.pending.who == who

    def to_json(self) -> dict[str, Any]:
        """Return the whole state, secrets included, as protocol.md writes it."""
        return {
            "seed": self.seed.hex(),
            "pile": by_side((list(self.pile[0]), list(self.pile[1]))),
            "hand": by_side((list(self.hand[0]), list(self.hand[1]))),
            "cartouches": by_side((_listed(self.cartouches[0]), _listed(self.cartouches[1]))),
            **public_json(self),
        }

    @classmethod
    def from_json(cls, obj: Mapping[str, Any]) -> "State":
        """Return the state that :meth:`to_json` wrote; anything else may raise anything."""
        board = obj["board"]
        first, pending, result = obj["first"], obj["pending"], obj["result"]
        return cls(
            bytes.fromhex(obj["seed"]),
            obj["round"],
            obj["phase"],
            (mask_from_rows(board, "A"), mask_from_rows(board, "M")),
            _pair(obj["dead"]),
            _pair(obj["supply"]),
            _pair(obj["score"]),
            _pair(obj["exchange"]),
            _cards(obj["pile"]),
            _cards(obj["discard"]),
            _cards(obj["hand"]),
            _cartouches(obj["cartouches"]),
            _pair(obj["revealed"]),
            _pair(obj["reshuffles"]),
            _cards(obj["war"]),
            None if first is None else INDEX[first],
            None if pending is None else _pending(pending),
            None if result is None else Result(result["winner"], result["reason"]),
        )


def public_json(state: State) -> dict[str, Any]:
    """Return the part of a state that rule 6.1 makes public, as protocol.md writes it."""
    first, pending, result = state.first, state.pending, state.result
    return {
        "round": state.round,
        "phase": state.phase,
        "to_move": list(state.to_move),
        "board": rows_from_masks(state.stones),
        "dead": by_side(state.dead),
        "supply": by_side(state.supply),
        "score": by_side(state.score),
        "exchange": by_side(state.exchange),
        "discard": by_side((list(state.discard[0]), list(state.discard[1]))),
        "revealed": by_side(state.revealed),
        "reshuffles": by_side(state.reshuffles),
        "war": by_side((list(state.war[0]), list(state.war[1]))),
        "first": None if first is None else SIDES[first],
        "pending": None if pending is None else pending.to_json(),
        "result": None if result is None else result.to_json(),
    }


def rows_from_masks(stones: Pair) -> list[str]:
    """Return the board as four strings of 12, A for Aton, M for Amon (protocol.md)."""
    aton, amon = stones
    squares = "".join(
        ["A" if aton >> index & 1 else "M" if amon >> index & 1 else "." for index in _INDICES]
    )
    return [squares[start : start + TEMPLE_SIZE] for start in _STARTS]


def mask_from_rows(rows: Sequence[str], letter: str) -> int:
    """Return the mask of the squares that bear ``letter`` in a board of protocol.md."""
    return sum([1 << index for index, here in enumerate("".join(rows)) if here == letter])


_INDICES: Final = range(len(SQUARES))
_STARTS: Final = range(0, len(SQUARES), TEMPLE_SIZE)


def _listed(cards: Cards | None) -> list[int] | None:
    return None if cards is None else list(cards)


def _pair(obj: Mapping[str, Any]) -> tuple[Any, Any]:
    return obj["aton"], obj["amon"]


def _cards(obj: Mapping[str, Any]) -> tuple[Cards, Cards]:
    return tuple(obj["aton"]), tuple(obj["amon"])


def _cartouches(obj: Mapping[str, Any]) -> tuple[Cards | None, Cards | None]:
    aton, amon = (None if obj[side] is None else tuple(obj[side]) for side in SIDES)
    return aton, amon


def _pending(obj: Mapping[str, Any]) -> Pending:
    return Pending(
        INDEX[obj["player"]],
        cast("int", obj["count"]),
        INDEX[obj["owner"]],
        len(obj["temples"]),
    )
