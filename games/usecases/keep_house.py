"""The house's own pulse: note that a server lives, and make good the time when none did."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.models import Downtime, Heartbeat, Match, MatchNote, Presence, QueueEntry

# A gap up to this is a slow beat, not a downtime.
SHORTEST_DOWNTIME = timedelta(seconds=2)

# Browsers need a moment to find the server again.
TO_COME_BACK = timedelta(seconds=5)


def beat(now: datetime) -> None:
    """Note that a server was alive at `now`."""
    if not Heartbeat.objects.filter(pk=1).update(at=now):
        Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})


def make_good_downtime(now: datetime) -> Downtime | None:
    """Extend every running deadline by the time without a server before `now`, if there was one.

    Returns what was made good, which the log of each match that ran then shows. Of several
    servers that start at once only the first finds a gap.
    """
    with transaction.atomic():
        last = Heartbeat.objects.select_for_update().filter(pk=1).first()
        if last is None:
            Heartbeat.objects.create(pk=1, at=now)
            return None
        gap = now - last.at
        began_at, last.at = last.at, now
        last.save(update_fields=["at"])
        if gap < SHORTEST_DOWNTIME:
            return None
        extension = gap + TO_COME_BACK
        for name in ("aton_deadline", "amon_deadline"):
            running = Match.objects.filter(reason="", **{f"{name}__isnull": False})
            running.update(**{name: F(name) + extension})
        _note_in_logs(now, extension)
        # Nobody could be seen in that time either.
        QueueEntry.objects.update(seen_at=F("seen_at") + extension)
        Presence.objects.filter(match__ended_at=None).update(seen_at=F("seen_at") + extension)
        return Downtime.objects.create(began_at=began_at, ended_at=now)


def _note_in_logs(now: datetime, extension: timedelta) -> None:
    """Let the log of every match whose clocks were extended say so."""
    running = Match.objects.filter(ended_at__isnull=True).values_list("pk", "version")
    MatchNote.objects.bulk_create(
        (
            MatchNote(
                match_id=match_id,
                kind="downtime",
                after=version,
                seconds=round(extension.total_seconds()),
                at=now,
            )
            for match_id, version in running.iterator()
        ),
        batch_size=1000,
    )
