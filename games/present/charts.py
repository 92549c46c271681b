"""Line charts, drawn here as plain figures that a template writes down as SVG."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 56, 14, 36
# The room that letters of a line's name take on a phone.
LETTER, CAPITAL = 12, 16
MOST_TICKS = 8


class Tick(NamedTuple):
    """A line of the grid with its label; `at` is x or y."""

    at: float
    label: str


class Line(NamedTuple):
    """A line: `kind` is its look (aton, amon or one), `points` as SVG writes them, `dots` places.

    `label` stands at its end, at `label_y`.
    """

    kind: str
    points: str
    dots: Sequence[tuple[float, float]]
    label: str
    end_x: float
    label_y: float


class Chart(NamedTuple):
    """A chart; `title` and `described_by` (the id of the table behind it) make it accessible."""

    key: str
    title: str
    width: int
    height: int
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]
    lines: Sequence[Line]
    left: int
    right: int
    top: int
    bottom: int
    x_name: str
    mark_x: float | None = None


def line_chart(  # noqa: PLR0913 — the options of a chart, by name
    key: str,
    title: str,
    series: Sequence[tuple[str, str, Sequence[tuple[float, float]]]],
    *,
    x_name: str = "",
    x_labels: Sequence[tuple[float, str]] | None = None,
    y_from_zero: bool = True,
    steps: bool = False,
    dots: bool = True,
) -> Chart:
    """Return a chart of `series`: look, label and points of each.

    `steps` draws a value as holding on until the next; `x_labels` replace the numbers below.
    """
    xs = [x for _kind, _label, points in series for x, _y in points] or [0]
    ys = [y for _kind, _label, points in series for _x, y in points] or [0]
    right = WIDTH - max(RIGHT, *(_room_for(label) for _kind, label, _points in series))
    x_low, x_high = min(xs), max(*xs, min(xs) + 1)
    y_ticks = _ticks(0 if y_from_zero else min(ys), max(ys))
    y_low, y_high = y_ticks[0], max(y_ticks[-1], y_ticks[0] + 1)

    def place_x(x: float) -> float:
        return round(LEFT + (x - x_low) / (x_high - x_low) * (right - LEFT), 1)

    def place_y(y: float) -> float:
        return round(HEIGHT - BOTTOM - (y - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM), 1)

    lines = [
        _line(kind, label, [(place_x(x), place_y(y)) for x, y in points], steps=steps, dots=dots)
        for kind, label, points in series
        if points
    ]
    below = x_labels if x_labels is not None else [(x, f"{x:g}") for x in _ticks(x_low, x_high)]
    return Chart(
        key=key,
        title=title,
        width=WIDTH,
        height=HEIGHT,
        x_ticks=[Tick(place_x(x), label) for x, label in below if x_low <= x <= x_high],
        y_ticks=[Tick(place_y(y), f"{y:g}") for y in y_ticks],
        lines=_apart(lines),
        left=LEFT,
        right=right,
        top=TOP,
        bottom=HEIGHT - BOTTOM,
        x_name=x_name,
    )


def _room_for(label: str) -> int:
    return sum(CAPITAL if letter.isupper() or letter in "mw" else LETTER for letter in label)


def _line(
    kind: str, label: str, places: Sequence[tuple[float, float]], *, steps: bool, dots: bool
) -> Line:
    drawn = list(places)
    if steps:
        drawn = [places[0]]
        for (_x0, y0), (x1, y1) in pairwise(places):
            drawn += [(x1, y0), (x1, y1)] if y0 != y1 else [(x1, y1)]
    points = " ".join(f"{x:g},{y:g}" for x, y in drawn)
    end_x, end_y = places[-1]
    return Line(kind, points, places if dots else places[-1:], label, end_x, end_y + 4)


def _apart(lines: list[Line]) -> list[Line]:
    """Move the labels of two lines apart that end at nearly the same height."""
    if len(lines) != 2 or abs(lines[0].label_y - lines[1].label_y) >= 14:
        return lines
    upper = 0 if lines[0].label_y <= lines[1].label_y else 1
    middle = (lines[0].label_y + lines[1].label_y) / 2
    return [
        line._replace(label_y=middle - 7 if index == upper else middle + 7)
        for index, line in enumerate(lines)
    ]


def _ticks(low: float, high: float) -> list[float]:
    """Return round numbers from at or below `low` to at or above `high`."""
    span = max(high - low, 1)
    step = 1.0
    while span / step > MOST_TICKS:
        step *= 2.5 if str(step)[0] == "2" else 2
    first = low // step * step
    ticks = [first]
    while ticks[-1] < high:
        ticks.append(ticks[-1] + step)
    return ticks
