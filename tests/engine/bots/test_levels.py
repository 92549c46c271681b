"""The levels: only legal choices, from the view alone, the same for the same seed."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine import BadRequest, State, apply, choose_random, new, view
from games.engine.asked import decision_in_view
from games.engine.board import INDEX, SIDES
from games.engine.bots import LEVELS, NAMES, RATINGS, check_level, choose, levels, warm_up
from games.engine.bots.checks import is_answer
from tests.engine.client import Client
from tests.engine.helpers import position, random_game, seed_of
from tests.work import calls_of

BUDGETS = {"scarab": 5, "ibis": 5, "jackal": 5, "sphinx": 20, "pharaoh": 40}


def positions(number: int, every: int) -> list[State]:
    return [s for n in range(number) for s, _ in random_game(n) if s.result is None][::every]


@pytest.mark.parametrize("level", NAMES)
def test_every_choice_is_legal(level):
    rng = Random(1)
    kinds = Counter()
    for state in positions(3, 3):
        for side in state.to_move:
            seen = view(state, side)
            action = warm_up()[level](decision_in_view(seen, side), seen, BUDGETS[level], rng)
            assert is_answer(decision_in_view(seen, side), action)
            apply(state, action)
            kinds[action.type] += 1
    assert {"allocate", "remove", "place", "clear"} <= set(kinds)


@pytest.mark.parametrize("style", sorted(set(warm_up()) - set(NAMES)))
def test_styles_play_whole_games(style):
    rng = Random(2)
    state = new(seed_of(3))
    while state.result is None:
        side = state.to_move[0]
        seen = view(state, side)
        if side == "aton":
            action = warm_up()[style](decision_in_view(seen, side), seen, 5, rng)
        else:
            action = choose_random(state, side, rng)
        state, _ = apply(state, action)


def with_other_secrets(state: State, side: str, rng: Random) -> State:
    """Return a state that differs in all that the player of ``side`` may not know."""
    other = 1 - INDEX[side]
    piles, hands, laid = list(state.pile), list(state.hand), list(state.cartouches)
    hidden = 4 - state.revealed[other]
    cards = laid[other]
    pool = [*piles[other], *hands[other], *(cards[4 - hidden :] if cards else ())]
    rng.shuffle(pool)
    if cards:
        laid[other] = (*cards[: 4 - hidden], *pool[:hidden])
        pool = pool[hidden:]
    else:
        hands[other] = tuple(sorted(pool[:4]))
        pool = pool[4:]
    piles[other] = tuple(pool)
    own = list(piles[1 - other])
    rng.shuffle(own)
    piles[1 - other] = tuple(own)
    return state._replace(pile=tuple(piles), hand=tuple(hands), cartouches=tuple(laid))


@pytest.fixture
def patient(monkeypatch):
    """Let no clock cut the work short: on a busy machine it would not be the same work."""
    monkeypatch.setattr(levels, "_clock", lambda _ms: lambda: False)


@pytest.mark.parametrize("level", NAMES)
def test_the_same_view_and_seed_give_the_same_choice(level, patient):
    rng = Random(4)
    for state in positions(2, 12):
        for side in state.to_move:
            twin = with_other_secrets(state, side, rng)
            seen, again = view(state, side), view(twin, side)
            assert seen == again
            first, second = (choose(level, v, BUDGETS[level], Random(9)) for v in (seen, again))
            assert first == second


@pytest.mark.parametrize("level", ["sphinx", "pharaoh"])
def test_a_budget_decides_how_much_work_is_done(level, patient):
    """Counted, not timed: `manage.py tournament` prints the times (docs/bots.md has figures)."""
    choose(level, view(position(), "aton"), 10, Random(0))
    seen = [view(state, side) for state in positions(1, 3) for side in state.to_move]
    little, usual, much = (
        sorted(calls_of(choose, level, one, ms, Random(1))[1] for one in seen)[len(seen) // 2]
        for ms in (10, 50, 100)
    )
    assert little <= usual <= much
    assert usual < 15_000


def test_level_3_beats_random_play(patient):
    won = 0
    for number in range(24):
        rng, state = Random(number), new(seed_of(number))
        greedy = SIDES[number % 2]
        while state.result is None:
            side = state.to_move[0]
            level = "jackal" if side == greedy else "random"
            state, _ = apply(state, choose(level, view(state, side), 10, rng))
        won += state.result.winner == greedy
    assert won >= 22


def winning(**changes: Any) -> State:
    cards = {"aton": [1, 2, 4, 4], "amon": [1, 3, 4, 4]}
    return position(
        **{
            "phase": "place",
            "to_move": ["aton"],
            "cartouches": cards,
            "hand": {"aton": [], "amon": []},
            "revealed": {"aton": 4, "amon": 2},
            "first": "aton",
            **changes,
        }
    )


@pytest.mark.parametrize("level", ["ibis", "jackal", "sphinx", "pharaoh"])
def test_a_win_on_the_board_is_taken(level):
    state = winning(
        board=["A" * 8 + "....", "M...........", "A...........", "............"],
        pending={"player": "aton", "count": 4, "owner": "aton", "temples": [1, 2, 3, 4]},
    )
    state, _ = apply(state, choose(level, view(state, "aton"), 50, Random(0)))
    assert state.result.reason == "temple"


def test_levels_by_name_and_number():
    assert [check_level(number) for number in range(1, 6)] == list(NAMES)
    assert [check_level(name) for name in LEVELS] == list(LEVELS)
    assert list(RATINGS) == list(NAMES)
    assert sorted(RATINGS.values()) == list(RATINGS.values())
    for wrong in (0, 6, True, 1.0, "5", "pharao", None):
        with pytest.raises(BadRequest):
            check_level(wrong)


@pytest.mark.parametrize(
    "change",
    [
        {"dead": None},
        {"supply": {"aton": 3, "amon": 3}},
        {"discard": {"aton": [1] * 10, "amon": []}},
        {"discard": {"aton": [1, 2, 3, 4] * 9, "amon": [1, 2, 3, 4] * 9}},
        {"cartouches": {"aton": None, "amon": None}},
        {"cartouches": {"aton": [1, 2, 3, None], "amon": [1, 1, None, None]}},
        {"first": 3},
        {"score": {"aton": -1, "amon": 0}},
    ],
)
def test_views_that_contradict_themselves_are_refused(change):
    state = next(s for n in range(9) for s, _ in random_game(n) if s.phase == "place")
    side = state.to_move[0]
    client = Client()
    request = {"cmd": "best", "player": side, "level": 4, "ms": 10}
    client.ok(**request, view=view(state, side))
    assert client.code(**request, view={**view(state, side), **change}) == "bad_request"
    missing = {k: v for k, v in view(state, side).items() if k not in change}
    assert client.code(**request, view=missing) == "bad_request"
