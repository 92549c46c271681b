"""Learning: who plays whom, what is noted of it, and the command."""

import sys
from pathlib import Path

import numpy as np

from games.engine.bots import train
from games.engine.bots.counts import CARDS, HAND_OF, hand_chances
from games.engine.bots.diary import Diary
from games.engine.bots.features import chance_to_fill
from games.engine.bots.games import Games, Watcher
from games.engine.bots.levels import learned
from games.engine.bots.minds import Styled
from games.engine.bots.network import load
from games.engine.bots.opponents import NEVER, draw_habits, draw_stacker, seat
from games.engine.bots.steps import fills, wins_at_once


def test_the_learner_sits_in_every_game_and_only_habits_give_way():
    rng = np.random.default_rng(3)
    seats, leaves = seat(4000, 7, rng)
    assert (seats.min(axis=0) == 0).all()
    assert set(seats.max(axis=0)) == set(range(9))
    assert ((seats.max(axis=0) >= 2) | (leaves == NEVER)).all()
    assert (leaves != NEVER).sum() > 1000
    assert abs((seats[0] > 0).sum() - (seats[1] > 0).sum()) < 400


def test_of_games_with_a_habit_that_gives_way_only_what_follows_is_noted():
    rng = np.random.default_rng(4)
    habits = draw_habits(1.0, rng)
    seats, leaves = seat(120, len(habits), rng)
    diary = Diary(learned().value, seats, leaves, 0.5)
    minds = [learned(), learned(), *(Styled(habit) for habit in habits)]
    games = Games(minds, seats, rng, diary)
    games.play()
    notes = [*diary.values, *((*plan[:4],) for plan in diary.plans)]
    given_way = 0
    for number, _, noted, _ in notes:
        began = np.where(leaves[noted] == NEVER, 0, leaves[noted])
        assert (number >= began).all()
        given_way += int((began > 0).sum())
    assert given_way > 100
    assert (seats[:, (leaves < games.round)] == 0).all()


def test_the_chance_to_fill_a_board_is_that_of_a_hand_that_can():
    """Against the search's own test of each turn, for positions where one board is near (3.6)."""
    rng = np.random.default_rng(5)
    stackers = [Styled(draw_stacker(rng)) for _ in range(8)]
    seats = rng.integers(8, size=(2, 300))
    games = Games(stackers, seats, rng, Watcher())
    hands = hand_chances(np.full((4, 1), 9))[:, 0]
    turns = CARDS[:, 1:].T
    seen = 0
    for _ in range(8):
        games.play_round()
        batch = games.batch(0, np.flatnonzero(games.alive))
        chances = chance_to_fill(*fills(batch), batch.supply[0])
        for column in range(batch.size):
            wins = wins_at_once(batch.take([column]), turns, removing=True)
            exact = hands[np.unique(HAND_OF[wins])].sum()
            near = chances[:, column] > 0
            assert bool(exact) == near.any()
            assert chances[:, column].max() <= exact + 1e-6
            if near.sum() == 1:
                seen += 1
                assert abs(chances[:, column].max() - exact) < 1e-6
    assert seen > 20


def test_training_makes_a_file_and_goes_on_from_it(tmp_path: Path, monkeypatch, capsys):
    out = tmp_path / "weights.npz"
    short = ["train", "--games", "40", "--out", str(out), "--generations", "3"]
    monkeypatch.setattr(sys, "argv", [*short, "--until", "1"])
    train.main()
    first = load(out)[0]["value"].layers[0][0].copy()
    monkeypatch.setattr(sys, "argv", [*short, "--resume"])
    train.main()
    networks, header = load(out)
    assert header["generations"] == 3
    assert len(header["history"]) == 2
    assert not np.array_equal(first, networks["value"].layers[0][0])
    assert "3/3" in capsys.readouterr().out
