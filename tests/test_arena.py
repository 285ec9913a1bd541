"""The arena: the same deals for every bot in every seat, and what is counted of them."""

import json
from collections import Counter
from functools import partial
from itertools import pairwise, takewhile
from statistics import variance

import pytest

from pasch.bots.arena import Batch, Deal, Played, contest, deals_for
from pasch.bots.deals import CommonRandomNumbers, deciders, play_in_deal, seatings
from pasch.bots.standings import Table, summary
from pasch.bots.times import Times
from pasch.cli import main
from pasch.engine.draws import chance
from pasch.engine.game import AnyGame, Result, Seat
from pasch.engine.match import Event, Match
from pasch.games import GAMES
from pasch.terminal.report import watched

TIMES = ("ms_per_move", "median_ms", "worst_ms")
KEYS = ["bot", "win_rate", "low", "high", "mean_score", *TIMES, "fair", "rating"]
TABLES = [(game, players) for game in GAMES.values() for players in (game.seats[0], game.seats[-1])]
on_every_table = pytest.mark.parametrize(
    ("game", "players"), TABLES, ids=[f"{game.id}-{players}" for game, players in TABLES]
)


def run(*words: object) -> int:
    return main(["arena", *map(str, words)])


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASCH_LANG", "en")


def deals(game: str, bots: list[str], count: int) -> list[Deal]:
    return [deal for batch in contest(GAMES[game], 2, bots, count, "seed") for deal in batch.deals]


def won(match: Played, entrant: int) -> float:
    return match.result.share(match.entrants.index(entrant))


# Deals


@pytest.mark.parametrize(
    ("players", "entrants"), [(players, few) for players in range(1, 7) for few in range(1, players + 1)]
)
def test_every_bot_sits_in_every_seat_equally_often(players: int, entrants: int) -> None:
    tables = seatings(players, entrants, "seed")
    assert len(tables) == entrants
    for seat in range(players):
        assert sorted(table[seat] for table in tables) == list(range(entrants))


def test_nobody_always_follows_the_same_bot() -> None:
    after = Counter(table[1] for deal in range(300) for table in seatings(4, 4, str(deal)) if table[0] == 0)
    assert set(after) == {1, 2, 3}
    assert min(after.values()) > 70


def opening(match: Match) -> list[Event]:
    return list(takewhile(lambda event: event.seat is None, match.events))


@on_every_table
def test_the_matches_of_a_deal_begin_alike(game: AnyGame, players: int) -> None:
    bots = ["greedy", *["random"] * (players - 1)]
    tables = [[bots[entrant] for entrant in table] for table in seatings(players, players, "seed")]
    matches = [play_in_deal(game, levels, "seed")[0] for levels in tables[:3]]
    other, _ = play_in_deal(game, tables[0], "other")
    assert opening(matches[0])
    assert all(opening(match) == opening(matches[0]) for match in matches)
    assert opening(other) != opening(matches[0])


@on_every_table
def test_equal_bots_play_equal_matches(game: AnyGame, players: int) -> None:
    first, again = (play_in_deal(game, ["greedy"] * players, "seed")[0] for _ in range(2))
    assert first.events == again.events


def test_what_falls_does_not_depend_on_what_fell_for_something_else() -> None:
    game = GAMES["hilo"]
    deal, roll = Match(game, 2), Match(game, 2)
    roll.draw(chance("0"))
    for seat in (Seat(0), Seat(1)):
        roll.play(seat, roll.moves(seat)[0])
    once, often = CommonRandomNumbers("seed"), CommonRandomNumbers("seed")
    dealt = [often.falls(deal)(10**9) for _ in range(3)]
    assert len(set(dealt)) == 3
    assert [often.falls(roll)(10**9) for _ in range(3)] == [once.falls(roll)(10**9) for _ in range(3)]
    assert once.falls(deal)(10**9) == dealt[0]
    assert once.choices(Seat(0))(10**9) != once.choices(Seat(1))(10**9)


def test_chance_falls_for_whoever_decides_after_it() -> None:
    game = GAMES["hilo"]
    match = Match(game, 2)
    assert deciders(game, match.state) == (0, 1)
    match.draw(chance("0"))
    for seat in (Seat(0), Seat(1)):
        match.play(seat, match.moves(seat)[0])
    assert deciders(game, match.state) == ()


def test_luck_cancels() -> None:
    """A match and the next of the same deal, against a match and the next of another deal."""
    played = deals("hilo", ["greedy", "random"], 400)
    alike = [won(one, 0) + won(two, 0) for one, two in played]
    apart = [won(one, 0) + won(two, 0) for (one, _), (_, two) in pairwise(played)]
    assert variance(alike) < 0.6 * variance(apart)


