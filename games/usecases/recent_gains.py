"""Keep the rating gains of the last 30 days: lines of the ledger come in, and go out by age."""

from collections import Counter
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import GainHorizon, Rating, RatingChange
from games.models.rating import RECENT_DAYS

# The work of one call; a sweep a second keeps up with any number of players.
LINES_AT_ONCE = 2000


def counts_as_recent(at: datetime) -> bool:
    """Whether a line of the ledger at `at` belongs to the gains as they stand.

    The caller holds the transaction. A line that the sweep could be about to pass (an imported
    one, never one of a match that ends now) makes it wait.
    """
    horizons = GainHorizon.objects.filter(pk=1)
    if at < timezone.now() - timedelta(days=RECENT_DAYS - 1):
        horizons = horizons.select_for_update()
    horizon = horizons.values_list("at", flat=True).first()
    return horizon is None or at > horizon


def forget_old_gains(now: datetime) -> int:
    """Take lines out of the gains that have become older than 30 days; return how many."""
    limit = now - timedelta(days=RECENT_DAYS)
    if not RatingChange.objects.filter(at__lte=limit, at__gt=_horizon()).exists():
        return 0
    with transaction.atomic():
        horizon = GainHorizon.objects.select_for_update().get(pk=1)
        lines = RatingChange.objects.filter(at__gt=horizon.at, at__lte=limit).order_by("at")
        last = lines.values_list("at", flat=True)[LINES_AT_ONCE - 1 : LINES_AT_ONCE].first()
        if last is not None:
            # Lines of one moment go out together, for the horizon is a moment.
            lines = lines.filter(at__lte=last)
        old = list(lines.values_list("at", "player_id", "pace", "before", "after"))
        if not old:
            return 0
        gains: Counter[tuple[int, str]] = Counter()
        numbers: Counter[tuple[int, str]] = Counter()
        for _at, player_id, pace, before, after in old:
            gains[player_id, pace] += after - before
            numbers[player_id, pace] += 1
        for player_id, pace in sorted(numbers):
            key = (player_id, pace)
            Rating.objects.filter(player=player_id, pace=pace).update(
                gain=F("gain") - gains[key], recent=F("recent") - numbers[key]
            )
        horizon.at = old[-1][0]
        horizon.save(update_fields=["at"])
    return len(old)


def _horizon() -> datetime:
    """Return the moment whose younger lines are in the gains, made at the first call."""
    first = datetime.fromisoformat("2000-01-01T00:00:00+00:00")
    return GainHorizon.objects.get_or_create(pk=1, defaults={"at": first})[0].at
