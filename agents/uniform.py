"""The uniform policy, for every game, and the agent that plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.cards import count_allowed, nth_allowed
from prikup.envs.engine.jit import inlined
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.engine.rng import random_below

from .agent import Agent

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game
    from prikup.envs.engine.view import View


@inlined
def random_legal(actions, rng):
    """Return a uniform legal action of `actions int64[W]`."""
    return nth_allowed(actions, random_below(rng, count_allowed(actions)))


@inlined
def choose(policy, state, actions, rng):
    """Return a uniform legal action."""
    return random_legal(actions, rng)


_POLICY = policy_record("uniform", __file__)
register_policy(_POLICY, None, choose)


def policy(game: Game) -> np.ndarray:
    """Return the uniform policy's record, an array of length 1."""
    return _POLICY


class UniformAgent(Agent):
    """Plays every legal action with the same probability."""

    def act(self, view: View) -> int:
        """Return a uniform legal action."""
        return int(random_legal(view.legal_words(), self.rng))

    def policy(self, view: View) -> np.ndarray:
        """Return the probability of each action, float64[A]."""
        mask = view.legal_actions_mask()
        return mask / mask.sum()
