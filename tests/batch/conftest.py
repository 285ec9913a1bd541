"""Compiling takes longer than playing here: the compiler leaves out what it only does for speed."""

from collections.abc import Iterator

import jax
import pytest


@pytest.fixture(autouse=True)
def plain_compiler() -> Iterator[None]:
    jax.config.update("jax_disable_most_optimizations", True)  # type: ignore[no-untyped-call]
    yield
    jax.config.update("jax_disable_most_optimizations", False)  # type: ignore[no-untyped-call]
