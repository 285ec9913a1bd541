"""Every law can fail: for each there is a broken game that it catches."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import msgspec
import pytest

from pasch.engine.draws import Dice, chance
from pasch.engine.errors import Malformed, Refused
from pasch.engine.game import AnyGame, Chance, Decision, Over, Result
from pasch.engine.language import Text
from pasch.games import GAMES
from tests import laws

HONEST = GAMES["hilo"]
State: Any = type(HONEST.start(2, HONEST.options()))
PLAYERS = 3


def phase(state: Any) -> str:
    return str(state.phase.value)


def say(word: str) -> Any:
    return HONEST.moves(word)


class Headless(tuple[Any, ...]):
    """A sequence whose slices are empty."""

    def __getitem__(self, at: Any) -> Any:
        return () if isinstance(at, slice) else super().__getitem__(at)


class Loaded(Dice[Any], frozen=True):
    """A die that says it is fair and always falls on the same side."""

    def fall(self, way: int) -> Any:  # noqa: ARG002
        return self.outcome((1,))


class Suspicious(Dice[Any], frozen=True):
    """A die that trusts nobody."""

    def admits(self, outcome: object) -> bool:  # noqa: ARG002
        return False


def _with_die(kind: type[Dice[Any]]) -> AnyGame:
    def turn(state: Any) -> Any:
        honest = HONEST.turn(state)
        if phase(state) != "roll":
            return honest
        assert isinstance(honest, Chance)
        return msgspec.structs.replace(honest, draw=kind(*msgspec.structs.astuple(honest.draw)))  # type: ignore[arg-type]

    return replace(HONEST, turn=turn)


def _moves(change: Callable[[Any, Any, Any], Any]) -> AnyGame:
    return replace(HONEST, legal_moves=lambda state, seat: change(state, seat, HONEST.legal_moves(state, seat)))


def _view(**shown: Callable[[Any], Any]) -> AnyGame:
    return replace(
        HONEST,
        view=lambda state, seat: msgspec.structs.replace(
            HONEST.view(state, seat), **{name: show(state) for name, show in shown.items()}
        ),
    )


def _forgetful() -> AnyGame:
    calls = count()
    return replace(
        HONEST,
        play=lambda state, seat, move: msgspec.structs.replace(HONEST.play(state, seat, move), die=-next(calls)),
    )


def _last_word_counts() -> AnyGame:
    def play(state: Any, seat: Any, move: Any) -> Any:
        is_last = sum(word is None for word in state.said) == 1
        return HONEST.play(state, seat, say("high") if is_last else move)

    return replace(HONEST, play=play)


def _result(result: Result) -> AnyGame:
    def turn(state: Any) -> Any:
        honest = HONEST.turn(state)
        return Over(result, honest.rule) if isinstance(honest, Over) else honest

    return replace(HONEST, turn=turn)


def _rule(rule: str) -> AnyGame:
    return replace(HONEST, turn=lambda state: msgspec.structs.replace(HONEST.turn(state), rule=rule))


def _refusing(rule: str, reason: Text) -> AnyGame:
    """Seat 0 may only say high, and is told why in these words."""
    narrow = _moves(lambda _, seat, moves: moves[:1] if seat == 0 else moves)
    return replace(narrow, explain=lambda *_: Refused(rule, *reason))


def _nobody_decides() -> AnyGame:
    return replace(HONEST, turn=lambda state: Decision((), "H2") if phase(state) == "say" else HONEST.turn(state))


FAULTS: list[tuple[laws.Law, str, AnyGame]] = [
    (
        laws.who_must_decide_can_move_and_nobody_else,
        "everybody may always speak",
        _moves(lambda state, _, __: (say("high"),) if phase(state) == "say" else ()),
    ),
    (
        laws.who_must_decide_can_move_and_nobody_else,
        "a move is listed twice",
        _moves(lambda _, __, moves: (*moves, *moves)),
    ),
    (laws.who_must_decide_can_move_and_nobody_else, "nobody decides", _nobody_decides()),
    (laws.legal_moves_are_a_sequence, "slices are empty", _moves(lambda _, __, moves: Headless(moves))),
    (laws.states_are_values, "a state depends on when it was made", _forgetful()),
    (laws.a_record_replays, "a state depends on when it was made", _forgetful()),
    (laws.chance_adds_up_to_one, "a loaded die", _with_die(Loaded)),
    (laws.chance_adds_up_to_one, "a draw that refuses its own outcomes", _with_die(Suspicious)),
    (
        laws.what_is_hidden_never_shows,
        "moves depend on somebody else's card",
        _moves(lambda state, seat, moves: moves[: 1 + (state.cards[seat - 1] > 3)]),
    ),
    (
        laws.what_is_hidden_never_shows,
        "imagining forgets what is seen",
        replace(HONEST, imagine=lambda view, _: HONEST.start(len(view.cards), HONEST.options())),
    ),
    (
        laws.where_all_is_open_everybody_sees_the_same,
        "a game with hidden cards says that all is open",
        replace(HONEST, is_open=True),
    ),
    (
        laws.what_is_not_seen_of_chance_changes_no_view,
        "all cards are shown",
        _view(cards=lambda state: state.cards),
    ),
    (
        laws.what_is_new_is_known_to_everybody,
        "a hidden card is news",
        replace(HONEST, news=lambda state: state.cards if phase(state) == "say" else ()),
    ),
    (laws.what_is_new_is_known_to_everybody, "news before anything happened", replace(HONEST, news=lambda _: ("new",))),
    (
        laws.simultaneous_choices_are_unseen,
        "choices are shown at once",
        _view(said=lambda state: state.said),
    ),
    (laws.simultaneous_choices_commute, "the last word is always high", _last_word_counts()),
    (laws.the_end_is_the_end, "places do not follow scores", _result(Result((1, 2, 3), (1, 2, 3)))),
    (laws.the_end_is_the_end, "nobody is first", _result(Result((3, 2, 1), (2, 3, 4)))),
    (laws.the_end_is_the_end, "a seat has no result", _result(Result((3, 2), (1, 2)))),
    (
        laws.the_end_is_the_end,
        "one may go on talking",
        _moves(lambda state, _, moves: (say("low"),) if phase(state) == "over" else moves),
    ),
    (laws.json_round_trips, "views are not what they claim to be", replace(HONEST, views=State)),
    (laws.json_round_trips, "moves are not what they claim to be", replace(HONEST, moves=HONEST.outcomes)),
    (
        laws.words_round_trip,
        "a move that has no words",
        _moves(lambda _, __, moves: (*moves, say("mid")) if moves else ()),
    ),
    (
        laws.illegal_moves_are_refused,
        "a refusal in one language only",
        _refusing("H2", Text("", "No.")),
    ),
    (
        laws.illegal_moves_are_refused,
        "a refusal with a rule that is not there",
        _refusing("H9", Text("Nein.", "No.")),
    ),
    (laws.rules_are_in_the_rulebook, "a rule that is not there", _rule("H9")),
]


def _try_often(law: laws.Law, game: AnyGame) -> None:
    for match in range(5):
        law(game, PLAYERS, chance(f"fault/{match}"))


@pytest.mark.parametrize(
    ("law", "game"), [fault[::2] for fault in FAULTS], ids=[f"{law.__name__}: {name}" for law, name, _ in FAULTS]
)
def test_the_law_catches(law: laws.Law, game: AnyGame) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception, msgspec.ValidationError, Malformed)):
        _try_often(law, game)


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_every_law_has_a_fault_and_the_honest_game_none(law: laws.Law) -> None:
    assert law in [broken for broken, _, _ in FAULTS]
    _try_often(law, HONEST)
