"""What happened, as values (protocol.md, Events).

Events hold nothing that is not public (rule 6.1), so one list of them serves everybody.
Each class carries its ``type`` as a last field, so that events of two types never compare
equal.
"""

from typing import Any, Literal, NamedTuple

from .board import Pair, Side, by_side, names_of
from .scoring import Items, items_json


class Deal(NamedTuple):
    """Both players drew four cards for a round (rule 2.1)."""

    round: int
    type: Literal["deal"] = "deal"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {"type": self.type, "round": self.round}


class Exchange(NamedTuple):
    """A player laid down these four cards, ascending, and drew four new ones (rule 2.2)."""

    player: Side
    cards: tuple[int, ...]
    type: Literal["exchange"] = "exchange"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {"type": self.type, "player": self.player, "cards": list(self.cards)}


class Allocate(NamedTuple):
    """A player has allocated; which cards stays hidden (rules 2.3 and 6.1)."""

    player: Side
    type: Literal["allocate"] = "allocate"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {"type": self.type, "player": self.player}


class Reveal(NamedTuple):
    """A card on a cartouche, 1 to 4, was turned face up (rules 2.4 to 2.6)."""

    player: Side
    cartouche: int
    card: int
    type: Literal["reveal"] = "reveal"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {
            "type": self.type,
            "player": self.player,
            "cartouche": self.cartouche,
            "card": self.card,
        }


class Points(NamedTuple):
    """A player won this many points on cartouche 1 (rule 2.4)."""

    player: Side
    points: int
    type: Literal["points"] = "points"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {
            "type": self.type,
            "player": self.player,
            "points": self.points,
            "source": "cartouche",
        }


class War(NamedTuple):
    """Both players turned over the top card of their pile (rule 2.5)."""

    cards: Pair
    type: Literal["war"] = "war"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {"type": self.type, **by_side(self.cards)}


class First(NamedTuple):
    """It was settled who plays first (rule 2.5)."""

    player: Side
    type: Literal["first"] = "first"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {"type": self.type, "player": self.player}


class Remove(NamedTuple):
    """A player removed stones of ``owner`` from the squares of ``mask`` (rule 3.2)."""

    player: Side
    owner: Side
    mask: int
    forced: bool
    type: Literal["remove"] = "remove"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        told = {
            "type": self.type,
            "player": self.player,
            "owner": self.owner,
            "squares": list(names_of(self.mask)),
        }
        return {**told, "forced": True} if self.forced else told


class Place(NamedTuple):
    """A player placed stones on the squares of ``mask`` (rule 3.5)."""

    player: Side
    mask: int
    forced: bool
    type: Literal["place"] = "place"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        told = {"type": self.type, "player": self.player, "squares": list(names_of(self.mask))}
        return {**told, "forced": True} if self.forced else told


class Bury(NamedTuple):
    """Stones that found no square went to the Kingdom of the Dead (rule 3.5)."""

    player: Side
    stones: int
    type: Literal["bury"] = "bury"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {"type": self.type, "player": self.player, "count": self.stones}


class Scoring(NamedTuple):
    """A scoring took place; ``score`` holds both scores after it (rule 4.1)."""

    items: Items
    score: Pair
    type: Literal["scoring"] = "scoring"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {"type": self.type, "items": items_json(self.items), "score": by_side(self.score)}


class Clear(NamedTuple):
    """A player cleared their stones from the squares of ``mask`` (rule 4.3)."""

    player: Side
    mask: int
    forced: bool
    type: Literal["clear"] = "clear"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        told = {"type": self.type, "player": self.player, "squares": list(names_of(self.mask))}
        return {**told, "forced": True} if self.forced else told


class Over(NamedTuple):
    """The game ended; ``winner`` is None for a draw and where it was aborted."""

    winner: Side | None
    reason: str
    type: Literal["over"] = "over"

    def to_json(self) -> dict[str, Any]:
        """Return the event as protocol.md writes it."""
        return {"type": self.type, "winner": self.winner, "reason": self.reason}


Event = (
    Deal
    | Exchange
    | Allocate
    | Reveal
    | Points
    | War
    | First
    | Remove
    | Place
    | Bury
    | Scoring
    | Clear
    | Over
)
