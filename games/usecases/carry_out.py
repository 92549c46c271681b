"""Carry out an accepted action: the game, the clocks, the store, the ratings, the news."""

from collections.abc import Sequence
from datetime import datetime

from games import clock, engine
from games.clock import LIVE, Clock
from games.engine import EngineError, Event, Side, State
from games.models import Action, Lapse, Match, Result
from games.notify import (
    bot_wanted_on_commit,
    lobby_news_on_commit,
    match_changed_on_commit,
    player_news_on_commit,
    table_news_on_commit,
)
from games.refusals import refusal_of
from games.usecases.rate_match import rate_match

_DECISIONS = ("exchange", "allocate", "remove", "place", "clear")


def carry_out(
    match: Match,
    action: engine.Action,
    now: datetime,
    *,
    posted_version: int | None = None,
    resumed_at: datetime | None = None,
    credit_ms: int = 0,
) -> None:
    """Apply `action` to the locked `match`: store it, its events and the new summary.

    `posted_version` is the version that the sender decided on, None for what the clock did;
    `resumed_at` when the clocks of the next decision start, `now` unless told; `credit_ms` what
    the sender's clock is given back for their line. The caller holds the transaction. Raises
    `Stale` and `AgainstRules`.
    """
    entry = advance(match, action, now, resumed_at=resumed_at, credit_ms=credit_ms)
    entry.posted_version = posted_version
    _store(match, entry, now)


def advance(
    match: Match,
    action: engine.Action,
    now: datetime,
    *,
    resumed_at: datetime | None = None,
    credit_ms: int = 0,
) -> Action:
    """Apply `action` to `match` and return its entry in the list of actions; neither is saved.

    Everything else is as with `carry_out`.
    """
    before = State.from_json(match.state)
    try:
        after, events = engine.apply(before, action)
    except EngineError as error:
        raise refusal_of(error) from error
    if action.type in _DECISIONS:
        clocks = clock.after_decision(
            match.clocks,
            match.control,
            action.player,
            after.to_move,
            now,
            resumed_at=resumed_at,
            credit_ms=credit_ms,
        )
    else:
        clocks = clock.run_only(match.clocks, after.to_move, now)
    entry = Action(
        side=action.player,
        payload=action.to_json(),
        left_ms=clocks[action.player].left_at(now),
    )
    _enter(match, before, after, events, clocks, entry, now)
    return entry


def end_on_both_clocks(match: Match, now: datetime) -> None:
    """End the locked `match`, in which both clocks ran out in the same instant (rule 5.2).

    The entry in the list of actions belongs to neither side. The caller holds the transaction.
    """
    before = State.from_json(match.state)
    after, events = engine.end_on_both_clocks(before)
    clocks = clock.run_only(match.clocks, (), now)
    entry = Action(side="", payload={"type": "timeout"}, left_ms=0)
    _enter(match, before, after, events, clocks, entry, now)
    _store(match, entry, now)


def _enter(
    match: Match,
    before: State,
    after: State,
    events: Sequence[Event],
    clocks: dict[str, Clock],
    entry: Action,
    now: datetime,
) -> None:
    match.set_clocks(clocks)
    match.version += 1
    entry.match = match
    entry.number = match.decided
    entry.round = before.round
    entry.events = [event.to_json() for event in events]
    entry.at = now
    summarise(match, before, after, now)


def _store(match: Match, entry: Action, now: datetime) -> None:
    entry.save(force_insert=True)
    match.save()
    if match.over and match.reason != "abort":
        store_results(match, now)
        if match.rated:
            rate_match(match, now)
    if match.over:
        _note_end(match, entry.side, now)
    for player_id in (match.aton_id, match.amon_id):
        player_news_on_commit(player_id)
    match_changed_on_commit(match.pk, match.version)
    if match.unrated_reason == "bot" and not match.over:
        bot_wanted_on_commit(match.pk)


def _note_end(match: Match, side: str, now: datetime) -> None:
    """Tell those whom the end of the match concerns, and note who has called a live one off."""
    lobby_news_on_commit()
    table_news_on_commit(match.pk, "beside")
    if match.reason == "abort" and match.pace == LIVE and side and match.unrated_reason != "bot":
        whose = match.aton_id if side == "aton" else match.amon_id
        Lapse.objects.get_or_create(
            match=match, player_id=whose, defaults={"kind": "abort", "at": now}
        )


def summarise(match: Match, before: State, after: State, now: datetime) -> None:
    """Write the state `after` and its summary into `match`, without saving."""
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


def store_results(match: Match, now: datetime) -> None:
    """Store what each player takes from the `match`, which ended at `now` and was not aborted."""
    seats: tuple[tuple[Side, int, int], ...] = (
        ("aton", match.aton_id, match.amon_id),
        ("amon", match.amon_id, match.aton_id),
    )
    openings = _openings(match)
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
            ended_at=now,
            rounds=match.round,
            opening=openings.get(side, ""),
        )
        for side, player_id, opponent_id in seats
    )


def _openings(match: Match) -> dict[str, str]:
    """Return each side's first allocation as four digits, for those who made one."""
    first_round = Action.objects.filter(match=match, round=1).values_list("side", "payload")
    return {
        side: "".join(str(card) for card in payload["cards"])
        for side, payload in first_round
        if payload["type"] == "allocate"
    }
