"""Read a game record that somebody sends: its text, its shape, and what it replays to."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, NoReturn

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import engine
from games.engine import Action, BadRecord, EngineError, State
from games.refusals import AgainstRules, Malformed, TooLarge

MOST_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record that replays: what it says of itself, and the game.

    `steps` holds for each action what it brought about and the position after it; `opening`
    is the first position. `names` are what stands in `players`, as far as there are texts.
    """

    record: Mapping[str, Any]
    seed: bytes
    names: Mapping[str, str]
    actions: Sequence[Action]
    opening: State
    steps: Sequence[tuple[tuple[engine.Event, ...], State]]

    @property
    def last(self) -> State:
        """The position after the last action of the record."""
        return self.steps[-1][1] if self.steps else self.opening

    @property
    def game(self) -> list[tuple[Action | None, Sequence[engine.Event], State]]:
        """The opening and what each action led to; the end by both clocks too, which is none."""
        game: list[tuple[Action | None, Sequence[engine.Event], State]] = [(None, (), self.opening)]
        for action, (events, state) in zip(self.actions, self.steps, strict=True):
            game.append((action, events, state))
        if self.record.get("drawn") == "timeout" and self.last.result is None:
            state, ending = engine.end_on_both_clocks(self.last)
            game.append((None, ending, state))
        return game


def read_record(sent: bytes) -> ReadRecord:
    """Return the record that `sent` holds.

    Raises `TooLarge`, `Malformed` when it is no JSON or no record, and `AgainstRules` when an
    action is against the rules or the stated result is not what the actions lead to.
    """
    return replay_record(decode_record(sent))


def decode_record(sent: bytes) -> object:
    """Return the JSON value that `sent` holds; raise `TooLarge` and `Malformed`.

    What other readers could take otherwise is no record: a key that stands twice, a number that
    JSON does not know, half a character.
    """
    if len(sent) > MOST_BYTES:
        raise TooLarge(_("A record has at most 256 kB; this one is larger."))
    try:
        value: object = json.loads(
            sent.decode("utf-8-sig"),
            parse_constant=_no_number,
            parse_float=_finite,
            object_pairs_hook=_object,
        )
        # Half a character (a lone surrogate) can be written to no page; this raises for it.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Malformed(_("This is no game record: it cannot be read as JSON.")) from error
    return value


def replay_record(record: object) -> ReadRecord:
    """Return the record, a value decoded from JSON, with its game; see `read_record`."""
    try:
        engine.replay(record)
    except BadRecord as error:
        raise _refusal(error) from error
    assert isinstance(record, Mapping)  # noqa: S101 — replay has refused anything else
    seed = engine.parse_seed(record["seed"])
    assert seed is not None  # noqa: S101
    commitment = record.get("commitment")
    if commitment is not None and commitment != engine.commitment(seed):
        raise AgainstRules(_("The seed of this record is not the one that it was sealed with."))
    actions = [engine.parse_action(action) for action in record["actions"]]
    (_none, _events, opening), *steps = engine.steps(seed, actions)
    players = record.get("players")
    names: dict[str, str] = {
        side: name[:40]
        for side in engine.SIDES
        if isinstance(players, Mapping) and isinstance(name := players.get(side), str)
    }
    pairs = [(events, state) for _action, events, state in steps]
    return ReadRecord(record, seed, names, actions, opening, pairs)


def _refusal(error: BadRecord) -> Malformed | AgainstRules:
    sentence = error.sentence.translated(gettext, ngettext)
    if error.index is None:
        return Malformed(_("This is no good game record. %(why)s") % {"why": sentence})
    words = {"number": error.index + 1, "why": sentence}
    cause = error.__cause__
    if isinstance(cause, EngineError) and cause.code == "bad_request":
        return Malformed(_("Action %(number)d of the record is malformed. %(why)s") % words)
    return AgainstRules(_("Action %(number)d of the record is against the rules. %(why)s") % words)


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _no_number(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found
