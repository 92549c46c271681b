"""Which states can be set up (protocol.md, setup)."""

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .client import Client
from .helpers import position, random_position


@pytest.fixture
def client() -> Client:
    return Client()


def test_a_state_sets_up_as_it_stands_even_where_only_one_set_is_legal(client: Client) -> None:
    board = ["A...........", "M...........", *["............"] * 2]
    state = position(
        board=board,
        phase="remove",
        to_move=["aton"],
        cartouches={"aton": [1, 3, 4, 4], "amon": [1, 4, 4, 4]},
        revealed={"aton": 4, "amon": 2},
        first="aton",
        pending={"player": "aton", "count": 1, "owner": "amon", "temples": [1, 2, 3, 4]},
    )
    client.ok(cmd="setup", state=state.to_json())
    assert client.ok(cmd="legal", player="aton")["count"] == 1


def _set(state: dict[str, Any], path: str, value: Any) -> None:
    *parents, last = path.split(".")
    for key in parents:
        state = state[key]
    state[last] = value


BROKEN: list[tuple[str, Any]] = [
    ("seed", None), ("round", 0), ("round", True), ("round", 1.0), ("round", 10**4000),
    ("phase", "over"), ("phase", "place"), ("phase", ["allocate"]), ("to_move", ["aton"]),
    ("to_move", []), ("to_move", None), ("to_move", ["amon", "aton"]), ("board", None),
    ("board", ["............"] * 3), ("board", ["...........x"] * 4), ("board", [1, 2, 3, 4]),
    ("dead.aton", 1), ("dead", []), ("dead", {"aton": 0}), ("supply.amon", 28),
    ("score.aton", 40), ("score.aton", "0"), ("score.aton", None), ("exchange.aton", 1),
    ("exchange", None), ("pile.aton", []), ("pile.aton", "1234"), ("hand.aton", []),
    ("hand.aton", None), ("hand.aton", [4, 3, 2, 1]), ("hand.aton", [1, 2, 3, 4.0]),
    ("discard.aton", [1]), ("cartouches.aton", [1, 2, 3, 4]), ("cartouches.aton", []),
    ("cartouches", {"aton": None}), ("revealed.aton", 1), ("revealed.aton", False),
    ("reshuffles.aton", -1), ("reshuffles.aton", None), ("war.aton", [1]), ("war", None),
    ("war", {"aton": [1], "amon": [2]}), ("first", "aton"), ("first", 0),
    ("pending", {"player": "aton", "count": 1, "owner": "aton", "temples": [1]}),
    ("pending", []), ("result", {"winner": "aton", "reason": "resign"}), ("result", False),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), BROKEN)
def test_broken_states(client: Client, path: str, value: Any) -> None:
    state = copy.deepcopy(position().to_json())
    client.ok(cmd="setup", state=state)
    before = client.ok(cmd="state")
    _set(state, path, value)
    assert client.code(cmd="setup", state=state) == "bad_state"
    assert client.ok(cmd="state") == before


@pytest.mark.parametrize("key", position().to_json())
def test_states_with_a_key_missing(client: Client, key: str) -> None:
    state = position().to_json()
    del state[key]
    assert client.code(cmd="setup", state=state) == "bad_state"
    assert client.code(cmd="setup", state=7) == "bad_state"


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_wrong_derived_keys_are_refused(number: int) -> None:
    """What follows from the rest of a state cannot be set to something else."""
    state = random_position(number).to_json()
    rng = Random(number)
    client = Client()
    client.ok(cmd="setup", state=state)
    options: dict[str, list[Any]] = {
        "to_move": [[], ["aton"], ["amon"], ["aton", "amon"]],
        "first": [None, "aton", "amon"],
        # remove, place and clear may ask for the same, so only these two are wrong for sure.
        "phase": ["allocate", "over"],
        "result": [None, {"winner": None, "reason": "temple"}, {"winner": "aton", "reason": "x"}],
    }
    if state["pending"]:
        pending = state["pending"]
        options["pending"] = [
            None,
            {**pending, "count": pending["count"] + 1},
            {**pending, "temples": pending["temples"][1:]},
            {**pending, "owner": None},
        ]
        options["revealed"] = [{"aton": 2, "amon": 2}, {"aton": 0, "amon": 0}]
    key = rng.choice(list(options))
    for value in options[key]:
        if value != state[key]:
            assert client.code(cmd="setup", state={**state, key: value}) == "bad_state"
