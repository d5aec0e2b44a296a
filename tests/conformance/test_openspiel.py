"""Every registered game as a game of OpenSpiel: its own test of the interface, and its search."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from prikup.envs import game_names
from prikup.envs.checks.walks import walk
from prikup.envs.registry import load_definition

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

MOST_STEPS = 300  # of a random episode: OpenSpiel's test copies the state several times at each
DECISIONS, SIMULATIONS = 4, 12  # of the bot, with a choice to make
PRESETS = [
    (name, preset) for name in game_names() for preset in load_definition(name).options.PRESETS
]
FIRST = [(name, next(iter(load_definition(name).options.PRESETS))) for name in game_names()]


def load(name: str, preset: str, episode: str = "deal"):
    """Return a game loaded through OpenSpiel."""
    from prikup.envs import openspiel

    openspiel.register()
    return pyspiel.load_game(f"prikup_{name}(preset={preset},episode={episode})")


def passes_random_sim_test(game) -> None:
    """Run OpenSpiel's test: legal actions, clones, texts, observations, utility, bounds."""
    steps = sum(1 for _ in islice(walk(game.rules, seed=0), MOST_STEPS + 1))
    if steps > MOST_STEPS:
        pytest.skip(f"a random episode has more than {MOST_STEPS} steps")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "preset"), FIRST)
def test_openspiel_accepts_the_game(name: str, preset: str) -> None:
    """A random deal of each game keeps OpenSpiel's rules."""
    passes_random_sim_test(load(name, preset))


@pytest.mark.long
@pytest.mark.parametrize(("name", "preset"), [case for case in PRESETS if case not in FIRST])
def test_openspiel_accepts_the_preset(name: str, preset: str) -> None:
    """So does one of each further preset."""
    passes_random_sim_test(load(name, preset))


@pytest.mark.parametrize(("name", "preset"), FIRST)
def test_openspiel_accepts_a_match(name: str, preset: str) -> None:
    """So does a random match: later deals, rewards before the end."""
    passes_random_sim_test(load(name, preset, "match"))


@pytest.mark.parametrize(("name", "preset"), FIRST)
def test_openspiel_searches_the_game(name: str, preset: str) -> None:
    """OpenSpiel's Python ISMCTS bot plays some moves through `resample_from_infostate`."""
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game, rng = load(name, preset), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), 2.0, SIMULATIONS, random_state=rng
    )
    state, searched = game.new_initial_state(), 0
    while not state.is_terminal() and searched < DECISIONS:
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(outcomes, p=shares)))
            continue
        policy = bot.get_policy(state)
        assert state.legal_actions() == sorted(action for action, _ in policy)
        searched += len(policy) > 1
        state.apply_action(int(max(policy, key=lambda entry: entry[1])[0]))

    assert searched > 0
