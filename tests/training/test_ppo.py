"""PPO and MMD: advantages by the formula, equilibria measured by the exact best response."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason='learning needs PyTorch: pip install "prikup[torch]"')

from prikup.training.ppo import Args, advantages, train

KUHN = Args(
    "kuhn_poker",
    mmd=True,
    kl=1.0,
    entropy=0.2,
    magnet_every=20,
    learning_rate=3e-3,
    average=0.995,
    hidden="64/64",
    iterations=200,
    evaluate_every=200,
    evaluation_deals=50,
    exact=True,
)


@pytest.mark.parametrize("gae_lambda", [0.0, 0.6, 1.0])
def test_advantages_are_weighted_sums_of_surprises(gae_lambda):
    """A_t = sum over k of lambda^k (r + v' - v)_{t+k}, inside the decisions of one seat."""
    rng = np.random.default_rng(0)
    lengths = [1, 4, 2, 7]
    rewards, values = rng.normal(size=(2, sum(lengths))).astype(np.float32)
    is_last = np.zeros(sum(lengths), bool)
    is_last[np.cumsum(lengths) - 1] = True
    expected, start = [], 0
    for length in lengths:
        v = [*values[start : start + length], 0.0]
        surprises = [rewards[start + t] + v[t + 1] - v[t] for t in range(length)]
        expected += [
            sum(gae_lambda ** (k - t) * surprises[k] for k in range(t, length))
            for t in range(length)
        ]
        start += length

    assert expected == pytest.approx(advantages(rewards, values, is_last, gae_lambda), abs=1e-5)


def test_mmd_solves_kuhn():
    """NashConv falls from 11/12 (uniform play) below 0.05."""
    (row,) = train(KUHN).rows

    assert row["nash_conv"] < 0.05


@pytest.mark.long
def test_mmd_solves_kuhn_with_a_critic_that_sees_all_cards():
    """The critic may see everything: the policy does not."""
    (row,) = train(replace(KUHN, critic="perfect_information")).rows

    assert row["nash_conv"] < 0.05


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_mmd_solves_kuhn_from_any_seed(seed):
    """The same with three other seeds."""
    (row,) = train(replace(KUHN, seed=seed)).rows

    assert row["nash_conv"] < 0.05


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_mmd_comes_near_an_equilibrium_of_leduc(seed):
    """After two million decisions NashConv is below 0.6; uniform play has 4.75."""
    args = Args(
        "leduc_poker",
        mmd=True,
        critic="perfect_information",
        kl=0.5,
        entropy=0.1,
        decay=40,
        learning_rate=3e-3,
        average=0.9995,
        hidden="128/128",
        lanes=1024,
        minibatch=1024,
        iterations=460,
        evaluate_every=460,
        evaluation_deals=50,
        exact=True,
        seed=seed,
    )
    (row,) = train(args).rows

    assert 2_000_000 < row["decisions"] < 2_100_000
    assert row["nash_conv"] < 0.6
