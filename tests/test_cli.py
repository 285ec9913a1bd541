"""The command: simulate, verify, rules, and its errors for wrong arguments."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pasch import __version__, files
from pasch.bots.matches import chunks
from pasch.cli import main
from pasch.engine.game import AnyGame
from pasch.games import GAMES
from tests.scale import only_in_the_proof

FOLDER = Path(__file__).parent
TABLES = [(game, players) for game in GAMES.values() for players in game.seats]


def run(*words: object) -> int:
    try:
        return main([str(word) for word in words])
    except SystemExit as stop:
        return int(stop.code or 0)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASCH_LANG", "en")
    monkeypatch.delenv("PASCH_NEUTRAL_NAMES", raising=False)


def simulate(tmp_path: Path, *words: object, game: str = "hilo", name: str = "out.jsonl") -> Path:
    path = tmp_path / name
    assert run("simulate", game, "--out", path, *words) == 0
    return path


# pasch simulate

UNPROVED = "dice and cards recomputed: 0, still sealed: 0, without a proof: {}"


@pytest.mark.parametrize(("game", "players"), TABLES, ids=[f"{game.id}-{players}" for game, players in TABLES])
def test_what_is_simulated_verifies(
    game: AnyGame, players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = simulate(tmp_path, "--players", players, "--games", 6, "--seed", "s", game=game.id)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(records) == 6
    assert {tuple(record) for record in records} == {("pasch", "game", "players", "options", "events", "result")}
    assert len({json.dumps(record) for record in records}) > 1
    assert run("verify", path) == 0
    assert capsys.readouterr().out == f"{UNPROVED.format(6)}\n6 valid, 0 invalid\n"


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_matches_whatever_the_number_of_jobs(game: str, tmp_path: Path) -> None:
    once = simulate(tmp_path, "--games", 60, "--seed", 7, "--jobs", 1, game=game, name="1")
    more = simulate(tmp_path, "--games", 60, "--seed", 7, "--jobs", 3, game=game, name="3")
    other = simulate(tmp_path, "--games", 5, "--seed", 8, game=game, name="other")
    assert once.read_bytes() == more.read_bytes()
    first = simulate(tmp_path, "--games", 5, "--seed", 7, game=game, name="5").read_bytes()
    assert once.read_bytes().startswith(first)
    assert other.read_bytes() != first


def test_every_seat_can_be_the_first(tmp_path: Path) -> None:
    path = simulate(tmp_path, "--players", 3, "--games", 60)
    assert {json.loads(line)["options"]["first"] for line in path.read_text().splitlines()} == {0, 1, 2}


def test_bots_take_the_seats_in_turn(tmp_path: Path) -> None:
    path = simulate(tmp_path, "--players", 3, "--games", 20, "--bots", "greedy", "random")
    events = [event for line in path.read_text().splitlines() for event in json.loads(line)["events"]]
    words = {(event["seat"], event["word"]) for event in events if "seat" in event}
    assert words == {(0, "high"), (1, "high"), (1, "low"), (2, "high")}


def test_simulate_with_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = simulate(tmp_path, "--games", 20, "--options", '{"first": 1}', "--seed", "\udcff")
    assert {json.loads(line)["options"]["first"] for line in path.read_text().splitlines()} == {1}
    assert run("simulate", "hilo", "--options", '{"first": 7}') == 2
    assert "Seat 7 cannot be first" in capsys.readouterr().err


def test_simulate_writes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("simulate", "hilo", "--games", 2) == 0
    assert len(capfdbinary.readouterr().out.splitlines()) == 2


def test_simulate_into_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "hilo", "--out", tmp_path / "no" / "where") == 2
    assert "cannot be used" in capsys.readouterr().err


# pasch verify


def test_verify_names_file_line_event_rule_and_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = simulate(tmp_path, "--games", 3)
    lines = path.read_text().splitlines()
    second = json.loads(lines[1])
    second["events"][1]["word"] = "low" if second["events"][1]["word"] == "high" else "high"
    third = json.loads(lines[2])
    third["events"][2]["seat"] = third["events"][1]["seat"]
    path.write_text("\n".join([lines[0], "", json.dumps(second), json.dumps(third), lines[0][:50]]))
    assert run("verify", path) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"{path}:3: event 4: H4: The result is ")
    assert out[1].startswith(f"{path}:4: event 2: H2: Seat ")
    assert out[2].startswith(f"{path}:5: event 0: format: ")
    assert out[3:] == [UNPROVED.format(1), "1 valid, 3 invalid"]


def test_verify_speaks_german_if_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad"
    path.write_text('{"pasch":1,"game":"chess","players":2,"events":[]}')
    assert run("verify", path, "--lang", "de") == 1
    assert "Das Spiel 'chess' gibt es hier nicht" in capsys.readouterr().out


def test_verify_reads_on_when_a_file_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = simulate(tmp_path, "--games", 2)
    assert run("verify", tmp_path / "missing", tmp_path, path) == 2
    captured = capsys.readouterr()
    assert captured.err.count("cannot be used") == 2
    assert captured.out == f"{UNPROVED.format(2)}\n2 valid, 0 invalid\n"


def test_verify_reads_standard_input_with_a_byte_order_mark_and_other_line_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = simulate(tmp_path, "--games", 2).read_bytes().replace(b"\n", b"\r\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"\xef\xbb\xbf" + content)))
    assert run("verify", "-") == 0
    assert capsys.readouterr().out == f"{UNPROVED.format(2)}\n2 valid, 0 invalid\n"


def test_verify_passes_over_lines_of_any_length(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LONGEST_LINE", 2000)
    good = simulate(tmp_path, "--games", 1).read_bytes()
    path = tmp_path / "long"
    path.write_bytes(b"x" * 9000 + b"\n" + good + b"y" * 2000)
    assert run("verify", path) == 1
    out = capsys.readouterr().out.splitlines()
    assert [line.split(":")[1] for line in out[:2]] == ["1", "3"]
    assert all("longer than" in line for line in out[:2])
    assert out[2:] == [UNPROVED.format(1), "1 valid, 2 invalid"]


def test_nothing_in_a_record_can_forge_a_line_or_move_the_cursor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = {"type": "roll", "die": 3, "x\n1 valid, 0 invalid\x1b[2J" + "y" * 9999: 1}
    path = tmp_path / "evil"
    path.write_text(json.dumps({"pasch": 1, "game": "hilo", "players": 2, "events": [evil]}))
    assert run("verify", path) == 1
    out = capsys.readouterr().out
    assert len(out.splitlines()) == 2
    assert "\x1b" not in out
    assert len(out) < 1000


def test_verify_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").write_bytes(b"")
    assert run("verify", tmp_path / "empty") == 0
    assert capsys.readouterr().out == "0 valid, 0 invalid\n"


VECTORS = json.loads((FOLDER / "vectors" / "fair.json").read_text(encoding="utf-8"))
PROVED = [match["record"] for match in VECTORS["matches"]]


def still_sealed(record: dict[str, Any]) -> dict[str, Any]:
    proof = {key: value for key, value in record["proof"].items() if key != "secret"}
    return {key: value for key, value in record.items() if key != "result"} | {"events": [], "proof": proof}


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "dice and cards recomputed: 3, still sealed: 1, without a proof: 2"),
        ("de", "Würfel und Karten nachgerechnet: 3, noch versiegelt: 1, ohne Beweis: 2"),
    ],
)
def test_verify_recomputes_the_dice_of_records_with_a_proof(
    lang: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = simulate(tmp_path, "--games", 2)
    with path.open("a") as file:
        file.writelines(json.dumps(record) + "\n" for record in [*PROVED, still_sealed(PROVED[0])])
    assert run("verify", path, "--lang", lang) == 0
    assert capsys.readouterr().out == f"{says}\n6 valid, 0 invalid\n"


def test_verify_reports_dice_that_fell_differently(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [
        PROVED[0],
        PROVED[0] | {"proof": PROVED[0]["proof"] | {"words": ["other", "words"], "lot": False}},
        PROVED[1] | {"proof": PROVED[1]["proof"] | {"seal": "0" * 64}},
        PROVED[2] | {"proof": "trust me"},
    ]
    path = tmp_path / "proved"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert run("verify", path) == 1
    first, second, third, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith(f'{path}:2: event 0: proof: Draw 0 was {{"type":"deal"')
    assert second == f"{path}:3: event 0: proof: The secret does not fit the seal."
    assert third.startswith(f"{path}:4: event 0: format: Badly written: ")
    assert rest == ["dice and cards recomputed: 1, still sealed: 0, without a proof: 0", "1 valid, 3 invalid"]


def test_verify_asks_for_a_proof_and_for_what_was_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads((FOLDER / "vectors" / "fair-parts.json").read_text(encoding="utf-8"))["matches"][0]
    path, seal, terms = tmp_path / "proved", record["record"]["proof"]["seal"], record["terms"]
    path.write_text(json.dumps(record["record"]))
    assert run("verify", path, "--require-proof", "--seal", seal.upper(), "--terms", terms) == 0
    assert run("verify", path, "--seal", "0" * 64) == 1
    assert run("verify", path, "--terms", seal) == 1
    assert run("verify", simulate(tmp_path, "--games", 1), "--require-proof") == 1
    assert run("verify", path, "--seal", "deal") == 2
    captured = capsys.readouterr()
    for fault in ("not the seal that was noted.", "not the terms that were noted.", "proof: The proof is missing."):
        assert fault in captured.out
    assert "64 digits from 0 to f are expected" in captured.err


@pytest.mark.slow
def test_verify_needs_the_same_memory_for_a_large_file(tmp_path: Path) -> None:
    small = simulate(tmp_path, "--games", 20, game="kniffel", name="small").read_bytes()
    sizes = {}
    for times in (1, 40):
        path = tmp_path / f"{times}"
        path.write_bytes(small * times)
        code = (
            "import resource, sys; from pasch.cli import main; main(['verify', sys.argv[1]]);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
        *_, verdict, size = done.stdout.splitlines()
        assert verdict == f"{20 * times} valid, 0 invalid"
        sizes[times] = int(size)
    assert sizes[40] < 1.25 * sizes[1]


def test_a_billion_matches_are_begun_at_once() -> None:
    assert next(chunks(10**9, 50)) == range(50)


WORDS = ("simulate hilo --games 3", "verify records", "rules hilo", "play hilo --bots greedy greedy")
SHELLS = (">&-", "<&-", "2>&-", "> /dev/full", "| head -c 1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "shell"),
    [
        pytest.param(words, shell, marks=only_in_the_proof(unless=(n + m) % 2 == 0))
        for n, words in enumerate(WORDS)
        for m, shell in enumerate(SHELLS)
    ],
)
def test_no_stream_is_too_strange(words: str, shell: str, tmp_path: Path) -> None:
    (tmp_path / "records").write_text('{"pasch":1,"game":"hilo","players":2,"events":[]}\n' * 3)
    done = subprocess.run(  # noqa: S602
        f"{sys.executable} -m pasch {words} {shell}",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


# pasch rules, and the words themselves


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_rules_shows_the_page(game: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", game, "--lang", lang) == 0
    out = capsys.readouterr().out
    assert out.startswith("# ")
    assert ("jede" in out.lower()) == (lang == "de")


def test_rules_under_a_neutral_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PASCH_NEUTRAL_NAMES", "1")
    assert run("rules", "twentyone") == 0
    assert capsys.readouterr().out.startswith("# 21 Rows")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["dance"],
        ["rules", "chess"],
        ["simulate", "hilo", "--games", "x"],
        ["simulate", "hilo", "--games", "0"],
        ["simulate", "hilo", "--games", "-1"],
        ["simulate", "hilo", "--games", "9" * 400],
        ["simulate", "hilo", "--games", "²"],
        ["simulate", "hilo", "--games", "1", "--jobs", "nan"],
        ["simulate", "hilo", "--players", "1"],
        ["simulate", "hilo", "--bots", "genius"],
        ["replay", "hilo", "--match", "0"],
        ["rules", "hilo", "--lang", "fr"],
    ],
)
def test_wrong_words_get_an_answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words) == 2
    captured = capsys.readouterr()
    assert captured.err
    assert "Traceback" not in captured.err


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"pasch {__version__}\n"


@pytest.mark.parametrize(("setting", "lang"), [("de_DE.UTF-8", "de"), ("C", "en"), ("", "en")])
def test_the_language_of_the_system(
    setting: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("PASCH_LANG", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", setting)
    assert run("rules", "hilo") == 0
    assert capsys.readouterr().out.startswith("# Hoch" if lang == "de" else "# High")


@pytest.mark.slow
def test_the_module_is_the_command_and_a_closed_pipe_is_no_accident() -> None:
    words = [sys.executable, "-m", "pasch", "simulate", "hilo", "--games", "3000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ.copy()) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b'{"pasch":1')
        process.stdout.close()
        assert process.stderr.read() == b""
