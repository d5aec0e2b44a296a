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


def oh_hell_states() -> Work:
    """Return the work of random play through the state from Python; it counts decisions."""
    game = _load()
    draws = np.random.default_rng(0).integers(1 << 30, size=1 << 12).tolist()

    def work(amount: int) -> float:
        for deal in range(amount):
            state, at = game.new_initial_state(), deal
            while not state.is_terminal():
                # Oh Hell's chance outcomes are equally likely, so legal_actions is all it takes.
                legal = state.legal_actions()
                state.apply_action(legal[draws[at % len(draws)] % len(legal)])
                at += 1
        return amount * _DECISIONS

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
