"""A match as a tree: every node is one choice of one seat, or one single pick of chance. No library is used here."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pasch.bots.matches import play_match
from pasch.engine.draws import Below
from pasch.engine.game import AnyGame, Chance, Decision, Over, Result, Seat, Turn, Value
from pasch.engine.match import Event, Match, start
from pasch.engine.record import event_to_json, game_named, options_from_json
from pasch.engine.witness import seen, still_concealed
from pasch.games import GAMES
from pasch.games.encoding import ones
from pasch.games.parts import Encoding, encoding_of

MOST_DECISIONS = 10_000
"""The limit for a game that has none: OpenSpiel requires every game to be finite."""
MOST_PICKS = 32
"""More picks of chance than this never come, on average, to one decision."""


class Key(NamedTuple):
    """What a tree grows from."""

    game_id: str
    players: int
    first: int
    limit: int
    last: int = 0
    """Only so many decisions are left of a match between greedy bots; 0: a match from its beginning."""
    seed: int = 0
    """Of that match."""
    picks: int = 0
    """Chance picks among so many of the options that it has, those with the lowest numbers; 0: among all."""


class Told:
    """An event, and what the match waited for when it came."""

    __slots__ = ("_lines", "event", "turn")

    def __init__(self, turn: Turn, event: Event) -> None:
        self.turn = turn
        self.event = event
        self._lines: dict[Seat | None, str] = {}

    def line(self, seat: Seat | None) -> str:
        """The event as a seat, or a spectator, sees it."""
        line = self._lines.get(seat)
        if line is None:
            line = self._lines[seat] = _line(event_to_json(seen(self, seat)))
        return line


class Link(Value, frozen=True):
    """The end of a linked list. Nodes share what lies behind them, and so are cheap to copy."""

    before: "Link | None"
    item: Any


def items(link: Link | None) -> list[Any]:
    """All that a linked list holds, from its beginning."""
    found = []
    while link is not None:
        found.append(link.item)
        link = link.before
    return found[::-1]


class Pick(NamedTuple):
    """A draw in the making: what has been picked, and what can come next, with weights."""

    picked: tuple[Any, ...] = ()
    options: Mapping[Any, int] = {}


NO_PICK = Pick()


class Tree:
    """All matches of a game with this number of seats."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.game: AnyGame = game_named(key.game_id, GAMES)
        self.encoding: Encoding = encoding_of(self.game)
        self.numbers = {pick: number for number, pick in enumerate(self.encoding.PICKS)}
        first = self._begin()
        self.root = _reached(self, first, self.game.turn(first), Past())

    def _begin(self) -> Any:
        """The state in which the tree begins: the first of a match, or one near its end."""
        options, key = {"first": self.key.first}, self.key
        if not key.last:
            return start(self.game, key.players, options_from_json(self.game, options))
        played, _ = play_match(self.game, ["greedy"] * key.players, str(key.seed), options)
        left = sum(event.seat is not None for event in played.events) - key.last
        match = Match(self.game, key.players, played.options)
        for event in played.events:
            if event.seat is not None and left <= 0:
                break
            left -= event.seat is not None
            match.apply(event)
        return match.state

    def options(self, turn: Chance[Any], picked: tuple[Any, ...]) -> Mapping[Any, int]:
        """What chance can pick next, with weights."""
        found: Mapping[Any, int] = turn.draw.options(picked)
        if not self.key.picks or len(found) <= self.key.picks:
            return found
        return {pick: found[pick] for pick in sorted(found, key=self.numbers.__getitem__)[: self.key.picks]}


class Origin(NamedTuple):
    """From where on a seat knows each event: of what was before, what everybody saw, and what it sees of this state."""

    state: Any
    told: int
    """How many events of the story were before."""
    dreamer: Seat
    """The seat for which nothing begins here: it has seen all of the story."""
    before: "Origin | None"


class Past(Value, frozen=True):
    """What a node remembers."""

    path: Link | None = None
    """The actions that led to the node."""
    story: Link | None = None
    """The events (`Told`) that have become known on the way."""
    concealed: tuple[Told, ...] = ()
    """What has been chosen while others still choose."""
    base: Any = None
    """The state before these choices."""
    decided: int = 0
    origin: Origin | None = None

    def story_with(self, *told: Told) -> Link | None:
        """The story, and what has become known now."""
        story = self.story
        for one in told:
            story = Link(story, one)
        return story


@lru_cache(64)
def tree(key: Key) -> Tree:
    return Tree(key)


