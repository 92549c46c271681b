"""Players, temples and squares as numbers (rules 1.1 and 1.2).

The stones of one player are an int of 48 bits: the square in temple t, row r, column c
(each counted from 0) is bit ``t * 12 + r * 4 + c``. Such an int is called a mask here.
Inside the engine a player is an index: 0 is Aton, 1 is Amon.
"""

from collections.abc import Iterable
from typing import Final, Literal, TypeVar

Side = Literal["aton", "amon"]
Viewer = Literal["aton", "amon", "public"]
Colour = Literal["gold", "grey", "green", "blue", "plus1", "plus2"]
Pair = tuple[int, int]
T = TypeVar("T")

SIDES: Final[tuple[Side, Side]] = ("aton", "amon")
VIEWERS: Final[tuple[Viewer, ...]] = ("aton", "amon", "public")
INDEX: Final[dict[str, int]] = {"aton": 0, "amon": 1}

TEMPLE_SIZE: Final = 12
STONES: Final = 29
CARD_VALUES: Final = (1, 2, 3, 4)
CARDS_OF_A_VALUE: Final = 9
WHOLE_DECK: Final[tuple[int, ...]] = tuple(sorted(CARD_VALUES * CARDS_OF_A_VALUE))

SQUARES: Final[tuple[str, ...]] = tuple(
    f"{temple}{row}{column}" for temple in "1234" for row in "abc" for column in "1234"
)
BIT: Final[dict[str, int]] = {name: 1 << index for index, name in enumerate(SQUARES)}

_LETTERS: Final[dict[str, Colour]] = {
    "o": "gold",
    "y": "grey",
    "e": "green",
    "b": "blue",
    "1": "plus1",
    "2": "plus2",
}
_PATTERN: Final = "ooooyy1beeeeooooyy1beeeeooo1yyybeee1ooo2yyybeee2"
COLOURS: Final[tuple[Colour, ...]] = tuple(_LETTERS[letter] for letter in _PATTERN)


def _squares_of(colour: Colour) -> int:
    return sum(1 << index for index, here in enumerate(COLOURS) if here == colour)


GOLD: Final = _squares_of("gold")
GREEN: Final = _squares_of("green")
GREY: Final = _squares_of("grey")
BLUE: Final = _squares_of("blue")
PLUS1: Final = _squares_of("plus1")
PLUS2: Final = _squares_of("plus2")

BOARD: Final = (1 << len(SQUARES)) - 1
_TEMPLE: Final = (1 << TEMPLE_SIZE) - 1
#: The mask of each temple, temple 1 first.
TEMPLES: Final = tuple(_TEMPLE << TEMPLE_SIZE * index for index in range(4))
#: ``REACH[n]`` is the mask of temples 1 to n, where a card n lets its player act (rule 3.1).
REACH: Final = tuple((1 << TEMPLE_SIZE * n) - 1 for n in range(5))


def other(side: Side) -> Side:
    """Return the opponent of ``side``."""
    return "amon" if side == "aton" else "aton"


def names_of(mask: int) -> tuple[str, ...]:
    """Return the names of the squares in ``mask``, in board order (rule 1.1)."""
    names = []
    while mask:
        low = mask & -mask
        names.append(SQUARES[low.bit_length() - 1])
        mask ^= low
    return tuple(names)


def mask_of(names: Iterable[str]) -> int:
    """Return the mask of the squares named, in any order (rule 1.1).

    Raises KeyError for a name that is no square and ValueError for one named twice.
    """
    mask = 0
    for name in names:
        bit = BIT[name]
        if mask & bit:
            raise ValueError(name)
        mask |= bit
    return mask


def temple_counts(mask: int) -> tuple[int, int, int, int]:
    """Return how many squares of ``mask`` lie in each of the temples 1 to 4."""
    one, two, three, four = TEMPLES
    return (
        (mask & one).bit_count(),
        (mask & two).bit_count(),
        (mask & three).bit_count(),
        (mask & four).bit_count(),
    )


def by_side(pair: tuple[T, T]) -> dict[str, T]:
    """Return a pair (Aton's, Amon's) as the object that protocol.md writes."""
    return {"aton": pair[0], "amon": pair[1]}
