"""The rules of Karten-Kniffel, in the order of its rulebook page."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from msgspec.structs import replace

from pasch.engine.draws import Cards
from pasch.engine.errors import Refused
from pasch.engine.game import Chance, Decision, Over, Result, Seat, add, clockwise, first_seat, places, put
from pasch.engine.language import Text
from pasch.games.kniffel.hands import HandMoves, fills_the_11th, points, trims
from pasch.games.kniffel.model import (
    ALL_CARDS,
    BONUS,
    BONUS_FROM,
    FACE_DOWN,
    FIELDS,
    HAND,
    INDEX,
    MALUS,
    MALUS_BELOW,
    MOST_DISCARDED,
    MOST_IN_HAND,
    PENALTY_FOR_SILENCE,
    PENALTY_PER_CARD,
    UPPER,
    Deal,
    Draw,
    Effect,
    Field,
    Hand,
    Move,
    Options,
    Outcome,
    Phase,
    Score,
    Scoring,
    Sheet,
    State,
    Swap,
    Total,
    Trim,
)

# K1 Material and set-up


def start(players: int, options: Options) -> State:
    first = first_seat(options.first, players, "K1")
    return State(
        first=first,
        seat=first,
        phase=Phase.DEAL,
        hands=((),) * players,
        pile=ALL_CARDS,
        discards=(),
        sheets=((None,) * len(FIELDS),) * players,
        penalties=(0,) * players,
    )


def _deal(players: int) -> Chance[Outcome]:
    def hands(cards: Hand) -> Deal:
        return Deal(tuple(cards[at : at + HAND] for at in range(0, HAND * players, HAND)))

    def witness(deal: Deal, seat: Seat | None) -> Deal:
        return Deal(tuple(hand if owner == seat else _covered(hand) for owner, hand in enumerate(deal.hands)))

    return Chance(Cards(ALL_CARDS, HAND * players, hands, lambda deal: tuple(chain(*deal.hands))), "K1", witness)


# Whose turn it is, and for what


@cache
def _decision(seat: Seat, rule: str) -> Decision:
    return Decision((seat,), rule)


def turn(state: State) -> Chance[Outcome] | Decision | Over:
    match state.phase:
        case Phase.ACT:
            return _decision(state.seat, "K2")
        case Phase.DRAW:
            return _draw(state)
        case Phase.TRIM:
            return _decision(state.seat, "K16")
        case Phase.DEAL:
            return _deal(len(state.hands))
        case _:
            return Over(result(state), "K15")


def settle(state: State, outcome: Outcome) -> State:
    if isinstance(outcome, Draw):
        return _drawn(state, outcome.cards)
    dealt = tuple(chain(*outcome.hands))
    return replace(state, hands=outcome.hands, pile=_without(state.pile, dealt), phase=Phase.ACT)


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    if seat != state.seat:
        return ()
    match state.phase:
        case Phase.ACT:
            return HandMoves(state.hands[seat], state.sheets[seat])
        case Phase.TRIM:
            return trims(state.hands[seat])
        case _:
            return ()


def play(state: State, seat: Seat, move: Move) -> State:
    match move:
        case Swap():
            return _swapped(state, seat, move)
        case Score():
            return _scored(state, seat, move)
        case _:
            return _trimmed(state, seat, move.discard)


# K2 Swap, K12 and K20 The pile runs out


def _swapped(state: State, seat: Seat, swap: Swap) -> State:
    swapped = replace(
        state,
        hands=put(state.hands, seat, _without(state.hands[seat], swap.discard)),
        discards=_with(state.discards, swap.discard),
        news=None,
    )
    return _draw_or_go_on(swapped, swap.draw)


def _draw_or_go_on(state: State, due: int) -> State:
    return replace(state, phase=Phase.DRAW, due=due) if due else _end_turn(state)


def _draw(state: State) -> Chance[Outcome]:
    short = state.due > len(state.pile)
    rule = "K20" if short else "K10" if state.news else "K2"
    draw = (
        Cards(state.discards, state.due - len(state.pile), Draw, _cards, taken=state.pile)
        if short
        else Cards(state.pile, state.due, Draw, _cards)
    )
    return Chance(draw, rule, _witness(state.seat))


@cache
def _witness(drawer: Seat) -> Callable[[Any, Seat | None], Draw]:
    return lambda draw, seat: draw if seat == drawer else Draw(_covered(draw.cards))


def _cards(draw: Draw) -> Hand:
    return draw.cards


def _drawn(state: State, cards: Hand) -> State:
    short = len(cards) > len(state.pile)
    left = _without(state.discards, _without(cards, state.pile)) if short else _without(state.pile, cards)
    drawn = replace(
        state,
        hands=put(state.hands, state.seat, _with(state.hands[state.seat], cards)),
        pile=left,
        discards=() if short else state.discards,
        due=0,
        news=None,
    )
    return _end_turn(drawn)


# K3–K9 Score, K10 Refill, K11 Announce


def _scored(state: State, seat: Seat, score: Score) -> State:
    scoring = _scoring(state, seat, score)
    hand = _without(state.hands[seat], score.cards)
    scored = replace(
        state,
        hands=put(state.hands, seat, hand),
        discards=_with(state.discards, score.cards),
        sheets=put(state.sheets, seat, put(state.sheets[seat], INDEX[score.field], scoring.points)),
        penalties=add(state.penalties, seat, scoring.penalty),
        news=scoring,
    )
    if len(hand) > HAND:
        return replace(scored, phase=Phase.TRIM)
    return _draw_or_go_on(scored, HAND - len(hand))


def _scoring(state: State, seat: Seat, score: Score) -> Scoring:
    gained = points(score.field, score.cards)
    assert gained is not None
    silent = fills_the_11th(state.sheets[seat]) and not score.announce
    penalty = penalty_for_cards(len(state.hands[seat])) + (PENALTY_FOR_SILENCE if silent else 0)
    return Scoring(seat, score.field, score.cards, gained, penalty, silent)


def penalty_for_cards(held: int) -> int:
    """K9"""
    return PENALTY_PER_CARD * max(0, held - HAND)


# K16 Trim


def _trimmed(state: State, seat: Seat, surplus: Hand) -> State:
    hand = _without(state.hands[seat], surplus)
    discards = _with(state.discards, surplus)
    return _end_turn(replace(state, hands=put(state.hands, seat, hand), discards=discards, news=None))


# K13–K15, K19 End


def _end_turn(state: State) -> State:
    following = clockwise(state.seat, len(state.hands))
    finished = following == state.first and any(None not in sheet for sheet in state.sheets)
    return replace(state, seat=following, phase=Phase.OVER if finished else Phase.ACT)


def total(sheet: Sheet, penalties: int) -> Total:
    upper = sum(entered or 0 for entered in sheet[: len(UPPER)])
    lower = sum(entered or 0 for entered in sheet[len(UPPER) :])
    bonus = BONUS if upper >= BONUS_FROM else MALUS if upper < MALUS_BELOW else 0
    return Total(upper, bonus, lower, penalties, upper + bonus + lower - penalties)


def totals(state: State) -> tuple[Total, ...]:
    return tuple(total(sheet, penalty) for sheet, penalty in zip(state.sheets, state.penalties, strict=True))


def result(state: State) -> Result:
    scores = tuple(seat.total for seat in totals(state))
    return Result(scores, places(scores))


# What a move brings


def effect(state: State, seat: Seat, move: Move) -> Effect:
    match move:
        case Swap():
            return Effect(draws=move.draw)
        case Score():
            scoring = _scoring(state, seat, move)
            left = len(state.hands[seat]) - len(move.cards)
            return Effect(scoring.points, scoring.penalty, draws=max(0, HAND - left))
        case _:
            return Effect()


# Why a move is refused


def explain(state: State, seat: Seat, move: Move) -> Refused:
    hand = state.hands[seat]
    if state.phase is Phase.TRIM:
        return _bad_trim(hand)
    match move:
        case Trim():
            return Refused(
                "K16",
                Text(
                    "Überzählige Karten wirft man nur nach dem Eintragen ab.",
                    "Surplus cards are discarded only after scoring.",
                ),
            )
        case Swap():
            return _bad_swap(hand, move)
        case _:
            return _bad_score(hand, state.sheets[seat], move)


def _bad_trim(hand: Hand) -> Refused:
    surplus = len(hand) - HAND
    return Refused(
        "K16",
        Text(
            f"Wirf genau {surplus} deiner Karten ab: Der nächste Zug beginnt mit {HAND}.",
            f"Discard exactly {surplus} of your cards: the next turn begins with {HAND}.",
        ),
    )


def _bad_swap(hand: Hand, swap: Swap) -> Refused:
    size = len(swap.discard)
    if not _holds(hand, swap.discard):
        return Refused(
            "K2", Text("Diese Karten hast du nicht alle auf der Hand.", "You do not hold all of these cards.")
        )
    if size > MOST_DISCARDED:
        return Refused(
            "K2",
            Text(
                f"Höchstens {MOST_DISCARDED} Karten darfst du abwerfen.",
                f"You may discard {MOST_DISCARDED} cards at most.",
            ),
        )
    if swap.draw not in (size, size + 1):
        return Refused(
            "K2",
            Text(
                f"Wer {size} abwirft, zieht {size} oder {size + 1}.",
                f"Who discards {size} draws {size} or {size + 1}.",
            ),
        )
    return Refused(
        "K2",
        Text(
            f"Mehr als {MOST_IN_HAND} Karten darf niemand halten.",
            f"Nobody may hold more than {MOST_IN_HAND} cards.",
        ),
    )


def _bad_score(hand: Hand, sheet: Sheet, score: Score) -> Refused:
    if sheet[INDEX[score.field]] is not None:
        return Refused("K3", Text("In diesem Feld steht schon etwas.", "This field is filled already."))
    if not _holds(hand, score.cards):
        return Refused(
            "K3", Text("Diese Karten hast du nicht alle auf der Hand.", "You do not hold all of these cards.")
        )
    if points(score.field, score.cards) is None:
        return _not_met(score.field)
    return Refused(
        "K21",
        Text(
            "Ansagen kann man nur in dem Zug, der das vorletzte Feld füllt.",
            "One can announce only in the move that fills the last field but one.",
        ),
    )


def _not_met(field: Field) -> Refused:
    match field:
        case Field.THREE_OF_A_KIND:
            need = (
                "K5",
                Text(
                    "Ein Dreierpasch braucht fünf Karten, mindestens drei gleiche.",
                    "Three of a kind needs five cards, at least three of them equal.",
                ),
            )
        case Field.FOUR_OF_A_KIND:
            need = (
                "K5",
                Text(
                    "Ein Viererpasch braucht fünf Karten, mindestens vier gleiche.",
                    "Four of a kind needs five cards, at least four of them equal.",
                ),
            )
        case Field.FULL_HOUSE:
            need = (
                "K6",
                Text(
                    "Ein Full House braucht drei gleiche und zwei andere gleiche Karten.",
                    "A full house needs three cards of one value and two of another.",
                ),
            )
        case Field.SMALL_STRAIGHT:
            need = (
                "K7",
                Text(
                    "Eine kleine Straße sind genau vier Karten hintereinander.",
                    "A small straight is exactly four cards in sequence.",
                ),
            )
        case Field.LARGE_STRAIGHT:
            need = (
                "K7",
                Text(
                    "Eine große Straße sind fünf Karten hintereinander.",
                    "A large straight is five cards in sequence.",
                ),
            )
        case Field.KNIFFEL:
            need = "K8", Text("Ein Kniffel sind fünf gleiche Karten.", "A kniffel is five equal cards.")
        case _:
            value = INDEX[field] + 1
            need = (
                "K4",
                Text(
                    f"In dieses Feld gehören eine bis fünf Karten, alle mit der {value}.",
                    f"This field takes one to five cards, all of value {value}.",
                ),
            )
    return Refused(*need)


# Cards in ascending order


def _with(cards: Hand, more: Hand) -> Hand:
    return tuple(sorted(cards + more))


def _without(cards: Hand, fewer: Hand) -> Hand:
    left = list(cards)
    for card in fewer:
        left.remove(card)
    return tuple(left)


def _holds(hand: Hand, cards: Hand) -> bool:
    return Counter(cards) <= Counter(hand)


def _covered(hand: Hand) -> Hand:
    return (FACE_DOWN,) * len(hand)
