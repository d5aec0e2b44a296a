"""Going on with the last tree, and leaves that are valued with open cards."""

from __future__ import annotations

import numpy as np
import pytest

from helpers import guess
from prikup.agents import make_agent
from prikup.agents.search.reuse import labels_since
from prikup.envs import load_game
from prikup.envs.check import check_agent
from prikup.envs.engine.cards import NONE
from prikup.envs.engine.definition import define
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game


def in_play(seed: int, moves: int = 12):
    """Return Ninety-Nine after so many random decisions, then the next with a choice.

    Also return the stream they came of.
    """
    state, rng = load_game("ninety_nine").deal(seed=seed), np.random.default_rng(seed)
    while moves > 0 or len(state.legal_actions()) == 1:
        state.apply_action(int(rng.choice(state.legal_actions())))
        moves -= 1
    return state, rng


def after_a_round(state, agent, rng):
    """Let the agent act, then others at random, and return the seat's next view."""
    seat = state.current_player()
    state.apply_action(agent.act(state.view(seat)))
    while state.current_player() != seat:
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state.view(seat)


# --- going on with the last tree ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_what_lies_below_the_seen_actions_is_kept(seed):
    """The new root has the visits, and its actions the visits and values, that they had below."""
    state, rng = in_play(seed)
    agent = make_agent("ismcts:sims=600,reuse=1")
    before = state.view(state.current_player())
    view = after_a_round(state, agent, rng)
    tree, node = agent._trees[0], 0
    for label in labels_since(before, view):
        node = next((c for c in tree.children(node) if tree.nodes["action"][c] == label), None)
        if node is None:
            break
    kept, old = 0, {}
    if node is not None:
        kept = int(tree.nodes["visits"][node])
        old = {int(tree.nodes["action"][c]): tree.nodes[c].copy() for c in tree.children(node)}
    agent.sims = 1
    agent.search(view)
    visits = agent.last["visits"]

    assert kept == agent.last["kept"]
    assert 1 == agent.last["simulations"]
    assert sum(visits.values()) == 1 + sum(int(one["visits"]) for one in old.values())
    for action, one in old.items():
        assert visits[action] - int(one["visits"]) in (0, 1)


def test_something_is_kept():
    """Over a deal, a share of the simulations comes from the searches before."""
    state, rng = in_play(5)
    agent, kept = make_agent("ismcts:sims=600,reuse=1"), []
    for _ in range(6):
        view = after_a_round(state, agent, rng)
        if len(view.legal_actions()) > 1:
            kept.append(agent.last.get("kept", 0))

    assert 0 == kept[0]  # the first search has nothing to go on with
    assert max(kept) > 0


def test_hidden_actions_are_one_edge():
    """Between two of a seat's bids in Ninety-Nine lie its own card and what others did unseen."""
    state = load_game("ninety_nine").deal(seed=1)
    seat = state.current_player()
    before = state.view(seat)
    own = state.legal_actions()[0]
    state.apply_action(own)
    while state.current_player() == seat:
        own_next = state.legal_actions()[0]
        state.apply_action(own_next)
    labels = labels_since(before, state.view(seat))

    assert own == labels[0]
    state.apply_action(state.legal_actions()[0])
    assert [*labels, NONE] == labels_since(before, state.view(seat))


@pytest.mark.parametrize("seed", [2, 3])
def test_another_deal_or_seat_starts_anew(seed):
    """Views that do not continue the last one have no path; a new deal forgets the tree."""
    state, rng = in_play(seed)
    agent = make_agent("ismcts:sims=50,reuse=1")
    before = state.view(state.current_player())
    view = after_a_round(state, agent, rng)
    other, _ = in_play(seed + 10)

    assert labels_since(before, other.view(before.seat)) is None
    assert labels_since(before, state.view((before.seat + 1) % 3)) is None
    assert labels_since(view, before) is None
    agent.reset(0)
    agent.search(view)
    assert 0 == agent.last["kept"]


def test_with_threads_each_tree_goes_on():
    """Two threads keep what both trees have."""
    state, rng = in_play(1)
    agent = make_agent("ismcts:sims=1000,reuse=1,threads=2")
    view = state.view(state.current_player())
    agent.act(view)
    agent.search(view)

    assert 1000 == agent.last["kept"]
    assert 2000 == sum(agent.last["visits"].values())


@pytest.mark.parametrize("text", ["ismcts:sims=100,reuse=1", "ismcts:sims=60,ahead=30"])
def test_decides_by_its_view_alone(text):
    """With the hidden cards exchanged behind its back it decides alike."""
    check_agent("ninety_nine", make_agent(text))


@pytest.mark.parametrize("setting", ["reuse=1", "ahead=10"])
def test_many_trees_have_neither(setting):
    """Both are for one tree."""
    with pytest.raises(BadOptions, match="need tree=one"):
        make_agent(f"ismcts:tree=many,{setting}")


# --- leaves with open cards -----------------------------------------------------------------------


def asked():
    """Return the view of who has to decide whether to guess a card, worth nothing on average."""
    return Game(define(guess), preset="fusion").deal(seed=1).view(0)


def test_leaves_are_valued_with_open_cards():
    """At a new leaf the card is seen: asking promises all three points."""
    agent = make_agent("ismcts:sims=2,ahead=20,rollout=uniform")
    agent.act(asked())

    assert {guess.SAFE: 1.0, guess.ASK: 3.0} == agent.last["values"]


def test_the_tree_corrects_what_open_cards_promise():
    """With simulations the guess itself is in the tree, where it has to be right in all worlds."""
    agent = make_agent("ismcts:sims=2000,ahead=20,rollout=uniform,selection=ucb")

    assert guess.SAFE == agent.act(asked())
    assert agent.last["values"][guess.ASK] < 1.0
