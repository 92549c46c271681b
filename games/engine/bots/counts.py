"""Positions as counts: squares of one colour in one temple are interchangeable.

The 48 squares fall into 20 kinds, five in each temple, so the stones of a player are 20
numbers and every set of removals or placements is a small multiset of kinds. Everything
here is derived from board.py; arrays have a row for each quantity and a column for each
position, which lets NumPy work along whole rows.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.engine.board import BIT, CARD_VALUES, CARDS_OF_A_VALUE, COLOURS, SQUARES, TEMPLE_SIZE
from games.engine.decisions import ALLOCATIONS

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_COLOURS: Final = ("gold", "grey", "blue", "green", "plus")
KINDS: Final = 20
#: The kind of each of the 48 squares.
KIND_OF: Final[tuple[int, ...]] = tuple(
    index // TEMPLE_SIZE * 5 + _COLOURS.index("plus" if colour.startswith("plus") else colour)
    for index, colour in enumerate(COLOURS)
)
SQUARES_OF: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(index for index, kind in enumerate(KIND_OF) if kind == wanted) for wanted in range(KINDS)
)
CAPACITY: Final[Floats] = np.array([len(squares) for squares in SQUARES_OF], np.float32)
TEMPLE_OF: Final[Ints] = np.arange(KINDS) // 5


def _total(colour: str) -> list[float]:
    return [1.0 if _COLOURS[kind % 5] == colour else 0.0 for kind in range(KINDS)]


def _bonus() -> list[float]:
    first = [COLOURS[squares[0]] for squares in SQUARES_OF]
    return [{"plus1": 1.0, "plus2": 2.0}.get(colour, 0.0) for colour in first]


#: Rows: the stones in temples 1 to 4, on grey, blue, gold, green, and the bonus points (4.1).
TOTALS: Final[Floats] = np.array(
    [[float(kind // 5 == temple) for kind in range(KINDS)] for temple in range(4)]
    + [_total("grey"), _total("blue"), _total("gold"), _total("green"), _bonus()],
    np.float32,
)
TOTAL_ROWS: Final = len(TOTALS)
#: What fills a board by rule 3.6: temples 1 to 4, gold, green, as rows of TOTALS.
FILLS: Final = (0, 1, 2, 3, 6, 7)
FILL_SIZES: Final[Floats] = (TOTALS[list(FILLS)] @ CAPACITY).astype(np.float32)

#: The last temple, counted from 1, that each of these boards needs.
FILL_REACH: Final[Ints] = np.array(
    [int(TEMPLE_OF[row > 0].max()) + 1 for row in TOTALS[list(FILLS)]], np.int64
)

#: Every allocation is a number below 256: the cards less one as digits to the base 4.
DIGITS: Final[Ints] = np.array(list(product(range(4), repeat=4)), np.int64)
CARDS: Final[Ints] = DIGITS + 1
HANDS: Final[tuple[tuple[int, ...], ...]] = tuple(combinations_with_replacement(CARD_VALUES, 4))
HAND_INDEX: Final = {hand: index for index, hand in enumerate(HANDS)}
#: How many of each value a hand holds: a row for each of the 35 hands.
HAND_COUNTS: Final[Ints] = np.array(
    [[hand.count(value) for value in CARD_VALUES] for hand in HANDS], np.int64
)


def allocation_index(cards: tuple[int, ...]) -> int:
    """Return the number of an allocation."""
    one, two, three, four = cards
    return (one - 1) * 64 + (two - 1) * 16 + (three - 1) * 4 + four - 1


#: The numbers of the allocations of each hand, filled up to 24 by repeating the first one.
HAND_ALLOCATIONS: Final[Ints] = np.array(
    [([allocation_index(cards) for cards in ALLOCATIONS[hand]] * 24)[:24] for hand in HANDS],
    np.int64,
)
HAND_CHOICES: Final[Ints] = np.array([len(ALLOCATIONS[hand]) for hand in HANDS], np.int64)
#: Which of the 24 are no repeats.
HAND_VALID: Final[Flags] = np.arange(24)[None, :] < HAND_CHOICES[:, None]
#: The hand, as a number, that each allocation lays down.
HAND_OF: Final[Ints] = np.array(
    [HAND_INDEX[tuple(sorted(cards))] for cards in CARDS.tolist()], np.int64
)

_CHOOSE: Final = np.array(
    [[comb(n, k) for k in range(5)] for n in range(CARDS_OF_A_VALUE * 4 + 1)], np.float64
)


def hand_chances(pile: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return how likely each of the 35 hands is to be drawn from each pile.

    ``pile`` has a row for each value and a column for each pile, the result a row for each
    hand: the multivariate hypergeometric distribution, prod C(n_v, h_v) / C(n, 4). A pile of
    fewer than four cards gives zeros.
    """
    counts = np.clip(np.rint(pile), 0, 36).astype(np.int64)
    ways = np.ones((len(HANDS), counts.shape[1]))
    for value in range(4):
        ways *= _CHOOSE[counts[value][None, :], HAND_COUNTS[:, value][:, None]]
    total = ways.sum(axis=0)
    return np.asarray(ways / np.where(total > 0, total, 1.0))


