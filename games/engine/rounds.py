"""A round from the deal to the clearing (sections 2 and 4 of the rules)."""

from .board import SIDES
from .decisions import CLEARED
from .events import Clear, Deal, First, Points, Reveal, Scoring, War
from .scoring import items_of
from .state import Pending
from .table import Table
from .turn import begin_turn

WINNING_SCORE = 40
KINGDOM_SPACES = 8
PLAYERS = (0, 1)


def deal(table: Table) -> None:
    """Discard the cards of the last round and draw those of the next (2.7 and 2.1)."""
    for who in PLAYERS:
        laid = table.cartouches[who]
        if laid is not None:
            table.discard_cards(who, laid)
            table.cartouches[who] = None
        table.revealed[who] = 0
        table.war[who] = ()
        table.draw_hand(who)
    table.first = None
    table.pending = None
    table.phase = "allocate"
    table.round += 1
    table.events.append(Deal(table.round))


def reveal(table: Table) -> None:
    """Turn cartouches 1 and 2 face up and go on until something is asked (2.4 to 2.6)."""
    aton, amon = table.allocated(0), table.allocated(1)
    events = table.events
    table.revealed = [1, 1]
    events += (Reveal("aton", 1, aton[0]), Reveal("amon", 1, amon[0]))
    lead = aton[0] - amon[0]
    if lead:
        scorer = 0 if lead > 0 else 1
        points = points_for(lead)
        table.score[scorer] += points
        events.append(Points(SIDES[scorer], points))
        if table.score[scorer] >= WINNING_SCORE:
            table.end(scorer, "points")
            return
    table.revealed = [2, 2]
    events += (Reveal("aton", 2, aton[1]), Reveal("amon", 2, amon[1]))
    first = lower_card((aton[1], amon[1]), (aton[0], amon[0]))
    table.first = _wage_war(table) if first is None else first
    events.append(First(SIDES[table.first]))
    if begin_turn(table, table.first):
        after_turn(table, table.first)


def points_for(lead: int) -> int:
    """Return what the higher card on cartouche 1 scores (rule 2.4)."""
    return 2 * abs(lead)


def lower_card(*pairs: tuple[int, int]) -> int | None:
    """Return who has the lower card in the first of the pairs that is no tie (rule 2.5)."""
    for aton, amon in pairs:
        if aton != amon:
            return 0 if aton < amon else 1
    return None


def _wage_war(table: Table) -> int:
    turned: tuple[list[int], list[int]] = ([], [])
    first = None
    while first is None and all(table.pile[who] or table.discard[who] for who in PLAYERS):
        cards = (table.draw_card(0), table.draw_card(1))
        for who in PLAYERS:
            turned[who].append(cards[who])
        table.events.append(War(cards))
        first = lower_card(cards)
    for who in PLAYERS:
        table.war[who] = tuple(turned[who])
        table.discard_cards(who, table.war[who])
    return 0 if first is None else first


def after_turn(table: Table, who: int) -> None:
    """Go on after a player's turn: with the other's, or with the end of the round (2.6)."""
    if who == table.first:
        who = 1 - who
        if not begin_turn(table, who):
            return
    _end_round(table)


def _end_round(table: Table) -> None:
    if sum(table.dead) < KINGDOM_SPACES:
        deal(table)
        return
    items = items_of((table.stones[0], table.stones[1]))
    aton, amon = (table.score[who] + sum(item[who] for item in items) for who in PLAYERS)
    table.score = [aton, amon]
    table.events.append(Scoring(items, (aton, amon)))
    if max(aton, amon) >= WINNING_SCORE:
        table.end(None if aton == amon else 0 if aton > amon else 1, "scoring")
        return
    for who in PLAYERS:
        table.supply[who] += table.dead[who]
    table.dead = [0, 0]
    first = first_to_clear((aton, amon), table.first)
    if _begin_clearing(table, first):
        after_clearing(table, first)


def first_to_clear(score: tuple[int, int], first: int | None) -> int:
    """Return who clears first, ``first`` being who played first in this round (rule 4.4)."""
    if score[0] != score[1]:
        return 0 if score[0] > score[1] else 1
    return first or 0


def _begin_clearing(table: Table, who: int) -> bool:
    stones = table.stones[who]
    if not stones:
        return True
    # With more stones than four there is always a choice: each of the temples that hold
    # them loses one, and not all can lose all.
    if stones.bit_count() <= CLEARED:
        clear(table, who, stones, forced=True)
        return True
    table.ask("clear", Pending(who, CLEARED, who, 4))
    return False


def clear(table: Table, who: int, mask: int, *, forced: bool) -> None:
    """Return a player's stones on the squares of ``mask`` to the supply (rule 4.3)."""
    table.stones[who] ^= mask
    table.supply[who] += mask.bit_count()
    table.events.append(Clear(SIDES[who], mask, forced))


def after_clearing(table: Table, who: int) -> None:
    """Go on after a player's clearing: with the other's, or with the next round (4.4, 4.5)."""
    if who == first_to_clear((table.score[0], table.score[1]), table.first):
        who = 1 - who
        if not _begin_clearing(table, who):
            return
    deal(table)
