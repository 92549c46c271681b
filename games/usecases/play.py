"""Carry out an action in a match: a decision, a resignation or an abort."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import access, clock, engine
from games.engine import EngineError, Side, State
from games.models import Action, Match, Result
from games.notify import match_changed_on_commit
from games.refusals import Malformed, Stale, refusal_of
from games.usecases.rate_match import rate_match

# What a person may send; `timeout` is the clock's.
POSTED_TYPES = ("exchange", "allocate", "remove", "place", "clear", "resign", "abort")

# What the other side does in `allocate` leaves these as good as they were (contract.md).
_SIMULTANEOUS = ("exchange", "allocate")
_DECISIONS = ("exchange", "allocate", "remove", "place", "clear")


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted action: the match's version now, and whether it had been sent before."""

    match_id: int
    version: int
    repeated: bool


def play(
    match_id: int, player: access.Asker, version: int, posted: Mapping[str, Any], now: datetime
) -> Played:
    """Carry out what `player` posted, decided on `version` and received at `now`.

    `posted` is an action of protocol.md without `player`. The same action posted twice takes
    effect once and is answered alike. Raises `Match.DoesNotExist`, `Malformed`, `NotAllowed`,
    `Stale` and `AgainstRules`; the match is then unchanged.
    """
    if posted.get("type") not in POSTED_TYPES:
        raise Malformed(_("This is no action that a player can take."))
    with transaction.atomic():
        match = access.match_locked(match_id)
        side = access.check_plays(match, player)
        try:
            action = engine.parse_action({**posted, "player": side})
        except EngineError as error:
            raise refusal_of(error) from error
        if _was_accepted(match, side, version, action):
            return Played(match.pk, match.version, repeated=True)
        _check_fresh(match, action, version)
        carry_out(match, action, now, posted_version=version)
        return Played(match.pk, match.version, repeated=False)


def carry_out(
    match: Match, action: engine.Action, now: datetime, *, posted_version: int | None
) -> None:
    """Apply `action` to the locked `match`: store it, its events and the new summary.

    The caller holds the transaction. Raises `Stale` and `AgainstRules`.
    """
    before = State.from_json(match.state)
    try:
        after, events = engine.apply(before, action)
    except EngineError as error:
        raise refusal_of(error) from error
    if action.type in _DECISIONS:
        clocks = clock.after_decision(
            match.clocks, match.control, action.player, after.to_move, now
        )
    else:
        clocks = clock.run_only(match.clocks, after.to_move, now)
    match.set_clocks(clocks)
    match.version += 1
    Action.objects.create(
        match=match,
        number=match.version,
        side=action.player,
        round=before.round,
        payload=action.to_json(),
        events=[event.to_json() for event in events],
        posted_version=posted_version,
        left_ms=clocks[action.player].left_at(now),
        at=now,
    )
    _summarise(match, before, after, now)
    match.save()
    if after.result is not None and after.result.reason != "abort":
        _store_results(match)
        if match.rated:
            rate_match(match, now)
    match_changed_on_commit(match.pk, match.version)


def _was_accepted(match: Match, side: Side, version: int, action: engine.Action) -> bool:
    sent = Action.objects.filter(match=match, side=side, posted_version=version)
    return any(engine.parse_action(row.payload) == action for row in sent)


def _check_fresh(match: Match, action: engine.Action, version: int) -> None:
    if match.over:
        raise Stale(_("The match is over, so nothing can be decided any more."))
    if version == match.version:
        return
    if (
        action.type in _SIMULTANEOUS
        and match.phase == "allocate"
        and match.round_version <= version <= match.version
    ):
        return
    raise Stale(_("The match has moved on since then. Please look at it again and decide anew."))


def _summarise(match: Match, before: State, after: State, now: datetime) -> None:
    match.state = after.to_json()
    if after.round != before.round:
        match.round_version = match.version
    match.round = after.round
    match.phase = after.phase
    match.aton_to_move = "aton" in after.to_move
    match.amon_to_move = "amon" in after.to_move
    match.aton_score, match.amon_score = after.score
    if after.result is not None:
        match.winner = after.result.winner or ""
        match.reason = after.result.reason
        match.ended_at = now


def _store_results(match: Match) -> None:
    seats: tuple[tuple[Side, int, int], ...] = (
        ("aton", match.aton_id, match.amon_id),
        ("amon", match.amon_id, match.aton_id),
    )
    Result.objects.bulk_create(
        Result(
            match=match,
            player_id=player_id,
            opponent_id=opponent_id,
            side=side,
            outcome="draw" if not match.winner else "win" if match.winner == side else "loss",
            reason=match.reason,
            rated=match.rated,
            pace=match.pace,
            ended_at=match.ended_at,
        )
        for side, player_id, opponent_id in seats
    )
