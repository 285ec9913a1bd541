"""The table of twenty one as a picture: your paper sheet, the small sheets of the others, the dice on the felt."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text as Strip

from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.games.palette import GOLD, GOLD_TEXT, SEAT_EMBLEMS, SEAT_STYLES
from pasch.games.twentyone.model import BONUS, COLOURS, NUMBERS, ROWS, STRUCK, Colour, Page, Phase, RowScore, View
from pasch.games.twentyone.text.words import colours_of, fitting, is_begun, situation

Block = list[Strip]
"""A part of the picture: strips of the same width, one below the other."""


class Die(NamedTuple):
    """How a die and the fields of its colour look. A sign goes with every colour."""

    sign: str
    body: str
    pip: str
    edge: str
    """The frame of a field: the body, or darker where the body would not show beside paper or gold."""
    faded: str
    """The body of a field that is still far away, half sunk into the felt."""

    @property
    def style(self) -> str:
        return f"bold {self.pip} on {self.body}"

    @property
    def hit_style(self) -> str:
        """A hit on a small sheet: too narrow for a circle, so the number is turned inside out."""
        return f"bold underline {self.body} on {self.pip}"

    @property
    def faded_style(self) -> str:
        return f"{PALE} on {self.faded}"


DICE: dict[Colour, Die] = {
    "red": Die("♥", "#B8282A", "#FFFFFF", "#B8282A", "#59404C"),
    "yellow": Die("★", "#F7C331", "#2B2118", "#D69E14", "#717B4E"),
    "green": Die("♣", "#4FA560", "#0C1F11", "#4FA560", "#317060"),
    "blue": Die("≈", "#2458B3", "#FFFFFF", "#2458B3", "#215280"),
    "white": Die("○", "#FBF7EC", "#4A4238", "#C9BDA6", "#738F95"),
    "black": Die("☾", "#26232B", "#FBF7EC", "#26232B", "#223E4C"),
}

FELT, FELT_TEXT, PALE = "on #1F4F60", "#F3E7D3 on #1F4F60", "#A9C0C6"
FELT_QUIET = f"{PALE} on #1F4F60"
PAPER, PAPER_NOW, PAPER_YOURS = "#EFE2C6", "#DFCFAC", "#FFE7A8"
"""The sheet, its current row, and its current row when it is for you to enter."""
BINDING, WINDOW, INK, INK_QUIET, PENCIL = "#C99B62", "#FFF9EC", "#2B2118", "#665340", "#33466B"

FIELD, SHEET = 7, 60
"""How many columns they take."""
ONE_COLUMN = 3
"""So many small sheets are as high as the own one with the dice."""
ROOM_BESIDE = 96
"""From here on, two columns of small sheets find room beside the own one."""
PIPS = {
    0: ("   ", "   ", "   "),
    1: ("   ", " x ", "   "),
    2: ("x  ", "   ", "  x"),
    3: ("x  ", " x ", "  x"),
    4: ("x x", "   ", "x x"),
    5: ("x x", " x ", "x x"),
    6: ("x x", "x x", "x x"),
}
HOLDS_DICE, WINS, NOW = "⚄", "♛", "▶"

ON_SHEET = Text("Blatt", "Sheet")
HITS = Text("Treffer", "Hits")
SUM = Text("Summe", "Sum")
STAYS = Text("bleibt", "stays")
DONE = Text("✓ fertig", "✓ done")
THINKS = Text("… überlegt", "… thinking")
ROLLS = Text("… würfelt", "… rolling")
PLACE = Text("Platz", "place")


def picture(view: View, seat: Seat | None, names: Sequence[str], lang: Lang) -> "Picture":
    return Picture(view, seat, names, lang)


class Picture(NamedTuple):
    """The table, drawn when it is known how much room there is."""

    view: View
    seat: Seat | None
    names: Sequence[str]
    lang: Lang

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield _table(*self, wide=options.max_width >= ROOM_BESIDE)


def _table(view: View, seat: Seat | None, names: Sequence[str], lang: Lang, *, wide: bool) -> Strip:
    others = [Seat(owner) for owner in range(len(view.pages)) if owner != seat]
    air = 1 if seat is None or (wide and len(others) <= ONE_COLUMN) else 0
    small = [_small(view, owner, names, air, lang) for owner in others]
    if seat is None:
        return _framed(_stack([*_dice_below(view, names, lang), _grid(small, 3, aside=2)]))
    sheet = _sheet(view, seat, names[seat], lang)
    if not wide and len(small) > ONE_COLUMN:
        return _narrow(view, names, sheet, small, lang)
    own = _stack([sheet, *_dice_below(view, names, lang)])
    return _framed(_beside([own, _grid(small, 1 if len(small) <= ONE_COLUMN else 2)], gap=2))


def _dice_below(view: View, names: Sequence[str], lang: Lang) -> list[Block]:
    """The dice stand under the columns of the sheet."""
    return [_caption(view, names, SHEET, lang), _beside([[_cell("", 3, FELT)], _tray(view, 6, lang)])]


def _narrow(view: View, names: Sequence[str], sheet: Block, small: Sequence[Block], lang: Lang) -> Strip:
    """The dice beside the sheet, the others in one line below."""
    top = _beside([sheet, [_cell("", 1, FELT), *_tray(view, 2, lang)]], gap=2)
    below = _grid(small, len(small))
    return _framed(_stack([top, _caption(view, names, below[0].cell_len, lang), below]), right=0)


# Laying blocks out


def _cell(words: str, width: int, style: str, align: str = "left") -> Strip:
    """Exactly this many columns of words."""
    strip = Strip(words, style=style)
    strip.truncate(width, overflow="ellipsis")
    missing = width - strip.cell_len
    strip.pad_left({"left": 0, "center": (missing + 1) // 2, "right": missing}[align])
    strip.pad_right(width - strip.cell_len)
    return strip


def _line(*parts: Strip) -> Strip:
    return Strip("").join(parts)


def _beside(blocks: Sequence[Block], gap: int = 1, fill: str = FELT) -> Block:
    height = max(len(block) for block in blocks)
    filled = [block + [_cell("", block[0].cell_len, fill)] * (height - len(block)) for block in blocks]
    between = _cell("", gap, fill)
    return [between.join(strips) for strips in zip(*filled, strict=True)]


def _stack(blocks: Sequence[Block], gap: int = 1) -> Block:
    width = max(block[0].cell_len for block in blocks)
    lines = list(blocks[0])
    for block in blocks[1:]:
        lines += [_cell("", width, FELT)] * gap + block
    return [_line(strip, _cell("", width - strip.cell_len, FELT)) for strip in lines]


def _grid(blocks: Sequence[Block], across: int, aside: int = 1, below: int = 1) -> Block:
    rows = [_beside(blocks[at : at + across], aside) for at in range(0, len(blocks), across)]
    return _stack(rows, below)


def _framed(block: Block, right: int = 1) -> Strip:
    """The block on its felt; what a terminal has no room for is cut off, never wrapped."""
    empty = _cell("", block[0].cell_len, FELT)
    lines = [_line(_cell("", 1, FELT), strip, _cell("", right, FELT)) for strip in [empty, *block, empty]]
    return Strip("\n", no_wrap=True, overflow="crop", end="\n").join(lines)


# The own sheet


def _sheet(view: View, seat: Seat, name: str, lang: Lang) -> Block:
    page = view.pages[seat]
    block = [_sheet_head(view, seat, name, lang)]
    for row in range(ROWS):
        now = row == page.at and view.phase is not Phase.OVER
        block += _current_row(view, seat) if now else _row(view, seat, row, _written_row(page, row), PAPER)
    return block


def _sheet_head(view: View, seat: Seat, name: str, lang: Lang) -> Strip:
    bonus = "·".join(str(points) for points in BONUS[1:])
    return _line(
        _tag(seat),
        _cell(f" {name}", 13, f"bold {INK} on {BINDING}"),
        _cell(f"{ON_SHEET.to(lang)} {view.pages[seat].sheet}", 9, f"{INK} on {BINDING}", "center"),
        _cell(f"{HITS.to(lang)} +{bonus}", 24, f"{INK} on {BINDING}", "right"),
        _cell(f"{SUM.to(lang)} {view.totals[seat]} ", SHEET - 49, f"bold {INK} on {BINDING}", "right"),
    )


class Window(NamedTuple):
    """What stands in a field, and how."""

    words: str
    style: str = f"bold {PENCIL} on {WINDOW}"


def _entry(number: int | None, printed: int) -> str:
    if number is None:
        return ""
    return "✗" if number == STRUCK else f"({number})" if number == printed else str(number)


def _written_row(page: Page, row: int) -> list[Window]:
    return [Window(_entry(number, printed)) for number, printed in zip(page.rows[row], NUMBERS[row], strict=True)]


def _current_row(view: View, seat: Seat) -> Block:
    paper = PAPER_YOURS if seat in view.waiting else PAPER_NOW
    return [_positions(view, seat, paper), *_row(view, seat, view.pages[seat].at, _open_row(view, seat), paper)]


def _positions(view: View, seat: Seat, paper: str) -> Strip:
    """The numbers that one types, above the fields they mean."""
    page = view.pages[seat]
    fits = fitting(view, seat) if seat in view.waiting else ()
    chips = [
        _line(
            _cell("", 2, f"on {paper}"),
            _cell(str(at), 3, GOLD if colour in fits else f"{INK_QUIET} on {paper}", "center"),
            _cell("", 3, f"on {paper}"),
        )
        for at, colour in enumerate(colours_of(page, page.at), 1)
    ]
    return _line(_cell("", 4, f"on {paper}"), *chips, _cell("", SHEET - 52, f"on {paper}"))


def _open_row(view: View, seat: Seat) -> list[Window]:
    """The current row with what the dice offer, or with what the seat has chosen from them."""
    page, choice = view.pages[seat], view.choices[seat]
    sign, colours = ("?", fitting(view, seat)) if choice is None else ("✓", choice.colours)
    windows = _with_dice(view, page, colours, sign)
    if view.phase is Phase.MARK and not colours:
        windows[page.rows[page.at].index(None)] = Window(f"✗ {sign}", GOLD)
    return windows


def _with_dice(view: View, page: Page, colours: Collection[Colour], sign: str) -> list[Window]:
    """The current row with these dice laid on it; the sign tells them from what is written, also without colours."""
    windows = _written_row(page, page.at)
    style = GOLD if view.phase is Phase.MARK else f"{INK_QUIET} on {WINDOW}"
    for at, (colour, printed) in enumerate(zip(colours_of(page, page.at), NUMBERS[page.at], strict=True)):
        if colour in colours:
            windows[at] = Window(f"{_entry(view.dice[COLOURS.index(colour)], printed)} {sign}", style)
    return windows


def _row(view: View, seat: Seat, row: int, windows: Sequence[Window], paper: str) -> Block:
    now = NOW if paper != PAPER else " "
    number = [_cell(f" {now}{row + 1}", 3, f"bold {INK} on {paper}")] + [_cell("", 3, f"on {paper}")] * 2
    fields = [
        _field(DICE[colour], printed, window, paper)
        for colour, printed, window in zip(colours_of(view.pages[seat], row), NUMBERS[row], windows, strict=True)
    ]
    points = _points(view.scores[seat][row], is_begun(view.pages[seat].rows[row]), paper)
    return _beside([number, *fields, points], fill=f"on {paper}")


def _field(die: Die, printed: int, window: Window, paper: str) -> Block:
    on_window = window.style.rpartition("on ")[2]
    return [
        _cell(f" {die.sign}   {printed} ", FIELD, die.style),
        _line(
            Strip("▌", f"{die.edge} on {on_window}"),
            _cell(window.words, FIELD - 2, window.style, "center"),
            Strip("▐", f"{die.edge} on {on_window}"),
        ),
        _cell("▀" * FIELD, FIELD, f"{die.edge} on {paper}"),
    ]


def _points(score: RowScore, begun: bool, paper: str) -> Block:
    points, parts = (str(score.points), f"{score.numbers} + {score.bonus}") if begun else ("", "")
    return [
        _cell(f"{points} ", 8, f"bold {PENCIL} on {paper}", "right"),
        _cell(f"{parts} ", 8, f"{INK_QUIET} on {paper}", "right"),
        _cell("", 8, f"on {paper}"),
    ]


# The small sheets


def _tag(seat: Seat) -> Strip:
    return _cell(SEAT_EMBLEMS[seat], 3, SEAT_STYLES[seat], "center")


def _small(view: View, seat: Seat, names: Sequence[str], air: int, lang: Lang) -> Block:
    """A sheet in small; `air` is the room between its fields."""
    rows = [_small_row(view, seat, row, air) for row in range(ROWS)]
    width = rows[0].cell_len
    status = _cell(_status(view, seat, lang), width - 4, FELT_QUIET)
    total = _cell(str(view.totals[seat]), 4, f"bold {FELT_TEXT}", "right")
    name = _cell(f" {names[seat]}", width - 5, f"bold {FELT_TEXT}")
    return [_line(_tag(seat), name, _badge(view, seat)), _line(status, total), *rows]


def _badge(view: View, seat: Seat) -> Strip:
    if view.phase is Phase.OVER:
        return _cell(WINS if view.places[seat] == 1 else "", 2, f"{GOLD_TEXT} {FELT}", "right")
    return _cell(HOLDS_DICE if seat == view.active else "", 2, f"bold {FELT_TEXT}", "right")


def _status(view: View, seat: Seat, lang: Lang) -> str:
    if view.phase is Phase.OVER:
        return f"{PLACE.to(lang)} {view.places[seat]}"
    if view.phase is Phase.MARK:
        return (THINKS if seat in view.waiting else DONE).to(lang)
    if seat != view.active:
        return ""
    return (THINKS if view.phase is Phase.KEEP else ROLLS).to(lang)


def _small_row(view: View, seat: Seat, row: int, air: int) -> Strip:
    page, score = view.pages[seat], view.scores[seat][row]
    near = row <= page.at
    fields = zip(colours_of(page, row), page.rows[row], NUMBERS[row], strict=True)
    small = [_small_field(DICE[colour], number, printed, near) for colour, number, printed in fields]
    points = str(score.points) if is_begun(page.rows[row]) else ""
    return _line(_cell("", air, FELT).join(small), _cell(points, 3, FELT_QUIET, "right"))


def _small_field(die: Die, number: int | None, printed: int, near: bool) -> Strip:
    if number is None:
        return Strip(f"{die.sign} ", die.style if near else die.faded_style)
    style = die.hit_style if number == printed else die.style
    return _line(Strip(die.sign, die.style), Strip("✗" if number == STRUCK else str(number), style))


# The dice


def _caption(view: View, names: Sequence[str], width: int, lang: Lang) -> Block:
    who = view.places.index(1) if view.phase is Phase.OVER else view.active
    words = _cell(f" {situation(view, names, lang)}", width - 3, f"bold {FELT_TEXT}")
    return [_line(_tag(Seat(who)), words)]


def _tray(view: View, across: int, lang: Lang) -> Block:
    values = view.dice or (0,) * len(COLOURS)
    return _grid(
        [_die(view, colour, value, lang) for colour, value in zip(COLOURS, values, strict=True)], across, below=0
    )


def _die(view: View, colour: Colour, value: int, lang: Lang) -> Block:
    die, stays = DICE[colour], colour in view.locked
    lies = stays or view.phase in (Phase.KEEP, Phase.MARK)
    faces = [" ".join(pips).replace("x", die.sign) for pips in PIPS[value]]
    return [
        *(_cell(f" {face} ", FIELD, die.style if lies else die.faded_style) for face in faces),
        _cell(STAYS.to(lang) if stays else str(value or ""), FIELD, FELT_TEXT, "center"),
    ]
