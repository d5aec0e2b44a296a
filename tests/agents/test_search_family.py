"""The relatives of ISMCTS: many trees, other selections, threads, flat search, cheating."""

from __future__ import annotations

import numpy as np
import pytest

from prikup.agents import agent_names, make_agent
from prikup.agents.search.picture import draw_tree
from prikup.agents.table import play_episode
from prikup.envs import load_game
from prikup.envs.check import check_agent
from prikup.envs.engine.cards import NONE
from prikup.envs.engine.errors import BadOptions

JACK, QUEEN, KING = 0, 1, 2
PASS, BET = 0, 1
FAMILY = (
    "ismcts:sims=400,tree=many",
    "ismcts:sims=400,selection=ucb",
    "ismcts:sims=400,selection=puct",
    "ismcts:sims=400,selection=exp3",
    "ismcts:sims=400,threads=2",
    "flat:sims=400",
)


def facing_a_bet(card: int):
    """Return the second seat's view in Kuhn poker after a bet, holding a card."""
    others = [c for c in (JACK, QUEEN, KING) if c != card]
    state = load_game("kuhn_poker").deal(deck=[others[0], card, others[1]])
    state.apply_action(BET)
    return state.view(1)


def in_play(seed: int, moves: int):
    """Return a state of Ninety-Nine after so many random decisions, then the next with a choice."""
    state, rng = load_game("ninety_nine").deal(seed=seed), np.random.default_rng(seed)
    while moves > 0 or len(state.legal_actions()) == 1:
        state.apply_action(int(rng.choice(state.legal_actions())))
        moves -= 1
    return state


@pytest.mark.parametrize("text", FAMILY)
@pytest.mark.parametrize(("card", "best"), [(JACK, PASS), (KING, BET)])
def test_dominant_actions_are_found(text, card, best):
    """A king calls a bet, a jack never does: both are dominant (Kuhn 1950)."""
    assert best == make_agent(text).act(facing_a_bet(card))


@pytest.mark.parametrize("text", FAMILY)
def test_all_simulations_are_counted(text):
    """The visits of the root's actions add up to the simulations, over all threads."""
    agent = make_agent(text)
    state = in_play(1, 12)
    agent.act(state.view(state.current_player()))

    assert 400 == sum(agent.last["visits"].values()) == agent.last["simulations"]
    assert set(agent.last["visits"]) <= set(state.legal_actions())


@pytest.mark.parametrize("text", [*FAMILY, "ismcts:sims=200,infer=heuristic,worlds=30"])
def test_decides_by_its_view_alone(text):
    """With the hidden cards exchanged behind its back it decides alike."""
    check_agent("ninety_nine", make_agent(text.replace("=400", "=100")))


def test_threads_do_not_change_a_decision_from_run_to_run():
    """With two threads the search follows from the seed, whichever thread is faster."""
    agent, state = make_agent("ismcts:sims=301,threads=2"), in_play(2, 12)
    view = state.view(state.current_player())
    searches = []
    for _ in range(4):
        agent.reset(3)
        agent.act(view)
        searches.append(agent.last["visits"])

    assert [searches[0]] * 4 == searches


def test_many_trees_are_told_apart_by_what_is_laid_aside():
    """While bids are laid aside the seat's own tree branches by its own cards, others' do not."""
    agent, state = make_agent("ismcts:sims=500,tree=many"), load_game("ninety_nine").deal(seed=1)
    seat = state.current_player()
    agent.act(state.view(seat))
    tree = agent._trees[0]
    own, other = tree.children(seat), tree.children((seat + 1) % 3)

    assert len(state.legal_actions()) == len(own)
    assert 1 == len(other)
    assert 500 == tree.nodes["visits"][other[0]] == tree.nodes["visits"][own].sum()


@pytest.mark.parametrize(
    ("game", "settings", "is_many"),
    [
        ("ninety_nine", "", True),  # bids are laid aside
        ("king:preset=omnibus", "", True),  # cards are passed on
        ("devyatka", "", False),  # all is done openly
        ("ninety_nine", ",tree=one", False),
        ("ninety_nine", ",reuse=1", False),
        ("devyatka", ",tree=many", True),
    ],
)
def test_a_tree_for_each_seat_where_something_is_done_unseen(game, settings, is_many):
    """By default there is a tree for each seat where others do not see all that a seat does."""
    state = load_game(game).deal(seed=1)
    agent = make_agent("ismcts:sims=50" + settings)
    agent.search(state.view(state.current_player()))
    roots = agent._trees[0].nodes["mover"][: state.game.num_players()]

    assert is_many == (NONE == roots).all()


