"""A review as the page shows it: the chart, the decisions in words, the tables of the rounds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy

from games.engine import SIDES, Side
from games.present.words import listed, side_name

# The word for a decision that gives up less than so many percentage points.
_WORDS: Sequence[tuple[float, str, Any]] = (
    (1, "best", gettext_lazy("Best")),
    (4, "good", gettext_lazy("Good")),
    (8, "inaccuracy", gettext_lazy("Inaccuracy")),
    (15, "mistake", gettext_lazy("Mistake")),
    (101, "blunder", gettext_lazy("Blunder")),
)
_MARKED = frozenset(("inaccuracy", "mistake", "blunder"))

# A chart for wide pages and one for phones, where the whole match is to be seen at once too.
_WIDTHS = (1000, 420)
_HEIGHT, _LEFT, _TOP = 260, 44, 12


class Told(NamedTuple):
    """A decision of a match: whose, in which round, and what was decided."""

    number: int
    round: int
    side: str
    payload: Mapping[str, Any]


class Line(NamedTuple):
    """A decision as the table shows it; percentages are whole or have one decimal."""

    number: int
    round: int
    side: Side
    name: str
    what: str
    chance: int
    aton_chance: float
    given: float
    key: str
    word: str
    best: str
    luck: str
    url: str
    kind: str
    cards: str

    @property
    def verdict(self) -> str:
        """The word, with what was given up unless that is nothing to speak of."""
        return self.word if self.key == "best" else f"{self.word} −{number_format(self.given, 1)}"


class Cell(NamedTuple):
    """Aton's chance in percent for a pair of allocations; `met` marks the pair that was laid.

    `heat` is the chance in tenths, for the colour.
    """

    percent: int
    met: bool
    heat: int


class Grid(NamedTuple):
    """The table of a round: Amon's options as columns, Aton's as rows with their cells.

    `title` tells what both laid, and what they gave up by it.
    """

    round: int
    title: str
    columns: Sequence[tuple[str, int, bool]]
    rows: Sequence[tuple[str, int, bool, Sequence[Cell]]]


class Sum(NamedTuple):
    """What one side did in all: decisions by word, points given up, luck of the deal."""

    side: Side
    name: str
    words: Sequence[tuple[str, str, int]]
    given: float
    mean: float
    luck: str


class Mark(NamedTuple):
    """A point of the chart."""

    x: float
    y: float
    key: str
    label: str
    url: str


class Chart(NamedTuple):
    """The drawing of Aton's chance after each decision, so many units wide."""

    width: int
    points: str
    marks: Sequence[Mark]
    rounds: Sequence[tuple[int, float]]
    levels: Sequence[tuple[int, float]]
    left: int
    right: int
    bottom: int
    label: str


class Shown(NamedTuple):
    """All that the page of a finished review shows."""

    lines: Sequence[Line]
    grids: Sequence[Grid]
    sums: Sequence[Sum]
    charts: Sequence[Chart]

    @property
    def words(self) -> Sequence[tuple[str, Sequence[int]]]:
        """How often each word was said of the decisions of Aton and of Amon."""
        counts = [[number for _, _, number in one.words] for one in self.sums]
        names = [word for _, word, _ in self.sums[0].words]
        return [(name, both) for name, *both in zip(names, *counts, strict=True)]


def review(
    match_id: int,
    told: Sequence[Told],
    steps: Sequence[Mapping[str, Any]],
    names: Mapping[Side, str],
    winner: str,
) -> Shown:
    """Return the review of a match that `winner` ("" for a draw) has won."""
    lines = [
        _line(match_id, decision, step, names)
        for decision, step in zip(told, steps, strict=False)
        if step
    ]
    grids = [
        _grid(
            decision.round,
            _grid_title(decision.round, lines),
            step["table"],
            _laid(told, decision.round),
        )
        for decision, step in zip(told, steps, strict=False)
        if "table" in step
    ]
    sums = [_sum(side, names[side], lines, steps, told) for side in SIDES]
    return Shown(lines, grids, sums, [_chart(lines, winner, width) for width in _WIDTHS])


def word_of(given: float) -> tuple[str, str]:
    """Return the key and the word for a decision that gave up `given` percentage points."""
    return next((key, str(word)) for below, key, word in _WORDS if given < below)


def action_words(action: Mapping[str, Any]) -> str:
    """Return in words what an action of protocol.md does."""
    kind = action["type"]
    if kind == "allocate":
        return gettext("Lay %(cards)s") % {"cards": _cards(action["cards"])}
    if kind == "exchange":
        return gettext("Exchange the hand")
    texts = {
        "remove": gettext("Remove %(squares)s"),
        "place": gettext("Place on %(squares)s"),
        "clear": gettext("Clear %(squares)s"),
    }
    return texts[kind] % {"squares": listed(action["squares"])}


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))


