"""The numbers of a review fit together. Nothing is stored here, so one database is enough."""

import random

import pytest

from games import engine
from games.present.review import Told
from games.present.review import review as present_review
from tests.reviews import by_levels, review_once


def at_random(rng):
    return lambda state: engine.choose_random(state, rng.choice(state.to_move), rng)


def by_bots(rng):
    return by_levels("jackal", "ibis", rng)


@pytest.mark.parametrize(
    ("who", "seed"), [(by_bots, 0), (by_bots, 1), (by_bots, 2), (at_random, 5)]
)
def test_what_a_choice_is_worth_and_how_often_each_is_made(who, seed):
    rng = random.Random(seed)
    state, decide = engine.new(rng.randbytes(32)), who(rng)
    told, steps = [], []
    while state.to_move:
        action = decide(state)
        payload = action.to_json()
        told.append(Told(len(told) + 1, state.round, action.player, payload))
        steps.append(review_once(state.to_json(), payload))
        state = engine.apply(state, action)[0]

    for step in steps:
        assert 0 <= step["worth"] <= 1
        assert 0 <= step["given"] <= 1
        assert step["worth"] + step["given"] == pytest.approx(step["top"], abs=1e-5)
    names = {"aton": "Ramses", "amon": "Seti"}
    page = present_review(1, told, steps, names, state.result.winner or "")
    assert len(page.lines) == len(told)
    assert len(page.grids) == state.round
    # Every decision has a word, and a point of both charts, which differ in their width only.
    assert sum(sum(both) for _, both in page.words) == len(told)
    assert len({chart.width for chart in page.charts}) == 2
    for chart in page.charts:
        assert len(chart.points.split()) == len(told) + 2
        assert all(0 <= mark.x <= chart.width for mark in chart.marks)
    for grid in page.grids:
        assert sum(cell.met for *_, cells in grid.rows for cell in cells) == 1
        assert 97 <= sum(mix for _, mix, *_ in grid.rows) <= 103
        assert 97 <= sum(mix for _, mix, _ in grid.columns) <= 103
