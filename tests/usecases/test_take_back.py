"""Taking a decision back in a match against a bot."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from games import engine
from games.clock import TimeControl
from games.engine.bots.jobs import choose_json
from games.models import Action, Match, MatchNote
from games.refusals import AgainstRules, NotAllowed, Stale
from games.usecases import bot_move, review
from games.usecases.audit import audit_matches
from games.usecases.look import log_of, look, look_back
from games.usecases.make_record import make_record
from games.usecases.play import play
from games.usecases.play_bot import play_bot
from games.usecases.take_back import may_take_back, take_back
from tests.factories import make_match, make_player, play_random, state_of

pytestmark = pytest.mark.django_db

ON_STONES = {"remove", "place", "clear"}


def begin(clock="none"):
    return play_bot(
        make_player(),
        "ibis",
        TimeControl.parse(clock),
        side="aton",
        hurried=True,
        now=timezone.now(),
    )


def let_bot_decide(match: Match) -> None:
    now = timezone.now()
    while thought := bot_move.take_up(match.pk, now):
        action = choose_json(thought.level, thought.view, 40, 1)
        assert bot_move.answer(thought, action, now)


def decide(match: Match, player, rng: random.Random) -> str:
    """Make a random decision for `player` and return what kind it was."""
    match.refresh_from_db()
    action = engine.choose_random(state_of(match), "aton", rng).to_json()
    del action["player"]
    play(match.pk, player, match.version, action, timezone.now())
    match.refresh_from_db()
    return action["type"]


def play_until(match: Match, player, rng: random.Random, kinds=ON_STONES) -> str:
    """Play on until `player` has made a decision of one of `kinds`; the bot has answered."""
    while True:
        let_bot_decide(match)
        kind = decide(match, player, rng)
        if kind in kinds and not match.over:
            let_bot_decide(match)
            match.refresh_from_db()
            if not match.over:
                return kind


def test_the_match_is_as_it_was_and_goes_on():
    match, player = begin()
    rng = random.Random(1)
    play_until(match, player, rng)
    number = may_take_back(match, "aton")
    version = match.version
    decided = match.decided

    taken = take_back(match.pk, player, number, timezone.now())

    match.refresh_from_db()
    assert (taken.version, match.version) == (version + 1, version + 1)
    assert match.decided == number - 1 == Action.objects.filter(match=match).count()
    assert decided >= number
    assert state_of(match).to_move == ("aton",)
    assert (match.aton_to_move, match.amon_to_move) == (True, False)
    assert state_of(match).phase == match.phase
    assert "taken a decision back" in str(log_text(match))
    # What was decided on what is gone is not taken any more, and the match can be finished.
    with pytest.raises(Stale):
        play(match.pk, player, version, {"type": "place", "squares": []}, timezone.now())
    finish(match, player, rng)


def log_text(match: Match) -> str:
    from games.render import render_log

    return render_log(log_of(match))


def finish(match: Match, player, rng: random.Random) -> None:
    """Play to the end, taking back now and then; record, audit and review have to agree."""
    while not match.over:
        let_bot_decide(match)
        match.refresh_from_db()
        if match.over:
            break
        number = may_take_back(match, "aton")
        if number is not None and rng.random() < 0.3:
            take_back(match.pk, player, number, timezone.now())
        decide(match, player, rng)
    record = make_record(match)
    assert engine.replay(record).to_json()["result"] == state_of(match).to_json()["result"]
    assert audit_matches(match.pk, match.pk).differences == []
    assert [a.number for a in match.actions.all()] == list(range(1, match.decided + 1))
    asked = review.ask_for_review(match.pk, timezone.now())
    assert asked.total == len(review.steps_to_do(match.pk)) == match.decided
    scene = look_back(match, 10**6, "open", "aton")
    assert scene.replay.last == match.decided


def test_one_decision_after_the_other_is_taken_back_until_the_cards():
    match, player = begin()
    rng = random.Random(3)
    # A removal and a placement of the same turn.
    play_until(match, player, rng, {"remove"})
    while state_of(match).to_move != ("aton",) or match.phase != "place":
        play_until(match, player, rng, {"remove"})
    decide(match, player, rng)
    taken = []
    while (number := may_take_back(match, "aton")) is not None:
        taken.append(Action.objects.get(match=match, number=number).payload["type"])
        take_back(match.pk, player, number, timezone.now())
        match.refresh_from_db()
    assert taken[:2] == ["place", "remove"]
    assert Action.objects.filter(match=match, side="aton").last().payload["type"] == "allocate"


def test_what_is_laid_is_laid():
    match, player = begin()
    rng = random.Random(1)
    assert may_take_back(match, "aton") is None
    play_until(match, player, rng)
    number = may_take_back(match, "aton")
    while decide(match, player, rng) != "allocate":
        let_bot_decide(match)
    assert may_take_back(match, "aton") is None
    with pytest.raises(Stale):
        take_back(match.pk, player, number, timezone.now())


def test_the_same_press_twice_takes_back_once():
    match, player = begin()
    play_until(match, player, random.Random(1))
    number = may_take_back(match, "aton")
    take_back(match.pk, player, number, timezone.now())
    with pytest.raises(Stale):
        take_back(match.pk, player, number, timezone.now())


def test_what_the_bot_thought_out_before_is_dropped():
    # The cards are dealt anew each time: play until the last decision was one on stones.
    number = None
    while number is None:
        match, player = begin()
        rng = random.Random(1)
        play_until(match, player, rng)
        while not match.amon_to_move:
            decide(match, player, rng)
            if match.phase == "allocate":
                play_until(match, player, rng)
        number = may_take_back(match, "aton")
    thought = bot_move.take_up(match.pk, timezone.now())
    action = choose_json(thought.level, thought.view, 40, 1)
    take_back(match.pk, player, number, timezone.now())
    assert not bot_move.answer(thought, action, timezone.now())


def test_clocks_go_on_from_where_they_are():
    match, player = begin("600+15")
    play_until(match, player, random.Random(1))
    now = timezone.now() + timedelta(seconds=30)
    left = match.clocks["aton"].left_at(now)
    taken = take_back(match.pk, player, may_take_back(match, "aton"), now)
    assert taken.amon_deadline is None
    assert abs(taken.clocks["aton"].left_at(now) - left) < 2
    late = taken.aton_deadline + timedelta(seconds=5)
    with pytest.raises(Stale):
        take_back(match.pk, player, 1, late)
    match.refresh_from_db()
    assert match.reason == "timeout"


def test_only_against_bots_and_only_ones_own():
    match = make_match()
    play_random(match, random.Random(1), 6)
    for side in ("aton", "amon"):
        assert may_take_back(match, side) is None
        player = match.aton if side == "aton" else match.amon
        with pytest.raises(AgainstRules):
            take_back(match.pk, player, match.decided, timezone.now())
    match, player = begin()
    play_until(match, player, random.Random(1))
    number = may_take_back(match, "aton")
    with pytest.raises(NotAllowed):
        take_back(match.pk, make_player(), number, timezone.now())
    play(match.pk, player, match.version, {"type": "resign"}, timezone.now())
    with pytest.raises(Stale):
        take_back(match.pk, player, number, timezone.now())


def test_notes_stay_within_the_log():
    match, player = begin()
    play_until(match, player, random.Random(1))
    MatchNote.objects.create(
        match=match, kind="downtime", after=match.decided, seconds=3, at=timezone.now()
    )
    take_back(match.pk, player, may_take_back(match, "aton"), timezone.now())
    match.refresh_from_db()
    assert {note.after for note in match.notes.all()} == {match.decided}
    assert "3 seconds" in log_text(match)


def test_the_one_who_plays_is_offered_it_and_nobody_else():
    match, player = begin()
    play_until(match, player, random.Random(1))
    scene = look(match, "aton", timezone.now())
    assert scene.bot.takes_back == may_take_back(match, "aton")
    assert look(match, "public", timezone.now()).bot is None
    assert look(match, "amon", timezone.now()).bot is None
