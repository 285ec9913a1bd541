"""Karten-Kniffel at random: what holds in every match, and its moves against a second, naive reading of the rules."""

from collections import Counter
from itertools import chain, combinations
from random import Random

import pytest
from msgspec.structs import replace

from pasch.engine.game import Chance, Decision, Over, Seat
from pasch.engine.match import Match
from pasch.games.kniffel import GAME
from pasch.games.kniffel.hands import HandMoves
from pasch.games.kniffel.model import ALL_CARDS, FIELDS, Field, Hand, Options, Phase, Score, Sheet, State, Swap, Trim
from tests.games.kniffel_positions import EMPTY, effect, position
from tests.scale import scaled

MATCHES = scaled(42, 60)
"""For each number of seats: so many that somebody somewhere holds too many cards, which is rare with two."""
MOST_EVENTS = 10_000
"""No match comes near it."""

# K2–K8, K11, K21, naively

UPPER = {Field.ONES: 1, Field.TWOS: 2, Field.THREES: 3, Field.FOURS: 4, Field.FIVES: 5, Field.SIXES: 6}
FULL_HOUSES = [tuple(sorted((a, a, a, b, b))) for a in range(1, 7) for b in range(1, 7) if a != b]
SMALL_STRAIGHTS = [(1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)]
LARGE_STRAIGHTS = [(1, 2, 3, 4, 5), (2, 3, 4, 5, 6)]


def naive_points(field: Field, played: Hand) -> int | None:
    if field in UPPER:
        return sum(played) if all(card == UPPER[field] for card in played) else None
    most = max(played.count(value) for value in range(1, 7))
    points, met = {
        Field.THREE_OF_A_KIND: (sum(played), len(played) == 5 and most >= 3),
        Field.FOUR_OF_A_KIND: (sum(played), len(played) == 5 and most >= 4),
        Field.FULL_HOUSE: (25, played in FULL_HOUSES),
        Field.SMALL_STRAIGHT: (30, played in SMALL_STRAIGHTS),
        Field.LARGE_STRAIGHT: (40, played in LARGE_STRAIGHTS),
        Field.KNIFFEL: (50, most == 5),
    }[field]
    return points if met else None


def naive_scores(hand: Hand, sheet: Sheet) -> dict[Score, int]:
    filled = sum(entered is not None for entered in sheet)
    found = {}
    for played in chain.from_iterable(combinations(sorted(hand), size) for size in range(1, 6)):
        for field, entered in zip(FIELDS, sheet, strict=True):
            points = naive_points(field, played)
            if entered is None and points is not None:
                found[Score(field, played)] = points
                if filled == 10:
                    found[Score(field, played, announce=True)] = points
    return found


def naive_swaps(hand: Hand) -> set[Swap]:
    return {
        Swap(tuple(sorted(discard)), drawn)
        for size in range(6)
        for discard in combinations(hand, size)
        for drawn in (size, size + 1)
        if len(hand) - size + drawn <= 10
    }


def naive_held(hand: Hand, move: Score | Swap) -> int:
    """After the draw, and before a trim."""
    if isinstance(move, Swap):
        return len(hand) - len(move.discard) + move.draw
    return max(5, len(hand) - len(move.cards))


def random_position(rng: Random) -> State:
    """Any hand, any sheet; often a hand with many equal cards and a sheet that is nearly full."""
    values = rng.choices(range(1, 7), weights=[rng.choice((1, 1, 5)) for _ in range(6)], k=rng.randint(5, 10))
    free = rng.sample(FIELDS, rng.choice((1, 2, 2, 3, rng.randint(1, 12))))
    sheet = tuple(None if field in free else 5 for field in FIELDS)
    return position("".join(map(str, values)), "12345", sheets=(sheet, EMPTY))


@pytest.mark.parametrize("seed", range(200))
def test_K2_to_K8_the_moves_are_those_that_a_naive_reading_finds(seed: int) -> None:
    state = random_position(Random(seed))
    moves = list(GAME.legal_moves(state, Seat(0)))
    expected = naive_scores(state.hands[0], state.sheets[0])
    assert len(moves) == len(set(moves))
    assert set(moves) == {*expected, *naive_swaps(state.hands[0])}
    assert {move: effect(state, 0, move).points for move in moves if isinstance(move, Score)} == expected
    naive: list[Score | Swap] = [*expected, *naive_swaps(state.hands[0])]
    assert all(effect(state, 0, move).held == naive_held(state.hands[0], move) for move in naive)
    best = [
        max((points for score, points in expected.items() if score.field is field), default=None) for field in FIELDS
    ]
    assert list(GAME.view(state, Seat(0)).best) == best


