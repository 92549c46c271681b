"""Games to test with."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine import (
    Action,
    EngineError,
    State,
    apply,
    choose_random,
    new,
    parse_action,
    setup,
)

EMPTY_BOARD = ["." * 12] * 4
#: Cards that a player can hold beside those on pile and discard pile.
DECK = [1, 2, 3, 4] * 9


def seed_of(number: int) -> bytes:
    """Return a seed of 32 bytes for a small number."""
    return Random(number).randbytes(32)


def random_game(number: int) -> Iterator[tuple[State, Action | None]]:
    """Yield each position of a random game with the action that is played in it, None at the end.

    In ``allocate`` either player may be the first to act.
    """
    rng = Random(number)
    state = new(seed_of(number))
    while state.result is None:
        action = choose_random(state, rng.choice(state.to_move), rng)
        yield state, action
        state, _ = apply(state, action)
    yield state, None


def random_position(number: int) -> State:
    """Return a position somewhere in a random game, its end included."""
    states = [state for state, _ in random_game(number)]
    return Random(number).choice(states)


def position(**changes: Any) -> State:
    """Return a position set up from protocol.md's keys; what is not given is early in round 2.

    ``supply`` and ``pile`` are what is left of the stones and the cards, unless given.
    """
    state: dict[str, Any] = {
        "seed": "00" * 32,
        "round": 2,
        "phase": "allocate",
        "to_move": ["aton", "amon"],
        "board": EMPTY_BOARD,
        "dead": {"aton": 0, "amon": 0},
        "score": {"aton": 0, "amon": 0},
        "exchange": {"aton": True, "amon": True},
        "discard": {"aton": [], "amon": []},
        "hand": {"aton": [1, 2, 3, 4], "amon": [1, 2, 3, 4]},
        "cartouches": {"aton": None, "amon": None},
        "revealed": {"aton": 0, "amon": 0},
        "reshuffles": {"aton": 0, "amon": 0},
        "war": {"aton": [], "amon": []},
        "first": None,
        "pending": None,
        "result": None,
        **changes,
    }
    for side, cards in state["cartouches"].items():
        if cards is not None:
            state["hand"] = {**state["hand"], side: []}
    squares = "".join(state["board"])
    state.setdefault(
        "supply",
        {
            side: 29 - squares.count(letter) - state["dead"][side]
            for side, letter in (("aton", "A"), ("amon", "M"))
        },
    )
    state.setdefault("pile", {side: _rest(state, side) for side in ("aton", "amon")})
    return setup(state)


def _rest(state: dict[str, Any], side: str) -> list[int]:
    rest = list(DECK)
    for cards in (state["discard"][side], state["hand"][side], state["cartouches"][side] or []):
        for card in cards:
            rest.remove(card)
    return rest


def discard_of(pile: list[int], *others: list[int]) -> list[int]:
    """Return the discard pile, ascending, that goes with a pile and other cards of a player."""
    rest = list(DECK)
    for cards in (pile, *others):
        for card in cards:
            rest.remove(card)
    return sorted(rest)


def act(state: State, player: str, kind: str, **rest: Any) -> tuple[State, list[dict[str, Any]]]:
    """Apply an action given by its keys; return the state and the events as JSON."""
    after, events = apply(state, parse_action({"player": player, "type": kind, **rest}))
    return after, [event.to_json() for event in events]


def refusal(state: State, player: str, kind: str, **rest: Any) -> EngineError:
    """Return the error with which an action given by its keys is refused."""
    with pytest.raises(EngineError) as caught:
        act(state, player, kind, **rest)
    return caught.value


def allocated(aton: list[int], amon: list[int], **changes: Any) -> State:
    """Return the position just before Amon allocates, Aton having done so."""
    return position(
        cartouches={"aton": aton, "amon": None},
        hand={"aton": [], "amon": sorted(amon)},
        to_move=["amon"],
        **changes,
    )


def revealed(aton: list[int], amon: list[int], **changes: Any) -> tuple[State, list[Any]]:
    """Return what follows when Amon allocates last."""
    return act(allocated(aton, amon, **changes), "amon", "allocate", cards=amon)


def types(events: list[dict[str, Any]]) -> list[str]:
    """Return the types of some events."""
    return [event["type"] for event in events]
