"""What a review says adds up, and is the same every time."""

import pytest

from pasch.bots.matches import play_match
from pasch.coach import Review, review
from pasch.engine.errors import PaschError
from pasch.engine.record import Record
from pasch.games import GAMES
from pasch.games.weights import is_learned

TABLES = [(game.id, game.seats[0]) for game in GAMES.values() if is_learned(game)]


def played(game: str, players: int, levels: tuple[str, ...] = ("beginner", "medium", "strong")) -> Record:
    match, _ = play_match(GAMES[game], [levels[seat % len(levels)] for seat in range(players)], "coach")
    return Record.of(match)


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def reviewed(request: pytest.FixtureRequest) -> tuple[Record, Review]:
    record = played(*request.param)
    return record, review(record)


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
            assert sum(parts[:-1]) == pytest.approx(parts.result, abs=near)
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


@pytest.mark.parametrize(("change", "says"), [
    ({"events": [], "result": None}, "The match is not over yet"),
    ({"game": "chess"}, "There is no game"),
    ({"players": 99}, "not 99"),
])  # fmt: skip
def test_what_cannot_be_reviewed_gets_one_sentence(change: dict[str, object], says: str) -> None:
    record = Record(**{**{name: getattr(played("twentyone", 2), name) for name in Record.__struct_fields__}, **change})
    with pytest.raises(PaschError, match=says):
        review(record)
