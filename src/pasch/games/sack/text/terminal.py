"""Blöder Sack in words: what a terminal asks, reads and tells. The picture is drawn next door."""

import re
from collections.abc import Sequence

from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.games.sack.model import (
    BOARDS,
    CONDITIONS,
    FACES,
    FIELDS,
    Effect,
    Kind,
    Move,
    Phase,
    Place,
    Replace,
    Score,
    Verdict,
    View,
)
from pasch.games.sack.rules import legal_moves
from pasch.games.sack.text.words import DICE, SACKS, VALUES, WITH_DICE, quoted
from pasch.games.words import CARDS, OR, OVER, SEVERAL, listed

# The table in sentences


def lines(view: View, seat: Seat | None, names: Sequence[str], lang: Lang) -> list[str]:
    said = [
        *_where_it_stands(view, names),
        *(_mat(view, at, names) for at in range(len(names))),
        *(_board(view, board, names) for board in BOARDS),
        *_targets(legal_moves(view, seat)),
    ]
    return [text.to(lang) for text in said]


def _where_it_stands(view: View, names: Sequence[str]) -> list[Text]:
    if view.phase is Phase.OVER:
        return [OVER]
    pile = CARDS.count(len(view.pile))
    said = [Text(f"{pile.de} im Stapel.", f"{pile.en} in the pile.")]
    if view.last_round:
        said.append(Text("Letzte Runde.", "Last round."))
    said.append(Text(f"Am Zug: {names[view.seat]}.", f"To move: {names[view.seat]}."))
    if view.hand:
        hand = listed(view.hand)
        said.append(Text(f"In der Hand: {hand.de}.", f"In hand: {hand.en}."))
    return said


def _mat(view: View, at: int, names: Sequence[str]) -> Text:
    dice, cards = DICE.count(view.supply[at]), CARDS.count(len(view.won[at]))
    sacks = SACKS.count(view.sacks[at])
    return Text(
        f"{names[at]}: {dice.de} im Vorrat, {cards.de}, {sacks.de}.",
        f"{names[at]}: {dice.en} in supply, {cards.en}, {sacks.en}.",
    )


def reckoning(view: View, seat: Seat, lang: Lang) -> str:
    """S19: the sacks, and the cards that decide where the sacks are equal."""
    sacks, cards = SACKS.count(view.sacks[seat]), CARDS.count(len(view.won[seat]))
    return Text(f"{sacks.de} mit {cards.de}", f"{sacks.en} with {cards.en}").to(lang)


def _board(view: View, board: int, names: Sequence[str]) -> Text:
    card = view.cards[board - 1]
    if view.closed[board - 1]:
        return Text(f"Brett {board}: geschlossen, keine Karte mehr.", f"Board {board}: closed, no card left.")
    if card is None:
        return Text(f"Brett {board}: Gleich kommt eine Karte.", f"Board {board}: a card is about to come.")
    name, sacks = quoted(card.id), SACKS.count(card.sacks)
    dice, leader = _dice_there(view, board, names), _leader(card.id, view.standings[board - 1], names)
    return Text(
        f"Brett {board}: {name.de}, {sacks.de}. {dice.de}{leader.de}",
        f"Board {board}: {name.en}, {sacks.en}. {dice.en}{leader.en}",
    )


def _dice_there(view: View, board: int, names: Sequence[str]) -> Text:
    dice = view.boards[board - 1]
    if not dice:
        return Text(f"Leer, {view.fields} Felder frei.", f"Empty, {view.fields} fields free.")
    shown = [(field, die.value, names[die.seat]) for field, die in enumerate(dice, start=1)]
    free = view.fields - len(dice)
    return Text(
        f"{'; '.join(f'Feld {field}: {value} von {name}' for field, value, name in shown)}. Noch {free} frei.",
        f"{'; '.join(f'Field {field}: {value} of {name}' for field, value, name in shown)}. {free} free.",
    )


def _leader(card: str, standing: Verdict | None, names: Sequence[str]) -> Text:
    if standing is None:
        return Text("", "")
    if standing.winner is None:
        return Text(" Niemand erfüllt die Bedingung.", " Nobody meets the condition.")
    name, by = names[standing.winner], _strength(card, standing.strengths[standing.winner])
    if standing.by_last_die:
        return Text(
            f" {name} führt mit {by.de} und dem letzten Würfel.",
            f" {name} leads with {by.en} and the last die.",
        )
    return Text(f" {name} führt mit {by.de}.", f" {name} leads with {by.en}.")


def _strength(card: str, number: int) -> Text:
    """What somebody leads with."""
    match CONDITIONS[card].kind:
        case Kind.LAST:
            return Text(f"dem Würfel auf Feld {number}", f"the die on field {number}")
        case Kind.SUM:
            return Text(f"der Summe {number}", f"a sum of {number}")
        case Kind.EQUAL if number > 1:
            return Text(f"{number} gleichen", f"{number} equal dice")
        case Kind.DIFFERENT if number > 1:
            return Text(f"{number} verschiedenen", f"{number} different dice")
        case _:
            return WITH_DICE.count(number)


