"""What Karten-Kniffel refuses: by which rule, with a sentence in both languages, and without a change."""

import pytest

from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.engine.match import Event, Match
from pasch.engine.record import Invalid, Record, begin, verify
from pasch.games.kniffel import GAME
from pasch.games.kniffel.model import Deal, Draw, Field, Options, Score, Swap, Trim
from tests.games.kniffel_positions import EMPTY, all_but, cards, dealt, match_at, moved, position, sheet
from tests.games.refusals import Reach, reason, refused, refuses, refusing


def dealing(*hands: str) -> Event:
    return Event(None, Deal(tuple(map(cards, hands))))


def drawing(digits: str) -> Event:
    return Event(None, Draw(cards(digits)))


def swaps(discard: str, draw: int, seat: int = 0) -> Event:
    return Event(Seat(seat), Swap(cards(discard), draw))


def scores(field: Field, played: str, seat: int = 0, *, announce: bool = False) -> Event:
    return Event(Seat(seat), Score(field, cards(played), announce))


def trims(discard: str, seat: int = 0) -> Event:
    return Event(Seat(seat), Trim(cards(discard)))


# How it comes to that


def undealt(players: int) -> Reach:
    return lambda: Match(GAME, players)


def ours() -> Match:
    return match_at(position("13666", "22222"))


def with_ten_cards() -> Match:
    return match_at(position("1344444666", "22222"))


def due() -> Match:
    """Seat 0 has discarded two cards and draws as many."""
    return match_at(moved(position("13666", "22222"), 0, Swap((1, 3), 2)))


def without_sixes() -> Match:
    """A card is due, and the pile holds no six."""
    return match_at(moved(position("66666", "66666", "66666", "66612"), 0, Swap((6,), 1)))


def sixes_filled() -> Match:
    return match_at(position("13666", "22222", sheets=(sheet({Field.SIXES: 12}), EMPTY)))


def refilling() -> Match:
    """Seat 0 has scored two cards and draws as many."""
    return match_at(moved(position("13666", "22222"), 0, Score(Field.SIXES, (6, 6))))


def trimming() -> Match:
    """Seat 0 holds 2 3 4 5 5 6 6 after scoring: two too many."""
    return match_at(moved(position("12345566", "22222"), 0, Score(Field.ONES, (1,))))


def running_out() -> Match:
    """Four cards are due, and the pile holds 1 1 2."""
    return match_at(moved(position("34566", "66666", pile="112"), 0, Swap((3, 4, 5), 4)))


def run_out() -> Match:
    """Three cards are due, the pile is empty, and the discards hold two sixes."""
    return match_at(moved(position("666666666", "666666666", pile=""), 0, Swap((6, 6), 3)))


def with_free(*fields: Field) -> Reach:
    return lambda: match_at(position("13666", "22222", sheets=(all_but(*fields), EMPTY)))


def over() -> Match:
    return match_at(moved(position("12345", "12345", sheets=(all_but(), EMPTY), seat=1), 1, Swap((), 0)))


ANNOUNCED = scores(Field.SIXES, "666", announce=True)
ONES = "11111"


@refusing(
    ("K1", "too few hands or too many", undealt(3), [dealing(*[ONES] * hands) for hands in (0, 1, 2, 4)]),
    ("K1", "not five cards", undealt(3), [dealing(ONES, ONES, "2222"), dealing(ONES, ONES, "222222")]),
    ("K1", "not five cards each", undealt(3), [dealing(ONES, "2222", "222222")]),
    ("K1", "cards that are not there", undealt(3), [dealing(ONES, ONES, "00000"), dealing(ONES, ONES, "77777")]),
    ("K1", "a nineteenth card of a value", undealt(4), [dealing(ONES, ONES, ONES, "11112")]),
    ("K1", "a draw or a move before the deal", undealt(2), [drawing("1"), swaps("", 0)]),
    ("K2", "cards that are not in hand", ours, [swaps("4", 1), swaps("11", 2), swaps("136666", 6)]),
    ("K2", "more cards drawn than may be", ours, [swaps("", 2), swaps("13", 4), swaps("13666", 7)]),
    ("K2", "fewer cards drawn than are discarded", ours, [swaps("", -1), swaps("13", 1), swaps("13", 0)]),
    ("K2", "an eleventh card", with_ten_cards, [swaps("", 1), swaps("1", 2), swaps("13446", 6)]),
    ("K2", "six cards discarded", with_ten_cards, [swaps("444446", 6), swaps("444446", 7)]),
    ("K2", "other cards than are due", due, map(drawing, ("", "1", "111", "00", "17"))),
    ("K2", "a deal or a move while a draw is due", due, [dealing(ONES, ONES), swaps("", 0), swaps("", 0, seat=1)]),
    ("K2", "cards that the pile does not hold", without_sixes, [drawing("6")]),
    ("K2", "a draw while a seat decides", ours, [drawing("1")]),
    ("K2", "a move of another seat", ours, [swaps("", 0, seat) for seat in (1, 2, -1)]),
    ("K3", "a filled field", sixes_filled, [scores(Field.SIXES, "666")]),
    ("K10", "a refill that does not lead to five cards", refilling, map(drawing, ("1", "111", "00"))),
    ("K16", "another trim than the surplus", trimming, map(trims, ("", "2", "234", "12", "22"))),
    ("K16", "another move than a trim", trimming, [swaps("", 0), scores(Field.TWOS, "2")]),
    ("K16", "another seat or a draw while a seat trims", trimming, [swaps("", 0, seat=1), drawing("1")]),
    ("K16", "a trim without having scored", ours, map(trims, ("", "1", "1366"))),
    (
        "K20",
        "a draw that does not take all of the pile first",
        running_out,
        map(drawing, ("1345", "1145", "2345", "5555", "125", "12455", "1222")),
    ),
    ("K20", "more cards than the discards hold", run_out, [drawing("666")]),
    ("K21", "announcing the first field", ours, [ANNOUNCED]),
    ("K21", "announcing the 12th field", with_free(Field.SIXES), [ANNOUNCED]),
    ("K21", "announcing the 10th field", with_free(Field.SIXES, Field.FIVES, Field.ONES), [ANNOUNCED]),
    ("K8", "announcing with the wrong cards", ours, [scores(Field.KNIFFEL, "13666", announce=True)]),
    ("K15", "anything after the end", over, [swaps("", 0), trims("", seat=1), drawing("1")]),
)
def test_what_the_rules_do_not_allow_is_refused_and_changes_nothing(rule: str, reach: Reach, event: Event) -> None:
    match = reach()
    with refuses(match, rule):
        match.apply(event)


