"""Flag-fall: end a match when a clock has run out (rules 5.2, 5.3)."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from games import access, engine
from games.clock import IN_FLIGHT_MS, MOST_LAG_CREDIT_MS, fallen
from games.engine import SIDES, Side
from games.models import Match
from games.usecases.carry_out import carry_out, end_on_both_clocks

logger = logging.getLogger(__name__)

_ALLOWANCE_MS = IN_FLIGHT_MS + MOST_LAG_CREDIT_MS


def settle_clock(
    match: Match, now: datetime, *, sender: Side | None = None, credit_ms: int = 0
) -> bool:
    """End the locked `match` if a flag has fallen by `now`; return whether it has.

    Whose decision has just been received (`sender`) is in time up to their deadline and
    `credit_ms`; for anybody else a decision may still be on its way for a moment. The caller
    holds the transaction.
    """
    if match.over:
        return False
    allowance: dict[str, int] = {
        side: credit_ms if side == sender else _ALLOWANCE_MS for side in SIDES
    }
    losers = fallen(match.clocks, now, allowance)
    if not losers:
        return False
    if len(losers) == len(SIDES):
        end_on_both_clocks(match, now)
    else:
        carry_out(match, engine.parse_action({"player": losers[0], "type": "timeout"}), now)
    return True


def match_settled(match_id: int, now: datetime) -> Match:
    """Return the match with its players, ended if a flag has fallen by `now`.

    Raises `Match.DoesNotExist`.
    """
    match = access.match_seen(match_id)
    if fallen(match.clocks, now, dict.fromkeys(SIDES, _ALLOWANCE_MS)):
        _lock_and_settle(match_id, now)
        match = access.match_seen(match_id)
    return match


def settle_due_clocks(now: datetime, limit: int = 500) -> int:
    """End every match whose flag has fallen, whether anybody looks or not; return how many.

    `limit` bounds the work of one call; the rest is found by the next one.
    """
    before = now - timedelta(milliseconds=_ALLOWANCE_MS)
    running = Match.objects.filter(ended_at__isnull=True)
    due = [
        match_id
        for name in ("aton_deadline", "amon_deadline")
        for match_id in running.filter(**{f"{name}__lt": before})
        .order_by(name)
        .values_list("pk", flat=True)[:limit]
    ]
    return sum(_settle_or_log(match_id, now) for match_id in dict.fromkeys(due))


def _settle_or_log(match_id: int, now: datetime) -> bool:
    try:
        return _lock_and_settle(match_id, now)
    except Exception:
        # One match that cannot be settled must not keep the others from it.
        logger.exception("Match %s could not be settled.", match_id)
        return False


def _lock_and_settle(match_id: int, now: datetime) -> bool:
    with transaction.atomic():
        return settle_clock(access.match_locked(match_id), now)
