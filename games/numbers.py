"""Whole numbers as people and programs send them."""

# Digits of an id: more than any database counts, and short enough for the name of a group.
LONGEST_ID = 15


def whole_number(text: str, digits: int = 9) -> int | None:
    """Return the number that `text` writes in at most so many digits 0 to 9, None for others."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
