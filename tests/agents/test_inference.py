"""Inference: weights by hand, and what they tell about the truth."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from helpers import guess
from prikup.agents import heuristic, make_agent
from prikup.agents.search.inference import log_weight, weighted_worlds
from prikup.agents.search.tempering import effective_number, tempered
from prikup.envs import load_game
from prikup.envs.engine.definition import define
from prikup.envs.engine.game import Game
from prikup.envs.engine.rng import stream


def test_weights_by_hand():
    """Going on is the model's choice with card 1 alone: 0.7 + 0.3 / 2 against 0.3 / 2."""
    state = Game(define(guess), preset="locality").deal(deck=[1, 0])
    state.apply_action(guess.ASK)
    worlds, chances = weighted_worlds(state.view(0), 400, guess.MODEL, stream(1), slip=0.3)
    ones = worlds["card"] == 1

    assert 0.85 == pytest.approx(np.exp(log_weight(state, 0, guess.MODEL, slip=0.3)))
    assert 1.0 == pytest.approx(chances.sum())
    assert log(0.85 / 0.15) == pytest.approx(np.log(chances[ones][0] / chances[~ones][0]))
    assert 0.85 == pytest.approx(chances[ones].sum(), abs=0.05)


def test_effective_number():
    """Equal probabilities count in full, a single one counts as one."""
    assert 8.0 == pytest.approx(effective_number(np.full(8, 1 / 8)))
    assert 1.0 == pytest.approx(effective_number(np.array([1.0, 0.0])))


def test_weights_are_flattened_as_far_as_needed():
    """Where too few worlds count, just enough do afterwards, in the same order."""
    sharp = np.array([0.9, 0.09, 0.009, 0.001])

    assert 2.0 == pytest.approx(effective_number(tempered(sharp, 2.0)), abs=1e-6)
    assert (np.diff(tempered(sharp, 2.0)) < 0).all()
    assert sharp.tolist() == tempered(sharp, 1.2).tolist()


def gains(text: str, decisions: int, deals: int) -> np.ndarray:
    """Return by how much inference raises the true world's log-probability over uniform, a deal.

    The mean weight of uniform worlds is what the true world's weight is divided by.
    """
    game = load_game(text)
    model, found = heuristic.policy(game), []
    player = make_agent("heuristic")
    for seed in range(deals):
        state = game.deal(seed=seed)
        player.reset(seed)
        for _ in range(decisions):
            state.apply_action(player.act(state.view(state.current_player())))
        seat = state.current_player()
        uniform = np.array(
            [log_weight(state.view(seat).sample(draw), seat, model) for draw in range(200)]
        )
        mean = np.log(np.exp(uniform - uniform.max()).mean()) + uniform.max()
        found.append(log_weight(state, seat, model) - mean)
    return np.array(found)


def test_true_world_becomes_more_probable():
    """After the bids of Ninety-Nine and after three tricks the truth gains on uniform worlds."""
    after_bids, in_play = gains("ninety_nine", 12, 20), gains("ninety_nine", 21, 20)

    assert after_bids.mean() > 0.5
    assert in_play.mean() > after_bids.mean()
