"""The time arithmetic, with `now` passed in (issue: clocks and deadlines)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import (
    BadTimeControl,
    Clock,
    TimeControl,
    after_decision,
    first_clocks,
    run_only,
)

START = datetime(2026, 11, 30, 10, tzinfo=UTC)
live_controls = st.builds(
    lambda base, increment: TimeControl.parse(f"{base}+{increment}"),
    st.integers(60, 3600),
    st.integers(5, 60),
)
controls = live_controls | st.sampled_from(["1d", "3d", "7d"]).map(TimeControl.parse)
moments = st.integers(0, 10**8).map(lambda ms: START + timedelta(milliseconds=ms))


@pytest.mark.parametrize(
    "text", ["60+5", "180+5", "600+15", "1800+30", "3600+60", "1d", "3d", "7d"]
)
def test_a_time_control_is_written_as_it_was_read(text):
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "600", "600+", "+15", "59+5", "60+4", "3601+5", "600+61", "0d", "2d", "8d", "d", "-3d",
     "600+15 ", "600 +15", "６００+15", "1e3+5", "99999999999+5", "600+15\n", "3D"],
)  # fmt: skip
def test_what_is_not_offered_is_refused(text):
    with pytest.raises(BadTimeControl):
        TimeControl.parse(text)


@given(live_controls, moments, st.integers(0, 10**7))
def test_a_live_clock_loses_what_was_used_and_gains_the_increment(control, now, used):
    clock = Clock(control.base_ms).start(now)
    later = now + timedelta(milliseconds=used)
    assert clock.decided(control, later) == Clock(
        max(0, control.base_ms - used) + control.increment_ms
    )


@given(moments, st.integers(0, 10**7))
def test_a_daily_clock_gives_a_whole_period_for_each_decision(now, used):
    control = TimeControl.parse("3d")
    clock = Clock(control.base_ms).start(now)
    assert clock.decided(control, now + timedelta(milliseconds=used)).left_ms == 3 * 86_400_000


@given(controls, moments, st.integers(0, 10**7), st.integers(0, 10**7))
def test_starting_a_running_clock_gives_no_time(control, now, first, second):
    clock = Clock(control.base_ms).start(now)
    later = now + timedelta(milliseconds=first)
    again = clock.start(later)
    assert again == clock
    end = later + timedelta(milliseconds=second)
    assert again.left_at(end) == max(0, control.base_ms - first - second)


@given(controls, moments, st.integers(0, 10**7))
def test_stopping_and_starting_in_the_same_instant_changes_nothing(control, now, used):
    clock = Clock(control.base_ms).start(now)
    later = now + timedelta(milliseconds=used)
    assert clock.stop(later).start(later).left_at(later) == clock.left_at(later)


def test_in_allocate_both_clocks_run_and_each_stops_at_its_own_allocation():
    control = TimeControl.parse("600+15")
    clocks = first_clocks(control, ("aton", "amon"), START)
    assert clocks["aton"].running
    assert clocks["amon"].running
    later = START + timedelta(seconds=10)
    clocks = after_decision(clocks, control, "aton", ("amon",), later)
    assert clocks["aton"] == Clock(605_000)
    assert clocks["amon"].left_at(later) == 590_000


def test_who_decides_twice_running_gets_two_increments():
    control = TimeControl.parse("600+15")
    clocks = run_only(first_clocks(control, (), START), ("aton",), START)
    clocks = after_decision(clocks, control, "aton", ("aton",), START + timedelta(seconds=5))
    assert clocks["aton"].running
    clocks = after_decision(clocks, control, "aton", ("amon",), START + timedelta(seconds=7))
    assert clocks["aton"] == Clock((600 - 7 + 30) * 1000)


@given(controls, moments)
def test_when_the_match_is_over_no_clock_runs(control, now):
    clocks = run_only(first_clocks(control, ("aton", "amon"), START), (), now)
    assert not any(clock.running for clock in clocks.values())


def test_a_clock_never_shows_less_than_nothing():
    assert Clock(1000).start(START).left_at(START + timedelta(days=9)) == 0
