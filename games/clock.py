"""Time arithmetic: time controls, the two clocks of a match, deadlines.

Pure: `now` comes in as an aware `datetime`, nothing here reads a clock. A clock that runs
is a deadline; a clock that stands is the time left, in milliseconds.

Live time controls are Fischer's: a base time for the match and an increment for each asked
decision. Daily ones give a whole period for each decision. A match against a bot may have no
clock ("none"): then no clock ever runs.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

LIVE, DAILY = "live", "daily"
UNTIMED = "none"
PACES = (LIVE, DAILY)

BASE_SECONDS = (60, 3600)  # the least and the most
INCREMENT_SECONDS = (5, 60)
DAYS = (1, 3, 7)

MOST_LAG_CREDIT_MS = 500

# A decision that reached the server in time may still wait for the match's lock, so nobody
# but its own sender is told that it came too late before this has passed.
IN_FLIGHT_MS = 1500

_LIVE_FORM = re.compile(r"(\d{1,5})\+(\d{1,4})", re.ASCII)
_DAILY_FORM = re.compile(r"(\d{1,3})d", re.ASCII)
_DAY_MS = 24 * 60 * 60 * 1000


class BadTimeControl(ValueError):  # noqa: N818 — it is named for what is bad, like BadRecord
    """A text that is no time control, or one that this site does not offer."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a match gives: `base_ms` at first, `increment_ms` for each decision."""

    pace: str
    base_ms: int
    increment_ms: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the time control written as `600+15` (seconds), `3d` (days) or `none`.

        Raises `BadTimeControl` for another form and for times out of range.
        """
        if live := _LIVE_FORM.fullmatch(text):
            base, increment = int(live[1]), int(live[2])
            if not (
                BASE_SECONDS[0] <= base <= BASE_SECONDS[1]
                and INCREMENT_SECONDS[0] <= increment <= INCREMENT_SECONDS[1]
            ):
                raise BadTimeControl(text)
            return cls(LIVE, base * 1000, increment * 1000)
        if daily := _DAILY_FORM.fullmatch(text):
            days = int(daily[1])
            if days not in DAYS:
                raise BadTimeControl(text)
            return cls(DAILY, days * _DAY_MS, 0)
        if text == UNTIMED:
            return cls(LIVE, 0, 0)
        raise BadTimeControl(text)

    @property
    def timed(self) -> bool:
        """Whether there is a clock at all."""
        return self.base_ms > 0

    def __str__(self) -> str:
        if not self.timed:
            return UNTIMED
        if self.pace == DAILY:
            return f"{self.base_ms // _DAY_MS}d"
        return f"{self.base_ms // 1000}+{self.increment_ms // 1000}"


@dataclass(frozen=True, slots=True)
class Clock:
    """One side's clock: `left_ms` when it last stood still, and `deadline` while it runs."""

    left_ms: int
    deadline: datetime | None = None

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self.deadline is not None

    def left_at(self, now: datetime) -> int:
        """Return the milliseconds left at `now`, never less than 0."""
        if self.deadline is None:
            return self.left_ms
        return max(0, round((self.deadline - now) / timedelta(milliseconds=1)))

    def late(self, now: datetime, allowance_ms: int = 0) -> bool:
        """Whether a decision that comes at `now` is too late, `allowance_ms` given."""
        deadline = self.deadline
        return deadline is not None and now > deadline + timedelta(milliseconds=allowance_ms)

    def start(self, now: datetime) -> "Clock":
        """Return the clock running from `now` on; one that runs already runs on."""
        if self.running:
            return self
        return replace(self, deadline=now + timedelta(milliseconds=self.left_ms))

    def stop(self, now: datetime) -> "Clock":
        """Return the clock standing at what is left at `now`."""
        return Clock(self.left_at(now))

    def decided(self, control: TimeControl, now: datetime, credit_ms: int = 0) -> "Clock":
        """Return the clock after its player made an asked decision at `now`: it stands.

        Live: what was left and the increment; `credit_ms`, for the way of the decision to the
        server, gives back at most what this decision has used. Daily: a whole period again.
        """
        if control.pace == DAILY:
            return Clock(control.base_ms)
        left = self.left_at(now - timedelta(milliseconds=credit_ms))
        return Clock(min(left, max(self.left_ms, self.left_at(now))) + control.increment_ms)


Clocks = Mapping[str, Clock]


def first_clocks(control: TimeControl, owing: Iterable[str], now: datetime) -> dict[str, Clock]:
    """Return both sides' clocks at the beginning of a match, those of `owing` running."""
    full = Clock(control.base_ms)
    return run_only({"aton": full, "amon": full}, owing if control.timed else (), now)


def run_only(clocks: Clocks, owing: Iterable[str], now: datetime) -> dict[str, Clock]:
    """Return the clocks with just those of the sides in `owing` running.

    In `allocate` both run and each stops at its own allocation; otherwise the one of the
    side that owes the decision; when the match is over none.
    """
    running = frozenset(owing)
    return {
        side: clock.start(now) if side in running else clock.stop(now)
        for side, clock in clocks.items()
    }


def after_decision(
    clocks: Clocks,
    control: TimeControl,
    side: str,
    owing: Iterable[str],
    now: datetime,
    *,
    resumed_at: datetime | None = None,
    credit_ms: int = 0,
) -> dict[str, Clock]:
    """Return the clocks after `side` made an asked decision at `now` and `owing` owe the next.

    What the server takes to judge the decision is nobody's time: the clocks of the next
    decision start at `resumed_at`, when it has been judged.
    """
    if not control.timed:
        return run_only(clocks, (), now)
    decided = {**clocks, side: clocks[side].decided(control, now, credit_ms)}
    return run_only(decided, owing, resumed_at or now)


def fallen(clocks: Clocks, now: datetime, allowance_ms: Mapping[str, int]) -> tuple[str, ...]:
    """Return the side whose flag has fallen first by `now`, both when in the same instant.

    The earliest deadline counts, and falls when its side's `allowance_ms` have passed too;
    until then nothing is decided, even where a later deadline has passed. Nothing is returned
    while no flag has fallen.
    """
    deadlines = {
        side: clock.deadline for side, clock in clocks.items() if clock.deadline is not None
    }
    if not deadlines:
        return ()
    earliest = min(deadlines.values())
    first = tuple(side for side, deadline in deadlines.items() if deadline == earliest)
    allowance = timedelta(milliseconds=max(allowance_ms.get(side, 0) for side in first))
    return first if now > earliest + allowance else ()


def lag_credit(lag_ms: int | None) -> int:
    """Return the credit for a decision whose sender's line was measured at `lag_ms`."""
    return min(max(lag_ms or 0, 0), MOST_LAG_CREDIT_MS)
