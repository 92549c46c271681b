"""The rows of a made-up match: of one that the engine has played, or of a summary."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from games import engine
from games.clock import TimeControl
from games.demo import REASONS, League, Pairing, points_of, started_of
from games.engine import State
from games.models import Action, Match, RatingChange, Result
from games.usecases.bulk import insert_rows

Row = dict[str, Any]
PlayedAction = tuple[str, int, dict[str, Any], list[dict[str, Any]]]


class Game(NamedTuple):
    """A game that the engine has played: the seed, the end, and what lies between."""

    seed: str
    last: State
    round_version: int
    actions: Sequence[PlayedAction]


class MatchMaker:
    """Turns pairings into rows, with ids counted on from the last that there is."""

    def __init__(
        self,
        league: League,
        ids: Sequence[int],
        games: Iterator[Game],
        every: int,
        recent: datetime,
    ) -> None:
        self.league, self.ids, self.games, self.every = league, ids, games, every
        self.recent = recent
        self.made = 0
        self.match_id = self.action_id = self.result_id = self.change_id = 0

    def store(self, pairings: Iterable[Pairing]) -> None:
        """Store the matches of these pairings in one transaction."""
        matches: list[Row] = []
        actions: list[Row] = []
        results: list[Row] = []
        changes: list[Row] = []
        for pairing in pairings:
            self.made += 1
            game = next(self.games, None) if self.every and self.made % self.every == 0 else None
            row = self._match(pairing, game)
            matches.append(row)
            if game is not None:
                actions += self._actions(row, game)
            results += self._results(row, game)
            score = 0.5 if not row["winner"] else float(row["winner"] == "aton")
            if row["rated"]:
                changes += self._changes(row, pairing, score)
        with transaction.atomic():
            insert_rows(Match, matches)
            insert_rows(Action, actions)
            insert_rows(Result, results)
            insert_rows(RatingChange, changes)

    def _match(self, pairing: Pairing, game: Game | None) -> Row:
        self.match_id += 1
        rng, control = self.league.rng, TimeControl.parse(pairing.clock)
        standings = self.league.standings[control.pace]
        row = {
            "id": self.match_id,
            "aton_id": self.ids[pairing.aton],
            "amon_id": self.ids[pairing.amon],
            "rated": pairing.rated,
            "unrated_reason": "" if pairing.rated else "asked",
            "pace": control.pace,
            "time_control": pairing.clock,
            "aton_rating": standings[pairing.aton].rating,
            "amon_rating": standings[pairing.amon].rating,
            "phase": "over",
            "aton_to_move": False,
            "amon_to_move": False,
            "aton_ms": control.base_ms,
            "amon_ms": control.base_ms,
            "started_at": started_of(pairing),
            "ended_at": pairing.ended,
            "synthetic": game is None,
        }
        if game is not None:
            result = game.last.result
            assert result is not None  # noqa: S101 — played to its end
            return row | {
                "seed": game.seed,
                "state": json.dumps(game.last.to_json()),
                "version": len(game.actions),
                "round": game.last.round,
                "round_version": game.round_version,
                "aton_score": game.last.score[0],
                "amon_score": game.last.score[1],
                "winner": result.winner or "",
                "reason": result.reason,
            }
        score = self.league.outcome(pairing)
        reason = "scoring" if score == 0.5 else rng.choice(REASONS)
        points = points_of(score, reason, rng)
        return row | {
            "seed": rng.randbytes(32).hex(),
            "state": "{}",
            "version": 0,
            "round": rng.randint(5, 12),
            "round_version": 0,
            "aton_score": points[0],
            "amon_score": points[1],
            "winner": "" if score == 0.5 else "aton" if score == 1 else "amon",
            "reason": reason,
        }

    def _actions(self, row: Row, game: Game) -> Iterator[Row]:
        span = (row["ended_at"] - row["started_at"]) / len(game.actions)
        for number, (side, at_round, payload, events) in enumerate(game.actions, 1):
            self.action_id += 1
            yield {
                "id": self.action_id,
                "match_id": row["id"],
                "number": number,
                "side": side,
                "round": at_round,
                "payload": json.dumps(payload),
                "events": json.dumps(events),
                "posted_version": number - 1,
                "left_ms": row["aton_ms"],
                "at": row["started_at"] + span * number,
            }

    def _results(self, row: Row, game: Game | None) -> Iterator[Row]:
        openings = {
            side: "".join(str(card) for card in payload["cards"])
            for side, at_round, payload, _events in (game.actions if game else ())
            if at_round == 1 and payload["type"] == "allocate"
        }
        for side, other in (("aton", "amon"), ("amon", "aton")):
            self.result_id += 1
            yield {
                "id": self.result_id,
                "match_id": row["id"],
                "player_id": row[f"{side}_id"],
                "opponent_id": row[f"{other}_id"],
                "side": side,
                "outcome": "draw"
                if not row["winner"]
                else "win"
                if row["winner"] == side
                else "loss",
                "reason": row["reason"],
                "rated": row["rated"],
                "pace": row["pace"],
                "ended_at": row["ended_at"],
                "rounds": row["round"],
                "opening": openings.get(side, ""),
            }

    def _changes(self, row: Row, pairing: Pairing, score: float) -> Iterator[Row]:
        recent = pairing.ended > self.recent
        lines = self.league.rate(pairing, row["pace"], score, recent=recent)
        for side, change in zip(engine.SIDES, lines, strict=True):
            self.change_id += 1
            yield {
                "id": self.change_id,
                "match_id": row["id"],
                "player_id": row[f"{side}_id"],
                "pace": row["pace"],
                "side": side,
                "before": change.before,
                "after": change.after,
                "opponent": change.opponent,
                "expected": change.expected,
                "score": change.score,
                "k": change.k,
                "at": row["ended_at"],
                "kind": "match",
            }
