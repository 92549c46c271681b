"""Audit: replay what is stored and compare it with every summary that was made of it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from games import engine
from games.elo import START, expected_score, new_rating
from games.engine import SIDES, BadRecord, EngineError, Event, State
from games.engine.errors import say
from games.models import (
    Action,
    GainHorizon,
    Match,
    Player,
    Rating,
    RatingChange,
    RatingCount,
    Result,
)
from games.models.rating import MATCHES_TO_ESTABLISH
from games.usecases.rank_counts import Place, place_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

# Ids that one piece of work spans; a piece is what a process takes at a time.
IDS_AT_ONCE = 250

_COLUMNS = (
    "pk", "synthetic", "seed", "state", "version", "taken_back", "round", "phase", "round_version",
    "aton_to_move", "amon_to_move", "aton_score", "amon_score", "winner", "reason",
    "aton_id", "amon_id", "rated", "pace", "time_control", "ended_at",
)  # fmt: skip


@dataclass(slots=True)
class Findings:
    """How many matches, players or ranks were checked, and a sentence for each difference."""

    checked: int = 0
    differences: list[str] = field(default_factory=list)


def pieces(rows: "QuerySet[Match] | QuerySet[Player]") -> list[tuple[int, int]]:
    """Return the ranges of ids (first, last) that cover all `rows`."""
    ids = rows.values_list("pk", flat=True)
    first, last = ids.order_by("pk").first(), ids.order_by("-pk").first()
    if first is None or last is None:
        return []
    return [
        (begin, min(begin + IDS_AT_ONCE - 1, last)) for begin in range(first, last + 1, IDS_AT_ONCE)
    ]


def audit_matches(first: int, last: int) -> Findings:
    """Replay the finished matches whose ids are from `first` to `last`; compare every summary."""
    span = (first, last)
    actions = _by_match(
        Action.objects.filter(match__pk__range=span)
        .order_by("match_id", "number")
        .values_list("match_id", "number", "side", "round", "payload", "events")
    )
    results = _by_match(
        Result.objects.filter(match__pk__range=span).values_list(
            "match_id", "side", "player_id", "opponent_id", "outcome", "reason", "rated", "pace",
            "ended_at", "rounds", "opening",
        )
    )  # fmt: skip
    changes = _by_match(
        RatingChange.objects.filter(match__pk__range=span, kind="match").values_list(
            "match_id", "side", "player_id", "pace", "before", "after", "opponent", "expected",
            "score", "k",
        )
    )  # fmt: skip
    findings = Findings()
    found = Match.objects.filter(pk__range=span, ended_at__isnull=False).order_by("pk")
    for match in found.only(*_COLUMNS).iterator():
        findings.checked += 1
        differ = list(_summary_differences(match, actions.get(match.pk, [])))
        if match.pace != match.control.pace:
            differ.append(f"pace is {match.pace!r} and the clock is {match.time_control}")
        differ += _result_differences(match, results.get(match.pk, []), actions.get(match.pk, []))
        differ += _change_differences(match, changes.get(match.pk, []))
        findings.differences += [f"match {match.pk}: {what}" for what in differ]
    return findings


def audit_ratings(first: int, last: int) -> Findings:
    """Compare the ratings of the players with ids from `first` to `last` with the ledger."""
    span = (first, last)
    lines: defaultdict[tuple[int, str], list[RatingChange]] = defaultdict(list)
    for change in RatingChange.objects.filter(player__pk__range=span).order_by("pk"):
        lines[change.player_id, change.pace].append(change)
    horizon = GainHorizon.objects.filter(pk=1).values_list("at", flat=True).first()
    findings = Findings()
    for rating in Rating.objects.filter(player__pk__range=span).select_related("player"):
        findings.checked += 1
        ledger = lines.pop((rating.player_id, rating.pace), [])
        where = f"player {rating.player_id}, {rating.pace}"
        differ = _rating_differences(rating, ledger, horizon)
        findings.differences += [f"{where}: {what}" for what in differ]
    findings.differences += [f"player {who}, {pace}: a ledger and no rating" for who, pace in lines]
    return findings


def audit_ranks() -> Findings:
    """Compare the numbers of players by rating, which ranks are sums of, with the ratings."""
    counted: Counter[Place] = Counter()
    rows = Rating.objects.filter(established=True).only("pace", "country", "rating", "established")
    for rating in rows.iterator():
        place = place_of(rating)
        if place is not None:
            for each in {place, place._replace(country="")}:
                counted[each] += 1
    stored = {
        Place(pace, country, rating): players
        for pace, country, rating, players in RatingCount.objects.values_list(
            "pace", "country", "rating", "players"
        )
        if players
    }
    findings = Findings()
    for key in sorted(counted.keys() | stored.keys()):
        findings.checked += 1
        number = stored.get(key, 0)
        if number != counted[key]:
            findings.differences.append(
                f"rating {key}: {number} players are counted, there are {counted[key]}"
            )
    return findings


def _by_match(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    grouped: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for match_id, *values in rows:
        grouped[match_id].append(tuple(values))
    return grouped


def _summary_differences(match: Match, actions: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    if match.synthetic:
        if actions:
            yield "a synthetic summary has actions"
        return
    state = engine.new(bytes.fromhex(match.seed))
    round_version = 0
    for index, (number, side, at_round, payload, stored) in enumerate(actions, 1):
        before = state.round
        try:
            state, events = _after(state, side, payload)
        except EngineError as error:
            yield f"action {number} cannot be replayed: {error}"
            return
        if state.round != before:
            round_version = number
        if number != index or at_round != before:
            yield f"action {index} of round {before} is stored as {number} of round {at_round}"
        if [event.to_json() for event in events] != stored:
            yield f"the events of action {number} differ"
    summary = _summary(state, len(actions) + match.taken_back, round_version)
    if match.taken_back:
        # At which version a round began cannot be told from the actions that are left.
        del summary["round_version"]
    yield from _compared(summary, match)
    if State.from_json(match.state) != state:
        yield "the stored state differs from the replayed one"


def _after(state: State, side: str, payload: Any) -> tuple[State, tuple[Event, ...]]:
    if not side:
        return engine.end_on_both_clocks(state)
    action = engine.parse_action(payload)
    if action.player != side:
        raise BadRecord(say("The action is of {player}.", player=action.player))
    return engine.apply(state, action)


def _summary(state: State, version: int, round_version: int) -> dict[str, Any]:
    result = state.result
    return {
        "version": version,
        "round": state.round,
        "round_version": round_version,
        "phase": state.phase,
        "aton_to_move": "aton" in state.to_move,
        "amon_to_move": "amon" in state.to_move,
        "aton_score": state.score[0],
        "amon_score": state.score[1],
        "winner": (result.winner or "") if result else "",
        "reason": result.reason if result else "",
    }


def _compared(expected: dict[str, Any], row: object) -> Iterator[str]:
    for name, value in expected.items():
        stored = getattr(row, name)
        if stored != value:
            yield f"{name} is {stored!r} and should be {value!r}"


def _result_differences(
    match: Match, results: Sequence[tuple[Any, ...]], actions: Sequence[tuple[Any, ...]]
) -> Iterator[str]:
    if match.reason == "abort":
        if results:
            yield "an aborted match has results"
        return
    stored = {row[0]: row[1:] for row in results}
    openings = {
        side: "".join(str(card) for card in payload["cards"])
        for _number, side, at_round, payload, _events in actions
        if at_round == 1 and payload["type"] == "allocate"
    }
    for side, player, opponent in (
        ("aton", match.aton_id, match.amon_id),
        ("amon", match.amon_id, match.aton_id),
    ):
        outcome = "draw" if not match.winner else "win" if match.winner == side else "loss"
        rest = (match.reason, match.rated, match.pace, match.ended_at, match.round)
        expected = (player, opponent, outcome, *rest, openings.get(side, ""))
        if stored.get(side) != expected:
            yield f"the result of {side} differs"
    if len(results) != len(SIDES):
        yield f"there are {len(results)} results"


def _change_differences(match: Match, changes: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    rated = match.rated and match.reason != "abort"
    if len(changes) != (2 if rated else 0):
        yield f"there are {len(changes)} lines in the ledger"
        return
    for side, player, pace, before, after, opponent, expected, score, k in changes:
        whose = match.aton_id if side == "aton" else match.amon_id
        points = 0.5 if not match.winner else float(match.winner == side)
        hoped = expected_score(before, opponent)
        if (player, pace, score) != (whose, match.pace, points) or abs(expected - hoped) > 1e-9:
            yield f"the ledger's line of {side} is not of this match"
        elif after != new_rating(before, k, points, hoped):
            yield f"the rating of {side} changed by {after - before}"


def _rating_differences(
    rating: Rating, ledger: Sequence[RatingChange], horizon: datetime | None
) -> Iterator[str]:
    now, peak = START, START
    for change in ledger:
        if change.before != now:
            yield f"line {change.pk} begins at {change.before}, the one before ended at {now}"
        now = change.after
        peak = max(peak, now)
    played = [change for change in ledger if change.kind == "match"]
    taken_back = {change.match_id for change in ledger if change.kind != "match"}
    counting = [change for change in played if change.match_id not in taken_back]
    scores = Counter(change.score for change in counting)
    matches = len(counting)
    recent = [change for change in ledger if horizon is None or change.at > horizon]
    expected = {
        "rating": now,
        "peak": peak,
        "matches": matches,
        "wins": scores[1.0],
        "draws": scores[0.5],
        "losses": scores[0.0],
        "established": matches >= MATCHES_TO_ESTABLISH,
        "country": rating.player.country,
        "gain": sum(change.after - change.before for change in recent),
        "recent": len(recent),
    }
    if rating.player.is_bot:
        # Measured in tournaments, not by matches here.
        expected = {"matches": 0, "established": False}
    yield from _compared(expected, rating)
