"""The pause of those who let others down. Pure: `now` and the lapses are passed in."""

from collections.abc import Iterable
from datetime import datetime, timedelta

# Matches called off or left count for a day; the first ones are free, since a line may fail.
REMEMBERED = timedelta(days=1)
FREE = 2
FIRST_PAUSE = timedelta(minutes=5)
LONGEST_PAUSE = timedelta(hours=12)


def paused_until(lapses: Iterable[datetime], now: datetime) -> datetime | None:
    """Return when somebody with `lapses` may play again, None when they may at `now`.

    The third lapse of a day makes a pause of 5 minutes, and each further one doubles it.
    """
    counted = sorted(at for at in lapses if now - REMEMBERED < at <= now)
    if len(counted) <= FREE:
        return None
    pause = FIRST_PAUSE * 2 ** min(len(counted) - FREE - 1, 10)
    until = counted[-1] + min(pause, LONGEST_PAUSE)
    return until if until > now else None
