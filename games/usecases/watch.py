"""Live matches to watch, and the one that is worth showing to everybody."""

from dataclasses import dataclass

from django.db.models import F, Q

from games import engine
from games.clock import LIVE
from games.engine import COLOURS, State
from games.models import Match

WATCHED_AT_ONCE = 60


@dataclass(frozen=True, slots=True)
class Featured:
    """A running match to show: `temples` are its squares' owners and colours, 12 a temple."""

    match: Match
    temples: tuple[tuple[tuple[str, str], ...], ...]


def live_matches(pace: str = "") -> list[Match]:
    """Return running matches of `pace` ("" for all), the strongest players' first."""
    rows = Match.objects.summaries().filter(ended_at__isnull=True)
    if pace:
        rows = rows.filter(pace=pace)
    return list(
        rows.exclude(unrated_reason="bot").order_by(
            (F("aton_rating") + F("amon_rating")).desc(), "-pk"
        )[:WATCHED_AT_ONCE]
    )


def featured_match() -> Featured | None:
    """Return the live match of the strongest players that has begun in earnest, if there is one."""
    live = Match.objects.filter(ended_at__isnull=True, pace=LIVE, synthetic=False).exclude(
        unrated_reason="bot"
    )
    match = (
        live.filter(Q(round__gt=1) | ~Q(phase="allocate"))
        .select_related("aton", "amon")
        .defer("seed")
        .order_by((F("aton_rating") + F("amon_rating")).desc(), "-pk")
        .first()
    )
    if match is None:
        return None
    view = engine.view(State.from_json(match.state), "public")
    owners = {"A": "aton", "M": "amon", ".": ""}
    temples = tuple(
        tuple((owners[letter], COLOURS[12 * number + place]) for place, letter in enumerate(temple))
        for number, temple in enumerate(view["board"])
    )
    return Featured(match, temples)
