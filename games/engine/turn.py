"""A player's turn: reveal, remove, place (section 3 of the rules)."""

from .board import REACH, SIDES
from .decisions import placeable, removable, removes_own
from .events import Bury, Place, Remove, Reveal
from .scoring import full_board_reason
from .state import Pending
from .table import Table


def begin_turn(table: Table, who: int) -> bool:
    """Reveal cartouches 3 and 4 of a player and go on until something is asked.

    Returns whether the turn came to its end without ending the game.
    """
    cards = table.allocated(who)
    side = SIDES[who]
    table.revealed[who] = 4
    table.events += (Reveal(side, 3, cards[2]), Reveal(side, 4, cards[3]))
    card = cards[1]
    owner = who if removes_own(card) else 1 - who
    squares, number = removable(table.stones[owner], card, REACH[cards[2]], table.round)
    if number == 0:
        return _begin_placing(table, who)
    if squares.bit_count() == number:
        return remove(table, who, owner, squares, forced=True)
    table.ask("remove", Pending(who, number, owner, cards[2]))
    return False


def remove(table: Table, who: int, owner: int, mask: int, *, forced: bool) -> bool:
    """Send the owner's stones on the squares of ``mask`` to the dead (3.4), and go on.

    Returns whether the turn came to its end without ending the game.
    """
    table.stones[owner] ^= mask
    table.dead[owner] += mask.bit_count()
    table.events.append(Remove(SIDES[who], SIDES[owner], mask, forced))
    return _begin_placing(table, who)


def _begin_placing(table: Table, who: int) -> bool:
    cards = table.allocated(who)
    stones = (table.stones[0], table.stones[1])
    squares, number, buried = placeable(stones, cards[3], REACH[cards[2]], table.supply[who])
    if squares.bit_count() == number:
        return place(table, who, squares, buried, forced=True)
    if number == 0:
        return _end_turn(table, who)
    table.ask("place", Pending(who, number, who, cards[2]))
    return False


def place(table: Table, who: int, mask: int, buried: int, *, forced: bool) -> bool:
    """Place a player's stones on the squares of ``mask``, bury the rest (3.5), and go on.

    Returns whether the turn came to its end without ending the game.
    """
    side = SIDES[who]
    if mask:
        table.stones[who] |= mask
        table.supply[who] -= mask.bit_count()
        table.events.append(Place(side, mask, forced))
    if buried:
        table.supply[who] -= buried
        table.dead[who] += buried
        table.events.append(Bury(side, buried))
    return _end_turn(table, who)


def _end_turn(table: Table, who: int) -> bool:
    reason = full_board_reason(table.stones[who])
    if reason is not None:
        table.end(who, reason)
        return False
    return True
