"""Players, challenges and matches for tests, made through the use-cases."""

import itertools
import random
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from games import engine
from games.clock import TimeControl
from games.engine import State
from games.models import Action, Match, Player
from games.usecases.carry_out import advance
from games.usecases.play import play
from games.usecases.start_match import start_match

_numbers = itertools.count(1)

PASSWORD = "nile-delta-1353"


def make_player(username: str = "", **fields) -> Player:
    """Make a player; without a password of their own they can only be signed in by force."""
    return Player.objects.create_user(username or f"player{next(_numbers)}", **fields)


def make_match(
    aton: Player | None = None,
    amon: Player | None = None,
    *,
    rated: bool = True,
    clock: str = "600+15",
    seed: str = "",
    now=None,
) -> Match:
    """Start a match; with a `seed` of 64 hex digits the cards are those of that seed."""
    match = start_match(
        aton or make_player(),
        amon or make_player(),
        TimeControl.parse(clock),
        rated=rated,
        now=now or timezone.now(),
    )
    if seed:
        match.seed = seed
        match.state = engine.new(bytes.fromhex(seed)).to_json()
        match.save(update_fields=["seed", "state"])
    return match


def state_of(match: Match) -> State:
    """Return the game's whole state as it is stored now."""
    return State.from_json(Match.objects.get(pk=match.pk).state)


def player_on(match: Match, side: str) -> Player:
    return match.aton if side == "aton" else match.amon


def play_random(match: Match, rng: random.Random, decisions: int = 10_000, now=None) -> Match:
    """Play up to `decisions` random decisions, or to the end, a second apart."""

    def decide(state: State) -> engine.Action:
        return engine.choose_random(state, rng.choice(state.to_move), rng)

    return play_by(match, decide, decisions, now)


def play_by(
    match: Match, decide: Callable[[State], engine.Action], decisions: int = 10_000, now=None
) -> Match:
    """Play up to so many decisions of `decide`, or to the end, a second apart.

    The last one is played by the use-case. Those before it are stored in one go, which saves
    minutes, as the use-case would have stored them one by one (tests/test_factories.py).
    """
    now = now or match.started_at
    match.refresh_from_db()
    state, entries = State.from_json(match.state), []
    while state.to_move and decisions:
        action = decide(state)
        now += timedelta(seconds=1)
        decisions -= 1
        state, _ = engine.apply(state, action)
        if decisions and state.to_move:
            resumed_at = max(now, timezone.now())
            decided_on = match.version
            entry = advance(match, action, now, resumed_at=resumed_at)
            entry.posted_version = decided_on
            entries.append(entry)
            continue
        Action.objects.bulk_create(entries)
        match.save()
        posted = action.to_json()
        play(match.pk, player_on(match, posted.pop("player")), match.version, posted, now)
    match.refresh_from_db()
    return match


def play_until_over(match: Match, seed: int = 1) -> Match:
    """Play a match to its end at random, also for a bot."""
    return play_random(match, random.Random(seed))


def finished_match(
    aton: Player | None = None, amon: Player | None = None, seed: int = 1, **options
) -> Match:
    """Play a whole match at random; the cards and the decisions are those of `seed`."""
    rng = random.Random(seed)
    options.setdefault("seed", rng.randbytes(32).hex())
    return play_random(make_match(aton, amon, **options), rng)


def short_match(decisions: int = 12) -> Match:
    """Play a few decisions at random, then Aton resigns: soon reviewed."""
    match = play_random(make_match(seed="1353" * 16), random.Random(1), decisions)
    play(match.pk, match.aton, match.version, {"type": "resign"}, timezone.now())
    match.refresh_from_db()
    return match
