"""The table of Karten-Kniffel, drawn: the block with everybody's sheet on the felt, and one's own cards below."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text as Line

from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.games.kniffel.model import (
    BONUS,
    BONUS_FROM,
    INDEX,
    LOWER,
    MALUS,
    MALUS_BELOW,
    PENALTY_FOR_SILENCE,
    UPPER,
    Field,
    Hand,
    Phase,
    Total,
    View,
    fills_the_11th,
)
from pasch.games.kniffel.text.words import (
    FIELD_NAMES,
    FIELD_SIGNS,
    LAST_BUT_ONE,
    counted,
    field_number,
    status,
    winners,
)
from pasch.games.palette import FACES, GOLD, GOLD_TEXT, SEAT_EMBLEMS, SEAT_STYLES
from pasch.games.words import CARDS, figure

FELT, ON_FELT, PALE = "on #6A2937", "bold #F3E7D3 on #6A2937", "#DDBFB4 on #6A2937"
PAPER, MARGIN, OWN = "on #FFF9EC", "on #F3E6CA", "on #EBDAB5"
"""The sheet, its lines that are not fields, and the column of the one who looks."""
INK, FAINT, LINE, PENCIL = "#2B2118", "#665340", "#A8916A", "bold #33466B"
WASH, GOLD_INK = "on #FFE7A8", "bold #7A4E00"
"""Gold on paper: what one could enter now."""
GAIN, LOSS = "#24704A", "#A8321F"
CARD_STYLES = (
    "bold #3A4A59 on #CFD6D8",
    "bold #165A56 on #BFDCD3",
    "bold #365B1C on #CFDFB4",
    "bold #784504 on #F2DCAE",
    "bold #92340F on #F3CBAE",
    "bold #A3264B on #F0C2C6",
)
"""Cool to warm; a card stays a light object on any table."""
SIGNS = {
    **FIELD_SIGNS,
    **dict(zip(UPPER, FACES[1:], strict=True)),
    Field.SMALL_STRAIGHT: "▁▂▃▄",
    Field.LARGE_STRAIGHT: "▁▂▃▄▅",
}

KEY, SIGN, NAME, NOW, EDGE = 4, 7, 15, 5, 2
LABEL = KEY + SIGN + NAME + NOW
WIDEST, ROOM = 14, 45
"""A seat's column, and what all of them share."""
TO_MARK, TO_BONUS = 5, 2
"""The meter of the upper part: its cells up to 43, and from there to 63."""

Piece = tuple[str, str]

HELD = Text("Handkarten", "Cards in hand")
NOW_WORD = Text("jetzt", "now")
YOU = Text("du", "you")
ABOVE = Text("Oben", "Upper part")
MARKS = Text(
    f"unter {MALUS_BELOW} {figure(MALUS)}, ab {BONUS_FROM} +{BONUS}",
    f"below {MALUS_BELOW} {figure(MALUS)}, from {BONUS_FROM} +{BONUS}",
)


def _marks(view: View, seat: Seat | None) -> Text:
    """What the upper part still decides; for whoever looks, if it is a seat."""
    lacking = 0 if seat is None else view.totals[seat].lacking
    if not lacking:
        return MARKS
    return Text(f"noch {lacking}, sonst {figure(MALUS)}", f"{lacking} to go, else {figure(MALUS)}")


PENALTY = Text("Strafe", "Penalty")
SUM = Text("Summe", "Total")
PILE = Text("Stapel", "Pile")
DISCARDS = Text("Ablage", "Discards")
ANNOUNCE = Text(f"mit ! ansagen, sonst −{PENALTY_FOR_SILENCE}", f"announce with !, else −{PENALTY_FOR_SILENCE}")


