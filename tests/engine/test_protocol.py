"""The engine protocol: shapes, codes, their order, and that nothing ends the program."""

from typing import Any

import pytest

from games.engine import SIDES, view

from .client import Client
from .helpers import random_game, random_position, seed_of

SEED = "AB" * 32


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def playing(client: Client) -> Client:
    client.ok(cmd="new", seed=SEED)
    return client


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b'{"cmd": "state"\n',
        b'{"cmd": "state"} {}\n',
        b'{"cmd": NaN}\n',
        b'{"cmd": "state", "x": Infinity}\n',
        b'{"cmd": "state", "x": -Infinity}\n',
        b'\xef\xbb\xbf{"cmd": "state"}\n',
        b'{"cmd": "state", "x": "\xff"}\n',
        b'{"cmd": "state", "x": "\xed\xa0\x80"}\n',
        '{"cmd": "state"}\n'.encode("utf-16"),
        b'{"cmd": ["state"]}\n',
        b'{"cmd": {"state": 1}}\n',
        b"{'cmd': 'state'}\n",
        b'{"cmd": "state", "x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}\n",
        b'{"cmd": "state", "x": ' + b"9" * 10_000 + b"}\n",
        b"\x00\n",
    ],
)
def test_malformed_lines(client: Client, line: bytes) -> None:
    client.ok(cmd="new", seed=SEED)
    before = client.ok(cmd="state")
    assert client.send_bytes(line)["error"]["code"] == "bad_request"
    assert client.ok(cmd="state") == before


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "new", "seed": 7},
        {"cmd": "new", "seed": None},
        {"cmd": "new", "seed": "ab" * 31},
        {"cmd": "new", "seed": " " + "a" * 63},
        {"cmd": "new", "seed": "a" * 64 + "\n"},
        {"cmd": "new", "seed": "ä" * 64},
        {"cmd": "view"},
        {"cmd": "view", "viewer": "seth"},
        {"cmd": "view", "viewer": ["aton"]},
        {"cmd": "legal"},
        {"cmd": "legal", "player": "public"},
        {"cmd": "legal", "player": {}},
        {"cmd": "legal", "player": "aton", "limit": -1},
        {"cmd": "legal", "player": "aton", "limit": True},
        {"cmd": "legal", "player": "aton", "limit": 1.0},
        {"cmd": "legal", "player": "aton", "limit": None},
        {"cmd": "apply"},
        {"cmd": "apply", "action": None},
        {"cmd": "apply", "action": []},
        {"cmd": "apply", "action": {}},
        {"cmd": "apply", "action": {"player": "aton"}},
        {"cmd": "apply", "action": {"type": "resign"}},
        {"cmd": "apply", "action": {"player": ["aton"], "type": "resign"}},
        {"cmd": "apply", "action": {"player": "aton", "type": {}}},
        {"cmd": "apply", "action": {"player": "aton", "type": "allocate"}},
        {"cmd": "apply", "action": {"player": "aton", "type": "allocate", "cards": {}}},
        {"cmd": "apply", "action": {"player": "aton", "type": "allocate", "cards": [1.0, 2, 3, 4]}},
        {"cmd": "apply", "action": {"player": "aton", "type": "allocate", "cards": [None]}},
        {"cmd": "apply", "action": {"player": "aton", "type": "place"}},
        {"cmd": "apply", "action": {"player": "aton", "type": "place", "squares": {"1a1": 1}}},
        {"cmd": "apply", "action": {"player": "aton", "type": "place", "squares": ["1a1", 2]}},
        {"cmd": "best"},
        {"cmd": "best", "player": "aton", "level": "grandmaster"},
        {"cmd": "best", "player": "aton", "level": 6},
        {"cmd": "best", "player": "aton", "level": "random", "ms": -1},
        {"cmd": "best", "player": "aton", "level": "random", "ms": 1.5},
        {"cmd": "best", "player": "aton", "level": "random", "ms": "100"},
        {"cmd": "best", "player": "aton", "view": 7},
        {"cmd": "best", "player": "aton", "view": {}},
        {"cmd": "setup"},
        {"cmd": "replay"},
    ],
)
def test_requests_of_the_wrong_shape(client: Client, request_: dict[str, Any]) -> None:
    """They are refused as such before it is asked whether a game is held."""
    assert client.code(**request_) == "bad_request"
    assert client.code(cmd="state") == "no_game"
    client.ok(cmd="new", seed=SEED)
    before = client.ok(cmd="state")
    assert client.code(**request_) == "bad_request"
    assert client.ok(cmd="state") == before


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "state"},
        {"cmd": "view", "viewer": "public"},
        {"cmd": "legal", "player": "aton"},
        {"cmd": "apply", "action": {"player": "aton", "type": "resign"}},
        {"cmd": "score"},
        {"cmd": "best", "player": "amon", "level": "random", "ms": 10},
    ],
)
def test_without_a_game(client: Client, request_: dict[str, Any]) -> None:
    assert client.code(**request_) == "no_game"


def test_unknown_keys_are_ignored_and_seeds_shown_in_lower_case(client: Client) -> None:
    answer = client.ok(cmd="new", seed=SEED, colour="red", huge=10**400)
    assert answer["state"]["seed"] == SEED.lower()
    action = {"player": "aton", "type": "resign", "cards": 7, "why": None}
    assert client.ok(cmd="apply", action=action)["state"]["phase"] == "over"


