"""SO-ISMCTS: what it decides where the rules leave no doubt, its books, its seeds and budgets."""

from __future__ import annotations

import numpy as np
import pytest

from prikup.agents import make_agent
from prikup.agents.search.selection import NODE
from prikup.agents.table import play_episode
from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions

JACK, QUEEN, KING = 0, 1, 2
PASS, BET = 0, 1


def facing_a_bet(card: int):
    """Return the second seat's view in Kuhn poker after a bet, holding a card."""
    others = [c for c in (JACK, QUEEN, KING) if c != card]
    state = load_game("kuhn_poker").deal(deck=[others[0], card, others[1]])
    state.apply_action(BET)
    return state.view(1)


@pytest.mark.parametrize(("card", "best"), [(JACK, PASS), (KING, BET)])
def test_dominant_actions_are_found(card, best):
    """A king calls a bet, a jack never does: both are dominant (Kuhn 1950)."""
    agent = make_agent("ismcts:sims=400")

    assert best == agent.act(facing_a_bet(card))


def test_values_are_the_true_ones():
    """A jack loses one chip by passing and two by calling, whatever the other card is."""
    agent = make_agent("ismcts:sims=400")
    agent.act(facing_a_bet(JACK))

    assert {PASS: -1.0, BET: -2.0} == agent.last["values"]


def test_last_trick_is_counted_out():
    """With the whole deal but one card played there is nothing to search."""
    game = load_game("ninety_nine")
    state = game.deal(seed=4)
    rng = np.random.default_rng(0)
    while len(state.legal_actions()) > 1 or state.record.tricks_done < 8:
        state.apply_action(int(rng.choice(state.legal_actions())))
    agent = make_agent("ismcts:sims=50")
    only = state.legal_actions()[0]

    assert only == agent.act(state.view(state.current_player()))
    assert 0 == agent.last["simulations"]


def test_visits_add_up():
    """Every simulation visits one action of the root, and none more often than it was available."""
    game = load_game("ninety_nine")
    state = game.deal(seed=1)
    agent = make_agent("ismcts:sims=300,rollout=uniform,tree=one")
    agent.act(state.view(state.current_player()))
    nodes = agent._trees[0].nodes[: agent._trees[0].plan[0].nodes]

    assert 300 == sum(agent.last["visits"].values())
    assert NODE == nodes.dtype
    assert (nodes["visits"][1:] <= nodes["available"][1:]).all()
    assert set(agent.last["visits"]) <= set(state.legal_actions())


def test_decision_follows_from_seed_and_view():
    """The same seed and view give the same search, whatever was searched before."""
    game = load_game("ninety_nine")
    state = game.deal(seed=2)
    view = state.view(state.current_player())
    agent, other = make_agent("ismcts:sims=200"), make_agent("ismcts:sims=200")
    other.act(game.deal(seed=3).view(0))
    agent.reset(5)
    other.reset(5)
    agent.act(view)
    other.act(view)

    assert agent.last["visits"] == other.last["visits"]


def test_hidden_cards_do_not_change_the_decision():
    """With the hidden cards reordered behind its back the agent searches exactly as before."""
    game = load_game("ninety_nine")
    state = game.deal(seed=6)
    rng = np.random.default_rng(1)
    for _ in range(14):
        state.apply_action(int(rng.choice(state.legal_actions())))
    seat = state.current_player()
    agent = make_agent("ismcts:sims=200")
    searches = []
    for world in [state, *(state.view(seat).sample(seed) for seed in range(5))]:
        agent.reset(7)
        agent.act(world.view(seat))
        searches.append(agent.last["visits"])

    assert [searches[0]] * 6 == searches


def test_budget_by_time():
    """A budget in seconds runs at least so long and more than one chunk of simulations."""
    view = load_game("kuhn_poker").deal(seed=1).view(0)
    agent = make_agent("ismcts:seconds=0.05,rollout=uniform")
    agent.act(view)
    agent.act(view)

    assert agent.last["seconds"] >= 0.05
    assert agent.last["simulations"] > 256


def test_policy_is_the_share_of_visits():
    """The policy sums to one over the legal actions."""
    state = load_game("ninety_nine").deal(seed=1)
    shares = make_agent("ismcts:sims=100").policy(state.view(state.current_player()))

    assert 1.0 == pytest.approx(shares.sum())
    assert set(np.flatnonzero(shares)) <= set(state.legal_actions())


def test_search_beats_uniform_play():
    """Over 30 deals of Ninety-Nine 100 simulations score far above uniform opponents."""
    game = load_game("ninety_nine:utility=zero_sum")
    agents = [make_agent("ismcts:sims=100"), make_agent("random"), make_agent("random")]
    gains = [play_episode(game, agents, seed).returns()[0] for seed in range(30)]

    assert np.mean(gains) > 5.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ismcts:sims=0", "agent ismcts: sims must be 1 to 1e+07, got '0'"),
        ("ismcts:sims=many", "agent ismcts: sims must be 1 to 1e+07, got 'many'"),
        ("ismcts:rollout=heuristics", "did you mean 'heuristic'"),
        ("ismcts:simulations=5", "no setting 'simulations'; did you mean"),
    ],
)
def test_bad_settings_are_refused(text, message):
    """A bad setting is answered with its range or the nearest name."""
    with pytest.raises(BadOptions) as error:
        make_agent(text)

    assert message in str(error.value)