def _line(
    match_id: int, decision: Told, step: Mapping[str, Any], names: Mapping[Side, str]
) -> Line:
    side: Side = "aton" if decision.side == "aton" else "amon"
    worth, given = 100 * step["worth"], round(100 * step["given"], 1)
    key, word = word_of(given)
    return Line(
        number=decision.number,
        round=decision.round,
        side=side,
        name=names[side],
        what=action_words(decision.payload),
        chance=round(worth),
        aton_chance=worth if side == "aton" else 100 - worth,
        given=given,
        key=key,
        word=word,
        best="" if key == "best" else action_words(step["best"]),
        luck=_signed(100 * step["luck"]) if "luck" in step else "",
        url=f"{reverse('match', args=(match_id,))}?step={decision.number - 1}",
        kind=decision.payload["type"],
        cards=_cards(decision.payload.get("cards", ())),
    )


def _signed(points: float) -> str:
    sign = "−" if points <= -0.05 else "+"
    return sign + number_format(abs(points), 1)


def _sum(
    side: Side,
    name: str,
    lines: Sequence[Line],
    steps: Sequence[Mapping[str, Any]],
    told: Sequence[Told],
) -> Sum:
    own = [line for line in lines if line.side == side]
    counts = Counter(line.key for line in own)
    given = sum(line.given for line in own)
    # A hand is dealt once a round; after an exchange it is the fresh one that counts too.
    luck = sum(
        100 * step["luck"]
        for decision, step in zip(told, steps, strict=False)
        if decision.side == side and "luck" in step
    )
    return Sum(
        side,
        name,
        [(key, str(word), counts[key]) for _, key, word in _WORDS],
        round(given, 1),
        round(given / len(own), 1) if own else 0.0,
        _signed(luck),
    )


def _laid(told: Sequence[Told], number: int) -> dict[str, list[int]]:
    return {
        decision.side: list(decision.payload["cards"])
        for decision in told
        if decision.round == number and decision.payload["type"] == "allocate"
    }


def _grid_title(number: int, lines: Sequence[Line]) -> str:
    laid = [line for line in lines if line.round == number and line.kind == "allocate"]
    laid.sort(key=lambda line: SIDES.index(line.side))
    parts = [
        gettext("%(side)s %(cards)s: %(word)s")
        % {"side": side_name(line.side), "cards": line.cards, "word": line.verdict}
        for line in laid
    ]
    return " · ".join([gettext("Round %(n)d") % {"n": number}, *parts])


def _grid(number: int, title: str, table: Mapping[str, Any], laid: Mapping[str, list[int]]) -> Grid:
    def option(side: str, entry: Mapping[str, Any]) -> tuple[str, int, bool]:
        return _cards(entry["cards"]), round(100 * entry["mix"]), entry["cards"] == laid.get(side)

    columns = [option("amon", entry) for entry in table["amon"]]
    rows = []
    for entry, cells in zip(table["aton"], table["cells"], strict=True):
        cards, mix, mine = option("aton", entry)
        met = [
            Cell(percent, mine and theirs, round(percent / 10))
            for percent, (_, _, theirs) in zip(cells, columns, strict=True)
        ]
        rows.append((cards, mix, mine, met))
    return Grid(number, title, columns, rows)


def _chart(lines: Sequence[Line], winner: str, width: int) -> Chart:
    end = {"aton": 100.0, "amon": 0.0}.get(winner, 50.0)
    heights = [50.0, *(line.aton_chance for line in lines), end]
    right, bottom = width - 10, _HEIGHT - 28

    def x(index: int) -> float:
        return round(_LEFT + (right - _LEFT) * index / (len(heights) - 1), 1)

    def y(percent: float) -> float:
        return round(_TOP + (bottom - _TOP) * (1 - percent / 100), 1)

    points = " ".join(f"{x(index)},{y(percent)}" for index, percent in enumerate(heights))
    marks = [
        Mark(x(index), y(line.aton_chance), line.key, _label(line), line.url)
        for index, line in enumerate(lines, 1)
        if line.key in _MARKED
    ]
    first = {line.round: x(index) for index, line in reversed(list(enumerate(lines, 1)))}
    return Chart(
        width=width,
        points=points,
        marks=marks,
        rounds=sorted(first.items()),
        levels=[(percent, y(percent)) for percent in (0, 25, 50, 75, 100)],
        left=_LEFT,
        right=right,
        bottom=bottom,
        label=gettext("Aton's chance to win after each decision; the table below has the numbers"),
    )


def _label(line: Line) -> str:
    return gettext("Round %(round)d, %(side)s: %(word)s, %(given)s points given up") % {
        "round": line.round,
        "side": side_name(line.side),
        "word": line.word,
        "given": number_format(line.given, 1),
    }
