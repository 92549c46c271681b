"""Quick pairing: wait for an opponent, leave the queue, pair those who wait."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from games import access
from games.clock import TimeControl
from games.models import Match, Player, QueueEntry
from games.notify import lobby_news_on_commit, player_called_on_commit, player_news_on_commit
from games.pairing import Waiting, pair
from games.refusals import Malformed, Refused
from games.usecases import fair_play
from games.usecases.bot_players import Level, level_near
from games.usecases.shun import are_apart, kept_apart
from games.usecases.start_match import start_match

# The paces that one press finds an opponent for.
QUEUES = ("180+5", "600+15", "1800+30", "3d")

# Who has waited so long is offered a bot, and may go on waiting.
BOT_OFFERED_AFTER = timedelta(seconds=20)

# Whose page has not been heard of for so long has left the queue.
GONE = timedelta(seconds=10)

# So many of those who have waited longest are looked at; the others' turn comes a second later.
PEOPLE_A_SWEEP = 10_000

# One sweep seats so many pairs, so that decisions do not wait long behind a great crowd.
PAIRS_A_SWEEP = 100


@dataclass(frozen=True, slots=True)
class Queue:
    """A pace to be paired in: how many wait for it, and how many people play it now."""

    time_control: str
    waiting: int
    playing: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """The queues, and the place in them of the one who looks, if they have one.

    `offer` is the bot that is offered to who has waited for a while, and `offer_in` in how many
    seconds it will be.
    """

    queues: Sequence[Queue]
    mine: QueueEntry | None = None
    offer: Level | None = None
    offer_in: int = 0

    @property
    def my_queue(self) -> Queue | None:
        """The queue in which the one who looks waits."""
        mine = self.mine and self.mine.time_control
        return next((queue for queue in self.queues if queue.time_control == mine), None)


def pairing_of(asker: access.Asker, now: datetime) -> Pairing:
    """Return the queues as `asker` sees them."""
    waiting = Counter(
        dict(
            QueueEntry.objects.filter(seen_at__gt=now - GONE)
            .values_list("time_control")
            .annotate(n=Count("pk"))
        )
    )
    playing = Counter(
        dict(
            Match.objects.filter(ended_at__isnull=True)
            .values_list("time_control")
            .annotate(n=Count("pk"))
        )
    )
    queues = [Queue(name, waiting[name], 2 * playing[name]) for name in QUEUES]
    mine = QueueEntry.objects.filter(player=asker).first() if isinstance(asker, Player) else None
    if mine is None:
        return Pairing(queues)
    waited = now - mine.joined_at
    if waited >= BOT_OFFERED_AFTER:
        return Pairing(queues, mine, level_near(mine.rating))
    return Pairing(queues, mine, offer_in=ceil((BOT_OFFERED_AFTER - waited).total_seconds()))


def join_queue(player: Player, time_control: str, now: datetime) -> QueueEntry:
    """Let `player` wait for a rated match; who waits already changes the queue.

    Raises `Malformed` for a pace that has no queue, and `AgainstRules` when they may not play.
    """
    if time_control not in QUEUES:
        raise Malformed(_("There is no quick pairing for this pace."))
    control = TimeControl.parse(time_control)
    with transaction.atomic():
        fair_play.check_may_wait(player, control, rated=True, now=now)
        rating = player.rating_in(control.pace).rating
        values = {"time_control": time_control, "rating": rating, "seen_at": now}
        entry, new = QueueEntry.objects.select_for_update(no_key=True).get_or_create(
            player=player, defaults={**values, "joined_at": now}
        )
        if not new:
            if entry.time_control != time_control:
                entry.joined_at = now
            for name, value in values.items():
                setattr(entry, name, value)
            entry.save()
        lobby_news_on_commit()
        return entry


def leave_queue(player: Player) -> None:
    """Take `player` out of the queue, if they are in it."""
    if QueueEntry.objects.filter(player=player).delete()[0]:
        lobby_news_on_commit()


def note_waiting(player_id: int, now: datetime) -> None:
    """Note that the page of the player was open at `now`; nothing when they do not wait."""
    waiting = QueueEntry.objects.filter(player=player_id)
    if waiting.exists():
        waiting.update(seen_at=now)


def still_waiting(player: Player, now: datetime) -> Match | None:
    """Note that the player's page is open, or return the live match that waiting has ended with."""
    note_waiting(player.pk, now)
    if QueueEntry.objects.filter(player=player).exists():
        return None
    return fair_play.live_rated_match(player)


