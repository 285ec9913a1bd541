"""The strength that docs/figures.md states: runs are put together, and forgotten with the weights that played them."""

import argparse
from pathlib import Path

import pytest
from benchmarks.bots import (
    STRONGEST,
    Run,
    entrants,
    join,
    keep,
    kept,
    ladder,
    measured,
    run_of,
    strength,
    together,
    weights_now,
)
from msgspec.structs import replace

from pasch.bots.arena import contest
from pasch.games import GAMES


def run_with(**changes: object) -> Run:
    run = Run(
        game="twentyone",
        players=2,
        bot=STRONGEST,
        rival="mcts",
        seed="one",
        weights=weights_now("twentyone", 2),
        weighs_luck=False,
        matches=40,
        deals=20,
        share=0.6,
        squares=0.5,
        score=70.0,
        rival_score=60.0,
        ms=2.0,
        median_ms=1.0,
        worst_ms=20.0,
        rival_ms=600.0,
    )
    return replace(run, **changes)


def test_runs_with_other_deals_are_counted_together(tmp_path: Path) -> None:
    file = tmp_path / "runs.json"
    keep([run_with()], file)
    keep([run_with(seed="two", matches=120, deals=60, share=0.7)], file)
    (found,) = together(kept(file)).values()
    assert found.matches == 160
    assert found.share == pytest.approx(0.675)
    assert found.low < 0.675 < found.high


def test_a_run_with_the_same_deals_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "runs.json"
    keep([run_with()], file)
    keep([run_with(share=0.5)], file)
    assert [run.share for run in kept(file)] == [0.5]


def test_what_other_weights_played_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "runs.json"
    keep([run_with(weights="others"), run_with(seed="two")], file)
    assert [run.seed for run in kept(file)] == ["two"]


def test_where_luck_was_weighed_only_that_counts() -> None:
    (found,) = together([run_with(matches=400, deals=200), run_with(weighs_luck=True, share=0.7)]).values()
    assert (found.matches, found.share, found.weighs_luck) == (40, 0.7, True)


def test_a_table_where_only_levels_were_measured_is_not_listed() -> None:
    assert len(strength(together([run_with(rival="good")])).splitlines()) == 2


def test_results_of_other_machines_are_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep([run_with()], tmp_path / "here.json")
    keep([run_with(seed="there")], tmp_path / "there.json")
    join([tmp_path / "there.json"], tmp_path / "here.json")
    assert "1 runs read; 2 are kept now, 1 were before" in capsys.readouterr().out
    with pytest.raises(FileNotFoundError):
        join([tmp_path / "nowhere.json"], tmp_path / "here.json")


def test_two_runs_are_worth_one_of_both_their_deals() -> None:
    game, pair = GAMES["twentyone"], ("twentyone", 2, "greedy", "random")
    deals = list(contest(game, 2, entrants("greedy", "random"), 6, "both"))
    assert sum(len(batch.deals) for batch in deals) == 6
    (apart,) = together([run_of(pair, "one", deals[:2]), run_of(pair, "two", deals[2:])]).values()
    (whole,) = together([run_of(pair, "all", deals)]).values()
    assert apart.matches == whole.matches
    assert (apart.share, apart.low, apart.high) == pytest.approx((whole.share, whole.low, whole.high))


def test_the_tables_of_the_figures() -> None:
    found = together([run_with(), run_with(rival="greedy", share=0.55), run_with(bot="good", rival="medium")])
    *_, line = strength(found).splitlines()
    assert line.startswith("| twentyone | 2 | – | 55.0% (")
    assert line.endswith(", 40) | 1.0, 20 | 300 × |")
    *_, line = ladder(found).splitlines()
    assert "60.0% (" in line


def test_what_is_measured_can_be_measured_again() -> None:
    args = argparse.Namespace(games=4, seed="again", jobs=1, seconds=60.0, weigh_luck=True)
    one, two = (measured(GAMES["twentyone"], 2, STRONGEST, "greedy", args) for _ in range(2))
    assert (one.share, one.squares, one.matches) == (two.share, two.squares, 4)
