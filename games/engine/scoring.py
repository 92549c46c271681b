"""The scoring at the end of a round (rule 4.1) and the ends of a game by stones (rule 3.6)."""

from typing import Final, Literal

from .board import BLUE, GOLD, GREEN, GREY, PLUS1, PLUS2, SIDES, TEMPLES, Pair

ITEMS: Final = ("temple1", "temple2", "temple3", "temple4", "grey", "bonus")
#: What Aton and Amon score by each of the ITEMS, in the order of rule 4.1.
Items = tuple[Pair, Pair, Pair, Pair, Pair, Pair]
FullBoardReason = Literal["temple", "gold", "green"]

TEMPLE2_POINTS: Final = 5
BLUE_POINTS: Final = 3
GREY_POINTS: Final = 8


def items_of(stones: Pair) -> Items:
    """Return what a scoring of these stones, two masks, gives each player (rule 4.1)."""
    aton, amon = stones
    lead1, lead2, lead3, lead4 = (
        (aton & temple).bit_count() - (amon & temple).bit_count() for temple in TEMPLES
    )
    third = TEMPLES[2]
    return (
        _to_leader(lead1, lead1, -lead1),
        _to_leader(lead2, TEMPLE2_POINTS, TEMPLE2_POINTS),
        _to_leader(lead3, (aton & third).bit_count(), (amon & third).bit_count()),
        _to_leader(
            lead4, BLUE_POINTS * (aton & BLUE).bit_count(), BLUE_POINTS * (amon & BLUE).bit_count()
        ),
        _to_leader((aton & GREY).bit_count() - (amon & GREY).bit_count(), GREY_POINTS, GREY_POINTS),
        (_bonus(aton), _bonus(amon)),
    )


def _to_leader(lead: int, for_aton: int, for_amon: int) -> Pair:
    if lead > 0:
        return (for_aton, 0)
    if lead < 0:
        return (0, for_amon)
    return (0, 0)


def _bonus(stones: int) -> int:
    return (stones & PLUS1).bit_count() + 2 * (stones & PLUS2).bit_count()


def items_json(items: Items) -> dict[str, dict[str, int]]:
    """Return the items as protocol.md writes them, who scored nothing left out."""
    return {
        name: {side: points for side, points in zip(SIDES, pair, strict=True) if points}
        for name, pair in zip(ITEMS, items, strict=True)
    }


def full_board_reason(stones: int) -> FullBoardReason | None:
    """Return by which condition of rule 3.6 these stones of one player win, if by any."""
    if any(stones & temple == temple for temple in TEMPLES):
        return "temple"
    if stones & GOLD == GOLD:
        return "gold"
    if stones & GREEN == GREEN:
        return "green"
    return None
