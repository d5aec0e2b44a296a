"""Agents that play a compiled policy: it wants a state, so it gets a sampled world of the view.

A compiled policy must decide alike in any two worlds of one view (the conformance suite checks
it), so one world is enough.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine import kernels

from . import heuristic
from .agent import Agent

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game
    from prikup.envs.engine.view import View


class PolicyAgent(Agent):
    """Plays a compiled policy."""

    @abstractmethod
    def policy_record(self, game: Game) -> np.ndarray:
        """Return the policy's record for a game, an array of length 1."""

    def check(self, game: Game) -> None:
        """Raise BadOptions if the game has no such policy."""
        self.policy_record(game)

    def act(self, view: View) -> int:
        """Return the policy's action in a world of the view."""
        record = self.policy_record(view.game)
        world = view.sample(self.rng)
        actions = view.legal_words()
        return int(kernels.choose_action(record, world.states, 0, actions, self.rng))


class HeuristicAgent(PolicyAgent):
    """Plays the game's heuristic: a sound club player without search."""

    def policy_record(self, game: Game) -> np.ndarray:
        """Return the heuristic's record for a game."""
        return heuristic.policy(game)
