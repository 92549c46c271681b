"""Flag-fall (rules 5.2, 5.3), downtime, lag credit."""

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.clock import IN_FLIGHT_MS, MOST_LAG_CREDIT_MS, Clock, fallen, lag_credit
from games.models import Action, Downtime, Heartbeat, Match, Presence, Rating, RatingChange, Result
from games.refusals import Stale
from games.usecases.keep_house import TO_COME_BACK, beat, forget_leftovers, make_good_downtime
from games.usecases.make_record import make_record
from games.usecases.note_presence import note_presence
from games.usecases.play import play
from games.usecases.settle_clock import match_settled, settle_due_clocks
from tests.factories import make_match, player_on, state_of

ms = lambda number: timedelta(milliseconds=number)  # noqa: E731
ALLOWANCE = ms(IN_FLIGHT_MS + MOST_LAG_CREDIT_MS)


def allocate(match, side, now):
    cards = state_of(match).to_json()["hand"][side]
    posted = {"type": "allocate", "cards": cards}
    return play(match.pk, player_on(match, side), 0, posted, now)


def second_round(match):
    """Play the first round to its end in no time; both owe an allocation then."""
    import random

    from tests.factories import play_random

    rng = random.Random(1)
    while not match.over and not (match.round == 2 and match.aton_to_move and match.amon_to_move):
        play_random(match, rng, 1, now=match.started_at - timedelta(seconds=1))
    assert not match.over
    return match


@pytest.mark.django_db
def test_a_flag_that_falls_after_both_have_allocated_loses():
    """Rule 5.2."""
    match = make_match()
    allocate(match, "aton", match.started_at)
    allocate(match, "amon", match.started_at)
    match.refresh_from_db()
    (side,) = state_of(match).to_move
    deadline = match.clocks[side].deadline
    assert settle_due_clocks(deadline + ALLOWANCE) == 0
    assert settle_due_clocks(deadline + ALLOWANCE + ms(1)) == 1
    assert settle_due_clocks(deadline + timedelta(days=1)) == 0
    match.refresh_from_db()
    assert (match.reason, match.winner) == ("timeout", engine.other(side))
    assert Result.objects.count() == RatingChange.objects.count() == 2
    replayed = engine.replay(make_record(match))
    assert replayed.result.winner == match.winner


@pytest.mark.django_db
@pytest.mark.parametrize("allocated", [[], ["aton"], ["amon"]])
def test_a_flag_that_falls_before_both_have_allocated_aborts(allocated):
    """Rule 5.3."""
    match = make_match()
    for side in allocated:
        allocate(match, side, match.started_at)
    settle_due_clocks(match.started_at + timedelta(seconds=603))
    match.refresh_from_db()
    assert (match.reason, match.winner) == ("abort", "")
    assert engine.replay(make_record(match)).to_json()["result"] == {
        "winner": None,
        "reason": "abort",
    }
    assert not Result.objects.exists()
    assert set(Rating.objects.values_list("rating", flat=True)) == {1500}


@pytest.mark.django_db
def test_the_earlier_deadline_loses_when_both_have_passed():
    match = second_round(make_match())
    Match.objects.filter(pk=match.pk).update(
        aton_deadline=match.started_at + timedelta(seconds=70),
        amon_deadline=match.started_at + timedelta(seconds=70, milliseconds=1),
    )
    settle_due_clocks(match.started_at + timedelta(days=1))
    match.refresh_from_db()
    assert (match.reason, match.winner) == ("timeout", "amon")


@pytest.mark.django_db
def test_both_flags_in_the_same_instant_are_a_draw():
    match = second_round(make_match(clock="3d"))
    assert match.aton_deadline == match.amon_deadline
    settle_due_clocks(match.started_at + timedelta(days=4))
    match.refresh_from_db()
    assert (match.reason, match.winner, match.phase) == ("timeout", "", "over")
    assert set(Result.objects.values_list("outcome", flat=True)) == {"draw"}
    assert set(RatingChange.objects.values_list("score", flat=True)) == {0.5}
    record = make_record(match)
    assert (record["result"], record["drawn"]) == (None, "timeout")
    engine.replay(record)


