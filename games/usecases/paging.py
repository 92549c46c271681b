"""Pages of a long list by key: where the last page ended, never how many rows to skip."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Generic, TypeVar

from django.utils.translation import gettext_lazy as _

from games.refusals import Malformed

Row = TypeVar("Row")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
# The largest number that every database keeps in a whole-number column.
_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows of a list, and the key to ask for the rows after them ("" at the end)."""

    rows: Sequence[Row]
    next_key: str = ""


def cut_page(rows: Sequence[Row], size: int, key_of: Callable[[Row], str]) -> Page[Row]:
    """Return the first `size` of `rows`, with the key of the last of them if more follow.

    The caller asks the database for one row more than `size`.
    """
    shown = rows[:size]
    return Page(shown, key_of(shown[-1]) if len(rows) > size else "")


def write_key(*parts: int) -> str:
    """Return a page key of whole numbers, as it stands in an address."""
    return "_".join(str(part) for part in parts)


def read_key(key: str, length: int) -> list[int]:
    """Return the `length` whole numbers of the page key `key`; raise `Malformed` for others."""
    parts = key.split("_")
    if len(parts) != length or not all(_is_number(part) for part in parts):
        raise Malformed(_("This address names no page of the list. Please go back to its start."))
    return [int(part) for part in parts]


def moment_to_number(moment: datetime) -> int:
    """Return `moment` in whole microseconds since 1970, as exact as the database keeps it."""
    return (moment - _EPOCH) // _MICROSECOND


def number_to_moment(number: int) -> datetime:
    """Return the moment `number` microseconds after 1970; raise `Malformed` out of range."""
    try:
        return _EPOCH + number * _MICROSECOND
    except OverflowError as error:
        raise Malformed(_("This address names no page of the list.")) from error


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 19 and int(digits) <= _LARGEST