def _targets(moves: Sequence[Move]) -> list[Text]:
    fields = [move for move in moves if isinstance(move, Replace)]
    if not fields:
        return []
    return [
        Text(
            f"Austauschen kannst du: {', '.join(f'Brett {m.board} Feld {m.field}' for m in fields)}.",
            f"You can replace: {', '.join(f'board {m.board} field {m.field}' for m in fields)}.",
        )
    ]


# What is asked


def question(view: View, seat: Seat, names: Sequence[str], lang: Lang) -> str:
    return _question(view, seat, names).to(lang)


def _question(view: View, seat: Seat, names: Sequence[str]) -> Text:
    moves = legal_moves(view, seat)
    if not moves:
        return _nothing_asked(view, names)
    match view.phase:
        case Phase.SHORT:
            return Text("Zu wenige Würfel! Welche Karte soll gewertet werden?", "Too few dice! Which card is scored?")
        case Phase.SIXES:
            return Text("Sechserpasch! Welche Karte soll gewertet werden?", "Double six! Which card is scored?")
        case Phase.PLACE:
            value = VALUES[view.hand[0]]
            return Text(f"Wohin mit der {value.de}?", f"Where does the {value.en} go?")
        case _:
            return _place_or_replace(view, moves)


def _nothing_asked(view: View, names: Sequence[str]) -> Text:
    if view.phase is Phase.OVER:
        return OVER
    if view.refill or view.phase in (Phase.DEAL, Phase.ROLL):
        return Text("Gleich geht’s weiter …", "Just a moment …")
    return Text(f"{names[view.seat]} überlegt …", f"{names[view.seat]} is thinking …")


def _place_or_replace(view: View, moves: Sequence[Move]) -> Text:
    hand = _hand(view.hand)
    theirs = {move.die for move in moves if isinstance(move, Replace)}
    values = [value for value in dict.fromkeys(view.hand) if value in theirs]
    if not values:
        return Text(f"Lege {hand.de}.", f"Place {hand.en}.")
    other = listed(values, OR)
    return Text(
        f"Lege {hand.de}, oder tausche eine fremde {other.de} aus.",
        f"Place {hand.en}, or replace another player’s {other.en}.",
    )


def _hand(dice: Sequence[int]) -> Text:
    if len(set(dice)) == len(dice):
        return listed(dice)
    value = SEVERAL[dice[0]]
    return Text(f"beide {value.de}", f"both {value.en}")


def examples(view: View, seat: Seat, lang: Lang) -> list[tuple[str, str]]:
    moves = _one_of_each_kind(legal_moves(view, seat))
    examples = [(_typed(move, view, seat), move) for move in moves] or EXAMPLES
    return [(words, _meaning(move).to(lang)) for words, move in examples]


EXAMPLES: list[tuple[str, Move]] = [
    ("4 1", Place(4, 1)),
    ("x 3.2", Replace(4, 3, 2)),
    ("s 2", Score(2)),
    ("s 0", Score(None)),
]
"""For those who ask while it is not their turn."""
CHOOSING = (Phase.SHORT, Phase.SIXES)
"""When only a card is asked for, its board's number says it all."""


def _typed(move: Move, view: View, seat: Seat) -> str:
    words = write(move, view, seat)
    return words.removeprefix("s ") if view.phase in CHOOSING else words


def _one_of_each_kind(moves: Sequence[Move]) -> list[Move]:
    first: dict[object, Move] = {}
    for move in moves:
        first.setdefault((type(move), move.board is None), move)
    return list(first.values())


def _meaning(move: Move) -> Text:
    match move:
        case Place(die, board):
            return Text(f"die {die} auf Brett {board} legen", f"place the {die} on board {board}")
        case Replace(_, board, field):
            return Text(
                f"den fremden Würfel auf Brett {board}, Feld {field} austauschen",
                f"replace the other player’s die on board {board}, field {field}",
            )
        case Score(None):
            return Text("keine Karte werten", "score no card")
        case _:
            return Text(f"die Karte über Brett {move.board} werten", f"score the card above board {move.board}")


# Moves as short words


def write(move: Move, view: View, seat: Seat) -> str:  # noqa: ARG001
    match move:
        case Place(die, board):
            return f"{die} {board}"
        case Replace(die, board, field):
            shown = "" if die == _value_at(view, board, field) else f"{die} "
            return f"x {shown}{board}.{field}"
        case _:
            return f"s {move.board or 0}"


WORDS = re.compile(r"x( [0-9]+){2,3}|s [0-9]+|[0-9]+( [0-9]+)?")
NO_CARD = re.compile(r"(s )?(-|–|keine|none)")
DIE = FACES, Text("Ein Würfel zeigt 1 bis 6", "A die shows 1 to 6")
BOARD = BOARDS, Text("Die Bretter haben die Nummern 1 bis 5", "The boards are numbered 1 to 5")
FIELD = range(1, FIELDS + 1), Text("Die Felder haben die Nummern 1 bis 9", "The fields are numbered 1 to 9")


