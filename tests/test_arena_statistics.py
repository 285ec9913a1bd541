"""The statistics of the arena: means and confidence intervals, times and ratings."""

from collections.abc import Callable
from random import Random
from statistics import median, stdev

import pytest

from pasch.bots.confidence import Mean, half_width, share_interval, t95, wilson_interval
from pasch.bots.ratings import Ratings
from pasch.bots.times import Times


def mean_of(*values: float) -> Mean:
    mean = Mean()
    for value in values:
        mean.add(value)
    return mean


# Intervals


def test_the_interval_of_a_rate() -> None:
    low, high = wilson_interval(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson_interval(0, 10)[0] == pytest.approx(0)
    assert wilson_interval(10, 10)[1] == pytest.approx(1)


def test_a_running_mean() -> None:
    values = [1e9 + number for number in (4, 7, 13, 16)]
    mean = mean_of(*values)
    assert mean.value == pytest.approx(1e9 + 10)
    assert mean.error == pytest.approx(stdev(values) / 2)
    assert mean_of(0.1 + 0.2, 0.3).variance == 0


@pytest.mark.parametrize("first", range(5))
def test_means_are_joined_as_if_they_had_been_one(first: int) -> None:
    values = [0.25, 1.0, 0.0, 0.7]
    joined = mean_of(*values[:first])
    joined.join(mean_of(*values[first:]))
    whole = mean_of(*values)
    assert joined.count == whole.count
    assert joined.value == pytest.approx(whole.value)
    assert joined.error == pytest.approx(whole.error)


@pytest.mark.parametrize("rate", [0.5, 0.95, 0.99])
def test_the_interval_without_luck_holds_the_truth(rate: float) -> None:
    """As often as it says, also where single shares lie beyond 1."""
    random, held = Random(1), 0
    for _ in range(2000):
        low, high = share_interval(mean_of(*(random.gauss(rate, 0.3) for _ in range(20))), weighs_luck=True)
        held += low <= rate <= high
    assert 0.93 < held / 2000 < 0.97


def test_one_deal_without_luck_says_nothing() -> None:
    assert share_interval(mean_of(0.7), weighs_luck=True) == (0, 1)


@pytest.mark.parametrize(("freedom", "exact"), [(2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)])
def test_student(freedom: int, exact: float) -> None:
    assert t95(freedom) == pytest.approx(exact, rel=0.01)


def test_many_deals_make_a_normal_interval() -> None:
    shares = mean_of(*[0.0, 0.5, 0.5, 1.0] * 500)
    low, high = share_interval(shares)
    assert (high - low) / 2 == pytest.approx(half_width(shares), rel=0.01)


@pytest.mark.parametrize("share", [0.0, 1 / 3, 0.5, 1.0])
@pytest.mark.parametrize("deals", [1, 2, 40])
def test_equal_deals_leave_a_doubt(share: float, deals: int) -> None:
    low, high = share_interval(mean_of(*[share] * deals))
    assert (low, high) == wilson_interval(share * deals, deals)
    assert high - low > 0.05


def alike(random: Random, rate: float) -> float:
    """Both matches of a deal are won, or both lost."""
    return float(random.random() < rate)


def apart(random: Random, rate: float) -> float:
    """Two matches that know nothing of each other."""
    return (alike(random, rate) + alike(random, rate)) / 2


def cancelling(random: Random, rate: float) -> float:
    """One of two matches goes to the luckier seat, the other is won or lost by skill."""
    return (1 + alike(random, 2 * rate - 1)) / 2


@pytest.mark.parametrize("deal", [alike, apart, cancelling])
@pytest.mark.parametrize("rate", [0.6, 0.9])
@pytest.mark.parametrize("deals", [20, 200])
def test_intervals_cover_what_they_should(deal: Callable[[Random, float], float], rate: float, deals: int) -> None:
    random, repeats, covered = Random(5), 1000, 0
    for _ in range(repeats):
        low, high = share_interval(mean_of(*[deal(random, rate) for _ in range(deals)]))
        covered += low <= rate <= high
    assert 0.925 <= covered / repeats <= 0.99


# Times


def test_times_are_those_of_the_moves() -> None:
    random = Random(1)
    seconds = [random.lognormvariate(-7, 2) for _ in range(3001)]
    whole, first, rest = Times(), Times(), Times()
    for at, duration in enumerate(seconds):
        whole.add(duration)
        (first if at < 1000 else rest).add(duration)
    first.join(rest)
    for times in (whole, first):
        assert times.moves == 3001
        assert times.mean == pytest.approx(sum(seconds) / 3001)
        assert times.median == pytest.approx(median(seconds), rel=0.03)
        assert times.worst == max(seconds)
    assert len(whole.bins) < 400


def test_no_times_and_no_time() -> None:
    times = Times()
    assert (times.mean, times.median, times.worst) == (0, 0, 0)
    times.add(0.0)
    assert times.median == 0


# Ratings


def test_who_wins_more_is_rated_higher() -> None:
    ratings, random = Ratings(3), Random(2)
    for _ in range(200):
        skill = {player: player + random.gauss(0, 2) for player in range(3)}
        seats = random.sample(range(3), 3)
        ratings.rate(seats, [1 + sum(skill[other] > skill[player] for other in seats) for player in seats])
    weak, middle, strong = ratings.now
    assert weak.mu < middle.mu < strong.mu
    assert all(rating.sigma < 2 for rating in ratings.now)


def test_shared_places_and_several_seats() -> None:
    ratings = Ratings(2)
    ratings.rate([0, 1], [1, 1])
    assert ratings.now[0].mu == ratings.now[1].mu == pytest.approx(25)
    ratings.rate([0, 1, 0], [1, 2, 2])
    assert ratings.now[0].mu > ratings.now[1].mu
