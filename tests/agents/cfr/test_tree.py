"""Game trees: their size, shape, information sets, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from prikup.agents.cfr.tree import Tree, number_sets, tree_of_openspiel
from prikup.envs import BadOptions, load_game


@pytest.mark.parametrize(
    ("name", "infosets", "ends"),
    [
        # Kuhn (1950): 12 information sets, 6 deals with 5 ends each.
        ("kuhn_poker", 12, 30),
        # Southey et al. (2005) count ranks (288); cards that are told apart give 936.
        ("leduc_poker", 936, 5520),
    ],
)
def test_sizes(name, infosets, ends):
    """A tree has the information sets and ends of OpenSpiel's game."""
    tree = Tree.of(load_game(name))

    assert (infosets, ends) == (tree.infosets, tree.ends)
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    other = tree_of_openspiel(pyspiel.load_game(name))
    assert (infosets, ends) == (other.infosets, other.ends)
    assert sorted(tree.arrays.payoffs.tolist()) == sorted(other.arrays.payoffs.tolist())


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "infosets", "ends"),
    [  # from the games' pages
        ("devyatka:preset=mini2_tiny", 1526, 1144),
        ("devyatka:preset=mini2_dead", 20_458, 15_612),
        ("devyatka:preset=mini2_perfect", 34_182, 12_756),
        ("devyatka:preset=mini3", 46_758, 21_048),
    ],
)
def test_sizes_of_minis(name, infosets, ends):
    """Small versions have the information sets and terminal histories of their rules page."""
    tree = Tree.of(load_game(name))

    assert (infosets, ends) == (tree.infosets, tree.ends)


@pytest.mark.parametrize("name", ["kuhn_poker:players=3", "leduc_poker"])
def test_shape(name):
    """Nodes stand breadth first, children together after their parent; chances add up to 1."""
    tree = Tree.of(load_game(name))
    arrays, depth = tree.arrays, np.zeros(tree.nodes, int)
    mentioned = np.zeros(tree.nodes, int)
    for node in range(tree.nodes):
        start = arrays.child[node]
        children = range(start, start + arrays.children[node])
        for child in children:
            assert child > node
            depth[child] = depth[node] + 1
            mentioned[child] += 1
        if arrays.mover[node] == -1:
            total = arrays.probability[start : start + arrays.children[node]].sum()
            assert 1.0 == pytest.approx(total, abs=1e-12)

    assert (np.diff(depth) >= 0).all()
    assert [0] + [1] * (tree.nodes - 1) == mentioned.tolist()


def test_keys_are_the_engines():
    """A slot is found by the key of a view and an action."""
    game = load_game("kuhn_poker")
    tree = Tree.of(game)
    view = game.deal(deck=[2, 0, 1]).view(0)
    slots = [tree.slot(view.key(), action) for action in view.legal_actions()]

    assert slots == list(range(slots[0], slots[0] + 2))
    assert 0 == tree.arrays.seat[np.searchsorted(tree.arrays.first, slots[0], side="right") - 1]
    with pytest.raises(KeyError):
        tree.slot(view.key(), 7)


def test_large_games_are_refused():
    """The message guesses nodes and memory and says what to do."""
    with pytest.raises(BadOptions, match=r"about .*e\+\d+ nodes \(.* GB\), at most 10000000"):
        Tree.of(load_game("ninety_nine"))
    with pytest.raises(BadOptions, match="more than 5000 nodes"):
        Tree.of(load_game("leduc_poker"), most_nodes=5000)


def two_moves(second_keys: tuple[int, int]) -> dict:
    """Return the arrays of a game in which one seat moves twice."""
    return {
        "mover": np.array([0, 0, 0, -4, -4, -4, -4], np.int8),
        "child": np.array([1, 3, 5, 0, 0, 0, 0]),
        "children": np.array([2, 2, 2, 0, 0, 0, 0]),
        "action": np.array([0, 0, 1, 0, 1, 0, 1]),
        "probability": np.ones(7),
        "key": np.array([1, *second_keys, 0, 0, 0, 0]),
        "payoffs": np.array([[0.0], [0.0], [0.0], [1.0], [2.0], [3.0], [4.0]]),
    }


def test_forgetful_games_are_refused():
    """A seat that forgets its own action has no perfect recall; one that remembers it has."""
    assert 3 == number_sets("remembers", **two_moves((2, 3))).infosets
    with pytest.raises(BadOptions, match=r"forgets: .*no perfect recall"):
        number_sets("forgets", **two_moves((2, 2)))


def test_simultaneous_games_of_openspiel_are_refused():
    """The message names the conversion."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    with pytest.raises(BadOptions, match="convert_to_turn_based"):
        tree_of_openspiel(pyspiel.load_game("goofspiel(num_cards=3)"))
