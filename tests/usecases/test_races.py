"""Decisions that race, in real threads with connections of their own.

Run on SQLite by `make test-main` and on PostgreSQL by `make test-services`.
"""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from games import engine
from games.clock import TimeControl
from games.engine.bots import NAMES
from games.models import Action, Challenge, Match, Player, Rating, RatingChange, Result
from games.refusals import Refused, Stale
from games.usecases import challenge, chat, follow
from games.usecases import play_bot as play_bot_module
from games.usecases.challenge import accept_challenge, cancel_challenge, make_challenge
from games.usecases.chat import say
from games.usecases.guests import hand_over, keep_guest, new_guest
from games.usecases.make_record import make_record
from games.usecases.play import play
from games.usecases.play_bot import play_bot
from games.usecases.register import UsernameTaken
from tests.factories import make_match, make_player, play_random, player_on, state_of

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 6


def at_once(*calls):
    """Make the calls in threads that start at the same instant; return what came of each."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait()
        try:
            return call()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def posting(match, side, version, posted):
    player = player_on(match, side)
    return lambda: play(match.pk, player, version, posted, match.started_at)


def consistent(match):
    """The stored summary is what replaying the stored actions gives."""
    match.refresh_from_db()
    actions = list(match.actions.all())
    assert [action.number for action in actions] == list(range(1, match.version + 1))
    state = engine.new(bytes.fromhex(match.seed))
    for action in actions:
        state, _ = engine.apply(state, engine.parse_action(action.payload))
    assert state.to_json() == match.state


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_both_may_allocate_in_the_same_instant(attempt):
    match = make_match()
    hands = state_of(match).to_json()["hand"]
    outcomes = at_once(
        *(
            posting(match, side, 0, {"type": "allocate", "cards": hands[side]})
            for side in engine.SIDES
        )
    )
    assert not any(isinstance(outcome, Exception) for outcome in outcomes)
    assert sorted(outcome.version for outcome in outcomes) == [1, 2]
    consistent(match)
    assert match.phase != "allocate"


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_two_tabs_with_the_same_decision_take_effect_once(attempt):
    match = make_match()
    cards = state_of(match).to_json()["hand"]["aton"]
    post = posting(match, "aton", 0, {"type": "allocate", "cards": cards})
    outcomes = at_once(post, post, post, post)
    assert Counter(outcome.repeated for outcome in outcomes) == {False: 1, True: 3}
    consistent(match)
    assert match.version == 1


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_of_two_different_decisions_one_wins_and_the_other_is_stale(attempt):
    match = make_match(seed="07" * 32)
    rng = random.Random(attempt)
    while (
        state_of(match).phase != "place"
        or engine.count_legal(state_of(match), state_of(match).to_move[0]) < 4
    ):
        play_random(match, rng, 1)
    match.refresh_from_db()
    side = state_of(match).to_move[0]
    different = {
        tuple(sorted(action["squares"])): action
        for action in (
            engine.choose_random(state_of(match), side, rng).to_json() for _ in range(30)
        )
    }
    posts = [posting(match, side, match.version, action) for action in different.values()][:3]
    outcomes = at_once(*posts)
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == len(posts) - 1
    consistent(match)


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_both_resigning_at_once_ends_the_match_once(attempt):
    match = make_match()
    outcomes = at_once(*(posting(match, side, 0, {"type": "resign"}) for side in engine.SIDES))
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 1
    consistent(match)
    assert Result.objects.filter(match=match).count() == 2
    assert RatingChange.objects.filter(match=match).count() == 2
    assert sorted(Rating.objects.filter(pace="live").values_list("rating", flat=True)) == [
        1480,
        1520,
    ]


def test_matches_of_the_same_players_that_end_at_once_are_all_rated():
    one, other = make_player(), make_player()
    matches = [make_match(one, other), make_match(other, one), make_match(one, other)]
    at_once(*(posting(match, "aton", 0, {"type": "resign"}) for match in matches))
    assert RatingChange.objects.count() == 6
    for player in (one, other):
        lines = list(RatingChange.objects.filter(player=player))
        rating = Rating.objects.get(player=player, pace="live")
        assert rating.matches == 3
        assert rating.rating == 1500 + sum(line.after - line.before for line in lines)
        befores = {line.before for line in lines} - {line.after for line in lines}
        assert befores <= {1500}


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_a_challenge_is_accepted_once(attempt):
    challenge = make_challenge(make_player(), None, make_match().control, rated=True, side="random")
    started = Match.objects.count()
    players = [make_player() for _ in range(3)]
    outcomes = at_once(
        *(
            lambda player=player: accept_challenge(challenge.pk, player, challenge.created_at)
            for player in players
        )
    )
    assert sum(isinstance(outcome, Match) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 2
    assert Match.objects.count() == started + 1


def say_hello(player, _other):
    say(Match.objects.get(aton=player, rated=True).pk, player, "hello", "", timezone.now())


def play_a_bot(player, other):
    # Another wish each, since the same one is the same press.
    level, side = NAMES[other.pk % 5], ("aton", "amon")[other.pk // 5 % 2]
    untimed = TimeControl.parse("none")
    play_bot(player, level, untimed, side=side, hurried=False, now=timezone.now())


def challenge_for_days(player, other):
    make_challenge(player, other, TimeControl.parse("3d"), rated=False, side="random")


@pytest.mark.parametrize(
    ("module", "limit", "deed"),
    [
        (chat, "LINES", say_hello),
        (follow, "MOST_FOLLOWED", follow.follow),
        (play_bot_module, "BOT_MATCHES_AT_ONCE", play_a_bot),
        (challenge, "OPEN_CHALLENGES_A_PLAYER", challenge_for_days),
    ],
)
def test_a_limit_holds_for_what_is_asked_at_once(module, limit, deed, monkeypatch):
    monkeypatch.setattr(module, limit, 2)
    player, others = make_player(), [make_player() for _ in range(6)]
    make_match(player)
    outcomes = at_once(*(partial(deed, player, other) for other in others))
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == len(others) - 2


def test_a_guest_who_sends_the_form_twice_gets_one_account():
    guest = new_guest()
    register_them = partial(keep_guest, guest, "Hatshepsut", "nile-delta-1353")
    outcomes = at_once(register_them, register_them, register_them)
    assert sum(isinstance(outcome, UsernameTaken) for outcome in outcomes) == 2
    assert Player.objects.get(username="Hatshepsut").pk == guest.pk


def test_a_guest_who_signs_in_twice_hands_over_once():
    guest, player = new_guest(), make_player()
    match = make_match(guest, rated=False)
    give = partial(hand_over, guest, player)
    assert at_once(give, give, give) == [None] * 3
    assert Match.objects.get(pk=match.pk).aton_id == player.pk
    assert not Player.objects.filter(pk=guest.pk).exists()


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_cancelling_and_accepting_at_once_do_one_of_the_two(attempt):
    maker, taker = make_player(), make_player()
    challenge = make_challenge(maker, taker, make_match().control, rated=False, side="aton")
    cancelled, accepted = at_once(
        lambda: cancel_challenge(challenge.pk, maker),
        lambda: accept_challenge(challenge.pk, taker, challenge.created_at),
    )
    challenge = Challenge.objects.get(pk=challenge.pk)
    assert isinstance(cancelled, Stale) != isinstance(accepted, Stale)
    assert challenge.status == ("accepted" if isinstance(accepted, Match) else "cancelled")
    assert (challenge.match is not None) == isinstance(accepted, Match)


def test_a_whole_match_with_every_decision_posted_by_two_tabs_at_once():
    match = make_match(seed="2a" * 32)
    rng = random.Random(11)
    while not Match.objects.get(pk=match.pk).over:
        match.refresh_from_db()
        state = state_of(match)
        posts = []
        for side in state.to_move:
            action = engine.choose_random(state, side, rng).to_json()
            posts += [posting(match, side, match.version, action)] * 2
        outcomes = at_once(*posts)
        assert not any(isinstance(outcome, Exception) for outcome in outcomes)
    consistent(match)
    assert engine.replay(make_record(Match.objects.get(pk=match.pk))).to_json() == match.state
    assert Action.objects.filter(match=match).count() == match.version
    assert Player.objects.count() == 2
