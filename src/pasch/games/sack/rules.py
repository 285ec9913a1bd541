"""The rules of Blöder Sack, in the order of its rulebook page."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from pasch.engine.draws import Cards, Dice
from pasch.engine.errors import Refused
from pasch.engine.game import Chance, Decision, Over, Result, Seat, Turn, add, clockwise, first_seat, places, put
from pasch.games.sack.model import (
    BOARDS,
    CARDS_TO_END,
    CONDITIONS,
    DECK,
    DICE_PER_ROLL,
    DICE_PER_SEAT,
    FACES,
    FIELDS,
    SACKS_OF_A_CARD,
    SEATS,
    SIX,
    Card,
    Deal,
    Die,
    Effect,
    Move,
    Options,
    Outcome,
    Phase,
    Place,
    Position,
    Refill,
    Replace,
    Roll,
    Score,
    State,
    Verdict,
    fields_for,
)
from pasch.games.sack.scoring import judge, scoring

DEAL, SHORT, ROLL, SIXES, ACT, PLACE, OVER = Phase
"""Unpacked, because looking up a member of an enum costs as much as calling a function."""

# S1–S4 Material and set-up


def start(players: int, options: Options) -> State:
    first = first_seat(options.first, players, "S4")
    deck = DECK
    if isinstance(options.deck, tuple):
        deck = options.deck
        check_deck(deck, players)
    return State(
        first=first,
        seat=first,
        phase=DEAL,
        fields=fields_for(players),
        supply=(DICE_PER_SEAT,) * players,
        boards=((),) * len(BOARDS),
        cards=(None,) * len(BOARDS),
        pile=deck,
        won=((),) * players,
    )


# S23 A deck of one's own


def check_deck(deck: Sequence[Card], players: int) -> None:
    fewest = (CARDS_TO_END - 1) * players + 1
    if len(deck) < fewest:
        raise _bad_deck(
            f"Zu {players} braucht das Spiel mindestens {fewest} Karten, hier sind es {len(deck)}.",
            f"With {players} players the deck needs at least {fewest} cards, this one has {len(deck)}.",
        )
    seen: set[str] = set()
    for card in deck:
        if card.id not in CONDITIONS:
            raise _bad_deck(f"Die Bedingung „{card.id:.40}“ gibt es nicht.", f"There is no condition “{card.id:.40}”.")
        if card.id in seen:
            raise _bad_deck(f"Die Karte „{card.id}“ ist doppelt.", f"The card “{card.id}” is there twice.")
        if card.sacks not in SACKS_OF_A_CARD:
            raise _bad_deck(
                f"Die Karte „{card.id}“ ist 1 oder 2 Säcke wert, nicht {card.sacks}.",
                f"The card “{card.id}” is worth 1 or 2 sacks, not {card.sacks}.",
            )
        seen.add(card.id)


def _bad_deck(german: str, english: str) -> Refused:
    return Refused("S23", german, english)


# Whose turn it is, and for what

ROLL_TWO = Chance(Dice((0,) * DICE_PER_ROLL, Roll, Roll, lambda roll: roll.dice), "S6")


@cache
def _decision(seat: Seat, rule: str) -> Decision:
    return Decision((seat,), rule)


def turn(state: State) -> Turn:
    phase = state.phase
    if state.refill:
        return Chance(_new_card(state.refill, state.pile), "S15")
    if phase is ROLL:
        return ROLL_TWO
    if phase is PLACE:
        return _decision(state.seat, "S10")
    if phase is ACT:
        return _decision(state.seat, "S9")
    if phase is SIXES:
        return _decision(state.seat, "S8")
    if phase is SHORT:
        return _decision(state.seat, "S5")
    if phase is DEAL:
        return Chance(Cards(_ids(state.pile), len(BOARDS), Deal, Deal, lambda deal: deal.cards), "S3")
    return Over(result(state), "S19")


def _new_card(board: int, pile: tuple[Card, ...]) -> Cards[Refill, str]:
    return Cards(_ids(pile), 1, Refill, lambda cards: Refill(board, cards[0]), lambda refill: (refill.card,))


def _ids(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple([card.id for card in cards])


def settle(state: State, outcome: Outcome) -> State:
    if isinstance(outcome, Roll):
        return _rolled(state, outcome.dice)
    if isinstance(outcome, Refill):
        return _go_on(_turned_up(state, ((outcome.board, outcome.card),)))
    dealt = tuple(zip(BOARDS, outcome.cards, strict=True))
    return _begin_turn(_turned_up(state, dealt), state.first)


def legal_moves(state: Position, seat: Seat | None) -> Sequence[Move]:
    if seat != state.seat or state.refill:
        return ()
    if state.phase is PLACE:
        return placements(state)
    if state.phase is ACT:
        return [*placements(state), *_replacements(state)]
    if state.phase is SHORT:
        boards = zip(BOARDS, state.boards, strict=True)
        return [Score(board) for board, dice in boards if sum(die.seat == seat for die in dice) >= DICE_PER_ROLL]
    if state.phase is SIXES:
        return [*(Score(board) for board in BOARDS if state.boards[board - 1]), Score(None)]
    return ()


def play(state: State, seat: Seat, move: Move) -> State:  # noqa: ARG001
    if isinstance(move, Place):
        return _placed(state, move.die, move.board)
    if isinstance(move, Replace):
        return _replaced(state, move.board, move.field)
    return _chosen(state, move.board)


# S5 Short of dice


def _begin_turn(state: State, seat: Seat) -> State:
    short = state.supply[seat] < DICE_PER_ROLL
    return replace(state, seat=seat, phase=SHORT if short else ROLL)


def _chosen(state: State, board: int | None) -> State:
    """The card that a seat has scored because it is short of dice, or rolled a pair of sixes (S8)."""
    waiting = replace(state, phase=ROLL if state.phase is SHORT else ACT, news=())
    return waiting if board is None else _go_on(_scored(waiting, board))


# S6 Roll, S7 Pair 1–5, S8 Pair of sixes


def _rolled(state: State, dice: tuple[int, ...]) -> State:
    first, second = dice
    rolled = replace(state, hand=dice, supply=add(state.supply, state.seat, -DICE_PER_ROLL), phase=ACT, news=())
    if first != second:
        return _go_on(rolled)
    if first == SIX:
        return replace(rolled, phase=SIXES) if any(state.boards) else _go_on(rolled)
    return _go_on(_scored(rolled, first) if state.boards[first - 1] else rolled)


# S9 Place or replace


def _go_on(state: State) -> State:
    """What follows from the rules alone once an event is done and its new card lies open (S15, S18, S22)."""
    if state.refill or state.phase is ROLL or (state.hand and any(state.cards)):
        return state
    if state.hand:
        state = replace(state, hand=(), supply=add(state.supply, state.seat, len(state.hand)))
    return _end_turn(state)


# S10 Place, S11 Full board

DICE = tuple(tuple(Die(Seat(seat), value) for value in (0, *FACES)) for seat in range(SEATS[-1]))
ALL_OPEN = (True,) * len(BOARDS)


def placements(state: Position) -> tuple[Place, ...]:
    return _places(state.hand, ALL_OPEN if all(state.cards) else tuple([card is not None for card in state.cards]))


@cache
def _places(hand: tuple[int, ...], is_open: tuple[bool, ...]) -> tuple[Place, ...]:
    return tuple(Place(die, board) for die in dict.fromkeys(hand) for board in BOARDS if is_open[board - 1])


def _placed(state: State, die: int, board: int) -> State:
    dice = (*state.boards[board - 1], DICE[state.seat][die])
    placed = replace(
        state,
        boards=put(state.boards, board - 1, dice),
        hand=state.hand[1:] if state.hand[0] == die else state.hand[:1],
        phase=PLACE,
        news=(),
    )
    return _go_on(_scored(placed, board) if len(dice) == state.fields else placed)


# S12 Replace, S20 Order after a replacement

REPLACE = {
    (die, board, field): Replace(die, board, field)
    for die in FACES
    for board in BOARDS
    for field in range(1, FIELDS + 1)
}


def _replacements(state: Position) -> list[Replace]:
    hand, seat = state.hand, state.seat
    return [
        REPLACE[die.value, board, field]
        for board, dice in enumerate(state.boards, start=1)
        for field, die in enumerate(dice, start=1)
        if die.value in hand and die.seat != seat
    ]


def _replaced(state: State, board: int, field: int) -> State:
    dice = state.boards[board - 1]
    removed = dice[field - 1]
    dice = put(dice, field - 1, DICE[state.seat][removed.value])
    supply = add(add(state.supply, removed.seat, 1), state.seat, 1)
    return _end_turn(replace(state, boards=put(state.boards, board - 1, dice), supply=supply, hand=(), news=()))


# S13–S15, S21 Scoring a card


def standing(state: State, board: int) -> Verdict | None:
    """Who would win the card of a board now; None where no die lies."""
    card, dice = state.cards[board - 1], state.boards[board - 1]
    return judge(card.id, dice, len(state.supply)) if card and dice else None


def _scored(state: State, board: int) -> State:
    card, dice = state.cards[board - 1], state.boards[board - 1]
    assert card is not None
    scored = scoring(board, card, dice, len(state.supply))
    winner, supply = scored.verdict.winner, list(state.supply)
    for die in dice:
        supply[die.seat] += 1
    cleared = replace(state, supply=tuple(supply), boards=put(state.boards, board - 1, ()), news=(*state.news, scored))
    if winner is None:
        return cleared
    return replace(
        cleared,
        won=put(state.won, winner, (*state.won[winner], card)),
        cards=put(state.cards, board - 1, None),
        refill=board if state.pile else 0,
    )


# S3, S15 New cards


def _turned_up(state: State, ids: Sequence[tuple[int, str]]) -> State:
    cards, pile = list(state.cards), {card.id: card for card in state.pile}
    for board, wanted in ids:
        cards[board - 1] = pile.pop(wanted)
    return replace(state, cards=tuple(cards), pile=tuple(pile.values()), refill=0, news=())


# S22 Draw pile empty


def is_closed(state: State, board: int) -> bool:
    """Not while the card that belongs there is still to be turned up."""
    return state.cards[board - 1] is None and state.refill != board and state.phase is not DEAL


# S18, S19 End


def is_last_round(state: State) -> bool:
    return max(map(len, state.won)) >= CARDS_TO_END and state.phase is not OVER


def _end_turn(state: State) -> State:
    following = clockwise(state.seat, len(state.supply))
    if following == state.first and is_last_round(state):
        return _final_scoring(state)
    return _begin_turn(state, following)


def _final_scoring(state: State) -> State:
    for board in BOARDS:
        if state.boards[board - 1]:
            state = _scored(state, board)
    return replace(state, phase=OVER, refill=0)


def result(state: Position) -> Result:
    sacks = tuple(sum(card.sacks for card in cards) for cards in state.won)
    return Result(sacks, places([(sack, len(cards)) for sack, cards in zip(sacks, state.won, strict=True)]))


# What a move brings


def effect(state: State, seat: Seat, move: Move) -> Effect:
    after = play(state, seat, move)
    scored = next((one for one in after.news if one.board == move.board), None)
    if scored or move.board is None:
        return Effect(scored=scored)
    return Effect(standing=standing(after, move.board))
