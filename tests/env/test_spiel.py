"""The games in OpenSpiel: its own suites, its own player, and what each seat can know."""

import pickle
import random
import subprocess
import sys
import unittest
from typing import Any

import msgspec
import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation

import pasch.env
from pasch.engine.errors import PaschError
from pasch.engine.game import AnyGame, Chance, Over
from pasch.engine.match import Match
from pasch.engine.record import options_from_json
from pasch.env.tree import items
from pasch.games import GAMES
from pasch.games.parts import encoding_of
from tests.env.tables import every_game, every_table, short_limit

NAMES = pasch.env.register_open_spiel()


def load(game: AnyGame, players: int, **parameters: Any) -> Any:
    given = {"players": players, "limit": short_limit(game)} | parameters
    return pyspiel.load_game(f"pasch_{game.id}", given)


# Its suites, and its player


@every_table
@pytest.mark.parametrize("reward", ["win", "score"])
def test_random_sim_test(game: AnyGame, players: int, reward: str) -> None:
    pyspiel.random_sim_test(load(game, players, reward=reward), num_sims=1, serialize=True, verbose=False)


@every_table
def test_python_api_test(game: AnyGame, players: int) -> None:
    random.seed(1)  # its sample of states
    name = f"pasch_{game.id}"
    case = type(name, (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": load(game, players)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun == 5
    assert result.wasSuccessful(), [trace for _, trace in result.failures + result.errors]


def test_its_check_of_perfect_recall() -> None:
    """On the whole tree, which only the toy's is small enough for."""
    states = api_test._assert_is_perfect_recall(load(GAMES["hilo"], 2))  # noqa: SLF001
    assert len(states) == 12, "each seat knows one of six cards"


@every_game
def test_its_tree_search_plays_a_whole_match(game: AnyGame) -> None:
    spiel = load(game, game.seats[0], limit=5000)
    source = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=source, max_length=12)
    player = mcts.MCTSBot(spiel, uct_c=2, max_simulations=6, evaluator=evaluator, random_state=source)
    state = spiel.new_initial_state()
    while not state.is_terminal():
        state.apply_action(player.step(state) if not state.is_chance_node() else fallen(state, source))
    assert state.node.result is not None, "the match came to its end, not to the limit"
    assert sum(state.returns()) == pytest.approx(1)


def fallen(state: Any, source: Any) -> int:
    numbers, shares = zip(*state.chance_outcomes(), strict=True)
    return int(source.choice(numbers, p=shares))


def play_on(state: Any, source: Any) -> None:
    state.apply_action(fallen(state, source) if state.is_chance_node() else int(source.choice(state.legal_actions())))


# What it is told of the games


def test_all_games_are_registered_once() -> None:
    assert pasch.env.register_open_spiel() == NAMES == [f"pasch_{game}" for game in GAMES]
    assert set(NAMES) <= set(pyspiel.registered_names())


def test_a_program_that_registers_the_games_ends_in_peace() -> None:
    code = "import pasch.env, pyspiel; print(pyspiel.load_game(pasch.env.register_open_spiel()[0]).num_players())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "2", "")


def test_a_game_string_may_carry_the_parameters() -> None:
    game = pyspiel.load_game("pasch_sack(players=3)")
    kind = game.get_type()
    assert game.num_players() == 3
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (0, 1, 1)
    other = pyspiel.load_game("pasch_kniffel(reward=score,limit=30)")
    assert other.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert other.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (other.max_game_length(), other.utility_sum()) == (30, 0)
    assert pyspiel.load_game("pasch_kniffel").max_game_length() == 200


@pytest.mark.parametrize("parameters", [{"players": 9}, {"reward": "fame"}, {"limit": -1}, {"first": 5}])
def test_wrong_parameters_are_named(parameters: dict[str, Any]) -> None:
    with pytest.raises(PaschError):
        pyspiel.load_game("pasch_sack", parameters)


def test_a_match_that_is_broken_off_is_shared() -> None:
    for reward, share in (("win", 0.5), ("score", 0.0)):
        state = load(GAMES["kniffel"], 2, limit=3, reward=reward).new_initial_state()
        while not state.is_terminal():
            play_on(state, np.random.RandomState(1))
        assert state.returns() == [share, share]


@every_table
def test_the_tree_is_the_game(game: AnyGame, players: int) -> None:
    """What the adapter tells can be played by the engine, event by event, to the same end."""
    state, source = load(game, players, first=players - 1, reward="score").new_initial_state(), np.random.RandomState(2)
    while not state.is_terminal():
        play_on(state, source)
    match = Match(game, players, options_from_json(game, {"first": players - 1}))
    for told in items(state.node.past.story):
        match.apply(told.event)
    assert match.state == state.node.state
    if isinstance(match.turn, Over):
        scores = match.turn.result.scores
        assert state.returns()[0] == pytest.approx(scores[0] - sum(scores[1:]) / (players - 1))


@every_table
def test_what_is_answered_at_once_is_what_openspiel_would_say(game: AnyGame, players: int) -> None:
    state, source = load(game, players, limit=20).new_initial_state(), np.random.RandomState(9)
    while not state.is_terminal():
        for asked in ("legal_actions", "observation_tensor"):
            for player in ((), *((each,) for each in range(-4, players + 1))):
                assert said(getattr(state, asked), *player) == said(getattr(pyspiel.State, asked), state, *player)
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        play_on(state, source)
    assert state.legal_actions() == pyspiel.State.legal_actions(state) == []


def said(method: Any, *arguments: Any) -> Any:
    try:
        return method(*arguments)
    except pyspiel.SpielError as refused:
        return str(refused)


@every_game
def test_no_pick_has_only_one_outcome(game: AnyGame) -> None:
    state, source = load(game, game.seats[0]).new_initial_state(), np.random.RandomState(3)
    while not state.is_terminal():
        if state.is_chance_node():
            shares = [share for _, share in state.chance_outcomes()]
            assert len(shares) > 1
            assert sum(shares) == pytest.approx(1)
        play_on(state, source)


@every_game
def test_chance_never_takes_more_picks_than_was_said(game: AnyGame) -> None:
    spiel = load(game, game.seats[-1])
    state, source, picks, decisions = spiel.new_initial_state(), np.random.RandomState(4), 0, 1
    while not state.is_terminal():
        picks, decisions = picks + state.is_chance_node(), decisions + (not state.is_chance_node())
        play_on(state, source)
        assert picks <= 32 * decisions
    assert spiel.max_chance_nodes_in_history() == 32 * (spiel.max_game_length() + 1)


@every_game
def test_copies_share_what_never_changes(game: AnyGame) -> None:
    state, source = load(game, game.seats[0]).new_initial_state(), np.random.RandomState(5)
    for _ in range(15):
        if not state.is_terminal():
            play_on(state, source)
    twin = state.clone()
    assert twin.node is state.node
    if not twin.is_terminal():
        play_on(twin, source)
        assert twin.node is not state.node
    again = pickle.loads(pickle.dumps(state.node))  # noqa: S301
    assert (again.state, again.pick) == (state.node.state, state.node.pick)
    assert again.story(None) == state.node.story(None)


def test_what_cannot_be_done_is_refused() -> None:
    state = load(GAMES["hilo"], 2).new_initial_state()
    with pytest.raises(ValueError, match="chance cannot pick 6 here"):
        state.apply_action(6)
    state.apply_action(0)
    state.apply_action(1)
    with pytest.raises(ValueError, match="seat 0 may not do 2 here"):
        state.apply_action(2)


# What a seat can know


def known(state: Any, seat: int) -> tuple[str, str, list[float]]:
    return state.information_state_string(seat), state.observation_string(seat), state.observation_tensor(seat)


def dealt(start: Any, picks: list[int], source: Any) -> Any:
    """The state after the first draw, whose first picks are given."""
    state = start.clone()
    for pick in picks:
        state.apply_action(pick)
    while state.is_chance_node():
        play_on(state, source)
    return state


@pytest.mark.parametrize(("name", "cards"), [("kniffel", 5), ("hilo", 1)])
def test_a_hand_is_known_to_its_seat_alone(name: str, cards: int) -> None:
    """Two matches differ in the hand of seat 1: seat 0 cannot tell them apart, seat 1 can."""
    start, source = load(GAMES[name], 2, limit=12).new_initial_state(), np.random.RandomState(6)
    one = dealt(start, [], source)
    two = one
    while str(two) == str(one):
        two = dealt(start, one.history()[:cards], source)
    _check_in_step([one, two], source)


def _check_in_step(states: list[Any], source: Any) -> None:
    steps = 0
    while not any(state.is_terminal() for state in states):
        assert known(states[0], 0) == known(states[1], 0)
        assert known(states[0], 1)[0] != known(states[1], 1)[0]
        assert str(states[0]) != str(states[1])
        both = sorted(set(states[0].legal_actions()) & set(states[1].legal_actions()))
        action = int(source.choice(both))
        for state in states:
            state.apply_action(action)
        steps += 1
    assert steps > 1


@pytest.mark.parametrize("name", ["twentyone", "hilo"])
def test_what_is_chosen_at_once_is_hidden_until_all_have_chosen(name: str) -> None:
    state, source = load(GAMES[name], 3).new_initial_state(), np.random.RandomState(7)
    while state.is_chance_node() or len(state.node.turn.seats) < 3:
        play_on(state, source)
    first, second = state.child(state.legal_actions()[0]), state.child(state.legal_actions()[-1])
    assert known(first, 0)[0] != known(second, 0)[0], "who chose knows what"
    for seat in (1, 2):
        assert known(first, seat) == known(second, seat)
        assert known(first, seat) != known(state, seat), "that somebody has chosen can be seen"
    for _ in range(2):
        assert known(first, 2) == known(second, 2)
        assert first.legal_actions() == second.legal_actions()
        action = first.legal_actions()[0]
        first.apply_action(action)
        second.apply_action(action)
    assert all(known(first, seat)[0] != known(second, seat)[0] for seat in range(3))


@every_table
def test_chance_is_told_as_each_seat_has_witnessed_it(game: AnyGame, players: int) -> None:
    state, source = load(game, players, limit=20).new_initial_state(), np.random.RandomState(8)
    while not state.is_terminal():
        before = state.node
        play_on(state, source)
        story = state.node.past.story
        if isinstance(before.turn, Chance) and story is not None and story.before is before.past.story:
            for seat in (None, *range(players)):
                seen = before.turn.seen_by(seat, story.item.event.what)
                assert state.node.story(seat).splitlines()[-1] == msgspec.json.encode(seen).decode()


@every_game
def test_observations_are_public_or_private(game: AnyGame) -> None:
    spiel = load(game, game.seats[0])
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    spectator = make_observation(spiel, kind(public_info=True, perfect_recall=True, private_info=private.NONE))
    nothing = make_observation(spiel, kind(public_info=False, perfect_recall=False, private_info=private.NONE))
    fields = make_observation(spiel)
    state, source = spiel.new_initial_state(), np.random.RandomState(9)
    while state.is_chance_node():
        play_on(state, source)
    assert spectator.string_from(state, 0) == state.node.story(None)
    assert spectator.tensor is None
    assert nothing.string_from(state, 0) == ""
    fields.set_from(state, 0)
    assert list(fields.dict) == [field.name for field in encoding_of(game).fields(game.seats[0])]
    assert fields.tensor.tolist() == state.observation_tensor(0)


def test_no_observation_shows_all_hands() -> None:
    spiel, kind = load(GAMES["kniffel"], 2), pyspiel.IIGObservationType
    with pytest.raises(ValueError, match="not all hands"):
        make_observation(spiel, kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS))
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(spiel, None, {"size": 3})


