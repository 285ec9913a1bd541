"""The rulebook of sack as tests: the end, the decks, the record, and what stays true whatever is played."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from pasch.engine.game import Chance, Decision, Over, Result, Seat
from pasch.engine.match import Event, Match
from pasch.engine.record import Record, begin, event_from_json, event_to_json
from pasch.games import folder
from pasch.games.sack import GAME
from pasch.games.sack.model import DECK, Card, Options, Phase, Place, Roll, State
from tests.games.refusals import refused, refuses
from tests.games.sack_positions import (
    SMALL_DECK,
    after,
    cards,
    deal,
    dealt,
    decides,
    exchange,
    moves,
    place,
    play,
    position,
    refill,
    roll,
    score,
    take_turns,
)
from tests.scale import scaled

# S18 The end


def three_cards_each(**given: Any) -> State:
    won = ("most-1 most-2 most-3", "most-5 most-6 most-odd", "most-even most-123 most-456")
    return position(players=3, won=won, **given)


def test_S18_after_the_fourth_card_the_round_is_finished() -> None:
    before = three_cards_each(first=1, seat=1, boards={2: "1:6"})
    now = after(before, roll(2, 2), refill(2, "sum-odd"), place(1, 2, 5), place(1, 2, 5))
    assert len(now.won[1]) == 4
    assert (now.seat, now.phase) == (2, Phase.ROLL)
    now = after(now, roll(3, 4), place(2, 3, 5), place(2, 4, 4))
    assert (now.seat, now.phase) == (0, Phase.ROLL)
    now = after(now, roll(3, 4), place(0, 3, 5), place(0, 4, 4))
    assert now.phase is Phase.OVER


def test_S18_the_fourth_card_in_the_last_turn_of_a_round_ends_the_match_with_that_turn() -> None:
    before = three_cards_each(first=1, seat=0, boards={2: "2:6"})
    now = after(before, roll(2, 2), refill(2, "sum-odd"), place(0, 2, 5), place(0, 2, 5))
    assert now.phase is Phase.OVER


def test_S18_three_cards_each_do_not_end_it() -> None:
    now = after(three_cards_each(seat=2), roll(2, 4), place(2, 2, 5), place(2, 4, 5))
    assert (now.seat, now.phase) == (0, Phase.ROLL)


def at_the_end(hand: tuple[int, ...] = (3,), **given: Any) -> State:
    """The last seat of the last round is about to place its second die."""
    won = ("most-1 most-2 most-6 most-5", "", "most-odd")
    return position(players=3, seat=2, phase=Phase.PLACE, hand=hand, won=won, **given)


def test_S18_then_every_card_is_scored_whose_board_holds_a_die() -> None:
    now = after(at_the_end(boards={2: "1:6 1:5", 4: "2:2 1:2"}), place(2, 3, 5))
    assert [scoring.board for scoring in now.news] == [2, 4, 5]
    assert [scoring.verdict.winner for scoring in now.news] == [1, 1, 2]
    assert now.won[1:] == (cards("sum last-2"), cards("most-odd sum-under-10"))
    assert now.boards == ((),) * 5
    assert now.supply == (10, 10, 10)


def test_S18_a_card_that_nobody_wins_in_the_end_stays_with_nobody() -> None:
    now = after(at_the_end(boards={3: "1:6 1:5"}), place(2, 3, 3))
    assert now.news[0].verdict.winner is None
    assert now.won[1] == ()
    assert now.cards[2] == Card("most-4", 2)


def test_S18_no_new_cards_come_in_the_end() -> None:
    before = at_the_end(boards={2: "1:6 1:5", 4: "2:2 1:2"})
    now = after(before, place(2, 3, 5))
    assert isinstance(GAME.turn(now), Over)
    assert now.pile == before.pile
    assert [card.id if card else None for card in now.cards] == ["most-dice", None, "most-4", None, None]


def test_S18_a_board_that_the_last_die_fills_still_gets_its_new_card_and_then_all_is_scored() -> None:
    before = at_the_end(boards={1: "1:1 1:1 1:1 1:1 1:1 2:1 2:1 2:1", 2: "2:4"})
    full = after(before, place(2, 3, 1))
    assert [scoring.board for scoring in full.news] == [1]
    assert isinstance(GAME.turn(full), Chance)
    now = after(full, refill(1, "most-even"))
    assert [scoring.board for scoring in now.news] == [2]
    assert isinstance(GAME.turn(now), Over)


def test_S18_a_replacement_can_be_the_last_move() -> None:
    won = ("most-1 most-2 most-6 most-5", "")
    before = position(seat=1, phase=Phase.ACT, hand=(4, 1), boards={3: "0:4"}, won=won)
    now = after(before, exchange(1, 4, 3, 1))
    assert now.won[1] == cards("most-4")
    assert now.phase is Phase.OVER


def whole_match() -> Match:
    """Seat 0 wins a card with a pair in four turns, seat 1 collects on board 5."""
    match = take_turns(dealt(), "6>1 5>2", "4>5 2>5")
    play(match, roll(1, 1), refill(1, "most-not-1"), place(0, 1, 3), place(0, 1, 4))
    take_turns(match, "2>5 1>5")
    play(match, roll(2, 2), refill(2, "most-not-2"), place(0, 2, 1), place(0, 2, 4))
    play(match, roll(3, 1), exchange(1, 1, 3, 1))
    play(match, roll(4, 4), refill(4, "most-not-3"), place(0, 4, 2), place(0, 4, 2))
    play(match, roll(6, 6), score(1, None), place(1, 6, 4), place(1, 6, 4))
    play(match, roll(1, 1), refill(1, "most-odd"), place(0, 1, 5), place(0, 1, 1))
    return take_turns(match, "4>3 6>3")


def test_S18_a_view_tells_that_the_last_round_is_on_until_the_match_is_over() -> None:
    before = three_cards_each(first=1, seat=2, boards={2: "2:6"})
    fourth = after(before, roll(2, 2), refill(2, "sum-odd"), place(2, 2, 5))
    last = after(fourth, place(2, 2, 5), roll(3, 4), place(0, 3, 5), place(0, 4, 4))
    assert last.phase is Phase.OVER
    assert [GAME.view(state, None).last_round for state in (before, fourth, last)] == [False, True, False]


def test_S18_a_whole_match_ends_so() -> None:
    match = whole_match()
    assert [len(mine) for mine in match.state.won] == [6, 3]
    assert match.turn == Over(Result((7, 5), (1, 2)), "S19")


def test_S18_when_the_match_is_over_nothing_more_can_be_done() -> None:
    match = whole_match()
    for event in (place(0, 1, 1), score(0, 1), roll(1, 2), refill(1, "sum-odd")):
        with refuses(match, "S19"):
            match.apply(event)
    assert all(not match.moves(Seat(seat)) for seat in range(2))


# S19, S24 Who has won


def result(*won: str) -> Result:
    turn = GAME.turn(position(players=len(won), phase=Phase.OVER, won=won))
    assert isinstance(turn, Over)
    assert turn.rule == "S19"
    return turn.result


@pytest.mark.parametrize(
    ("won", "scores", "places"),
    [
        (("most-1 most-2", "most-3 most-odd"), (4, 3), (1, 2)),
        (("most-1", "most-odd most-even"), (2, 2), (2, 1)),
        (("most-1 most-odd", "most-2 most-even"), (3, 3), (1, 1)),
        (("most-1", "most-2", "most-3", "most-odd"), (2, 2, 2, 1), (1, 1, 1, 4)),
        (("most-1", "most-2", "most-3 most-5"), (2, 2, 4), (2, 2, 1)),
        (("most-1", "most-odd most-even", "most-2", ""), (2, 2, 2, 0), (2, 1, 2, 4)),
        (("", "", "most-1"), (0, 0, 2), (2, 2, 1)),
    ],
)
def test_S19_most_sacks_then_more_cards_then_the_place_is_shared(
    won: tuple[str, ...], scores: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert result(*won) == Result(scores, places)


def test_S19_the_first_with_four_cards_need_not_be_the_winner() -> None:
    won = ("most-odd most-even most-123 most-456", "most-1 most-2 most-3")
    before = position(seat=1, phase=Phase.PLACE, hand=(1,), boards={2: "1:6"}, won=won)
    now = after(before, place(1, 1, 2))
    assert GAME.turn(now) == Over(Result((4, 7), (2, 1)), "S19")


def test_S24_four_cards_do_not_win() -> None:
    assert result("most-odd most-even most-123 most-456", "most-1 most-2 most-3") == Result((4, 6), (2, 1))


def test_S24_four_cards_do_not_end_the_match_at_once() -> None:
    won = ("most-odd most-even most-123", "most-1 most-2 most-3")
    now = after(position(boards={2: "0:6"}, won=won), roll(2, 2), refill(2, "sum-odd"))
    assert len(now.won[0]) == 4
    assert GAME.turn(now) == Decision((Seat(0),), "S9")
    assert after(now, place(0, 2, 1), place(0, 2, 1)).phase is Phase.ROLL


# S22 Draw pile empty


def drained() -> Match:
    """Seven cards for two: the pile is empty, board 1 closed, and seat 1 has a pair of ones in hand."""
    match = play(Match(GAME, 2, Options(deck=SMALL_DECK)), deal(*(card.id for card in SMALL_DECK[:5])))
    take_turns(match, "3>1 4>2")
    play(match, roll(1, 1), refill(1, "most-not-5"), place(1, 1, 1), place(1, 1, 1))
    play(match, roll(1, 1), refill(1, "sum-under-15"), place(0, 1, 1), place(0, 1, 1))
    return play(match, roll(1, 1))


def test_S22_when_the_pile_is_empty_the_place_above_the_board_stays_empty() -> None:
    match = drained()
    assert match.state.cards == (None, *SMALL_DECK[1:5])
    assert decides(match.state, 1, "S9")


def test_S22_a_view_tells_which_boards_are_closed_and_not_those_whose_card_is_still_to_come() -> None:
    lying: dict[str, Any] = {"boards": {2: "0:1"}, "above": {4: ""}}
    closed = {
        pile: GAME.view(after(position(**lying, pile=pile), roll(2, 2)), None).closed for pile in ("", "most-odd")
    }
    assert closed == {"": (False, True, False, True, False), "most-odd": (False, False, False, True, False)}
    assert not any(GAME.view(GAME.start(2, Options()), None).closed)


def test_S22_no_die_may_be_placed_on_a_closed_board() -> None:
    match = drained()
    assert moves(match.state, 1) == {Place(1, board) for board in (2, 3, 4, 5)}
    with refuses(match, "S22"):
        match.apply(place(1, 1, 1))
    play(match, place(1, 1, 2))
    with refuses(match, "S22"):
        match.apply(place(1, 1, 1))


def test_S22_a_pair_for_a_closed_board_does_nothing() -> None:
    match = play(take_turns(drained_and_placed(), "3>3 4>3"), roll(1, 1))
    assert not match.state.news
    assert match.state.hand == (1, 1)


def drained_and_placed() -> Match:
    return play(drained(), place(1, 1, 3), place(1, 1, 4))


def test_S22_a_match_can_be_played_to_the_last_card() -> None:
    match = drained_and_placed()
    play(match, roll(2, 2), place(0, 2, 5), place(0, 2, 5))
    play(match, roll(3, 3), place(1, 3, 4), place(1, 3, 4))
    play(match, roll(4, 4), place(0, 4, 5), place(0, 4, 5), roll(5, 5))
    assert match.state.cards == (None,) * 5
    assert match.state.supply == (10, 10)
    assert [len(mine) for mine in match.state.won] == [4, 3]
    assert isinstance(match.turn, Over)


def last_card(phase: Phase, hand: tuple[int, ...] = (), seat: int = 0) -> State:
    """Only board 3 is open, one die short of full, and the pile is empty."""
    closed = {1: "", 2: "", 3: "most-dice", 4: "", 5: ""}
    won = ("sum most-1 most-2", "most-4 most-5 most-6")
    return position(
        phase=phase, hand=hand, seat=seat, boards={3: "1:4 1:5 0:3 1:3 1:2"}, above=closed, won=won, pile=""
    )


@pytest.mark.parametrize(
    ("before", "events"),
    [
        (last_card(Phase.ACT, (4, 2)), [place(0, 4, 3)]),
        (last_card(Phase.ROLL), [roll(3, 3)]),
        (last_card(Phase.ROLL), [roll(6, 6), score(0, 3)]),
    ],
    ids=["the second die", "both dice of a pair", "both sixes"],
)
def test_S22_dice_return_when_no_board_is_open_any_more(before: State, events: list[Event]) -> None:
    now = after(before, *events)
    assert now.supply == (10, 10)
    assert (now.seat, now.phase, now.hand) == (1, Phase.ROLL, ())


@pytest.mark.parametrize("values", [(1, 2), (3, 3), (6, 6)])
def test_S22_a_seat_that_rolls_while_all_boards_are_closed_takes_its_dice_back(values: tuple[int, int]) -> None:
    now = after(last_card(Phase.ROLL), roll(3, 3), roll(*values))
    assert now.supply == (10, 10)
    assert now.phase is Phase.OVER


# S23 Which cards


def test_S23_nineteen_conditions_of_the_deck_are_attested() -> None:
    deck = msgspec.json.decode((folder(GAME) / "deck.json").read_bytes())
    assert [card["attested"] for card in deck["cards"]].count(True) == 19


ENOUGH = cards("last-1 last-2 last-3 last-4 last-5 last-6")


@pytest.mark.parametrize(
    ("players", "deck"),
    [
        (2, ()),
        (2, ENOUGH),
        (3, DECK[:9]),
        (4, DECK[:12]),
        (2, (*ENOUGH, Card("last-7", 1))),
        (2, (*ENOUGH, Card("", 1))),
        (2, (*ENOUGH, Card("last-1", 1))),
        (2, (*ENOUGH, Card("last-1", 2))),
        (2, (*ENOUGH, Card("sum", 0))),
        (2, (*ENOUGH, Card("sum", 3))),
        (2, (*ENOUGH, Card("sum", -1))),
    ],
)
def test_S23_a_deck_that_cannot_be_played_is_refused(players: int, deck: tuple[Card, ...]) -> None:
    with refused("S23"):
        Match(GAME, players, Options(deck=deck))


@pytest.mark.parametrize(("players", "fewest"), [(2, 7), (3, 10), (4, 13)])
def test_S23_a_deck_of_ones_own_needs_three_cards_a_player_and_one(players: int, fewest: int) -> None:
    match = Match(GAME, players, Options(deck=DECK[:fewest]))
    play(match, deal(*(card.id for card in DECK[:5])))
    assert match.state.pile == DECK[5:fewest]


def test_S23_a_deck_of_ones_own_is_played_with_its_own_values() -> None:
    options = {"deck": [{"id": card.id, "sacks": 2} for card in (*ENOUGH, Card("sum", 2))]}
    match = begin(Record(pasch=1, game="sack", players=2, options=options, events=[]), {"sack": GAME})
    play(match, deal("sum", "last-1", "last-2", "last-3", "last-4"))
    play(take_turns(match, "3>1 5>2"), roll(1, 1), refill(1, "last-6"))
    assert match.state.won[0] == (Card("sum", 2),)
    assert match.state.pile == (Card("last-5", 2),)
    assert GAME.view(match.state, None).sacks == (2, 0)


# The record


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        (deal(), {"type": "deal", "cards": ["most-dice", "sum", "most-4", "last-2", "sum-under-10"]}),
        (roll(3, 5), {"type": "roll", "dice": [3, 5]}),
        (refill(2, "sum"), {"type": "refill", "board": 2, "card": "sum"}),
        (place(0, 3, 1), {"seat": 0, "type": "place", "die": 3, "board": 1}),
        (exchange(0, 4, 3, 2), {"seat": 0, "type": "replace", "die": 4, "board": 3, "field": 2}),
        (score(0, 2), {"seat": 0, "type": "score", "board": 2}),
        (score(0, None), {"seat": 0, "type": "score", "board": None}),
    ],
)
def test_the_record_has_the_fields_of_the_rulebook(event: Event, fields: dict[str, Any]) -> None:
    def plain(value: Any) -> Any:
        return list(value) if isinstance(value, tuple) else value

    assert {name: plain(value) for name, value in event_to_json(event).items()} == fields
    assert event_from_json(GAME, fields) == event


# Whatever is played


def check_invariants(state: State, deck: tuple[Card, ...]) -> None:
    for seat in range(len(state.supply)):
        on_boards = sum(die.seat == seat for board in state.boards for die in board)
        in_hand = len(state.hand) if seat == state.seat else 0
        assert state.supply[seat] + on_boards + in_hand == 10
    above = [card for card in state.cards if card]
    won = [card for mine in state.won for card in mine]
    assert Counter([*above, *state.pile, *won]) == Counter(deck)
    for board, card in zip(state.boards, state.cards, strict=True):
        assert len(board) < state.fields
        assert card or not board


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", ["smallest", "whole"])
def test_no_die_and_no_card_is_ever_lost_in_random_play(players: int, size: str) -> None:
    deck = DECK[: 3 * players + 1] if size == "smallest" else DECK
    for seed in range(scaled(25, 60)):
        chance = random.Random(seed)
        match = Match(GAME, players, Options(first=seed % players, deck=deck))
        while not isinstance(match.turn, Over):
            check_invariants(match.state, deck)
            if isinstance(match.turn, Chance):
                match.draw(chance.randrange)
            else:
                seat = match.turn.seats[0]
                match.play(seat, chance.choice(match.moves(seat)))
        check_invariants(match.state, deck)
        assert match.state.boards == ((),) * 5
        assert max(len(mine) for mine in match.state.won) >= 4
        rolls = sum(isinstance(event.what, Roll) for event in match.events)
        assert rolls % players == 0, "not every seat had the same number of turns"
