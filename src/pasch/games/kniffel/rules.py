"""The rules of Karten-Kniffel, in the order of its rulebook page."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from msgspec.structs import replace

from pasch.engine.draws import Cards
from pasch.engine.game import Chance, Decision, Over, Result, Seat, Turn, add, clockwise, first_seat, places, put
from pasch.games.kniffel.hands import HandMoves, is_silent, penalty, points, trims, without
from pasch.games.kniffel.model import (
    ALL_CARDS,
    FACE_DOWN,
    FIELDS,
    HAND,
    INDEX,
    MALUS_BELOW,
    UPPER,
    Deal,
    Draw,
    Effect,
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
    bonus,
    is_full,
    penalty_for_cards,
)

DEAL, ACT, DRAW, TRIM, OVER = Phase
"""Unpacked, because looking up a member of an enum costs as much as calling a function."""

# K1 Material and set-up


def start(players: int, options: Options) -> State:
    first = first_seat(options.first, players, "K1")
    return State(
        first=first,
        seat=first,
        phase=DEAL,
        hands=((),) * players,
        pile=ALL_CARDS,
        discards=(),
        sheets=((None,) * len(FIELDS),) * players,
        penalties=(0,) * players,
    )


def _deal(players: int) -> Chance[Deal]:
    def hands(cards: Hand) -> Deal:
        return Deal(tuple(cards[at : at + HAND] for at in range(0, HAND * players, HAND)))

    def witness(deal: Deal, seat: Seat | None) -> Deal:
        return Deal(tuple(hand if owner == seat else _covered(hand) for owner, hand in enumerate(deal.hands)))

    draw = Cards(ALL_CARDS, HAND * players, Deal, hands, lambda deal: tuple(chain(*deal.hands)))
    return Chance(draw, "K1", witness)


# Whose turn it is, and for what


@cache
def _decision(seat: Seat, rule: str) -> Decision:
    return Decision((seat,), rule)


def turn(state: State) -> Turn:
    if state.phase is ACT:
        return _decision(state.seat, "K2")
    if state.phase is DRAW:
        return _draw(state)
    if state.phase is TRIM:
        return _decision(state.seat, "K16")
    if state.phase is DEAL:
        return _deal(len(state.hands))
    return Over(result(state), "K15")


def settle(state: State, outcome: Outcome) -> State:
    if isinstance(outcome, Draw):
        return _drawn(state, outcome.cards)
    dealt = tuple(chain(*outcome.hands))
    return replace(state, hands=outcome.hands, pile=without(state.pile, dealt), phase=ACT)


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    if seat != state.seat:
        return ()
    if state.phase is ACT:
        return HandMoves(state.hands[seat], state.sheets[seat])
    return trims(state.hands[seat]) if state.phase is TRIM else ()


def play(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Swap):
        return _swapped(state, seat, move)
    if isinstance(move, Score):
        return _scored(state, seat, move)
    return _trimmed(state, seat, move)


# K2 Swap, K12 and K20 The pile runs out


def _swapped(state: State, seat: Seat, swap: Swap) -> State:
    swapped = replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], swap.discard)),
        discards=state.discards + swap.discard,
        phase=DRAW,
        due=swap.draw,
        news=None,
    )
    return swapped if swap.draw else _end_turn(swapped)


def _draw(state: State) -> Chance[Draw]:
    left = len(state.pile)
    if state.due <= left:
        draw = Cards(state.pile, state.due, Draw, Draw, _cards, in_order=False)
        return Chance(draw, "K10" if state.news else "K2", _witness(state.seat))
    shuffled = Cards(
        tuple(sorted(state.discards)), state.due - left, Draw, Draw, _cards, taken=state.pile, in_order=False
    )
    return Chance(shuffled, "K20", _witness(state.seat))


@cache
def _witness(drawer: Seat) -> Callable[[Draw, Seat | None], Draw]:
    return lambda draw, seat: draw if seat == drawer else Draw(_covered(draw.cards))


def _cards(draw: Draw) -> Hand:
    return draw.cards


def _drawn(state: State, cards: Hand) -> State:
    pile, discards = state.pile, state.discards
    if len(cards) > len(pile):
        pile, discards = tuple(sorted(pile + discards)), ()
    hands = put(state.hands, state.seat, tuple(sorted(state.hands[state.seat] + cards)))
    return _end_turn(state, hands=hands, pile=without(pile, cards), discards=discards, due=0, news=None)


# K3–K9 Score, K10 Refill, K11 Announce


def _scored(state: State, seat: Seat, score: Score) -> State:
    scoring = _scoring(state, seat, score)
    hand = without(state.hands[seat], score.cards)
    due = HAND - len(hand)
    scored = replace(
        state,
        hands=put(state.hands, seat, hand),
        discards=state.discards + score.cards,
        sheets=put(state.sheets, seat, put(state.sheets[seat], INDEX[score.field], scoring.points)),
        penalties=add(state.penalties, seat, scoring.penalty),
        phase=TRIM if due < 0 else DRAW,
        due=max(0, due),
        news=scoring,
    )
    return scored if due else _end_turn(scored)


def _scoring(state: State, seat: Seat, score: Score) -> Scoring:
    gained, silent = points(score.field, score.cards), is_silent(state.sheets[seat], score)
    assert gained is not None
    return Scoring(seat, score.field, score.cards, gained, penalty(len(state.hands[seat]), silent), silent)


# K16 Trim


def _trimmed(state: State, seat: Seat, trim: Trim) -> State:
    hands = put(state.hands, seat, without(state.hands[seat], trim.discard))
    return _end_turn(state, hands=hands, discards=state.discards + trim.discard, news=None)


# K13–K15, K19 End


def _end_turn(state: State, **changes: Any) -> State:
    """The turn is over with these changes, none of them on a sheet."""
    following = clockwise(state.seat, len(state.hands))
    finished = following == state.first and any(map(is_full, state.sheets))
    return replace(state, seat=following, phase=OVER if finished else ACT, **changes)


@lru_cache(4096)
def total(sheet: Sheet, penalties: int) -> Total:
    """What the sheet is worth if the match ends now."""
    upper = sum(entered or 0 for entered in sheet[: len(UPPER)])
    lower = sum(entered or 0 for entered in sheet[len(UPPER) :])
    return Total(upper, bonus(upper), lower, penalties, upper + bonus(upper) + lower - penalties)


def running_total(state: State, seat: int) -> Total:
    """The same, without a malus that can still be averted."""
    sheet = state.sheets[seat]
    worth = total(sheet, state.penalties[seat])
    if worth.bonus >= 0 or state.phase is OVER or None not in sheet[: len(UPPER)]:
        return worth
    return replace(worth, bonus=0, total=worth.total - worth.bonus, lacking=MALUS_BELOW - worth.upper)


def result(state: State) -> Result:
    scores = tuple(total(sheet, penalty).total for sheet, penalty in zip(state.sheets, state.penalties, strict=True))
    return Result(scores, places(scores))


# What a move brings


def effect(state: State, seat: Seat, move: Move) -> Effect:
    if isinstance(move, Swap):
        held = len(state.hands[seat]) - len(move.discard) + move.draw
        return Effect(draws=move.draw, held=held, price=penalty_for_cards(held))
    after = play(state, seat, move)
    held = len(after.hands[seat]) + after.due
    if after.news is None:
        return Effect(held=held)
    return Effect(after.news.points, after.news.penalty, after.due, held, running_total(after, seat))


# Cards


def _covered(hand: Hand) -> Hand:
    return (FACE_DOWN,) * len(hand)
