"""OpenSpiel's bots in our seats, our agents in OpenSpiel's; neither sees more than its seat."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from prikup.agents import make_agent
from prikup.benchmarks import arena
from prikup.envs import BadOptions, load_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
bots = importlib.import_module("helpers.bots")
ours = importlib.import_module("prikup.agents.openspiel")
openspiel = importlib.import_module("prikup.envs.openspiel")

PASSING = "openspiel:helpers.bots.make_passing"


def test_a_bot_is_handed_what_its_seat_knows_and_no_more() -> None:
    """The state is one of the seat's information set; the hidden card in it is the true one as
    often as chance has it: in Kuhn poker one of two cards is left."""
    game, same = load_game("kuhn_poker"), 0
    for deal in range(400):
        bots.SEEN.clear()
        state, agent = game.deal(seed=deal), make_agent(PASSING)
        agent.reset(deal)
        agent.act(state.view(0))
        _, known, handed = bots.SEEN[0]
        truth = openspiel.game_of(game).state_of(state)

        assert truth.information_state_string(0) == known
        same += handed == str(truth)

    assert abs(same - 200) < 4 * 10  # the standard deviation is 10


def test_bots_play_in_the_arena() -> None:
    """Uniform bots equal our uniform agent within the noise; a bot by its function's name plays."""
    agents = ["openspiel:uniform", "random", PASSING]
    result, again = (
        arena.play("kuhn_poker", agents, deals=150, seed=3, against="random", progress=False)
        for _ in range(2)
    )

    assert (result.games.scores == again.games.scores).all()
    means = {
        name: result.games.scores[result.games.tables == number].mean()
        for number, name in enumerate(result.games.agents[:3])
    }
    # Who always passes gets 0 on average where the other passes too, half of the time, and else
    # folds: -1/2. The standard error of 300 games is 0.05.
    assert means[PASSING] == pytest.approx(-0.5, abs=0.2)
    assert abs(means["openspiel:uniform"] - means["random"]) < 0.4


@pytest.mark.parametrize("name", ["ninety_nine", "thousand:preset=mini2"])
def test_openspiel_s_search_plays(name: str) -> None:
    """Its ISMCTS in Python finds an action, also where lots were drawn before the deck."""
    state = load_game(name).deal(seed=1)
    state.apply_action(state.legal_actions()[-1])
    agent = make_agent("openspiel:ismcts,sims=5")

    assert agent.act(state.view(state.current_player())) in state.legal_actions()


@pytest.mark.parametrize(
    "text, message",
    [
        ("openspiel:ismct", "no bot 'ismct'.*ismcts"),
        ("openspiel:helpers.bots.make_nothing", "no bot 'helpers.bots.make_nothing'"),
        ("openspiel:ismcts,sims=0", "sims must be 1 to"),
    ],
)
def test_unknown_bots(text: str, message: str) -> None:
    """What is offered instead is said."""
    with pytest.raises(BadOptions, match=message):
        make_agent(text)


def test_matches_are_refused() -> None:
    """Before anything is played."""
    with pytest.raises(BadOptions, match="single deals"):
        make_agent("openspiel:uniform").check(load_game("ninety_nine:episode=match"))


# --- our agents at OpenSpiel's tables -------------------------------------------------------------


def evaluate(game: Any, agents: list[str], seed: int) -> list[float]:
    """Return the returns of a deal in OpenSpiel's evaluation."""
    seated = [ours.AgentBot(make_agent(text), seat, seed) for seat, text in enumerate(agents)]
    return list(pyspiel.evaluate_bots(game.new_initial_state(), seated, seed))


def test_agents_play_in_openspiel_s_evaluation() -> None:
    """The heuristic against uniform play in OpenSpiel's loop: it wins, a second run is alike."""
    game = openspiel.game_of(load_game("ninety_nine:preset=mini2"))
    results = np.array([evaluate(game, ["heuristic", "random"], seed) for seed in range(60)])
    again = np.array([evaluate(game, ["heuristic", "random"], seed) for seed in range(60)])
    gains = results[:, 0] - results[:, 1]

    assert (results == again).all()
    assert 2 * gains.std(ddof=1) / np.sqrt(len(gains)) < gains.mean()


def test_agents_and_bots_sit_together() -> None:
    """In OpenSpiel's evaluation in Python too, beside a bot of OpenSpiel."""
    evaluate_bots = importlib.import_module("open_spiel.python.algorithms.evaluate_bots")
    game = openspiel.game_of(load_game("leduc_poker"))
    seated = [ours.AgentBot(make_agent("ismcts:sims=20"), 0), pyspiel.make_uniform_random_bot(1, 7)]
    returns = evaluate_bots.evaluate_bots(
        game.new_initial_state(), seated, np.random.RandomState(4)
    )

    assert 0 == sum(returns)


def test_games_of_openspiel_and_cheats_are_refused() -> None:
    """One line says what was expected."""
    bot = ours.AgentBot(make_agent("random"), 0)
    state = pyspiel.load_game("kuhn_poker").new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    with pytest.raises(BadOptions, match="plays games of prikup.*got kuhn_poker"):
        bot.step(state)
    with pytest.raises(BadOptions, match="cheats"):
        ours.AgentBot(make_agent("cheating_ismcts:sims=1"), 0)
