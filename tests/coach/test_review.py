"""What a review says adds up, and is the same every time."""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import astuple, replace

from pasch.bots.matches import play_match
from pasch.cli import main
from pasch.coach import Review, review
from pasch.coach.reviewing import LONGEST
from pasch.engine.draws import chance
from pasch.engine.errors import PaschError
from pasch.engine.match import Match
from pasch.engine.record import Hints, Record, encode
from pasch.games import GAMES
from pasch.games.kniffel.model import Swap
from pasch.games.sack.model import DECK
from pasch.games.weights import is_learned

TABLES = [(game.id, game.seats[0]) for game in GAMES.values() if is_learned(game)]


def played(game: str, players: int, levels: tuple[str, ...] = ("beginner", "medium", "strong")) -> Record:
    match, _ = play_match(GAMES[game], [levels[seat % len(levels)] for seat in range(players)], "coach")
    return Record.of(match)


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def reviewed(request: pytest.FixtureRequest) -> tuple[Record, Review]:
    record = played(*request.param)
    return record, review(record)


def test_a_move_that_was_to_be_expected_changes_little() -> None:
    """In their last turns, too, those who cannot win any more do what the others' chances were told by."""
    for seed in ("where/3", "where/7"):
        match, _ = play_match(GAMES["sack"], ["strong"] * 3, seed)
        found = review(Record.of(match))
        before = [found.start, *(step.chances for step in found.steps)]
        moves = [step for step in found.steps if step.seat is not None]
        assert (
            max(abs(now - was) for step in moves for now, was in zip(step.chances, before[step.n], strict=True)) < 0.5
        )


def test_everything_adds_up(reviewed: tuple[Record, Review]) -> None:
    record, found = reviewed
    assert [step.n for step in found.steps] == list(range(len(record.events)))
    for step in found.steps:
        assert sum(step.chances) == pytest.approx(1, abs=1e-5)
        assert sum(step.percent) == 100
        assert step.luck is None or sum(step.luck.brought) == pytest.approx(0, abs=1e-5)
        assert (step.luck is not None) == (step.seat is None)
    for one in found.seats:
        for parts, near in ((one.balance.exact, 1e-5), (one.balance.points, 0)):
            *summands, result = astuple(parts)
            assert sum(summands) == pytest.approx(result, abs=near)
        assert one.balance.exact.result == record.result.share(one.seat)  # type: ignore[union-attr]
        assert one.counted <= one.decisions
        assert all(b - a >= 5 for a, b in zip(one.turning_points, one.turning_points[1:], strict=False))


def test_a_loss_is_the_best_chance_less_the_one_played(reviewed: tuple[Record, Review]) -> None:
    _, found = reviewed
    marks = {"blunder": 0.1, "mistake": 0.05, "inaccuracy": 0.02, None: 0.0}
    for judged in (step.judgement for step in found.steps if step.judgement):
        assert judged.loss == pytest.approx(judged.best.chance - judged.played.chance, abs=2e-6)
        assert judged.candidates[0] == judged.best
        assert (judged.best == judged.played) == (judged.loss == 0)
        assert judged.mark == next(mark for mark, least in marks.items() if judged.loss >= least)
    assert any(step.judgement and step.judgement.mark for step in found.steps)


def test_the_same_record_has_the_same_review(reviewed: tuple[Record, Review]) -> None:
    record, found = reviewed
    assert review(record) == found


KERNELS = {"x86_64": ("Prescott", "Haswell"), "aarch64": ("ARMV8", "NEOVERSEN1")}
"""Of OpenBLAS, which add up in another order each: as on machines with other processors."""


