"""Matches as arrays: masks, observations, rewards, and errors for wrong arguments."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import pasch.env
from pasch.bots.levels import bot
from pasch.engine.errors import Malformed, Refused
from pasch.engine.game import AnyGame, Over, Result
from pasch.env.playing import Playing, Wish, set_up
from pasch.env.rewards import REWARDS, Reward, score_leads, win_shares
from pasch.env.spaces import observation_space
from pasch.games import GAMES
from pasch.games.parts import encoding_of
from tests.env.tables import every_game, every_table


def playing(game: AnyGame, players: int, seed: str = "1", **changes: Any) -> Playing:
    wanted = {"reward": "win", "limit": None, "options": {}} | changes
    return Playing(set_up(Wish(game.id, players, **wanted)), seed)


def play_on(match: Playing, level: str = "random") -> bool:
    """One decision by a bot; False where the match is over."""
    if not match.deciding:
        return False
    seat = match.deciding[-1]
    player = bot(match.setup.game, level)
    match.play(seat, player.choose(match.view(seat), seat, match.match.moves(seat), match.below))
    return True


@every_table
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_observations_lie_in_their_space(game: AnyGame, players: int, level: str) -> None:
    match = playing(game, players)
    space = observation_space(match.setup)
    goes_on = True
    while goes_on:
        for seat in match.setup.seats:
            seen = match.seen(seat)
            of_view = match.setup.encoding.observe(game.view(match.match.state, seat), seat)
            assert np.array_equal(seen["observation"], of_view), "what is hidden is not read of a state either"
            assert space.contains(seen), pasch.env.named(game.id, players, seen["observation"])
        goes_on = play_on(match, level)


@every_game
def test_what_is_seen_belongs_to_who_asked(game: AnyGame) -> None:
    match = playing(game, game.seats[0])
    for seat in match.setup.seats:
        first, second = match.seen(seat), match.seen(seat)
        for name, numbers in first.items():
            kept = numbers.copy()
            np.add(numbers, 1, out=numbers)
            assert np.array_equal(second[name], kept)
            assert np.array_equal(match.seen(seat)[name], kept)


@every_table
def test_masks_are_the_legal_moves(game: AnyGame, players: int) -> None:
    match, encoding = playing(game, players), encoding_of(game)
    for _ in range(60):
        for seat in match.setup.seats:
            view, allowed = game.view(match.match.state, seat), np.flatnonzero(match.mask(seat))
            moves = [encoding.move(view, seat, int(action)) for action in allowed]
            legal = match.match.moves(seat)
            assert encoding.mask(view, seat, legal) == bytes(match.mask(seat))
            assert sorted(encoding.action(view, seat, move) for move in legal) == allowed.tolist()
            assert set(moves) == set(game.legal_moves(match.match.state, seat))
            assert len(moves) == len(game.legal_moves(match.match.state, seat))
        if not play_on(match):
            break


@every_game
def test_an_action_that_is_not_allowed_changes_nothing(game: AnyGame) -> None:
    match = playing(game, game.seats[0])
    state = match.match.state
    for seat in match.setup.seats:
        for action in np.flatnonzero(match.mask(seat) == 0)[:50]:
            assert not match.act(seat, int(action))
        assert not match.act(seat, match.setup.actions)
    assert match.match.state is state


@every_table
def test_leads_add_up_to_what_the_score_brings(game: AnyGame, players: int) -> None:
    match = playing(game, players, reward="lead")
    earned = [match.rewards()]
    while play_on(match):
        assert sum(earned[-1]) == pytest.approx(0)
        earned.append(match.rewards())
    assert isinstance(match.match.turn, Over)
    assert [sum(each) for each in zip(*earned, strict=True)] == pytest.approx(score_leads(match.match.turn.result))


@every_game
def test_what_was_given_away_is_a_copy(game: AnyGame) -> None:
    match = playing(game, game.seats[0])
    seat = match.deciding[0]
    seen = match.seen(seat)
    expected = deepcopy(seen)
    seen["observation"][:] = 99
    seen["action_mask"][:] = 99
    assert all(np.array_equal(match.seen(seat)[name], expected[name]) for name in expected)


@every_game
def test_a_deep_copy_has_dice_of_its_own(game: AnyGame) -> None:
    env = pasch.env.aec(game.id)
    env.reset(seed=1)
    matches = [deepcopy(env).unwrapped.playing, deepcopy(env).unwrapped.playing]
    for match in matches:
        for _ in range(12):
            play_on(match)
    assert matches[0].match.events == matches[1].match.events
    assert env.unwrapped.playing.match.count < matches[0].match.count


@every_table
def test_rewards_come_at_the_end_and_add_up(game: AnyGame, players: int) -> None:
    match = playing(game, players)
    scored = set_up(Wish(game.id, players, "score", None, {})).reward
    assert match.rewards() == [0.0] * players
    while play_on(match, "greedy"):
        pass
    assert isinstance(match.match.turn, Over)
    result = match.match.turn.result
    assert sum(match.rewards()) == pytest.approx(match.setup.reward.total) == pytest.approx(1)
    assert all((reward > 0) == (place == 1) for reward, place in zip(match.rewards(), result.places, strict=True))
    assert sum(scored.of(result)) == pytest.approx(scored.total) == pytest.approx(0)
    assert all(scored.low <= reward <= scored.high for reward in scored.of(result))


def test_winners_share_and_scores_are_compared_with_the_mean_of_the_others() -> None:
    result = Result((7, 7, 1), (1, 1, 3))
    assert win_shares(result) == [0.5, 0.5, 0.0]
    assert score_leads(result) == [3.0, 3.0, -6.0]


@every_game
def test_no_two_scores_are_further_apart_than_the_fields_say(game: AnyGame) -> None:
    reward = set_up(Wish(game.id, None, "score", None, {})).reward
    assert reward.for_illegal == reward.low == -reward.high < 0


@every_table
def test_fields_have_names(game: AnyGame, players: int) -> None:
    match = playing(game, players)
    flat = match.observation(match.deciding[0])
    fields = pasch.env.named(game.id, players, flat)
    assert list(fields) == [field.name for field in match.setup.fields]
    assert [part.shape for part in fields.values()] == [field.shape for field in match.setup.fields]
    assert np.array_equal(np.concatenate([part.reshape(-1) for part in fields.values()]), flat)


def test_fields_of_many_observations_keep_their_dimensions() -> None:
    match = playing(GAMES["hilo"], 3)
    flat = np.stack([match.observation(seat) for seat in match.setup.seats])
    fields = pasch.env.named("hilo", 3, flat)
    assert fields["cards"].shape == (3, 3)
    assert fields["die"].shape == (3,)
    assert (fields["cards"][:, 0] > 0).all(), "everybody sees the own card first"
    assert not fields["cards"][:, 1:].any(), "and no other"


def test_an_observation_of_another_size_is_not_split() -> None:
    with pytest.raises(ValueError, match=r"observations of 14 numbers were expected, not an array of shape \(3,\)"):
        pasch.env.named("hilo", 3, np.zeros(3))


def test_who_begins_is_drawn_unless_the_options_say_so() -> None:
    game = GAMES["sack"]
    drawn = {playing(game, 4, str(seed)).match.state.first for seed in range(40)}
    told = {playing(game, 4, str(seed), options={"first": 2}).match.state.first for seed in range(10)}
    assert (drawn, told) == ({0, 1, 2, 3}, {2})


def test_options_reach_the_game() -> None:
    match = playing(GAMES["twentyone"], 2, options={"sheets": ["F", "C"]})
    assert [page.sheet for page in match.match.state.pages] == ["F", "C"]


@every_game
def test_equal_seeds_give_equal_matches(game: AnyGame) -> None:
    matches = [playing(game, game.seats[-1], seed) for seed in ("a", "a", "b")]
    for match in matches:
        for _ in range(20):
            play_on(match)
    assert matches[0].match.events == matches[1].match.events != matches[2].match.events


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"game_id": "chess"}, "There is no game 'chess' here"),
        ({"game_id": "sack", "players": 5}, "is for 2 to 4 players, not 5"),
        ({"game_id": "sack", "reward": "fame"}, "There is no reward 'fame', only: win, score"),
        ({"game_id": "sack", "limit": 0}, "A limit is at least one step, not 0"),
        ({"game_id": "sack", "options": {"colour": "red"}}, "colour"),
    ],
)
@pytest.mark.parametrize("adapter", [pasch.env.aec, pasch.env.parallel, pasch.env.gym])
def test_wrong_arguments_are_named(adapter: Any, arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        adapter(**arguments)


@pytest.mark.parametrize(
    "adapter", [pasch.env.aec, pasch.env.parallel, pasch.env.gym, pasch.env.jax, pasch.env.jaxmarl]
)
def test_steps_are_rewarded_unless_only_the_end_is_asked_for(adapter: Any) -> None:
    """The reward from which most is learned (docs/research.md); who counts wins asks for them."""
    rewards = {name: rewarded(adapter("sack", reward=name)) for name in REWARDS}
    assert [name for name in REWARDS if rewards[name] == rewarded(adapter("sack"))] == ["lead"]


def rewarded(env: Any) -> Reward:
    found: Reward = env.reward if hasattr(env, "many") else env.unwrapped.setup.reward
    return found


def test_options_that_the_rules_refuse_are_refused_at_once() -> None:
    with pytest.raises(Refused, match="Seat 7 cannot be first"):
        pasch.env.aec("sack", options={"first": 7})