@cache
def multisets(number: int, reach: int) -> npt.NDArray[np.int8]:
    """Return all multisets of ``number`` squares in temples 1 to ``reach``, as rows of counts."""
    rows = []
    for kinds in combinations_with_replacement(range(reach * 5), number):
        row = [0] * KINDS
        for kind in kinds:
            row[kind] += 1
        rows.append(row)
    table = np.array(rows, np.int8).reshape(-1, KINDS)
    return table[(table <= CAPACITY.astype(np.int8)).all(axis=1)]


def fitting(number: int, reach: int, available: Floats) -> npt.NDArray[np.int8]:
    """Return the multisets that take no more of a kind than ``available`` holds."""
    table = multisets(number, reach)
    return table[(table <= available.astype(np.int8)).all(axis=1)]


class Batch(NamedTuple):
    """Positions as one player sees them: a column each.

    ``stones`` has 40 rows, own counts of each kind and then the other's; ``score``,
    ``dead``, ``supply`` and ``token`` have two, own first; ``pile`` has eight, how many cards
    of each value are in the own pile and then the other's. ``wait`` is 0 when the round is
    over, else the card on the other's cartouche 2 when the other still has a turn.
    """

    stones: Floats
    score: Floats
    dead: Floats
    supply: Floats
    token: Floats
    pile: Floats
    wait: Ints

    @property
    def size(self) -> int:
        """How many positions there are."""
        return int(self.stones.shape[1])

    def take(self, columns: Any) -> "Batch":
        """Return a copy of some of the positions, in the order asked for."""
        return Batch(
            self.stones[:, columns],
            self.score[:, columns],
            self.dead[:, columns],
            self.supply[:, columns],
            self.token[:, columns],
            self.pile[:, columns],
            self.wait[columns],
        )

    def repeated(self, times: int) -> "Batch":
        """Return copies of a single position."""
        return self.take(np.zeros(times, np.int64))

    @classmethod
    def joined(cls, parts: "Sequence[Batch]") -> "Batch":
        """Return the positions of some batches one after the other."""
        return cls(*(np.concatenate(arrays, axis=-1) for arrays in zip(*parts, strict=True)))

    def copy(self) -> "Batch":
        """Return a copy that can be changed."""
        return Batch(
            self.stones.copy(),
            self.score.copy(),
            self.dead.copy(),
            self.supply.copy(),
            self.token.copy(),
            self.pile.copy(),
            self.wait.copy(),
        )

    def flipped(self) -> "Batch":
        """Return the same positions as the other player sees them, the round being over."""
        return Batch(
            np.roll(self.stones, KINDS, axis=0),
            self.score[::-1],
            self.dead[::-1],
            self.supply[::-1],
            self.token[::-1],
            np.roll(self.pile, 4, axis=0),
            self.wait,
        )


def counts_of(board: list[str], letter: str) -> list[int]:
    """Return how many stones of a letter lie on squares of each kind of protocol.md's board."""
    counts = [0] * KINDS
    for index, here in enumerate("".join(board)):
        if here == letter:
            counts[KIND_OF[index]] += 1
    return counts


def squares_for(counts: npt.NDArray[Any], allowed: int, rng: Random) -> int:
    """Return a mask with so many squares of each kind, drawn from the mask ``allowed``."""
    mask = 0
    for kind, number in enumerate(counts.tolist()):
        if number:
            here = [BIT[SQUARES[index]] for index in SQUARES_OF[kind]]
            mask |= sum(rng.sample([bit for bit in here if bit & allowed], int(number)))
    return mask


def unseen(view: Mapping[str, Any], side: str, *, without_hand: bool) -> list[int]:
    """Return how many cards of each value a player has neither discarded nor shown.

    ``without_hand`` leaves out the cards of a hand or allocation that the view shows too.
    """
    seen = list(view["discard"][side])
    laid = view["cartouches"][side]
    shown = laid[: view["revealed"][side]] if laid and not without_hand else laid
    seen += [card for card in shown or [] if card is not None]
    if without_hand:
        seen += view["hand"][side] or []
    return [CARDS_OF_A_VALUE - seen.count(value) for value in CARD_VALUES]
