"""Monte Carlo CFR without a tree: the table, the solver, abstractions."""

from __future__ import annotations

import numpy as np
import pytest

from prikup.agents import make_agent
from prikup.agents.cfr.abstraction import make_abstraction, register_abstraction
from prikup.agents.cfr.best_response import nash_conv
from prikup.agents.cfr.native import NativeSolver
from prikup.agents.cfr.store import KeyedPolicy
from prikup.agents.cfr.table import Table, find_slots
from prikup.agents.cfr.tree import Tree
from prikup.agents.table import play_episode
from prikup.cli.main import main
from prikup.envs import BadOptions, load_game
from prikup.training.cfr import Args, solve


def test_table_keeps_what_was_put_in():
    """Rows keep their slots while the table grows; averages come sorted by key."""
    table, rng = Table(16), np.random.default_rng(1)
    keys = np.unique(rng.integers(-(2**63), 2**63 - 1, 3000))
    sizes = rng.integers(2, 6, len(keys))
    slots = {}
    for key, size in zip(keys.tolist(), sizes.tolist(), strict=True):
        table.make_room()
        arrays = table.arrays
        slot = find_slots(*arrays[:3], arrays[5][0], len(table.regrets), key, size)
        table.sums[slot : slot + size] = np.arange(1, size + 1)
        slots[key] = slot
    found, first, chances = table.averages()

    assert keys.tolist() == found.tolist()
    assert sizes.tolist() == np.diff(first).tolist()
    for number, (key, size) in enumerate(zip(keys.tolist(), sizes.tolist(), strict=True)):
        arrays = table.arrays
        again = find_slots(*arrays[:3], arrays[5][0], len(table.regrets), key, size)
        expected = np.arange(1, size + 1) / (size * (size + 1) / 2)
        assert slots[key] == again
        assert expected == pytest.approx(chances[first[number] : first[number + 1]])


@pytest.mark.parametrize(
    ("scheme", "low", "high"), [("es_mccfr", 0.001, 0.01), ("os_mccfr", 0.003, 0.035)]
)
def test_sampling_the_game_itself(scheme, low, high):
    """Without a tree NashConv comes as far down as with one."""
    game = load_game("kuhn_poker")
    tree = Tree.of(game)
    solver = NativeSolver(game, scheme, seed=5)
    solver.run(100_000)

    assert 12 == int(solver.table.counts["rows"][0])
    assert low < nash_conv(tree, solver.policy_on(tree)) < high


@pytest.mark.parametrize("scheme", ["es_mccfr", "os_mccfr"])
def test_restored_solver_goes_on_to_the_last_bit(scheme):
    """200 iterations are 130 and 70 more after a restore, whatever the chunks."""
    game = load_game("kuhn_poker")
    whole, first, second = (NativeSolver(game, scheme, seed=5) for _ in range(3))
    whole.run(200)
    first.run(130)
    second.restore(first.state())
    second.run(70)

    for name in ("regrets", "sums"):
        size = int(whole.table.counts["slots"][0])
        own, other = getattr(whole.table, name)[:size], getattr(second.table, name)[:size]
        assert own.tobytes() == other.tobytes()


def test_unknown_abstraction():
    """The message says what there is."""
    with pytest.raises(BadOptions, match="no abstraction 'x'"):
        make_abstraction(load_game("kuhn_poker"), "x")


def test_contract_of_an_abstraction_is_checked():
    """Missing functions and other argument names are refused."""
    record = make_abstraction(load_game("kuhn_poker")).record
    with pytest.raises(TypeError, match="bucket"):
        register_abstraction(record, None)
    with pytest.raises(TypeError, match="must take"):
        register_abstraction(record, None, bucket=lambda a, b: 0)


@pytest.mark.long
@pytest.mark.parametrize(("name", "abstraction"), [("ninety_nine", "bids"), ("thousand", "limits")])
def test_bidder(name, abstraction, tmp_path):
    """The learned bidder starts at the heuristic's bids, bids legally, and plays as it does."""
    game = load_game(name)
    out = tmp_path / "bids"
    solve(Args(name, "es_mccfr", iterations=300, abstraction=abstraction, out=str(out)))
    policy = KeyedPolicy.load(out)
    always_first = np.zeros_like(policy.chances)
    always_first[policy.first[:-1]] = 1.0
    first = KeyedPolicy(
        policy.game, policy.rules, abstraction, "heuristic", policy.keys, policy.first, always_first
    )
    first.save(tmp_path / "first")
    known = 0
    for seed in range(30):
        agent, heuristic = make_agent(f"cfr:{tmp_path / 'first'}"), make_agent("heuristic")
        mixed = [agent, make_agent("heuristic"), make_agent("heuristic")]
        state = play_episode(game, mixed, seed)
        other = play_episode(game, [heuristic] * 3, seed)
        known += state.history() == other.history()
    # A hand whose bucket the short run has not met is bid at random.
    assert known > 10
    assert make_agent(f"cfr:{out}").learned.abstraction == abstraction


@pytest.mark.long
def test_imperfect_recall_is_asked_for_by_name(tmp_path, capsys):
    """An abstraction that forgets says so, warns of it, and its agent bids legally."""
    game = load_game("thousand")
    assert make_abstraction(game, "limits").has_perfect_recall
    assert not make_abstraction(game, "limits_and_raises").has_perfect_recall

    out = tmp_path / "raises"
    main(
        ["solve", "thousand", "--algorithm", "es_mccfr", "--abstraction", "limits_and_raises"]
        + ["--iterations", "200", "--out", str(out)]
    )

    assert "imperfect recall" in "".join(capsys.readouterr())
    for seed in range(10):
        agents = [make_agent(f"cfr:{out}") for _ in range(3)]
        assert play_episode(game, agents, seed).is_terminal()