# What a seat could imagine


def played_to(game: AnyGame, seed: int, decisions: int) -> Any:
    state, source = load(game, game.seats[-1]).new_initial_state(), random.Random(seed)
    while decisions or state.is_chance_node():
        if state.is_terminal():
            break
        decisions -= not state.is_chance_node()
        state.apply_action(source.choice(state.legal_actions()))
    return state


@every_game
def test_a_resampled_state_looks_the_same_to_its_player_only(game: AnyGame) -> None:
    sampler, others = pyspiel.UniformProbabilitySampler(0.0, 1.0), set()
    for decisions in range(0, 24, 3):
        state = played_to(game, decisions, decisions)
        if state.is_terminal():
            continue
        player = state.current_player()
        known, hidden = state.information_state_string(player), str(state)
        for _ in range(8):
            dreamt = state.resample_from_infostate(player, sampler)
            assert dreamt.information_state_string(player) == known
            assert dreamt.legal_actions() == state.legal_actions()
            assert np.array_equal(dreamt.observation_tensor(player), state.observation_tensor(player))
            others.add(str(dreamt) == hidden)
            after = dreamt.child(dreamt.legal_actions()[0])
            for seat in range(state.num_players()):
                assert after.information_state_string(seat).startswith(f"seat {seat}\n")
        assert str(state) == hidden
    assert (False in others) != game.is_open, "something else is imagined, where there is something to imagine"


