"""Who plays whom: pairs the people who wait. Pure: all that it knows is passed in.

Two may play when their ratings lie within what both accept by now: a range that widens as they
wait. Nearest first. Nobody is paired with somebody to avoid, nor with their last opponent while
somebody else waits whom they could play.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

RANGE_AT_FIRST = 150  # Elo points to either side
RANGE_A_SECOND = 25

# How many neighbours somebody is compared with who may not play the nearest.
_LOOK = 50


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who has waited for `seconds`; `avoid` must name both of two who avoid each other."""

    player: int
    rating: int
    seconds: float
    last_opponent: int | None = None
    avoid: frozenset[int] = frozenset()

    @property
    def reach(self) -> float:
        """How far the opponent's rating may be away by now."""
        return RANGE_AT_FIRST + RANGE_A_SECOND * max(0.0, self.seconds)


def pair(people: Iterable[Waiting]) -> list[tuple[int, int]]:
    """Return the pairs of players that are to be seated now, nearest ratings first."""
    line = sorted(people, key=lambda one: (one.rating, -one.seconds, one.player))
    left = _Line(line)
    pairs = []
    heap = [found for index in range(len(line)) if (found := left.nearest(index))]
    heapify(heap)
    while heap:
        _difference, one, other = heappop(heap)
        if not left.there[one]:
            continue
        if left.there[other]:
            left.take(one)
            left.take(other)
            pairs.append((line[one].player, line[other].player))
        elif found := left.nearest(one):
            heappush(heap, found)
    return [*pairs, *_again([one for one, there in zip(line, left.there, strict=True) if there])]


class _Line:
    """People in order of rating, from which some are taken."""

    def __init__(self, people: Sequence[Waiting]) -> None:
        self.people = people
        self.there = [True] * len(people)
        self._next = list(range(1, len(people) + 1))
        self._before = list(range(-1, len(people) - 1))

    def take(self, index: int) -> None:
        """Take somebody out."""
        self.there[index] = False
        before, after = self._before[index], self._next[index]
        if before >= 0:
            self._next[before] = after
        if after < len(self.people):
            self._before[after] = before

    def nearest(self, index: int) -> tuple[int, int, int] | None:
        """Return the difference, `index` and whom of the higher ones they may play first."""
        me = self.people[index]
        other = self._next[index]
        for _ in range(_LOOK):
            if other >= len(self.people):
                return None
            them = self.people[other]
            difference = them.rating - me.rating
            if difference > me.reach:
                return None
            if difference <= them.reach and not _kept_apart(me, them):
                return difference, index, other
            other = self._next[other]
        return None


def _kept_apart(one: Waiting, other: Waiting) -> bool:
    return other.player in one.avoid or _last_met(one, other)


def _last_met(one: Waiting, other: Waiting) -> bool:
    return one.last_opponent == other.player or other.last_opponent == one.player


def _again(people: Sequence[Waiting]) -> list[tuple[int, int]]:
    """Return the pairs of last opponents who have nobody else to play."""
    waiting = {one.player: one for one in people}
    pairs = []
    for one in people:
        other = waiting.get(one.last_opponent) if one.last_opponent is not None else None
        if other is None or one.player not in waiting:
            continue
        if other is one or other.player in one.avoid:
            continue
        if abs(one.rating - other.rating) > min(one.reach, other.reach):
            continue
        if any(_somebody_else(me, them, waiting) for me, them in ((one, other), (other, one))):
            continue
        del waiting[one.player], waiting[other.player]
        pairs.append((one.player, other.player))
    return pairs


def _somebody_else(me: Waiting, them: Waiting, waiting: dict[int, Waiting]) -> bool:
    """Whether somebody waits whom `me` could play instead of `them`, soon if not now."""
    shut_out = {me.player, them.player, *(player for player in me.avoid if player in waiting)}
    return len(waiting) > len(shut_out)
