"""The spaces of observations and actions, as Gymnasium and PettingZoo want them."""

from typing import Any

import numpy as np
from gymnasium import spaces

from pasch.env.playing import Setup
from pasch.games.encoding import bounds


def action_space(setup: Setup) -> spaces.Discrete:
    return spaces.Discrete(setup.actions)


def observation_space(setup: Setup) -> spaces.Space[Any]:
    low, high = (np.array(numbers, np.int16) for numbers in bounds(setup.fields))
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (setup.actions,), np.int8),
        }
    )


def metadata(setup: Setup) -> dict[str, Any]:
    return {"name": setup.name, "render_modes": ["ansi"], "render_fps": 1, **setup.info}
