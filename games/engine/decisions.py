"""The decisions of rule 7.1 as sets of choices: counted, listed, drawn and judged.

A decision is made of what its player knows, so the same code serves a whole state and a
view. Nothing here enumerates a set in order to count it or to draw from it.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, prod
from random import Random
from typing import Final, NamedTuple

from .actions import Action, Allocation, PlainAction, StoneAction, StoneType
from .board import BIT, BOARD, CARD_VALUES, TEMPLES, Side, names_of, temple_counts

Hand = tuple[int, ...]
Shape = tuple[int, ...]

#: For each hand, ascending, the allocations that differ (rule 2.3).
ALLOCATIONS: Final[dict[Hand, tuple[Hand, ...]]] = {
    hand: tuple(sorted(set(permutations(hand))))
    for hand in combinations_with_replacement(CARD_VALUES, 4)
}

CLEARED: Final = 4


class CardDecision(NamedTuple):
    """Allocate the four cards of ``hand`` (ascending), or exchange them (2.2 and 2.3)."""

    player: Side
    hand: Hand
    may_exchange: bool

    def total(self) -> int:
        """Return how many different actions there are."""
        return len(ALLOCATIONS[self.hand]) + self.may_exchange

    def actions(self) -> Iterator[Action]:
        """Yield every action once."""
        if self.may_exchange:
            yield PlainAction("exchange", self.player)
        for cards in ALLOCATIONS[self.hand]:
            yield Allocation("allocate", self.player, cards)

    def draw(self, rng: Random) -> Action:
        """Return one of the actions, each as likely as any other."""
        allocations = ALLOCATIONS[self.hand]
        chosen = int(rng.random() * (len(allocations) + self.may_exchange))
        if chosen == len(allocations):
            return PlainAction("exchange", self.player)
        return Allocation("allocate", self.player, allocations[chosen])


class StoneDecision(NamedTuple):
    """Name ``number`` of the squares in ``squares`` to remove from or place on (3.2, 3.5)."""

    player: Side
    type: StoneType
    squares: int
    number: int

    def total(self) -> int:
        """Return how many different actions there are."""
        return comb(self.squares.bit_count(), self.number)

    def actions(self) -> Iterator[Action]:
        """Yield every action once."""
        for mask in _subsets(self.squares, self.number):
            yield StoneAction(self.type, self.player, mask)

    def draw(self, rng: Random) -> Action:
        """Return one of the actions, each as likely as any other."""
        mask = _draw_subset(self.squares, self.number, rng.random)
        return StoneAction(self.type, self.player, mask)


class ClearDecision(NamedTuple):
    """Clear four of one's own stones, a mask, by rule 4.3."""

    player: Side
    stones: int

    def total(self) -> int:
        """Return how many different actions there are."""
        counts = temple_counts(self.stones)
        return sum(_ways(counts, shape) for shape in clear_shapes(counts))

    def actions(self) -> Iterator[Action]:
        """Yield every action once."""
        for shape in sorted(clear_shapes(temple_counts(self.stones))):
            for mask in self._of_shape(shape):
                yield StoneAction("clear", self.player, mask)

    def _of_shape(self, shape: Shape) -> Iterator[int]:
        by_temple = (
            _subsets(self.stones & temple, number)
            for temple, number in zip(TEMPLES, shape, strict=True)
        )
        return map(sum, product(*by_temple))

    def draw(self, rng: Random) -> Action:
        """Return one of the actions, each as likely as any other."""
        counts = temple_counts(self.stones)
        shapes = sorted(clear_shapes(counts))
        shape = shapes[0]
        if len(shapes) > 1:
            (shape,) = rng.choices(shapes, [_ways(counts, each) for each in shapes])
        mask = 0
        for temple, number in zip(TEMPLES, shape, strict=True):
            mask |= _draw_subset(self.stones & temple, number, rng.random)
        return StoneAction("clear", self.player, mask)


Decision = CardDecision | StoneDecision | ClearDecision


def clear_shapes(counts: Shape) -> frozenset[Shape]:
    """Return in which ways a clearing may spread over temples 1 to 4 (rule 4.3).

    ``counts`` says how many stones the player has in each temple. Every shape says how many
    of them the player clears there.
    """
    if sum(counts) <= CLEARED:
        return frozenset((tuple(counts),))
    shapes = {tuple(1 if count else 0 for count in counts)}
    for _ in range(counts.count(0)):
        shapes = {
            (*shape[:temple], shape[temple] + 1, *shape[temple + 1 :])
            for shape in shapes
            for temple in _fullest(counts, shape)
        }
    return frozenset(shapes)


def _fullest(counts: Shape, taken: Shape) -> list[int]:
    left = [count - gone for count, gone in zip(counts, taken, strict=True)]
    most = max(left)
    return [temple for temple, number in enumerate(left) if number == most]


def _ways(counts: Shape, shape: Shape) -> int:
    return prod(map(comb, counts, shape))


def _subsets(mask: int, number: int) -> Iterator[int]:
    bits = [BIT[name] for name in names_of(mask)]
    return map(sum, combinations(bits, number))


def _draw_subset(mask: int, number: int, random: Callable[[], float]) -> int:
    size = mask.bit_count()
    if number == size:
        return mask
    if 2 * number > size:
        return mask ^ _draw_subset(mask, size - number, random)
    span = mask.bit_length()
    # Guessing squares is the quickest way while enough of the guesses hit.
    if span < 8 * (size - number + 1):
        chosen = 0
        while number:
            bit = 1 << int(random() * span)
            if mask & bit:
                mask ^= bit
                chosen |= bit
                number -= 1
        return chosen
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    chosen = 0
    for _ in range(number):
        chosen |= bits.pop(int(random() * len(bits)))
    return chosen


def removable(stones: int, card: int, reach: int, round_number: int) -> tuple[int, int]:
    """Return what a card on cartouche 2 asks to remove: (squares, number), by section 3.

    ``stones`` are those of the owner whom :func:`removes_own` tells, ``reach`` the mask of
    the allowed temples.
    """
    if round_number == 1:
        return 0, 0
    squares = stones & reach
    return squares, min(asked_to_remove(card), squares.bit_count())


def asked_to_remove(card: int) -> int:
    """Return how many stones a card on cartouche 2 asks to remove (rule 3.2)."""
    return abs(card - 2)


def removes_own(card: int) -> bool:
    """Tell whether a card on cartouche 2 removes its own player's stones (rule 3.2)."""
    return card == 1


def placeable(stones: tuple[int, int], card: int, reach: int, supply: int) -> tuple[int, int, int]:
    """Return what a card on cartouche 4 asks to place: (squares, number, buried), by rule 3.5.

    ``buried`` stones find no square and go to the Kingdom of the Dead.
    """
    squares = reach & ~(stones[0] | stones[1]) & BOARD
    wanted = min(card, supply)
    number = min(wanted, squares.bit_count())
    return squares, number, wanted - number
