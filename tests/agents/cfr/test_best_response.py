"""Best responses against all pure strategies, in random games of uneven depth."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from prikup.agents.cfr.best_response import best_response, evaluate
from prikup.agents.cfr.passes import write_values
from prikup.agents.cfr.tree import Tree, number_sets

CHANCE, TERMINAL = -1, -4
MOST_SETS = 8  # of the seat whose strategies are listed


def random_game(seed: int, players: int) -> Tree:
    """Return a random game in which a seat sees its own actions, and now and then a signal.

    What others do it does not see, so histories of one information set have different lengths.
    """
    rng = np.random.default_rng(seed)
    rows: list[list[float]] = []
    payoffs: list[list[float]] = []
    numbers: dict[tuple, int] = {}
    waiting = [(tuple(() for _ in range(players)), 0, 0, 1.0)]  # known, depth, action, probability
    while waiting:
        following: list[tuple] = []
        made = len(rows) + len(waiting)
        for known, depth, action, probability in waiting:
            payoffs.append(rng.integers(-9, 10, players).tolist())
            kind = int(rng.integers(-1, players)) if depth else CHANCE
            is_end = depth >= 6 or (depth > 2 and rng.random() < 0.25)
            if is_end:
                rows.append([TERMINAL, 0, 0, action, probability, 0])
                continue
            key = numbers.setdefault((kind, known[kind]), len(numbers)) if kind >= 0 else 0
            rows.append([kind, made + len(following), 2, action, probability, key])
            share = float(rng.uniform(0.2, 0.8))
            for choice in range(2):
                seen = list(known)
                if kind >= 0:
                    seen[kind] = (*seen[kind], ("did", choice))
                elif rng.random() < 0.5:
                    seat = int(rng.integers(players))
                    seen[seat] = (*seen[seat], ("saw", choice))
                chance = 1.0 if kind >= 0 else (share, 1.0 - share)[choice]
                following.append((tuple(seen), depth + 1, choice, chance))
        waiting = following
    mover, child, children, action, probability, key = np.array(rows).T
    return number_sets(
        f"random {seed}",
        mover=mover.astype(np.int8),
        child=child.astype(int),
        children=children.astype(int),
        action=action.astype(int),
        probability=probability,
        key=key.astype(np.int64),
        payoffs=np.array(payoffs, float),
    )


def depths(tree: Tree) -> np.ndarray:
    found = np.zeros(tree.nodes, int)
    for node in range(tree.nodes):
        start = tree.arrays.child[node]
        found[start : start + tree.arrays.children[node]] = found[node] + 1
    return found


def random_policy(tree: Tree, seed: int) -> np.ndarray:
    policy = np.random.default_rng(seed).uniform(0.05, 1.0, tree.slots)
    for start, stop in zip(tree.arrays.first[:-1], tree.arrays.first[1:], strict=True):
        policy[start:stop] /= policy[start:stop].sum()
    return policy


def value(tree: Tree, policy: np.ndarray, seat: int) -> float:
    out = np.zeros(tree.players)
    write_values(tree.arrays, policy, np.zeros(tree.nodes), out)
    return float(out[seat])


@pytest.mark.parametrize("players", [2, 3])
def test_best_of_all_pure_strategies(players):
    """A best response is worth what the best pure strategy is worth, and is one of these."""
    tried = uneven = 0
    for seed in range(40):
        tree = random_game(seed, players)
        depth, policy = depths(tree), random_policy(tree, seed)
        for seat in range(players):
            sets = np.flatnonzero(tree.arrays.seat == seat)
            if not 0 < len(sets) <= MOST_SETS:
                continue
            values = []
            for choices in product(range(2), repeat=len(sets)):
                pure = policy.copy()
                for where, choice in zip(sets, choices, strict=True):
                    start = tree.arrays.first[where]
                    pure[start : start + 2] = 0.0
                    pure[start + choice] = 1.0
                values.append(value(tree, pure, seat))
            best, answer = best_response(tree, policy, seat)

            assert max(values) == pytest.approx(best, abs=1e-12)
            assert best == pytest.approx(value(tree, answer, seat), abs=1e-12)
            gain = evaluate(tree, policy).gains[seat]
            assert best - value(tree, policy, seat) == pytest.approx(gain, abs=1e-12)
            tried += 1
            acting = np.flatnonzero(tree.arrays.mover == seat)
            pairs = zip(tree.arrays.infoset[acting], depth[acting], strict=True)
            uneven += len(set(pairs)) > len(sets)

    assert tried > 10
    assert uneven > 5
