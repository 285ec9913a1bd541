"""Thousands of matches at once in JAX: the driver of the games' twins."""

from pasch.batch.many import Many, Matches, Step
from pasch.games.twin import NO_ACTION

__all__ = ["NO_ACTION", "Many", "Matches", "Step"]
