"""Sections 1 and 2 of rules.md; each test is named after the rule that it is about."""

from collections import Counter

import pytest

from games.engine import (
    COLOURS,
    SQUARES,
    IllegalAction,
    NotToMove,
    WrongPhase,
    apply,
    legal,
    mask_of,
    names_of,
    new,
)
from games.engine.shuffle import shuffled

from .helpers import (
    act,
    allocated,
    discard_of,
    position,
    refusal,
    revealed,
    seed_of,
    types,
)


def test_1_1_squares_are_named_in_board_order() -> None:
    assert len(SQUARES) == len(set(SQUARES)) == 48
    assert (SQUARES[0], SQUARES[3], SQUARES[4], SQUARES[12], SQUARES[-1]) == (
        *("1a1", "1a4", "1b1", "2a1", "4c4"),
    )
    assert names_of(mask_of(["4c4", "1a1", "3b2"])) == ("1a1", "3b2", "4c4")


def test_1_2_colours() -> None:
    assert Counter(COLOURS) == {
        "gold": 14, "green": 14, "grey": 10, "blue": 4, "plus1": 4, "plus2": 2,
    }  # fmt: skip
    named = dict(zip(SQUARES, COLOURS, strict=True))
    assert named["3a4"] == named["3c4"] == named["1b3"] == named["2b3"] == "plus1"
    assert named["4a4"] == named["4c4"] == "plus2"
    assert {square for square in SQUARES if named[square] == "blue"} == {
        *("1b4", "2b4", "3b4", "4b4"),
    }


def test_1_3_and_2_1_a_new_game() -> None:
    state = new(seed_of(5))
    assert state.supply == (29, 29)
    assert state.exchange == (True, True)
    assert [len(pile) for pile in state.pile] == [32, 32]
    whole = shuffled([1, 2, 3, 4] * 9, state.seed, "aton/0")
    assert state.hand[0] == tuple(sorted(whole[:4]))
    assert state.pile[0] == whole[4:]


def test_2_1_an_emptied_pile_stays_empty_until_a_card_is_needed() -> None:
    pile = {"aton": [1, 1, 2, 2], "amon": [3, 3, 4, 4]}
    hand = [1, 2, 3, 4]
    state, events = revealed(
        [1, 2, 3, 4], [2, 3, 4, 1],
        pile=pile, discard={side: discard_of(cards, hand) for side, cards in pile.items()},
        score={"aton": 1, "amon": 0},
    )  # fmt: skip
    assert events[0]["type"] == "allocate"
    while state.phase != "allocate":
        (side,) = state.to_move
        action = next(legal(state, side))
        state, _ = apply(state, action)
    assert state.pile == ((), ())
    assert state.hand == ((1, 1, 2, 2), (3, 3, 4, 4))
    assert state.reshuffles == (0, 0)
    after, _ = act(state, "aton", "exchange")
    assert after.reshuffles == (1, 0)
    assert after.discard[0] == ()
    assert len(after.pile[0]) == 32


def test_2_2_exchanged_cards_take_part_in_the_reshuffle() -> None:
    pile = {"aton": [4], "amon": [4]}
    hand = [1, 2, 3, 4]
    discard = {"aton": discard_of([4], hand), "amon": discard_of([4], hand)}
    state, events = act(position(pile=pile, discard=discard), "aton", "exchange")
    assert events == [{"type": "exchange", "player": "aton", "cards": hand}]
    expected = shuffled(discard["aton"] + hand, state.seed, "aton/1")
    assert state.hand[0] == tuple(sorted((4, *expected[:3])))
    assert state.pile[0] == expected[3:]
    assert state.exchange == (False, True)
    again = refusal(state, "aton", "exchange")
    assert isinstance(again, IllegalAction)
    assert again.rule == "2.2"


