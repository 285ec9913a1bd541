"""The picture of a match in pixels (`render_mode="rgb_array"`; extra `pictures`): the terminal's, cell by cell."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style

from pasch.games.drawing import INK, WALNUT, drawn_on

SIZE, WIDE, HIGH = 16, 10, 20
"""Of a letter, and of the cell that it stands in, in pixels."""
FONTS = ("DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "NotoSansMono-Regular.ttf", "Menlo.ttc", "consola.ttf")
"""The first of these that the machine has; otherwise Pillow's own, which lacks some signs."""

Colour = tuple[int, int, int]


def pixels(drawn: RenderableType) -> NDArray[np.uint8]:
    """An array of rows, columns and the three colours."""
    from PIL import Image, ImageDraw

    console = drawn_on(drawn)
    lines = console.render_lines(drawn, pad=True)
    image = Image.new("RGB", (WIDE * console.width, HIGH * len(lines)), WALNUT)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            ink, ground = _colours(segment.style)
            cells = segment.cell_length
            box = (WIDE * column, HIGH * row, WIDE * (column + cells) - 1, HIGH * (row + 1) - 1)
            draw.rectangle(box, fill=ground)
            _letters(draw, segment, column, row, ink)
            column += cells
    return np.asarray(image)


def _letters(draw: Any, segment: Segment, column: int, row: int, ink: Colour) -> None:
    """Each in the middle of its cell: a font may not be of one width."""
    for at, letter in enumerate(segment.text):
        if not letter.isspace():
            place = (WIDE * (column + at) + WIDE / 2, HIGH * row + HIGH / 2)
            draw.text(place, letter, fill=ink, font=_font(), anchor="mm")


def _colours(style: Style | None) -> tuple[Colour, Colour]:
    ink = INK if style is None or style.color is None else _rgb(style.color)
    ground = WALNUT if style is None or style.bgcolor is None else _rgb(style.bgcolor)
    return (ground, ink) if style is not None and style.reverse else (ink, ground)


def _rgb(colour: Any) -> Colour:
    red, green, blue = colour.get_truecolor()
    return red, green, blue


@cache
def _font() -> Any:
    from PIL import ImageFont

    for name in FONTS:
        try:
            return ImageFont.truetype(name, SIZE)
        except OSError:
            continue
    return ImageFont.load_default(SIZE)