def picture(view: View, seat: Seat | None, names: Sequence[str], lang: Lang) -> Line:
    width = min(WIDEST, ROOM // len(view.sheets))
    wide = LABEL + width * len(view.sheets)
    head = [_on_felt([], wide), _head(view, names, lang, wide), _on_felt(_lying(view, wide), wide)]
    block = [_on_felt(row, wide) for row in _block(view, seat, names, lang, width)]
    return _page([*head, *block, _on_felt([], wide), *_own(view, seat, lang, wide)])


# Lines


def _page(lines: Iterable[Sequence[Piece]]) -> Line:
    page = Line("\n", no_wrap=True, overflow="crop")
    return page.join([Line.assemble(*line) for line in lines])


def _on_felt(pieces: Sequence[Piece], wide: int) -> list[Piece]:
    edge = (" " * EDGE, FELT)
    return [edge, *pieces, (" " * (wide - _width(pieces)), FELT), edge]


def _width(pieces: Sequence[Piece]) -> int:
    return sum(cell_len(text) for text, _ in pieces)


def _fit(text: str, width: int) -> str:
    """Exactly so wide, whatever the name is made of."""
    fitted = Line(text)
    fitted.truncate(width, overflow="ellipsis", pad=True)
    return fitted.plain


def _chip(seat: int) -> Piece:
    return f" {SEAT_EMBLEMS[seat]} ", SEAT_STYLES[seat]


# Whose turn it is, and the piles


def _head(view: View, names: Sequence[str], lang: Lang, wide: int) -> list[Piece]:
    chip = [_chip(at) for at in winners(view)[:1] or [view.seat] if view.phase is not Phase.DEAL]
    piles = [] if view.phase is Phase.OVER else _piles(view, lang)
    said = _fit(f" {status(view, names).to(lang)}", wide - _width([*chip, *piles]))
    return _on_felt([*chip, (said, ON_FELT), *piles], wide)


def _piles(view: View, lang: Lang) -> list[Piece]:
    """How many cards, and the one that lies on top of the discards."""
    sizes = f"  {PILE.to(lang)} {view.pile_size}   {DISCARDS.to(lang)} {len(view.discards)}"
    top = [(f" {card} ", CARD_STYLES[card - 1]) for card in view.discards[-1:]]
    return [(sizes, PALE), (" ", FELT), *top]


def _lying(view: View, wide: int) -> list[Piece]:
    """K22: how many of each value lie on the discards, below their number."""
    many = enumerate(counted(view.discards) if view.phase is not Phase.OVER else ())
    chips = [
        piece for at, n in many if n for piece in (("  ", FELT), (f" {at + 1} ", CARD_STYLES[at]), (f" {n}×", PALE))
    ]
    return [(" " * (wide - _width(chips)), FELT), *chips]


# The block


def _block(view: View, seat: Seat | None, names: Sequence[str], lang: Lang, width: int) -> list[list[Piece]]:
    seats = range(len(view.sheets))

    def line(label: list[Piece], cells: Sequence[list[Piece]], ground: str) -> list[Piece]:
        grounds = [OWN if at == seat and ground != FELT else ground for at in seats]
        return [*label, *(piece for cell, on in zip(cells, grounds, strict=True) for piece in _cell(cell, width, on))]

    def field_lines(fields: Sequence[Field]) -> list[list[Piece]]:
        return [line(_field(view, field, lang), _entries(view, field), PAPER) for field in fields]

    totals = view.totals
    return [
        line(_label("", FELT), [_crest(view, at, seat, lang) for at in seats], FELT),
        line(_label("", FELT), [[(f" {_fit(name, width - 2)}", ON_FELT)] for name in names], FELT),
        line(_held(view, lang), [[_number(size, FAINT)] for size in view.hand_sizes], MARGIN),
        *field_lines(UPPER),
        line(_label(ABOVE.to(lang), MARGIN), [_upper(total) for total in totals], MARGIN),
        line(_label(_marks(view, seat).to(lang), MARGIN, FAINT), [_meter(total) for total in totals], MARGIN),
        *field_lines(LOWER),
        line(_penalty(view, lang), [[_number(-total.penalties, PENCIL)] for total in totals], MARGIN),
        line(_label(SUM.to(lang), MARGIN, f"bold {INK}"), [[_number(total.total, PENCIL)] for total in totals], MARGIN),
    ]


def _cell(pieces: Sequence[Piece], width: int, ground: str) -> list[Piece]:
    inked = [(text, style if "on #" in style else f"{style} {ground}") for text, style in pieces]
    return [*inked, (" " * (width - _width(pieces)), ground)]


def _number(number: int, style: str) -> Piece:
    return f"{figure(number):>4}", style


def _label(text: str, ground: str, style: str = INK, now: str = "") -> list[Piece]:
    preview = _preview(now) if now else ""
    return [(_fit(f" {text}", LABEL - len(preview)), f"{style} {ground}"), (preview, f"{GOLD_INK} {WASH}")]


def _preview(now: str) -> str:
    return f"{now:>{NOW - 1}} "


def _crest(view: View, at: int, seat: Seat | None, lang: Lang) -> list[Piece]:
    """The emblem; a word for the one who looks; a sign for the one on turn, or a crown."""
    you = [(f" {YOU.to(lang)}", ON_FELT)] if at == seat else []
    if at in winners(view):
        return [("♛", f"{GOLD_TEXT} {FELT}"), _chip(at), *you]
    acts = at == view.seat and view.phase not in (Phase.DEAL, Phase.OVER)
    mark = ("▸", f"{GOLD_TEXT} {FELT}" if at == seat else ON_FELT) if acts else (" ", FELT)
    return [mark, _chip(at), *you]


def _held(view: View, lang: Lang) -> list[Piece]:
    now = NOW_WORD.to(lang) if any(points is not None for points in view.best) else ""
    return _label(HELD.to(lang), MARGIN, FAINT, now)


def _field(view: View, field: Field, lang: Lang) -> list[Piece]:
    """Number, sign and name; gold where one can score."""
    number, best = field_number(field), view.best[INDEX[field]]
    sign, name = SIGNS[field], FIELD_NAMES[field].to(lang)
    ground, key = (PAPER, f"{FAINT} {PAPER}") if best is None else (WASH, GOLD)
    return [
        (f"{number:>3} ", key),
        (f" {_fit(sign, SIGN - 1)}", f"{FAINT} {ground}"),
        (_fit(name, NAME), f"{INK} {ground}"),
        (_preview("" if best is None else str(best)), f"{GOLD_INK} {ground}"),
    ]


def _entries(view: View, field: Field) -> list[list[Piece]]:
    entered = [sheet[INDEX[field]] for sheet in view.sheets]
    return [[("   ·", LINE) if points is None else _number(points, PENCIL)] for points in entered]


def _upper(total: Total) -> list[Piece]:
    bonus = f" {total.bonus:+}".replace("-", "−") if total.bonus else ""
    return [_number(total.upper, PENCIL), (bonus, GAIN if total.bonus > 0 else LOSS)]


def _meter(total: Total) -> list[Piece]:
    style = GAIN if total.bonus > 0 else LOSS if total.bonus < 0 or total.lacking else INK
    filled = TO_MARK * min(total.upper, MALUS_BELOW) // MALUS_BELOW
    beyond = TO_BONUS * max(0, min(total.upper, BONUS_FROM) - MALUS_BELOW) // (BONUS_FROM - MALUS_BELOW)
    return [(" ", LINE), *_bar(filled, TO_MARK, style), ("╷", FAINT), *_bar(beyond, TO_BONUS, style)]


def _bar(filled: int, cells: int, style: str) -> list[Piece]:
    return [("━" * filled, style), ("─" * (cells - filled), LINE)]


def _penalty(view: View, lang: Lang) -> list[Piece]:
    can_score = any(points is not None for points in view.best)
    return _label(PENALTY.to(lang), MARGIN, INK, figure(-view.penalty) if can_score and view.penalty else "")


# One's own cards


def _own(view: View, seat: Seat | None, lang: Lang, wide: int) -> list[list[Piece]]:
    hand = () if seat is None else view.hands[seat] or ()
    if seat is None or not hand:
        return []
    held = [(f"{CARDS.count(len(hand)).to(lang)}   ", PALE)]
    return [_on_felt(row, wide) for row in (*_cards(hand), [*held, *_reminder(view, seat, lang)], [])]


def _cards(hand: Hand) -> list[list[Piece]]:
    styles = [CARD_STYLES[card - 1] for card in hand]
    papers = [f"{style.split()[-1]} {FELT}" for style in styles]
    gap = (" ", FELT)
    return [
        [piece for paper in papers for piece in (("▄▄▄▄▄", paper), gap)],
        [piece for card, style in zip(hand, styles, strict=True) for piece in ((f"  {card}  ", style), gap)],
        [piece for paper in papers for piece in (("▀▀▀▀▀", paper), gap)],
    ]


def _reminder(view: View, seat: Seat, lang: Lang) -> list[Piece]:
    """K11"""
    if seat != view.seat or view.phase is not Phase.ACT or not fills_the_11th(view.sheets[seat]):
        return []
    return [(f" {LAST_BUT_ONE.to(lang)} ", GOLD), (f" {ANNOUNCE.to(lang)}", f"{GOLD_TEXT} {FELT}")]
