"""What researchers compare bots by and learn from: `pasch evaluate`, the leaderboard, and `pasch dataset`."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from docs import generated, make_leaderboard

from pasch.bots import dataset
from pasch.bots.evaluation import DEFINITION, REFERENCES, Evaluation, Met, all_tables, evaluation, score
from pasch.cli import main
from pasch.engine.draws import Below
from pasch.engine.game import AnyGame, Seat


class First:
    """A bot of somebody's own."""

    def __init__(self, game: AnyGame) -> None:
        assert game.id == "twentyone"

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:  # noqa: ARG002
        return moves[0]


def met(game: str, players: int, reference: str, share: float, squares: float = 0.0) -> Met:
    return Met(game, players, 1, "abc", reference, 20, 10, share, 0, 1, squares, 0.5)


def test_the_score_is_a_mean_of_means() -> None:
    one = [met("a", 2, "random", 1.0), met("a", 2, "greedy", 0.5)]
    other = [met("b", players, name, 0.25) for players in (2, 3) for name in ("random", "greedy")]
    assert score(one).score == pytest.approx(75)
    assert score(other).score == pytest.approx(25)
    assert score([*one, *other]).score == pytest.approx(50), "games count alike, however many tables they have"


def test_the_interval_of_a_score_is_that_of_a_mean_of_independent_ones() -> None:
    alone = score([met("a", 2, "random", 0.5, squares=0.9)])
    both = score([met("a", 2, "random", 0.5, squares=0.9), met("a", 2, "greedy", 0.5, squares=0.9)])
    assert alone.high - alone.score == pytest.approx(100 * 0.1 * 2.262, abs=0.01), "Student, 9 degrees of freedom"
    assert both.high - both.score == pytest.approx(100 * 0.1 / 2**0.5 * 2.101, abs=0.01), "18 of them"
    assert score([met("a", 2, "random", 1.02, squares=0.9)]).high == 100


def test_anybodys_bot_is_evaluated(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "tests.test_evaluation:First", "--game", "twentyone", "--players", "2", "--deals", "2"]
    assert main([*words, "--json"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out, type=Evaluation)
    assert [one.reference for one in found.tables] == list(REFERENCES)
    assert all((one.game, one.players, one.matches) == ("twentyone", 2, 4) for one in found.tables)
    assert found.definition == DEFINITION.en
    assert found.score == pytest.approx(100 * sum(one.share for one in found.tables) / 3)
    assert found.low < found.score < found.high
    assert found.tables[0].share > found.tables[2].share, "random is easier than strong"
    assert found == evaluation(found.bot, found.seed, found.tables)


class Astray(First):
    """One that does not look at what it may do."""

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:  # noqa: ARG002
        return "sideways"


def test_a_bot_that_breaks_the_rules_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", f"{__name__}:Astray", "--game", "twentyone", "--players", "2", "--deals", "2", "--lang", "en"]
    assert main(words) == 2
    assert "The bot Astray chooses 'sideways': " in capsys.readouterr().err


def test_a_bot_in_a_file_of_the_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot_of_this_folder.py").write_text(
        "def nobody(game):\n    raise SystemExit(f'called for {game.id}')\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["/nowhere"])
    with pytest.raises(SystemExit, match="called for kniffel"):
        main(["evaluate", "bot_of_this_folder:nobody"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["evaluate", "greedy", "--game", "hilo"], "no network has learned"),
        (["evaluate", "greedy", "--game", "sack", "--players", "6"], "for so many players"),
        (["evaluate", "nobody:Nobody"], "There is no bot nobody:Nobody"),
        (["dataset", "folder", "--bot", "nobody"], "There is no bot 'nobody'"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


# The leaderboard


def test_the_leaderboard_shows_what_is_kept() -> None:
    assert generated.stale(make_leaderboard.files()) == [], "run: make leaderboard"
    entries = make_leaderboard.kept()
    assert {"random", "greedy", "strong"} <= {entry.bot for entry in entries}
    for entry in entries:
        assert entry == evaluation(entry.bot, entry.seed, entry.tables), "scores follow from the meetings"
        assert make_leaderboard.whole_score(entry) == entry


def test_a_result_is_taken_in(tmp_path: Path) -> None:
    file, board = tmp_path / "new.json", tmp_path / "board.json"
    board.write_text("[]")
    whole = evaluation("whole", "0", [met(game.id, players, "random", 0.4) for game, players in all_tables()])
    half = evaluation("half", "0", [met("sack", 2, "random", 0.9)])
    for entry in (half, whole, half):
        file.write_bytes(msgspec.json.encode(entry))
        make_leaderboard.add([file], board)
    entries = make_leaderboard.kept(board)
    assert entries == [whole, half]
    again = evaluation("whole", "1", [met("sack", 2, "random", 0.5)])
    file.write_bytes(msgspec.json.encode(again))
    make_leaderboard.add([file], board)
    newer = make_leaderboard.kept(board)[0]
    shares = {(one.game, one.players): one.share for one in newer.tables}
    assert shares == {(one.game, one.players): one.share for one in whole.tables} | {("sack", 2): 0.5}
    assert newer == evaluation("whole", "1", newer.tables)
    *_, first, second = make_leaderboard.board(entries).splitlines()
    assert first.startswith("| `whole` | 40.0 (40.0 – 40.0) | 40.0")
    assert second.startswith("| `half` | – | – | – |"), "one table is not a game"


# The data set


def test_a_data_set_is_made_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["dataset", str(tmp_path), "--game", "twentyone", "--bot", "greedy", "--matches", "2", "--players"]
    assert main([*words, "2"]) == 0
    file = tmp_path / "twentyone-2.jsonl.gz"
    records = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    (part,) = dataset.contents(tmp_path)
    decisions = sum("seat" in event for record in records for event in record["events"])
    assert (part.matches, part.decisions) == (len(records), decisions) == (2, decisions)
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert f"| twentyone-2.jsonl.gz | 2 | {decisions} |" in card
    assert part.sha256 in card
    assert "By `pasch dataset FOLDER --bot greedy --matches 2 --seed 0`;" in card
    assert "hashes: none." in card, "a heuristic has no weights"
    assert "best value" not in card, "nor does it look for the best value"
    learned = dataset.card([msgspec.structs.replace(part, bot="strong", weights="0af83668")])
    assert "twentyone for 2: `0af83668`." in learned
    assert "`strong` takes the move with the best value" in learned

    unpacked = tmp_path / "all.jsonl"
    unpacked.write_bytes(gzip.decompress(file.read_bytes()))
    assert main(["verify", str(unpacked)]) == 0

    made = file.stat().st_mtime_ns
    assert main([*words, "2", "--players", "3"]) == 0
    assert file.stat().st_mtime_ns == made, "what is there stays"
    assert [one.file for one in dataset.contents(tmp_path)] == ["twentyone-2.jsonl.gz", "twentyone-3.jsonl.gz"]
    file.write_bytes(b"cut off")
    assert main([*words, "2"]) == 0
    assert dataset.contents(tmp_path)[0] == part, "the same bytes again"
    capsys.readouterr()
