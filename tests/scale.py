"""How much of a long test runs: a part of it on every change, all of it in the long proof (`make proof` sets PROOF)."""

import os

import pytest

PROOF = bool(os.environ.get("PROOF"))


def scaled(part: int, whole: int) -> int:
    """So many on every change, and so many in the long proof."""
    return whole if PROOF else part


def only_in_the_proof(unless: bool = False) -> tuple[pytest.MarkDecorator, ...]:
    """The marks of one case among several, of which the others run on every change."""
    return () if unless else (pytest.mark.proof,)
