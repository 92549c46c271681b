"""The conformance vectors, all through the engine protocol (conformance/README.md)."""

import hashlib
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from games.engine import commitment
from games.engine.shuffle import shuffled, words

from .client import Client

FOLDER = Path(__file__).parent / "conformance"


def cases(name: str) -> list[Any]:
    """Return the cases of a file as pytest parameters, each with its name as id."""
    vectors = json.loads((FOLDER / name).read_text("utf-8"))
    return [pytest.param(case, id=f"{index}: {case['name']}") for index, case in enumerate(vectors)]


def digest(value: object) -> str:
    """Return the digest that the vectors use."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture
def client() -> Client:
    return Client()


def as_set(actions: list[dict[str, Any]]) -> list[str]:
    """Return actions in a form in which neither their order nor that of squares matters."""
    return sorted(
        json.dumps([action["type"], action.get("cards"), sorted(action.get("squares", []))])
        for action in actions
    )


@pytest.mark.parametrize("case", cases("games.json"))
def test_games(client: Client, case: dict[str, Any]) -> None:
    record = case["record"]
    state = client.ok(cmd="new", seed=record["seed"])["state"]
    assert digest(state) == case["initial"]
    for index, action in enumerate(record["actions"]):
        answer = client.ok(cmd="apply", action=action)
        assert digest(answer["events"]) == case["events"][index], (index, answer["events"])
        assert digest(answer["state"]) == case["states"][index], (index, answer["state"])
    assert client.ok(cmd="state")["state"] == case["final"]
    assert Client().ok(cmd="replay", record=record)["state"] == case["final"]


@pytest.mark.parametrize("case", cases("scoring.json"))
def test_scoring(client: Client, case: dict[str, Any]) -> None:
    assert client.ok(cmd="setup", state=case["state"])["state"] == case["state"]
    assert client.ok(cmd="score")["scoring"] == case["items"]


@pytest.mark.parametrize("case", cases("clear.json"))
def test_clear(client: Client, case: dict[str, Any]) -> None:
    player = case["player"]

    def clear(squares: list[str]) -> dict[str, Any]:
        client.ok(cmd="setup", state=case["state"])
        return client.send(
            {"cmd": "apply", "action": {"player": player, "type": "clear", "squares": squares}}
        )

    client.ok(cmd="setup", state=case["state"])
    assert client.ok(cmd="legal", player=player, limit=0)["count"] == case["count"]
    actions = client.ok(cmd="legal", player=player)["actions"]
    assert len(set(as_set(actions))) == case["count"]
    shapes = {
        tuple(sum(square[0] == temple for square in action["squares"]) for temple in "1234")
        for action in actions
    }
    assert shapes == {tuple(shape) for shape in case["shapes"]}
    for squares in case["legal"]:
        assert clear(squares)["ok"], squares
    for squares in case["illegal"]:
        assert clear(squares)["error"]["code"] == "illegal_action", squares


@pytest.mark.parametrize("case", cases("legal_counts.json"))
def test_legal_counts(client: Client, case: dict[str, Any]) -> None:
    client.ok(cmd="setup", state=case["state"])
    answer = client.ok(cmd="legal", player=case["player"], limit=100)
    assert answer["count"] == case["count"]
    assert len(set(as_set(answer["actions"]))) == min(100, case["count"])
    if "actions" in case:
        assert as_set(client.ok(cmd="legal", player=case["player"])["actions"]) == as_set(
            case["actions"]
        )


@pytest.mark.parametrize("case", cases("steps.json"))
def test_steps(client: Client, case: dict[str, Any]) -> None:
    assert client.ok(cmd="setup", state=case["state"])["state"] == case["state"]
    answer = client.ok(cmd="apply", action=case["action"])
    assert answer["events"] == case["events"]
    assert answer["state"] == case["after"]
    assert Client().ok(cmd="setup", state=case["after"])["state"] == case["after"]


@pytest.mark.parametrize("case", cases("shuffle.json"))
def test_shuffle(case: dict[str, Any]) -> None:
    seed = bytes.fromhex(case["seed"])
    assert list(islice(words(seed, case["label"]), 10)) == case["words"]
    assert list(shuffled(case["cards"], seed, case["label"])) == case["shuffled"]
    assert commitment(seed) == case["commitment"]


@pytest.mark.parametrize("case", cases("views.json"))
def test_views(client: Client, case: dict[str, Any]) -> None:
    client.ok(cmd="setup", state=case["state"])
    for viewer, view in case["views"].items():
        assert client.ok(cmd="view", viewer=viewer)["view"] == view


@pytest.mark.parametrize("case", cases("records.json"))
def test_records(client: Client, case: dict[str, Any]) -> None:
    answer = client.send({"cmd": "replay", "record": case["record"]})
    if "digest" in case:
        assert digest(answer["state"]) == case["digest"]
        assert client.ok(cmd="state")["state"] == answer["state"]
    else:
        assert answer["error"]["code"] == case["error"]
        assert answer["error"].get("index") == case.get("index")


@pytest.mark.parametrize("case", cases("illegal.json"))
def test_illegal(client: Client, case: dict[str, Any]) -> None:
    if case["state"] is not None:
        client.ok(cmd="setup", state=case["state"])
    answer = client.send(case["request"]) if "request" in case else client.send_line(case["line"])
    assert answer["error"]["code"] == case["error"]
    assert answer["error"]["message"]
    held = client.send({"cmd": "state"})
    if case["state"] is None:
        assert held["error"]["code"] == "no_game"
    else:
        assert held["state"] == case["state"]


@pytest.mark.parametrize("case", cases("bad_states.json"))
def test_bad_states(client: Client, case: dict[str, Any]) -> None:
    assert client.send({"cmd": "setup", "state": case["state"]})["error"]["code"] == case["error"]