def test_exp3_never_stops_trying():
    """EXP3 draws each of K actions with a chance of at least a K-th of its mixing.

    The mixing after t plays is sqrt(K ln K / ((e - 1) t)); for K = 2 half of it, summed over 2000
    plays, is 40.
    """
    agent = make_agent("ismcts:sims=2000,selection=exp3")
    agent.act(facing_a_bet(JACK))

    assert 25 < agent.last["visits"][BET] < 200


def test_trust_in_the_policy_guides_puct():
    """A full prior on the policy's choice leaves the other actions almost untried."""
    state = in_play(4, 12)
    view = state.view(state.current_player())
    shares = []
    for trust in (0.0, 0.98):
        agent = make_agent(f"ismcts:sims=200,selection=puct,trust={trust},exploration=3")
        shares.append(agent.policy(view).max())

    assert shares[1] > shares[0]


def test_selection_follows_the_rollouts():
    """By default it is PUCT with the heuristic's rollouts, UCB with uniform ones."""
    state = in_play(4, 12)
    view = state.view(state.current_player())
    visits = {}
    for setting in ("", ",selection=puct", ",rollout=uniform", ",rollout=uniform,selection=ucb"):
        agent = make_agent(f"ismcts:sims=200{setting}")
        agent.act(view)
        visits[setting] = agent.last["visits"]

    assert visits[""] == visits[",selection=puct"]
    assert visits[",rollout=uniform"] == visits[",rollout=uniform,selection=ucb"]


def test_explanation_names_what_was_found():
    """The text has a line for each legal action, the chosen one marked, with what may follow."""
    state = in_play(1, 12)
    view = state.view(state.current_player())
    agent = make_agent("ismcts:sims=400")
    lines = agent.explain(view).splitlines()
    chosen = state.action_to_string(agent.best(state.legal_actions()))

    assert lines[0] == f"seat {view.seat}, ismcts:sims=400: 400 simulations"
    assert len(state.legal_actions()) + 2 == len(lines)
    assert f"*{chosen}, then " in lines[2]


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_picture_of_the_tree(tmp_path, suffix):
    """The top of the tree is drawn into a file of the kind that its name says."""
    state = in_play(1, 12)
    view = state.view(state.current_player())
    agent = make_agent("ismcts:sims=100")
    agent.act(view)
    draw_tree(agent, view, tmp_path / f"tree.{suffix}", depth=2, width=2)
    start = (tmp_path / f"tree.{suffix}").read_bytes()[:5]

    assert start in (b"<?xml", b"\x89PNG\r")


# --- cheating -------------------------------------------------------------------------------------


def test_cheating_agent_is_marked_and_needs_the_truth():
    """It is in no list of agents, says that it cheats, and refuses a view."""
    agent = make_agent("cheating_ismcts:sims=50")

    assert agent.is_cheating
    assert "cheating_ismcts" not in agent_names()
    need_a_setting = ("cfr", "dmc", "ppo", "nfsp", "deep_cfr", "bidder", "openspiel")
    need_a_setting += ("hand_statistics", "network_ismcts")
    by_name_alone = [name for name in agent_names() if name not in need_a_setting]
    assert not any(make_agent(name).is_cheating for name in by_name_alone)
    with pytest.raises(BadOptions, match="cheats"):
        agent.act(in_play(1, 5).view(0))


def test_fair_agents_get_no_truth():
    """A fair agent refuses the true state."""
    with pytest.raises(BadOptions, match="does not cheat"):
        make_agent("ismcts").act_cheating(in_play(1, 5))


def test_cheating_agent_sees_the_hidden_card():
    """In Kuhn poker it calls with a queen against a jack and passes against a king."""
    chosen = []
    for other in (JACK, KING):
        state = load_game("kuhn_poker").deal(deck=[other, QUEEN, KING + JACK - other])
        state.apply_action(BET)
        chosen.append(make_agent("cheating_ismcts:sims=100").act_cheating(state))

    assert [BET, PASS] == chosen


def test_table_lets_it_cheat():
    """At a table it wins every chip that open cards can win: more than the rules' value of 1/18."""
    game = load_game("kuhn_poker")
    agents = [make_agent("random"), make_agent("cheating_ismcts:sims=60")]
    gains = [play_episode(game, agents, seed).returns()[1] for seed in range(60)]

    assert np.mean(gains) > 0.4
