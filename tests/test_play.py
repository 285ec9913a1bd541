"""Playing and replaying in the terminal: by lines, as a pipe or a screen reader does it, and on a real terminal."""

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import pytest

from pasch.bots.levels import LEVELS, NAMES, USUAL
from pasch.cli import main
from pasch.engine.draws import by_lot, chance
from pasch.engine.game import AnyGame, Chance, Decision, Over, Seat
from pasch.engine.match import Match
from pasch.engine.record import decode, verify
from pasch.games import GAMES
from pasch.games.parts import text_of
from pasch.terminal.save import resume
from pasch.terminal.screen import Screen

REAL = [game for game in GAMES.values() if game.id != "hilo"]


@pytest.fixture(autouse=True)
def _quiet_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PASCH_LANG", "en")


class Table:
    """Types lines into `pasch play` and hears what it says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *words: object, typed: Iterator[str] | list[str] = ()) -> tuple[int, str]:  # type: ignore[assignment]
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        try:
            code = main([str(word) for word in words])
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = self.capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out + captured.err


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    return Table(monkeypatch, capsys)


def typed_match(game: str, players: int, seed: str, people: set[int]) -> list[str]:
    """What people type in a whole match that the given seed makes, choosing at random among the willing moves."""
    from pasch.bots.levels import bot
    from pasch.games.parts import greedy_of

    rules, text = GAMES[game], text_of(GAMES[game])
    lot = chance(f"{seed}/lot")
    drawn = {"first": lot(players), **{name: by_lot(pool, players, lot) for name, pool in rules.lots.items()}}
    match = Match(rules, players, rules.options(**drawn))
    typed, last = [], None
    while not isinstance(turn := match.turn, Over):
        number = match.count
        if isinstance(turn, Chance):
            match.draw(chance(f"{seed}/{number}/chance"))
            continue
        assert isinstance(turn, Decision)
        seat = next((seat for seat in turn.seats if seat not in people), turn.seats[0])
        view, moves = rules.view(match.state, seat), match.moves(seat)
        if seat not in people:
            match.play(seat, bot(rules, "greedy").choose(view, seat, moves, chance(f"{seed}/{number}/choice")))
            continue
        if len(people) > 1 and last != seat and _is_covered(match, seat, last):
            typed.append("")
        last = seat
        willing = greedy_of(rules).willing(moves)
        move = willing[chance(f"{seed}/{number}/typed")(len(willing))]
        typed.append(text.write(move, view, seat))
        match.play(seat, move)
    return typed


def _is_covered(match: Match, seat: Seat, last: Seat | None) -> bool:
    openly = match.game.view(match.state, None)
    return match.game.view(match.state, seat) != openly or (
        last is not None and match.game.view(match.state, last) != openly
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [{0}, {0, 1}])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_whole_match_by_typing(game: str, people: set[int], lang: str, table: Table, tmp_path: Path) -> None:
    bots = ["--bots"] + ["greedy"] * (2 - len(people))
    typed = typed_match(game, 2, "whole", people)
    path = tmp_path / "match.json"
    code, said = table(
        "play", game, "--players", 2, *bots, "--seed", "whole", "--lang", lang, "--save", path, typed=typed
    )
    assert code == 0
    match = verify(decode(path.read_bytes()), GAMES)
    assert isinstance(match.turn, Over)
    assert "1. " in said
    assert str(max(match.turn.result.scores)) in said
    assert "\x1b" not in said


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_the_winner_is_told_once_and_places_have_a_unit(game: str, table: Table) -> None:
    code, said = table(
        "play", game, "--players", 2, "--bots", "greedy", "--seed", "whole", "--lang", "de",
        "--save", "end.json", typed=typed_match(game, 2, "whole", {0}),
    )  # fmt: skip
    assert code == 0
    end = said[said.rindex(" >") :]
    assert len(re.findall(r" (gewinnt mit .*Punkten|gewinnt!|teilen sich den Sieg)", end)) == (game != "hilo")
    assert len(re.findall(r"^[12]\. .*: −?\d+ (Punkte?|Säcke?)\b.*\d", end, re.MULTILINE)) == 2
    assert "Stapel" not in end, "nobody draws any more"


def test_the_table_is_not_said_again_as_a_whole_after_each_die(table: Table) -> None:
    words = ["play", "sack", "--bots", "greedy", "--seed", "dice", "--options", '{"first": 0}', "--lang", "de"]
    code, said = table(*words, typed=["1 1", "", "q"])
    assert code == 0
    first, second, third, _ = re.split(r" >", said, maxsplit=3)
    board = re.compile(r"^Brett \d", re.MULTILINE)
    assert len(board.findall(first)) == 5
    assert len(board.findall(second)) <= 2, second
    assert len(board.findall(third)) == 5


def test_options_that_are_a_list_get_a_sentence(table: Table) -> None:
    code, said = table("play", "hilo", "--options", "[1]", "--lang", "en", typed=[])
    assert code == 2
    assert "Options are a JSON object" in said


@pytest.mark.parametrize("game", GAMES)
def test_a_match_put_aside_goes_on_as_if_nothing_had_happened(game: str, table: Table, tmp_path: Path) -> None:
    typed = typed_match(game, 3, "aside", {0})
    words = ["play", game, "--players", 3, "--bots", "greedy", "greedy", "--seed", "aside"]
    assert table(*words, "--save", "whole", typed=typed)[0] == 0
    half = len(typed) // 2
    code, said = table(*words, "--save", "half", typed=typed[:half])
    assert code == 0
    assert "--resume half" in said
    assert "result" not in json.loads(Path("half").read_text())
    assert table("verify", "half")[0] == 0
    assert table("play", "--resume", "half", "--save", "rest", typed=typed[half:])[0] == 0
    whole, rest = decode(Path("whole").read_bytes()), decode(Path("rest").read_bytes())
    assert whole == rest


def test_without_a_name_the_match_is_put_aside_in_this_folder(table: Table, tmp_path: Path) -> None:
    code, said = table("play", "hilo", "--bots", typed=["", "q"])
    assert code == 0
    (path,) = tmp_path.glob("pasch-hilo-*.save.json")
    assert path.name in said
    match, note = resume(str(path))
    assert note
    assert [player.bot for player in note.seats] == [None, None]
    assert match.count == 1


def test_bots_alone_play_to_the_end(table: Table) -> None:
    code, said = table("play", "hilo", "--players", 3, "--bots", "greedy,random", "greedy")
    assert code == 0
    assert "The die shows" in said
    assert "1. " in said


def test_people_and_bots_in_any_seats(table: Table) -> None:
    words = ["--players", 3, "--bots", "greedy", "person", "greedy", "--names", "Ada,Bo", "--save", "x"]
    code, said = table("play", "hilo", *words, typed=["high"])
    assert code == 0
    assert "Bo: High or low?" in said
    _, note = resume("x")
    assert note
    assert [(player.name, player.bot) for player in note.seats] == [
        ("Ada", "greedy"),
        ("Bo", None),
        (None, "greedy"),
    ]


def test_bots_that_nobody_asked_for_play_as_usual_and_are_introduced(table: Table) -> None:
    code, said = table("play", "hilo", "--players", 3, "--lang", "de", "--save", "x", typed=["q"])
    assert code == 0
    _, note = resume("x")
    assert note
    assert [player.bot for player in note.seats] == [None, *[USUAL] * 2]
    assert "Bots am Tisch: ◆ Oskar (mittel), ▲ Trude (mittel)." in said
    assert "Bots at the table: ◆ Oskar (medium), ▲ Trude (medium)." in table("play", "--resume", "x", typed=["q"])[1]


def test_bots_have_names_that_nobody_else_at_the_table_has(table: Table) -> None:
    words = ["--players", 3, "--bots", "strong", "strong", "--names", "Knut"]
    assert "● Knut: Hoch oder tief?" in table("play", "hilo", *words, "--lang", "de", typed=["q"])[1]
    code, said = table("play", "hilo", *words, "--seed", 1, typed=["high"])
    assert code == 0
    assert "Bots at the table: ◆ Trude (strong), ▲ Otto (strong)." in said
    assert all(re.search(rf"^\d\. . {name}: ", said, re.MULTILINE) for name in ("Knut", "Trude", "Otto"))


def test_people_alone_are_told_of_no_bots(table: Table) -> None:
    assert "Bots" not in table("play", "hilo", "--bots", typed=["", "q"])[1]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_can_be_played_against(level: str, table: Table) -> None:
    code, said = table("play", "hilo", "--bots", level, "--seed", level, typed=["high"])
    assert code == 0
    assert f"({NAMES[level].en})" in said
    assert "1. " in said


def test_what_can_be_typed(table: Table) -> None:
    typed = ["", "?", "list", "rules", "log", "nonsense", "#7", "#x", "#1"]
    code, said = table("play", "hilo", "--bots", "greedy", "--seed", 1, typed=typed)
    assert code == 0
    for words in ("To type:", "#2", "**H2**", "Everybody gets a card.", "Say high or low.", "not on the list", "1. "):
        assert words in said


def test_a_move_against_the_rules_is_refused_with_its_rule(table: Table) -> None:
    words = ["play", "twentyone", "--bots", "greedy", "--seed", 2, "--options", '{"first": 0}']
    code, said = table(*words, typed=["123456", "k", "123456", "q"])
    assert code == 0
    assert re.findall(r"\((T\d+)\)", said) == ["T4", "T6"]


def test_people_never_see_each_others_cards(table: Table) -> None:
    _, said = table("play", "hilo", "--bots", "--names", "Ada,Bo", "--seed", 3, typed=["", "high", "", "low"])
    ada, bo = said.split("Hand over to Bo")
    assert re.search(r"Ada: [1-6], Bo: \?", ada)
    assert re.search(r"Ada: \?, Bo: [1-6]", bo.split("The die shows")[0])
    assert "high" not in bo.split("High or low?")[0].replace("High or low", "")


def test_options_from_words_and_files(table: Table, tmp_path: Path) -> None:
    deck = [{"id": f"most-{n}", "sacks": 2} for n in range(1, 7)] + [{"id": "sum", "sacks": 1}]
    (tmp_path / "deck.json").write_text(json.dumps({"deck": deck, "first": 1}))
    words = ["play", "sack", "--bots", "greedy", "greedy"]
    assert table(*words, "--save", "own", "--options", "deck.json")[0] == 0
    assert json.loads(Path("own").read_text())["options"] == {"first": 1, "deck": deck}
    assert table(*words, "--save", "usual", "--options", '{"first": 0}')[0] == 0
    assert json.loads(Path("usual").read_text())["options"] == {"first": 0}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--options", '{"deck": [{"id": "most-7", "sacks": 1}]}'], "at least 7 cards, this one has 1"),
        (["--options", "{"], "Badly written"),
        (["--options", "no-file"], "cannot be used"),
        (["--options", '{"deck": 5}'], "Badly written"),
        (["--players", "9"], "2 to 4 players"),
        (["--bots", "genius"], "no bot 'genius'"),
        (["--bots", "greedy", "sack"], "Put the game before --bots"),
        (["--players", "2", "--bots", "greedy,greedy,greedy"], "no room for 3 bots"),
    ],
)
def test_play_refuses(words: list[str], says: str, table: Table) -> None:
    code, said = table("play", "sack", *words)
    assert code == 2
    assert says in said


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b'{"pasch":1,"game":"hilo","players":2,"events":[{"type":"roll","die":1}]}',
        b'{"pasch":1,"game":"hilo","players":2,"events":[],"table":{"seats":[]}}',
        b'{"pasch":1,"game":"\xff","players":2,"events":[]}',
        b'{"pasch":1,"game":"hilo","players":2,"events":[],"table":{"seats":[{"name":"a","bot":"genius"},{"name":"b"}]}}',
        b'{"pasch":1,"game":"hilo","players":2,"events":[],"table":{"seats":[{"name":"a\\u001b"},{"name":"b"}]}}',
    ],
)
def test_what_is_no_saved_match_is_not_resumed(content: bytes, table: Table) -> None:
    Path("bad").write_bytes(content)
    assert table("play", "--resume", "bad")[0] == 2
    assert table("play", "--resume", "missing")[0] == 2


def test_a_plain_record_can_be_resumed_too(table: Table) -> None:
    Path("record").write_text('{"pasch":1,"game":"hilo","players":2,"events":[{"type":"deal","cards":[1,2]}]}')
    assert table("play", "--resume", "record", "--bots", "greedy", typed=["low"])[0] == 0


@pytest.mark.parametrize("place", ["no/where", "", ".", "/", "/dev/null", "a\0b"])
def test_a_place_that_cannot_be_written_is_said_before_the_match(place: str, table: Table) -> None:
    code, said = table("play", "hilo", "--save", place, typed=["high"])
    assert code == 2
    assert "Nothing can be saved as" in said
    assert "High or low?" not in said


def test_a_link_stays_a_link(table: Table, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    assert table("play", "hilo", "--save", "link", typed=["q"])[0] == 0
    assert (tmp_path / "link").is_symlink()
    assert resume("real")[0].count


def test_no_match_takes_the_place_of_another(table: Table, tmp_path: Path) -> None:
    for _ in range(3):
        assert table("play", "hilo", typed=["q"])[0] == 0
    assert len(list(tmp_path.glob("*.save.json"))) == 3
    assert table("play", "hilo", "--save", "mine", typed=["q"])[0] == 0
    code, said = table("play", "hilo", "--save", "mine", typed=["q"])
    assert code == 2
    assert "mine exists already" in said


def test_a_resumed_match_is_finished_in_its_file(table: Table) -> None:
    assert table("play", "hilo", "--save", "mine", typed=["q"])[0] == 0
    assert table("play", "--resume", "mine", typed=["high"])[0] == 0
    assert isinstance(resume("mine")[0].turn, Over)
    code, said = table("play", "sack", "--resume", "mine")
    assert code == 2
    assert "mine is a match of High or low" in said


def test_seats_are_called_by_their_colours_in_the_language_of_the_day(table: Table) -> None:
    assert table("play", "hilo", "--bots", "--names", ",Bo", "--lang", "en", "--save", "x", typed=["", "q"])[0] == 0
    _, said = table("play", "--resume", "x", "--lang", "de", typed=["", "hoch", "", "tief"])
    assert "Rot: Hoch oder tief?" in said
    assert "Bo: Hoch oder tief?" in said


def test_a_seed_of_any_bytes(table: Table) -> None:
    assert table("play", "hilo", "--seed", "\udcff", "--save", "odd", typed=["q"])[0] == 0
    assert table("play", "--resume", "odd", typed=["high"])[0] == 0


def test_a_match_is_kept_when_the_screen_is_gone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Screen, "whisper", gone)
    code, said = table("play", "hilo", "--save", "kept", typed=["high"])
    assert code == 1
    assert "No space left" in said
    assert resume("kept")[0].count


def test_the_game_is_asked_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = table("play", "--bots", "greedy", typed=["checkers", "High or low", "high"])
    assert code == 0
    assert "Karten-Kniffel" in said
    assert "Type a number from 1 to 4, or the name." in said
    assert table("play")[0] == 2
    monkeypatch.setenv("PASCH_NEUTRAL_NAMES", "1")
    assert "Card Yahtzee" in table("play", "--bots", "greedy", typed=["hilo", "high"])[1]


# pasch replay


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "records"
    assert main(["simulate", "kniffel", "--games", "2", "--out", str(path)]) == 0
    return path


def test_replay_steps_forward_and_back(table: Table, records: Path) -> None:
    code, said = table("replay", records, "--match", 2, typed=["", "", "b", "7", "99999", "x", "g", "q"])
    assert code == 0
    steps = re.findall(r"event (\d+) of (\d+)", said)
    last = steps[0][1]
    assert [at for at, _ in steps] == ["0", "1", "2", "1", "7", last, last, "0"]
    assert "1. " in said


def test_replay_ends_with_the_input(table: Table, records: Path) -> None:
    assert table("replay", records)[0] == 0


def test_replay_with_the_eyes_of_a_seat(table: Table, records: Path) -> None:
    assert table("replay", records, "--seat", 1, typed=["3"])[0] == 0
    code, said = table("replay", records, "--seat", 2)
    assert code == 2
    assert "no seat 2" in said


def test_replay_shows_a_seat_only_what_it_saw(table: Table) -> None:
    Path("record").write_text(
        '{"pasch":1,"game":"kniffel","players":2,"events":[{"type":"deal","hands":[[1,1,1,1,2],[3,3,3,3,4]]}]}'
    )
    own = "1, 1, 1, 1 and 2"
    assert own in table("replay", "record", "--seat", 0, typed=["1"])[1]
    assert own not in table("replay", "record", "--seat", 1, typed=["1"])[1]


def test_replay_refuses_what_is_not_there(table: Table, records: Path) -> None:
    code, said = table("replay", records, "--match", 3)
    assert code == 2
    assert "no match 3" in said
    assert table("replay", "missing")[0] == 2
    Path("bad").write_text('{"pasch":1,"game":"hilo","players":2,"events":[{"type":"roll","die":1}]}')
    assert table("replay", "bad")[0] == 2


# A real terminal


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *words: str, rows: int = 48, columns: int = 100) -> None:
        self.seen = ""
        self.screen, keyboard = pty.openpty()
        termios.tcsetwinsize(keyboard, (rows, columns))
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_THE_TERMINAL, *words],
            stdin=keyboard,
            stdout=keyboard,
            stderr=keyboard,
            start_new_session=True,
            env={name: value for name, value in os.environ.items() if name not in ("LINES", "COLUMNS")}
            | {"TERM": "xterm-256color"},
        )
        os.close(keyboard)

    def until(self, words: str, again: Callable[[], object] = lambda: None) -> str:
        """All that was shown from the last call until these words. `again` is done when nothing happens.

        (A signal that arrives in the instant before a read begins waits for the next key, in every Python program.)
        """
        deadline = time.monotonic() + 60
        while words not in self.seen:
            assert time.monotonic() < deadline, self.seen
            if not select.select([self.screen], [], [], 1)[0]:
                again()
            else:
                try:
                    self.seen += os.read(self.screen, 65536).decode(errors="replace")
                except OSError:
                    break
        before, found, self.seen = self.seen.partition(words)
        assert found, before
        return before + found

    def type(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def end(self) -> int:
        return self.process.wait(timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.screen)


TAKE_THE_TERMINAL = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from pasch.bots.levels import LEVELS, NAMES, USUAL
from pasch.cli import main
sys.exit(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", REAL, ids=lambda game: game.id)
def test_ctrl_c_puts_a_coloured_match_aside(game: AnyGame, tmp_path: Path) -> None:
    with Terminal("play", game.id, "--lang", "de", "--seed", "1", "--save", "aside") as terminal:
        assert "\x1b[" in terminal.until(" >")
        terminal.type("\x03")
        terminal.until("pasch play --resume aside", again=lambda: terminal.type("\x03"))
        assert terminal.end() == 0
    match, _ = resume(str(tmp_path / "aside"))
    assert match.count


@pytest.mark.slow
@pytest.mark.parametrize("game", REAL, ids=lambda game: game.id)
def test_a_window_that_is_too_small_for_the_picture_gets_sentences(game: AnyGame) -> None:
    with Terminal("play", game.id, "--lang", "en", "--seed", "1", rows=16, columns=80) as terminal:
        shown = terminal.until("The picture needs a window of 80 columns")
        assert "\u2584" not in shown


@pytest.mark.slow
def test_a_match_survives_its_terminal(tmp_path: Path) -> None:
    with Terminal("play", "sack", "--seed", "1", "--save", "aside") as terminal:
        terminal.until(" >")
        terminal.process.send_signal(signal.SIGTERM)
        terminal.until("--resume aside", again=lambda: terminal.process.send_signal(signal.SIGTERM))
        assert terminal.end() == 0
    assert (tmp_path / "aside").exists()


@pytest.mark.slow
def test_replay_by_keys(records: Path) -> None:
    steps = (("\x1b[C", 1), (" ", 2), ("\x1b[D", 1), ("12\n", 12), ("\x1b[H", 0))
    with Terminal("replay", str(records), "--lang", "en") as terminal:
        terminal.until("event 0 of")
        terminal.until("q quits")
        for keys, at in steps:
            terminal.type(keys)
            terminal.until(f"event {at} of")
            terminal.until("q quits")
        terminal.type("q")
        assert terminal.end() == 0
