"""Sections 3 to 8 of rules.md; each test is named after the rule that it is about."""

from typing import Any

import pytest

from games.engine import (
    GameOver,
    IllegalAction,
    NotToMove,
    State,
    WrongPhase,
    apply,
    commitment,
    count_legal,
    legal,
    new,
    parse_action,
    score_items,
    view,
)
from games.engine.decisions import clear_shapes

from .helpers import EMPTY_BOARD, act, allocated, position, refusal, revealed, seed_of, types


def test_3_1_both_own_and_opposing_stones_only_in_allowed_temples() -> None:
    board = ["AA..........", "A...........", "A...........", "............"]
    state, _ = revealed([2, 1, 2, 1], [2, 2, 1, 1], board=board)
    assert state.pending is not None
    assert state.pending.to_json() == {
        "player": "aton", "count": 1, "owner": "aton", "temples": [1, 2],
    }  # fmt: skip
    assert count_legal(state, "aton") == 3
    error = refusal(state, "aton", "remove", squares=["3a1"])
    assert error.rule == "3.1"
    assert str(error) == (
        "The card on your cartouche 3 lets you act in temples 1 to 2 only (rule 3.1)."
    )


@pytest.mark.parametrize("card", [1, 3, 4])
def test_3_3_nobody_removes_in_the_first_round(card: int) -> None:
    board = ["AA..........", "MM..........", *EMPTY_BOARD[2:]]
    for round_number in (1, 2):
        state, _ = revealed([1, card, 4, 1], [1, 2, 4, 1], round=round_number, board=board)
        if card != 1:
            state, _ = act(state, "amon", "place", squares=["4a1"])
        assert state.to_move == ("aton",)
        assert state.phase == ("place" if round_number == 1 else "remove")


def test_3_4_stones_removed_go_to_the_dead() -> None:
    board = ["MM..........", *EMPTY_BOARD[1:]]
    state, events = revealed([3, 3, 1, 1], [3, 4, 1, 1], board=board)
    assert state.phase == "remove"
    after, events = act(state, "aton", "remove", squares=["1a2"])
    assert events[0] == {
        "type": "remove", "player": "aton", "owner": "amon", "squares": ["1a2"],
    }  # fmt: skip
    assert after.dead == (0, 1)


def test_3_5_a_short_supply_is_placed_as_far_as_it_goes() -> None:
    board = ["AAAAAA.AAAA.", "AAAAAAAAA...", "AAAAAAAA....", "............"]
    state, _ = revealed([2, 2, 4, 4], [3, 3, 4, 4], board=board)
    assert state.pending is not None
    assert (state.pending.player, state.pending.number) == ("aton", 2)
    error = refusal(state, "aton", "place", squares=["4a1"])
    assert str(error) == ("Your supply holds only 2 stones, so place exactly 2 stones (rule 3.5).")


def test_3_5_stones_without_a_square_are_buried() -> None:
    board = [".AAAAAMMMMMM", *EMPTY_BOARD[1:]]
    state, events = revealed([2, 2, 1, 4], [3, 2, 4, 4], board=board)
    assert events[-6:-2] == [
        {"type": "reveal", "player": "aton", "cartouche": 3, "card": 1},
        {"type": "reveal", "player": "aton", "cartouche": 4, "card": 4},
        {"type": "place", "player": "aton", "squares": ["1a1"], "forced": True},
        {"type": "bury", "player": "aton", "count": 3},
    ]
    assert state.dead == (3, 0)
    assert state.supply == (20, 23)


def test_3_5_few_free_squares_are_named_in_the_sentence() -> None:
    board = ["..AAAAMMMMMM", *EMPTY_BOARD[1:]]
    state = position(
        board=board,
        phase="place",
        to_move=["aton"],
        cartouches={"aton": [2, 2, 1, 4], "amon": [3, 2, 4, 4]},
        revealed={"aton": 4, "amon": 2},
        first="aton",
        pending={"player": "aton", "count": 2, "owner": "aton", "temples": [1]},
    )
    error = refusal(state, "aton", "place", squares=["1a1"])
    assert str(error) == ("Only 2 squares are free in temple 1, so place 2 stones (rule 3.5).")
    _, events = act(state, "aton", "place", squares=["1a2", "1a1"])
    assert events[:2] == [
        {"type": "place", "player": "aton", "squares": ["1a1", "1a2"]},
        {"type": "bury", "player": "aton", "count": 2},
    ]


