"""Agents that play trained networks: numbers, files, refusals; none of it needs PyTorch."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from prikup.agents import make_agent
from prikup.agents.neural import network as networks
from prikup.agents.neural.network import LOGITS, VALUES, Network, layer_sizes, shipped
from prikup.agents.table import play_episode
from prikup.envs import BadOptions, BadText, load_game

GAME = "ninety_nine:preset=mini3"


def random_network(game_text: str, meaning: str, seed: int = 0) -> Network:
    """Return a network of random weights for a game."""
    game, rng = load_game(game_text), np.random.default_rng(seed)
    sizes = layer_sizes(game.observation_tensor_size(), (16, 8), game.num_distinct_actions())
    weights = tuple(rng.normal(size=(wide, size)).astype(np.float32) for size, wide in sizes)
    biases = tuple(rng.normal(size=wide).astype(np.float32) for _, wide in sizes)
    return Network(str(game), game.definition.version, meaning, 1.0, weights, biases)


def test_outputs_are_those_of_a_perceptron():
    """Two layers worked out by hand: 2 + 3 = 5 stays, 1 - 3 - 1 is cut off to 0."""
    network = Network(
        "x",
        1,
        VALUES,
        1.0,
        (np.array([[2, 1], [1, -1]], np.float32), np.array([[1, 10], [-1, 0]], np.float32)),
        (np.array([0, -1], np.float32), np.array([0.5, 0], np.float32)),
    )

    assert [[5.5, -5.0]] == network.outputs(np.array([[1, 3]], np.float32)).tolist()


def test_policies_of_values_and_logits():
    """The best legal value has probability 1; probabilities of logits are a masked softmax."""
    weights, biases = (np.zeros((4, 1), np.float32),), (np.log([1, 2, 5, 3]).astype(np.float32),)
    network = Network("x", 1, LOGITS, 1.0, weights, biases)
    observed, mask = np.zeros((1, 1), np.float32), np.array([[True, True, False, True]])

    assert [1 / 6, 2 / 6, 0, 3 / 6] == pytest.approx(network.policy(observed, mask)[0], abs=1e-6)
    best = replace(network, meaning=VALUES).policy(observed, mask)
    assert [[0, 0, 0, 1]] == best.tolist()


@pytest.mark.parametrize(("name", "meaning"), [("dmc", VALUES), ("ppo", LOGITS)])
def test_saved_and_loaded_agents_act_alike(name, meaning, tmp_path):
    """A file gives back the same numbers, and the agent plays by them, legally."""
    network, game = random_network(GAME, meaning), load_game(GAME)
    network.save(tmp_path / "best.npz")
    agents = [make_agent(f"{name}:{path}") for path in (tmp_path, tmp_path / "best.npz")]
    seen = []

    def compare(state, seat, action):
        view = state.view(seat)
        expected = network.policy(view.observation()[None], view.legal_actions_mask()[None])[0]
        assert expected.tobytes() == agents[1].policy(view).tobytes()
        assert expected[action] > 0.0 and action in view.legal_actions()
        seen.append(expected[action])

    for seed in range(30):
        play_episode(game, [agents[0]] * 3, seed, on_step=compare)
    assert len(seen) >= 30 * 9
    assert (min(seen) == 1.0) == (meaning == VALUES)


def test_agents_draw_by_their_probabilities(tmp_path):
    """Actions come up as often as the policy says, and follow from the seed."""
    game = load_game("kuhn_poker")
    network = random_network("kuhn_poker", LOGITS)
    small = replace(network, weights=tuple(0.2 * weight for weight in network.weights))
    small.save(tmp_path / "x.npz")
    agent, view = make_agent(f"ppo:{tmp_path / 'x.npz'}"), game.deal(seed=1).view(0)
    chance = agent.policy(view)[1]
    drawn = [agent.act(view) for _ in range(4000)]
    agent.reset(0)

    assert 0.05 < chance < 0.95
    assert chance == pytest.approx(np.mean(drawn), abs=0.04)
    assert drawn[:50] == [agent.act(view) for _ in range(50)]


def test_agents_refuse_what_they_have_not_learned(tmp_path):
    """Another game, other rules, another algorithm, no file and a damaged one are named."""
    file = tmp_path / "x.npz"
    network = random_network(GAME, VALUES)
    network.save(file)
    agent = make_agent(f"dmc:{file}")
    agent.check(load_game(GAME))
    agent.check(load_game(f"{GAME},utility=score"))
    with pytest.raises(BadOptions, match="cannot play ninety_nine:preset=mini3,fixed_trump=S"):
        agent.check(load_game(f"{GAME},fixed_trump=S"))
    with pytest.raises(BadOptions, match=r"learned ninety_nine.*cannot play kuhn_poker"):
        agent.check(load_game("kuhn_poker"))
    with pytest.raises(BadOptions, match="cannot play kuhn_poker"):
        agent.act(load_game("kuhn_poker").deal(seed=0).view(0))
    with pytest.raises(BadOptions, match="expected a network of logits"):
        make_agent(f"ppo:{file}")
    replace(network, rules=99).save(file)
    with pytest.raises(BadOptions, match="version 99 of the rules"):
        make_agent(f"dmc:{file}").check(load_game(GAME))
    random_network("kuhn_poker", VALUES).save(file)
    wrong = replace(Network.load(file), game=network.game, rules=network.rules)
    wrong.save(file)
    with pytest.raises(BadOptions, match="made for 13 observed numbers and 2 actions"):
        make_agent(f"dmc:{file}").check(load_game(GAME))
    with pytest.raises(BadOptions, match="no run, file or trained network"):
        make_agent(f"dmc:{tmp_path / 'nothing'}")
    with pytest.raises(BadOptions, match="no run, file or trained network"):
        make_agent(f"dmc:{tmp_path}")
    file.write_bytes(b"nothing")
    with pytest.raises(BadText, match="expected a prikup-network"):
        make_agent(f"dmc:{file}")


def test_networks_beside_the_code_are_found_by_name(tmp_path, monkeypatch):
    """A file <algorithm>_<name>.npz beside the code is an agent <algorithm>:<name>."""
    monkeypatch.setattr(networks, "HERE", tmp_path)
    random_network(GAME, VALUES).save(tmp_path / "dmc_some_game.npz")

    assert ("some_game",) == shipped("dmc")
    assert () == shipped("ppo")
    make_agent("dmc:some_game").check(load_game(GAME))
    with pytest.raises(BadOptions, match="did you mean 'some_game'"):
        make_agent("dmc:some_gam")


@pytest.mark.parametrize(
    ("algorithm", "name"), [(a, name) for a in ("bidder", "dmc", "ppo") for name in shipped(a)]
)
def test_networks_that_come_with_prikup_play(algorithm, name):
    """Each one plays the present rules of the game that it is named after."""
    agent = make_agent(f"{algorithm}:{name}")
    game = load_game(agent.network.game)
    state = play_episode(game, [agent] * game.num_players(), seed=1)

    assert game.name == name
    assert state.is_terminal()
    assert (networks.HERE / f"{algorithm}_{name}.npz").stat().st_size <= 2_000_000
