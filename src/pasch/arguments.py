"""What is read from a command line."""

import argparse
from collections.abc import Callable


def whole(least: int, most: int) -> Callable[[str], int]:
    def whole_number(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 12 and least <= int(word) <= most):
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most} is expected, not {word!r:.40}")
        return int(word)

    return whole_number


def noted_hash(word: str) -> str:
    """64 hexadecimal digits, as somebody has noted them."""
    if len(word) != 64 or not set(word.lower()) <= set("0123456789abcdef"):
        raise argparse.ArgumentTypeError(f"64 digits from 0 to f are expected, not {word!r:.80}")
    return word.lower()