@pytest.mark.slow
def test_another_machine_gives_the_same_review(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_bytes(b"".join(encode(played(*table)) + b"\n" for table in TABLES))
    said = [
        subprocess.run(
            [sys.executable, "-m", "pasch", "review", str(file), "--json"],
            env=os.environ | {"OPENBLAS_CORETYPE": kernel},
            capture_output=True,
            check=True,
        ).stdout
        for kernel in KERNELS.get(platform.machine(), ())
    ]
    assert len(set(said)) <= 1
    assert all(len(told.splitlines()) == len(TABLES) for told in said)


def test_the_balance_is_what_the_ribbon_shows(reviewed: tuple[Record, Review]) -> None:
    """Luck is its strokes, others' moves are their steps; the rest is what one's own steps are beside the losses."""
    _, found = reviewed
    rows = [found.start, *(step.chances for step in found.steps)]
    changes = [(step, [b - a for a, b in zip(rows[step.n], step.chances, strict=True)]) for step in found.steps]
    for one in found.seats:
        parts, seat = one.balance.exact, one.seat
        others = sum(change[seat] for step, change in changes if step.seat not in (None, seat))
        assert parts.others == pytest.approx(others, abs=1e-4)
        own = sum(
            change[seat] + (step.judgement.loss if step.judgement else 0)
            for step, change in changes
            if step.seat == seat
        )
        renewed = sum(change[seat] - step.luck.brought[seat] for step, change in changes if step.luck)
        assert parts.rest == pytest.approx(own + renewed, abs=1e-4)
        assert abs(parts.rest) < 0.4


def test_matches_with_hints_or_a_stand_in_grade_nobody() -> None:
    record = played("twentyone", 2)
    assert [one.grade is not None for one in review(record).seats] == [True, True]
    hinted = review(replace(record, hints=Hints(kind="ask", taken=(0, 0))))
    assert [(one.grade, one.ungraded) for one in hinted.seats] == [(None, "hints")] * 2
    away = review(replace(record, stood_in=(0, 3)))
    assert [one.ungraded for one in away.seats] == [None, "stand-in"]
    assert [one.grade is not None for one in away.seats] == [True, False]


def unreviewable() -> Iterator[tuple[str, Record, str]]:
    """What cannot be reviewed, and what is said of it."""
    record = played("twentyone", 2)
    yield "unfinished", replace(record, events=record.events[:3], result=UNSET), "The match is not over yet"
    yield "no such game", replace(record, game="chess"), "There is no game"
    yield "so many players", replace(record, players=99), "not 99"
    long = Match(GAMES["kniffel"], 2)
    long.draw(chance("long"))
    while long.count <= LONGEST:
        long.play(long.turn.seats[0], Swap((), 0))  # type: ignore[union-attr]
    yield "too long", Record.of(long), "too long"
    yield "invalid", replace(record, events=[record.events[0], record.events[0]]), "Nothing is drawn here"
    deck = msgspec.to_builtins(DECK[:7])
    foreign, _ = play_match(GAMES["sack"], ["random", "random"], "deck", {"deck": deck})
    yield "another deck", Record.of(foreign), "other cards than those the coach has learned with"
    unlearned, _ = play_match(GAMES["hilo"], ["random", "random"], "none")
    yield "not learned", Record.of(unlearned), "no network has learned it"


@pytest.mark.parametrize(("record", "says"), [pytest.param(*rest, id=name) for name, *rest in unreviewable()])
def test_what_cannot_be_reviewed_gets_one_sentence(record: Record, says: str) -> None:
    with pytest.raises(PaschError, match=says):
        review(record)


def test_what_cannot_be_reviewed_is_said_by_the_command_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = list(unreviewable())
    file = tmp_path / "matches.jsonl"
    file.write_bytes(b"".join(encode(record) + b"\n" for _, record, _ in records))
    assert main(["review", str(file), "--json", "--lang", "en"]) == 1
    told = capsys.readouterr()
    assert told.out == "", "nothing half done"
    lines = told.err.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [f"{file}:{n}" for n, _ in enumerate(records, start=1)]
    for line, (_, _, says) in zip(lines, records, strict=True):
        assert says in line
    assert main(["review", str(tmp_path / "nothing.jsonl")]) == 2
