"""The screen: pictures in colour, or plain lines for pipes and screen readers."""

import os
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text as Styled

from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.games.drawing import WIDEST
from pasch.games.palette import BAD, GOLD_TEXT, QUIET
from pasch.games.parts import GameText

NARROWEST = 80
ROWS_AROUND = 4
"""For what is said above and below a picture."""
TOO_SMALL = Text(
    "(Für das Bild braucht das Fenster {columns} Spalten und {rows} Zeilen.)",
    "(The picture needs a window of {columns} columns and {rows} rows.)",
)


class Gone(Exception):
    """The input has ended (EOF)."""


class Screen:
    """Where a match is shown and words are typed."""

    def __init__(self, lang: Lang, *, plain: bool | None = None) -> None:
        self.lang = lang
        self.plain = not _can_draw() if plain is None else plain
        self.console = Console(highlight=False, no_color=self.plain, soft_wrap=self.plain)

    def clear(self) -> None:
        """Begin a new page; in plain mode, push what was there out of sight."""
        if self.plain:
            self.say("")
        else:
            self.console.clear()
            self.console.file.write("\x1b[3J")

    def cover(self) -> None:
        """Leave nothing of the last page to be seen."""
        if self.plain:
            self.say("\n" * 60)
        else:
            self.clear()

    def show(self, text: GameText, view: Any, seat: Seat | None, names: Sequence[str]) -> None:
        """The table as a picture, or in sentences where there is no room for one."""
        if self.plain:
            self.say(*text.lines(view, seat, names, self.lang))
            return
        picture, wide = text.picture(view, seat, names, self.lang), min(WIDEST, self.console.width)
        rows = len(self.console.render_lines(picture, self.console.options.update(width=wide))) + ROWS_AROUND
        if rows <= self.console.height and wide >= NARROWEST:
            self.console.print(picture, width=wide)
            return
        self.say(*text.lines(view, seat, names, self.lang))
        self.whisper(self.words(TOO_SMALL, columns=NARROWEST, rows=rows))

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self.console.print(Styled(sentence))

    def whisper(self, *sentences: str) -> None:
        """Secondary text, dimmed."""
        for sentence in sentences:
            self.console.print(Styled(sentence, style="" if self.plain else QUIET))

    def refuse(self, sentence: str) -> None:
        self.console.print(Styled(sentence, style="" if self.plain else BAD))

    def page(self, markdown: str) -> None:
        if self.plain:
            self.say(markdown)
        else:
            self.console.print(Markdown(markdown), width=min(WIDEST, self.console.width))

    def ask(self, question: str) -> str:
        """What is typed; raise `Gone` where the input has ended."""
        self.console.print(Styled(question, style="" if self.plain else GOLD_TEXT), end=" ")
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            raise Gone
        return line.strip()

    def words(self, text: Text, **fill: Any) -> str:
        return text.to(self.lang).format(**fill)


def _can_draw() -> bool:
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"
