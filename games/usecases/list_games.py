"""List finished matches, newest first."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Match, Player, Result
from games.models.match import REASON_CHOICES
from games.refusals import Malformed
from games.usecases.paging import (
    Page,
    cut_page,
    moment_to_number,
    number_to_moment,
    read_key,
    write_key,
)

GAMES_A_PAGE = 30

REASONS = frozenset(reason for reason, _name in REASON_CHOICES)


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which finished matches are asked for; None and "" ask for all.

    A player's matches are those that they have a result from, so without aborted ones.
    """

    player: Player | None = None
    rated: bool | None = None
    reason: str = ""


def list_games(wanted: GameFilter, after: str = "", size: int = GAMES_A_PAGE) -> Page[Match]:
    """Return a page of finished matches with their players, newest first.

    `after` is the `next_key` of the page before, "" for the first page. Raises `Malformed`
    for a key or a reason that is none.
    """
    if wanted.reason and wanted.reason not in REASONS:
        raise Malformed(_("No match ends in this way."))
    if wanted.player is not None:
        matches = _results(wanted, wanted.player, after, size + 1)
    else:
        matches = _matches(wanted, after, size + 1)
    return cut_page(matches, size, _key_of)


def latest_games(size: int) -> list[Match]:
    """Return the latest matches that were played to an end, newest first."""
    finished = Match.objects.summaries().filter(ended_at__isnull=False, with_guest=False)
    finished = finished.exclude(reason="abort")
    return list(finished.order_by("-ended_at", "-pk")[:size])


def made_up(match_id: int) -> Match | None:
    """Return the match if it is a made-up summary of a demonstration site, None otherwise."""
    found = Match.objects.summaries().filter(pk=match_id, synthetic__in=[True])
    return next(iter(found), None)


def running_games(size: int) -> list[Match]:
    """Return the matches that were started last and are being played, to watch."""
    running = Match.objects.summaries().filter(ended_at__isnull=True, with_guest=False)
    return list(running.order_by("-started_at", "-pk")[:size])


def _matches(wanted: GameFilter, after: str, size: int) -> list[Match]:
    rows = Match.objects.summaries().filter(ended_at__isnull=False, with_guest=False)
    if wanted.rated is not None:
        rows = rows.filter(rated__in=[wanted.rated])  # by index, as `= true` would not be
    if wanted.reason:
        rows = rows.filter(reason=wanted.reason)
    if after:
        number, match_id = read_key(after, 2)
        moment = number_to_moment(number)
        # The first condition is what the index is searched by.
        rows = rows.filter(ended_at__lte=moment).filter(Q(ended_at__lt=moment) | Q(pk__lt=match_id))
    return list(rows.order_by("-ended_at", "-pk")[:size])


def _results(wanted: GameFilter, player: Player, after: str, size: int) -> list[Match]:
    rows = Result.objects.filter(player=player, match__with_guest=False)
    if wanted.rated is not None:
        rows = rows.filter(rated__in=[wanted.rated])
    if wanted.reason:
        rows = rows.filter(reason=wanted.reason)
    if after:
        number, match_id = read_key(after, 2)
        moment = number_to_moment(number)
        rows = rows.filter(ended_at__lte=moment).filter(
            Q(ended_at__lt=moment) | Q(match__lt=match_id)
        )
    found = (
        rows.select_related("match__aton", "match__amon")
        .defer("match__state", "match__seed")
        .order_by("-ended_at", "-match_id")[:size]
    )
    return [row.match for row in found]


def _key_of(match: Match) -> str:
    assert match.ended_at is not None  # noqa: S101 — the database holds it (match_over_has_end)
    return write_key(moment_to_number(match.ended_at), match.pk)
