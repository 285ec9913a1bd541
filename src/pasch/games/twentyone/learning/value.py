"""The value network of twenty one, and what a mark makes of a page.

Of a page only the current row counts and what the rows above it brought; of the row, which fields are free, how many
hits there are and the points so far. Which colours the fields have does not matter before the dice are rolled.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pasch.games.network import Shapes, Weights, concatenated, layers, mlp, named, one_hot, relu, softmax
from pasch.games.twentyone.learning.encode import CHOICES, FREE, fields
from pasch.games.twentyone.model import BONUS, COLOURS, LOCKED, NUMBERS, ROWS

ALL = len(COLOURS)
ALL_FREE = CHOICES - 1
HIDDEN = (128, 64)
PAGE_FEATURES = (ROWS + 1) + ALL + (ALL + 1) + 6

LONE = np.load(Path(__file__).parent / "lone.npy")
"""What a row still brings a lone player on average, with its bonus: by row, free fields and hits (`exact.py`)."""
BELOW = np.array([LONE[row + 1 :, ALL_FREE, 0].sum() for row in range(ROWS + 1)], np.float32)
"""The same for all the rows below one."""
PRINTED = np.array([*NUMBERS, (0,) * ALL])
SUBSETS = (np.arange(CHOICES)[:, None] >> np.arange(ALL) & 1).astype(bool)
LOWEST = np.array([free & -free for free in range(CHOICES)])
SIZE = SUBSETS.sum(axis=1)
HURRY = 1.0
"""What a free field costs, where a mark is predicted: time counts, the first to fill five rows ends the match."""


class Page(NamedTuple):
    """What counts of pages: arrays of any, equal shape."""

    row: Any
    free: Any
    """One bit for each free field of the current row."""
    hits: Any
    numbers: Any
    """The sum of the numbers in it."""
    finished: Any
    """The points of the rows above it."""


def pages(xp: Any, observation: Any, players: int) -> Page:
    """The pages of all seats, in the last dimension."""
    seen = named(fields(players), observation)
    entered = seen["entered"]
    free = ((entered == FREE) << xp.arange(ALL)).sum(axis=-1)
    hits = (entered == seen["printed"]).sum(axis=-1)
    numbers = xp.where(entered == FREE, 0, entered).sum(axis=-1)
    over = seen["row"] == ROWS
    return Page(seen["row"], free, xp.where(over, 0, hits), numbers, seen["finished"])


def totals(xp: Any, page: Page) -> Any:
    """The points as they stand (T11)."""
    return page.finished + page.numbers + xp.asarray(BONUS)[page.hits]


def marked(xp: Any, page: Page, shown: Any) -> tuple[Page, Any]:
    """What every mark makes of a page, in a new last dimension, and which marks are legal.

    `shown`, with a last dimension for the fields: what the dice of the fields' colours show.
    """
    printed = xp.asarray(PRINTED)[page.row]
    free = (page.free[..., None] >> xp.arange(ALL) & 1).astype(bool)
    subsets = xp.asarray(SUBSETS)
    legal = ~(subsets & ~(free & (shown <= printed))[..., None, :]).any(axis=-1)
    entered = subsets.astype(np.float32)
    numbers = page.numbers[..., None] + _times(entered, shown)
    hits = page.hits[..., None] + _times(entered, (shown == printed) & free)
    gone = xp.where(xp.arange(CHOICES) == 0, xp.asarray(LOWEST)[page.free][..., None], xp.arange(CHOICES))
    left = page.free[..., None] & ~gone
    return _turned(xp, Page(page.row[..., None] + 0 * left, left, hits, numbers, page.finished[..., None])), legal


def _times(entered: Any, numbers: Any) -> Any:
    return (numbers.astype(np.float32) @ entered.T).astype(np.int32)


def _turned(xp: Any, page: Page) -> Page:
    """The next row where one is full (T8, T10)."""
    full = page.free == 0
    finished = xp.where(full, totals(xp, page), page.finished)
    row = page.row + full
    free = xp.where(full, ALL_FREE, page.free)
    return Page(row, free, xp.where(full, 0, page.hits), xp.where(full, 0, page.numbers), finished)


def rerolled(xp: Any, dice: Any, rolled: Any) -> Any:
    """The dice after a second roll, of all that do not show a 1 (T4)."""
    return xp.where(dice == LOCKED, dice, rolled)


def to_go(xp: Any, page: Page) -> Any:
    """How many fields are free until the last row is full."""
    return xp.where(page.row == ROWS, 0, xp.asarray(SIZE)[page.free] + ALL * (ROWS - 1 - page.row))


def alone(xp: Any, page: Page) -> Any:
    """What a lone player would reach on average."""
    to_come = xp.asarray(LONE)[page.row, page.free, page.hits] + xp.asarray(BELOW)[page.row]
    return page.finished + page.numbers + to_come


def predicted(xp: Any, page: Page, shown: Any) -> Page:
    """Pages after the mark that is predicted of somebody in a slight hurry."""
    after, legal = marked(xp, page, shown)
    worth = xp.where(legal, alone(xp, after) - HURRY * to_go(xp, after), -np.inf)
    best = worth.argmax(axis=-1)[..., None]
    return Page(*(xp.take_along_axis(xp.broadcast_to(item, worth.shape), best, axis=-1)[..., 0] for item in after))


# The network


def page_features(xp: Any, page: Page) -> Any:
    """The features of pages, in a new last dimension."""
    left = to_go(xp, page)
    numbers = [
        page.numbers / 10,
        page.finished / 100,
        (alone(xp, page) - page.finished - page.numbers) / 100,
        alone(xp, page) / 130,
        left / (ALL * ROWS),
        left <= 3,
    ]
    free = page.free[..., None] >> xp.arange(ALL) & 1
    each = xp.stack([number.astype(np.float32) for number in numbers], axis=-1)
    return concatenated(xp, [one_hot(xp, page.row, ROWS + 1), free, one_hot(xp, page.hits, ALL + 1), each])


def shapes(players: int) -> Shapes:
    return layers("inner", PAGE_FEATURES * players + players, *HIDDEN, players + 1)


def logits(xp: Any, weights: Weights, observation: Any, players: int) -> Any:
    """A logit for each place, and last an estimate of the seat's score."""
    each = page_features(xp, pages(xp, observation, players))
    active = one_hot(xp, named(fields(players), observation)["active"], players)
    return mlp(xp, weights, "inner", concatenated(xp, [each.reshape(*each.shape[:-2], -1), active]), len(HIDDEN) + 1)


