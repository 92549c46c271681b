"""What a scoring would give with the squares that are being chosen."""

import random

import pytest

from games import engine
from games.engine.whatif import scoring_after
from games.present import sums_sentence
from tests.factories import make_match, play_random, state_of
from tests.web.scenes import game, steps_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("phase", ["place", "remove", "clear"])
def test_the_preview_is_what_the_engine_makes_of_it(phase):
    for step in steps_in(phase)[:8]:
        state = game()[0][step]
        view = engine.view(state, "public")
        action = engine.choose_random(state, view["to_move"][0], random.Random(1))
        stones = list(state.stones)
        owner = engine.INDEX[view["pending"]["owner"]]
        mask = engine.mask_of(action.to_json()["squares"])
        stones[owner] ^= mask
        expected = engine.score_items(state._replace(stones=tuple(stones)))
        assert scoring_after(view, action.to_json()["squares"]) == expected


def test_the_page_answers_a_sentence(client):
    match = play_random(make_match(), random.Random(3), 3)
    while state_of(match).phase != "place":
        match = play_random(match, random.Random(match.version), 1)

    answer = client.get(f"/match/{match.pk}/sums/", {"squares": ["1a1"]})

    items = scoring_after(engine.view(state_of(match), "public"), ["1a1"])
    assert answer.content.decode() == sums_sentence(items)
    assert client.get(f"/match/{match.pk}/sums/", {"squares": ["9z9"]}).status_code == 400
    assert client.get("/match/999/sums/").status_code == 404
