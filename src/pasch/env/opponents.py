"""Who has the other seats: levels, bots by their specification, bots, or functions such as a policy of one's own."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pasch.bots.bot import Bot
from pasch.bots.levels import bot_from_spec
from pasch.engine.draws import Below
from pasch.engine.errors import Malformed
from pasch.engine.game import Seat
from pasch.env.forms import NAMED
from pasch.env.playing import Setup, single
from pasch.games.encoding import ones

Policy = Callable[[dict[str, Any]], Any]
"""Given what a seat sees (`observation` and `action_mask`), the number of an action."""
Opponent = str | Bot | Policy
Opponents = Opponent | Sequence[Opponent]


class ByPolicy:
    """A bot that asks a function of what a learner would see."""

    def __init__(self, setup: Setup, policy: Policy) -> None:
        self._setup, self._policy = setup, policy

    def choose(self, view: Any, seat: Seat, moves: Sequence[Any], below: Below) -> Any:  # noqa: ARG002
        encoding, form = self._setup.encoding, self._setup.form
        mask = np.frombuffer(bytearray(encoding.mask(view, seat, moves)), np.int8)
        numbers = form.numbers(encoding.observe(view, seat))
        seen, may = form.keys or NAMED
        action = single(self._policy({seen: numbers, may: mask}))
        if action not in (legal := ones(mask)):
            raise ValueError(f"the policy of an opponent may not do {action} here, only {legal}")
        return encoding.move(view, seat, action)


def bots_for(setup: Setup, opponents: Opponents) -> list[Bot]:
    """One bot for each other seat, clockwise from the learner."""
    others = setup.players - 1
    wanted = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
    each = wanted * others if wanted == [opponents] else wanted
    if len(each) != others:
        raise Malformed(
            f"Für {others} andere Plätze werden {others} Gegner gebraucht, nicht {len(each)}.",
            f"{others} other seats need {others} opponents, not {len(each)}.",
        )
    return [_bot(setup, opponent) for opponent in each]


def _bot(setup: Setup, opponent: Any) -> Bot:
    if isinstance(opponent, str):
        return bot_from_spec(setup.game, opponent)
    if hasattr(opponent, "choose"):
        bot: Bot = opponent
        return bot
    if callable(opponent):
        return ByPolicy(setup, opponent)
    raise Malformed(
        f"Ein Gegner ist ein Name, ein Bot oder eine Funktion, nicht {opponent!r:.40}.",
        f"An opponent is a name, a bot or a function, not {opponent!r:.40}.",
    )
