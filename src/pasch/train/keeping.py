"""Learning that is written to a file now and then, so that it goes on after an interruption as if there were none."""

from pathlib import Path
from typing import Any

import jax
import numpy as np

from pasch.games.weights import About, read, write
from pasch.train.learning import Learned


def keep(file: Path, learned: Learned, about: About) -> None:
    leaves = [np.asarray(jax.random.key_data(leaf) if _is_key(leaf) else leaf) for leaf in jax.tree.leaves(learned)]
    write(file, {f"leaf{at}": leaf for at, leaf in enumerate(leaves)}, about)


def go_on(file: Path, like: Learned) -> tuple[Learned, About]:
    """What was kept, in the shape of learning that has just begun."""
    kept = read(file)
    leaves, tree = jax.tree.flatten(like)
    found: list[Any] = [kept.weights[f"leaf{at}"] for at in range(len(leaves))]
    restored = [
        jax.random.wrap_key_data(leaf) if _is_key(old) else jax.numpy.asarray(leaf)
        for old, leaf in zip(leaves, found, strict=True)
    ]
    return jax.tree.unflatten(tree, restored), kept.about


def _is_key(leaf: Any) -> bool:
    return bool(jax.numpy.issubdtype(leaf.dtype, jax.dtypes.prng_key))