@pytest.mark.django_db
def test_posting_late_does_not_lose_a_match_that_the_other_has_lost():
    match = second_round(make_match())
    now = match.started_at + timedelta(seconds=70)
    Match.objects.filter(pk=match.pk).update(
        amon_deadline=now - ms(800), aton_deadline=now - ms(200)
    )
    cards = state_of(match).to_json()["hand"]["aton"]
    posted = {"type": "allocate", "cards": cards}
    with pytest.raises(Stale):
        play(match.pk, match.aton, match.version, posted, now)
    match.refresh_from_db()
    assert not match.over
    settle_due_clocks(now + ALLOWANCE)
    match.refresh_from_db()
    assert (match.reason, match.winner) == ("timeout", "aton")


@pytest.mark.django_db
def test_a_match_that_cannot_be_settled_does_not_keep_the_others_from_it():
    broken, other = make_match(), make_match()
    Match.objects.filter(pk=broken.pk).update(state={})
    assert settle_due_clocks(other.started_at + timedelta(hours=1)) == 1
    other.refresh_from_db()
    assert other.over


@pytest.mark.django_db
def test_what_the_server_takes_to_judge_is_nobodys_time():
    """The mover's clock stops when the decision came, the next one starts when it is judged."""
    match = make_match()
    received = match.started_at - timedelta(seconds=7)
    allocate(match, "aton", received)
    allocate(match, "amon", received)
    match.refresh_from_db()
    (side,) = state_of(match).to_move
    assert match.clocks[side].deadline >= match.started_at + ms(match.clocks[side].left_ms)


@pytest.mark.django_db
def test_whoever_looks_at_a_match_sees_it_settled():
    match = make_match()
    seen = match_settled(match.pk, match.started_at + timedelta(hours=1))
    assert seen.reason == "abort"
    assert Action.objects.filter(match=match).count() == 1


@pytest.mark.django_db
def test_a_decision_received_before_the_deadline_counts_even_when_it_is_judged_late():
    match = make_match()
    allocate(match, "amon", match.started_at)
    assert allocate(match, "aton", match.started_at + timedelta(seconds=600)).version == 2


@pytest.mark.django_db
def test_a_decision_received_after_the_deadline_ends_the_match():
    match = make_match()
    allocate(match, "amon", match.started_at)
    with pytest.raises(Stale):
        allocate(match, "aton", match.started_at + timedelta(seconds=600, milliseconds=1))
    match.refresh_from_db()
    assert match.reason == "abort"


@pytest.mark.django_db
@pytest.mark.parametrize(("lag", "late"), [(300, 300), (5000, MOST_LAG_CREDIT_MS)])
def test_the_lag_of_the_line_is_given_back_up_to_half_a_second(lag, late):
    match = make_match()
    allocate(match, "amon", match.started_at)
    deadline = match.started_at + timedelta(seconds=600)
    note_presence(match.pk, match.aton_id, deadline, lag)
    with pytest.raises(Stale):
        allocate(make_late(match), "aton", deadline + ms(late + 1))
    match = make_match()
    allocate(match, "amon", match.started_at)
    deadline = match.started_at + timedelta(seconds=600)
    note_presence(match.pk, match.aton_id, deadline, lag)
    allocate(match, "aton", deadline + ms(late))
    match.refresh_from_db()
    assert (match.version, match.over) == (2, False)


def make_late(match):
    return Match.objects.get(pk=match.pk)


@pytest.mark.django_db
def test_time_that_the_line_took_is_not_used():
    match = make_match()
    note_presence(match.pk, match.aton_id, match.started_at, 400)
    allocate(match, "aton", match.started_at + timedelta(seconds=10))
    match.refresh_from_db()
    assert match.aton_ms == 600_000 - 10_000 + 400 + 15_000


