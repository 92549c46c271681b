"""A drawing of the rules as its template needs it."""

from typing import NamedTuple

from django.utils.translation import gettext

from games.engine import SIDES
from games.engine.whatif import scoring_after
from games.lessons import Drawing
from games.present import board, log, seats
from games.present.words import side_name
from games.scene import Scene


class Drawn(NamedTuple):
    """What `drawing.html` shows; `alt` is the board in words, `scoring` [] but for a scoring."""

    shows: str
    caption: str
    alt: str
    temples: list[board.Temple]
    seats: list[seats.Seat]
    scoring: list[log.ScoreRow]


def drawn(drawing: Drawing, scene: Scene) -> Drawn:
    """Return what a drawing shows of the scene of its position."""
    temples = board.temples(scene, None)
    scores = drawing.shows == "scoring"
    return Drawn(
        shows=drawing.shows,
        caption=str(drawing.caption),
        alt=_alt(temples),
        temples=temples,
        seats=[seats.seat(scene, side) for side in SIDES],
        scoring=log.score_table(scoring_after(scene.view, ())) if scores else [],
    )


def _alt(temples: list[board.Temple]) -> str:
    squares = [square for temple in temples for square in temple.squares]
    held = {side: [one.name for one in squares if one.owner == side] for side in SIDES}
    told = [f"{side_name(side)}: {', '.join(names)}" for side, names in held.items() if names]
    return "; ".join(told) or gettext("The empty board")