def test_3_5_squares_that_cannot_be_used() -> None:
    state, _ = revealed([2, 2, 1, 2], [3, 2, 4, 4], board=["AM..........", *EMPTY_BOARD[1:]])
    for squares, rule in [
        (["1a1", "1a3"], "3.5"),
        (["1a3", "2a1"], "3.1"),
        (["1a3"], "3.5"),
        (["1a3", "5a1"], "1.1"),
        (["1a3", "1a3"], "7.2"),
        ([], "3.5"),
    ]:
        error = refusal(state, "aton", "place", squares=squares)
        assert isinstance(error, IllegalAction)
        assert error.rule == rule
        assert f"(rule {rule})" in str(error)


def test_3_6_a_full_temple_ends_the_game_and_the_other_has_no_turn() -> None:
    board = ["AAAAAAAAAAA.", *EMPTY_BOARD[1:]]
    state, events = revealed([2, 2, 1, 1], [3, 2, 4, 4], board=board)
    assert events[-2:] == [
        {"type": "place", "player": "aton", "squares": ["1c4"], "forced": True},
        {"type": "over", "winner": "aton", "reason": "temple"},
    ]
    assert state.revealed == (4, 2)
    assert isinstance(refusal(state, "amon", "resign"), GameOver)
    assert view(state, "public")["seed"] == state.seed.hex()


def test_4_1_items() -> None:
    state = position(board=["AAM.......MA", "M...........", "AA.M........", "M..M...M...M"])
    assert score_items(state) == {
        "temple1": {"aton": 1},
        "temple2": {"amon": 5},
        "temple3": {"aton": 2},
        "temple4": {"amon": 3},
        "grey": {},
        "bonus": {"amon": 5},
    }


def last_placing(**changes: Any) -> State:
    """Return the position before Aton, who is second, places one stone in temple 1."""
    return position(
        phase="place",
        to_move=["aton"],
        cartouches={"aton": [2, 3, 1, 1], "amon": [2, 2, 4, 4]},
        revealed={"aton": 4, "amon": 4},
        first="amon",
        pending={"player": "aton", "count": 1, "owner": "aton", "temples": [1]},
        **changes,
    )


def test_4_1_no_scoring_with_seven_dead() -> None:
    board = ["AAAAA.MM....", *EMPTY_BOARD[1:]]
    for dead, scored in [(3, False), (4, True)]:
        state = last_placing(board=board, dead={"aton": 4, "amon": dead})
        after, events = act(state, "aton", "place", squares=["1b2"])
        assert ("scoring" in types(events)) == scored
        assert after.phase == ("clear" if scored else "allocate")


def test_4_1_the_leader_of_temple_1_scores_the_difference() -> None:
    assert score_items(position(board=["AMM.........", *EMPTY_BOARD[1:]]))["temple1"] == {"amon": 1}
    assert score_items(position(board=["AAAM........", *EMPTY_BOARD[1:]]))["temple1"] == {"aton": 2}


@pytest.mark.parametrize(
    ("score", "winner"), [((38, 32), "aton"), ((0, 39), "amon"), ((36, 39), None)]
)
def test_4_2_the_scoring_is_completed_before_anyone_wins(
    score: tuple[int, int], winner: str | None
) -> None:
    # With the stone placed now Aton leads temple 1 by 4, and Amon has a bonus of 1.
    state = last_placing(
        board=["AAAA..M.....", *EMPTY_BOARD[1:]],
        dead={"aton": 4, "amon": 4},
        score={"aton": score[0], "amon": score[1]},
    )
    after, events = act(state, "aton", "place", squares=["1c4"])
    scoring = events[1]
    assert scoring["items"]["temple1"] == {"aton": 4}
    assert scoring["items"]["bonus"] == {"amon": 1}
    assert after.score == (score[0] + 4, score[1] + 1)
    assert events[-1] == {"type": "over", "winner": winner, "reason": "scoring"}
    assert after.dead == (4, 4)


