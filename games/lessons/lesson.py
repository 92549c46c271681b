"""What a lesson is: a position, a task, and how the engine judges an answer."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.functional import Promise

from games import engine
from games.engine import SIDES, Event, State
from games.engine.board import STONES, WHOLE_DECK
from games.engine.state import rows_from_masks

Text = str | Promise
Cards = Sequence[int]
#: Judges an answer: the action as JSON, its events, the state after it.
Check = Callable[[Mapping[str, Any], Sequence[Event], State], bool]

_SEED = "5a" * 32


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson; the learner plays Aton.

    `aton` and `amon` are the squares that they hold. `cards` are both hands in the order in
    which they are laid; with `asks_cards` the learner still has to lay theirs, otherwise both
    have, and the engine has gone on to a decision on stones. `before` holds decisions that
    are made before the learner is asked: whose, what, squares.
    """

    slug: str
    title: Text
    text: Text
    task: Text
    praise: Text
    again: Text
    cards: tuple[Cards, Cards]
    check: Check
    asks_cards: bool = False
    aton: str = ""
    amon: str = ""
    dead: tuple[int, int] = (0, 0)
    score: tuple[int, int] = (0, 0)
    round: int = 4
    before: Sequence[tuple[engine.Side, str, str]] = ()


@dataclass(frozen=True, slots=True)
class Try:
    """An answer to a lesson's task: where it led, and whether that was asked for."""

    state: State
    events: tuple[Event, ...]
    passed: bool


def opening_of(lesson: Lesson) -> State:
    """Return the position that the learner finds."""
    return _opening(lesson.slug, lesson)[0]


def drawn_from(lesson: Lesson) -> tuple[State, Sequence[Event]]:
    """Return the position that the learner finds, and the events that led to it last."""
    return _opening(lesson.slug, lesson)


@cache
def _opening(_slug: str, lesson: Lesson) -> tuple[State, Sequence[Event]]:
    aton, amon = lesson.cards
    state, events = _apply(
        _set_up(lesson), {"player": "amon", "type": "allocate", "cards": list(amon)}
    )
    if lesson.asks_cards:
        return state, events
    state, events = _apply(state, {"player": "aton", "type": "allocate", "cards": list(aton)})
    for side, kind, squares in lesson.before:
        state, events = _apply(state, {"player": side, "type": kind, "squares": squares.split()})
    return state, events


def try_lesson(lesson: Lesson, posted: Mapping[str, Any]) -> Try:
    """Carry out an answer; raises an `EngineError` when the rules forbid it."""
    action = {**posted, "player": "aton"}
    state, events = _apply(opening_of(lesson), action)
    return Try(state, tuple(events), lesson.check(action, events, state))


def _apply(state: State, action: Mapping[str, Any]) -> tuple[State, Sequence[Event]]:
    return engine.apply(state, engine.parse_action(action))


def _set_up(lesson: Lesson) -> State:
    stones = (engine.mask_of(lesson.aton.split()), engine.mask_of(lesson.amon.split()))
    obj = engine.new(bytes.fromhex(_SEED)).to_json()
    obj["round"] = lesson.round
    obj["board"] = rows_from_masks(stones)
    for who, side in enumerate(SIDES):
        obj["dead"][side] = lesson.dead[who]
        obj["score"][side] = lesson.score[who]
        obj["supply"][side] = STONES - stones[who].bit_count() - lesson.dead[who]
        hand = sorted(lesson.cards[who])
        obj["hand"][side] = hand
        # A pile with an even mixture, so that whatever is drawn looks like a hand.
        rest = sorted((Counter(WHOLE_DECK) - Counter(hand)).elements())
        obj["pile"][side] = [card for start in range(4) for card in rest[start::4]]
        obj["discard"][side] = []
    return engine.setup(obj)


def points_of(events: Sequence[Event], side: engine.Side) -> int:
    """Return the points that `side` won on cartouche 1."""
    return sum(e.points for e in events if e.type == "points" and e.player == side)


def lead_in(state: State, temple: int) -> int:
    """Return how many stones Aton is ahead in a temple, counted from 1."""
    row = rows_from_masks(state.stones)[temple - 1]
    return row.count("A") - row.count("M")


def named(action: Mapping[str, Any]) -> set[str]:
    """Return the squares that an answer names."""
    return set(action.get("squares", ()))
