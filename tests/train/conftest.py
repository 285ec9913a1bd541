"""Compiling takes longer than playing here, as in `tests/batch`."""

from tests.batch.conftest import plain_compiler

__all__ = ["plain_compiler"]
