"""The games for OpenSpiel: chance is explicit, pick by pick, and seats that decide at once do so one by one, unseen."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import numpy as np
import pyspiel

from pasch.engine.game import AnyGame, Seat
from pasch.env.playing import games_for_learning, name_of
from pasch.env.rewards import AT_THE_END, Reward, reward_named, unknown_reward
from pasch.env.tree import MOST_DECISIONS, MOST_PICKS, Key, Node, tree
from pasch.games.drawing import svg, usual_names
from pasch.games.encoding import limit_for, number_of_actions
from pasch.games.network import named
from pasch.games.parts import encoding_of

PREFIX = "pasch_"
SMALL = ("last", "seed", "picks")
NUMBERS = ("limit", "first", *SMALL)
"""Parameters that are whole numbers, and 0 unless given."""
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def register() -> list[str]:
    """Make all games known to `pyspiel.load_game`, once; their names there."""
    known = set(pyspiel.registered_names())
    games = games_for_learning()
    for game in games:
        if PREFIX + game.id not in known:
            # A class of its own: OpenSpiel lets go of it after Python has ended, which only classes survive.
            pyspiel.register_game(game_type(game), type(game.id, (SpielGame,), {"game": game}))
    return [PREFIX + game.id for game in games]


def game_type(game: AnyGame, utility: Any = None) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.id,
        long_name=f"{game.plain_title.en} ({name_of(game)})",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION if game.is_open else kind.Information.IMPERFECT_INFORMATION,
        utility=utility or kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], "reward": "win", **dict.fromkeys(NUMBERS, 0)},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games. Parameters: `players`, `reward` (win, score), `limit` on decisions (0: the game's), `first`.

    Small ones, to be solved: the `last` decisions of a match (a `seed` says which), with few `picks` of chance.
    """

    game: AnyGame

    def __init__(self, params: Mapping[str, Any]) -> None:
        game, players = self.game, params["players"]
        if params["reward"] not in AT_THE_END:
            raise unknown_reward(params["reward"], AT_THE_END)
        limit = limit_for(encoding_of(game), players, params["limit"] or params["last"] or None)
        small = {name: params[name] for name in SMALL}
        key = Key(game.id, players, params["first"], limit or MOST_DECISIONS, **small)
        self.tree = tree(key)
        self.reward: Reward = reward_named(params["reward"], encoding_of(game).fields(players))
        utility = pyspiel.GameType.Utility
        is_zero_sum = self.reward.total == 0
        super().__init__(
            game_type(game, utility.ZERO_SUM if is_zero_sum else utility.CONSTANT_SUM),
            self._info(players, key.limit),
            dict(params),
        )

    def __reduce__(self) -> "tuple[Callable[[str], SpielGame], tuple[str]]":
        return loaded, (str(self),)

    def _info(self, players: int, limit: int) -> Any:
        encoding = self.tree.encoding
        return pyspiel.GameInfo(
            num_distinct_actions=number_of_actions(encoding),
            max_chance_outcomes=len(encoding.PICKS),
            num_players=players,
            min_utility=self.reward.low,
            max_utility=self.reward.high,
            utility_sum=self.reward.total,
            max_game_length=limit,
        )

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_PICKS * (self.tree.key.limit + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> "Observer":
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def loaded(name: str) -> SpielGame:
    """A game by its full name, also where nothing has been registered yet: in another process."""
    register()
    game: SpielGame = pyspiel.load_game(name)
    return game


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A place in the tree. All that it holds of its own is its node, which copies share."""

    node: Node

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = game.tree.root

    def current_player(self) -> int:
        node = self.node
        if node.is_over:
            return TERMINAL
        return CHANCE if node.is_chance else node.seat

    def is_terminal(self) -> bool:
        return self.node.is_over

    def is_chance_node(self) -> bool:
        return self.node.is_chance

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.actions if player == self.node.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.picks

    # OpenSpiel has these, too, but calls back several times for each.

    def legal_actions(self, *player: int) -> list[int]:
        node = self.node
        if not (node.is_chance or node.is_over) and (not player or player[0] == node.seat):
            return node.actions.copy()
        found: list[int] = super().legal_actions(*player)
        return found

    def observation_tensor(self, *player: int) -> list[float]:
        seat = player[0] if player else self.current_player()
        is_at_the_table = seat in range(self.node.tree.key.players)
        found: list[float] = (
            self.node.observation(Seat(seat)).tolist() if is_at_the_table else super().observation_tensor(*player)
        )
        return found

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return str(self.node.tree.encoding.PICKS[action])
        return as_json(self.node.move(action))

    def returns(self) -> list[float]:
        """The rewards; a truncated match counts as a tie of all seats."""
        reward, players = self.get_game().reward, self.node.tree.key.players
        if self.node.result is not None:
            found: list[float] = reward.of(self.node.result)
            return found
        return [reward.total / players if self.node.is_over else 0.0] * players

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """A state that this player cannot tell from this one, as ISMCTS wants it."""
        twin: SpielState = self.clone()
        twin.node = self.node.dreamt(Seat(player_id), lambda count: min(int(probability_sampler() * count), count - 1))
        return twin

    def _repr_html_(self) -> str:
        """What the seat sees that decides."""
        node = self.node
        seat = None if node.is_chance or node.is_over else node.seat
        return svg(node.tree.game, node.state, seat, usual_names(node.tree.key.players))

    def __str__(self) -> str:
        return as_json([self.node.state, self.node.pick.picked, self.node.past.decided])


class Observer:
    """What a seat sees, as OpenSpiel asks for it: now or with all that it has seen, in public or in private."""

    def __init__(self, game: SpielGame, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"no parameters of observations were expected, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observation shows what one seat may know, or a spectator, not all hands")
        self._tree = game.tree
        self._recalls = kind.perfect_recall
        self._is_public = kind.public_info
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.dict: dict[str, Any] = {}
        self.tensor = self._array() if self._is_public and self._is_private and not self._recalls else None

    def _array(self) -> Any:
        fields = self._tree.encoding.fields(self._tree.key.players)
        tensor = np.zeros(sum(field.size for field in fields), np.float32)
        self.dict = {name: np.atleast_1d(part) for name, part in named(fields, tensor).items()}
        return tensor

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.node.observation(Seat(player))

    def string_from(self, state: SpielState, player: int) -> str:
        seat = Seat(player) if self._is_private else None
        if not self._is_public:
            return "" if seat is None else self._private(state, seat)
        return state.node.story(seat) if self._recalls else as_json(self._tree.game.view(state.node.state, seat))

    def _private(self, state: SpielState, seat: Seat) -> str:
        """What a seat sees and a spectator does not."""
        own, everybodys = (self._tree.game.view(state.node.state, who) for who in (seat, None))
        names = [name for name in own.__struct_fields__ if getattr(own, name) != getattr(everybodys, name)]
        return as_json({name: getattr(own, name) for name in names}) if names else ""


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
