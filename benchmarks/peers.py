"""Random play and search in other libraries, driven as fast as they can be from here.

OpenSpiel's Oh Hell is played by three with nine tricks: 3 bids and 27 cards a deal, always.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .timing import Work

OH_HELL = "pyspiel oh_hell"
OWN_OH_HELL = "joker_poker:preset=oh_hell_openspiel,num_tricks_fixed=9"  # the same rules
LEDUC = "pettingzoo leduc_holdem"
RLCARD = "rlcard leduc-holdem"
OTHERS = ("hearts", "skat")  # games of OpenSpiel in C++, measured once beside ours
_GAME = "oh_hell(players=3,num_tricks_fixed=9)"
_PLAYERS, _DECISIONS = 3, 30


def oh_hell_dealt(seed: int) -> Any:
    """Return a dealt position of Oh Hell, the first bid to come."""
    state, rng = _load().new_initial_state(), np.random.default_rng(seed)
    while state.is_chance_node():
        _draw(state, rng)
    return state


def oh_hell_at(seed: int, share: float) -> Any:
    """Return a position of random play after a share of the deal's decisions."""
    state, rng = oh_hell_dealt(seed), np.random.default_rng(seed + 1)
    for _ in range(int(share * _DECISIONS)):
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def oh_hell_rollouts() -> Work:
    """Return the work of C++ rollouts to the end of the deal; it counts decisions.

    An MCTS bot of two simulations makes `amount` rollouts from the position and as many from the
    one after its first action: the only way to call the evaluator from here.
    """
    import pyspiel

    dealt = oh_hell_dealt(0)

    def work(amount: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(amount, 1)
        bot = pyspiel.MCTSBot(_load(), evaluator, 2.0, 2, 100, False, 1, False)
        bot.step(dealt)
        return amount * (2 * _DECISIONS - 1)

    return work


def oh_hell_bots() -> Work:
    """Return the work of whole deals by C++ uniform bots, one call each; it counts decisions."""
    import pyspiel

    game = _load()
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(_PLAYERS)]

    def work(amount: int) -> float:
        for seed in range(amount):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return amount * _DECISIONS

    return work


def bots(name: str) -> Work:
    """Return the work of whole games of OpenSpiel by C++ uniform bots; it counts decisions.

    Where games differ in length their number is that of a hundred random games, on average.
    """
    import pyspiel

    game, rng = pyspiel.load_game(name), np.random.default_rng(0)
    seated = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    decisions = 0
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                _draw(state, rng)
                continue
            decisions += 1
            state.apply_action(int(rng.choice(state.legal_actions())))

    def work(amount: int) -> float:
        for seed in range(amount):
            pyspiel.evaluate_bots(game.new_initial_state(), seated, seed)
        return amount * decisions / 100

    return work


def rlcard_games() -> Work:
    """Return the work of RLCard's own loop with its random agents; it counts decisions."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("leduc-holdem")
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def work(amount: int) -> float:
        before = env.timestep
        for _ in range(amount):
            env.run(is_training=False)
        return float(env.timestep - before)

    return work


def oh_hell_states() -> Work:
    """Return the work of random play through the state from Python; it counts decisions."""
    return openspiel_states(_load())


def openspiel_states(game: Any) -> Work:
    """Return the work of random play through OpenSpiel's states; it counts decisions.

    All outcomes of chance are taken as equally likely, which they are in Oh Hell and in ours.
    """
    draws = np.random.default_rng(0).integers(1 << 30, size=1 << 12).tolist()

    def work(amount: int) -> float:
        decisions = 0
        for deal in range(amount):
            state, at = game.new_initial_state(), deal
            while not state.is_terminal():
                legal = state.legal_actions()
                decisions += not state.is_chance_node()
                state.apply_action(legal[draws[at % len(draws)] % len(legal)])
                at += 1
        return decisions

    return work


def oh_hell_tensors() -> Work:
    """Return the work of `oh_hell_states` with the mover's tensor and mask at every decision."""
    game = _load()
    draws = np.random.default_rng(0).integers(1 << 30, size=1 << 12).tolist()

    def work(amount: int) -> float:
        for deal in range(amount):
            state, at = game.new_initial_state(), deal
            while not state.is_terminal():
                legal = state.legal_actions()
                if not state.is_chance_node():
                    np.array(state.information_state_tensor(), np.float32)
                    np.array(state.legal_actions_mask(), np.bool_)
                state.apply_action(legal[draws[at % len(draws)] % len(legal)])
                at += 1
        return amount * _DECISIONS

    return work


def ismcts_bot(simulations: int, seed: int) -> Any:
    """Return OpenSpiel's C++ ISMCTS bot with random rollouts, one a simulation."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.ISMCTSBot(seed, evaluator, 0.7, simulations)


def _load() -> Any:
    import pyspiel

    return pyspiel.load_game(_GAME)


def _draw(state: Any, rng: np.random.Generator) -> None:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(int(rng.choice(outcomes, p=np.array(weights) / sum(weights))))
