"""Whether every card that was dealt is the one that the seed says (section 8 of the rules).

The cards of a whole game are told as what each player took and laid down, in order; a checker,
here or anywhere else, needs nothing but these and the seed.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from .actions import Action, Allocation
from .board import INDEX, SIDES
from .events import Deal, Exchange, War
from .record import steps
from .shuffle import shuffled
from .state import Cards, State

_WHOLE_DECK = tuple(card for card in (1, 2, 3, 4) for _ in range(9))


class Move(NamedTuple):
    """Cards that a player took from the top of the pile, or laid on the discard pile."""

    kind: Literal["take", "lay"]
    round: int
    cards: Cards


class Shuffle(NamedTuple):
    """One shuffle of a game: its label (rule 8.5) and the order it brings, top card first."""

    label: str
    round: int
    cards: Cards


class Checked(NamedTuple):
    """The shuffles of one player, and the first move that they do not explain, if any."""

    shuffles: tuple[Shuffle, ...]
    fault: int | None


def card_moves(seed: bytes, actions: Iterable[Action]) -> tuple[list[Move], list[Move]]:
    """Return what Aton and what Amon took and laid down in a game, in order.

    Cards of one take stand ascending, as they lie in a hand. Raises what :func:`apply` raises.
    """
    moves: tuple[list[Move], list[Move]] = ([], [])
    lying: list[Cards] = [(), ()]
    for action, events, state in steps(seed, actions):
        turned: list[list[int]] = [[], []]
        if isinstance(action, Allocation):
            lying[INDEX[action.player]] = action.cards
        for event in events:
            if isinstance(event, War):
                for who in (0, 1):
                    moves[who].append(Move("take", _round(state, events), (event.cards[who],)))
                    turned[who].append(event.cards[who])
            elif isinstance(event, Exchange):
                who = INDEX[event.player]
                moves[who].append(Move("lay", state.round, event.cards))
                moves[who].append(Move("take", state.round, state.hand[who]))
            elif isinstance(event, Deal):
                for who in (0, 1):
                    _lay(moves[who], event.round - 1, [*turned[who]], [*lying[who]])
                    moves[who].append(Move("take", event.round, state.hand[who]))
                lying, turned = [(), ()], [[], []]
        for who in (0, 1):
            _lay(moves[who], state.round, turned[who])
    return moves


def _round(state: State, events: Sequence[object]) -> int:
    """Return the round of an action's war; the deal that may follow it belongs to the next."""
    return state.round - any(isinstance(event, Deal) for event in events)


def _lay(moves: list[Move], number: int, *packs: list[int]) -> None:
    moves += [Move("lay", number, tuple(pack)) for pack in packs if pack]


def check_deal(seed: bytes, who: int, moves: Iterable[Move]) -> Checked:
    """Shuffle anew what the player of index `who` took and laid down, and compare every take."""
    pile = shuffled(_WHOLE_DECK, seed, f"{SIDES[who]}/0")
    shuffles = [Shuffle(f"{SIDES[who]}/0", 1, pile)]
    discard: list[int] = []
    for index, move in enumerate(moves):
        if move.kind == "lay":
            discard += move.cards
            continue
        taken = []
        for _ in move.cards:
            if not pile:
                label = f"{SIDES[who]}/{len(shuffles)}"
                pile = shuffled(discard, seed, label)
                shuffles.append(Shuffle(label, move.round, pile))
                discard = []
            taken.append(pile[0] if pile else 0)
            pile = pile[1:]
        if sorted(taken) != sorted(move.cards):
            return Checked(tuple(shuffles), index)
    return Checked(tuple(shuffles), None)
