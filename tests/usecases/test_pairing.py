"""Who plays whom (games/pairing.py) and who pauses (games/pause.py): arithmetic on values."""

import random
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.pairing import RANGE_A_SECOND, RANGE_AT_FIRST, Waiting, pair
from games.pause import FIRST_PAUSE, FREE, LONGEST_PAUSE, paused_until
from tests.bench.pairing import PEOPLE, crowd, enemies
from tests.work import calls_of

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def pairs_of(*people):
    return {frozenset(two) for two in pair(people)}


def test_nobody_and_one_person_make_no_pair():
    assert pair([]) == []
    assert pair([Waiting(1, 1500, 100)]) == []


def test_the_nearest_in_rating_play():
    people = [Waiting(1, 1500, 9), Waiting(2, 1640, 9), Waiting(3, 1510, 9), Waiting(4, 1650, 9)]
    assert pairs_of(*people) == {frozenset({1, 3}), frozenset({2, 4})}


def test_the_range_widens_as_they_wait_and_is_kept_for_both():
    far = RANGE_AT_FIRST + 10 * RANGE_A_SECOND
    assert pairs_of(Waiting(1, 1500, 9.9), Waiting(2, 1500 + far, 99)) == set()
    assert pairs_of(Waiting(1, 1500, 10), Waiting(2, 1500 + far, 10)) == {frozenset({1, 2})}


def test_who_avoid_each_other_do_not_play():
    people = [
        Waiting(1, 1500, 99, avoid=frozenset({2})),
        Waiting(2, 1501, 99, avoid=frozenset({1})),
    ]
    assert pairs_of(*people) == set()
    assert pairs_of(*people, Waiting(3, 1700, 99)) == {frozenset({2, 3})}


def test_not_the_same_opponent_again_when_somebody_else_waits():
    again = [Waiting(1, 1499, 9, last_opponent=2), Waiting(2, 1500, 9, last_opponent=1)]
    assert pairs_of(*again) == {frozenset({1, 2})}
    # The third is too far away for now, but waits: their range will widen.
    assert pairs_of(*again, Waiting(3, 2500, 9)) == set()
    assert pairs_of(*again, Waiting(3, 1600, 9)) == {frozenset({2, 3})}


def test_last_opponents_play_again_when_the_other_one_who_waits_is_nobody_to_play():
    people = [
        Waiting(1, 1500, 9, last_opponent=2, avoid=frozenset({3})),
        Waiting(2, 1500, 9, last_opponent=1, avoid=frozenset({3})),
        Waiting(3, 1500, 9, avoid=frozenset({1, 2})),
    ]
    assert pairs_of(*people) == {frozenset({1, 2})}


people_strategy = st.lists(
    st.builds(
        Waiting,
        player=st.integers(1, 60),
        rating=st.integers(800, 2400),
        seconds=st.floats(0, 60),
        last_opponent=st.none() | st.integers(1, 60),
    ),
    unique_by=lambda one: one.player,
    max_size=40,
)


@given(people_strategy)
def test_pairs_hold_everybody_once_and_nobody_with_themselves(people):
    by_player = {one.player: one for one in people}
    seated = [player for two in pair(people) for player in two]
    assert len(seated) == len(set(seated))
    for one, other in pair(people):
        assert one != other
        difference = abs(by_player[one].rating - by_player[other].rating)
        assert difference <= min(by_player[one].reach, by_player[other].reach)


def test_ten_thousand_people_are_paired_with_little_work():
    pairs, calls = calls_of(pair, crowd(random.Random(1)))
    assert len(pairs) > 4_900
    assert calls < 100 * PEOPLE


def test_a_crowd_that_may_not_play_each_other_is_not_compared_each_with_all():
    pairs, calls = calls_of(pair, enemies())
    assert pairs == []
    assert calls < 1_000 * PEOPLE


def test_the_first_lapses_are_free_and_the_pause_grows():
    ago = lambda minutes: NOW - timedelta(minutes=minutes)  # noqa: E731
    assert paused_until([ago(1)] * FREE, NOW) is None
    assert paused_until([ago(3), ago(2), ago(1)], NOW) == ago(1) + FIRST_PAUSE
    assert paused_until([ago(4), ago(3), ago(2), ago(1)], NOW) == ago(1) + 2 * FIRST_PAUSE
    assert paused_until([ago(9), ago(8), ago(6)], NOW) is None
    assert paused_until([ago(1)] * 500, NOW) == ago(1) + LONGEST_PAUSE
    assert paused_until([NOW - timedelta(days=2)] * 9, NOW) is None
