"""Write game records of finished matches (protocol.md): of one, or of many without end."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from games import engine
from games.models import Action, Match, Player, Result

# What is read and written at once, so that any number of records takes the same memory.
RECORDS_AT_ONCE = 100

_ATONS_TIMEOUT = {"player": "aton", "type": "timeout"}

Stored = tuple[str, dict[str, Any], datetime, int]  # side, payload, at, left_ms


def make_record(match: Match) -> dict[str, Any] | None:
    """Return the record of `match`, or None while it is not over (rules 6.2).

    A draw by both clocks in the same instant is no player's action, so the format cannot say
    it: such a record ends with the last decision, has no result, and says `drawn`. Where both
    clocks abort a match (rules 5.3), either player's timeout does, and Aton's is written.
    `times` stands beside the actions: for each the milliseconds since the start, and those on
    its player's clock afterwards.
    """
    if not match.over or match.ended_at is None:
        return None
    return _record(match, list(match.actions.values_list("side", "payload", "at", "left_ms")))


def records_of_player(player: Player) -> Iterator[dict[str, Any]]:
    """Yield the records of all matches that `player` has a result from, the oldest first."""

    def page(after: tuple[datetime, int] | None) -> list[Match]:
        rows = Result.objects.filter(player=player, match__synthetic=False)
        if after is not None:
            rows = rows.filter(ended_at__gte=after[0]).filter(
                Q(ended_at__gt=after[0]) | Q(match__gt=after[1])
            )
        found = rows.select_related("match__aton", "match__amon").defer("match__state")
        return [row.match for row in found.order_by("ended_at", "match_id")[:RECORDS_AT_ONCE]]

    return _records(page)


def records_of_day(day: date) -> Iterator[dict[str, Any]]:
    """Yield the records of all matches that ended on `day` (UTC), the oldest first."""
    begin = datetime.combine(day, time(), UTC)
    return records_of_all(begin=begin, end=begin + timedelta(days=1))


def exportable() -> QuerySet[Match]:
    """Return the finished matches that have a record for everybody."""
    return Match.objects.filter(ended_at__isnull=False, synthetic=False, with_guest=False)


def records_of_all(
    *,
    after: tuple[datetime, int] | None = None,
    begin: datetime | None = None,
    end: datetime | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the records of all finished matches by their end, from `begin` to before `end`.

    `after` is the end and the id of a match whose followers alone are wanted. Matches of guests
    are no part of a site's history: no list shows them, and they go with the guest.
    """
    wanted = exportable()
    if begin is not None:
        wanted = wanted.filter(ended_at__gte=begin)
    if end is not None:
        wanted = wanted.filter(ended_at__lt=end)

    def page(since: tuple[datetime, int] | None) -> list[Match]:
        since, rows = since or after, wanted
        if since is not None:
            rows = rows.filter(ended_at__gte=since[0]).filter(
                Q(ended_at__gt=since[0]) | Q(pk__gt=since[1])
            )
        found = rows.select_related("aton", "amon").defer("state")
        return list(found.order_by("ended_at", "pk")[:RECORDS_AT_ONCE])

    return _records(page)


def _records(
    page: Callable[[tuple[datetime, int] | None], list[Match]],
) -> Iterator[dict[str, Any]]:
    after: tuple[datetime, int] | None = None
    while matches := page(after):
        actions: defaultdict[int, list[Stored]] = defaultdict(list)
        rows = Action.objects.filter(match__in=matches).order_by("match_id", "number")
        for match_id, *stored in rows.values_list("match_id", "side", "payload", "at", "left_ms"):
            actions[match_id].append((stored[0], stored[1], stored[2], stored[3]))
        for match in matches:
            yield _record(match, actions[match.pk])
        last = matches[-1]
        if last.ended_at is None or len(matches) < RECORDS_AT_ONCE:
            return
        after = (last.ended_at, last.pk)


def _record(match: Match, actions: Sequence[Stored]) -> dict[str, Any]:
    assert match.ended_at is not None  # noqa: S101 — the database holds it (match_over_has_end)
    drawn_on_time = match.reason == "timeout" and not match.winner
    kept = actions[:-1] if drawn_on_time else actions
    payloads = [payload if side else _ATONS_TIMEOUT for side, payload, _at, _left in kept]
    started = match.started_at.replace(microsecond=0)
    return {
        "format": engine.FORMAT,
        "match": match.pk,
        "seed": match.seed,
        "commitment": engine.commitment(bytes.fromhex(match.seed)),
        "players": {"aton": match.aton.username, "amon": match.amon.username},
        "started": _utc(match.started_at),
        "ended": _utc(match.ended_at),
        "rated": match.rated,
        "clock": match.time_control,
        "actions": payloads,
        "times": [[(at - started) // timedelta(milliseconds=1), left] for _s, _p, at, left in kept],
        **({"drawn": "timeout"} if drawn_on_time else {}),
        "result": None
        if drawn_on_time
        else {
            "winner": match.winner or None,
            "reason": match.reason,
            "score": {"aton": match.aton_score, "amon": match.amon_score},
        },
    }


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
