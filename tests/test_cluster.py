"""Work on a Ray cluster: ordered, the same results as locally, and the error if there is none."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from pasch.bots.arena import contest
from pasch.bots.cluster import Cluster
from pasch.bots.levels import check_level
from pasch.bots.standings import summary
from pasch.cli import main
from pasch.engine.errors import Malformed
from pasch.games import GAMES

TRIAL = """
import subprocess, sys, ray
from pasch.bots.cluster import connected

with connected("local", 2) as cluster:
    print(list(cluster.in_order(abs, range(-9, 0))))
    sys.stdout.flush()
    there = ray.get_runtime_context().gcs_address
    subprocess.run([sys.executable, "-m", "pasch", "arena", *sys.argv[1:], "--ray", there], check=True)
"""
"""Starts a Ray, works on it, and lets the command find it as one that already exists."""


@pytest.mark.proof
def test_on_a_local_ray() -> None:
    games, bots = 1000, ["greedy", "random"]
    words = ["hilo", "--games", str(games), "--seed", "seed", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", TRIAL, *words],
        env={**os.environ, "PASCH_LANG": "en"},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    numbers, table = done.stdout.decode().splitlines()
    assert json.loads(numbers) == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    here = summary(GAMES["hilo"], 2, bots, contest(GAMES["hilo"], 2, bots, games // 2, "seed"))
    there = json.loads(table)
    assert there["games"] == here.games
    for mine, theirs in zip(here.bots, there["bots"], strict=True):
        assert (mine.win_rate, mine.low, mine.high, mine.mean_score) == tuple(
            theirs[key] for key in ("win_rate", "low", "high", "mean_score")
        )
        assert theirs["rating"] == {"mu": mine.rating.mu, "sigma": mine.rating.sigma}


# A Ray that is none


class RayError(Exception):
    def __init__(self, cause: Exception) -> None:
        super().__init__(f"task failed\n{cause!r}")
        self.cause = cause


class LazyRay:
    """Works when it is asked for a result, and remembers how many tasks were ever under way at once."""

    exceptions = SimpleNamespace(RayError=RayError)

    def __init__(self, cores: int) -> None:
        self.cores, self.under_way, self.most = cores, 0, 0

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cores)}

    def remote(self, do: Callable[..., Any]) -> SimpleNamespace:
        return SimpleNamespace(remote=partial(self._take, do))

    def _take(self, do: Callable[..., Any], *words: Any) -> Callable[[], Any]:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        return partial(do, *words)

    def get(self, task: Callable[[], Any]) -> Any:
        self.under_way -= 1
        try:
            return task()
        except Exception as error:
            raise RayError(error) from error


@pytest.mark.parametrize(("jobs", "most"), [(None, 6), (2, 2)])
def test_no_more_tasks_at_once_than_there_are_cores_for(jobs: int | None, most: int) -> None:
    ray = LazyRay(cores=3)
    assert list(Cluster(ray, jobs).in_order(str, range(50))) == [str(number) for number in range(50)]
    assert ray.most == most


def test_what_pasch_refuses_there_it_refuses_here() -> None:
    with pytest.raises(Malformed, match="There is no bot 'genius'"):
        list(Cluster(LazyRay(1), 1).in_order(check_level, ["genius"]))


def test_what_breaks_there_is_told_in_one_line() -> None:
    with pytest.raises(Malformed, match="is Pasch installed there") as caught:
        list(Cluster(LazyRay(1), 1).in_order(int, ["word"]))
    assert "\n" not in caught.value.reason.en


# No Ray


@pytest.mark.parametrize("lang", ["de", "en"])
def test_without_the_package(lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "hilo", "--ray", "auto", "--lang", lang]) == 2
    assert "pip install 'pasch[cluster]'" in capsys.readouterr().err


@pytest.mark.proof
def test_nobody_answers() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pasch", "arena", "hilo", "--ray", "127.0.0.1:1", "--lang", "en"], capture_output=True
    )
    assert done.returncode == 2
    assert b"There is no Ray to be reached at '127.0.0.1:1'" in done.stderr