@pytest.mark.parametrize("seed", range(100))
def test_K16_the_trims_are_those_that_a_naive_reading_finds(seed: int) -> None:
    rng = Random(seed)
    hand = tuple(sorted(rng.choices(range(1, 7), k=rng.randint(6, 9))))
    state = replace(position("".join(map(str, hand)), "12345"), phase=Phase.TRIM)
    moves = GAME.legal_moves(state, Seat(0))
    assert len(moves) == len(set(moves))
    assert set(moves) == {Trim(tuple(sorted(surplus))) for surplus in combinations(hand, len(hand) - 5)}


@pytest.mark.parametrize("seed", range(20))
def test_the_moves_of_a_hand_are_a_sequence_that_knows_its_scores(seed: int) -> None:
    state = random_position(Random(seed))
    moves = GAME.legal_moves(state, Seat(0))
    assert isinstance(moves, HandMoves)
    assert moves.scores == [move for move in moves if isinstance(move, Score)]
    assert Swap((), 2) not in moves
    assert Score(Field.KNIFFEL, (1,)) not in moves
    assert all(trim not in moves for trim in GAME.legal_moves(replace(state, phase=Phase.TRIM), Seat(0)))
    assert repr(moves) == f"HandMoves({list(moves)})"


# Whole matches


def random_move(match: Match, seat: Seat, rng: Random) -> Score | Swap | Trim:
    """A score where there is one, else any move."""
    moves = match.moves(seat)
    scores = [move for move in moves if isinstance(move, Score)]
    chosen: Score | Swap | Trim = rng.choice(scores or moves)
    return chosen


def check(state: State) -> None:
    assert Counter(chain(*state.hands, state.pile, state.discards)) == Counter(ALL_CARDS)
    assert all(tuple(sorted(held)) == held for held in (*state.hands, state.pile))
    if state.phase is Phase.ACT:
        assert all(5 <= len(hand) <= 10 for hand in state.hands)
        assert state.due == 0
    if state.phase is Phase.TRIM:
        assert 5 < len(state.hands[state.seat]) < 10


def turns_taken(match: Match) -> list[int]:
    moves = [event.seat for event in match.events if isinstance(event.what, Swap | Score)]
    return [moves.count(Seat(seat)) for seat in range(match.players)]


@pytest.mark.parametrize("players", GAME.seats)
def test_K1_to_K21_hold_in_random_matches(players: int) -> None:
    shuffles = trims = 0
    for seed in range(MATCHES):
        rng, imagined = Random(f"{players} {seed}"), Random(seed)
        viewer = imagined.choice([None, *map(Seat, range(players))])
        match = Match(GAME, players, Options(first=rng.randrange(players)))
        while not isinstance(match.turn, Over):
            before = match.state
            if isinstance(match.turn, Chance):
                shuffles += match.turn.rule == "K20"
                match.draw(rng.randrange)
            else:
                assert isinstance(match.turn, Decision)
                (seat,) = match.turn.seats
                assert not any(match.moves(Seat(other)) for other in range(players) if other != seat)
                trims += match.turn.rule == "K16"
                match.play(seat, random_move(match, seat, rng))
            check(match.state)
            check(GAME.imagine(GAME.view(match.state, viewer), imagined.randrange))
            check_sheets(before, match.state)
            assert match.count < MOST_EVENTS
        assert len(set(turns_taken(match))) == 1
        assert any(None not in sheet for sheet in match.state.sheets)
        check_result(match)
    assert shuffles
    assert trims


def check_sheets(before: State, after: State) -> None:
    """What is written stays; nothing is written but what a score brought."""
    written = 0
    for old, new in zip(before.sheets, after.sheets, strict=True):
        changed = [(was, now) for was, now in zip(old, new, strict=True) if was != now]
        assert all(was is None for was, _ in changed)
        written += len(changed)
    assert written <= 1
    assert all(now >= was for was, now in zip(before.penalties, after.penalties, strict=True))


def check_result(match: Match) -> None:
    """K9, K11, K14, K15 and K19 once more, from the events alone."""
    players = match.players
    sheets: list[dict[Field, int]] = [{} for _ in range(players)]
    penalties = [0] * players
    sizes = [5] * players
    for event in match.events:
        if event.seat is None:
            continue
        seat = event.seat
        match event.what:
            case Swap(discard, draw):
                sizes[seat] += draw - len(discard)
            case Score(field, played, announce):
                penalties[seat] += 2 * (sizes[seat] - 5)
                points = naive_points(field, played)
                assert points is not None
                assert field not in sheets[seat]
                sheets[seat][field] = points
                penalties[seat] += 10 if len(sheets[seat]) == 11 and not announce else 0
                sizes[seat] = 5
    totals = []
    for sheet, penalty in zip(sheets, penalties, strict=True):
        upper = sum(points for field, points in sheet.items() if field in UPPER)
        bonus = 35 if upper >= 63 else -20 if upper < 43 else 0
        totals.append(sum(sheet.values()) + bonus - penalty)
    assert isinstance(match.turn, Over)
    assert list(match.turn.result.scores) == totals
    assert list(match.turn.result.places) == [sorted(totals, reverse=True).index(total) + 1 for total in totals]
