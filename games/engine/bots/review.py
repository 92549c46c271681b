"""The review of a finished game: each decision against what level 5 would have made of it.

A decision is weighed by what its player could know, never by what the other hid; only the
luck of the deal and the table of both hands look at the open cards. All worths are
probabilities to win, and what was given up is the difference to the best choice.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np

from games.engine.actions import StoneAction, parse_action
from games.engine.asked import decision
from games.engine.board import names_of
from games.engine.decisions import CardDecision, ClearDecision, StoneDecision
from games.engine.state import State
from games.engine.views import view

from .answers import KIND_NAMES, Answer
from .counts import KIND_OF, KINDS, SQUARES_OF, Floats, squares_for
from .levels import learned
from .minds import Search, end_worth
from .reading import Reading, read
from .review_cards import review_cards
from .steps import clear_four, place
from .turns import (
    Depth,
    Options,
    best_placement,
    clearings,
    placements,
    removals,
    replies,
    settled_worth,
)

#: The stated budget: placements after a removal grow out of so many with a stone less; so many
#: of the best placements and removals are looked at again, with the other's turn played out;
#: review_cards.py has that of the allocations.
WIDTH: Final = 16
PLACEMENTS_AGAIN: Final = 24
REMOVALS_AGAIN: Final = 10
#: A choice is as good as the best, a right one clear, and a wrong one a miss by so much.
AS_GOOD: Final = 0.01
CLEAR: Final = 0.05
MISSED: Final = 0.08
_FEW: Final = 4


def review_step(before: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """Return what there is to say about `action`, a decision taken in the state `before`.

    ``worth`` is the player's probability to win after it, ``given`` what it gave up, ``best``
    the best choice where another was better; ``answers`` are there where the right choice was
    clear and was missed. Both arguments are as protocol.md writes them.
    """
    state, taken = State.from_json(before), parse_action(action)
    owed = decision(state, taken.player)
    search = Search(learned(), np.random.default_rng(0), lambda: False)
    if isinstance(owed, CardDecision):
        found = review_cards(state, taken, owed, search)
        answers = found.pop("options")
    elif isinstance(taken, StoneAction) and owed is not None:
        found, answers = _review_stones(state, taken, owed, search)
    else:
        raise ValueError(f"{taken.type} is no decision of {taken.player}")
    if found["given"] >= MISSED and found["best"].get("type") == taken.type:
        right = [answer for answer, worth in answers if worth >= found["top"] - AS_GOOD]
        wrong = [worth for _, worth in answers if worth < found["top"] - AS_GOOD]
        if len(right) <= _FEW and (not wrong or max(wrong) <= found["top"] - CLEAR):
            found["answers"] = right
    return found


def _kinds_of(mask: int) -> list[int]:
    row = [0] * KINDS
    for index, kind in enumerate(KIND_OF):
        row[kind] += mask >> index & 1
    return row


def _review_stones(
    state: State, taken: StoneAction, owed: StoneDecision | ClearDecision, search: Search
) -> tuple[dict[str, Any], list[tuple[Answer, float]]]:
    reading = read(view(state, taken.player), taken.player)
    chosen = np.array(_kinds_of(taken.mask))
    if isinstance(owed, ClearDecision):
        options, worth = _clearings(reading, search)
    elif owed.type == "remove":
        options, worth = _removals(reading, search, owed.number, chosen)
    else:
        options, worth = _placements(reading, search, chosen)
    mine = float(worth[_index(options, chosen)])
    top = int(worth.argmax())
    squares = owed.stones if isinstance(owed, ClearDecision) else owed.squares
    best = _like(options[top], squares, taken.mask)
    return {
        "worth": mine,
        "given": max(0.0, float(worth[top]) - mine),
        "top": float(worth[top]),
        "best": {"type": taken.type, "squares": list(names_of(best))},
    }, [(_answer(row), float(value)) for row, value in zip(options, worth, strict=True)]


def _answer(counts: Options) -> Answer:
    """Return numbers of each kind as answers.py writes a choice of squares."""
    return sorted(
        KIND_NAMES[SQUARES_OF[kind][0]]
        for kind, number in enumerate(counts.tolist())
        for _ in range(number)
    )


def _like(counts: Options, squares: int, taken: int) -> int:
    """Return squares with `counts` stones of each kind, those that were taken where they fit."""
    kept = 0
    left = counts.astype(int).copy()
    for index, kind in enumerate(KIND_OF):
        if taken >> index & 1 and left[kind]:
            kept |= 1 << index
            left[kind] -= 1
    return kept | squares_for(left, squares & ~kept, Random(0))  # noqa: S311 — any are as good


def _index(options: Options, chosen: Any) -> int:
    return int(np.flatnonzero((options == chosen).all(axis=1))[0])


def _with(best: Any, options: Options, chosen: Any) -> Any:
    """Return the columns `best` and that of the choice made."""
    return np.unique(np.append(best, _index(options, chosen)))


def _clearings(reading: Reading, search: Search) -> tuple[Options, Floats]:
    options, after = clearings(reading.batch)
    if reading.clears_first:
        other = after.flipped()
        clear_four(other, search.mind, search.rng)
        after = other.flipped()
    return options, end_worth(search.mind, after)


def _removals(reading: Reading, search: Search, number: int, chosen: Any) -> tuple[Options, Floats]:
    options, after = removals(reading, number)
    placed, cards = after.copy(), np.array(reading.cards)
    four, reach = (np.full(after.size, cards[i]) for i in (3, 2))
    place(placed, four, reach, search.mind, search.rng)
    rough = settled_worth(search.mind, placed)
    best = _with(np.argsort(-rough)[:REMOVALS_AGAIN], options, chosen)
    depth = Depth(WIDTH, 1, PLACEMENTS_AGAIN // 2)
    worth = [best_placement(search, reading, after.take([column]), depth)[1] for column in best]
    return options[best], np.array(worth, np.float32)


def _placements(reading: Reading, search: Search, chosen: Any) -> tuple[Options, Floats]:
    options, after = placements(reading.batch, np.array(reading.cards))
    worth = settled_worth(search.mind, after)
    if not reading.batch.wait[0]:
        return options, worth
    best = _with(np.argsort(-worth)[:PLACEMENTS_AGAIN], options, chosen)
    answered = replies(search, reading, after.take(best))
    return options[best], np.asarray(answered.chances @ answered.worth, np.float32)
