"""A bot's decision: find that one is owed, take it up, and play what was thought out.

The thinking lies between `take_up` and `answer`, outside of any transaction and process that
serves people (games/thinking.py). What is found is found by looking at the matches, so a
restart loses nothing but the time of one decision.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from games import engine
from games.engine import State
from games.models import BotSeat
from games.refusals import Refused
from games.usecases.play import play

# Longer than any decision takes; after it another process may think about the same one.
LEASE = timedelta(seconds=30)

# The pause of a human pace, in seconds from and to.
_PAUSES = {"allocate": (1.2, 3.2), "remove": (0.8, 1.8), "place": (0.8, 1.8), "clear": (0.8, 1.6)}
# Of a clock that runs low the pause takes no more than this share.
_CLOCK_SHARE = 0.02

# What each level may think at most, in milliseconds.
BUDGET_MS = {"scarab": 50, "ibis": 50, "jackal": 50, "sphinx": 50, "pharaoh": 1000}
LEAST_MS = 40


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot has to think about: its level, its own view, and on which version."""

    match_id: int
    version: int
    level: str
    view: Mapping[str, Any]


def owed_by_bots(now: datetime, limit: int = 500) -> list[int]:
    """Return the matches in which a bot owes a decision that nobody is thinking about."""
    owing = _owing().filter(Q(taken_until__isnull=True) | Q(taken_until__lt=now))
    return list(owing.order_by("match_id").values_list("match_id", flat=True)[:limit])


def forget_thinking() -> None:
    """Let what a process that is gone was thinking about be taken up at once."""
    BotSeat.objects.filter(taken_until__isnull=False).update(taken_until=None)


def pause_before(match_id: int, now: datetime) -> float | None:
    """Return in how many seconds the bot is to answer, None when it owes nothing."""
    seat = _owing().select_related("match").filter(pk=match_id).first()
    if seat is None:
        return None
    if seat.hurried:
        return 0.0
    match = seat.match
    pause = random.uniform(*_PAUSES[match.phase])  # noqa: S311 — not a secret
    if match.control.timed:
        pause = min(pause, _CLOCK_SHARE * match.clocks[seat.side].left_at(now) / 1000)
    return pause


def take_up(match_id: int, now: datetime) -> Thought | None:
    """Take up the decision that the bot owes, None when it owes none or somebody has it.

    Of several processes that ask for the same decision one gets it.
    """
    seat = _owing().select_related("match").filter(pk=match_id).first()
    if seat is None:
        return None
    match = seat.match
    free = BotSeat.objects.filter(pk=match_id).exclude(
        taken_version=match.version, taken_until__gt=now
    )
    if not free.update(taken_version=match.version, taken_until=now + LEASE):
        return None
    view = engine.view(State.from_json(match.state), "aton" if seat.side == "aton" else "amon")
    return Thought(match_id, match.version, seat.level, view)


def budget_of(level: str, waiting: int) -> int:
    """Return the milliseconds that `level` may think while `waiting` others wait for their turn.

    The more wait, the less each one thinks, so that all are served within a few seconds.
    """
    return max(LEAST_MS, BUDGET_MS[level] // max(1, waiting))


def answer(thought: Thought, action: Mapping[str, Any], now: datetime) -> bool:
    """Play what the bot has decided; return whether it was accepted.

    It goes the way of every decision. What the match has moved past is dropped.
    """
    seat = BotSeat.objects.select_related("match__aton", "match__amon").get(pk=thought.match_id)
    bot = seat.match.aton if seat.side == "aton" else seat.match.amon
    posted = {key: value for key, value in action.items() if key != "player"}
    try:
        play(thought.match_id, bot, thought.version, posted, now)
    except Refused:
        return False
    finally:
        BotSeat.objects.filter(pk=thought.match_id, taken_version=thought.version).update(
            taken_until=None
        )
    return True


def _owing() -> Any:
    return BotSeat.objects.filter(
        Q(side="aton", match__aton_to_move=True) | Q(side="amon", match__amon_to_move=True),
        match__ended_at__isnull=True,
    )