def read(words: str, view: View, seat: Seat, moves: Sequence[Move]) -> Move:  # noqa: ARG001
    said = _tidy(words)
    if not WORDS.fullmatch(said):
        raise _unclear(view, seat)
    match said.split():
        case ["x", board, field]:
            return _replacement(view, _number(board, *BOARD), _number(field, *FIELD))
        case ["x", die, board, field]:
            return Replace(_number(die, *DIE), _number(board, *BOARD), _number(field, *FIELD))
        case ["s", board]:
            return Score(_card_choice(board))
        case [die, board]:
            return Place(_number(die, *DIE), _number(board, *BOARD))
        case [board] if view.phase in CHOOSING:
            return Score(_card_choice(board))
        case [board] if view.phase is Phase.PLACE:
            return Place(view.hand[0], _number(board, *BOARD))
        case _:
            raise _unclear(view, seat)


def _tidy(words: str) -> str:
    """Small letters and single spaces, `s 0` for every word that means no card."""
    plain = re.sub(r"^\s*([xs])(?=[0-9])", r"\1 ", words.lower())
    said = " ".join(re.sub(r"[,.]", " ", plain).split())
    return "s 0" if NO_CARD.fullmatch(said) else said


def _replacement(view: View, board: int, field: int) -> Replace:
    """The die that lies there says which of one's own is meant; on an empty field any will do, to be refused."""
    value = _value_at(view, board, field) or (view.hand[0] if view.hand else 1)
    return Replace(value, board, field)


def _value_at(view: View, board: int, field: int) -> int | None:
    dice = view.boards[board - 1]
    return dice[field - 1].value if field <= len(dice) else None


def _number(word: str, among: Sequence[int], rule: Text) -> int:
    if word not in map(str, among):
        raise Malformed(f"{rule.de}, nicht {word:.9}.", f"{rule.en}, not {word:.9}.")
    return int(word)


def _card_choice(word: str) -> int | None:
    return None if word == "0" else _number(word, *BOARD)


def _unclear(view: View, seat: Seat) -> Malformed:
    german = ", ".join(f"„{words}“: {meaning}" for words, meaning in examples(view, seat, "de"))
    english = ", ".join(f"“{words}”: {meaning}" for words, meaning in examples(view, seat, "en"))
    return Malformed(f"Das verstehe ich nicht. So geht’s: {german}.", f"I do not understand. Try {english}.")


# What a move brings


def describe(move: Move, effect: Effect, view: View, names: Sequence[str], lang: Lang) -> str:
    deed, brings = _deed(move, view, names).to(lang), _brings(move, effect, view, names).to(lang)
    return f"{deed} – {brings}" if brings else deed


def _deed(move: Move, view: View, names: Sequence[str]) -> Text:
    match move:
        case Place(die, board):
            return Text(f"{die} auf Brett {board} legen", f"place {die} on board {board}")
        case Replace(die, board, field):
            owner = names[view.boards[board - 1][field - 1].seat]
            return Text(
                f"{die} von {owner} auf Brett {board}, Feld {field} austauschen",
                f"replace {die} of {owner} on board {board}, field {field}",
            )
        case _:
            card = view.cards[move.board - 1] if move.board else None
            name = quoted(card.id) if card else Text("keine", "none")
            return Text(f"{name.de} werten", f"score {name.en}")


def _brings(move: Move, effect: Effect, view: View, names: Sequence[str]) -> Text:
    scored, standing = effect.scored, effect.standing
    card = view.cards[move.board - 1] if move.board else None
    if card is None:
        return Text("", "")
    if scored:
        name = Text("die Karte", "the card") if isinstance(move, Score) else quoted(card.id)
        return _goes_to(name, card.sacks, scored.verdict.winner, view.seat, names)
    return _then_leads(card.id, standing, view.seat, names) if standing else Text("", "")


def _goes_to(card: Text, sacks: int, winner: Seat | None, me: Seat, names: Sequence[str]) -> Text:
    if winner is None:
        return Text(f"{card.de} geht an niemanden", f"{card.en} goes to nobody")
    worth = SACKS.count(sacks)
    whom = Text("dich", "you") if winner == me else Text(names[winner], names[winner])
    return Text(f"{card.de} geht an {whom.de} ({worth.de})", f"{card.en} goes to {whom.en} ({worth.en})")


def _then_leads(card: str, standing: Verdict, me: Seat, names: Sequence[str]) -> Text:
    if standing.winner is None:
        return Text("noch erfüllt sie niemand", "nobody meets it yet")
    by = _strength(card, standing.strengths[standing.winner])
    if standing.winner == me:
        return Text(f"dann führst du mit {by.de}", f"then you lead with {by.en}")
    leader = names[standing.winner]
    return Text(f"dann führt {leader} mit {by.de}", f"then {leader} leads with {by.en}")
