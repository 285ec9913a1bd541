"""The forms in which a seat is given what it sees: its fields as they are or one-hot, in a dictionary or alone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.engine.errors import Malformed
from pasch.games.encoding import Field, bounds
from pasch.games.flat import OneHot

Seen = dict[str, NDArray[Any]]
"""What a seat is given: its `observation` and its `action_mask`."""
MASK = "action_mask"
NAMED = ("observation", MASK)
KEYS: dict[str, tuple[str, str] | None] = {
    "fields": NAMED,
    "one_hot": NAMED,
    "rllib": ("observations", MASK),
    "tianshou": ("obs", "mask"),
    "flat": None,
}
"""The keys of the dictionary in which each form has the observation and the mask; None: the observation alone."""


class Form(NamedTuple):
    """How observations are given. In all forms but `fields` they are one-hot float32 numbers from 0 to 1."""

    name: str
    low: NDArray[Any]
    high: NDArray[Any]
    one_hot: OneHot | None
    keys: tuple[str, str] | None
    """Of the observation and the mask; None: the observation alone."""

    def numbers(self, fields: NDArray[np.int16]) -> NDArray[Any]:
        numbers: NDArray[Any] = fields if self.one_hot is None else self.one_hot(fields)
        return numbers

    def seen(self, fields: NDArray[np.int16], mask: NDArray[np.int8]) -> Any:
        numbers, keys = self.numbers(fields), self.keys
        return numbers if keys is None else {keys[0]: numbers, keys[1]: mask}


def form_named(name: str, fields: Sequence[Field]) -> Form:
    if name not in KEYS:
        known = ", ".join(KEYS)
        raise Malformed(
            f"Beobachtungen {name!r:.40} gibt es nicht, nur: {known}.",
            f"There are no observations {name!r:.40}, only: {known}.",
        )
    if name == "fields":
        low, high = (np.array(numbers, np.int16) for numbers in bounds(fields))
        return Form(name, low, high, None, KEYS[name])
    one_hot = OneHot(fields)
    return Form(name, np.zeros(one_hot.size, np.float32), np.ones(one_hot.size, np.float32), one_hot, KEYS[name])
