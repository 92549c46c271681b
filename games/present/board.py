"""The four temples: each square with what it shows and whether it may be chosen now."""

from typing import NamedTuple

from django.utils.translation import gettext

from games.engine import COLOURS, SQUARES, Side
from games.engine.board import Colour
from games.present.log import recent
from games.present.words import OWNER_OF_LETTER, per_language, square_labels
from games.scene import Json, Scene


class Square(NamedTuple):
    """A square: `may` it be named in the viewer's decision; `mark` is "new", "gone" or ""."""

    name: str
    colour: Colour
    owner: str
    label: str
    may: bool
    mark: str


class Temple(NamedTuple):
    """A temple: what it scores in short, and how many stones each side has in it."""

    number: int
    label: str
    worth: str
    aton: int
    amon: int
    squares: list[Square]


def temples(scene: Scene, asked: Side | None) -> list[Temple]:
    """Return the temples; squares may be chosen where `asked` owes a decision on stones."""
    view = scene.view
    pending = view["pending"]
    letter = _letter_asked_for(view, asked)
    marks = _marks(scene)
    labels = square_labels()
    names, worths = _names(), _worths()
    shown = []
    for index, row in enumerate(view["board"]):
        number = index + 1
        wanted = letter if letter and number in pending["temples"] else None
        first = index * 12
        squares = []
        for place, here in enumerate(row, first):
            name, owner = SQUARES[place], OWNER_OF_LETTER[here]
            squares.append(
                Square(
                    name,
                    COLOURS[place],
                    owner,
                    labels[place][owner],
                    here == wanted,
                    marks.get(name, ""),
                )
            )
        shown.append(
            Temple(
                number,
                names[index],
                worths[index],
                row.count("A"),
                row.count("M"),
                squares,
            )
        )
    return shown


def _letter_asked_for(view: Json, asked: Side | None) -> str | None:
    """Return what must lie on a square so that it may be named, None where none may."""
    pending = view["pending"]
    if pending is None or asked is None or pending["player"] != asked:
        return None
    if view["phase"] == "place":
        return "."
    return "A" if pending["owner"] == "aton" else "M"


def _marks(scene: Scene) -> dict[str, str]:
    """Return the squares where stones have just come or gone."""
    marks: dict[str, str] = {}
    for event in recent(scene.log):
        if event["type"] == "place":
            marks.update(dict.fromkeys(event["squares"], "new"))
        elif event["type"] in {"remove", "clear"}:
            marks.update(dict.fromkeys(event["squares"], "gone"))
    return marks


@per_language
def _worths() -> tuple[str, str, str, str]:
    """Return in a word or two what each temple scores (rule 4.1)."""
    return (
        gettext("the difference"),
        gettext("5 points"),
        gettext("1 a stone"),
        gettext("3 a blue square"),
    )


@per_language
def _names() -> list[str]:
    return [gettext("Temple %(number)d") % {"number": number} for number in range(1, 5)]
