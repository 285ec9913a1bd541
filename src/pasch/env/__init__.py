"""The games for learning: PettingZoo, Gymnasium and OpenSpiel. The libraries are loaded when they are asked for.

Only Gymnasium is loaded at once, where it is installed: the games have ids there.

Observations are `{"observation": int16 array, "action_mask": int8 array}`; `named` gives the fields of the former.
`observation="one_hot"` gives float32 numbers from 0 to 1 instead, `"rllib"` and `"tianshou"` the same under the keys
that these expect, `"flat"` the array alone. The mask is in the info, too. `pickle` works for all environments.
Rewards: `lead`, unless another is asked for, is what a step has changed in the seat's lead, its score minus the mean of
the others'. Two more come at the end of a match: `win` is 1 for the winner, divided among tied winners, 0 for the
others; `score` is the lead. A match that reaches `limit` is truncated: then `win` and `score` bring nothing.
The first seat is random, unless the options of the game set it: `options={"first": 0}`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pasch.bots.matches import NOTHING_SPECIAL
from pasch.engine.record import game_named
from pasch.games import GAMES
from pasch.games.parts import encoding_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pasch.env.opponents import Opponents
    from pasch.env.pure import Pure
    from pasch.env.single import OneSeat
    from pasch.env.together import Together
    from pasch.env.zoo import Rounds, Turns

__all__ = ["aec", "gym", "jax", "jaxmarl", "named", "parallel", "register_gymnasium", "register_open_spiel"]


def aec(
    game_id: str,
    *,
    players: int | None = None,
    reward: str = "lead",
    limit: int | None = None,
    options: Mapping[str, Any] = NOTHING_SPECIAL,
    observation: str = "fields",
    render_mode: str | None = None,
) -> "Turns":
    """A PettingZoo environment in which one seat acts at a time; an illegal action ends the match.

    `players`: the fewest that the game allows, unless given. `limit`: decisions of all seats together after which a
    match is truncated; unless given, the game's own, if it needs one.
    """
    with _installed("PettingZoo"):
        from pasch.env.playing import Wish, set_up
        from pasch.env.zoo import Turns
    return Turns(set_up(Wish(game_id, players, reward, limit, options, observation)), render_mode)


def parallel(
    game_id: str,
    *,
    players: int | None = None,
    reward: str = "lead",
    limit: int | None = None,
    options: Mapping[str, Any] = NOTHING_SPECIAL,
    observation: str = "fields",
    idle: str = "noop",
    render_mode: str | None = None,
) -> "Rounds":
    """A PettingZoo environment in which all seats act in every step; who has nothing to decide has action 0 alone.

    It does nothing then, and no mask is empty, at the end neither; `asked` in the infos tells who decides.
    `idle="empty"`: an empty mask instead. An illegal action is refused: the seat is asked again. `limit` counts the
    steps.
    """
    with _installed("PettingZoo"):
        from pasch.env.playing import Wish, set_up
        from pasch.env.zoo import Rounds
    return Rounds(set_up(Wish(game_id, players, reward, limit, options, observation, idle)), render_mode)


def gym(
    game_id: str,
    *,
    players: int | None = None,
    seat: int | None = None,
    opponents: "Opponents" = "greedy",
    reward: str = "lead",
    limit: int | None = None,
    options: Mapping[str, Any] = NOTHING_SPECIAL,
    observation: str = "fields",
    render_mode: str | None = None,
) -> "OneSeat":
    """A Gymnasium environment for one seat against bots; an illegal action ends the match with the worst reward.

    `seat`: random in every match, unless given. `opponents`: one for all, or one for each, clockwise from the learner:
    a level, `strong@FILE` with the weights of a file, `MODULE:NAME` for a bot that is called with the game, a bot, or a
    function that is given what a seat sees and returns an action. `limit` counts the learner's steps. After the end,
    the mask has one action, which does nothing.
    """
    with _installed("Gymnasium"):
        from pasch.env.playing import Wish, set_up
        from pasch.env.single import OneSeat
    wish = Wish(game_id, players, reward, limit, options, observation, idle="noop", together=False)
    return OneSeat(set_up(wish), seat, opponents, render_mode)


def register_gymnasium() -> list[str]:
    """Make every game known to Gymnasium, and tell their names: `gymnasium.make("pasch-<id>-v1", players=3)`.

    Done by `import pasch.env` where Gymnasium is installed; `gymnasium.make("pasch.env:pasch-<id>-v1")` needs not even
    that line. Arguments are those of `gym`.
    """
    with _installed("Gymnasium"):
        from gymnasium.envs.registration import register, registry

        from pasch.env.playing import games_for_learning, name_of
    names = {name_of(game): game.id for game in games_for_learning()}
    for name, game_id in names.items():
        if name not in registry:
            register(name, "pasch.env:gym", kwargs={"game_id": game_id})
    return list(names)


def jax(
    game_id: str,
    players: int | None = None,
    *,
    reward: str = "lead",
    limit: int | None = None,
    options: Mapping[str, Any] = NOTHING_SPECIAL,
    observation: str = "one_hot",
    auto_reset: bool = False,
) -> "Pure":
    """An environment in JAX as those of Pgx: `init(key)`, `step(state, action, key)`, and a state with its names.

    `observation="fields"` gives the numbers of the other adapters, as int16. `limit` counts the decisions of all seats.
    """
    import pasch.batch  # noqa: F401, says what to install
    from pasch.env.pure import Pure

    return Pure(
        game_id,
        game_named(game_id, GAMES).seats[0] if players is None else players,
        reward=reward,
        limit=limit,
        options=dict(options),
        observation=observation,
        auto_reset=auto_reset,
    )


def jaxmarl(
    game_id: str,
    players: int | None = None,
    *,
    reward: str = "lead",
    limit: int | None = None,
    options: Mapping[str, Any] = NOTHING_SPECIAL,
    auto_reset: bool = True,
) -> "Together":
    """An environment in JAX as those of JaxMARL: `reset(key)`, `step(key, state, actions)`, `get_avail_actions(state)`.

    All seats act in every step, by their names; who has nothing to decide has action 0 alone. `limit` counts the steps.
    """
    import pasch.batch  # noqa: F401, says what to install
    from pasch.env.together import Together

    seats = game_named(game_id, GAMES).seats[0] if players is None else players
    return Together(game_id, seats, reward=reward, limit=limit, options=dict(options), auto_reset=auto_reset)


def register_open_spiel() -> list[str]:
    """Make every game known to OpenSpiel, and tell their names: `pyspiel.load_game("pasch_<id>(players=3)")`.

    Parameters: `players`, `reward`, `limit` (decisions of all seats; 0: the game's own), `first` (who begins). Small
    variants that can be solved: `last` (decisions before the end of a match by greedy bots, with this `seed`), `picks`
    (among how many chance picks).
    """
    with _installed("OpenSpiel"):
        from pasch.env.spiel import register
    return register()


def named(game_id: str, players: int, observation: "NDArray[Any]") -> "dict[str, NDArray[Any]]":
    """The fields of one observation, or of many, by name."""
    with _installed("NumPy"):
        from pasch.games.network import named as split
    return split(encoding_of(game_named(game_id, GAMES)).fields(players), observation)


@contextmanager
def _installed(library: str) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"{library} is needed for this, but there is no module {missing.name!r}:"
            " pip install 'pasch[rl]', in a checkout '.[rl]'",
            name=missing.name,
        ) from missing


if find_spec("gymnasium"):
    register_gymnasium()
