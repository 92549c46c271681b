"""Decisions in a match, against a real database (contract.md, `POST /match/<id>/act/`)."""

import random
from datetime import timedelta
from itertools import pairwise

import pytest
from django.contrib.auth.models import AnonymousUser

from games import engine
from games.models import Action, Match, Rating, RatingChange, Result
from games.refusals import AgainstRules, Malformed, NotAllowed, Stale
from games.usecases.make_record import make_record
from games.usecases.play import play
from tests.factories import (
    finished_match,
    make_match,
    make_player,
    play_random,
    player_on,
    state_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return make_match()


def hand(match, side):
    return state_of(match).to_json()["hand"][side]


def allocate(match, side, version=0, cards=None):
    return play(
        match.pk,
        player_on(match, side),
        version,
        {"type": "allocate", "cards": cards or hand(match, side)},
        match.started_at + timedelta(seconds=1),
    )


def everything(match):
    """All that the database holds about the match."""
    return (
        Match.objects.filter(pk=match.pk).values().get(),
        list(Action.objects.filter(match=match).values()),
        list(Result.objects.values()),
        list(Rating.objects.order_by("pk").values()),
    )


def refused(match, player, version, posted):
    """Post something that must be refused, and check that nothing has changed."""
    before = everything(match)
    with pytest.raises((Malformed, NotAllowed, Stale, AgainstRules)) as refusal:
        play(match.pk, player, version, posted, match.started_at + timedelta(seconds=5))
    assert everything(match) == before
    assert str(refusal.value.sentence).endswith((".", "?", "!"))
    return type(refusal.value)


def test_an_accepted_decision_raises_the_version_by_one(match):
    assert allocate(match, "aton").version == 1
    match.refresh_from_db()
    assert (match.version, match.aton_to_move, match.amon_to_move) == (1, False, True)


def test_the_other_sides_allocation_does_not_make_mine_stale(match):
    allocate(match, "aton", version=0)
    assert allocate(match, "amon", version=0).version == 2
    assert state_of(match).phase != "allocate"


def test_an_exchange_and_then_an_allocation_may_both_name_the_rounds_first_version(match):
    allocate(match, "amon", version=0)
    play(match.pk, match.aton, 0, {"type": "exchange"}, match.started_at)
    assert allocate(match, "aton", version=0).version == 3


def test_the_same_decision_twice_takes_effect_once_and_is_answered_alike(match):
    cards = hand(match, "aton")
    first = allocate(match, "aton", 0, cards)
    allocate(match, "amon", 0)
    before = everything(match)
    again = allocate(match, "aton", 0, cards)
    assert (first.repeated, again.repeated) == (False, True)
    assert everything(match) == before


def test_the_order_of_squares_does_not_make_another_decision():
    match = make_match(seed="07" * 32)
    rng = random.Random(3)
    while state_of(match).phase != "place" or state_of(match).to_json()["pending"]["count"] < 2:
        play_random(match, rng, 1)
    side = state_of(match).to_move[0]
    posted = engine.choose_random(state_of(match), side, rng).to_json()
    squares = posted["squares"]
    version = match.version
    player = player_on(match, side)
    play(match.pk, player, version, {"type": "place", "squares": squares}, match.started_at)
    before = everything(match)
    again = {"type": "place", "squares": squares[::-1]}
    assert play(match.pk, player, version, again, match.started_at).repeated
    assert everything(match) == before


def test_a_second_different_allocation_is_refused(match):
    cards = hand(match, "aton")
    other = sorted(cards) if sorted(cards) != cards else sorted(cards, reverse=True)
    allocate(match, "aton", 0, cards)
    for version in (0, 1):
        kind = refused(match, match.aton, version, {"type": "allocate", "cards": other})
        assert kind is Stale or cards == other


def test_a_decision_on_an_old_version_is_stale():
    match = make_match(seed="07" * 32)
    rng = random.Random(3)
    while state_of(match).phase == "allocate":
        play_random(match, rng, 1)
    match.refresh_from_db()
    side = state_of(match).to_move[0]
    posted = engine.choose_random(state_of(match), side, rng).to_json()
    for version in (match.version - 1, match.version + 1, 0):
        assert refused(match, player_on(match, side), version, posted) is Stale


def test_an_allocation_of_an_earlier_round_is_stale():
    match = make_match()
    rng = random.Random(5)
    while state_of(match).round == 1:
        play_random(match, rng, 1)
    match.refresh_from_db()
    posted = {"type": "allocate", "cards": hand(match, "aton")}
    assert refused(match, match.aton, match.round_version - 1, posted) is Stale


def test_it_is_not_the_senders_decision():
    match = make_match(seed="07" * 32)
    rng = random.Random(3)
    while state_of(match).phase == "allocate":
        play_random(match, rng, 1)
    side = state_of(match).to_move[0]
    posted = engine.choose_random(state_of(match), side, rng).to_json()
    waiting = player_on(match, engine.other(side))
    assert refused(match, waiting, match.version, posted) is Stale


@pytest.mark.parametrize("who", ["stranger", "nobody"])
def test_who_does_not_play_here_is_not_allowed(match, who):
    player = make_player() if who == "stranger" else AnonymousUser()
    posted = {"type": "allocate", "cards": [1, 2, 3, 4]}
    assert refused(match, player, 0, posted) is NotAllowed


@pytest.mark.parametrize(
    "posted",
    [{}, {"type": "timeout"}, {"type": "allocate"}, {"type": "allocate", "cards": "1234"},
     {"type": "place"}, {"type": "win"}, {"type": ["allocate"]}],
    ids=repr,
)  # fmt: skip
def test_a_malformed_action_is_refused(match, posted):
    assert refused(match, match.aton, 0, posted) is Malformed


@pytest.mark.parametrize("cards", [[7, 1, 1, 1], [1, 2, 3], [0, 0, 0, 0]], ids=repr)
def test_what_the_rules_forbid_is_refused(match, cards):
    """Rule 2.3: the four cards of the hand, one to each cartouche."""
    posted = {"type": "allocate", "cards": cards}
    assert refused(match, match.aton, 0, posted) is AgainstRules


def test_the_exchange_token_is_spent_once(match):
    """Rule 2.2."""
    play(match.pk, match.aton, 0, {"type": "exchange"}, match.started_at)
    assert refused(match, match.aton, 1, {"type": "exchange"}) is AgainstRules


def test_resigning_is_possible_while_the_other_is_to_move(match):
    """Rule 5.1."""
    allocate(match, "aton")
    play(match.pk, match.aton, 1, {"type": "resign"}, match.started_at)
    match.refresh_from_db()
    assert (match.winner, match.reason) == ("amon", "resign")
    assert not any(clock.running for clock in match.clocks.values())


def test_aborting_leaves_no_result_and_no_rating_change(match):
    """Rule 5.3."""
    play(match.pk, match.amon, 0, {"type": "abort"}, match.started_at)
    match.refresh_from_db()
    assert (match.winner, match.reason, match.over) == ("", "abort", True)
    assert not Result.objects.exists()
    assert not RatingChange.objects.exists()
    assert set(Rating.objects.values_list("rating", "matches")) == {(1500, 0)}


def test_aborting_ends_when_both_have_allocated(match):
    """Rule 5.3."""
    allocate(match, "aton")
    allocate(match, "amon")
    assert refused(match, match.aton, 2, {"type": "abort"}) is AgainstRules


def test_when_the_match_is_over_nothing_is_decided_any_more(match):
    play(match.pk, match.aton, 0, {"type": "resign"}, match.started_at)
    posted = {"type": "allocate", "cards": hand(match, "amon")}
    assert refused(match, match.amon, 1, posted) is Stale
    assert refused(match, match.amon, 1, {"type": "resign"}) is Stale


def test_a_rated_match_changes_both_ratings_once(match):
    play(match.pk, match.aton, 0, {"type": "resign"}, match.started_at)
    again = play(match.pk, match.aton, 0, {"type": "resign"}, match.started_at)
    assert again.repeated
    ratings = {rating.player_id: rating for rating in Rating.objects.filter(pace="live")}
    aton, amon = ratings[match.aton_id], ratings[match.amon_id]
    assert (aton.rating, aton.matches, aton.losses) == (1480, 1, 1)
    assert (amon.rating, amon.matches, amon.wins, amon.peak) == (1520, 1, 1, 1520)
    assert RatingChange.objects.count() == 2
    assert set(Rating.objects.filter(pace="daily").values_list("rating", "matches")) == {(1500, 0)}


def test_an_unrated_match_changes_no_rating():
    match = finished_match(rated=False)
    assert Result.objects.filter(match=match).count() == 2
    assert not RatingChange.objects.exists()


def test_the_ledger_leads_to_the_rating():
    aton, amon = make_player(), make_player()
    for seed in range(7):
        finished_match(aton, amon, seed=seed)
    for player in (aton, amon):
        lines = RatingChange.objects.filter(player=player).order_by("pk")
        assert lines[0].before == 1500
        for line, following in pairwise(lines):
            assert line.after == following.before
        rating = Rating.objects.get(player=player, pace="live")
        assert rating.rating == list(lines)[-1].after
        assert (rating.matches, rating.established) == (7, True)


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_match_is_stored_as_it_was_played(seed):
    match = finished_match(seed=seed)
    record = make_record(match)
    replayed = engine.replay(record)
    assert replayed.to_json() == match.state
    assert [row.number for row in match.actions.all()] == list(range(1, match.version + 1))
    state = engine.new(bytes.fromhex(match.seed))
    for row in match.actions.all():
        state, events = engine.apply(state, engine.parse_action(row.payload))
        assert [event.to_json() for event in events] == row.events
    winners = {r.side: r.outcome for r in Result.objects.filter(match=match)}
    if match.winner:
        assert winners == {match.winner: "win", engine.other(match.winner): "loss"}
    else:
        assert set(winners.values()) == {"draw"}


def test_there_is_no_record_before_the_match_is_over(match):
    assert make_record(match) is None


def test_clocks_follow_the_decisions(match):
    allocate(match, "aton")
    match.refresh_from_db()
    assert match.aton_deadline is None
    assert match.aton_ms == (600 - 1 + 15) * 1000
    assert match.amon_deadline == match.started_at + timedelta(seconds=600)