@given(st.integers(-10, 10**6))
def test_the_credit_is_never_more_than_half_a_second(lag):
    assert 0 <= lag_credit(lag) <= 500


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 500))
def test_credit_gives_back_no_more_than_was_used(left, used, credit):
    from games.clock import TimeControl

    control = TimeControl.parse("600+15")
    now = timezone.now()
    clock = Clock(left).start(now)
    after = clock.decided(control, now + ms(used), credit)
    assert after.left_ms <= left + control.increment_ms
    assert after.left_ms >= max(0, left - used) + control.increment_ms


@given(st.integers(0, 10**5), st.integers(0, 10**5), st.integers(0, 3 * 10**5))
def test_a_flag_falls_for_the_earliest_deadline_only(aton, amon, passed):
    now = timezone.now()
    clocks = {"aton": Clock(aton).start(now), "amon": Clock(amon).start(now)}
    first = fallen(clocks, now + ms(passed), {})
    if passed <= min(aton, amon):
        assert first == ()
    elif aton == amon:
        assert first == ("aton", "amon")
    else:
        assert first == ("aton" if aton < amon else "amon",)


@pytest.mark.django_db
class TestDowntime:
    def test_running_deadlines_are_extended_by_the_time_without_a_server(self):
        match, over = make_match(), make_match()
        play(over.pk, over.aton, 0, {"type": "resign"}, over.started_at)
        allocate(match, "aton", match.started_at)
        match.refresh_from_db()
        before = match.amon_deadline
        beat(match.started_at)
        downtime = make_good_downtime(match.started_at + timedelta(minutes=3))
        match.refresh_from_db()
        over.refresh_from_db()
        assert match.amon_deadline == before + timedelta(minutes=3) + TO_COME_BACK
        assert match.aton_deadline is None
        assert over.amon_deadline is None
        assert downtime == Downtime.objects.get()

    def test_a_match_without_a_clock_is_told_of_no_clock(self):
        timed, untimed = make_match(), make_match(clock="none", rated=False)
        beat(timed.started_at)
        make_good_downtime(timed.started_at + timedelta(minutes=3))
        assert [note.kind for note in timed.notes.all()] == ["downtime"]
        assert not untimed.notes.exists()

    def test_a_second_server_that_starts_extends_nothing_again(self):
        match = make_match()
        beat(match.started_at)
        later = match.started_at + timedelta(minutes=3)
        assert make_good_downtime(later)
        assert make_good_downtime(later + timedelta(seconds=1)) is None
        match.refresh_from_db()
        extended = timedelta(seconds=600, minutes=3) + TO_COME_BACK
        assert match.aton_deadline == match.started_at + extended

    def test_a_server_that_beats_has_no_downtime(self):
        now = timezone.now()
        for second in range(5):
            beat(now + timedelta(seconds=second))
        assert make_good_downtime(now + timedelta(seconds=5.5)) is None
        assert Heartbeat.objects.count() == 1

    def test_a_server_that_was_frozen_gives_the_time_back_itself(self):
        match = make_match()
        beat(match.started_at)
        assert beat(match.started_at + timedelta(seconds=5)) is None
        assert beat(match.started_at + timedelta(seconds=17)) is not None
        match.refresh_from_db()
        assert match.aton_deadline == match.started_at + timedelta(seconds=612) + TO_COME_BACK

    def test_what_nobody_needs_any_more_is_forgotten(self):
        match, over = make_match(), make_match()
        for one in (match, over):
            note_presence(one.pk, one.aton_id, one.started_at)
        play(over.pk, over.aton, 0, {"type": "resign"}, over.started_at)
        forget_leftovers(timezone.now())
        assert Presence.objects.count() == 2, "the players may still play again"
        Match.objects.filter(pk=over.pk).update(ended_at=timezone.now() - timedelta(hours=2))
        forget_leftovers(timezone.now())
        assert [presence.match_id for presence in Presence.objects.all()] == [match.pk]

    def test_the_first_start_of_all_has_no_downtime(self):
        assert make_good_downtime(timezone.now()) is None
        assert Heartbeat.objects.count() == 1