def test_a_new_game_without_a_seed(client: Client) -> None:
    assert client.ok(cmd="new")["state"]["seed"] == "00" * 32


@pytest.mark.parametrize("ident", [0, "a\ud800", None, [1, {"x": 2.5}], {"id": 1}, 10**3000, True])
def test_an_id_comes_back(playing: Client, ident: Any) -> None:
    assert playing.ok(cmd="score", id=ident)["id"] == ident
    assert playing.send({"cmd": "nonsense", "id": ident})["id"] == ident
    assert "id" not in playing.ok(cmd="score")


def test_an_id_that_cannot_be_sent_back_changes_nothing(playing: Client) -> None:
    before = playing.ok(cmd="state")
    line = '{"cmd": "apply", "action": {"player": "aton", "type": "resign"}, "id": 1e999}'
    assert playing.send_line(line)["error"]["code"] == "bad_request"
    assert playing.ok(cmd="state") == before
    for depth in range(100, 1100, 7):
        answer = playing.send_line('{"cmd": "state", "id": ' + "[" * depth + "]" * depth + "}")
        assert answer["ok"] or answer["error"]["code"] == "bad_request"


def test_a_limit(playing: Client) -> None:
    every = playing.ok(cmd="legal", player="aton")
    assert len(every["actions"]) == every["count"]
    for limit in (0, 1, 5, 10**30):
        answer = playing.ok(cmd="legal", player="aton", limit=limit)
        assert answer["count"] == every["count"]
        assert len(answer["actions"]) == min(limit, every["count"])


def test_after_the_end(playing: Client) -> None:
    playing.ok(cmd="apply", action={"player": "aton", "type": "resign"})
    for kind in ("resign", "abort", "timeout", "exchange"):
        assert playing.code(cmd="apply", action={"player": "amon", "type": kind}) == "game_over"
    malformed = {"player": "amon", "type": "place", "squares": 1}
    assert playing.code(cmd="apply", action=malformed) == "bad_request"
    assert playing.ok(cmd="legal", player="amon")["count"] == 0
    assert playing.code(cmd="best", player="amon", level="random", ms=1) == "game_over"
    playing.ok(cmd="score")


def test_the_order_of_the_codes(playing: Client) -> None:
    place = {"player": "aton", "type": "place", "squares": ["9z9"]}
    assert playing.code(cmd="apply", action=place) == "wrong_phase"
    hand = playing.ok(cmd="state")["state"]["hand"]["aton"]
    playing.ok(cmd="apply", action={"player": "aton", "type": "allocate", "cards": hand})
    assert playing.code(cmd="apply", action=place) == "not_to_move"
    wrong = {"player": "aton", "type": "allocate", "cards": [9]}
    assert playing.code(cmd="apply", action=wrong) == "not_to_move"
    assert playing.code(cmd="best", player="aton") == "not_to_move"


@pytest.mark.parametrize("number", range(12))
def test_best_plays_from_a_view_alone(number: int) -> None:
    state = random_position(number)
    client = Client()
    for side in SIDES:
        request = {
            "cmd": "best", "player": side, "level": "random", "ms": 50, "view": view(state, side)
        }  # fmt: skip
        if side in state.to_move:
            action = client.ok(**request)["action"]
            held = Client()
            held.ok(cmd="setup", state=state.to_json())
            held.ok(cmd="apply", action=action)
            other = {**request, "view": view(state, SIDES[1 - SIDES.index(side)])}
            assert client.code(**other) == "bad_request"
            assert client.code(**{**request, "view": view(state, "public")}) == "bad_request"
        else:
            expected = "not_to_move" if state.result is None else "game_over"
            assert client.code(**request) == expected


def test_the_error_of_a_level_names_the_levels(playing: Client) -> None:
    answer = playing.send({"cmd": "best", "player": "aton", "level": "none"})
    assert "random" in answer["error"]["message"]


def test_records(client: Client) -> None:
    actions = [a.to_json() for _, a in random_game(4) if a is not None]
    record: dict[str, Any] = {
        "format": "aton-record/1", "seed": seed_of(4).hex(), "actions": actions,
    }  # fmt: skip
    final = client.ok(cmd="replay", record=record)["state"]
    result = {**final["result"], "score": final["score"]}
    for good in [None, {}, {"winner": final["result"]["winner"]}, {"score": {}}, result]:
        client.ok(cmd="replay", record={**record, "result": good})
    for bad in [
        7, [], "aton", {"winner": "seth"}, {"reason": 1}, {"score": 3}, {"score": {"aton": 99}},
        {"score": {"aton": float(final["score"]["aton"])}}, {"score": None},
    ]:  # fmt: skip
        answer = client.send({"cmd": "replay", "record": {**record, "result": bad}})
        assert answer["error"]["code"] == "bad_record", bad
        assert "index" not in answer["error"]
    for bad in [7, None, {}, {**record, "seed": 1}, {**record, "actions": "x"}]:
        assert client.code(cmd="replay", record=bad) == "bad_record"
    for index in (0, 5):
        broken = [*actions[:index], None, *actions[index:]]
        answer = client.send({"cmd": "replay", "record": {**record, "actions": broken}})
        assert answer["error"]["code"] == "bad_record"
        assert answer["error"]["index"] == index
    assert client.ok(cmd="state")["state"] == final
