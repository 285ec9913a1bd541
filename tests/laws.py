"""The laws that every game obeys, as plain functions over (game, number of players, source of chance)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice, permutations
from math import prod
from typing import Any

import msgspec
import pytest

from pasch.engine.draws import Below, Draw, chances
from pasch.engine.errors import Malformed, Refused
from pasch.engine.game import AnyGame, Chance, Decision, Over, Result, Seat, places
from pasch.engine.language import LANGS
from pasch.engine.match import Event, Match, apply
from pasch.engine.record import Record, decode, encode, event_from_json, event_to_json, replay, verify
from pasch.engine.witness import Witness, witnessed
from pasch.games import GAMES
from pasch.games.parts import greedy_of, text_of
from pasch.terminal.pages import rulebook

Law = Callable[[AnyGame, int, Below], None]

MOST_EVENTS = 20_000
SMALL_TREE = 8_000
NAMES = ("Ada", "Bo", "Cleo", "Dina", "Emil", "Fritz")


def walk(game: AnyGame, players: int, below: Below) -> Iterator[Match]:
    """A random match, the same object before every event and at the end."""
    match = Match(game, players, msgspec.convert({"first": below(players)}, game.options))
    while match.count < MOST_EVENTS:
        yield match
        match match.turn:
            case Chance():
                match.draw(below)
            case Decision(seats=seats):
                seat = seats[below(len(seats))]
                moves = greedy_of(game).willing(match.moves(seat))
                match.play(seat, moves[below(len(moves))])
            case _:
                return
    raise AssertionError(f"no end after {MOST_EVENTS} events")


def heard_by(seat: Seat, game: AnyGame, players: int, below: Below) -> Iterator[tuple[Event, Any, Any]]:
    """A random match as a seat witnesses it: what it may know of each event, and its views before and after."""
    matches = walk(game, players, below)
    witness = Witness(next(matches))
    for _ in matches:
        step = witness.look()
        if event := witnessed(step, seat, witness.concealed):
            yield event, game.view(step.before, seat), game.view(step.after, seat)


def all_seats(players: int) -> list[Seat]:
    """Every seat, and two that are not there."""
    return [Seat(seat) for seat in range(-1, players + 1)]


def onlookers(players: int) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(players))]


# The laws


def who_must_decide_can_move_and_nobody_else(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        deciders = match.turn.seats if isinstance(match.turn, Decision) else ()
        assert len(set(deciders)) == len(deciders)
        assert all(0 <= seat < players for seat in deciders)
        assert bool(deciders) == isinstance(match.turn, Decision)
        for seat in all_seats(players):
            moves = list(game.legal_moves(match.state, seat))
            assert bool(moves) == (seat in deciders), (seat, match.turn)
            assert len(set(moves)) == len(moves)


def legal_moves_are_a_sequence(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        if isinstance(match.turn, Decision):
            moves = match.moves(match.turn.seats[0])
            listed = list(moves)
            assert len(moves) == len(listed)
            assert [moves[at] for at in range(len(moves))] == listed
            assert moves[-1] == listed[-1]
            assert list(moves[1:3]) == listed[1:3]
            assert all(move in moves for move in listed)
            with pytest.raises(IndexError):
                moves[len(moves)]


def states_are_values(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        before, state = msgspec.json.encode(match.state), match.state
        following = [apply(game, state, event) for event in _possible(match, below) for _ in range(2)]
        assert following[::2] == following[1::2]
        assert list(map(hash, following[::2])) == list(map(hash, following[1::2]))
        for seat in onlookers(players):
            assert game.view(state, seat) == game.view(state, seat)
        assert msgspec.json.encode(state) == before
        with pytest.raises((AttributeError, TypeError)):
            setattr(state, type(state).__struct_fields__[0], None)


def a_record_replays(game: AnyGame, players: int, below: Below) -> None:
    states = []
    for match in walk(game, players, below):
        states.append(match.state)
    again = decode(encode(Record.of(match)))
    assert [step.state for step in replay(again, GAMES | {game.id: game})] == states
    assert Record.of(verify(again, GAMES | {game.id: game})) == Record.of(match)
    assert isinstance(match.turn, Over)
    assert again.result == match.turn.result


def chance_adds_up_to_one(game: AnyGame, players: int, below: Below) -> None:
    seen: set[object] = set()
    for match in walk(game, players, below):
        if not isinstance(match.turn, Chance):
            continue
        draw = match.turn.draw
        assert draw.admits(draw.fall(below(draw.ways)))
        assert draw.admits(draw.fall(0))
        assert draw.admits(draw.fall(draw.ways - 1))
        assert not draw.admits(Result((), ()))
        if draw.ways not in seen and len(seen) < 4 and _leaves(draw) <= SMALL_TREE:
            seen.add(draw.ways)
            _check_chances(draw)


def _leaves(draw: Draw[Any]) -> int:
    picked: tuple[Any, ...] = ()
    sizes = []
    while options := draw.options(picked):
        sizes.append(len(options))
        picked = (*picked, next(iter(options)))
    return prod(sizes)


def _check_chances(draw: Draw[Any]) -> None:
    found = chances(draw)
    assert sum(found.values()) == 1
    assert all(draw.admits(outcome) for outcome in found)
    if draw.ways <= SMALL_TREE:
        falls = Counter(draw.fall(way) for way in range(draw.ways))
        assert {outcome: Fraction(count, draw.ways) for outcome, count in falls.items()} == found


def what_is_hidden_never_shows(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        for seat in onlookers(players):
            view = game.view(match.state, seat)
            other = game.imagine(view, below)
            assert game.view(other, seat) == view
            assert type(game.turn(other)) is type(match.turn)
            if seat is not None:
                moves = list(match.moves(seat))
                assert list(game.legal_moves(other, seat)) == moves
                for move in moves[:5]:
                    assert game.effect(other, seat, move) == game.effect(match.state, seat, move)


def where_all_is_open_everybody_sees_the_same(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        if game.is_open:
            views = [game.view(match.state, seat) for seat in onlookers(players)]
            assert all(view == views[0] for view in views)
            assert not isinstance(match.turn, Chance) or match.turn.witness is None


def what_is_not_seen_of_chance_changes_no_view(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        if not isinstance(match.turn, Chance):
            continue
        draw = match.turn.draw
        outcomes = [draw.fall(below(draw.ways)) for _ in range(4)]
        for seat in onlookers(players):
            views: dict[object, object] = {}
            for outcome in outcomes:
                seen = match.turn.seen_by(seat, outcome)
                view = game.view(game.settle(match.state, outcome), seat)
                assert views.setdefault(seen, view) == view


def what_is_new_is_known_to_everybody(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        news = game.news(match.state)
        assert match.count or not news
        for seat in onlookers(players):
            assert game.news(game.imagine(game.view(match.state, seat), below)) == news


def simultaneous_choices_are_unseen(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        if not isinstance(match.turn, Decision) or len(match.turn.seats) < 2:
            continue
        seat = match.turn.seats[0]
        after = [game.play(match.state, seat, move) for move in match.moves(seat)]
        for onlooker in onlookers(players):
            if onlooker != seat:
                assert len({game.view(state, onlooker) for state in after}) == 1


def simultaneous_choices_commute(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        if not isinstance(match.turn, Decision) or len(match.turn.seats) < 2:
            continue
        choices = [Event(seat, match.moves(seat)[below(len(match.moves(seat)))]) for seat in match.turn.seats]
        ends = []
        for order in islice(permutations(choices), 12):
            state = match.state
            for event in order:
                state = apply(game, state, event)
            ends.append(state)
        assert all(end == ends[0] for end in ends)


def the_end_is_the_end(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        played = match
    assert isinstance(played.turn, Over)
    _check_result(played.turn.result, players)
    assert not any(game.legal_moves(played.state, seat) for seat in all_seats(players))
    before = played.state, played.events
    for event in played.events:
        with pytest.raises(Refused):
            played.apply(event)
    assert (played.state, played.events) == before


def _check_result(result: Result, players: int) -> None:
    scores, ranks = result.scores, result.places
    assert len(scores) == len(ranks) == players
    assert ranks == places([-rank for rank in ranks])
    for seat in range(players):
        for other in range(players):
            assert scores[seat] <= scores[other] or ranks[seat] < ranks[other]


def json_round_trips(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        _check_json(match.state, type(match.state))
        for seat in onlookers(players):
            _check_json(game.view(match.state, seat), game.views)
        for event in _possible(match, below):
            written = msgspec.json.decode(msgspec.json.encode(event_to_json(event)))
            assert event_from_json(game, written) == event
    assert msgspec.convert(msgspec.to_builtins(match.options), game.options) == match.options


def _check_json(value: msgspec.Struct, of: type[msgspec.Struct]) -> None:
    assert msgspec.json.decode(msgspec.json.encode(value), type=of) == value


def words_round_trip(game: AnyGame, players: int, below: Below) -> None:
    text = text_of(game)
    for match in walk(game, players, below):
        for seat in match.turn.seats if isinstance(match.turn, Decision) else ():
            view, moves = game.view(match.state, seat), match.moves(seat)
            for move in (moves[below(len(moves))] for _ in range(5)):
                assert text.read(text.write(move, view, seat), view, seat, moves) == move
            with pytest.raises(Malformed):
                text.read("§!%", view, seat, moves)
            for lang in LANGS:
                assert text.question(view, seat, NAMES, lang)
                assert text.examples(view, seat, lang)


def illegal_moves_are_refused(game: AnyGame, players: int, below: Below) -> None:
    known: dict[Any, None] = {}
    for match in walk(game, players, below):
        for seat in range(players):
            known.update(dict.fromkeys(match.moves(Seat(seat))[:40]))
        tried = list(known)
        for _ in range(min(6, len(tried))):
            _try(match, Seat(below(players + 2) - 1), tried[below(len(tried))])


def _try(match: Match, seat: Seat, move: Any) -> None:
    if move in match.game.legal_moves(match.state, seat):
        return
    before = match.state, match.events
    with pytest.raises(Refused) as refused:
        match.play(seat, move)
    with pytest.raises(Refused):
        apply(match.game, match.state, Event(seat, move))
    assert refused.value.reason.de
    assert refused.value.reason.en
    assert (match.state, match.events) == before
    _check_rule(match.game, refused.value.rule)


def rules_are_in_the_rulebook(game: AnyGame, players: int, below: Below) -> None:
    for match in walk(game, players, below):
        _check_rule(game, match.turn.rule)


def _check_rule(game: AnyGame, rule: str) -> None:
    for lang in LANGS:
        assert re.search(rf"^- \*\*{rule}\*\*", rulebook(game, lang), re.MULTILINE), (rule, lang)


def _possible(match: Match, below: Below) -> list[Event]:
    """Some events that can happen now."""
    match match.turn:
        case Chance(draw=draw):
            return [Event(None, draw.fall(below(draw.ways))) for _ in range(3)]
        case Decision(seats=seats):
            moves = match.moves(seats[0])
            return [Event(seats[0], moves[below(len(moves))]) for _ in range(3)]
        case _:
            return []


LAWS: tuple[Law, ...] = (
    who_must_decide_can_move_and_nobody_else,
    legal_moves_are_a_sequence,
    states_are_values,
    a_record_replays,
    chance_adds_up_to_one,
    what_is_hidden_never_shows,
    where_all_is_open_everybody_sees_the_same,
    what_is_not_seen_of_chance_changes_no_view,
    what_is_new_is_known_to_everybody,
    simultaneous_choices_are_unseen,
    simultaneous_choices_commute,
    the_end_is_the_end,
    json_round_trips,
    words_round_trip,
    illegal_moves_are_refused,
    rules_are_in_the_rulebook,
)
