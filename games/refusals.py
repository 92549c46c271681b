"""Refusals: what a person asked for and does not get, in a sentence and with a status code."""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from games.engine import EngineError


class Refused(Exception):  # noqa: N818 — a refusal is an answer, not a fault of the program
    """Something that was asked for is refused; `sentence` tells the person why."""

    status: ClassVar[int] = 400

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Malformed(Refused):
    """The request has the wrong shape."""

    status = 400


class TooLarge(Refused):
    """More was sent than is taken."""

    status = 413


class NotAllowed(Refused):
    """The one who asks may not do this."""

    status = 403


class Stale(Refused):
    """Things have moved on since the one who asks last looked."""

    status = 409


class AgainstRules(Refused):
    """The rules of the game or of the site forbid it."""

    status = 422


class TooOften(Refused):
    """The one who asks has done so too often just now."""

    status = 429


def refusal_of(error: EngineError) -> Refused:
    """Return the refusal that tells a person of the engine's `error` (codes of protocol.md)."""
    kind = {
        "bad_request": Malformed,
        "game_over": Stale,
        "not_to_move": Stale,
    }.get(error.code, AgainstRules)
    return kind(error.sentence.translated(gettext, ngettext))
