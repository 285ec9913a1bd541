"""Pictures of a match outside of a terminal: what the terminal shows, as SVG for pages and notebooks."""

import re
from collections.abc import Sequence
from io import StringIO
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.terminal_theme import TerminalTheme
from rich.text import Text as Styled

from pasch.engine.game import AnyGame, Decision, Seat
from pasch.engine.language import Lang
from pasch.games.palette import GOLD_TEXT, SEAT_NAMES
from pasch.games.parts import text_of

WIDEST = 100
"""No picture needs more columns."""
INK, WALNUT = (243, 231, 211), (42, 31, 23)
FONT_FACE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Rich asks for a font from elsewhere: whoever opens a picture should not have to tell anybody."""
THEME = TerminalTheme(WALNUT, INK, [WALNUT] * 8)


def usual_names(players: int, lang: Lang = "en") -> list[str]:
    """By the colours of the seats."""
    return [name.to(lang) for name in SEAT_NAMES[:players]]


def picture(game: AnyGame, state: Any, seat: Seat | None, names: Sequence[str], lang: Lang = "en") -> RenderableType:
    """The table as a seat sees it, or a spectator, and what the seat is asked, if it is."""
    view, text, turn = game.view(state, seat), text_of(game), game.turn(state)
    drawn = text.picture(view, seat, names, lang)
    if seat is None or not isinstance(turn, Decision) or seat not in turn.seats:
        return drawn
    return Group(drawn, Styled(f"{text.question(view, seat, names, lang)} >", style=GOLD_TEXT))


def drawn_on(drawn: RenderableType) -> Console:
    """A console as wide as the picture, which has recorded it."""
    wide = Console(width=WIDEST)
    parts = drawn.renderables if isinstance(drawn, Group) else [drawn]
    width = max(Measurement.get(wide, wide.options, part).maximum for part in parts)
    console = Console(
        record=True, width=width, file=StringIO(), force_terminal=True, color_system="truecolor", no_color=False
    )
    console.print(drawn)
    return console


def svg(
    game: AnyGame,
    state: Any,
    seat: Seat | None,
    names: Sequence[str],
    lang: Lang = "en",
    title: str | None = None,
) -> str:
    """A state as a picture for a page."""
    console = drawn_on(picture(game, state, seat, names, lang))
    drawn = console.export_svg(title=game.plain_title.to(lang) if title is None else title, theme=THEME)
    return FONT_FACE.sub("", drawn)
