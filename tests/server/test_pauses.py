"""How long bots take while somebody watches."""

import pytest

from pasch.bots.levels import LADDER, LEVELS
from pasch.server.live.bot_pool import thinking_time


@pytest.mark.parametrize("level", LEVELS)
def test_more_to_choose_from_takes_longer_up_to_an_end(level: str) -> None:
    times = [thinking_time(level, choices, 0.5) for choices in (1, 2, 6, 20)]
    assert times == sorted(set(times))
    assert thinking_time(level, 10_000, 0.5) == thinking_time(level, 1_000, 0.5)


def test_the_better_the_slower_and_the_less_even() -> None:
    usual = [thinking_time(level, 6, 0.5) for level in LADDER]
    spread = [thinking_time(level, 6, 1.0) - thinking_time(level, 6, 0.0) for level in LADDER]
    assert usual == sorted(set(usual))
    assert spread == sorted(set(spread))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("chance", [0.0, 1.0])
@pytest.mark.parametrize("choices", [1, 10_000])
def test_nobody_moves_like_a_machine_or_is_waited_for(level: str, choices: int, chance: float) -> None:
    assert 0.25 < thinking_time(level, choices, chance) < 3
