"""From a player's view to arrays of counts."""

from collections.abc import Mapping, Sequence
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from games.engine.board import CARD_VALUES, CARDS_OF_A_VALUE, INDEX, SIDES, Side
from games.engine.rounds import first_to_clear

from .counts import HAND_COUNTS, Batch, Ints, counts_of

Chances = np.ndarray[tuple[int], np.dtype[np.float64]]


class Reading(NamedTuple):
    """A view as its player reads it.

    ``batch`` is the position; its piles hold what the players may still draw, as far as the
    player can know: before a hand is laid the hand counts as in the pile, hidden cards of the
    other are taken away in proportion. ``cards`` are the own cartouches, ``shown`` those of
    the other that are face up. ``mine`` and ``theirs`` are the cards that the hands of this
    round were drawn from, own discards in ``discard``.
    """

    batch: Batch
    cards: Sequence[int]
    shown: Sequence[int]
    mine: Ints
    theirs: Ints
    discard: Ints
    first_round: bool
    clears_first: bool


def _numbers(cards: Sequence[int | None]) -> Ints:
    return np.array([list(cards).count(value) for value in CARD_VALUES], np.int64)


def read(view: Mapping[str, Any], side: Side) -> Reading:
    """Return what a view tells the player of ``side``."""
    other = SIDES[1 - INDEX[side]]
    pair = (side, other)
    discard, other_discard = (_numbers(view["discard"][who]) for who in pair)
    mine, theirs = CARDS_OF_A_VALUE - discard, CARDS_OF_A_VALUE - other_discard
    allocating = view["phase"] == "allocate"
    cards = view["cartouches"][side] or ()
    shown = tuple(card for card in view["cartouches"][other] or () if card is not None)
    own_pile, other_pile = mine.astype(np.float64), theirs.astype(np.float64)
    wait = 0
    if not allocating:
        own_pile = own_pile - _numbers(cards)
        other_pile = other_pile - _numbers(shown)
        hidden = 4 - len(shown)
        total = other_pile.sum()
        if hidden and total:
            wait = shown[1]
            other_pile = other_pile * (1 - hidden / total)
    batch = Batch(
        np.array([counts_of(view["board"], "AM"[INDEX[who]]) for who in pair], np.float32).reshape(
            -1, 1
        ),
        _column(view, "score", pair),
        _column(view, "dead", pair),
        _column(view, "supply", pair),
        _column(view, "exchange", pair),
        np.concatenate([own_pile, other_pile])[:, None].astype(np.float32),
        np.array([wait], np.int64),
    )
    score = view["score"]
    first = None if view["first"] is None else INDEX[view["first"]]
    clears_first = first_to_clear((score["aton"], score["amon"]), first) == INDEX[side]
    return Reading(batch, cards, shown, mine, theirs, discard, view["round"] == 1, clears_first)


def _column(view: Mapping[str, Any], key: str, pair: tuple[Side, Side]) -> Any:
    return np.array([[view[key][who]] for who in pair], np.float32)


def fresh_hands(hand: int, mine: Ints, discard: Ints) -> Chances:
    """Return how likely each of the 35 hands is once this one has been exchanged (2.2).

    Where the pile runs out on the way the rest is drawn from the discard pile, on which the
    cards laid down lie too.
    """
    pile = mine - HAND_COUNTS[hand]
    kept = np.zeros(4, np.int64)
    if pile.sum() < 4:
        kept, pile = pile, discard + HAND_COUNTS[hand]
    ways = np.zeros(len(HAND_COUNTS))
    for index, counts in enumerate(HAND_COUNTS):
        drawn = counts - kept
        if (drawn >= 0).all():
            ways[index] = prod(map(comb, pile.tolist(), drawn.tolist()))
    return np.asarray(ways / ways.sum())
