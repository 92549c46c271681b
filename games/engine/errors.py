"""What the engine refuses, and the sentences in which it says so.

The engine knows nothing of Django, yet its sentences can be translated: a sentence keeps
its msgids and parameters apart, and ``gettext_noop`` and ``ngettext_lazy`` below only mark
msgids for ``makemessages``, which knows these two names.
"""

# ruff: noqa: N818 -- the errors bear the names of their codes in protocol.md
from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple


def gettext_noop(message: str) -> str:
    """Mark a msgid for extraction and return it as it is."""
    return message


def ngettext_lazy(singular: str, plural: str) -> tuple[str, str]:
    """Mark a pair of msgids for extraction and return them as a pair."""
    return singular, plural


class Sentence(NamedTuple):
    """A sentence for a person, before its translation.

    ``singular`` is the msgid; ``plural`` and ``n`` are None unless the wording depends on a
    number. ``params`` fills the placeholders of either wording, as :meth:`str.format` does
    (``{n}`` included).
    """

    singular: str
    plural: str | None
    n: int | None
    params: Mapping[str, object]

    def translated(
        self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
    ) -> str:
        """Return the text in the language of the two gettext functions given."""
        if self.plural is None or self.n is None:
            wording = gettext(self.singular)
        else:
            wording = ngettext(self.singular, self.plural, self.n)
        return wording.format(**self.params)

    def __str__(self) -> str:
        """Return the English text."""
        return self.translated(str, lambda one, many, n: one if n == 1 else many)


def say(message: str, **params: object) -> Sentence:
    """Return a sentence whose wording depends on no number."""
    return Sentence(message, None, None, params)


def say_number(messages: tuple[str, str], n: int, **params: object) -> Sentence:
    """Return a sentence worded for ``n``, which both wordings may use as ``{n}``."""
    return Sentence(messages[0], messages[1], n, {"n": n, **params})


class EngineError(Exception):
    """Something the engine refuses; whatever it was about is unchanged.

    ``code`` is the code in protocol.md, ``rule`` the number of the rule in rules.md that
    forbids it (None where none does) and ``sentence`` says it to the player concerned. The
    sentence tells that player nothing that section 6 of the rules hides from them.
    """

    code: ClassVar[str] = "error"

    def __init__(self, sentence: Sentence, rule: str | None = None) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.rule = rule


class BadRequest(EngineError):
    """A request, an action or a view of the wrong shape."""

    code = "bad_request"


class NoGame(EngineError):
    """A request about the game held while none is held."""

    code = "no_game"


class GameOver(EngineError):
    """An action after the end of the game."""

    code = "game_over"


class NotToMove(EngineError):
    """An action of a player who owes no decision."""

    code = "not_to_move"


class WrongPhase(EngineError):
    """An action of a type that is not asked for now."""

    code = "wrong_phase"


class IllegalAction(EngineError):
    """An action of the right shape and type that the rules forbid."""

    code = "illegal_action"


class BadState(EngineError):
    """A state that cannot be set up."""

    code = "bad_state"


class BadRecord(EngineError):
    """A record that cannot be replayed.

    ``index`` counts the actions from 0 and names the first that is not legal; it is None
    where the fault lies elsewhere.
    """

    code = "bad_record"

    def __init__(
        self, sentence: Sentence, rule: str | None = None, index: int | None = None
    ) -> None:
        super().__init__(sentence, rule)
        self.index = index
