"""Layers of small neural networks: written once, for NumPy where a bot plays and for JAX where one is trained.

`xp` is `numpy` or `jax.numpy`. The weights are a dictionary of arrays; a layer is two of them.
"""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.games.encoding import Field

Weights = Mapping[str, Any]
Shapes = dict[str, tuple[int, ...]]


def layers(name: str, *sizes: int) -> Shapes:
    """The shapes of the weights of consecutive dense layers `name0`, `name1`, …"""
    shapes: Shapes = {}
    for at, (inputs, outputs) in enumerate(itertools.pairwise(sizes)):
        shapes[f"{name}{at}.w"], shapes[f"{name}{at}.b"] = (inputs, outputs), (outputs,)
    return shapes


def init(shapes: Shapes, seed: int) -> dict[str, NDArray[np.float32]]:
    """Random weights before any training (He initialization), and biases of 0."""
    random = np.random.default_rng(seed)
    weights = {}
    for name, shape in shapes.items():
        scale = 0.0 if name.endswith(".b") else (2 / shape[0]) ** 0.5
        weights[name] = (scale * random.standard_normal(shape)).astype(np.float32)
    return weights


def widened(old: Weights, shapes: Shapes, seed: int) -> dict[str, NDArray[np.float32]]:
    """A larger network that computes the same: old units hear nothing of new ones, which begin at random."""
    weights = init(shapes, seed)
    for name, array in old.items():
        corner = tuple(slice(size) for size in array.shape)
        weights[name][..., corner[-1]] = 0
        weights[name][corner] = array
    return weights


def dense(weights: Weights, name: str, inputs: Any) -> Any:
    return inputs @ weights[f"{name}.w"] + weights[f"{name}.b"]


def relu(xp: Any, inputs: Any) -> Any:
    return xp.maximum(inputs, 0)


def mlp(xp: Any, weights: Weights, name: str, inputs: Any, depth: int, begin: int = 0) -> Any:
    """A multilayer perceptron: dense layers with ReLU between them, the last one linear; `begin`: the first layer."""
    for at in range(begin, depth):
        inputs = dense(weights, f"{name}{at}", inputs)
        inputs = relu(xp, inputs) if at + 1 < depth else inputs
    return inputs


def softmax(xp: Any, logits: Any) -> Any:
    """Probabilities, which sum up to one in the last axis."""
    grown = xp.exp(logits - logits.max(axis=-1, keepdims=True))
    return grown / grown.sum(axis=-1, keepdims=True)


def one_hot(xp: Any, numbers: Any, size: int) -> Any:
    return (numbers[..., None] == xp.arange(size)).astype(np.float32)


def concatenated(xp: Any, parts: Sequence[Any]) -> Any:
    """Features of all kinds along the last axis; the axes before it are the same in all of them."""
    return xp.concatenate([part.astype(np.float32) for part in parts], axis=-1)


def named(fields: Sequence[Field], observation: Any) -> dict[str, Any]:
    """The fields of a flat observation by name, in their shapes; axes before the last one (the batch) stay in front."""
    size, front = sum(field.size for field in fields), observation.shape[:-1]
    if observation.shape[-1:] != (size,):
        raise ValueError(f"observations of {size} numbers were expected, not an array of shape {observation.shape}")
    found, at = {}, 0
    for field in fields:
        found[field.name] = observation[..., at : at + field.size].reshape(front + field.shape)
        at += field.size
    return found