UNMET = [
    ("K3", Field.TWOS, "13666:2"),
    ("K3", Field.SIXES, "13666:6666"),
    ("K3", Field.FULL_HOUSE, "13666:11666"),
    ("K4", Field.ONES, "13666: 13666:3"),
    ("K4", Field.TWOS, "13666:3"),
    ("K4", Field.THREES, "13666:13"),
    ("K4", Field.FOURS, "13666:6 3444444666:444444"),
    ("K4", Field.FIVES, "13666:13666"),
    ("K4", Field.SIXES, "13666:3666"),
    ("K5", Field.THREE_OF_A_KIND, "13666:666 13666:3666 11336:11336 3444444666:444444"),
    ("K5", Field.FOUR_OF_A_KIND, "13666:13666 36666:6666 3444444666:444446"),
    ("K6", Field.FULL_HOUSE, "66666:66666 36666:36666 13666:13666 33446:33446 33666:666"),
    ("K7", Field.SMALL_STRAIGHT, "12345:12345 12345:123 12345: 12356:1235 11234:1123 11234:11234"),
    ("K7", Field.LARGE_STRAIGHT, "12345:1234 12345: 12346:12346 13456:13456 12344:12344 123456:123456"),
    ("K8", Field.KNIFFEL, "36666:36666 66666:6666 66666: 3444444666:444444"),
]
"""`36666:6666`: of a hand of 3 6 6 6 6 the four sixes are played."""


@pytest.mark.parametrize(("rule", "field", "plays"), UNMET)
def test_K3_to_K8_cards_that_do_not_meet_a_field_are_refused(rule: str, field: Field, plays: str) -> None:
    for hand, played in (play.split(":") for play in plays.split()):
        match = match_at(position(hand, "22222"))
        with refuses(match, rule):
            match.play(Seat(0), Score(field, cards(played)))


def test_K2_every_kind_of_bad_swap_is_told_apart() -> None:
    not_held, too_many, wrong_draw, eleventh = Swap((2,), 1), Swap(cards("444446"), 6), Swap((1,), 3), Swap((1,), 2)
    match = with_ten_cards()
    assert len({reason(match, 0, swap) for swap in (not_held, too_many, wrong_draw, eleventh)}) == 4


def test_K3_a_filled_field_and_cards_that_are_not_held_are_told_apart() -> None:
    match = sixes_filled()
    assert reason(match, 0, Score(Field.SIXES, (6, 6, 6))) != reason(match, 0, Score(Field.TWOS, (2,)))


def test_K1_all_eighteen_cards_of_a_value_can_be_dealt() -> None:
    assert dealt(ONES, ONES, ONES, "11122").state.pile.count(1) == 0


# Options and records


@pytest.mark.parametrize("first", [-1, 2, 17])
def test_K1_a_first_seat_that_is_not_there_is_refused(first: int) -> None:
    with refused("K1"):
        Match(GAME, 2, Options(first=first))


@pytest.mark.parametrize("options", [{"first": "0"}, {"first": None}, {"deck": []}])
def test_options_that_are_not_there_are_malformed(options: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        begin(Record(pasch=1, game="kniffel", players=2, options=options, events=[]), {GAME.id: GAME})


@pytest.mark.parametrize("events", [[{"type": "draw", "cards": [1]}], [{"type": "deal", "hands": [[1] * 5]}]])
def test_K1_a_record_that_begins_with_another_outcome_is_invalid(events: list[dict[str, object]]) -> None:
    with pytest.raises(Invalid) as caught:
        verify(Record(pasch=1, game="kniffel", players=2, events=events), {GAME.id: GAME})
    assert (caught.value.event, caught.value.rule) == (0, "K1")
