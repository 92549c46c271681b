"""The short way of the tests to a position leaves what the long way through the use-case leaves."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from games import engine
from games.models import Match
from games.usecases.play import play
from tests.factories import make_match, play_random, player_on, state_of

SEED = "1353" * 16


def play_by_the_use_case(match, rng, decisions, now):
    """Do as `play_random` does, each decision by the use-case."""
    while decisions and state_of(match).to_move:
        match.refresh_from_db()
        state = state_of(match)
        side = rng.choice(state.to_move)
        posted = engine.choose_random(state, side, rng).to_json()
        now += timedelta(seconds=1)
        decisions -= 1
        play(match.pk, player_on(match, posted.pop("player")), match.version, posted, now)


def stored(match):
    """Return all that is stored of the match but what makes it another one."""
    own = {"id", "match_id", "aton_id", "amon_id", "player_id", "opponent_id"}
    rows = [
        *Match.objects.filter(pk=match.pk).values(),
        *match.actions.values(),
        *match.results.order_by("side").values(),
    ]
    return [{name: value for name, value in row.items() if name not in own} for row in rows]


@pytest.mark.django_db
@pytest.mark.parametrize("clock", ["600+15", "3d", "none"])
@pytest.mark.parametrize("decisions", [1, 2, 9, 10_000])
def test_both_ways_leave_the_same(clock, decisions):
    # Later than any clock of this machine, so that it has no part in it.
    now = timezone.now() + timedelta(days=1)
    short, long = (make_match(clock=clock, seed=SEED, now=now, rated=clock != "none") for _ in "ab")
    play_random(short, random.Random(3), decisions, now)
    play_by_the_use_case(long, random.Random(3), decisions, now)
    assert stored(short) == stored(long)
    assert len(stored(short)) > min(decisions, 20)
