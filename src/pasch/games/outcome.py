"""How a match ends for a seat, as networks learn it: a distribution over the places, and the score."""

from typing import Any

SCORE_SCALE = 0.02
"""By what the scores are multiplied, so that the network's outputs stay small."""
FOR_PLACE, FOR_SCORE = 0.004, 0.0005
"""What the first place is worth beside the win, compared with the last one, and what a point of the score is."""


def places_taken(xp: Any, ranks: Any) -> Any:
    """The chance of each place for each seat, given how well it stands: equals have equal parts of those they take.

    `ranks`: by seat in the last axis, higher is better.
    """
    better = (ranks[..., None, :] > ranks[..., :, None]).sum(axis=-1)[..., None]
    equal = (ranks[..., None, :] == ranks[..., :, None]).sum(axis=-1)[..., None]
    place = xp.arange(ranks.shape[-1])
    return xp.where((place >= better) & (place < better + equal), 1 / equal, 0.0)


def wanted(xp: Any, places: Any, score: Any) -> Any:
    """What a seat plays for: the win; and far behind that, so that it matters to those who cannot win any more, its
    place and its score. Otherwise nobody could tell which of the others they let win.

    `places`: the chance of each, in the last axis; `score`: scaled.
    """
    last = places.shape[-1] - 1
    place = (places * (1 - xp.arange(last + 1) / last)).sum(axis=-1)
    return places[..., 0] + FOR_PLACE * place + FOR_SCORE / SCORE_SCALE * score