@pytest.mark.parametrize(
    ("score", "order"),
    [((0, 5), ["amon", "aton"]), ((9, 0), ["aton", "amon"]), ((0, 0), ["amon", "aton"])],
)
def test_4_3_and_4_4_who_clears_first(score: tuple[int, int], order: list[str]) -> None:
    state = last_placing(
        board=["AAMM....M...", "..........AM", "........AM..", "............"],
        dead={"aton": 4, "amon": 4},
        score={"aton": score[0], "amon": score[1]},
    )
    after, events = act(state, "aton", "place", squares=["1c4"])
    assert not any(events[1]["items"].values())
    assert after.dead == (0, 0)
    cleared = []
    while after.phase == "clear":
        (side,) = after.to_move
        cleared.append(side)
        after, _ = apply(after, next(legal(after, side)))
    assert cleared == order
    assert after.round == 3
    assert after.cartouches == (None, None)


@pytest.mark.parametrize(
    ("counts", "shapes"),
    [
        ((4, 3, 0, 0), {(3, 1, 0, 0), (2, 2, 0, 0)}),
        ((5, 0, 0, 0), {(4, 0, 0, 0)}),
        ((1, 1, 1, 1), {(1, 1, 1, 1)}),
        ((2, 1, 0, 0), {(2, 1, 0, 0)}),
        ((1, 4, 0, 0), {(1, 3, 0, 0)}),
        ((2, 2, 2, 0), {(2, 1, 1, 0), (1, 2, 1, 0), (1, 1, 2, 0)}),
        ((0, 0, 0, 0), {(0, 0, 0, 0)}),
    ],
)
def test_4_3_shapes_of_a_clearing(counts: tuple[int, ...], shapes: set[tuple[int, ...]]) -> None:
    assert clear_shapes(counts) == shapes


def test_5_1_and_5_2_resigning_and_time() -> None:
    state = allocated([1, 2, 3, 4], [1, 2, 3, 4])
    after, events = act(state, "aton", "resign")
    assert events == [{"type": "over", "winner": "amon", "reason": "resign"}]
    assert isinstance(refusal(state, "aton", "timeout"), NotToMove)
    after, _ = act(state, "amon", "timeout")
    assert after.result is not None
    assert after.result.winner == "aton"


def test_5_3_aborting_and_running_out_of_time_before_the_first_reveal() -> None:
    state = new(seed_of(3))
    for player, kind in [("aton", "abort"), ("amon", "timeout")]:
        after, events = act(state, player, kind)
        assert events == [{"type": "over", "winner": None, "reason": "abort"}]
        assert after.result is not None
        assert after.result.to_json() == {"winner": None, "reason": "abort"}
    late = refusal(position(), "aton", "abort")
    assert isinstance(late, WrongPhase)
    assert late.rule == "5.3"


def test_7_1_four_equal_cards_are_still_asked_for() -> None:
    state = position(
        hand={"aton": [2, 2, 2, 2], "amon": [1, 2, 3, 4]}, exchange={"aton": False, "amon": False}
    )
    assert count_legal(state, "aton") == 1
    assert count_legal(state, "amon") == 24
    assert state.to_move == ("aton", "amon")


def test_7_2_the_order_of_squares_makes_no_difference() -> None:
    one = parse_action({"player": "aton", "type": "place", "squares": ["1a1", "3b2"]})
    two = parse_action({"player": "aton", "type": "place", "squares": ["3b2", "1a1"]})
    third = parse_action({"player": "aton", "type": "remove", "squares": ["3b2", "1a1"]})
    assert one == two
    assert hash(one) == hash(two)
    assert one != third
    assert one.to_json()["squares"] == ["1a1", "3b2"]
    wrong = parse_action({"player": "aton", "type": "place", "squares": ["3b2", "5a1"]})
    assert wrong.to_json()["squares"] == ["3b2", "5a1"]
    assert wrong != parse_action({"player": "aton", "type": "place", "squares": []})


def test_8_1_the_commitment_fits_the_seed() -> None:
    assert commitment(bytes(32)) == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )
    with pytest.raises(ValueError, match="32 bytes"):
        new(bytes(31))