class Node:
    """A value: it never changes, so that its copies are the node itself. What is asked of it is computed once."""

    __slots__ = (
        "_actions",
        "_mask",
        "_observations",
        "_picks",
        "is_chance",
        "is_over",
        "past",
        "pick",
        "result",
        "seat",
        "state",
        "tree",
        "turn",
    )

    seat: Seat
    """Who decides; only where somebody does."""

    def __init__(self, of: Tree, state: Any, turn: Turn, pick: Pick, past: Past) -> None:
        self.tree = of
        self.state = state
        self.turn = turn
        self.pick = pick
        self.past = past
        self.is_chance = self.is_over = False
        self.result: Result | None = None
        if isinstance(turn, Decision):
            self.seat = turn.seats[0]
            self.is_over = past.decided >= of.key.limit
        elif isinstance(turn, Over):
            self.result, self.is_over = turn.result, True
        else:
            self.is_chance = True
        self._mask: bytes | None = None
        self._actions: list[int] | None = None
        self._picks: list[tuple[int, float]] | None = None
        self._observations: dict[Seat, NDArray[np.float32]] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Node"], tuple[Key, list[int]]]:
        return node_after, (self.tree.key, items(self.past.path))

    # What is

    @property
    def picks(self) -> list[tuple[int, float]]:
        """The number and the probability of each pick that chance can make."""
        if self._picks is None:
            numbers, options = self.tree.numbers, self.pick.options
            weight = sum(options.values())
            self._picks = sorted([(numbers[pick], share / weight) for pick, share in options.items()])
        return self._picks

    @property
    def mask(self) -> bytes:
        """What the seat may do."""
        if self._mask is None:
            moves = self.tree.game.legal_moves(self.state, self.seat)
            self._mask = self.tree.encoding.mask(self.state, self.seat, moves)
        return self._mask

    @property
    def actions(self) -> list[int]:
        """The numbers of what the seat may do."""
        if self._actions is None:
            self._actions = ones(self.mask)
        return self._actions

    def move(self, action: int) -> Any:
        return self.tree.encoding.move(self.state, self.seat, action)

    def observation(self, seat: Seat) -> NDArray[np.float32]:
        if self._observations is None:
            self._observations = {}
        found = self._observations.get(seat)
        if found is None:
            found = self._observations[seat] = self.tree.encoding.observe(self.state, seat).astype(np.float32)
        return found

    # What comes

    def after(self, action: int) -> "Node":
        return self._picked(action) if self.is_chance else self._played(action)

    def _picked(self, action: int) -> "Node":
        picks = self.tree.encoding.PICKS
        if not 0 <= action < len(picks) or picks[action] not in self.pick.options:
            raise ValueError(f"chance cannot pick {action} here, only {[number for number, _ in self.picks]}")
        past = replace(self.past, path=Link(self.past.path, action))
        return _reached(self.tree, self.state, self.turn, past, (*self.pick.picked, picks[action]))

    def _played(self, action: int) -> "Node":
        mask = self.mask
        if not (0 <= action < len(mask) and mask[action]):
            raise ValueError(f"seat {self.seat} may not do {action} here, only {self.actions}")
        move = self.move(action)
        game, before, last = self.tree.game, self.past, Told(self.turn, Event(self.seat, move))
        state = game.play(self.state, self.seat, move)
        turn = game.turn(state)
        concealed = still_concealed(before.concealed, last, turn)
        path, decided = Link(before.path, action), before.decided + 1
        if concealed:
            base = before.base if before.concealed else self.state
            past = replace(before, path=path, concealed=concealed, base=base, decided=decided)
        else:
            story = before.story_with(*before.concealed, last)
            past = replace(before, path=path, story=story, concealed=(), base=None, decided=decided)
        return _reached(self.tree, state, turn, past)

    def dreamt(self, seat: Seat, below: Below) -> "Node":
        """A node that looks the same to a seat: what it cannot see is dealt and chosen anew.

        For the others a new story begins here, since they are given what they have not drawn.
        """
        game, past = self.tree.game, self.past
        if self.is_chance or self.is_over:
            return self
        state = game.imagine(game.view(past.base if past.concealed else self.state, seat), below)
        origin = Origin(state, len(items(past.story)), seat, past.origin)
        concealed = []
        for told in past.concealed:
            owner, move = told.event.seat, told.event.what
            assert owner is not None
            if owner != seat:
                moves = game.legal_moves(state, owner)
                move = moves[below(len(moves))]
            state = game.play(state, owner, move)
            concealed.append(Told(told.turn, Event(owner, move)))
        past = replace(past, concealed=tuple(concealed), base=origin.state if concealed else None, origin=origin)
        return Node(self.tree, state, game.turn(state), NO_PICK, past)

    # What was

    def story(self, seat: Seat | None) -> str:
        """The information state of a seat (None: a spectator), line by line; concealed choices without content."""
        told, origin = items(self.past.story), self.past.origin
        while origin is not None and origin.dreamer == seat:
            origin = origin.before
        known = 0 if origin is None else origin.told
        lines = [one.line(None) for one in told[:known]]
        if origin is not None:
            lines.append(msgspec.json.encode(self.tree.game.view(origin.state, seat)).decode())
        lines += [one.line(seat) for one in told[known:]]
        concealed = [_line_of_concealed(told, seat) for told in self.past.concealed]
        return "\n".join(["spectator" if seat is None else f"seat {seat}", *lines, *concealed])


def _line_of_concealed(told: Told, seat: Seat | None) -> str:
    return told.line(seat) if told.event.seat == seat else _line({"seat": told.event.seat})


def _line(fields: dict[str, Any]) -> str:
    return msgspec.json.encode(fields).decode()


def _reached(of: Tree, state: Any, turn: Turn, past: Past, picked: tuple[Any, ...] = ()) -> Node:
    """The next node at which there is a choice: what chance must do, it has done."""
    while isinstance(turn, Chance):
        pick = _next_pick(of, turn, picked)
        if pick.options:
            return Node(of, state, turn, pick, past)
        outcome = turn.draw.outcome(pick.picked)
        past = replace(past, story=Link(past.story, Told(turn, Event(None, outcome))))
        state, picked = of.game.settle(state, outcome), ()
        turn = of.game.turn(state)
    return Node(of, state, turn, NO_PICK, past)


def _next_pick(of: Tree, turn: Chance[Any], picked: tuple[Any, ...]) -> Pick:
    while len(options := of.options(turn, picked)) == 1:
        picked = (*picked, *options)
    return Pick(picked, options)


def node_after(key: Key, actions: list[int]) -> Node:
    node = tree(key).root
    for action in actions:
        node = node.after(action)
    return node