def test_2_3_an_allocation_is_final() -> None:
    state = allocated([1, 2, 3, 4], [1, 2, 3, 4])
    error = refusal(state, "aton", "allocate", cards=[4, 3, 2, 1])
    assert isinstance(error, NotToMove)
    assert str(error) == "You have allocated already, and an allocation is final (rule 2.3)."
    assert isinstance(refusal(state, "aton", "exchange"), NotToMove)


def test_2_4_twice_the_difference_and_an_immediate_end_at_40() -> None:
    state, events = revealed([4, 2, 2, 2], [1, 2, 2, 2], score={"aton": 34, "amon": 39})
    assert events[3] == {"type": "points", "player": "aton", "points": 6, "source": "cartouche"}
    assert events[-1] == {"type": "over", "winner": "aton", "reason": "points"}
    assert state.score == (40, 39)
    assert state.revealed == (1, 1)


def test_2_4_equal_cards_score_nothing() -> None:
    _, events = revealed([2, 1, 2, 2], [2, 2, 2, 2])
    assert "points" not in types(events)


@pytest.mark.parametrize(
    ("aton", "amon", "first"),
    [
        ([1, 1, 1, 1], [1, 2, 1, 1], "aton"),
        ([1, 3, 1, 1], [1, 2, 1, 1], "amon"),
        ([1, 2, 1, 1], [2, 2, 1, 1], "aton"),
        ([3, 2, 1, 1], [2, 2, 1, 1], "amon"),
    ],
)
def test_2_5_the_lower_card_plays_first(aton: list[int], amon: list[int], first: str) -> None:
    _, events = revealed(aton, amon)
    assert {"type": "first", "player": first} in events


def test_2_5_war_refills_an_empty_pile() -> None:
    cards = [2, 2, 2, 2]
    pile = {"aton": [3], "amon": [3]}
    state, events = revealed(
        cards, cards, pile=pile, discard={"aton": discard_of([3], cards)} | {
            "amon": discard_of([3], cards)
        }, reshuffles={"aton": 4, "amon": 6},
    )  # fmt: skip
    wars = [event for event in events if event["type"] == "war"]
    assert wars[0] == {"type": "war", "aton": 3, "amon": 3}
    assert len(wars) > 1
    assert all(war["aton"] == war["amon"] for war in wars[:-1])
    assert state.reshuffles == (5, 7)
    first = "aton" if wars[-1]["aton"] < wars[-1]["amon"] else "amon"
    assert events[types(events).index("first")]["player"] == first
    assert state.war == (
        tuple(war["aton"] for war in wars),
        tuple(war["amon"] for war in wars),
    )
    assert len(state.discard[0]) == len(wars)


def test_2_5_a_war_without_decision_lets_aton_play_first() -> None:
    cards = [2, 2, 2, 2]
    pile = discard_of([], cards)
    state, events = revealed(cards, cards, pile={"aton": pile, "amon": pile})
    assert types(events).count("war") == 32
    assert {"type": "first", "player": "aton"} in events
    assert state.pile == ((), ())
    assert len(state.discard[0]) == len(state.discard[1]) == 32


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([1, 2, 3, 7], "There are only cards of the values 1, 2, 3 and 4 (rule 1.3)."),
        ([1, 2, 3], "You allocated 3 cards; each of the four cartouches needs one (rule 2.3)."),
        (
            [1, 1, 2, 3],
            "You hold only 1 card of value 1; allocate the four cards of your hand (rule 2.3).",
        ),
    ],
)
def test_2_3_sentences_about_cards(cards: list[int], sentence: str) -> None:
    error = refusal(position(), "aton", "allocate", cards=cards)
    assert isinstance(error, IllegalAction)
    assert str(error) == sentence


def test_sentences_can_be_translated() -> None:
    error = refusal(position(), "aton", "allocate", cards=[1, 2, 3])
    text = error.sentence.translated(
        lambda message: f"<{message}>", lambda _, many, n: f"[{n} {many}]"
    )
    assert text == "[3 You allocated 3 cards; each of the four cartouches needs one (rule 2.3).]"
    error = refusal(position(), "aton", "place", squares=[])
    assert isinstance(error, WrongPhase)
