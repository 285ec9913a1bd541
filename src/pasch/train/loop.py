"""The training loop: updates until the time is up, checkpoints and points of the curve on the way, weights at last."""

from collections.abc import Callable
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from msgspec.structs import replace

import pasch
from pasch.bots.confidence import Z95
from pasch.engine.game import AnyGame
from pasch.games.parts import Learner, encoding_of
from pasch.games.twin import Guidance
from pasch.games.weights import About, Point, fitting, write
from pasch.train.checkpoint import restore, save
from pasch.train.curve import draw
from pasch.train.trainer import FIRST_RATE, WARM_RATE, Trainer, TrainState, copied, learning_rate

POINTS = 20
"""How many points the curve gets."""


class Plan(NamedTuple):
    players: int
    seconds: float
    """How long to learn in all, without the time to compile."""
    size: int
    steps: int
    seed: int
    folder: Path
    """Where the weights, the checkpoint and the picture are written."""
    against: Path | None
    """Old weights to measure against; None: those of this training when it was at its first point."""
    duel: int
    """How many matches are played against them for each point of the curve; 0: none."""
    stop: float | None = None
    """After how many seconds to stop for now; the checkpoint is kept."""
    begin: Path | None = None
    """Weights to begin from, of this network or a smaller one; None: random ones."""


Say = Callable[[About], None]


def train(game: AnyGame, plan: Plan, say: Say, resume: bool = False) -> Path:
    """Trains as planned and returns the file of the weights; `resume`: from the checkpoint in the folder."""
    trainer = Trainer(game, plan.players, plan.size, plan.steps)
    baseline, begin = (
        None if file is None else fitting(file, game, plan.players) for file in (plan.against, plan.begin)
    )
    state = trainer.init(plan.seed, *(None if one is None else one.weights for one in (baseline, begin)))
    first_rate = FIRST_RATE if begin is None else WARM_RATE
    about = _about(game, plan, 0 if begin is None else begin.about.before + begin.about.matches)
    checkpoint = plan.folder / f"{game.id}-{plan.players}.checkpoint.npz"
    if resume:
        state, about = restore(checkpoint, state)
    stop = plan.seconds if plan.stop is None else min(plan.seconds, about.seconds + plan.stop)
    told, clock = about.seconds, _Clock()
    while about.seconds < stop:
        progress = about.seconds / plan.seconds
        rate = jnp.float32(learning_rate(progress, first_rate))
        state, metrics = trainer.update(state, rate, guidance(trainer.play.learner, progress if begin is None else 1.0))
        matches = about.matches + int(metrics.ended)
        about = replace(about, rounds=about.rounds + 1, matches=matches, seconds=about.seconds + clock.lap())
        if about.seconds - told >= plan.seconds / POINTS or about.seconds >= stop:
            told = about.seconds
            state, point = _measured(trainer, plan, state, about, float(metrics.cross_entropy))
            about = replace(about, curve=[*about.curve, point])
            save(checkpoint, state, about)
            say(about)
            clock.lap()
    weights = plan.folder / f"{game.id}-{plan.players}.npz"
    write(weights, state.average, about)
    draw(weights.with_suffix(".svg"), about)
    return weights


def guidance(learner: Learner, progress: float) -> Guidance:
    """Less and less of it: in the second half of a training, and where it goes on from trained weights, there is none,
    so that the values become those of the policy that is kept."""
    exploration = learner.EXPLORATION * max(0.0, 1 - 2 * progress)
    return Guidance(jnp.asarray(progress < learner.HEURISTIC_PART), jnp.float32(exploration))


def _about(game: AnyGame, plan: Plan, before: int) -> About:
    return About(
        game=game.id,
        players=plan.players,
        encoding=encoding_of(game).VERSION,
        seed=plan.seed,
        size=plan.size,
        steps=plan.steps,
        rounds=0,
        matches=0,
        seconds=0.0,
        device=jax.devices()[0].device_kind,
        against="its first point" if plan.against is None else plan.against.name,
        release=pasch.__version__,
        before=before,
    )


class _Clock:
    """Time between laps. The first is not counted: it compiles."""

    def __init__(self) -> None:
        self._last: float | None = None

    def lap(self) -> float:
        last, self._last = self._last, perf_counter()
        return 0.0 if last is None else self._last - last


def _measured(
    trainer: Trainer, plan: Plan, state: TrainState, about: About, cross_entropy: float
) -> tuple[TrainState, Point]:
    if plan.against is None and not about.curve:
        state = state._replace(baseline=copied(state.average))
    if not plan.duel:
        return state, Point(about.seconds, about.matches, cross_entropy)
    share, error = duel(trainer, state.average, state.baseline, plan.duel, about.rounds)
    return state, Point(about.seconds, about.matches, cross_entropy, share, error)


def duel(trainer: Trainer, mine: dict[str, Any], theirs: dict[str, Any], size: int, seed: int) -> tuple[float, float]:
    """The win share of one seat with its own weights, and half the width of its 95 % interval."""
    shares = np.asarray(trainer.duel(jax.random.key(seed), mine, theirs, size))
    return float(shares.mean()), Z95 * float(shares.std()) / sqrt(size)
