"""The table of Blöder Sack as a coloured picture: felt, sack cards, planks and dice."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.text import Text as Line

from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.games.palette import FACES, GOLD, GOLD_TEXT, SEAT_EMBLEMS, SEAT_STYLES
from pasch.games.sack.model import BOARDS, DICE_PER_SEAT, Card, Die, Move, Phase, Place, Replace, Score, Verdict, View
from pasch.games.sack.rules import legal_moves, result
from pasch.games.sack.text.words import DICE, PICTOGRAMS, SACKS, card_name, is_about_the_last_die
from pasch.games.words import CARDS

FELT = "#F3E7D3 on #33684E"
FELT_LOUD = "bold #FFFFFF on #33684E"
FELT_QUIET = "#A9C4B4 on #33684E"
FELT_JUTE = "#D8B983 on #33684E"
FELT_GOLD = f"{GOLD_TEXT} on #33684E"
PAPER = "bold #2B2118 on #FFF9EC"
PAPER_JUTE = "#9A6A1E on #FFF9EC"
JUTE = "bold #2F1F0D on #D8B983"
BACK = "#B18A4C on #D8B983"
PLANK = "bold #35210C on #C99B62"
WELL = "#5E4017 on #BD945E"
TAG = "#2B2118 on #F6EBD3"
TAG_LOUD = f"bold {TAG}"
SHUT = "#D9C29C on #5B4630"

BOARD_WIDTH = 15
WIDTH = len(BOARDS) * (BOARD_WIDTH + 1) - 1
NAME_WIDTH = 12
PER_ROW = 3
CARD_HEIGHT = 3

IN_PILE = Text("im Stapel", "in the pile")
LAST_ROUND = Text("Letzte Runde", "Last round")
NO_NOTE = Text("", "")
OVER = Text("Ende der Partie", "End of the match")
BOARD = Text("Brett", "Board")
CLOSED = Text("zu", "closed")
NOBODY = "–"
NOT_ROLLED = Text("Noch nicht gewürfelt", "Not rolled yet")
ROLLED = Text("Gewürfelt", "Rolled")
HERE, SWAP = "▸", "⇄"
LEGEND: tuple[tuple[type[Move], str, Text], ...] = (
    (Place, HERE, Text("hinlegen", "place")),
    (Replace, SWAP, Text("austauschen", "replace")),
    (Score, HERE, Text("Karte werten", "score the card")),
)


def picture(view: View, seat: Seat | None, names: Sequence[str], lang: Lang) -> RenderableType:
    """The table as a coloured picture, 79 columns wide."""
    moves = legal_moves(view, seat)
    boards = [_board(view, board, moves, names, lang) for board in BOARDS]
    rows = [
        _head(view, lang),
        *(_mat(view, Seat(at), moves, names, lang) for at in range(len(names))),
        _felt(),
        *(Line(" ", FELT).join(parts) for parts in zip(*boards, strict=True)),
        _felt(),
        _tray(view, moves, lang),
        _felt(),
    ]
    return Group(*(_uncut(row) for row in rows))


def _uncut(row: Line) -> Line:
    row.no_wrap, row.overflow = True, "crop"
    return row


def _spread(left: Line, right: Line, width: int, style: str) -> Line:
    """Both on one line, as far apart as it goes."""
    gap = Line(" " * (width - left.cell_len - right.cell_len), style)
    return Line.assemble(left, gap, right)


def _felt(left: Line | None = None, right: Line | None = None) -> Line:
    return _spread(left or Line(), right or Line(), WIDTH, FELT)


def _fit(name: str, width: int) -> str:
    return set_cell_size(name, width) if cell_len(name) <= width else f"{set_cell_size(name, width - 1)}…"


# Who sits here


def _head(view: View, lang: Lang) -> Line:
    left = f"{CARDS.count(len(view.pile)).to(lang)} {IN_PILE.to(lang)} "
    pile = Line.assemble((left, FELT), ("▒▒" if view.pile else "", BACK), (" ", FELT))
    if view.phase is Phase.OVER:
        pile = Line("", FELT)
    note = OVER if view.phase is Phase.OVER else LAST_ROUND if view.last_round else NO_NOTE
    return _felt(Line(f" {note.to(lang)}", FELT_LOUD), pile)


def _mat(view: View, at: Seat, moves: Sequence[Move], names: Sequence[str], lang: Lang) -> Line:
    supply, won = view.supply[at], len(view.won[at])
    left = Line.assemble(
        _marker(view, at, moves),
        _emblem(at),
        (f" {_fit(names[at], NAME_WIDTH)} ", FELT_LOUD),
        (SEAT_EMBLEMS[at] * supply, SEAT_STYLES[at]),
        ("·" * (DICE_PER_SEAT - supply), FELT_QUIET),
        (f" {DICE.count(supply).to(lang)}", FELT),
    )
    sacks = f"{CARDS.count(won).to(lang)} · {SACKS.count(view.sacks[at]).to(lang):<8}"
    return _felt(left, Line.assemble(("▮" * won + " ", FELT_JUTE), (sacks, FELT)))


def _marker(view: View, at: Seat, moves: Sequence[Move]) -> Line:
    if view.phase is Phase.OVER:
        return Line(" ♛ " if result(view).places[at] == 1 else "   ", FELT_GOLD)
    if at != view.seat:
        return Line("   ", FELT)
    return Line(f" {HERE} ", GOLD if moves else FELT_LOUD)


def _emblem(seat: Seat) -> Line:
    return Line(f" {SEAT_EMBLEMS[seat]} ", SEAT_STYLES[seat])


# A board and its card


def _board(view: View, board: int, moves: Sequence[Move], names: Sequence[str], lang: Lang) -> list[Line]:
    if view.closed[board - 1]:
        return _closed_board(view, board, lang)
    card = view.cards[board - 1]
    return [
        *(_card(card, lang) if card else [Line("▒" * BOARD_WIDTH, BACK)] * CARD_HEIGHT),
        _plank_head(board, Score(board) in moves, lang),
        *_fields(view, board, moves),
        _leader(card, view.standings[board - 1], names),
    ]


def _closed_board(view: View, board: int, lang: Lang) -> list[Line]:
    wood = 2 * view.fields // PER_ROW + 2
    return [
        *[Line(" " * BOARD_WIDTH, FELT)] * CARD_HEIGHT,
        _spread(Line(_pair(board), SHUT), Line(f"{CLOSED.to(lang)} ", SHUT), BOARD_WIDTH, SHUT),
        *[Line(" " * BOARD_WIDTH, SHUT)] * wood,
    ]


def _pair(board: int) -> str:
    return f" {FACES[board]} {FACES[board]}"


def _card(card: Card, lang: Lang) -> list[Line]:
    pictogram, sacks = f" {PICTOGRAMS[card.id]}", f"{'◉' * card.sacks} "
    upper, _, lower = card_name(card.id, lang).partition(" ")
    return [
        _spread(Line(pictogram, PAPER), Line(sacks, PAPER_JUTE), BOARD_WIDTH, PAPER),
        *(Line(f" {words:<{BOARD_WIDTH - 1}}", JUTE) for words in (upper, lower)),
    ]


def _plank_head(board: int, is_scorable: bool, lang: Lang) -> Line:
    name = f"{BOARD.to(lang)} {board} "
    number = Line(f"{HERE}{name}", GOLD) if is_scorable else Line(name, PLANK)
    return _spread(Line(_pair(board), PLANK), number, BOARD_WIDTH, PLANK)


def _fields(view: View, board: int, moves: Sequence[Move]) -> list[Line]:
    cells = [_field(view, board, field, moves) for field in range(1, view.fields + 1)]
    rows = [Line(" ", PLANK).join(cells[at : at + PER_ROW]) for at in range(0, view.fields, PER_ROW)]
    edge, wood = ("  ", PLANK), Line(" " * BOARD_WIDTH, PLANK)
    return [wood, *(line for row in rows for line in (Line.assemble(edge, row, edge), wood))]


def _field(view: View, board: int, field: int, moves: Sequence[Move]) -> Line:
    dice = view.boards[board - 1]
    if field <= len(dice):
        return _die(dice[field - 1], Replace(dice[field - 1].value, board, field) in moves)
    is_next = field == len(dice) + 1 and any(isinstance(move, Place) and move.board == board for move in moves)
    return Line(f"{HERE}{field} ", GOLD) if is_next else Line(f" {field} ", WELL)


def _die(die: Die, is_target: bool) -> Line:
    emblem = SEAT_EMBLEMS[die.seat]
    return (
        Line(f"{emblem}{SWAP}{die.value}", GOLD) if is_target else Line(f"{emblem} {die.value}", SEAT_STYLES[die.seat])
    )


def _leader(card: Card | None, standing: Verdict | None, names: Sequence[str]) -> Line:
    if card is None or standing is None or standing.winner is None:
        return Line(f" {NOBODY:<{BOARD_WIDTH - 1}}", TAG)
    strength = standing.strengths[standing.winner]
    value = f" ⚑{strength} " if is_about_the_last_die(card.id) else f" {strength} "
    name = _fit(names[standing.winner], BOARD_WIDTH - len(value) - 4)
    return Line.assemble(_emblem(standing.winner), (f" {name}", TAG), (value, TAG_LOUD))


# The dice in hand


def _tray(view: View, moves: Sequence[Move], lang: Lang) -> Line:
    if view.phase is Phase.OVER:
        return _felt()
    dice = [Line(f" {SEAT_EMBLEMS[view.seat]} {value} ", SEAT_STYLES[view.seat]) for value in view.hand]
    words = ROLLED if view.hand else NOT_ROLLED
    left = Line.assemble((f" {words.to(lang)}  ", FELT_LOUD), Line("  ", FELT).join(dice))
    return _felt(left, _legend(moves, lang))


def _legend(moves: Sequence[Move], lang: Lang) -> Line:
    kinds = {type(move) for move in moves}
    parts = [
        Line.assemble((f" {sign} ", GOLD), (f" {words.to(lang)}  ", FELT))
        for kind, sign, words in LEGEND
        if kind in kinds
    ]
    return Line.assemble(*parts)
