"""The warning of a win at once: nothing that happens was left out of it."""

import random

import pytest

from games import engine
from games.engine import other
from games.engine.whatif import may_win_next, stones_after

EMPTY = "." * 12
GREEN_BUT_TWO = ["........MMMM", "........MM.M", "........MMM.", "........M.M."]
AT_ONCE = {"points", "temple", "gold", "green"}


def view(**changes):
    """Return Aton's view of a first card decision with changes."""
    seen = engine.view(engine.new(bytes(32)), "aton")
    return {**seen, "board": [EMPTY] * 4, "round": 4, **changes}


def ways(**changes):
    seen = view(**changes)
    return may_win_next(seen, "amon", stones_after(seen, ()))


def test_an_empty_board_is_no_danger():
    assert ways() == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"score": {"aton": 0, "amon": 34}}, ["points"]),
        ({"score": {"aton": 39, "amon": 33}}, []),
        ({"board": ["MMMMMMMM....", EMPTY, EMPTY, EMPTY]}, ["temple"]),
        ({"board": ["MMMMMMMMAA..", EMPTY, EMPTY, EMPTY]}, ["temple"]),
        ({"board": ["MMMMMMMMAAA.", EMPTY, EMPTY, EMPTY]}, []),
        ({"board": ["MMMMMMM.....", EMPTY, EMPTY, EMPTY]}, []),
        ({"board": [EMPTY, EMPTY, EMPTY, "MMMMMMMM...."], "supply": {"aton": 9, "amon": 3}}, []),
        ({"board": GREEN_BUT_TWO}, ["green"]),
        ({"board": ["MMMM........"] * 2 + ["MMM.........", "............"]}, ["gold"]),
    ],
)
def test_what_one_turn_can_do_is_told(changes, expected):
    assert ways(**changes) == expected


def test_cards_that_lie_open_are_reckoned_with():
    laid = {"aton": [1, 1, 1, 1], "amon": [2, 2, None, None]}
    pending = {"player": "aton", "owner": "aton", "count": 1, "temples": [1]}
    to_come = {"phase": "place", "first": "aton", "pending": pending, "cartouches": laid}
    # A 2 removes nothing, so Aton's stone keeps the temple from being filled.
    assert ways(board=["MMMMMMMMMA..", EMPTY, EMPTY, EMPTY], **to_come) == []
    assert ways(board=["MMMMMMMMM...", EMPTY, EMPTY, EMPTY], **to_come) == ["temple"]
    # Points come with the next cards only, and Aton decides on theirs before.
    assert ways(score={"aton": 0, "amon": 39}, **to_come) == []


def test_the_choice_counts():
    seen = view(
        phase="place",
        first="aton",
        pending={"player": "aton", "owner": "aton", "count": 1, "temples": [1]},
        cartouches={"aton": [1, 1, 1, 1], "amon": [3, 2, None, None]},
        board=["MMMMMMMMMM..", EMPTY, EMPTY, EMPTY],
    )
    assert may_win_next(seen, "amon", stones_after(seen, ["2a1"])) == ["temple"]
    assert may_win_next(seen, "amon", stones_after(seen, ["1c3"])) == []


def test_whoever_wins_at_once_was_warned_of():
    told = 0
    for seed in range(150):
        rng = random.Random(seed)
        state = engine.new(rng.randbytes(32))
        warned: dict[str, list[str]] = {}
        while state.result is None:
            side = rng.choice(state.to_move)
            seen = engine.view(state, side)
            action = engine.choose_random(state, side, rng)
            squares = action.to_json().get("squares", ())
            warned[other(side)] = may_win_next(seen, other(side), stones_after(seen, squares))
            state, _ = engine.apply(state, action)
        winner, reason = state.result.winner, state.result.reason
        if winner and reason in AT_ONCE and state.phase != "allocate":
            told += 1
            assert reason in warned[winner], (seed, reason)
    assert told > 20
