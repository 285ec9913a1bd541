"""OpenSkill ratings from the places of many matches (Weng and Lin 2011, Plackett–Luce)."""

from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce


class Rating(msgspec.Struct, frozen=True):
    """How strong a player is believed to be, and how uncertain that is. Everybody starts at 25 ± 8.3."""

    mu: float
    sigma: float


class Ratings:
    """The ratings of some players who do not learn: with every match less uncertain."""

    def __init__(self, players: int) -> None:
        self._model = PlackettLuce(tau=0.0)
        start = self._model.rating()
        self.now = [Rating(start.mu, start.sigma)] * players

    def rate(self, seats: Sequence[int], places: Sequence[int]) -> None:
        """One match: which player sat where, and the seats' places.

        A player with several seats is rated as if strangers of equal strength sat there, and gets the mean of it.
        """
        teams = [[self._model.rating(self.now[player].mu, self.now[player].sigma)] for player in seats]
        rated = [team[0] for team in self._model.rate(teams, ranks=[float(place) for place in places])]
        for player in set(seats):
            own = [rating for rating, owner in zip(rated, seats, strict=True) if owner == player]
            mu, sigma = sum(rating.mu for rating in own), sum(rating.sigma for rating in own)
            self.now[player] = Rating(mu / len(own), sigma / len(own))
