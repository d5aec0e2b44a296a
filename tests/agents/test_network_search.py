"""Networks inside compiled code: as policies, as PUCT's prior, as the value of leaves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from prikup.agents import heuristic, make_agent, uniform
from prikup.agents.neural.compiled import network_policy
from prikup.agents.neural.network import LOGITS, VALUES, Network, layer_sizes
from prikup.agents.neural.stages import BIDDING, before_play
from prikup.envs import BadOptions, load_game
from prikup.envs.batch import Batch

MINI, KUHN = "ninety_nine:preset=mini3,utility=zero_sum", "kuhn_poker:utility=zero_sum"


def random_network(game_text: str, meaning: str, stage: str = "all") -> Network:
    """Return a network of random weights for a game."""
    game, rng = load_game(game_text), np.random.default_rng(5)
    sizes = layer_sizes(game.observation_tensor_size(), (16, 8), game.num_distinct_actions())
    weights = tuple(rng.normal(size=(wide, size)).astype(np.float32) for size, wide in sizes)
    biases = tuple(rng.normal(size=wide).astype(np.float32) for _, wide in sizes)
    version = game.definition.version
    return Network(str(game), version, meaning, 2.0, weights, biases, stage)


def test_compiled_network_plays_as_numpy_does():
    """In every decision of some games both take the action of the largest output."""
    network, game = random_network(MINI, VALUES), load_game(MINI)
    record = network_policy(network, game, uniform.policy(game))
    batch, lanes = Batch(game, 50, seed=1), np.arange(50)
    for _ in range(40):
        expected = network.policy(batch.observations, batch.masks).argmax(axis=1)

        assert expected.tolist() == batch.advise(record, lanes).tolist()
        batch.step(expected)


def test_a_network_of_bids_leaves_the_cards_to_the_other_policy():
    """Before the first card it is the network that acts, afterwards the heuristic."""
    network, game = random_network(MINI, VALUES, BIDDING), load_game(MINI)
    record = network_policy(network, game, heuristic.policy(game))
    batch, lanes = Batch(game, 50, seed=1), np.arange(50)
    seen = []
    for _ in range(30):
        early = before_play(game, batch.observations)
        own = network.policy(batch.observations, batch.masks).argmax(axis=1)
        expected = np.where(early, own, batch.advise("heuristic", lanes))

        assert expected.tolist() == batch.advise(record, lanes).tolist()
        seen.append(early.mean())
        batch.step(expected)
    assert max(seen) == 1.0 and min(seen) < 1.0


def test_a_network_of_logits_draws_by_its_probabilities():
    """Frequencies of 20 000 draws at one decision are within five standard deviations."""
    network, game = random_network(KUHN, LOGITS), load_game(KUHN)
    network = replace(network, weights=tuple(0.2 * weight for weight in network.weights))
    record = network_policy(network, game, uniform.policy(game))
    batch = Batch(game, 20_000, seed=1)
    drawn = batch.advise(record, np.arange(20_000))
    chances = network.policy(batch.observations, batch.masks)
    for action in range(2):
        spread = np.sqrt((chances[:, action] * (1 - chances[:, action])).sum())

        assert abs((drawn == action).sum() - chances[:, action].sum()) < 5 * spread
    assert 0 < drawn.sum() < len(drawn)


def test_the_prior_leads_and_leaves_are_worth_what_the_network_says(tmp_path):
    """The first simulation takes the network's action; without rollouts its leaf is worth the
    network's value for the next mover, lost by who moved.
    """
    network, game = random_network(KUHN, VALUES), load_game(KUHN)
    network.save(tmp_path / "best.npz")
    agent = make_agent(f"network_ismcts:dmc:{tmp_path},sims=1,trust=1.0,temperature=0.01,value=1")
    for seed in range(10):
        state = game.deal(seed)
        view = state.view(0)
        expected = network.policy(view.observation()[None], view.legal_actions_mask()[None])[0]

        assert expected.argmax() == agent.act(view)
        action, found = agent.act(view), agent.last["values"]
        possible = []
        for other in range(20):
            world = view.sample(np.array([other + 1]))
            world.apply_action(action)
            following = world.view(1)
            outputs = network.outputs(following.observation()[None])[0]
            possible.append(-2.0 * outputs[following.legal_actions_mask()].max())
        assert any(found[action] == pytest.approx(one, abs=1e-4) for one in possible)


def test_deals_are_played_out_with_the_network_and_repeated(tmp_path):
    """The same seed gives the same actions; every one of them is legal."""
    random_network(MINI, VALUES).save(tmp_path / "best.npz")
    game, lines = load_game(MINI), []
    for _ in range(2):
        agent = make_agent(f"network_ismcts:dmc:{tmp_path},sims=50,value=0.5")
        agent.reset(3)
        state, line = game.deal(4), []
        while not state.is_terminal():
            action = agent.act(state.view(state.current_player()))
            line.append(action)
            state.apply_action(action)
            state.resolve_chance(4)
        lines.append(line)

    assert lines[0] == lines[1]


def test_refusals(tmp_path):
    """Values need a network of values and a zero-sum utility; a network fits one game."""
    random_network(MINI, LOGITS).save(tmp_path / "best.npz")
    with pytest.raises(BadOptions, match="value needs a network of values"):
        make_agent(f"network_ismcts:ppo:{tmp_path},value=0.5")
    with pytest.raises(BadOptions, match="run must be such as"):
        make_agent(f"network_ismcts:{tmp_path}")
    agent = make_agent(f"network_ismcts:ppo:{tmp_path}")
    with pytest.raises(BadOptions, match="cannot play kuhn_poker"):
        agent.check(load_game("kuhn_poker"))
    random_network(MINI, VALUES).save(tmp_path / "best.npz")
    agent = make_agent(f"network_ismcts:dmc:{tmp_path},value=0.5")
    with pytest.raises(BadOptions, match="value needs utility=zero_sum"):
        agent.check(load_game(MINI.replace("zero_sum", "score")))
