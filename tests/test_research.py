"""The page for research is true: its code runs, its agent learns, and its tables are those of the code."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from docs import make_research
from docs.make_research import ENVIRONMENTS, GUIDE, KEPT, PLAYS, TABLES, in_terms_of_n, kept, label, lengths, main

from pasch.games import GAMES
from pasch.games.parts import encoding_of

UPDATES = 20
"""Enough for the agent to learn a good deal, in a fifth of the time."""


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def names_of_the_page(updates: int) -> dict[str, Any]:
    """What its code defines, all blocks one after the other."""
    known: dict[str, Any] = {}
    for block in blocks():
        code, shortened = re.subn(r"^UPDATES = \d+$", f"UPDATES = {updates}", block, flags=re.MULTILINE)
        assert shortened == ("UPDATES = " in block)
        exec(compile(code, str(GUIDE), "exec"), known)  # noqa: S102
    return known


def test_all_adapters_are_shown() -> None:
    text = "\n".join(blocks())
    for shown in ("env.aec(", "env.parallel(", "env.gym(", "register_open_spiel(", "Many("):
        assert shown in text, shown


@pytest.mark.parametrize("at", range(len(blocks())))
def test_the_code_can_be_read(at: int) -> None:
    """On every change; it runs in the proof, where it takes its time."""
    compile(blocks()[at], str(GUIDE), "exec")


@pytest.mark.proof
def test_the_code_runs_and_the_agent_learns() -> None:
    """One test for all, since the blocks build on each other."""
    names = names_of_the_page(UPDATES)
    assert names["known"].startswith("seat 0\n")
    assert len(names["numbers"]) == sum(field.size for field in encoding_of(GAMES["kniffel"]).fields(2))
    assert names["hand"].shape == (6,)
    assert names["results"].keys() == {"random", "greedy"}
    shares = names["shares"]
    assert (min(shares), max(shares)) == (0, UPDATES)
    assert shares[0] == pytest.approx(0.5, abs=0.08)
    assert shares[UPDATES] > 0.85
    assert names["share_of_wins"]([names["untrained"], names["weights"]]) < 0.2, "from the other side"

    assert names["results"]["random"] > 0.85, "what has learned in JAX plays in Gymnasium"
    assert names["results"]["greedy"] < 0.5, "the page says that greedy still beats it"


# The tables


def test_the_tables_are_up_to_date() -> None:
    assert make_research.stale() == [], "run: python -m docs.make_research"
    assert main(["--check"]) == 0


def test_every_table_is_there() -> None:
    rows = re.findall(r"^\| \[pasch-(\w+)-v\d+\]\(.*?\) \| (\d+) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(game.id, str(players)) for game, players in TABLES]


@pytest.mark.parametrize("play", PLAYS)
def test_matches_are_as_long_as_the_page_says(play: str) -> None:
    """A few of each, by their seeds."""
    for game, players in TABLES:
        found = kept()["lengths"][label(game, players, play)]
        assert lengths(game, players, play, 2) == found[:2], "run: python -m docs.make_research --measure"


def test_numbers_are_told_for_any_number_of_players() -> None:
    assert in_terms_of_n(range(2, 5), [6, 6, 6]) == "6"
    assert in_terms_of_n(range(2, 5), [-1, -1, -1]) == "−1"
    assert in_terms_of_n(range(2, 5), [2, 3, 4]) == "*n*"
    assert in_terms_of_n(range(2, 5), [1, 2, 3]) == "*n* − 1"
    assert in_terms_of_n(range(2, 5), [4, 5, 6]) == "*n* + 2"
    with pytest.raises(ValueError, match=r"neither .* \[2, 4, 8\]"):
        in_terms_of_n(range(2, 5), [2, 4, 8])


def test_a_stale_page_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, guide = tmp_path / ENVIRONMENTS.name, tmp_path / GUIDE.name
    guide.write_text(GUIDE.read_text(encoding="utf-8").replace("| 66 |", "| 67 |"), encoding="utf-8")
    monkeypatch.setattr(make_research, "ENVIRONMENTS", page)
    monkeypatch.setattr(make_research, "GUIDE", guide)
    assert make_research.stale() == [guide, page]
    assert main(["--check"]) == 1
    assert main([]) == main(["--check"]) == 0
    assert guide.read_text(encoding="utf-8") == GUIDE.read_text(encoding="utf-8")


# The versions


def test_no_environment_has_changed_under_its_name() -> None:
    assert make_research.changed() == [], "raise VERSION in encode.py, then run: python -m docs.make_research --measure"
    assert {make_research.name(game) for game, _ in TABLES} <= kept()["digests"].keys()


def test_a_change_under_the_same_name_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = TABLES[0][0]
    encoding = encoding_of(game)
    observe = encoding.observe
    monkeypatch.setattr(encoding, "observe", lambda view, seat: np.roll(observe(view, seat), 1))
    assert make_research.changed() == [make_research.name(game)]
    assert main(["--measure"]) == 1
    assert "Raise VERSION" in capsys.readouterr().out
    monkeypatch.setattr(encoding, "VERSION", encoding.VERSION + 1)
    assert make_research.changed() == []


def test_what_is_kept_is_written_as_it_is_read() -> None:
    known = kept()
    assert make_research.written(known["digests"], known["lengths"]) == KEPT.read_text(encoding="utf-8")
