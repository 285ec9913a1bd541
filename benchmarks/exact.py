"""What the best play of a lone sheet of twenty one brings on average, row by row: solved, not simulated."""

import argparse
from time import perf_counter

from rich.console import Console

from pasch.games.twentyone.learning.exact import sheet, worth
from pasch.games.twentyone.model import BONUS, NUMBERS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exact", description=__doc__)
    parser.add_argument("--rows", type=int, default=len(NUMBERS), help=f"the first ones of {len(NUMBERS)}")
    rows = parser.parse_args().rows
    console, begin = Console(), perf_counter()
    for at, row in enumerate(NUMBERS[:rows]):
        console.print(f"row {at + 1}, {' '.join(map(str, row))}: {worth(at):.3f} of {sum(row) + BONUS[-1]} points")
    if rows >= len(NUMBERS):
        console.print(f"the sheet: {sheet():.3f} points, solved in {perf_counter() - begin:.1f} s")


if __name__ == "__main__":
    main()
