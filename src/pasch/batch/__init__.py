"""Thousands of matches at once in JAX: the driver of the games' twins."""

from pasch.batch.many import Many, Matches, Step

__all__ = ["Many", "Matches", "Step"]
