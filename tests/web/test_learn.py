"""The tutorial: every lesson can be passed, failed and refused, and is remembered."""

import pytest

from games.engine import choose_random
from games.lessons import LESSONS, lesson_named, opening_of, try_lesson

ANSWERS = {
    "points": {"type": "allocate", "cards": [4, 1, 3, 2]},
    "first": {"type": "allocate", "cards": [4, 2, 3, 1]},
    "temples": {"type": "allocate", "cards": [1, 3, 4, 2]},
    "placing": {"type": "place", "squares": ["1b1", "1b2", "1c2"]},
    "removing": {"type": "remove", "squares": ["1b1", "1b2"]},
    "dead": {"type": "remove", "squares": ["2a1"]},
    "scoring": {"type": "place", "squares": ["2b2", "3b1"]},
    "clearing": {"type": "clear", "squares": ["1b1", "2b1", "3a1", "4a1"]},
    "winning": {"type": "place", "squares": ["2c3", "4c2"]},
    "exchange": {"type": "exchange"},
}


def posted(answer):
    return {"version": 0, **answer}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_is_passed_by_its_answer_only(lesson, rng):
    assert try_lesson(lesson, ANSWERS[lesson.slug]).passed
    state = opening_of(lesson)
    others = []
    for _ in range(60):
        action = choose_random(state, "aton", rng).to_json()
        action.pop("player")
        others.append(try_lesson(lesson, action).passed)
    assert not all(others), "a task that anything fulfils teaches nothing"


@pytest.fixture
def rng():
    import random

    return random.Random(10)


def test_going_through_the_whole_course(client, db):
    page = client.get("/learn/").content.decode()
    assert page.count("✓") == 0
    for lesson in LESSONS:
        address = f"/learn/{lesson.slug}/"
        shown = client.get(address).content.decode()
        assert "data-form" in shown
        assert str(lesson.task) in shown.replace("&#x27;", "'")
        answer = client.post(address, posted(ANSWERS[lesson.slug]))
        assert answer.status_code == 200
        assert "Well done" in answer.content.decode()
        assert "data-form" not in answer.content.decode()
    assert client.get("/learn/").content.decode().count("✓") == len(LESSONS)


def test_a_wrong_answer_and_one_against_the_rules(client, db):
    wrong = client.post("/learn/points/", posted({"type": "allocate", "cards": [3, 1, 2, 4]}))
    assert "Not yet" in wrong.content.decode()
    assert "learnt" not in client.cookies
    against = client.post("/learn/removing/", posted({"type": "remove", "squares": ["1a1", "1b1"]}))
    assert against.status_code == 422
    assert "#rule-3.2" in against.content.decode()
    assert client.post("/learn/points/", {}).status_code == 400
    assert client.get("/learn/nothing/").status_code == 404


def test_a_lesson_tells_nothing_of_amons_cards(client, db):
    lesson = lesson_named("points")
    shown = client.get("/learn/points/").content.decode()
    assert lesson.cards[1] == (2, 1, 3, 3)
    assert 'data-face="up"' not in shown
