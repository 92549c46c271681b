"""The check of the deal: every card comes from the seed."""

import random

import pytest

from games import engine
from games.engine import card_moves, check_deal


def random_game(number):
    rng = random.Random(number)
    seed = rng.randbytes(32)
    state, actions = engine.new(seed), []
    while state.result is None:
        action = engine.choose_random(state, rng.choice(state.to_move), rng)
        if action.type == "allocate" and rng.random() < 0.2 and state.exchange[0]:
            who = engine.SIDES.index(action.player)
            if state.exchange[who]:
                action = engine.parse_action({"player": action.player, "type": "exchange"})
        actions.append(action)
        state, _ = engine.apply(state, action)
    return seed, actions, state


@pytest.mark.parametrize("number", range(60))
def test_every_card_of_a_game_comes_from_its_seed(number):
    seed, actions, state = random_game(number)
    for who, moves in enumerate(card_moves(seed, actions)):
        checked = check_deal(seed, who, moves)
        assert checked.fault is None
        assert len(checked.shuffles) == state.reshuffles[who] + 1
        assert checked.shuffles[0].label == f"{engine.SIDES[who]}/0"


def test_a_card_of_another_seed_is_found():
    seed, actions, _ = random_game(3)
    moves = card_moves(seed, actions)[0]
    assert check_deal(bytes(32), 0, moves).fault == 0
    third = [move for move in moves if move.kind == "take"][2]
    index = moves.index(third)
    changed = tuple(5 - card for card in third.cards)
    faulty = [*moves[:index], third._replace(cards=changed), *moves[index + 1 :]]
    assert check_deal(seed, 0, faulty).fault == index
