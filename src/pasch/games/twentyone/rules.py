"""The rules of twenty one, in the order of its rulebook page."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, compress
from operator import eq

from msgspec.structs import astuple, replace

from pasch.engine.draws import Dice
from pasch.engine.errors import Refused
from pasch.engine.game import ALL_SEATS, Chance, Decision, Over, Result, Seat, Turn, clockwise, first_seat, places, put
from pasch.games.twentyone.model import (
    BONUS,
    COLOURS,
    FIELDS,
    LOCKED,
    NUMBERS,
    ROWS,
    SHEETS,
    STRUCK,
    Colour,
    Effect,
    Fit,
    Keep,
    Mark,
    Marked,
    Move,
    Options,
    Outcome,
    Page,
    Phase,
    Reroll,
    Roll,
    Row,
    RowScore,
    SixDice,
    State,
)

ROLL, KEEP, AGAIN, MARK, OVER = Phase
"""Unpacked, because looking up a member of an enum costs as much as calling a function."""

# T1–T3 Material and set-up


def start(players: int, options: Options) -> State:
    first = first_seat(options.first, players, "T3")
    sheets = options.sheets if isinstance(options.sheets, tuple) else tuple(SHEETS)[:players]
    check_sheets(sheets, players)
    return State(
        first=first,
        active=first,
        phase=ROLL,
        dice=(),
        pages=tuple(Page(letter) for letter in sheets),
        choices=(None,) * players,
    )


def check_sheets(sheets: Sequence[str], players: int) -> None:
    if len(sheets) == players and len(set(sheets)) == players and set(sheets) <= SHEETS.keys():
        return
    raise Refused(
        "T1",
        f"Jeder Platz bekommt ein anderes Blatt von A bis F: {players} Blätter, nicht {'+'.join(sheets):.40}.",
        f"Every seat gets a different sheet from A to F: {players} sheets, not {'+'.join(sheets):.40}.",
    )


# Whose turn it is, and for what


@cache
def _decision(seats: tuple[Seat, ...], rule: str) -> Decision:
    return Decision(seats, rule)


def turn(state: State) -> Turn:
    if state.phase is MARK:
        return _decision(waiting(state.choices), "T5")
    if state.phase is ROLL:
        return _roll(ALL_SIX)
    if state.phase is KEEP:
        return _decision((state.active,), "T4")
    if state.phase is AGAIN:
        return _roll(tuple([LOCKED if value == LOCKED else 0 for value in state.dice]))
    return Over(result(state), "T12")


def waiting(choices: Sequence[Mark | None]) -> tuple[Seat, ...]:
    return tuple([ALL_SEATS[at] for at, choice in enumerate(choices) if choice is None])


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    if state.phase is MARK and 0 <= seat < len(state.pages) and state.choices[seat] is None:
        return marks(_enterable(state.pages[seat], state.dice))
    if state.phase is KEEP and seat == state.active:
        return KEEP_OR_REROLL
    return ()


def play(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Mark):
        return _chosen(state, seat, move)
    return replace(state, phase=MARK if isinstance(move, Keep) else AGAIN, news=())


# T4 Roll, keep or roll again

KEEP_OR_REROLL = (Keep(), Reroll())
ALL_SIX = (0,) * len(COLOURS)


@cache
def _roll(held: tuple[int, ...]) -> Chance[Roll]:
    return Chance(Dice(held, Roll, lambda dice: Roll(SixDice(*dice)), lambda roll: astuple(roll.dice)), "T4")


def locked(state: State) -> tuple[Colour, ...]:
    """The dice that stay when the others are rolled again."""
    return _locked(state.dice) if state.phase in (KEEP, AGAIN) else ()


@cache
def _locked(dice: tuple[int, ...]) -> tuple[Colour, ...]:
    return tuple(colour for colour, value in zip(COLOURS, dice, strict=True) if value == LOCKED)


def settle(state: State, outcome: Outcome) -> State:
    after = KEEP if state.phase is ROLL else MARK
    return replace(state, dice=astuple(outcome.dice), phase=after, news=())


# T5, T6 Enter


def _enterable(page: Page, dice: tuple[int, ...]) -> tuple[Colour, ...]:
    """The colours whose numbers fit into a free field of the current row."""
    fields = zip(page.rows[page.at], FIELDS[page.sheet][page.at], strict=True)
    return tuple([field.colour for entered, field in fields if entered is None and dice[field.die] <= field.most])


def fits(state: State) -> tuple[tuple[Fit, ...], ...]:
    """What each seat could enter, should the dice stay as they lie."""
    if state.phase not in (KEEP, MARK):
        return ((),) * len(state.pages)
    return tuple([_fits(page.sheet, page.at, _enterable(page, state.dice), state.dice) for page in state.pages])


@lru_cache(4096)
def _fits(sheet: str, at: int, enterable: tuple[Colour, ...], dice: tuple[int, ...]) -> tuple[Fit, ...]:
    fields = [field for field in FIELDS[sheet][at] if field.colour in enterable]
    return tuple([Fit(field.colour, is_hit(dice[field.die], field.most)) for field in fields])


@cache
def marks(enterable: tuple[Colour, ...]) -> tuple[Mark, ...]:
    """Every choice among these colours; the last is the strike (T7)."""
    return tuple(Mark(colours) for size in range(len(enterable), -1, -1) for colours in combinations(enterable, size))


def entered_row(page: Page, dice: tuple[int, ...], mark: Mark) -> Row:
    row = list(page.rows[page.at])
    for place, die in _entries(page.sheet, page.at, mark.colours):
        row[place] = dice[die]
    if not mark.colours:
        row[row.index(None)] = STRUCK
    return tuple(row)


@cache
def _entries(sheet: str, at: int, colours: tuple[Colour, ...]) -> tuple[tuple[int, int], ...]:
    """The place in the row and the die of each of these colours."""
    return tuple((place, field.die) for place, field in enumerate(FIELDS[sheet][at]) if field.colour in colours)


# T7–T9, T13 All choose, then all is shown


def _chosen(state: State, seat: Seat, mark: Mark) -> State:
    choices = put(state.choices, seat, mark)
    chosen = replace(state, choices=choices, news=())
    return chosen if None in choices else _end_round(chosen)


def _end_round(state: State) -> State:
    pages, news, finished = [], [], False
    for seat, page, mark in zip(ALL_SEATS, state.pages, state.choices, strict=False):
        assert mark is not None
        at, row = page.at, entered_row(page, state.dice, mark)
        following = at if None in row else at + 1
        news.append(Marked(seat, at, page.rows[at], row, row_score(row, at)))
        pages.append(Page(page.sheet, put(page.rows, at, row), following))
        finished = finished or following == ROWS
    return replace(
        state,
        pages=tuple(pages),
        choices=(None,) * len(pages),
        active=clockwise(state.active, len(pages)),
        phase=OVER if finished else ROLL,
        news=tuple(news),
    )


# T10–T12, T14 Scoring and end


is_hit = eq
"""Of the number entered and the number printed."""


@lru_cache(1024)
def hits(page: Page) -> tuple[tuple[int, ...], ...]:
    """For each row the places of its hits."""
    return tuple([_hits_in(row, at) for at, row in enumerate(page.rows)])


@lru_cache(32768)
def _hits_in(row: Row, at: int) -> tuple[int, ...]:
    return tuple(compress(range(len(COLOURS)), map(is_hit, row, NUMBERS[at])))


@lru_cache(32768)
def row_score(row: Row, at: int) -> RowScore:
    count = sum(map(is_hit, row, NUMBERS[at]))
    return RowScore(sum([entered or 0 for entered in row]), count, BONUS[count])


@lru_cache(1024)
def scores(page: Page) -> tuple[RowScore, ...]:
    return tuple([row_score(row, at) for at, row in enumerate(page.rows)])


def total(page: Page) -> int:
    return sum([score.points for score in scores(page)])


def result(state: State) -> Result:
    totals = tuple([total(page) for page in state.pages])
    return Result(totals, places(totals))


# What a move brings


def effect(state: State, seat: Seat, move: Move) -> Effect:
    match move:
        case Mark():
            page = state.pages[seat]
            row = entered_row(page, state.dice, move)
            return Effect(row_score(row, page.at), full=None not in row)
        case Reroll():
            return Effect(rerolls=len(COLOURS) - len(locked(state)))
        case _:
            return Effect()