def test_matches_are_rounded_up_to_whole_deals() -> None:
    assert [deals_for(games, ["a", "b", "c"]) for games in (1, 3, 4, 999, 1000)] == [1, 1, 2, 333, 334]


# Standings


def table_of(*played: Deal, bots: tuple[str, ...] = ("a", "b"), players: int = 2) -> Table:
    return summary(GAMES["hilo"], players, bots, [Batch([deal], [Times() for _ in bots]) for deal in played])


def test_a_table_counts_wins_by_deal() -> None:
    split: Deal = [Played((0, 1), Result((5, 3), (1, 2))), Played((1, 0), Result((6, 2), (1, 2)))]
    swept: Deal = [Played((0, 1), Result((5, 3), (1, 2))), Played((1, 0), Result((4, 4), (1, 1)))]
    table = table_of(split, swept)
    first, second = table.bots
    assert (table.games, table.deals) == (4, 2)
    assert (first.wins, first.shared_wins, first.win_rate) == (2, 1, 0.625)
    assert (second.wins, second.shared_wins, second.win_rate) == (1, 1, 0.375)
    assert (first.mean_score, second.mean_score) == (4.0, 4.0)
    assert first.rating.mu > second.rating.mu
    assert first.fair == second.fair == 0.5


def test_who_takes_more_seats_has_a_larger_fair_share() -> None:
    lone = table_of([Played((0, 1, 1), Result((5, 3, 1), (1, 2, 3)))], players=3)
    assert [entry.fair for entry in lone.bots] == pytest.approx([1 / 3, 2 / 3])


def test_deals_that_always_split_do_not_make_it_certain() -> None:
    split: Deal = [Played((0, 1), Result((5, 3), (1, 2))), Played((1, 0), Result((6, 2), (1, 2)))]
    entry = table_of(*[split] * 50).bots[0]
    assert entry.low < 0.4 < entry.win_rate == 0.5 < 0.6 < entry.high


def test_the_bar_goes_on_by_matches() -> None:
    steps: list[int] = []
    batches = contest(GAMES["hilo"], 3, ["greedy", "random"], 700, "seed")
    assert summary(GAMES["hilo"], 3, ["greedy", "random"], watched(batches, steps.append)).games == sum(steps) == 1400


# pasch arena


def test_arena_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("hilo", "--players", 2, "--bots", "greedy,random", "--games", 49, "--seed", 1, "--json") == 0
    table = json.loads(capsys.readouterr().out)
    shape = {"game": "hilo", "players": 2, "games": 50, "deals": 25, "weighs_luck": False}
    assert {key: table[key] for key in table if key != "bots"} == shape
    greedy, chancy = table["bots"]
    assert list(greedy) == KEYS
    assert (greedy["bot"], chancy["bot"]) == ("greedy", "random")
    assert greedy["win_rate"] + chancy["win_rate"] == pytest.approx(1)
    assert 0 <= chancy["low"] < chancy["win_rate"] < chancy["high"] < greedy["win_rate"] < greedy["high"] <= 1
    assert greedy["mean_score"] > chancy["mean_score"]
    assert greedy["rating"]["mu"] > chancy["rating"]["mu"]
    assert 0 < greedy["rating"]["sigma"] < 25 / 3
    assert 0 < greedy["median_ms"] <= greedy["worst_ms"]
    assert greedy["fair"] == 0.5


@pytest.mark.parametrize(("game", "games"), [("hilo", 1001), ("twentyone", 60)])
def test_arena_is_the_same_whatever_the_number_of_jobs(
    game: str, games: int, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = []
    for jobs in (1, 2):
        assert run(game, "--players", 3, "--games", games, "--jobs", jobs, "--json") == 0
        tables.append(json.loads(capsys.readouterr().out, object_hook=partial(without, TIMES)))
    assert tables[0] == tables[1]


def without(keys: tuple[str, ...], found: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in found.items() if key not in keys}


def test_arena_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("hilo", "--bots", "greedy,random,random", "--games", 8, "--lang", "de") == 0
    out = capsys.readouterr().out
    assert "hilo zu 3: 9 Partien, 3 × 3 mit demselben Zufall" in out
    for word in ("greedy", "random", "gewinnt", "geteilt", "95 %", "33.3%", "OpenSkill", "±", "ms je Zug", "Median"):
        assert word in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--bots", "genius,random"], "There is no bot 'genius'"),
        (["--bots", "random,random,random,random", "--players", "2"], "1 to 2 bots, not 4"),
        (["--bots", ""], "1 to 2 bots, not 0"),
        (["--players", "9"], "is for 2 to 3 players, not 9"),
    ],
)
def test_arena_refuses(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("hilo", *words) == 2
    assert says in capsys.readouterr().err
