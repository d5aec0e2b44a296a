"""PIMC and EPIMC: the textbook trees on which they fail and do not, endings, fairness, settings."""

from __future__ import annotations

import numpy as np
import pytest

from helpers import guess
from helpers.open_hands import maxn_of_state
from prikup.agents import make_agent
from prikup.agents.search import endings
from prikup.agents.search.pimc import PimcAgent
from prikup.agents.table import play_episode
from prikup.envs import load_game
from prikup.envs.check import check_agent
from prikup.envs.engine.definition import define
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game


class Inferring(PimcAgent):
    """PIMC that knows how a sensible opponent plays the guessing game."""

    def model(self, game):
        """Return the opponent's policy."""
        return guess.MODEL


@pytest.fixture(scope="module")
def game():
    """Return the definition of the guessing game."""
    return define(guess)


def asked(game, preset):
    """Return the view of seat 0 when it first has to decide."""
    state = Game(game, preset=preset).deal(seed=1)
    if state.current_player() == 1:
        state.apply_action(guess.ASK)
    return state.view(0)


def test_pimc_falls_for_strategy_fusion(game):
    """PIMC asks, for in each world it would know the answer: it expects all three points."""
    agent = make_agent("pimc:worlds=40,rollout=uniform")

    assert guess.ASK == agent.act(asked(game, "fusion"))
    assert {guess.SAFE: 1.0, guess.ASK: 3.0} == agent.last["values"]


def test_epimc_does_not(game):
    """With the cards laid open one decision later it sees that it has to guess."""
    agent = make_agent("pimc:worlds=40,depth=2,rollout=uniform")

    assert guess.SAFE == agent.act(asked(game, "fusion"))
    assert 1.0 == agent.last["values"][guess.SAFE] > agent.last["values"][guess.ASK]


@pytest.mark.parametrize("depth", [1, 2])
def test_both_fall_for_non_locality(game, depth):
    """Neither asks why the opponent went on: naming card 0 is better on the average of worlds."""
    agent = make_agent(f"pimc:worlds=200,depth={depth},rollout=uniform")

    assert guess.ZERO == agent.act(asked(game, "locality"))


def test_inference_mends_non_locality(game):
    """Weighted by what a sensible opponent does, the worlds with card 1 count: card 1 is named."""
    agent = Inferring(worlds=50, rollout="uniform", infer="heuristic")

    assert guess.ONE == agent.act(asked(game, "locality"))
    assert 250 < agent.last["effective"] < 400  # of 500; half of them have little weight


def exact(state, seat):
    """Return what each action of a last trick or two brings a seat when all play for themselves."""
    values = {}
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        values[action] = maxn_of_state(after)[seat]
    return values


@pytest.mark.parametrize("is_solved", [True, False])
def test_endings_are_searched_to_the_end(is_solved, monkeypatch):
    """Two tricks before the end values are those of max-n by hand, solver or not."""
    if not is_solved:
        monkeypatch.setattr(endings, "of_game", lambda game: None)
    game = load_game("ninety_nine")
    compared = 0
    for seed in range(8):
        state, rng = game.deal(seed=seed), np.random.default_rng(seed)
        while state.record.tricks_done < 7 or len(state.legal_actions()) < 2:
            if state.is_terminal():
                break
            state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            continue
        seat = state.current_player()
        view = state.view(seat)
        agent = make_agent("pimc:worlds=30,nodes=5000")
        agent.act(view)
        agent.reset(0)
        worlds, _ = agent._worlds(view)
        truth = dict.fromkeys(state.legal_actions(), 0.0)
        for i in range(len(worlds)):
            world = state.clone()
            world.states[:] = worlds[i : i + 1]
            for action, value in exact(world, seat).items():
                truth[action] += value / len(worlds)

        assert agent.last["values"] == pytest.approx(truth)
        compared += 1

    assert compared > 3


@pytest.mark.parametrize(
    "settings", ["worlds=6,nodes=30", "worlds=4,depth=2,nodes=10", "worlds=4,infer=heuristic"]
)
def test_decides_by_its_view_alone(settings):
    """With the hidden cards exchanged behind its back it decides alike."""
    check_agent("ninety_nine", make_agent(f"pimc:{settings}"))


def test_beats_uniform_play():
    """Over 15 deals of Ninety-Nine it scores far above uniform opponents."""
    game = load_game("ninety_nine:utility=zero_sum")
    agents = [make_agent("pimc:worlds=10,nodes=50"), make_agent("random"), make_agent("random")]
    gains = [play_episode(game, agents, seed).returns()[0] for seed in range(15)]

    assert np.mean(gains) > 5.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pimc:worlds=0", "agent pimc: worlds must be 1 to 100000, got '0'"),
        ("pimc:infer=all", "agent pimc: no model to infer with 'all'; known: heuristic, none"),
        ("pimc:sims=4", "agent pimc: no setting 'sims'"),
    ],
)
def test_bad_settings_are_refused(text, message):
    """A bad setting is answered with its range or the nearest name."""
    with pytest.raises(BadOptions) as error:
        make_agent(text)

    assert message in str(error.value)
