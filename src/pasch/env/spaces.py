"""The spaces of observations and actions, as Gymnasium and PettingZoo want them."""

from typing import Any

import numpy as np
from gymnasium import spaces

from pasch.env.playing import RENDER_MODES, Setup


def action_space(setup: Setup) -> spaces.Discrete:
    return spaces.Discrete(setup.actions)


def observation_space(setup: Setup) -> spaces.Space[Any]:
    form = setup.form
    numbers = spaces.Box(form.low, form.high, dtype=form.low.dtype.type)
    if form.keys is None:
        return numbers
    seen, mask = form.keys
    return spaces.Dict({seen: numbers, mask: spaces.Box(0, 1, (setup.actions,), np.int8)})


def metadata(setup: Setup) -> dict[str, Any]:
    return {"name": setup.name, "render_modes": [*filter(None, RENDER_MODES)], "render_fps": 1, **setup.info}
