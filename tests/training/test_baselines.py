"""NFSP, Deep CFR and their memories: reference baselines, measured by exact best responses."""

from __future__ import annotations

import numpy as np
import pytest

from prikup.training.memory import Memory

# --- memories -------------------------------------------------------------------------------------


def test_a_reservoir_keeps_every_row_with_the_same_chance():
    """Of 40 rows, added in uneven portions, 10 are kept: each in a quarter of the cases."""
    counts = np.zeros(40)
    for seed in range(3000):
        memory, rng = Memory(10, {"number": 1}), np.random.default_rng(seed)
        for rows in np.split(np.arange(40.0, dtype=np.float32)[:, None], [3, 12, 13, 30]):
            memory.add(rng, number=rows)
        kept = memory.parts["number"][:, 0].astype(int)
        assert 10 == len(memory) == len(set(kept.tolist()))
        counts[kept] += 1

    # Binomial with n = 3000, p = 1/4: standard deviation 24.
    assert np.abs(counts - 750).max() < 5 * 24


def test_the_latest_rows_stay():
    """A memory of the latest rows holds the last ones, all parts of a row together."""
    memory, rng = Memory(4, {"number": 1, "double": 2}, keep_latest=True), np.random.default_rng(0)
    for start in range(0, 9, 3):
        rows = np.arange(start, start + 3, dtype=np.float32)[:, None]
        memory.add(rng, number=rows, double=np.hstack((2 * rows, 2 * rows)))
    rows = memory.rows(np.arange(4))

    assert {5, 6, 7, 8} == set(rows["number"][:, 0])
    assert (rows["double"] == 2 * rows["number"]).all()


def test_memories_are_kept():
    """A restored memory goes on as the first one does, full or not."""
    for count in (5, 30):
        memory, rng = Memory(8, {"number": 1}), np.random.default_rng(1)
        memory.add(rng, number=np.arange(count, dtype=np.float32)[:, None])
        again = Memory(8, {"number": 1})
        again.restore("x", memory.arrays("x"))
        for one in (memory, again):
            more = np.arange(100, 104, dtype=np.float32)[:, None]
            one.add(np.random.default_rng(2), number=more)

        assert len(memory) == len(again)
        kept = [one.parts["number"][: len(one)].tobytes() for one in (memory, again)]
        assert kept[0] == kept[1]


# --- learners -------------------------------------------------------------------------------------

SMALL = {"exact": True, "evaluation_deals": 10}


@pytest.fixture
def learners():
    pytest.importorskip("torch", reason='learning needs PyTorch: pip install "prikup[torch]"')
    from prikup.training import deep_cfr, nfsp

    return {"deep_cfr": deep_cfr, "nfsp": nfsp}


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("deep_cfr", {"iterations": 8, "lanes": 60, "gradient_steps": 100}),
        ("nfsp", {"iterations": 200}),
    ],
)
def test_they_learn(learners, name, settings):
    """In some seconds NashConv in Kuhn poker falls from 11/12 (uniform play) to half of that."""
    module = learners[name]
    args = module.Args("kuhn_poker", evaluate_every=settings["iterations"], **settings, **SMALL)
    (row,) = module.train(args).rows

    assert row["nash_conv"] < 11 / 24


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "iterations", "bound"), [("deep_cfr", 60, 0.1), ("nfsp", 2500, 0.15)]
)
def test_they_come_close_to_an_equilibrium(learners, name, iterations, bound):
    """With the default settings, in a minute or two."""
    module = learners[name]
    args = module.Args("kuhn_poker", iterations=iterations, evaluate_every=iterations, **SMALL)
    (row,) = module.train(args).rows

    assert row["nash_conv"] < bound


def test_walks_find_the_regrets_of_the_rules(learners):
    """Against uniform play, regrets of the first walks are those of an exact enumeration.

    At first all networks are nearly 0, so the policies are those of tiny regrets; the walks' own
    targets are compared with values worked out with the same policies over all six deals.
    """
    module = learners["deep_cfr"]
    learner = module.DeepCfrLearner(module.Args("kuhn_poker", lanes=400, gradient_steps=1))
    first = list(learner.regrets)
    game = learner.game

    def value(state, seat):
        if state.is_terminal():
            return state.returns()[seat] / learner.scale
        view = state.view(state.current_player())
        regrets = first[view.seat].outputs(view.observation())
        chances = module.match_regrets(regrets, view.legal_actions_mask())
        total = 0.0
        for action in view.legal_actions():
            below = state.clone()
            below.apply_action(action)
            total += chances[action] * value(below, seat)
        return total

    learner.work()
    memory = learner.regret_memories[0]
    rows = memory.rows(np.arange(len(memory)))
    for card in range(3):
        others = [other for other in range(3) if other != card]
        states = [game.deal(deck=[card, a, b]) for a in others for b in others if a != b]
        observation = states[0].view(0).observation()
        mine = (rows["observation"] == observation).all(axis=1)
        found = rows["target"][mine].mean(axis=0)
        expected = np.zeros(2)
        for action in (0, 1):
            for state in states:
                below = state.clone()
                below.apply_action(action)
                expected[action] += (value(below, 0) - value(state, 0)) / len(states)

        assert mine.sum() > 90
        assert expected == pytest.approx(found, abs=0.12)
