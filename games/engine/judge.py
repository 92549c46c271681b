"""Whether an action is allowed, and the sentence that says why it is not.

What is allowed follows from the decision that is asked (decisions.py). The sentences here
go to the player who acted and tell them nothing that section 6 of the rules hides.
"""

from collections import Counter

from . import sentences as text
from .actions import Action, Allocation, PlainAction, StoneAction
from .asked import decision, may_abort
from .board import BIT, BOARD, CARD_VALUES, INDEX, REACH, SIDES, temple_counts
from .decisions import CLEARED, CardDecision, asked_to_remove, clear_shapes
from .errors import (
    GameOver,
    IllegalAction,
    NotToMove,
    Sentence,
    WrongPhase,
    say,
    say_number,
)
from .state import Pending, State


def judge(state: State, action: Action) -> None:
    """Raise GameOver, NotToMove, WrongPhase or IllegalAction unless the action is allowed.

    They are looked for in this order (protocol.md, Error codes).
    """
    if state.result is not None:
        raise GameOver(say(text.GAME_OVER))
    if action.type in {"resign", "abort"}:
        if action.type == "abort" and not may_abort(state.round, state.phase):
            raise WrongPhase(say(text.TOO_LATE_TO_ABORT), "5.3")
        return
    if not state.owes(INDEX[action.player]):
        raise _not_to_move(state, action)
    if action.type == "timeout":
        return
    if isinstance(action, StoneAction):
        _judge_stones(state, action)
    else:
        _judge_cards(state, action)


def _not_to_move(state: State, action: Action) -> NotToMove:
    if action.type == "timeout":
        return NotToMove(say(text.NO_CLOCK_RUNS), "5.2")
    if state.pending is None:
        if action.type == "exchange":
            return NotToMove(say(text.TOO_LATE_TO_EXCHANGE), "2.2")
        if action.type == "allocate":
            return NotToMove(say(text.ALLOCATED_ALREADY), "2.3")
        return NotToMove(say(text.WAIT_FOR_ALLOCATION), "2.4")
    who = state.pending.who
    if state.phase == "clear":
        return NotToMove(say((text.ATON_CLEARS, text.AMON_CLEARS)[who]), "4.4")
    return NotToMove(say((text.ATONS_TURN, text.AMONS_TURN)[who]), "2.6")


def _judge_cards(state: State, action: PlainAction | Allocation) -> None:
    owed = decision(state, action.player)
    if not isinstance(owed, CardDecision):
        raise _stones_are_asked(state)
    if not isinstance(action, Allocation):
        if not owed.may_exchange:
            raise IllegalAction(say(text.NO_TOKEN), "2.2")
        return
    cards = action.cards
    if tuple(sorted(cards)) == owed.hand:
        return
    if any(card not in CARD_VALUES for card in cards):
        raise IllegalAction(say(text.NO_SUCH_CARD), "1.3")
    if len(cards) != len(owed.hand):
        raise IllegalAction(say_number(text.FOUR_CARDS, len(cards)), "2.3")
    missing = min((Counter(cards) - Counter(owed.hand)).elements())
    held = owed.hand.count(missing)
    if held == 0:
        raise IllegalAction(say(text.NO_CARD_OF_VALUE, card=missing), "2.3")
    raise IllegalAction(say_number(text.CARD_NOT_HELD, held, card=missing), "2.3")


def _stones_are_asked(state: State) -> WrongPhase:
    pending = state.pending
    number = 0 if pending is None else pending.number
    if state.phase == "remove":
        return WrongPhase(say_number(text.REMOVE_NOW, number), "3.2")
    if state.phase == "place":
        return WrongPhase(say_number(text.PLACE_NOW, number), "3.5")
    return WrongPhase(say_number(text.CLEAR_NOW, number), "4.3")


def _judge_stones(state: State, action: StoneAction) -> None:
    pending = state.pending
    if pending is None:
        raise WrongPhase(say(text.ALLOCATE_NOW), "2.3")
    if action.type != state.phase:
        raise _stones_are_asked(state)
    if action.unclear:
        raise _unclear(action.unclear)
    mask = action.mask
    if action.type == "place":
        fitting = ~(state.stones[0] | state.stones[1]) & BOARD
    else:
        fitting = state.stones[pending.whose]
    reach = REACH[pending.reach]
    if mask & fitting & reach != mask:
        raise _unfit(action, pending, mask & ~reach)
    if mask.bit_count() != pending.number:
        raise _wrong_number(state, pending, (fitting & reach).bit_count())
    if action.type == "clear" and temple_counts(mask) not in clear_shapes(temple_counts(fitting)):
        raise IllegalAction(say(text.CLEAR_EVENLY), "4.3")


def _unclear(names: tuple[str, ...]) -> IllegalAction:
    for name in names:
        if name not in BIT:
            # What was sent may be of any length; a name has three characters.
            return IllegalAction(say(text.NO_SUCH_SQUARE, square=name[:8]), "1.1")
    twice = next(name for name in names if names.count(name) > 1)
    return IllegalAction(say(text.SQUARE_TWICE, square=twice), "7.2")


def _unfit(action: StoneAction, pending: Pending, beyond: int) -> IllegalAction:
    if beyond:
        return IllegalAction(say_number(text.OUT_OF_REACH, pending.reach), "3.1")
    if action.type == "place":
        return IllegalAction(say(text.OCCUPIED), "3.5")
    if action.type == "clear":
        return IllegalAction(say(text.CLEAR_OWN), "4.3")
    if pending.whose == pending.who:
        return IllegalAction(say(text.REMOVE_OWN), "3.2")
    theirs = text.REMOVE_OF_ATON if SIDES[pending.whose] == "aton" else text.REMOVE_OF_AMON
    return IllegalAction(say(theirs), "3.2")


def _wrong_number(state: State, pending: Pending, available: int) -> IllegalAction:
    number = pending.number
    if state.phase == "clear":
        messages = text.CLEAR_NUMBER if number == CLEARED else text.CLEAR_ALL
        return IllegalAction(say_number(messages, number), "4.3")
    cards = state.cartouches[pending.who] or ()
    if state.phase == "remove":
        if number == asked_to_remove(cards[1]):
            return IllegalAction(say_number(text.REMOVE_NUMBER, number), "3.2")
        return IllegalAction(_few(text.FEW_TO_REMOVE, pending), "3.2")
    if number == cards[3]:
        return IllegalAction(say_number(text.PLACE_NUMBER, number), "3.5")
    if number == available:
        return IllegalAction(_few(text.FEW_TO_PLACE_ON, pending), "3.5")
    return IllegalAction(say_number(text.SUPPLY_NUMBER, number), "3.5")


def _few(wordings: tuple[tuple[str, str], tuple[str, str]], pending: Pending) -> Sentence:
    in_temple_1, in_temples = wordings
    if pending.reach == 1:
        return say_number(in_temple_1, pending.number)
    return say_number(in_temples, pending.number, last=pending.reach)
