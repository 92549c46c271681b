"""Reviews of finished matches: asked for once, worked out step by step, kept."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from games import engine
from games.models import Match, Puzzle, Review
from games.present.review import Told, word_of
from games.present.review import review as present_review
from games.refusals import AgainstRules
from games.usecases import review
from games.usecases.play import play
from tests.factories import finished_match, make_match, play_by, short_match
from tests.reviews import by_levels, review_once

pytestmark = pytest.mark.django_db


def bot_played(seed: int, aton: str, amon: str) -> Match:
    """Play a match between two levels."""
    rng = random.Random(seed)
    match = make_match(seed=rng.randbytes(32).hex())
    return play_by(match, by_levels(aton, amon, rng))


def work_out(now=None) -> int:
    """Do what the server's thinking does for reviews, here and at once."""
    now = now or timezone.now()
    done = 0
    while (match_id := review.take_up_review(now)) is not None:
        for step in review.steps_to_do(match_id):
            found = review_once(step.before, step.action) if step.before else {}
            review.keep_step(step, found, now)
            done += 1
    return done


def shown(match: Match):
    told = [Told(a.number, a.round, a.side, a.payload) for a in match.actions.all()]
    names = {"aton": match.aton.username, "amon": match.amon.username}
    return present_review(match.pk, told, match.review.steps, names, match.winner)


def test_a_match_that_bots_played_is_reviewed_without_error():
    match = bot_played(0, "scarab", "ibis")
    review.ask_for_review(match.pk, timezone.now())

    assert work_out() == match.version

    match = Match.objects.get(pk=match.pk)
    assert match.review.status == "done"
    assert len(match.review.steps) == match.version
    page = shown(match)
    assert len(page.lines) == match.version
    assert len(page.grids) == match.round


def test_a_best_choice_of_stones_is_a_legal_one():
    match = bot_played(7, "scarab", "scarab")
    state = engine.new(bytes.fromhex(match.seed))
    for action in match.actions.all():
        if action.payload["type"] in {"remove", "place", "clear"}:
            found = review_once(state.to_json(), action.payload)
            best = {**found["best"], "player": action.side}
            engine.apply(state, engine.parse_action(best))
        state = engine.apply(state, engine.parse_action(action.payload))[0]


def test_every_end_is_reviewed():
    short, resigned = short_match(), make_match()
    play(resigned.pk, resigned.aton, 0, {"type": "resign"}, resigned.started_at)
    for one in (short, resigned):
        review.ask_for_review(one.pk, timezone.now())
    work_out()
    assert set(Review.objects.values_list("status", flat=True)) == {"done"}
    assert shown(Match.objects.get(pk=resigned.pk)).lines == []


def test_a_review_is_worked_out_once_and_goes_on_after_a_restart():
    match = finished_match(seed=2)
    now = timezone.now()
    review.ask_for_review(match.pk, now)
    assert review.ask_for_review(match.pk, now).asked_at == now
    assert review.take_up_review(now) == match.pk
    assert review.take_up_review(now) is None
    first, *rest = review.steps_to_do(match.pk)
    review.keep_step(first, {}, now)
    # The process is gone in the middle; another goes on where it was.
    later = now + review.LEASE + timedelta(seconds=1)
    assert review.take_up_review(later) == match.pk
    assert [step.number for step in review.steps_to_do(match.pk)] == [s.number for s in rest]
    # What the first one brings late is kept once.
    review.keep_step(first, {}, later)
    assert Review.objects.get(pk=match.pk).done == 1
    review.forget_reviewing()
    assert review.take_up_review(now) == match.pk


def test_a_failed_review_can_be_asked_for_again():
    match = finished_match(seed=2)
    review.ask_for_review(match.pk, timezone.now())
    review.fail_review(match.pk, timezone.now())
    assert review.take_up_review(timezone.now()) is None
    assert review.ask_for_review(match.pk, timezone.now()).status == "waiting"
    assert review.take_up_review(timezone.now()) == match.pk


def test_a_running_match_is_not_reviewed():
    with pytest.raises(AgainstRules):
        review.ask_for_review(make_match().pk, timezone.now())


def test_the_words_have_fixed_thresholds():
    words = [word_of(given)[1] for given in (0, 0.9, 1, 3.9, 4, 7.9, 8, 14.9, 15, 100)]
    assert words[::2] == ["Best", "Good", "Inaccuracy", "Mistake", "Blunder"]
    assert words[::2] == words[1::2]


def test_clear_misses_become_puzzles():
    # Which match has one depends on the weights.
    for seed in range(4):
        match = bot_played(seed, "scarab", "ibis")
        review.ask_for_review(match.pk, timezone.now())
        work_out()
        if Puzzle.objects.exists():
            break
    assert Puzzle.objects.exists()
    for puzzle in Puzzle.objects.all():
        assert puzzle.missed >= 0.08
        assert puzzle.best["type"] == puzzle.type
        assert 1 <= len(puzzle.answers) <= 4


def test_the_page_from_the_press_to_the_review(client):
    match = short_match()
    address = f"/match/{match.pk}/review/"
    assert 'name="csrfmiddlewaretoken"' in client.get(address).content.decode()

    assert client.post(address).status_code == 303
    assert 'hx-trigger="every 1s"' in client.get(address).content.decode()

    work_out()
    body = client.get(address).content.decode()
    assert body.count("<polyline") == 2  # for a desk and for a phone
    assert "hx-trigger" not in body
    fragment = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert client.post("/match/999/review/").status_code == 404
    assert client.post(f"/match/{make_match().pk}/review/").status_code == 422


def test_an_exchange_in_a_lost_position_is_worth_nothing_and_not_less():
    rng = random.Random(37)
    state = engine.new(rng.randbytes(32))
    for _ in range(61):
        state = engine.apply(state, engine.choose_random(state, state.to_move[0], rng))[0]
    found = review_once(state.to_json(), {"type": "exchange", "player": "amon"})
    assert 0 <= found["worth"] < 0.01
    assert 0 <= found["given"] <= found["top"] <= 1