def pair_waiting(now: datetime) -> int:
    """Drop who has left, seat who fits together, and return how many matches were started."""
    if not QueueEntry.objects.exists():
        return 0
    if QueueEntry.objects.filter(seen_at__lte=now - GONE).delete()[0]:
        lobby_news_on_commit()
    started = 0
    for time_control in QUEUES:
        for one_id, other_id in pair(_people(time_control, now))[: PAIRS_A_SWEEP - started]:
            started += _seat(one_id, other_id, time_control, now)
    return started


def _people(time_control: str, now: datetime) -> list[Waiting]:
    entries = list(
        QueueEntry.objects.filter(time_control=time_control).order_by("joined_at")[:PEOPLE_A_SWEEP]
    )
    if len(entries) < 2:
        return []
    ids = [entry.player_id for entry in entries]
    avoid = kept_apart(ids)
    for one_id, other_id in _met_enough(ids, now):
        avoid[one_id].add(other_id)
        avoid[other_id].add(one_id)
    last = _last_opponents(ids, now)
    return [
        Waiting(
            entry.player_id,
            entry.rating,
            (now - entry.joined_at).total_seconds(),
            last.get(entry.player_id),
            frozenset(avoid[entry.player_id]),
        )
        for entry in entries
    ]


def _met_enough(ids: Sequence[int], now: datetime) -> set[tuple[int, int]]:
    """Return who have played as many rated matches today as count: the queue is a rated one."""
    met: Counter[tuple[int, int]] = Counter()
    rows = Match.objects.filter(
        aton__in=ids, amon__in=ids, rated=True, started_at__gt=now - fair_play.A_DAY
    ).exclude(reason="abort")
    for aton_id, amon_id in rows.values_list("aton_id", "amon_id"):
        met[min(aton_id, amon_id), max(aton_id, amon_id)] += 1
    return {two for two, number in met.items() if number >= fair_play.RATED_A_DAY}


def _last_opponents(ids: Sequence[int], now: datetime) -> dict[int, int]:
    """Return whom each of the players has met last, as far as that was today."""
    last: dict[int, int] = {}
    rows = Match.objects.filter(
        Q(aton__in=ids) | Q(amon__in=ids), started_at__gt=now - fair_play.A_DAY
    ).order_by("started_at", "pk")
    for aton_id, amon_id in rows.values_list("aton_id", "amon_id"):
        last[aton_id], last[amon_id] = amon_id, aton_id
    return last


def _seat(one_id: int, other_id: int, time_control: str, now: datetime) -> int:
    """Start the match of two who wait, unless something has changed; return how many (0 or 1)."""
    control = TimeControl.parse(time_control)
    with transaction.atomic():
        fair_play.lock_players((one_id, other_id), control.pace)
        entries = QueueEntry.objects.filter(
            player__in=(one_id, other_id), time_control=time_control
        ).select_related("player")
        found = {entry.player_id: entry.player for entry in entries}
        if len(found) < 2 or are_apart(one_id, other_id):
            return 0
        one, other = found[one_id], found[other_id]
        for player in (one, other):
            try:
                fair_play.check_may_wait(player, control, rated=True, now=now)
            except Refused:
                QueueEntry.objects.filter(player=player).delete()
                player_news_on_commit(player.pk)
                return 0
        aton, amon = _sides(one, other)
        match = start_match(aton, amon, control, rated=True, now=now)
        entries.delete()
        for player in (one, other):
            player_called_on_commit(player.pk, match.get_absolute_url())
        lobby_news_on_commit()
        return 1


def _sides(one: Player, other: Player) -> tuple[Player, Player]:
    """Return who plays Aton and who Amon: whoever has played Aton less often lately does so."""
    excess = {player.pk: _aton_excess(player) for player in (one, other)}
    if excess[one.pk] == excess[other.pk]:
        return (one, other) if secrets.randbelow(2) else (other, one)
    return (one, other) if excess[one.pk] < excess[other.pk] else (other, one)


def _aton_excess(player: Player) -> int:
    """Return how many times more often than Amon the player was Aton in their last matches."""
    last = Match.objects.filter(Q(aton=player) | Q(amon=player)).order_by("-pk")
    return sum(
        1 if aton_id == player.pk else -1 for aton_id in last.values_list("aton_id", flat=True)[:10]
    )
