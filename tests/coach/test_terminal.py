"""`pasch review` and `pasch quiz`, as somebody calls them."""

import io
import json
import re
from pathlib import Path
from statistics import fmean

import pytest

from pasch.cli import main
from pasch.engine.record import encode
from tests.coach.test_review import played

SEAT = {"seat", "start", "result", "luck", "own", "others", "rest", "decisions", "counted", "mean_loss", "grade"}
EVENT = {"n", "seat", "chances", "luck", "best", "played", "loss", "mark"}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    record = encode(played("twentyone", 2))
    unfinished = json.loads(record)
    unfinished["events"], unfinished["result"] = unfinished["events"][:3], None
    path = tmp_path_factory.mktemp("coach") / "matches.jsonl"
    path.write_bytes(record + b"\n" + json.dumps(unfinished).encode() + b"\nnonsense\n")
    return path


def test_json_has_an_object_for_each_match_that_can_be_reviewed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--json", "--lang", "en"]) == 1
    said = capsys.readouterr()
    (line,) = said.out.splitlines()
    found = json.loads(line)
    assert list(found) == ["game", "players", "seats", "events"]
    assert all(seat.keys() - {"grade", "mean_loss"} == SEAT - {"grade", "mean_loss"} for seat in found["seats"])
    assert all(event.keys() <= EVENT and len(event["chances"]) == 2 for event in found["events"])
    assert {"best", "played", "loss"} <= found["events"][1].keys()
    assert "matches.jsonl:2: The match is not over yet" in said.err
    assert "matches.jsonl:3: Badly written" in said.err


def test_json_of_one_seat_has_its_balance_and_its_decisions(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--json", "--match", "1", "--seat", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [seat["seat"] for seat in found["seats"]] == [1]
    assert {event["seat"] for event in found["events"] if "loss" in event} == {1}
    assert all(len(event["chances"]) == 2 for event in found["events"])


def test_a_review_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--match", "1", "--seat", "1", "--lang", "de", "--plain"]) == 0
    said = capsys.readouterr().out
    assert "Wer lag wann vorn?" in said
    assert all(word in said for word in ("Start", "Eigene Züge", "Züge der anderen", "Rest", "Ergebnis", "Wendepunkte"))
    ribbon = [line[:-4] for line in said.splitlines() if line.startswith(("●", "◆")) and not line.strip("●◆ 015")]
    assert len(ribbon) == 10
    assert "● Rot:" not in said
    assert re.search(r"je Entscheidung \d+,\d ± \d+,\d, \d+ gezählt \(vorläufig\)", said)


def test_several_matches_are_told_without_their_luck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "matches.jsonl"
    assert main(["simulate", "twentyone", "--games", "3", "--bots", "strong", "random", "--out", str(file)]) == 0
    assert main(["review", str(file), "--json"]) == 0
    seats = [json.loads(line)["seats"][0] for line in capsys.readouterr().out.splitlines()]
    assert main(["review", str(file), "--lang", "en", "--plain"]) == 0
    told = r"(−?[\d.]+) % \(([\d.]+) – ([\d.]+)\)"
    said = re.search(rf"● Red: wins {told}, without the luck {told}", capsys.readouterr().out)
    assert said is not None
    won, low, high, adjusted, least, most = (float(figure.replace("−", "-")) for figure in said.groups())
    assert won == pytest.approx(100 * fmean(one["result"] for one in seats), abs=0.06)
    assert adjusted == pytest.approx(100 * fmean(one["result"] - one["luck"] for one in seats), abs=0.06)
    assert low <= won <= high
    assert least <= max(0, min(100, adjusted)) <= most
    assert main(["review", str(file), "--match", "1", "--lang", "en", "--plain"]) == 0
    assert "without the luck" not in capsys.readouterr().out, "of one match it means nothing"


def test_in_german_everything_is_german(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = json.loads(encode(played("twentyone", 2)))
    wrong["events"][1] = wrong["events"][0]
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps(wrong))
    assert main(["review", str(file), "--lang", "de"]) == 1
    assert "wrong.jsonl:1: Ereignis 1: Hier wird nicht" in capsys.readouterr().err


@pytest.mark.parametrize(("more", "says"), [
    (["--match", "9"], "There is no match 9"),
    (["--match", "1", "--seat", "2"], "There is no seat 2"),
])  # fmt: skip
def test_what_is_not_there_gets_a_sentence(
    file: Path, more: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(file), *more, "--lang", "en"]) in (1, 2)
    assert says in capsys.readouterr().err


def test_a_quiz_hides_the_answer_until_it_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("?\nnonsense\nq\n"))
    assert main(["quiz", "twentyone", "--seed", "1", "--plain", "--lang", "en"]) == 0
    assert "Best:" not in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("keep\nagain\n-\n"))
    assert main(["quiz", "twentyone", "--seed", "1", "--plain", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "Your try:" in said
    assert any(word in said for word in ("Exactly!", "Nearly.", "There is more in it."))
