"""Quick pairing against a real database."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Lapse, Match, QueueEntry
from games.models.social import BLOCK
from games.refusals import AgainstRules, Malformed
from games.usecases.fair_play import RATED_A_DAY
from games.usecases.find_opponent import (
    GONE,
    join_queue,
    leave_queue,
    note_waiting,
    pair_waiting,
    pairing_of,
)
from games.usecases.shun import shun
from tests.factories import finished_match, make_match, make_player

pytestmark = pytest.mark.django_db

RAPID, BLITZ, DAILY = "600+15", "180+5", "3d"


@pytest.fixture
def now():
    return timezone.now()


def wait(*players, now, pace=RAPID):
    for player in players:
        join_queue(player, pace, now)


def test_two_who_wait_for_the_same_pace_are_seated(now):
    one, other = make_player(), make_player()
    wait(one, other, now=now)
    assert pair_waiting(now) == 1
    match = Match.objects.get()
    assert {match.aton, match.amon} == {one, other}
    assert (match.rated, match.time_control, match.unrated_reason) == (True, RAPID, "")
    assert not QueueEntry.objects.exists()
    assert pair_waiting(now) == 0


def test_different_paces_are_different_queues(now):
    wait(make_player(), now=now)
    wait(make_player(), now=now, pace=BLITZ)
    assert pair_waiting(now) == 0


def test_one_person_stands_in_one_queue_once(now):
    player = make_player()
    wait(player, player, now=now)
    wait(player, now=now + timedelta(seconds=1), pace=BLITZ)
    assert [entry.time_control for entry in QueueEntry.objects.all()] == [BLITZ]
    assert pair_waiting(now) == 0


def test_pressing_again_keeps_the_time_waited(now):
    player = make_player()
    wait(player, now=now)
    wait(player, now=now + timedelta(seconds=5))
    assert QueueEntry.objects.get().joined_at == now


def test_whose_line_is_gone_for_ten_seconds_is_out(now):
    stays, leaves = make_player(), make_player()
    wait(stays, leaves, now=now)
    QueueEntry.objects.update(rating=1500)
    QueueEntry.objects.filter(player=stays).update(rating=2500)
    later = now + GONE - timedelta(milliseconds=1)
    note_waiting(stays.pk, later)
    assert pair_waiting(later) == 0
    assert QueueEntry.objects.count() == 2
    pair_waiting(now + GONE)
    assert QueueEntry.objects.get().player == stays


def test_leaving_takes_one_out(now):
    player = make_player()
    wait(player, now=now)
    leave_queue(player)
    leave_queue(player)
    note_waiting(player.pk, now)
    assert not QueueEntry.objects.exists()


def test_a_pace_that_has_no_queue_is_refused(now):
    with pytest.raises(Malformed):
        join_queue(make_player(), "61+5", now)


def test_who_block_each_other_are_not_paired(now):
    one, other = make_player(), make_player()
    shun(one, other, BLOCK)
    wait(one, other, now=now)
    assert pair_waiting(now) == 0


def test_who_plays_a_live_rated_match_may_wait_for_a_daily_one_only(now):
    busy = make_player()
    make_match(busy)
    with pytest.raises(AgainstRules, match="live rated match"):
        join_queue(busy, RAPID, now)
    assert join_queue(busy, DAILY, now)


def test_who_has_begun_another_match_meanwhile_drops_out(now):
    one, other = make_player(), make_player()
    wait(one, other, now=now)
    make_match(one)
    assert pair_waiting(now) == 0
    assert QueueEntry.objects.get().player == other


def test_many_matches_called_off_make_a_pause(now):
    player = make_player()
    for _ in range(3):
        match = make_match(player, rated=False)
        Lapse.objects.create(player=player, match=match, kind="abort", at=now)
    with pytest.raises(AgainstRules, match="pause for you until"):
        join_queue(player, RAPID, now)
    assert join_queue(player, DAILY, now)
    assert join_queue(player, RAPID, now + timedelta(minutes=6))


def test_the_same_two_are_not_paired_again_after_as_many_rated_matches_as_count(now):
    one, other = make_player(), make_player()
    for number in range(RATED_A_DAY):
        finished_match(one, other, seed=number, now=now - timedelta(hours=2))
    wait(one, other, now=now)
    # By now each takes anybody: how far their ratings have come apart shall not matter here.
    QueueEntry.objects.update(joined_at=now - timedelta(minutes=5))
    assert pair_waiting(now) == 0
    Match.objects.update(started_at=now - timedelta(days=1, hours=1))
    assert pair_waiting(now) == 1


def test_the_same_two_play_again_when_nobody_else_waits(now):
    one, other = make_player(), make_player()
    finished_match(one, other, now=now - timedelta(hours=1))
    wait(one, other, now=now)
    assert pair_waiting(now) == 1
    third = make_player()
    Match.objects.filter(ended_at=None).delete()
    wait(one, other, third, now=now)
    assert pair_waiting(now) == 1
    assert third in {Match.objects.latest("pk").aton, Match.objects.latest("pk").amon}


def test_sides_take_turns(now):
    one, other = make_player(), make_player()
    finished_match(one, other, now=now - timedelta(hours=1))
    wait(one, other, now=now)
    pair_waiting(now)
    assert Match.objects.latest("pk").aton == other


def test_how_many_wait_and_play(now):
    me = make_player()
    wait(me, make_player(), now=now, pace=BLITZ)
    make_match(clock=RAPID)
    pairing = pairing_of(me, now)
    figures = {queue.time_control: (queue.waiting, queue.playing) for queue in pairing.queues}
    assert figures == {BLITZ: (2, 0), RAPID: (0, 2), "1800+30": (0, 0), DAILY: (0, 0)}
    assert pairing.mine.player == me
    assert pairing_of(make_player(), now).mine is None


def test_a_crowd_is_seated_in_one_sweep(now):
    for _ in range(20):
        wait(make_player(), now=now)
    assert pair_waiting(now) == 10
