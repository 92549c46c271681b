"""Rating graphs: the paths of ratings as charts, with the days below."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import formats, timezone
from django.utils.translation import gettext

from games.clock import PACES
from games.models.rating import PACE_CHOICES
from games.present.charts import Chart, line_chart
from games.usecases.show_ratings import RatingPath

_LOOKS = ("aton", "amon")
_DAYS_BELOW = 3
# The table behind a graph lists as many of its latest points.
_ROWS = 30


class PathRow(NamedTuple):
    """A line of the table behind a graph."""

    who: str
    day: str
    rating: int


class RatingChart(NamedTuple):
    """A graph of one pace; `peaks` are sentences, `rows` say the same as the graph."""

    pace: str
    chart: Chart
    peaks: Sequence[str]
    rows: Sequence[PathRow]
    table_id: str


def rating_charts(paths: Sequence[RatingPath]) -> list[RatingChart]:
    """Return a graph for each pace in which there are paths, in the active language."""
    charts = []
    names = dict(PACE_CHOICES)
    for pace in PACES:
        of_pace = [path for path in paths if path.pace == pace and len(path.points) > 1]
        if of_pace:
            charts.append(_chart(pace, str(names[pace]), of_pace))
    return charts


def _chart(pace: str, name: str, paths: Sequence[RatingPath]) -> RatingChart:
    alone = len(paths) == 1
    players = list(dict.fromkeys(path.player for path in paths))
    series = [
        (
            "one" if alone else _LOOKS[players.index(path.player) % 2],
            str(path.points[-1][1]) if alone else path.player.shown_name,
            [(at.timestamp(), float(rating)) for at, rating in path.points],
        )
        for path in paths
    ]
    moments = [at for path in paths for at, _rating in path.points]
    chart = line_chart(
        f"rating-{pace}",
        gettext("Rating, %(pace)s") % {"pace": name},
        series,
        x_labels=_days(min(moments), max(moments)),
        y_from_zero=False,
        dots=False,
    )
    peaks = [
        gettext("%(name)s: peak %(rating)d on %(day)s")
        % {"name": path.player.shown_name, "rating": path.peak[1], "day": _day(path.peak[0])}
        for path in paths
    ]
    rows = [
        PathRow(path.player.shown_name, _day(at), rating)
        for path in paths
        for at, rating in reversed(path.points[-_ROWS:])
    ]
    return RatingChart(pace, chart, peaks, rows, f"rating-table-{pace}")


def _days(first: datetime, last: datetime) -> list[tuple[float, str]]:
    span = max(last - first, timedelta(seconds=1))
    moments = [first + span * step / (_DAYS_BELOW - 1) for step in range(_DAYS_BELOW)]
    labels: dict[str, float] = {}
    for moment in moments:
        labels.setdefault(
            formats.date_format(timezone.localtime(moment), "SHORT_DATE_FORMAT"), moment.timestamp()
        )
    return [(at, label) for label, at in labels.items()]


def _day(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "SHORT_DATE_FORMAT")
