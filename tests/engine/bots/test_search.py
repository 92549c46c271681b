"""The table of a round, its equilibrium, and how weights are made and kept."""

from random import Random

import numpy as np
import pytest

from games.engine import apply, new, view
from games.engine.asked import decision_in_view
from games.engine.bots import warm_up
from games.engine.bots.allocation import Plans
from games.engine.bots.counts import CAPACITY, CARDS, HAND_OF, HANDS, hand_chances
from games.engine.bots.deeper import next_round_worth
from games.engine.bots.equilibrium import solve
from games.engine.bots.games import Games, Watcher
from games.engine.bots.levels import WEIGHTS, learned
from games.engine.bots.minds import Search
from games.engine.bots.network import load
from games.engine.bots.reading import fresh_hands, read
from games.engine.bots.steps import won
from games.engine.bots.turns import likely_placements, placements
from tests.engine.helpers import position, random_game, seed_of


def search() -> Search:
    return Search(learned(), np.random.default_rng(1), lambda: False)


def allocating(number: int, rounds: int):
    """Return a position of a game between two levels that play well enough to get there."""
    rng, state = Random(number), new(seed_of(number))
    while state.round < rounds and state.result is None:
        side = state.to_move[0]
        seen = view(state, side)
        player = warm_up()["jackal"]
        state, _ = apply(state, player(decision_in_view(seen, side), seen, 5, rng))
    assert state.result is None
    return state


def plans(state, side, pairs=10**6) -> Plans:
    reading = read(view(state, side), side)
    return Plans(search(), reading.batch, (reading.mine, reading.theirs), None, pairs)


def test_both_players_make_the_same_table():
    state = allocating(5, 3)
    own, other = plans(state, "aton"), plans(state, "amon")
    assert own.complete
    assert other.complete
    assert np.abs(own.table + other.table.T - 1).max() < 1e-5


def test_forty_points_on_the_first_cartouche_win_the_round():
    state = position(score={"aton": 36, "amon": 39})
    table = plans(state, "aton").table
    gap = CARDS[:, 0][:, None] - CARDS[:, 0][None, :]
    assert (table[gap >= 2] == 1).all()
    assert (table[gap < 0] == 0).all()
    assert (table[gap == 1] < 1).any()


def test_a_board_that_the_first_turn_fills_is_certain_however_little_is_looked_at():
    state = position(board=["AAAAAMAAAAA.", "M...........", "............", "............"])
    settled = plans(state, "aton", 0).table
    # A 4 on cartouche 2 removes what is in the way, a 1 is enough reach, two stones are needed.
    fills = (CARDS[:, 1] >= 3) & (CARDS[:, 3] >= 2)
    follows = CARDS[:, 1][:, None] < CARDS[:, 1][None, :]
    assert (settled[follows & fills[:, None]] == 1).all()
    assert (plans(state, "amon", 0).table[follows.T & fills[None, :]] == 0).all()
    assert (settled[~fills] < 1).all()


def test_the_guesses_of_an_unfinished_table_follow_what_was_found():
    state = allocating(5, 3)
    every, some, none = (plans(state, "aton", units) for units in (10**6, 200, 0))
    assert not some.complete
    left = some.table != every.table
    assert 0.1 < left.mean() < 0.95
    errors = [np.abs(guess - every.table)[left].mean() for guess in (none.table, some.table)]
    assert errors[1] < 0.8 * errors[0]


def test_the_equilibrium_leaves_little_to_gain():
    rng = np.random.default_rng(2)
    table = rng.random((256, 256))
    hands = [rng.dirichlet(np.ones(len(HANDS))) for _ in range(2)]
    found = solve(table, hands[0], hands[1], 400)
    for plan in found[:2]:
        assert np.allclose(np.bincount(HAND_OF, plan), 1)
    x, y = hands[0][HAND_OF] * found.own, hands[1][HAND_OF] * found.other
    gains, losses = table @ y, x @ table
    best = sum(p * gains[h == HAND_OF].max() for h, p in enumerate(hands[0]))
    worst = sum(p * losses[h == HAND_OF].min() for h, p in enumerate(hands[1]))
    assert 0 <= best - worst < 0.01


def test_placements_that_win_are_among_the_likely_ones_and_few_others_are_missed():
    games = Games([learned()], np.zeros((2, 12), np.int64), np.random.default_rng(6), Watcher())
    for _ in range(4):
        games.play_round()
    missed = []
    cards = np.array([1, 2, 4, 4])
    for game in np.flatnonzero(games.alive):
        batch = games.batch(0, np.array([game]))
        every = placements(batch, cards)
        some = likely_placements(batch, cards, learned(), 12)
        assert len(some.options) < len(every.options) / 3
        missed.append(learned().worth(every.after).max() - learned().worth(some.after).max())
    assert len(missed) >= 6
    assert max(missed) < 0.02
    batch.stones[:, 0] = 0
    batch.stones[15:20, 0] = CAPACITY[15:20] - np.array([1, 1, 0, 2, 0])
    some = likely_placements(batch, cards, learned(), 1)
    assert won(some.after).sum() == 1


def test_chances_of_hands():
    chances = hand_chances(np.array([[9, 1], [9, 0], [9, 0], [9, 3]]))
    assert np.allclose(chances.sum(axis=0), 1)
    assert chances[HANDS.index((1, 4, 4, 4)), 1] == 1
    assert chances[HANDS.index((1, 1, 1, 1)), 0] == pytest.approx(126 / 58905)


def test_a_fresh_hand_may_come_from_the_discard_pile():
    hand = HANDS.index((1, 1, 1, 1))
    plenty = fresh_hands(hand, np.array([9, 9, 9, 9]), np.zeros(4, np.int64))
    assert plenty[hand] == pytest.approx(5 / 35960)
    # Two 4 are left; the other two cards come from the discard pile and the hand itself.
    short = fresh_hands(hand, np.array([4, 0, 0, 2]), np.array([5, 9, 9, 7]))
    assert short.sum() == pytest.approx(1)
    assert all(short[n] == 0 or cards.count(4) >= 2 for n, cards in enumerate(HANDS))


def test_the_next_round_is_worth_about_what_the_network_says():
    values = []
    for number in range(4):
        reading = read(view(allocating(number, 4), "aton"), "aton")
        value = next_round_worth(reading.batch, search(), 500, clears_first=True)
        values.append((value, float(learned().worth(reading.batch)[0])))
    assert all(0 <= value <= 1 for value, _ in values)
    assert np.abs(np.diff(np.array(values), axis=1)).mean() < 0.15


def test_views_are_read_as_their_player_sees_them():
    for number in range(8):
        for state, _ in random_game(number):
            for who, side in enumerate(("aton", "amon")):
                if side not in state.to_move:
                    continue
                batch = read(view(state, side), side).batch
                sums = batch.stones.reshape(2, 20).sum(axis=1) + batch.dead[:, 0]
                assert (sums + batch.supply[:, 0] == 29).all()
                assert batch.score[0, 0] == state.score[who]
                assert batch.score[1, 0] == state.score[1 - who]
                waits = state.phase in {"remove", "place"} and state.first == who
                assert (batch.wait[0] > 0) == waits
                if state.phase == "allocate":
                    counts = [9 - state.discard[who].count(value) for value in (1, 2, 3, 4)]
                    assert batch.pile[:4, 0].tolist() == counts


def test_the_weights_are_small_and_tell_how_they_were_made():
    assert WEIGHTS.stat().st_size < 1_000_000
    header = load(WEIGHTS)[1]
    assert {"made_by", "seed", "generations", "history"} <= set(header)
