"""How level 5 sees boards that the other has nearly full (rule 3.6)."""

import numpy as np
import pytest

from games.engine import view
from games.engine.bots.levels import cautious, learned
from games.engine.bots.minds import danger, end_worth
from games.engine.bots.reading import read
from tests.engine.helpers import EMPTY_BOARD, position


def seen(*temples: str):
    """Return the batch that Aton reads off a board; temples that are not given are empty."""
    board = [*temples, *EMPTY_BOARD[len(temples) :]]
    return read(view(position(board=board), "aton"), "aton").batch


@pytest.mark.parametrize(
    ("temple", "expected"),
    [
        ("M...........", 0),
        ("MMMM........", 0),
        ("MMMMMM......", 2 / 8),
        ("MMMMMMMMMM..", 6 / 8),
        ("MMMMMMMMMMA.", 5 / 8),
        ("MMMMMMMMMMMA", 6 / 8),
        ("AAAAAAAAAAA.", 0),
    ],
)
def test_danger_grows_with_the_others_stones_and_is_less_where_own_ones_stand(temple, expected):
    assert danger(seen(temple))[0] == pytest.approx(expected)


def test_gold_and_green_are_boards_too():
    gold = "MMMM........"
    assert danger(seen(gold, gold, "MMM........."))[0] == pytest.approx(5 / 8)


def test_the_cautious_mind_thinks_less_of_danger_and_the_same_of_the_rest():
    near, far = seen("MMMMMMMMM..."), seen("AAAAAAAAA...")
    assert cautious().worth(near)[0] < learned().worth(near)[0]
    assert cautious().worth(far)[0] == learned().worth(far)[0]


def test_what_is_decided_is_not_less_certain_for_caution():
    won = seen("MMMMMMMMMM..")
    won.score[0] = 40
    assert learned().worth(won)[0] == 1
    assert cautious().worth(won)[0] == 1


def test_a_position_is_worth_the_same_from_either_side_of_the_table():
    for batch in (seen("MMMMMMMMM..."), seen("AAAAAAAAA...", "MMMMM.......")):
        own = end_worth(cautious(), batch)
        other = end_worth(cautious(), batch.flipped(), other_thinks=True)
        assert np.abs(own + other - 1).max() < 1e-6
