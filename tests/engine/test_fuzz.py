"""Whatever a client sends gets an answer, and a valid one."""

import copy
import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import State, count_legal, parse_action, view

from .client import Client
from .helpers import random_position

SEED = "AB" * 32

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
    | st.sampled_from(["aton", "amon", "1a1", "place", "allocate", "random"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["player", "type", "cards", "squares", "aton", "amon", "seed"]), inner
    ),
    max_leaves=8,
)  # fmt: skip
commands = st.sampled_from(
    ["new", "state", "view", "legal", "apply", "setup", "score", "best", "replay"]
)
keys = st.sampled_from(
    ["id", "seed", "viewer", "player", "limit", "action", "state", "level", "ms", "view", "record"]
)


@settings(max_examples=300)
@given(commands, st.dictionaries(keys, json_values, max_size=5), st.booleans())
def test_any_request_gets_an_answer(command: str, rest: dict[str, Any], held: bool) -> None:
    client = Client()
    if held:
        client.ok(cmd="new", seed=SEED)
    client.send({"cmd": command, **rest})


@settings(max_examples=300)
@given(st.binary(max_size=60))
def test_any_line_gets_an_answer(line: bytes) -> None:
    Client().send_bytes(line)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    here = [path]
    items = value.items() if isinstance(value, dict) else (
        enumerate(value) if isinstance(value, list) else []
    )  # fmt: skip
    return here + [deeper for key, inner in items for deeper in _paths(inner, (*path, key))]


@settings(max_examples=200)
@given(st.integers(0, 30), st.randoms(use_true_random=False), json_values)
def test_any_damage_to_a_state_or_a_view_gets_an_answer(
    number: int, rng: Random, value: Any
) -> None:
    state = random_position(number)
    client = Client()
    seen = view(state, "aton")
    for command, key, whole in [("setup", "state", state.to_json()), ("best", "view", seen)]:
        damaged = copy.deepcopy({"value": whole})
        target: Any = damaged
        path = rng.choice(_paths(damaged)[1:])
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = value
        answer = client.send({"cmd": command, key: damaged["value"], "player": "aton"})
        if answer["ok"] and command == "setup":
            taken = State.from_json(answer["state"])
            for side in taken.to_move:
                assert count_legal(taken, side) > 0
        if answer["ok"] and command == "best":
            parse_action(answer["action"])
        json.dumps(answer)
