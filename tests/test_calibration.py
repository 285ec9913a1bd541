"""How the benchmarks hold chances against results."""

import numpy as np
import pytest
from benchmarks.tenths import calibration

CHANCES, TIMES = 20_000, 5
random = np.random.default_rng(1)
CHANCE = random.random(CHANCES)
WON = (random.random(CHANCES) < CHANCE).astype(float)
EACH = np.arange(CHANCES)


def test_chances_that_come_true_have_slope_1_and_no_tenth_is_off() -> None:
    found = calibration(CHANCE, WON, EACH)
    assert abs(found.slope - 1) < 4 * found.error < 0.1
    assert all(abs(tenth.off) < 4 * tenth.error < 0.06 for tenth in found.tenths)
    assert sum(tenth.matches for tenth in found.tenths) == CHANCES


def test_chances_that_are_too_timid_are_found() -> None:
    found = calibration(0.25 + CHANCE / 2, WON, EACH)
    assert found.slope == pytest.approx(2, abs=4 * found.error)
    assert found.tenths[2].off == pytest.approx(-0.225, abs=0.02)
    assert found.tenths[7].off == pytest.approx(0.225, abs=0.02)
    assert found.worst(1) in (found.tenths[2], found.tenths[7])
    assert found.tenths[0].matches == 0


def test_a_match_that_is_seen_often_makes_nothing_surer() -> None:
    once, often = calibration(CHANCE, WON, EACH), calibration(*(np.repeat(each, TIMES) for each in (CHANCE, WON, EACH)))
    assert often.slope == pytest.approx(once.slope)
    assert often.error == pytest.approx(once.error)
    assert [tenth.error for tenth in often.tenths] == pytest.approx([tenth.error for tenth in once.tenths])