def test_what_others_know_in_a_resampled_state_is_what_was_dealt_to_them_there() -> None:
    state = played_to(GAMES["kniffel"], 3, 9)
    player = state.current_player()
    other = (player + 1) % state.num_players()
    dreamt = state.resample_from_infostate(player, random.Random(1).random)
    told = dreamt.information_state_string(other)
    assert msgspec.json.encode(dreamt.node.state.hands[other]).decode() in told
    assert told != state.information_state_string(other)
    again = dreamt.resample_from_infostate(other, random.Random(2).random)
    assert again.information_state_string(other) == told


@pytest.mark.parametrize("game", [game for game in GAMES.values() if not game.is_open], ids=lambda game: game.id)
def test_its_search_with_information_sets_plays(game: AnyGame) -> None:
    source = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, source)
    spiel = load(game, game.seats[-1], limit=8)
    bot = ismcts.ISMCTSBot(game=spiel, uct_c=2, max_simulations=5, evaluator=evaluator, random_state=source)
    state = spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    assert bot.step(state) in state.legal_actions()


# Small variants


@pytest.mark.parametrize(
    ("name", "of_random_play"),
    [
        ("pasch_twentyone(last=5,seed=2,picks=1,reward=score)", 4.125),
        ("pasch_sack(last=2,seed=3,picks=2,reward=score)", 2.633),
    ],
)
def test_a_small_variant_is_solved(name: str, of_random_play: float) -> None:
    """By OpenSpiel's own algorithms: counterfactual regret minimisation leaves nothing to exploit."""
    game = pyspiel.load_game(name)
    before = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert before == pytest.approx(of_random_play, abs=0.01)
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 4
    assert str(pickle.loads(pickle.dumps(game))) == str(game)  # noqa: S301


def test_a_small_variant_begins_near_the_end_and_few_things_can_happen() -> None:
    game = pyspiel.load_game("pasch_twentyone(last=3,seed=1,picks=2)")
    source, most, ends = np.random.default_rng(1), 0, 0
    for _ in range(40):
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                most = max(most, len(state.chance_outcomes()))
            decisions += not state.is_chance_node()
            state.apply_action(int(source.choice(state.legal_actions())))
        assert decisions <= 3
        ends += state.node.result is not None
    assert most == 2
    assert ends > 0, "some of them really end"
