"""What Karten-Kniffel refuses: by which rule, with a sentence in both languages, and without a change."""

import pytest

from pasch.engine.errors import Malformed
from pasch.engine.game import Over, Seat
from pasch.engine.match import Event, Match, apply
from pasch.engine.record import Invalid, Record, begin, verify
from pasch.games.kniffel import GAME
from pasch.games.kniffel.model import Deal, Draw, Field, Move, Options, Score, Swap, Trim
from tests.games.kniffel_positions import EMPTY, all_but, cards, dealt, moved, passes, position, score, swap
from tests.games.refusals import reason, refused, refuses

FIVE_ONES = (1, 1, 1, 1, 1)


# K1 Options and the deal


@pytest.mark.parametrize("first", [-1, 2, 17])
def test_K1_a_first_seat_that_is_not_there_is_refused(first: int) -> None:
    with refused("K1"):
        Match(GAME, 2, Options(first=first))


@pytest.mark.parametrize("options", [{"first": "0"}, {"first": None}, {"deck": []}])
def test_options_that_are_not_there_are_malformed(options: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        begin(Record(pasch=1, game="kniffel", players=2, options=options, events=[]), {GAME.id: GAME})


@pytest.mark.parametrize(
    "deal",
    [
        Deal((FIVE_ONES,)),
        Deal((FIVE_ONES, FIVE_ONES)),
        Deal((FIVE_ONES, FIVE_ONES, FIVE_ONES, FIVE_ONES)),
        Deal((FIVE_ONES, FIVE_ONES, (2, 2, 2, 2))),
        Deal((FIVE_ONES, FIVE_ONES, (2, 2, 2, 2, 2, 2))),
        Deal((FIVE_ONES, (2, 2, 2, 2), (2, 2, 2, 2, 2, 2))),
        Deal((FIVE_ONES, FIVE_ONES, (0, 0, 0, 0, 0))),
        Deal((FIVE_ONES, FIVE_ONES, (7, 7, 7, 7, 7))),
        Deal(()),
    ],
)
def test_K1_a_deal_that_is_not_five_cards_for_each_seat_is_refused(deal: Deal) -> None:
    match = Match(GAME, 3)
    with refuses(match, "K1"):
        match.settle(deal)


def test_K1_a_nineteenth_card_of_a_value_is_refused() -> None:
    match = Match(GAME, 4)
    with refuses(match, "K1"):
        match.settle(Deal((FIVE_ONES, FIVE_ONES, FIVE_ONES, (1, 1, 1, 1, 2))))
    match.settle(Deal((FIVE_ONES, FIVE_ONES, FIVE_ONES, (1, 1, 1, 2, 2))))


def test_K1_a_draw_where_the_deal_is_due_is_refused() -> None:
    match = Match(GAME, 2)
    with refuses(match, "K1"):
        match.settle(Draw((1,)))


def test_K1_nobody_moves_before_the_deal() -> None:
    match = Match(GAME, 2)
    assert match.moves(Seat(0)) == ()
    with refuses(match, "K1"):
        match.play(Seat(0), Swap((), 0))


# K2 Swaps and draws


@pytest.mark.parametrize(
    "swap",
    [
        Swap((4,), 1),  # not in hand
        Swap((1, 1), 2),  # only once in hand
        Swap((1, 3, 6, 6, 6, 6), 6),
        Swap((), 2),
        Swap((), -1),
        Swap((1, 3), 1),
        Swap((1, 3), 0),
        Swap((1, 3), 4),
        Swap((1, 3, 6, 6, 6), 7),
    ],
)
def test_K2_a_swap_that_cannot_be_is_refused(swap: Swap) -> None:
    match = dealt("13666", "22222")
    with refuses(match, "K2"):
        match.play(Seat(0), swap)


def with_ten_cards() -> Match:
    match = dealt("13666", "22222")
    for _ in range(5):
        swap(match, 0, "", "4")
        passes(match, 1)
    return match


@pytest.mark.parametrize("discard", ["", "1", "13446"])
def test_K2_an_eleventh_card_is_refused(discard: str) -> None:
    match = with_ten_cards()
    with refuses(match, "K2"):
        match.play(Seat(0), Swap(cards(discard), len(discard) + 1))


@pytest.mark.parametrize("more", [0, 1])
def test_K2_discarding_six_cards_is_refused(more: int) -> None:
    match = with_ten_cards()
    with refuses(match, "K2"):
        match.play(Seat(0), Swap(cards("444446"), 6 + more))


def test_K2_every_kind_of_bad_swap_is_told_apart() -> None:
    not_held, too_many, wrong_draw, eleventh = Swap((2,), 1), Swap(cards("444446"), 6), Swap((1,), 3), Swap((1,), 2)
    match = with_ten_cards()
    assert len({reason(match, 0, swap) for swap in (not_held, too_many, wrong_draw, eleventh)}) == 4


@pytest.mark.parametrize("outcome", [Draw(()), Draw((1,)), Draw((1, 1, 1)), Draw((0, 0)), Draw((1, 7))])
def test_K2_a_draw_of_other_cards_than_are_due_is_refused(outcome: Draw) -> None:
    match = dealt("13666", "22222")
    match.play(Seat(0), Swap((1, 3), 2))
    with refuses(match, "K2"):
        match.settle(outcome)


def test_K2_a_draw_of_cards_that_the_pile_does_not_hold_is_refused() -> None:
    match = dealt("66666", "66666", "66666", "66612")
    match.play(Seat(0), Swap((6,), 1))
    with refuses(match, "K2"):
        match.settle(Draw((6,)))


def test_K2_a_deal_where_a_draw_is_due_is_refused() -> None:
    match = dealt("13666", "22222")
    match.play(Seat(0), Swap((1, 3), 2))
    with refuses(match, "K2"):
        match.settle(Deal((FIVE_ONES, FIVE_ONES)))


@pytest.mark.parametrize("events", [[{"type": "draw", "cards": [1]}], [{"type": "deal", "hands": [[1] * 5]}]])
def test_K1_a_record_that_begins_with_another_outcome_is_invalid(events: list[dict[str, object]]) -> None:
    with pytest.raises(Invalid) as caught:
        verify(Record(pasch=1, game="kniffel", players=2, events=events), {GAME.id: GAME})
    assert (caught.value.event, caught.value.rule) == (0, "K1")


def test_K2_nobody_moves_while_a_draw_is_due() -> None:
    match = dealt("13666", "22222")
    match.play(Seat(0), Swap((1, 3), 2))
    for seat in (Seat(0), Seat(1)):
        assert match.moves(seat) == ()
        with refuses(match, "K2"):
            match.play(seat, Swap((), 0))


def test_K2_nothing_is_drawn_while_a_seat_decides() -> None:
    match = dealt("13666", "22222")
    with refuses(match, "K2"):
        match.settle(Draw((1,)))


@pytest.mark.parametrize("seat", [1, 2, -1])
def test_K2_only_the_seat_on_turn_moves(seat: int) -> None:
    match = dealt("13666", "22222")
    assert match.moves(Seat(seat)) == ()
    with refuses(match, "K2"):
        match.play(Seat(seat), Swap((), 0))


# K3–K8 Scores


def test_K3_a_filled_field_is_refused() -> None:
    match = dealt("13666", "22222")
    score(match, 0, Field.SIXES, "66", "66")
    passes(match, 1)
    with refuses(match, "K3"):
        match.play(Seat(0), Score(Field.SIXES, (6, 6, 6)))
    assert reason(match, 0, Score(Field.SIXES, (6, 6, 6))) != reason(match, 0, Score(Field.TWOS, (2,)))


@pytest.mark.parametrize(("field", "played"), [(Field.SIXES, "6666"), (Field.TWOS, "2"), (Field.FULL_HOUSE, "11666")])
def test_K3_cards_that_are_not_in_hand_are_refused(field: Field, played: str) -> None:
    match = dealt("13666", "22222")
    with refuses(match, "K3"):
        match.play(Seat(0), Score(field, cards(played)))


@pytest.mark.parametrize(
    ("hand", "field", "played"),
    [
        ("13666", Field.ONES, ""),
        ("13666", Field.ONES, "3"),
        ("13666", Field.TWOS, "3"),
        ("13666", Field.THREES, "13"),
        ("13666", Field.FOURS, "6"),
        ("13666", Field.FIVES, "13666"),
        ("13666", Field.SIXES, "3666"),
    ],
)
def test_K4_cards_of_another_value_or_none_are_refused(hand: str, field: Field, played: str) -> None:
    match = dealt(hand, "22222")
    with refuses(match, "K4"):
        match.play(Seat(0), Score(field, cards(played)))


@pytest.mark.parametrize(
    ("hand", "field", "played"),
    [
        ("13666", Field.THREE_OF_A_KIND, "666"),
        ("13666", Field.THREE_OF_A_KIND, "3666"),
        ("11336", Field.THREE_OF_A_KIND, "11336"),
        ("13666", Field.FOUR_OF_A_KIND, "13666"),
        ("36666", Field.FOUR_OF_A_KIND, "6666"),
    ],
)
def test_K5_less_than_three_or_four_of_a_kind_in_five_cards_is_refused(hand: str, field: Field, played: str) -> None:
    match = dealt(hand, "22222")
    with refuses(match, "K5"):
        match.play(Seat(0), Score(field, cards(played)))


@pytest.mark.parametrize(
    ("hand", "field", "played"),
    [
        ("66666", Field.FULL_HOUSE, "66666"),
        ("36666", Field.FULL_HOUSE, "36666"),
        ("13666", Field.FULL_HOUSE, "13666"),
        ("33446", Field.FULL_HOUSE, "33446"),
        ("33666", Field.FULL_HOUSE, "666"),
    ],
)
def test_K6_what_is_not_three_of_one_value_and_two_of_another_is_refused(hand: str, field: Field, played: str) -> None:
    match = dealt(hand, "22222")
    with refuses(match, "K6"):
        match.play(Seat(0), Score(field, cards(played)))


@pytest.mark.parametrize(
    ("hand", "field", "played"),
    [
        ("12345", Field.SMALL_STRAIGHT, "12345"),
        ("12345", Field.SMALL_STRAIGHT, "123"),
        ("12356", Field.SMALL_STRAIGHT, "1235"),
        ("11234", Field.SMALL_STRAIGHT, "1123"),
        ("11234", Field.SMALL_STRAIGHT, "11234"),
        ("12345", Field.SMALL_STRAIGHT, ""),
        ("12345", Field.LARGE_STRAIGHT, "1234"),
        ("12346", Field.LARGE_STRAIGHT, "12346"),
        ("13456", Field.LARGE_STRAIGHT, "13456"),
        ("12344", Field.LARGE_STRAIGHT, "12344"),
        ("12345", Field.LARGE_STRAIGHT, ""),
    ],
)
def test_K7_what_is_no_straight_of_four_or_five_cards_is_refused(hand: str, field: Field, played: str) -> None:
    match = dealt(hand, "22222")
    with refuses(match, "K7"):
        match.play(Seat(0), Score(field, cards(played)))


@pytest.mark.parametrize(
    ("hand", "field", "played"),
    [
        ("36666", Field.KNIFFEL, "36666"),
        ("66666", Field.KNIFFEL, "6666"),
        ("66666", Field.KNIFFEL, ""),
    ],
)
def test_K8_what_is_not_five_equal_cards_is_refused(hand: str, field: Field, played: str) -> None:
    match = dealt(hand, "22222")
    with refuses(match, "K8"):
        match.play(Seat(0), Score(field, cards(played)))


@pytest.mark.parametrize(
    ("rule", "field", "played"),
    [
        ("K4", Field.FOURS, "444444"),
        ("K5", Field.THREE_OF_A_KIND, "444444"),
        ("K5", Field.FOUR_OF_A_KIND, "444446"),
        ("K8", Field.KNIFFEL, "444444"),
    ],
)
def test_K4_to_K8_six_cards_meet_no_field(rule: str, field: Field, played: str) -> None:
    match = with_ten_cards()
    swap(match, 0, "1", "4")
    passes(match, 1)
    with refuses(match, rule):
        match.play(Seat(0), Score(field, cards(played)))


def test_K7_a_six_card_sequence_is_no_large_straight() -> None:
    match = dealt("12345", "22222")
    swap(match, 0, "", "6")
    passes(match, 1)
    with refuses(match, "K7"):
        match.play(Seat(0), Score(Field.LARGE_STRAIGHT, cards("123456")))


# K10 Refill, K16 Trim


@pytest.mark.parametrize("outcome", [Draw((1,)), Draw((1, 1, 1)), Draw((0, 0))])
def test_K10_a_refill_that_does_not_lead_to_five_cards_is_refused(outcome: Draw) -> None:
    match = dealt("13666", "22222")
    match.play(Seat(0), Score(Field.SIXES, (6, 6)))
    with refuses(match, "K10"):
        match.settle(outcome)


def trimming() -> Match:
    """Seat 0 holds 2 3 4 5 5 6 6 after scoring: two too many."""
    match = dealt("12345", "22222")
    for card in "566":
        swap(match, 0, "", card)
        passes(match, 1)
    score(match, 0, Field.ONES, "1")
    return match


@pytest.mark.parametrize(
    "move",
    [Trim(()), Trim((2,)), Trim((2, 3, 4)), Trim((1, 2)), Trim((2, 2)), Swap((), 0), Score(Field.TWOS, (2,))],
)
def test_K16_another_move_than_discarding_the_surplus_is_refused(move: Move) -> None:
    match = trimming()
    with refuses(match, "K16"):
        match.play(Seat(0), move)


def test_K16_nobody_else_moves_and_nothing_is_drawn_while_a_seat_trims() -> None:
    match = trimming()
    with refuses(match, "K16"):
        match.play(Seat(1), Swap((), 0))
    with refuses(match, "K16"):
        match.settle(Draw((1,)))


@pytest.mark.parametrize("discard", ["", "1", "1366"])
def test_K16_trimming_without_having_scored_is_refused(discard: str) -> None:
    match = dealt("13666", "22222")
    with refuses(match, "K16"):
        match.play(Seat(0), Trim(cards(discard)))


# K20 The pile runs out


@pytest.mark.parametrize("digits", ["1345", "1145", "2345", "5555", "125", "12455", "1222"])
def test_K20_a_draw_that_does_not_take_all_of_the_pile_first_is_refused(digits: str) -> None:
    due = moved(position("34566", "66666", pile="112"), 0, Swap((3, 4, 5), 4))
    with refused("K20"):
        apply(GAME, due, Event(None, Draw(cards(digits))))


def test_K20_a_draw_of_more_cards_than_the_discards_hold_is_refused() -> None:
    due = moved(position("666666666", "666666666", pile="1"), 0, Swap((6,), 2))
    apply(GAME, due, Event(None, Draw((1, 6))))
    due = moved(position("666666666", "666666666", pile="1"), 0, Swap((6, 6), 3))
    apply(GAME, due, Event(None, Draw((1, 6, 6))))
    due = moved(position("666666666", "666666666", pile=""), 0, Swap((6, 6), 3))
    with refused("K20"):
        apply(GAME, due, Event(None, Draw((6, 6, 6))))


# K21 Announce


@pytest.mark.parametrize("seat", [0, 1])
def test_K21_announcing_when_it_is_not_the_11th_field_is_refused(seat: int) -> None:
    match = dealt("13666", "66622", first=seat)
    with refuses(match, "K21"):
        match.play(Seat(seat), Score(Field.SIXES, (6, 6, 6), announce=True))


@pytest.mark.parametrize("free", [(Field.SIXES,), (Field.SIXES, Field.FIVES, Field.ONES)])
def test_K21_announcing_the_10th_or_12th_field_is_refused(free: tuple[Field, ...]) -> None:
    state = position("13666", "22222", sheets=(all_but(*free), EMPTY))
    with refused("K21"):
        apply(GAME, state, Event(Seat(0), Score(Field.SIXES, (6, 6, 6), announce=True)))


def test_K3_announcing_with_cards_that_do_not_meet_the_field_is_refused_for_the_cards() -> None:
    match = dealt("13666", "22222")
    with refuses(match, "K8"):
        match.play(Seat(0), Score(Field.KNIFFEL, (1, 3, 6, 6, 6), announce=True))


# The end


@pytest.mark.parametrize("event", [Event(Seat(0), Swap((), 0)), Event(Seat(1), Trim(())), Event(None, Draw((1,)))])
def test_K15_after_the_end_everything_is_refused(event: Event) -> None:
    over = moved(position("12345", "12345", sheets=(all_but(), EMPTY), seat=1), 1, Swap((), 0))
    assert isinstance(GAME.turn(over), Over)
    with refused("K15"):
        apply(GAME, over, event)
