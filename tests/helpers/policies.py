"""What the tests of all heuristics do with a compiled policy."""

from __future__ import annotations

import numpy as np

from prikup.agents import heuristic, uniform
from prikup.envs.engine import kernels
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.rng import stream


def decide(state: State, policy: np.ndarray, rng: np.ndarray) -> int:
    """Return a policy's action for the mover."""
    return int(kernels.choose_action(policy, state.states, 0, state.game.scratch().actions, rng))


def assert_legal_throughout(game: Game, episodes: int = 3) -> None:
    """Let the heuristic play whole episodes in all seats; assert that its actions are legal."""
    policy, rng = heuristic.policy(game), stream(1)
    for seed in range(episodes):
        state = game.deal(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                state.resolve_chance(seed)
                continue
            action = decide(state, policy, rng)

            assert action in state.legal_actions()

            state.apply_action(action)


def advantage(game: Game, deals: int, dealer: int | None = None) -> np.ndarray:
    """Return the heuristic's points above the table's mean against uniform players, float64[deals].

    It plays each deck in each seat in turn. Without a dealer the lot decides who deals.
    """
    rng, players = stream(2), game.num_players()
    own, chance = heuristic.policy(game), uniform.policy(game)
    points = np.zeros((deals, players))
    for seed in range(deals):
        for seat in range(players):
            if dealer is None:
                state = game.deal(seed)
            else:
                state = game.deal(deck=game.deck(seed), match={"dealer": dealer})
            while not state.is_terminal():
                policy = own if state.current_player() == seat else chance
                state.apply_action(decide(state, policy, rng))
            scores = state.scores()
            points[seed, seat] = scores[seat] - scores.mean()
    return points.mean(axis=1)