def first_layer_of_others(xp: Any, weights: Weights, others: Any, active: Any) -> Any:
    """The others' part of the first layer, by their features, clockwise; `active`: who rolls next."""
    players = others.shape[-2] + 1
    features = concatenated(xp, [others.reshape(*others.shape[:-2], -1), one_hot(xp, active, players)])
    return features @ weights["inner0.w"][PAGE_FEATURES:] + weights["inner0.b"]


def logits_beside(xp: Any, weights: Weights, mine: Any, others: Any) -> Any:
    """The same as `logits`, for the features of one seat's page, and the others' part of the first layer."""
    first = relu(xp, mine @ weights["inner0.w"][:PAGE_FEATURES] + others)
    second = relu(xp, first @ weights["inner1.w"] + weights["inner1.b"])
    return second @ weights["inner2.w"] + weights["inner2.b"]


def mark_values(xp: Any, weights: Weights, page: Page, shown: Any, active: Any) -> Any:
    """For each of several rolls and each mark of seat 0: its chance to win, beside the marks predicted of others.

    `shown`: what the dice show on the fields of all seats, a roll each; `active`: who rolls next.
    """
    rolls, seats = shown.shape[:2]
    others = predicted(xp, Page(*(xp.broadcast_to(item[1:], (rolls, seats - 1)) for item in page)), shown[:, 1:])
    mine, legal = marked(xp, Page(*(xp.broadcast_to(item[0], (rolls,)) for item in page)), shown[:, 0])
    rest = first_layer_of_others(xp, weights, page_features(xp, others), xp.broadcast_to(active, (rolls,)))
    if xp is not np:
        others = Page(*(item[:, None] for item in others))
        return xp.where(legal, _win_chances(xp, weights, mine, others, rest[:, None]), -np.inf)
    roll, _ = legal.nonzero()  # Few marks are legal, and only those take time here.
    worth = np.full(legal.shape, -np.inf)
    mine, others = Page(*(item[legal] for item in mine)), Page(*(item[roll] for item in others))
    worth[legal] = _win_chances(np, weights, mine, others, rest[roll])
    return worth


def table_values(xp: Any, weights: Weights, page: Page, active: Any) -> Any:
    """Each seat's chance to win in each of several positions when all have marked; `active`: who rolls next."""
    positions, seats = page.row.shape
    found = []
    for seat in range(seats):
        mine = Page(*(item[:, seat] for item in page))
        others = Page(*(xp.roll(item, -seat, axis=1)[:, 1:] for item in page))
        next_ = xp.broadcast_to((active - seat) % seats, (positions,))
        rest = first_layer_of_others(xp, weights, page_features(xp, others), next_)
        found.append(_win_chances(xp, weights, mine, others, rest))
    return xp.stack(found, axis=-1)


def _win_chances(xp: Any, weights: Weights, mine: Page, others: Page, rest: Any) -> Any:
    """The chance to win with each of several pages; the result, where that ends the match."""
    chances = softmax(xp, logits_beside(xp, weights, page_features(xp, mine), rest)[..., :-1])[..., 0]
    ends = (mine.row == ROWS) | (others.row == ROWS).any(axis=-1)
    return xp.where(ends, _share(xp, totals(xp, mine), totals(xp, others)), chances)


def _share(xp: Any, own: Any, theirs: Any) -> Any:
    equals = (theirs == own[..., None]).sum(axis=-1)
    return xp.where(own >= theirs.max(axis=-1), 1 / (1 + equals), 0.0)
