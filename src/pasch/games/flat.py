"""Observations for networks without a first layer of their own: one-hot, as float32 numbers from 0 to 1."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.games.encoding import Field

MOST_ONE_HOT = 32
"""A field with more values than this (points, piles) is one number instead, scaled to its range."""


class OneHot:
    """The one-hot form of observations with these fields, in their order: a place for each value of each number."""

    def __init__(self, fields: Sequence[Field]) -> None:
        parts = [_parts(field) for field in fields for _ in range(field.size)]
        lengths = [len(values) for values, _ in parts]
        self.size = sum(lengths)
        self._of = np.repeat(np.arange(len(parts)), lengths)
        """For each place the number that it tells of."""
        self._values = np.concatenate([values for values, _ in parts])
        self._spans = np.concatenate([spans for _, spans in parts])

    def __call__(self, observation: Any, xp: Any = np) -> Any:
        """One observation, or many in the last axis but one; `xp` is `numpy` or `jax.numpy`."""
        above = observation[..., self._of] - self._values
        return xp.where(self._spans > 0, above / np.maximum(self._spans, 1), above == 0).astype(np.float32)


def _parts(field: Field) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """The value that each place of a number stands for, and 0, or the lowest value and how far it is to the highest."""
    span = field.high - field.low
    if span >= MOST_ONE_HOT:
        return np.array([field.low], np.int16), np.array([span], np.float32)
    return np.arange(field.low, field.high + 1, dtype=np.int16), np.zeros(span + 1, np.float32)
