"""What holds in every game, whoever plays it and however."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    SIDES,
    SQUARES,
    Action,
    Allocation,
    EngineError,
    PlainAction,
    State,
    StoneAction,
    apply,
    choose_random,
    count_legal,
    legal,
    new,
    other,
    parse_action,
    replay,
    setup,
    steps,
    view,
)
from games.engine.board import BOARD, WHOLE_DECK

from .helpers import random_game, random_position, seed_of

games = st.integers(0, 2**32)
few = settings(max_examples=25)
many = settings(max_examples=150)


def assert_whole(state: State) -> None:
    """Rule 1.3: 29 stones and nine cards of each value, wherever they are."""
    assert state.stones[0] & state.stones[1] == 0
    for who in (0, 1):
        assert 0 <= state.stones[who] <= BOARD
        assert state.stones[who].bit_count() + state.dead[who] + state.supply[who] == 29
        laid = state.cartouches[who] or ()
        cards = state.pile[who] + state.discard[who] + state.hand[who] + laid
        assert tuple(sorted(cards)) == WHOLE_DECK
        assert len(state.hand[who] + laid) == 4


@few
@given(games)
def test_random_games_end_and_lose_neither_stone_nor_card(number: int) -> None:
    decisions = 0
    for state, action in random_game(number):
        assert_whole(state)
        assert (action is None) == (state.result is not None) == (state.to_move == ())
        decisions += action is not None
    assert decisions < 5000


@few
@given(games)
def test_a_state_survives_json_and_can_be_set_up(number: int) -> None:
    for state, _ in random_game(number):
        written = json.loads(json.dumps(state.to_json()))
        assert State.from_json(written) == state
        assert setup(written) == state


@few
@given(games)
def test_the_same_actions_lead_to_the_same_states_and_events(number: int) -> None:
    positions = list(random_game(number))
    actions = [action for _, action in positions if action is not None]
    walked = list(steps(seed_of(number), actions))
    assert [state for _, _, state in walked] == [state for state, _ in positions]
    assert [action for action, _, _ in walked[1:]] == actions
    final = positions[-1][0]
    assert final.result is not None
    record = {
        "format": "aton-record/1",
        "seed": seed_of(number).hex().upper(),
        "actions": [action.to_json() for action in actions],
        "result": {**final.result.to_json(), "score": dict(zip(SIDES, final.score, strict=True))},
    }
    assert replay(json.loads(json.dumps(record))) == final


@few
@given(games)
def test_every_decision_asked_leaves_a_choice(number: int) -> None:
    """Rule 7.1, except that an allocation is always asked."""
    for state, _ in random_game(number):
        for side in state.to_move:
            assert count_legal(state, side) > (0 if state.phase == "allocate" else 1)
        for side in set(SIDES) - set(state.to_move):
            assert count_legal(state, side) == 0
            assert list(legal(state, side)) == []


@few
@given(games)
def test_the_count_of_the_legal_actions_is_their_number(number: int) -> None:
    for state, _ in random_game(number):
        for side in state.to_move:
            count = count_legal(state, side)
            if count <= 3000:
                actions = list(legal(state, side))
                assert len(actions) == len(set(actions)) == count


@many
@given(games)
def test_every_legal_action_is_applied_and_every_other_refused(number: int) -> None:
    state = random_position(number)
    for side in SIDES:
        if count_legal(state, side) > 200:
            continue
        allowed = set(legal(state, side))
        for action in allowed:
            assert_whole(apply(state, action)[0])
        for action in _likely_actions(state, Random(number)):
            if action.player == side and action not in allowed:
                before = state.to_json()
                with pytest.raises(EngineError):
                    apply(state, action)
                assert state.to_json() == before


def _likely_actions(state: State, rng: Random) -> Iterator[Action]:
    """Yield decisions near to what may be legal, most of them not legal."""
    for side in SIDES:
        yield PlainAction("exchange", side)
        for _ in range(6):
            cards = [rng.randint(1, 4) for _ in range(rng.choice([3, 4, 4, 4, 5]))]
            yield Allocation("allocate", side, tuple(cards))
        for kind in ("remove", "place", "clear"):
            for number in range(6):
                squares = rng.sample(SQUARES, number)
                yield parse_action({"player": side, "type": kind, "squares": squares})
                yield parse_action({"player": side, "type": kind, "squares": squares * 2})
        if state.to_move and state.phase != "allocate":
            chosen = choose_random(state, state.to_move[0], rng)
            assert isinstance(chosen, StoneAction)
            flipped = chosen.mask ^ 1 << rng.randrange(48)
            yield chosen._replace(player=side)
            yield chosen._replace(player=side, mask=flipped)


@few
@given(games)
def test_random_choices_are_legal(number: int) -> None:
    rng = Random(number)
    state = random_position(number)
    for side in state.to_move:
        if count_legal(state, side) <= 3000:
            allowed = set(legal(state, side))
            assert all(choose_random(state, side, rng) in allowed for _ in range(30))


def test_random_choices_are_fair() -> None:
    state = new(seed_of(1))
    rng = Random(1)
    drawn = Counter(choose_random(state, "aton", rng) for _ in range(13_000))
    count = count_legal(state, "aton")
    assert set(drawn) == set(legal(state, "aton"))
    assert all(abs(times * count / 13_000 - 1) < 0.25 for times in drawn.values())


@many
@given(games)
def test_a_view_holds_nothing_that_section_6_hides(number: int) -> None:
    state = random_position(number)
    for viewer in (*SIDES, "public"):
        seen = view(state, viewer)
        if state.result is not None:
            assert {key: seen[key] for key in state.to_json()} == state.to_json()
            continue
        assert seen["seed"] is None
        assert seen["pile"] is None
        for who, side in enumerate(SIDES):
            if side == viewer:
                assert seen["hand"][side] == list(state.hand[who])
                assert seen["cartouches"][side] == state.to_json()["cartouches"][side]
                continue
            assert seen["hand"][side] is None
            laid = state.cartouches[who]
            up = state.revealed[who]
            expected = None if laid is None else [*laid[:up], *[None] * (4 - up)]
            assert seen["cartouches"][side] == expected


@many
@given(games, games)
def test_non_interference_states_that_differ_in_the_hidden_give_equal_views(
    number: int, shuffle: int
) -> None:
    state = random_position(number)
    if state.result is not None:
        return
    for viewer in (*SIDES, "public"):
        changed = _with_other_secrets(state, viewer, Random(shuffle))
        assert setup(changed.to_json()) == changed
        assert view(changed, viewer) == view(state, viewer)


def _with_other_secrets(state: State, viewer: str, rng: Random) -> State:
    """Deal out anew what a viewer cannot know; the seed stays, since its commitment is public."""
    piles, hands, cartouches = list(state.pile), list(state.hand), list(state.cartouches)
    for who, side in enumerate(SIDES):
        laid = cartouches[who]
        hidden = list(piles[who])
        if side != viewer:
            hidden += hands[who] + (laid or ())[state.revealed[who] :]
        rng.shuffle(hidden)
        if side != viewer:
            if laid is not None and state.revealed[who] < 4:
                up = state.revealed[who]
                cartouches[who] = laid[:up] + tuple(hidden[: 4 - up])
                del hidden[: 4 - up]
            elif laid is None:
                hands[who] = tuple(sorted(hidden[:4]))
                del hidden[:4]
        piles[who] = tuple(hidden)
    return state._replace(
        pile=(piles[0], piles[1]),
        hand=(hands[0], hands[1]),
        cartouches=(cartouches[0], cartouches[1]),
    )


@few
@given(games)
def test_events_of_an_allocation_tell_no_hidden_card(number: int) -> None:
    """Rule 6.1: until the other has allocated, only that somebody allocated is told."""
    for state, action in random_game(number):
        if isinstance(action, Allocation) and len(state.to_move) == 2:
            after, events = apply(state, action)
            assert [event.to_json() for event in events] == [
                {"type": "allocate", "player": action.player}
            ]
            for viewer in (other(action.player), "public"):
                assert view(after, viewer)["cartouches"][action.player] == [None] * 4


@few
@given(games, st.sampled_from(["resign", "timeout", "abort"]), st.sampled_from(SIDES))
def test_a_game_ended_otherwise_can_be_set_up(number: int, kind: Any, side: Any) -> None:
    """Section 5."""
    state = random_position(number)
    try:
        after, events = apply(state, PlainAction(kind, side))
    except EngineError:
        return
    assert events[-1].type == "over"
    assert setup(after.to_json()) == after
    assert after.result is not None
    assert after._replace(phase=state.phase, pending=state.pending, result=None) == state


@many
@given(games)
def test_a_sentence_of_refusal_is_complete(number: int) -> None:
    state = random_position(number)
    for action in _likely_actions(state, Random(number)):
        error = _refusal(state, action)
        if error is not None:
            text = str(error)
            assert text.endswith(".")
            assert "{" not in text
            assert error.rule is None or error.rule[0] in "1234567"
            assert f"(rule {error.rule})" in text or error.code == "game_over"


def _refusal(state: State, action: Action) -> EngineError | None:
    try:
        apply(state, action)
    except EngineError as error:
        return error
    return None
