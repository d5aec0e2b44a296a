"""Inference: weights by hand, and what they tell about the truth."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from helpers import guess
from prikup.agents import heuristic, make_agent
from prikup.agents.search import inference
from prikup.agents.search.inference import log_weight, weigh_worlds, weighted_worlds
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


@pytest.mark.parametrize("tricks", [0, 1])
def test_unseen_bids_are_drawn_by_the_model(tricks):
    """Worlds come as often as their weights say, by the enumeration of the other's bid card.

    In the smallest Ninety-Nine for two, a seat knows the other's four cards, but not which of them
    was laid aside: each has the weight of laying it and of what was played since.
    """
    game = load_game("ninety_nine:preset=mini2")
    model, player = heuristic.policy(game), make_agent("heuristic")
    state = game.deal(seed=3)
    seat = state.current_player()
    while (
        state.record.tricks_done < tricks or not state.legal_actions() or len(state.history()) < 2
    ):
        state.apply_action(player.act(state.view(state.current_player())))
    view = state.view(seat)
    weights = {}
    for draw in range(400):
        world = view.sample(draw)
        weights[int(world.record.laid[1 - seat])] = np.exp(log_weight(world, seat, model, 0.3))
    pool, chances = weighted_worlds(view, 20_000, model, stream(1), slip=0.3)
    found = {laid: chances[pool["laid"][:, 1 - seat] == laid].sum() for laid in weights}
    total = sum(weights.values())

    assert 4 - tricks == len(weights)
    assert 1.0 == pytest.approx(sum(found.values()))
    for laid, weight in weights.items():
        assert weight / total == pytest.approx(found[laid], abs=0.02)


def test_worlds_of_a_pool_look_alike():
    """A world whose unseen bids were drawn by the model shows the seat exactly what it saw."""
    game = load_game("ninety_nine")
    model, player = heuristic.policy(game), make_agent("heuristic")
    state = game.deal(seed=5)
    for _ in range(20):
        state.apply_action(player.act(state.view(state.current_player())))
    seat = state.current_player()
    pool, chances = weighted_worlds(state.view(seat), 500, model, stream(2))
    uniform, _ = weigh_worlds(state.view(seat), 500, model, stream(2))

    assert len(pool) == len(chances) < 500
    assert {state.view(seat).key()} == set(pool["memory"][:, seat].tolist())
    assert (pool["hands"][:, seat] == state.record.hands[seat]).all()
    assert (pool["played"] == state.record.played).all()
    assert 500 == len(uniform)


def test_without_fitting_draws_worlds_are_weighted_as_they_are(monkeypatch):
    """Where the model's bids never fit what was seen, the uniform worlds are left."""
    monkeypatch.setattr(inference, "LEAST_FITTING", 501)
    game = load_game("ninety_nine")
    state = game.deal(seed=5)
    rng = np.random.default_rng(1)
    for _ in range(24):
        state.apply_action(int(rng.choice(state.legal_actions())))
    view, model = state.view(state.current_player()), heuristic.policy(game)
    pool, chances = weighted_worlds(view, 500, model, stream(2))

    assert 500 == len(pool)
    assert 1.0 == pytest.approx(chances.sum())
