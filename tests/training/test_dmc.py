"""Deep Monte Carlo: against a fixed opponent it finds the best response, to the last chip."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason='learning needs PyTorch: pip install "prikup[torch]"')

from prikup.agents import make_agent
from prikup.agents.cfr.best_response import best_response, evaluate
from prikup.agents.neural.stages import before_play
from prikup.envs import BadOptions, load_game
from prikup.training import ppo
from prikup.training.dmc import Args, DmcLearner, train
from prikup.training.measure import Exact
from prikup.training.selfplay import make_tables, play_at

KUHN = Args(
    "kuhn_poker",
    opponents="uniform",
    hidden="64/64",
    learning_rate=3e-3,
    minibatch=64,
    lanes=512,
    iterations=60,
    evaluate_every=60,
    evaluation_deals=50,
)


def test_kuhn_against_uniform_play_is_the_exact_best_response():
    """Both seats win what the exact best response wins: 1/2 and 5/12.

    By hand, first seat: with a king bet, 3/2; with a queen bet (1/2 of the folds win 1, calls are
    level) or pass, 1/2; with a jack bet, -1/2. The mean is 1/2.
    """
    exact = Exact(load_game("kuhn_poker"))
    learned = exact.policy(train(KUHN).network)
    tree, uniform = exact.tree, exact.tree.uniform()
    for seat, expected in enumerate((1 / 2, 5 / 12)):
        own = np.repeat(tree.arrays.seat == seat, np.diff(tree.arrays.first))
        mixed = np.where(own, learned, uniform)

        assert expected == pytest.approx(best_response(tree, uniform, seat)[0])
        assert expected == pytest.approx(evaluate(tree, mixed).values[seat])


def test_a_teacher_is_followed_at_first():
    """Without exploration the first actions are all the teacher's, the last ones are not."""
    args = Args(
        "ninety_nine:preset=mini3", teacher="heuristic", teacher_iterations=4, epsilon=0.0, lanes=50
    )
    learner = DmcLearner(args)
    batch, agree = learner.tables[0].batch, []
    for iteration in range(5):
        learner.iteration = iteration
        rng = np.random.default_rng(iteration)

        def follow(asked, rng=rng):
            chosen = learner.taught(batch, asked, rng)
            agree.append((learner.iteration, chosen == batch.advise("heuristic", asked.lanes)))
            return chosen

        play_at(learner.tables[0], iteration, follow)
    shares = [np.concatenate([same for k, same in agree if k == i]).mean() for i in range(5)]

    assert 1.0 == shares[0]
    assert shares == sorted(shares, reverse=True)
    assert shares[4] < 0.7
    with pytest.raises(BadOptions, match="a teacher needs teacher_iterations"):
        DmcLearner(replace(args, teacher_iterations=0))
    with pytest.raises(BadOptions, match="no heuristic for kuhn_poker"):
        DmcLearner(replace(args, game="kuhn_poker"))


def test_exploiter_of_a_frozen_network_finds_nearly_all_that_can_be_won(tmp_path):
    """Against a trained network that stays as it is: at least 90 % of the exact best response's
    gain, which no learner can exceed.
    """
    small = {"hidden": "16", "iterations": 3, "evaluate_every": 3, "evaluation_deals": 10}
    frozen = ppo.train(ppo.Args("kuhn_poker", out=str(tmp_path), **small)).network
    args = replace(KUHN, opponents=f"ppo:{tmp_path}/last.npz")
    exact = Exact(load_game("kuhn_poker"))
    learned, against = exact.policy(train(args).network), exact.policy(frozen)
    tree, gains, most = exact.tree, 0.0, 0.0
    for seat in range(2):
        own = np.repeat(tree.arrays.seat == seat, np.diff(tree.arrays.first))
        level = evaluate(tree, against).values[seat]
        gains += evaluate(tree, np.where(own, learned, against)).values[seat] - level
        most += best_response(tree, against, seat)[0] - level

    assert 0.9 * most <= gains <= most + 1e-9
    assert most > 0.3


def test_a_bidder_learns_the_bids_and_another_plays_the_cards(tmp_path):
    """Rows that are learned come before the first card; all cards are the teacher's."""
    args = Args(
        "ninety_nine:preset=mini3",
        stage="bidding",
        teacher="heuristic",
        teacher_iterations=2,
        lanes=50,
        hidden="8",
        iterations=3,
        evaluate_every=3,
        evaluation_deals=10,
        out=str(tmp_path),
    )
    learner = DmcLearner(args)
    batch = learner.tables[0].batch
    names = [piece.name for piece in learner.game.pieces]
    phase = sum(piece.size for piece in learner.game.pieces[: names.index("phase")])
    late = []

    def follow(asked):
        chosen = learner.taught(batch, asked, np.random.default_rng(0))
        is_play = asked.observations[:, phase + 3] == 1.0
        late.append((chosen == batch.advise("heuristic", asked.lanes))[is_play])
        return chosen

    played = play_at(learner.tables[0], 1, follow)
    assert np.concatenate(late).all() and len(np.concatenate(late)) == 50 * 3 * 2
    assert len(learner._bids(played).actions) == len(played.actions) - 50 * 3 * 2
    result = train(args)
    assert 3 * 50 * 3 == result.rows[-1]["decisions"]
    with pytest.raises(BadOptions, match="has learned the bidding only"):
        make_agent(f"dmc:{tmp_path}")
    with pytest.raises(BadOptions, match="has learned the bidding only"):
        make_tables(learner.game, 2, 1, f"dmc:{tmp_path}")
    bidder, heuristic = make_agent(f"bidder:{tmp_path}"), make_agent("heuristic")
    for seed in range(20):
        state = load_game(args.game).deal(seed)
        while not state.is_terminal():
            view = state.view(state.current_player())
            action = bidder.act(view)
            if view.observation()[phase + 3] == 1.0:
                assert heuristic.act(view) == action
            else:
                own = result.best.policy(view.observation()[None], view.legal_actions_mask()[None])
                assert own[0].argmax() == action
            state.apply_action(action)
            state.resolve_chance(seed)
    with pytest.raises(BadOptions, match="no bidding of kuhn_poker is known"):
        before_play(load_game("kuhn_poker"), np.zeros((1, 13), np.float32))
    with pytest.raises(BadOptions, match="stage=bidding needs a teacher"):
        DmcLearner(replace(args, teacher="none", teacher_iterations=0))
