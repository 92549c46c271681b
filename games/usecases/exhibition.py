"""Matches of the bots among themselves, reviewed: a new site has positions to practise."""

import random
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from games import engine
from games.clock import TimeControl
from games.engine import Action
from games.engine.bots import choose
from games.models import Match, Puzzle
from games.usecases.bot_players import bot_player
from games.usecases.carry_out import carry_out
from games.usecases.review import ask_for_review, keep_step, steps_to_do, take_up_review
from games.usecases.start_match import start_match

Work = Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]


def play_exhibition(levels: tuple[str, str], ms: int, rng: random.Random, now: datetime) -> Match:
    """Let two levels play a match with `ms` milliseconds a decision, and store it: casual.

    It is thought out first, so that the store is busy for a moment only.
    """
    seed = rng.randbytes(32)
    actions = _played(levels, ms, seed, rng)
    with transaction.atomic():
        aton, amon = (bot_player(level) for level in levels)
        control = TimeControl.parse("none")
        match = start_match(
            aton, amon, control, rated=False, now=now, unrated_reason="bot", seed=seed
        )
        for action in actions:
            carry_out(match, action, now)
    return match


def review_exhibition(match: Match, work: Work, now: datetime) -> int:
    """Review the match here and now, by `work` as `jobs.review_json`; return its puzzles' number.

    A server that runs beside may have taken up the same review: then it is left to it.
    """
    with transaction.atomic():
        ask_for_review(match.pk, now)
        if take_up_review(now, match.pk) is None:
            return 0
    for step in steps_to_do(match.pk):
        found = {} if step.before is None else work(step.before, step.action)
        keep_step(step, found, now)
    return Puzzle.objects.filter(match=match).count()


def _played(levels: tuple[str, str], ms: int, seed: bytes, rng: random.Random) -> list[Action]:
    state = engine.new(seed)
    actions = []
    while state.result is None:
        side = state.to_move[0]
        level = levels[0] if side == "aton" else levels[1]
        action = choose(level, engine.view(state, side), ms, rng)
        actions.append(action)
        state = engine.apply(state, action)[0]
    return actions
