"""The entry points of the rules: begin a game, apply an action, ask what is legal."""

from collections.abc import Iterator
from random import Random
from typing import Final

from .actions import Action, Allocation, PlainAction, StoneAction
from .asked import decision, may_abort
from .board import INDEX, REACH, SIDES, STONES, WHOLE_DECK, Side
from .decisions import placeable
from .errors import GameOver, NotToMove, say
from .events import Allocate, Event, Exchange
from .judge import judge
from .rounds import after_clearing, after_turn, clear, deal, reveal
from .scoring import items_json, items_of
from .sentences import GAME_OVER, NOTHING_TO_DECIDE
from .shuffle import SEED_BYTES, shuffled
from .state import Cards, State
from .table import Table
from .turn import place, remove

_NO_CARDS: Final[tuple[Cards, Cards]] = ((), ())


def new(seed: bytes) -> State:
    """Return the first position of the game with this seed of 32 bytes (rules 1, 2.1, 8).

    Raises ValueError for a seed of another length.
    """
    return opening(seed)[1]


def opening(seed: bytes) -> tuple[tuple[Event, ...], State]:
    """Return the first deal's events and the first position of the game with this seed.

    Raises ValueError for a seed of another length than 32 bytes.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError("a seed has 32 bytes")
    table = Table(
        State(
            seed=seed,
            round=0,
            phase="allocate",
            stones=(0, 0),
            dead=(0, 0),
            supply=(STONES, STONES),
            score=(0, 0),
            exchange=(True, True),
            pile=(shuffled(WHOLE_DECK, seed, "aton/0"), shuffled(WHOLE_DECK, seed, "amon/0")),
            discard=_NO_CARDS,
            hand=_NO_CARDS,
            cartouches=(None, None),
            revealed=(0, 0),
            reshuffles=(0, 0),
            war=_NO_CARDS,
            first=None,
            pending=None,
            result=None,
        )
    )
    deal(table)
    return tuple(table.events), table.state()


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return the position after an action, and what happened, in order.

    Steps that leave no choice are carried out too (rule 7.1), up to the next decision.
    Raises GameOver, NotToMove, WrongPhase or IllegalAction, looked for in this order.
    """
    judge(state, action)
    table = Table(state)
    who = INDEX[action.player]
    if isinstance(action, StoneAction):
        _apply_stones(table, who, action)
    elif isinstance(action, Allocation):
        _allocate(table, who, action.cards)
    elif action.type == "exchange":
        _exchange(table, who)
    else:
        _end_otherwise(table, who, action, aborts=may_abort(state.round, state.phase))
    return table.state(), tuple(table.events)


def end_on_both_clocks(state: State) -> tuple[State, tuple[Event, ...]]:
    """Return the end of a game in which both players' clocks ran out in the same instant.

    Both lose by rule 5.2 alike, so it is a draw; where rule 5.3 makes a timeout an abort, it
    is one here too. No action stands for this, since an action is one player's. Raises
    GameOver.
    """
    if state.result is not None:
        raise GameOver(say(GAME_OVER))
    table = Table(state)
    table.end(None, "abort" if may_abort(state.round, state.phase) else "timeout")
    return table.state(), tuple(table.events)


def _apply_stones(table: Table, who: int, action: StoneAction) -> None:
    pending = table.pending
    if pending is None:
        raise AssertionError("judged without a pending decision")
    table.pending = None
    if action.type == "remove":
        if remove(table, who, pending.whose, action.mask, forced=False):
            after_turn(table, who)
    elif action.type == "place":
        cards = table.allocated(who)
        stones = (table.stones[0], table.stones[1])
        _, _, buried = placeable(stones, cards[3], REACH[pending.reach], table.supply[who])
        if place(table, who, action.mask, buried, forced=False):
            after_turn(table, who)
    else:
        clear(table, who, action.mask, forced=False)
        after_clearing(table, who)


def _allocate(table: Table, who: int, cards: Cards) -> None:
    table.hand[who] = ()
    table.cartouches[who] = cards
    table.events.append(Allocate(SIDES[who]))
    if table.cartouches[1 - who] is not None:
        reveal(table)


def _exchange(table: Table, who: int) -> None:
    laid_down = table.hand[who]
    table.exchange[who] = False
    table.discard_cards(who, laid_down)
    table.draw_hand(who)
    table.events.append(Exchange(SIDES[who], laid_down))


def _end_otherwise(table: Table, who: int, action: PlainAction, *, aborts: bool) -> None:
    if action.type == "resign":
        table.end(1 - who, "resign")
    elif action.type == "timeout" and not aborts:
        table.end(1 - who, "timeout")
    else:
        table.end(None, "abort")


def legal(state: State, side: Side) -> Iterator[Action]:
    """Yield each decision of rule 7.1 that a player may make now, once, as it is asked for.

    Nothing is yielded where the player owes none. Of a set of squares there is one action,
    whatever their order; equal cards make no new allocation.
    """
    owed = decision(state, side)
    return iter(()) if owed is None else owed.actions()


def count_legal(state: State, side: Side) -> int:
    """Return how many actions :func:`legal` yields, without making them."""
    owed = decision(state, side)
    return 0 if owed is None else owed.total()


def choose_random(state: State, side: Side, rng: Random) -> Action:
    """Return one of the legal actions of a player, each as likely as any other.

    Raises NotToMove where the player owes no decision.
    """
    owed = decision(state, side)
    if owed is None:
        raise NotToMove(say(NOTHING_TO_DECIDE), "7.1")
    return owed.draw(rng)


def score_items(state: State) -> dict[str, dict[str, int]]:
    """Return what a scoring of the board as it stands would give (4.1), as protocol.md writes it.

    The phase does not matter, and nothing is changed.
    """
    return items_json(items_of(state.stones))
