"""Shuffling from the seed alone (section 8 of the rules), so that anybody can check it."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from struct import unpack
from typing import Final

SEED_BYTES: Final = 32
_WORDS: Final = 1 << 32


def commitment(seed: bytes) -> str:
    """Return the public commitment to a seed of 32 bytes: 64 hex digits (rule 8.1)."""
    return sha256(seed).hexdigest()


def words(seed: bytes, label: str) -> Iterator[int]:
    """Yield the endless stream of 32-bit words that belongs to a label (rule 8.2)."""
    stem = sha256(seed + label.encode("ascii"))
    block = 0
    while True:
        hashed = stem.copy()
        hashed.update(block.to_bytes(4, "big"))
        yield from unpack(">8I", hashed.digest())
        block += 1


def shuffled(cards: Iterable[int], seed: bytes, label: str) -> tuple[int, ...]:
    """Return the cards as the seed and the label shuffle them (rules 8.3 and 8.4).

    The order of ``cards`` does not matter; the first card of the result is the top one.
    """
    pack = sorted(cards)
    stream = words(seed, label)
    for last in range(len(pack) - 1, 0, -1):
        below = last + 1
        fair = _WORDS - _WORDS % below
        word = next(stream)
        while word >= fair:
            word = next(stream)
        chosen = word % below
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return tuple(pack)
