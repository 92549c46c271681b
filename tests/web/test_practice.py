"""Practice: positions whose right choice was clear and was missed, with puzzle ratings."""

import random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import engine
from games.engine import State
from games.engine.bots.answers import as_answer
from games.models import Match, Puzzle, PuzzleTry, Review
from games.usecases.puzzles import make_puzzles, next_puzzle, show_puzzle
from games.usecases.replay import states_of
from tests.factories import make_match, make_player, play_random
from tests.reviews import review_once

pytestmark = pytest.mark.django_db


def _puzzle_of(match: Match) -> Puzzle | None:
    actions = list(match.actions.all())
    steps = []
    for state, action in zip(states_of(match, actions), actions, strict=False):
        steps.append(review_once(state.to_json(), action.payload))
        if "answers" in steps[-1]:
            break
    review = Review.objects.create(
        match=match, total=len(actions), steps=steps, asked_at=timezone.now()
    )
    make_puzzles(review)
    make_puzzles(review)  # once more makes no second one
    return Puzzle.objects.filter(match=match).first()


@pytest.fixture
def puzzle():
    """Return a clear miss of a random match; which match has one depends on the weights."""
    for seed in range(20):
        match = play_random(make_match(seed=f"{seed:064x}"), random.Random(seed))
        if puzzle := _puzzle_of(match):
            return puzzle
    raise AssertionError("no random match has a clear miss")


def position(puzzle) -> State:
    *_, state = states_of(puzzle.match, puzzle.match.actions.filter(number__lt=puzzle.number))
    return state


def form_of(puzzle, *, right: bool) -> dict:
    """Return a form with the best answer, or with some wrong one."""
    if right:
        posted = dict(puzzle.best)
    else:
        posted = next(
            action.to_json()
            for action in engine.legal(position(puzzle), puzzle.side)
            if as_answer(action) not in puzzle.answers and action.type == puzzle.type
        )
    posted.pop("player", None)
    return {"version": 0, **posted}


def test_the_best_choice_is_among_the_right_answers(puzzle):
    best = engine.parse_action({**puzzle.best, "player": puzzle.side})
    assert as_answer(best) in puzzle.answers
    missed = puzzle.match.actions.get(number=puzzle.number)
    assert as_answer(engine.parse_action(missed.payload)) not in puzzle.answers


def test_a_position_shows_what_its_player_saw_and_no_names(puzzle):
    _, scene = show_puzzle(puzzle.pk, csrf_token="")
    other = "amon" if puzzle.side == "aton" else "aton"
    assert scene.view["hand"][other] is None
    assert {scene.aton.name, scene.amon.name} == {"You", "Opponent"}


@pytest.mark.parametrize("right", [True, False])
def test_the_first_answer_changes_both_ratings(client, puzzle, right):
    player = make_player()
    client.force_login(player)
    address = client.get("/practice/")["Location"]
    assert address == f"/practice/{puzzle.pk}/"
    assert 'id="decide"' in client.get(address).content.decode()

    answer = client.post(address, form_of(puzzle, right=right))
    assert answer.status_code == 303
    body = client.get(answer["Location"]).content.decode()

    player.refresh_from_db()
    puzzle.refresh_from_db()
    assert (player.puzzle_rating, puzzle.rating) == ((1520, 1480) if right else (1480, 1520))
    assert ("✓ Right" in body) is right
    assert f"1500 → {player.puzzle_rating}" in body
    # Another answer is judged and counts no more; the position does not come again.
    body = client.post(address, form_of(puzzle, right=not right), follow=True).content.decode()
    assert ("✓ Right" in body) is not right
    assert "The first answer to a position is the one that counts." in body
    player.refresh_from_db()
    assert player.puzzle_rating == (1520 if right else 1480)
    assert PuzzleTry.objects.count() == 1
    assert next_puzzle(player) is None
    assert client.get("/practice/").status_code == 200


def test_visitors_may_practise_without_a_rating(client, puzzle):
    address = f"/practice/{puzzle.pk}/"
    body = client.post(address, form_of(puzzle, right=True), follow=True).content.decode()
    assert "✓ Right" in body
    assert "Register to get a puzzle rating" in body
    assert not PuzzleTry.objects.exists()
    puzzle.refresh_from_db()
    assert puzzle.rating == 1500


def test_an_answer_stays_where_it_was_given(client, puzzle):
    """One's own side stays below, the answer is told, nothing is asked any more."""
    address = f"/practice/{puzzle.pk}/"
    asked = client.get(address).content.decode()
    answered = client.post(address, form_of(puzzle, right=False), follow=True).content.decode()
    for body in (asked, answered):
        top, bottom = body.index(">Opponent<"), body.index(">You<")
        assert top < bottom
    assert "Your answer: " in answered
    assert "Best was: " in answered
    assert 'id="decide"' not in answered
    assert 'id="exchange"' not in answered
    other = "amon" if puzzle.side == "aton" else "aton"
    hidden = next_scene(client, puzzle, right=False).view["hand"][other]
    assert hidden is None


def next_scene(client, puzzle, *, right: bool):
    answer = client.post(f"/practice/{puzzle.pk}/", form_of(puzzle, right=right), follow=True)
    return answer.context["answered"].scene


def test_an_address_with_an_answer_changes_nothing(client, puzzle):
    player = make_player()
    answer = client.post(f"/practice/{puzzle.pk}/", form_of(puzzle, right=True))
    assert "✓ Right" in client.get(answer["Location"]).content.decode()
    client.force_login(player)
    assert client.get(f"{answer['Location']}&counted=1").status_code == 200
    assert not PuzzleTry.objects.exists()
    assert client.get(f"/practice/{puzzle.pk}/?type=resign&version=0").status_code == 400
    assert client.get(f"/practice/{puzzle.pk}/?type=allocate").status_code == 400
    assert client.get("/practice/999/?type=allocate&version=0").status_code == 404


def test_no_address_shows_the_answer_before_the_one_that_counts(client, puzzle):
    client.force_login(make_player())
    address = f"/practice/{puzzle.pk}/"
    wrong = form_of(puzzle, right=False)
    body = client.get(address, wrong).content.decode()
    assert "Best was" not in body
    assert 'id="decide"' in body
    client.post(address, wrong)
    assert "Best was" in client.get(address, wrong).content.decode()


def test_without_an_account_the_next_position_is_another_one(puzzle):
    nobody = AnonymousUser()
    assert next_puzzle(nobody, puzzle.pk) == puzzle  # there is no other
    kept = {"side": puzzle.side, "type": puzzle.type, "answers": [], "best": {}, "missed": 0.1}
    other = Puzzle.objects.create(match=puzzle.match, number=0, **kept)
    assert {next_puzzle(nobody, puzzle.pk) for _ in range(9)} == {other}
    assert {next_puzzle(nobody, other.pk) for _ in range(9)} == {puzzle}


def test_refusals_are_sentences_with_a_status(client, puzzle):
    address = f"/practice/{puzzle.pk}/"
    assert client.post(address, {"version": 0, "type": "resign"}).status_code == 400
    assert client.post(address, {"version": 0}).status_code == 400
    kind = {"cards": [4, 4, 4, 4]} if puzzle.type == "allocate" else {"squares": ["9z9"]}
    answer = client.post(address, {"version": 0, "type": puzzle.type, **kind})
    assert answer.status_code == 422
    assert client.get("/practice/999/").status_code == 404


def test_a_site_without_positions_says_where_they_come_from(client):
    body = client.get("/practice/").content.decode()
    assert "There are none yet" in body
    assert 'href="/bots/"' in body
