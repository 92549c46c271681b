"""Take over matches from game records, as a club does that moves its site here."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from games.clock import BadTimeControl, TimeControl
from games.engine import SIDES, Event, State
from games.engine.bots import NAMES
from games.models import Action, Match, Player, Rating, RatingChange
from games.models.player import DELETED_PREFIX, check_username_form, check_username_not_reserved
from games.refusals import AgainstRules, Malformed
from games.usecases.bot_players import bot_player
from games.usecases.carry_out import store_results
from games.usecases.rate_match import rate_match
from games.usecases.read_record import ReadRecord, replay_record

# Between these every database keeps a moment, whatever is added to it and in whatever zone.
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
# How far the clock of the other site may be ahead of this one's.
CLOCKS_DIFFER = timedelta(days=1)


class Imported(Enum):
    """What became of a record."""

    NEW = "new"
    NEW_UNRATED = "new, as unrated"
    KNOWN = "known already"


@dataclass(frozen=True, slots=True)
class _Told:
    """What a record tells beside the game, checked."""

    control: TimeControl
    rated: bool
    started: datetime
    moments: list[datetime]
    left_ms: list[int]


def import_record(record: object) -> Imported:
    """Store the match of `record`, a value decoded from JSON, unless its seed is known.

    The caller holds the transaction. Players that are not there are made, without a password.
    A rated match changes the ratings unless one of its players has a later rated match: then
    it comes too late for the ledger and is stored as unrated, as is every match with a bot.
    Raises `Malformed` and `AgainstRules`, before anything is stored.
    """
    if isinstance(record, Mapping) and isinstance(seed := record.get("seed"), str):
        known = Match.objects.filter(seed=seed.lower(), synthetic=False)
        if known.exists():
            return Imported.KNOWN
    read = replay_record(record)
    steps = _whole_game(read)
    told = _told(read, len(steps))
    with transaction.atomic():
        players = [_player(read.names.get(side, "")) for side in SIDES]
        if players[0] == players[1]:
            raise AgainstRules(_("Nobody plays against themselves."))
        unrated = any(player.is_bot for player in players) or _later_rated(players, told)
        _store(read, told, steps, players, rated=told.rated and not unrated)
    return Imported.NEW_UNRATED if told.rated and unrated else Imported.NEW


def _whole_game(read: ReadRecord) -> list[tuple[tuple[Event, ...], State]]:
    """Return the steps of a game that is over, the end by both clocks included."""
    game = read.game
    if game[-1][2].result is None:
        raise AgainstRules(_("The game of this record is not over, so it cannot be taken over."))
    return [(tuple(events), state) for _action, events, state in game[1:]]


def _told(read: ReadRecord, number: int) -> _Told:
    record = read.record
    try:
        control = TimeControl.parse(str(record.get("clock")))
    except BadTimeControl as error:
        raise Malformed(_("The record names no clock that is played with here.")) from error
    started, ended = _moment(record, "started"), _moment(record, "ended")
    if started > ended:
        raise Malformed(_("The match of this record ends before it starts."))
    times = record.get("times")
    moments, left = [started] * number, [control.base_ms] * number
    if isinstance(times, list) and all(_is_time(pair) for pair in times[:number]):
        for index, (after_ms, left_ms) in enumerate(times[:number]):
            moments[index] = started + timedelta(milliseconds=after_ms)
            left[index] = left_ms
    if not isinstance(times, list) or len(times) < number:
        moments[-1] = ended
    if max(moments) > timezone.now() + CLOCKS_DIFFER:
        raise Malformed(_("The match of this record ends in the future."))
    return _Told(control, record.get("rated") is True, started, moments, left)


def _is_time(pair: object) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and all(type(number) is int and 0 <= number < 2**42 for number in pair)
    )


def _moment(record: Mapping[str, Any], key: str) -> datetime:
    try:
        moment = parse_datetime(str(record.get(key)))
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not EARLIEST < moment < LATEST:
        raise Malformed(
            _("The record does not say when the match started and ended (`%(key)s`).")
            % {"key": key}
        )
    return moment


def _player(name: str) -> Player:
    """Return the player called `name`, made without a password if there is none."""
    try:
        check_username_form(name)
    except ValidationError as error:
        raise Malformed(_("The record does not name both players as this site could.")) from error
    found = Player.objects.filter(username__lower=name.lower()).first()
    if found is not None:
        return found
    level = name.lower().removesuffix("-bot")
    if level in NAMES:
        return bot_player(level)
    deleted = name.startswith(DELETED_PREFIX)
    if not deleted:
        try:
            check_username_not_reserved(name)
        except ValidationError as error:
            raise Malformed(
                _("The name %(name)s is reserved on this site.") % {"name": name}
            ) from error
    player = Player.objects.create_user(name, is_active=not deleted)
    if deleted:
        player.deleted_at = player.date_joined
        player.save(update_fields=["deleted_at"])
    return player


def _later_rated(players: list[Player], told: _Told) -> bool:
    return any(
        RatingChange.objects.filter(
            player=player, pace=told.control.pace, at__gt=told.moments[-1]
        ).exists()
        for player in players
    )


def _store(
    read: ReadRecord,
    told: _Told,
    steps: list[tuple[tuple[Event, ...], State]],
    players: list[Player],
    *,
    rated: bool,
) -> None:
    last = steps[-1][1]
    assert last.result is not None  # noqa: S101 — _whole_game holds it
    ratings = {
        rating.player_id: rating.rating
        for rating in Rating.objects.filter(player__in=players, pace=told.control.pace)
    }
    actions = _actions(read, told, steps)
    left: dict[str, int] = dict.fromkeys(SIDES, told.control.base_ms)
    for action in actions:
        if action.side:
            left[action.side] = action.left_ms
    match = Match.objects.create(
        aton=players[0],
        amon=players[1],
        rated=rated,
        unrated_reason="bot" if any(player.is_bot for player in players) else "",
        pace=told.control.pace,
        time_control=str(told.control),
        aton_rating=ratings[players[0].pk],
        amon_rating=ratings[players[1].pk],
        seed=read.seed.hex(),
        state=last.to_json(),
        version=len(steps),
        round=last.round,
        phase=last.phase,
        round_version=_round_version(read, steps),
        aton_to_move=False,
        amon_to_move=False,
        aton_score=last.score[0],
        amon_score=last.score[1],
        winner=last.result.winner or "",
        reason=last.result.reason,
        aton_ms=left["aton"],
        amon_ms=left["amon"],
        started_at=told.started,
        ended_at=told.moments[-1],
    )
    for action in actions:
        action.match = match
    Action.objects.bulk_create(actions)
    if last.result.reason != "abort":
        store_results(match, told.moments[-1])
        if rated:
            rate_match(match, told.moments[-1])


def _actions(
    read: ReadRecord, told: _Told, steps: list[tuple[tuple[Event, ...], State]]
) -> list[Action]:
    rows = []
    before = read.opening
    for index, (events, after) in enumerate(steps):
        by_player = index < len(read.actions)
        rows.append(
            Action(
                number=index + 1,
                side=read.actions[index].player if by_player else "",
                round=before.round,
                payload=read.actions[index].to_json() if by_player else {"type": "timeout"},
                events=[event.to_json() for event in events],
                left_ms=told.left_ms[index] if by_player else 0,
                at=told.moments[index],
            )
        )
        before = after
    return rows


def _round_version(read: ReadRecord, steps: list[tuple[tuple[Event, ...], State]]) -> int:
    """Return the version at which the last round began."""
    states = [read.opening, *(state for _events, state in steps)]
    changes = [n for n in range(1, len(states)) if states[n].round != states[n - 1].round]
    return changes[-1] if changes else 0
