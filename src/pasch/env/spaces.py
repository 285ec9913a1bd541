"""The spaces of observations and actions, as Gymnasium and PettingZoo want them."""

from typing import Any

import numpy as np
from gymnasium import spaces

from pasch.env.playing import Setup


def action_space(setup: Setup) -> spaces.Discrete:
    return spaces.Discrete(setup.actions)


def observation_space(setup: Setup) -> spaces.Space[Any]:
    sizes = [field.size for field in setup.fields]
    low = np.repeat(np.array([field.low for field in setup.fields], np.int16), sizes)
    high = np.repeat(np.array([field.high for field in setup.fields], np.int16), sizes)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (setup.actions,), np.int8),
        }
    )


def metadata(setup: Setup) -> dict[str, Any]:
    return {"name": setup.name, "render_modes": ["ansi"], "render_fps": 1, **setup.info}
