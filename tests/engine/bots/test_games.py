"""The games in arrays are the games of the engine."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from games.engine import State, StoneAction, apply, new, score_items
from games.engine.actions import Allocation
from games.engine.board import BIT, REACH, SIDES, SQUARES
from games.engine.bots import steps
from games.engine.bots.counts import CARDS, HAND_ALLOCATIONS, KIND_OF, SQUARES_OF, Batch
from games.engine.bots.features import describe, score
from games.engine.bots.games import Games, Watcher
from games.engine.state import rows_from_masks
from tests.engine.helpers import random_game, seed_of


class Careless:
    """Decides everything at random."""

    def exchanges(self, _batch, hands, rng):
        return rng.random(len(hands)) < 0.2

    def allocate(self, _batch, hands, rng):
        return HAND_ALLOCATIONS[hands, rng.integers(24, size=len(hands))]

    def worth(self, batch):
        return np.zeros(batch.size, np.float32)

    def noise(self, size, rng):
        return rng.random(size, np.float32)


class Fond(Careless):
    """Prefers positions by a fixed rule, without chance."""

    likes = np.random.default_rng(5).random(40).astype(np.float32)

    def worth(self, batch):
        return self.likes @ batch.stones

    def noise(self, size, _rng):
        return np.zeros(size, np.float32)


def cards_of(counts) -> tuple[int, ...]:
    return tuple(sorted(Counter(dict(enumerate(counts.tolist(), 1))).elements()))


def kinds_of(mask: int) -> list[int]:
    counts = [0] * 20
    for index in range(48):
        if mask >> index & 1:
            counts[KIND_OF[index]] += 1
    return counts


class Replayed(Games):
    """One game, which the engine plays too."""

    def __init__(self, number: int) -> None:
        super().__init__(
            [Careless()], np.zeros((2, 1), int), np.random.default_rng(number), Watcher()
        )
        self.state: State = new(seed_of(number))
        self.drawn: list[tuple[int, int]] | None = None
        self.picked: list[tuple[int, int]] = []

    def draw(self, who, games):
        cards = super().draw(who, games)
        if self.drawn is not None and len(games):
            self.drawn.append((who, int(cards[0]) + 1))
        return cards

    def reveal(self) -> None:
        piles = [cards_of(self.pile[who, :, 0]) for who in (0, 1)]
        discards = [cards_of(self.discard[who, :, 0]) for who in (0, 1)]
        self.drawn = []
        super().reveal()
        drawn, self.drawn = self.drawn, None
        for who in (0, 1):
            turned = [card for side, card in drawn if side == who]
            if len(turned) > len(piles[who]):  # the war ran through the end of the pile
                piles[who], discards[who] = piles[who] + discards[who], ()
            rest = list((Counter(piles[who]) - Counter(turned)).elements())
            piles[who] = (*turned, *rest)
        cards = [tuple(CARDS[self.laid[who, 0]].tolist()) for who in (0, 1)]
        self.state = self.state._replace(
            pile=tuple(piles),
            discard=tuple(discards),
            hand=tuple(tuple(sorted(laid)) for laid in cards),
            exchange=tuple(bool(token) for token in self.token[:, 0]),
        )
        for side, laid in zip(SIDES, cards, strict=True):
            self.state, _ = apply(self.state, Allocation("allocate", side, laid))

    def turn(self, games, who, *, waiting):
        if len(who):
            self.who = SIDES[who[0]]
        super().turn(games, who, waiting=waiting)

    def decide(self, phases: tuple[str, ...]) -> None:
        """Let the engine carry out what was picked, as far as it asks."""
        for phase in phases:
            changes = [kind for kind, change in self.picked if (change > 0) == (phase == "place")]
            pending = self.state.pending
            if pending is None or self.state.phase != phase or not changes:
                continue
            if phase != "clear" and pending.player != self.who:
                continue
            assert pending.number == len(changes)
            fitting = self.state.stones[pending.whose]
            if phase == "place":
                fitting = ~(self.state.stones[0] | self.state.stones[1])
            mask = 0
            for kind in changes:
                squares = [BIT[SQUARES[index]] for index in SQUARES_OF[kind]]
                here = fitting & REACH[pending.reach] & ~mask
                mask |= next(bit for bit in squares if bit & here)
            self.state, _ = apply(self.state, StoneAction(phase, pending.player, mask))


@pytest.mark.parametrize("number", range(25))
def test_a_game_in_arrays_is_the_same_in_the_engine(number, monkeypatch):
    game = Replayed(number)
    pick = steps.pick

    def watched(batch, columns, allowed, step, *rest):
        chosen = pick(batch, columns, allowed, step, *rest)
        game.picked.append((int(chosen[0]), step[1]))
        return chosen

    monkeypatch.setattr(steps, "pick", watched)
    take_turn, clear_four = steps.take_turn, steps.clear_four

    def after(function, *phases):
        def act(*args, **options):
            game.picked = []
            result = function(*args, **options)
            game.decide(phases)
            return result

        return act

    monkeypatch.setattr("games.engine.bots.games.take_turn", after(take_turn, "remove", "place"))
    monkeypatch.setattr("games.engine.bots.games.clear_four", after(clear_four, "clear"))
    while game.alive[0]:
        before = game.state.reshuffles
        game.play_round()
        state = game.state
        assert [kinds_of(mask) for mask in state.stones] == game.stones[:, :, 0].tolist()
        assert list(state.score) == game.score[:, 0].tolist()
        assert list(state.dead) == game.dead[:, 0].tolist()
        assert list(state.supply) == game.supply[:, 0].tolist()
        assert (state.result is None) == game.alive[0]
        if state.result is None and state.reshuffles == before:
            assert state.discard == tuple(cards_of(game.discard[who, :, 0]) for who in (0, 1))
    won = {"aton": 1, "amon": 0, None: 0.5}[game.state.result.winner]
    assert game.result[0] == won


def test_games_keep_all_stones_and_cards_and_end():
    games = Games([Careless()], np.zeros((2, 300), int), np.random.default_rng(3), Watcher())
    while games.alive.any():
        games.play_round()
        stones = games.stones.sum(axis=1) + games.dead + games.supply
        assert (stones == 29).all()
        live = games.alive
        cards = (games.pile + games.discard)[:, :, live].sum(axis=1)
        assert (cards == 36).all()
    assert set(games.result) <= {0.0, 0.5, 1.0}


def _positions(size: int) -> tuple[Batch, np.ndarray]:
    rng = np.random.default_rng(8)
    games = Games([Careless()], np.zeros((2, 400), int), rng, Watcher())
    for _ in range(6):
        games.play_round()
    chosen = np.flatnonzero(games.alive)[:size]
    assert len(chosen) == size
    return games.batch(rng.integers(2, size=size), chosen), rng.integers(1, 5, (4, size))


def test_many_turns_at_once_are_the_turns_one_by_one():
    batch, cards = _positions(80)
    rng = np.random.default_rng(0)
    singles = []
    for column in range(batch.size):
        single = batch.take([column])
        won = steps.take_turn(single, cards[:, [column]], Fond(), rng, removing=True)
        cleared = single.take([0])
        steps.clear_four(cleared, Fond(), rng)
        singles.append((single, cleared, bool(won[0])))
    won = steps.take_turn(batch, cards, Fond(), rng, removing=True)
    assert won.tolist() == [each[2] for each in singles]
    for part in range(6):
        assert batch[part].T.tolist() == [each[0][part][:, 0].tolist() for each in singles]
    steps.clear_four(batch, Fond(), rng)
    for part in range(6):
        assert batch[part].T.tolist() == [each[1][part][:, 0].tolist() for each in singles]


def test_turns_with_all_four_cards_are_the_turns_one_by_one():
    batch, cards = _positions(120)
    rng = np.random.default_rng(0)
    after = steps.take_turns(batch.copy(), cards[1], cards[2], Fond(), rng, removing=True)
    assert after.size == 4 * batch.size
    won = 0
    for four in (1, 2, 3, 4):
        single, ours = batch.copy(), after.take(slice(120 * (four - 1), 120 * four))
        cards[3] = four
        wins = steps.take_turn(single, cards, Fond(), rng, removing=True)
        assert (steps.won(ours) == wins).all()
        won += wins.sum()
        for part in range(6):
            assert (ours[part][:, ~wins] == single[part][:, ~wins]).all()
    assert after.stones.min() == 0


def test_a_board_in_reach_is_filled_by_the_stones_it_takes():
    batch = Batch(*(part[..., :1] for part in _positions(1)[0]))
    batch.stones[:] = 0
    batch.stones[:5, 0] = (4, 2, 1, 2, 1)  # two green squares of temple 1 are free
    batch.supply[:] = 19
    after = steps.take_turns(
        batch, np.array([2]), np.array([1]), Fond(), np.random.default_rng(0), removing=True
    )
    assert steps.won(after).tolist() == [False, True, True, True]


def test_scoring_of_counts_is_the_scoring_of_the_board():
    for number in range(30):
        for state, _ in random_game(number):
            stones = [kinds_of(state.stones[0]) + kinds_of(state.stones[1])]
            scores = score(np.array(stones, np.float32).T)
            items = score_items(state).values()
            assert scores.own[0] == sum(item.get("aton", 0) for item in items)
            assert scores.other[0] == sum(item.get("amon", 0) for item in items)
            if state.result and state.result.reason in {"temple", "gold", "green"}:
                _, exact = describe(_batch_of(state))
                assert exact.decided[0]
                assert exact.worth[0] == (state.result.winner == "aton")


def _batch_of(state: State) -> Batch:
    rows = rows_from_masks(state.stones)
    assert len(rows) == 4
    stones = np.array([kinds_of(state.stones[0]) + kinds_of(state.stones[1])], np.float32).T
    pairs = [
        np.array([[pair[0]], [pair[1]]], np.float32)
        for pair in (state.score, state.dead, state.supply, state.exchange)
    ]
    return Batch(stones, *pairs, np.full((8, 1), 4, np.float32), np.zeros(1, np.int64))


def test_squares_are_told_apart_by_their_kind_only():
    assert Counter(KIND_OF) == {kind: len(SQUARES_OF[kind]) for kind in range(20)}
    assert Random(1).choice(SQUARES)
