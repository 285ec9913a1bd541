"""Checkpoints: a training is written to a file now and then, and goes on from there as if never interrupted."""

from pathlib import Path
from typing import Any

import jax
import numpy as np

from pasch.games.weights import About, read, write
from pasch.train.trainer import TrainState


def save(file: Path, state: TrainState, about: About) -> None:
    leaves = [np.asarray(jax.random.key_data(leaf) if _is_key(leaf) else leaf) for leaf in jax.tree.leaves(state)]
    write(file, {f"leaf{at}": leaf for at, leaf in enumerate(leaves)}, about)


def restore(file: Path, like: TrainState) -> tuple[TrainState, About]:
    """What was saved, in the shape of a training that has just begun."""
    saved = read(file)
    leaves, tree = jax.tree.flatten(like)
    found: list[Any] = [saved.weights[f"leaf{at}"] for at in range(len(leaves))]
    restored = [
        jax.random.wrap_key_data(leaf) if _is_key(old) else jax.numpy.asarray(leaf)
        for old, leaf in zip(leaves, found, strict=True)
    ]
    return jax.tree.unflatten(tree, restored), saved.about


def _is_key(leaf: Any) -> bool:
    return bool(jax.numpy.issubdtype(leaf.dtype, jax.dtypes.prng_key))
