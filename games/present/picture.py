"""The preview of a finished match: its board as a picture, for pages that link to it."""

from functools import lru_cache
from io import BytesIO

from django.utils.translation import gettext
from PIL import Image, ImageDraw, ImageFont

from games.engine import SIDES
from games.present import board
from games.present.ending import result
from games.present.words import side_name
from games.scene import Scene

SIZE = (1200, 630)  # what Open Graph's readers show uncut
PAPER, INK, DIM, PANEL = "#efe0b8", "#2a2013", "#6b5a3a", "#fbf3dc"
TILES = {
    "gold": "#e6b93f", "grey": "#b3aca0", "green": "#5fa877", "blue": "#4b86c9",
    "plus1": "#f6e6c0", "plus2": "#f6e6c0",
}  # fmt: skip
STONES = {"aton": "#b5331a", "amon": "#1d3f94"}
SQUARE, GAP, TEMPLE_GAP, MARGIN = 78, 4, 26, 44
PLUS = {"plus1": "+1", "plus2": "+2"}


def picture(scene: Scene) -> bytes:
    """Return a PNG of the board of `scene`, with names, points and how the match ended."""
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    _draw_board(draw, scene)
    _draw_words(draw, scene)
    out = BytesIO()
    image.quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw_board(draw: ImageDraw.ImageDraw, scene: Scene) -> None:
    wide = 4 * (SQUARE + GAP) + TEMPLE_GAP
    high = 3 * (SQUARE + GAP) + TEMPLE_GAP
    for temple in board.temples(scene, None):
        index = temple.number - 1
        left, top = MARGIN + index % 2 * wide, MARGIN + index // 2 * high
        for place, square in enumerate(temple.squares):
            x, y = left + place % 4 * (SQUARE + GAP), top + place // 4 * (SQUARE + GAP)
            box = (x, y, x + SQUARE, y + SQUARE)
            edge = "#b5331a" if square.colour in PLUS else None
            draw.rounded_rectangle(box, 8, TILES[square.colour], edge, 4 if edge else 0)
            if square.owner:
                _draw_stone(draw, square.owner, x, y)
            elif square.colour in PLUS:
                middle = (x + SQUARE / 2, y + SQUARE / 2)
                draw.text(middle, PLUS[square.colour], "#8a2110", _font(34), anchor="mm")


def _draw_stone(draw: ImageDraw.ImageDraw, owner: str, x: int, y: int) -> None:
    """Draw a stone; the sides differ by shape too: Aton's sun is round, Amon's stone is cut."""
    inner, colour = 12, STONES[owner]
    box = (x + inner, y + inner, x + SQUARE - inner, y + SQUARE - inner)
    if owner == "aton":
        draw.ellipse(box, colour, "#ffffff", 3)
        draw.ellipse((x + 30, y + 30, x + SQUARE - 30, y + SQUARE - 30), "#ffdf6b")
    else:
        draw.rounded_rectangle(box, 12, colour, "#ffffff", 3)
        middle, reach = SQUARE / 2, 14
        draw.polygon(
            [
                (x + middle, y + middle - reach),
                (x + middle + reach, y + middle),
                (x + middle, y + middle + reach),
                (x + middle - reach, y + middle),
            ],
            "#d5e8fb",
        )


def _draw_words(draw: ImageDraw.ImageDraw, scene: Scene) -> None:
    left, right = 780, SIZE[0] - MARGIN
    draw.text((left, MARGIN), "ATON", DIM, _font(30))
    over = result(scene)
    for who, side in enumerate(SIDES):
        top = 110 + who * 150
        draw.rounded_rectangle((left, top, right, top + 130), 12, PANEL)
        draw.rectangle((left, top, left + 10, top + 130), STONES[side])
        name = scene.seated(side).name
        draw.text((left + 28, top + 22), name, INK, _fitted(name, 40, right - left - 130))
        draw.text((left + 28, top + 82), side_name(side), DIM, _font(26))
        points = str(scene.view["score"][side])
        draw.text((right - 20, top + 65), points, STONES[side], _font(64), anchor="rm")
    words = f"{over.headline}. {over.reason}" if over else gettext("Replay this match of Aton.")
    draw.multiline_text(
        (left, 430), _wrapped(draw, words, right - left), INK, _font(32), spacing=10
    )


def _wrapped(draw: ImageDraw.ImageDraw, words: str, width: int) -> str:
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if draw.textlength(longer, _font(32)) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines[:4])


def _fitted(text: str, size: int, width: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    while size > 16 and _font(size).getlength(text) > width:
        size -= 2
    return _font(size)


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    # Pillow brings this font along, so the picture is the same on every machine.
    return ImageFont.load_default(size)
