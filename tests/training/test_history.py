"""The history of a deal as tokens, and the encoder: PyTorch and NumPy say the same."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason='learning needs PyTorch: pip install "prikup[torch]"')

import torch

from prikup.agents.neural.history import seen_by, seen_in
from prikup.agents.neural.network import LOGITS
from prikup.envs import BadOptions, load_game
from prikup.envs.batch import Batch
from prikup.training import nets
from prikup.training.ppo import Args


@pytest.mark.parametrize("name", ["ninety_nine:preset=mini3", "leduc_poker"])
@pytest.mark.parametrize("events", [1, 4, 100])
def test_tokens_are_the_actions_that_the_view_tells(name, events):
    """Compared with the view's own list of events, at every decision of some games."""
    game = load_game(name)
    batch, rng = Batch(game, 10, seed=2, log=True), np.random.default_rng(0)
    unseen = 0
    for _ in range(20):
        seen = seen_in(batch, np.arange(10), events)
        for lane in range(10):
            view = batch.view(lane)
            told = [
                1 + event.value if event.seen else game.num_distinct_actions() + 1
                for event in view.events()
                if event.kind == "action"
            ]
            unseen += sum(token == game.num_distinct_actions() + 1 for token in told)
            expected = ([0] * events + told)[-events:]

            assert expected == seen[lane, -events:].tolist()
            assert view.observation().tolist() == seen[lane, :-events].tolist()
            assert seen_by(view, events).tolist() == seen[lane].tolist()
        lots = np.where(batch.masks, rng.random(batch.masks.shape), -1.0)
        batch.step(lots.argmax(axis=1))
    assert unseen > 0 or name == "leduc_poker"


def test_a_net_and_its_network_say_the_same():
    """Forward passes of the learner's net and of the file's network, on random tokens."""
    game, rng = load_game("leduc_poker"), np.random.default_rng(1)
    net = nets.make_net(game, Args("leduc_poker", history=6, memory=5, hidden="8"), 3, rng)
    network = nets.network_of(net, game, LOGITS)
    size = game.observation_tensor_size()
    seen = rng.normal(size=(50, size + 6)).astype(np.float32)
    seen[:, size:] = rng.integers(0, 5, (50, 6))
    with torch.no_grad():
        expected = net(torch.from_numpy(seen)).numpy()

    assert expected == pytest.approx(network.outputs(seen), abs=1e-5)
    other = seen.copy()
    other[:, size] = 4 - other[:, size]  # the oldest token counts
    assert np.abs(network.outputs(other) - network.outputs(seen)).max() > 1e-6


def test_the_encoder_remembers_what_is_long_past():
    """A target that is the first of six tokens is learned: the observation says nothing of it."""
    game, rng = load_game("leduc_poker"), np.random.default_rng(1)
    net = nets.make_net(game, Args("leduc_poker", history=6, memory=16, hidden="16"), 3, rng)
    size = game.observation_tensor_size()
    seen = np.zeros((512, size + 6), np.float32)
    seen[:, size:] = rng.integers(1, 4, (512, 6))
    wanted = torch.from_numpy(seen[:, size] - 1).long()
    optimizer = torch.optim.Adam(net.parameters(), 1e-2)
    for _ in range(150):
        loss = torch.nn.functional.cross_entropy(net(torch.from_numpy(seen)), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    network = nets.network_of(net, game, LOGITS)
    seen[:, size:] = rng.integers(1, 4, (512, 6))

    assert (network.outputs(seen).argmax(axis=1) == seen[:, size] - 1).mean() > 0.9


def test_refusals():
    """Without logs there is no history; a batch says so."""
    with pytest.raises(BadOptions, match="views need the event logs"):
        seen_in(Batch("kuhn_poker", 2), np.arange(2), 3)
