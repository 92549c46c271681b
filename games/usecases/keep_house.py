"""The house's own pulse: note that a server lives, and make good the time when none did."""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F

from games.clock import UNTIMED
from games.models import Downtime, Heartbeat, Match, MatchNote, Presence, QueueEntry

# A gap up to this is a slow beat, not a downtime.
SHORTEST_DOWNTIME = timedelta(seconds=2)

# A server that could not beat for this long was frozen, or had no database.
SHORTEST_FREEZE = timedelta(seconds=6)

# Browsers need a moment to find the server again.
TO_COME_BACK = timedelta(seconds=5)


def beat(now: datetime) -> Downtime | None:
    """Note that a server was alive at `now`, and make good the time for which none was.

    A running server finds such a gap when it was stopped and went on, or when its database was
    away for a while.
    """
    return make_good_downtime(now, SHORTEST_FREEZE)


def make_good_downtime(now: datetime, shortest: timedelta = SHORTEST_DOWNTIME) -> Downtime | None:
    """Extend every running deadline by the time without a server before `now`, if there was one.

    A gap below `shortest` is none. Returns what was made good, which the log of each match that
    ran then shows. Of several servers that start at once only the first finds a gap.
    """
    with transaction.atomic():
        last = Heartbeat.objects.select_for_update().filter(pk=1).first()
        if last is None:
            Heartbeat.objects.create(pk=1, at=now)
            return None
        gap = now - last.at
        began_at, last.at = last.at, now
        last.save(update_fields=["at"])
        if gap < shortest:
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


def forget_leftovers(now: datetime) -> None:
    """Delete what nobody needs any more: sessions that have ended, presence at ended matches."""
    Session.objects.filter(expire_date__lt=now).delete()
    # People stay at an ended match for a while, to play again.
    Presence.objects.filter(match__ended_at__lt=now - timedelta(hours=1)).delete()


def _note_in_logs(now: datetime, extension: timedelta) -> None:
    """Let the log of every match whose clocks were extended say so."""
    running = (
        Match.objects.filter(ended_at__isnull=True)
        .exclude(time_control=UNTIMED)
        .values_list("pk", F("version") - F("taken_back"))
    )
    MatchNote.objects.bulk_create(
        (
            MatchNote(
                match_id=match_id,
                kind="downtime",
                after=decided,
                seconds=round(extension.total_seconds()),
                at=now,
            )
            for match_id, decided in running.iterator()
        ),
        batch_size=1000,
    )
