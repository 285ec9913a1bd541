"""What is read from a command line."""

import argparse
from collections.abc import Callable


def whole(least: int, most: int) -> Callable[[str], int]:
    def whole_number(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 12 and least <= int(word) <= most):
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most} is expected, not {word!r:.40}")
        return int(word)

    return whole_number
