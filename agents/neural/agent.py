"""The agents that play trained networks: `dmc:FOLDER`, `ppo:FOLDER` and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.rng import random_float

from ..agent import Agent, make_agent
from .history import seen_by
from .network import LOGITS, VALUES, Network, find_network
from .stages import ALL, BIDDING, before_play

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game
    from prikup.envs.engine.view import View


class NetworkAgent(Agent):
    """Plays what a network says about a view's observation, legal actions only."""

    main_setting = "run"
    algorithm = ""
    meaning = ""
    stages: tuple[str, ...] = (ALL,)

    def __init__(self, run: str) -> None:
        """Read the network.

        Args:
            run: The name of a network that comes with prikup, the folder of a run of
                `prikup train`, or a network's file.

        Raises:
            BadOptions: if there is none, or one of another algorithm.
            BadText: if the file is no network.
        """
        self.network = Network.load(find_network(self.algorithm, run))
        if self.network.meaning != self.meaning:
            raise BadOptions(
                f"agent {self.algorithm}: expected a network of {self.meaning}, {run} has "
                f"{self.network.meaning}"
            )
        if self.network.stage not in self.stages:
            raise BadOptions(
                f"agent {self.algorithm}: {run} has learned the {self.network.stage} only; the "
                f"agent bidder:{run} plays it"
            )
        self._checked: Game | None = None
        super().__init__()

    def check(self, game: Game) -> None:
        """Raise BadOptions if the network is for another game, other options or older rules."""
        self.network.check(game, self.name)
        self._checked = game

    def policy(self, view: View) -> np.ndarray:
        """Return the probability of each action, float64[A]."""
        if view.game is not self._checked:
            self.check(view.game)
        seen, mask = seen_by(view, self.network.events), view.legal_actions_mask()
        chances: np.ndarray = self.network.policy(seen[None], mask[None])[0]
        return chances

    def act(self, view: View) -> int:
        """Return an action, drawn by its probability."""
        chances = self.policy(view)
        actions = np.flatnonzero(chances)
        if len(actions) == 1:
            return int(actions[0])
        sums = np.cumsum(chances[actions])
        at = int(np.searchsorted(sums, random_float(self.rng) * sums[-1], side="right"))
        return int(actions[min(at, len(actions) - 1)])


class DmcAgent(NetworkAgent):
    """Takes the action of the largest value: Deep Monte Carlo."""

    algorithm = "dmc"
    meaning = VALUES


class PpoAgent(NetworkAgent):
    """Draws its actions by their probabilities: PPO."""

    algorithm = "ppo"
    meaning = LOGITS


class DeepCfrAgent(NetworkAgent):
    """Draws its actions by the average policy of Deep CFR."""

    algorithm = "deep_cfr"
    meaning = LOGITS


class NfspAgent(NetworkAgent):
    """Draws its actions by the average policy of neural fictitious self-play."""

    algorithm = "nfsp"
    meaning = LOGITS


class BidderAgent(NetworkAgent):
    """Bids by a network of Deep Monte Carlo; another agent plays the cards."""

    algorithm = "bidder"
    meaning = VALUES
    stages = (ALL, BIDDING)

    def __init__(self, run: str, play: str = "heuristic") -> None:
        """Read the network.

        Args:
            run: As for `dmc`; the network may have learned the bidding only.
            play: The agent that plays the cards.
        """
        self.player = make_agent(play)
        super().__init__(run)

    def reset(self, seed: int) -> None:
        """Begin a deal, both of them."""
        super().reset(seed)
        self.player.reset(seed)

    def check(self, game: Game) -> None:
        """Raise BadOptions if the game's bidding is not known, or one of the two cannot play it."""
        super().check(game)
        before_play(game, np.zeros((0, game.observation_tensor_size()), np.float32))
        self.player.check(game)

    def act(self, view: View) -> int:
        """Return an action of the network or of the other agent."""
        if before_play(view.game, view.observation()[None])[0]:
            return super().act(view)
        return self.player.act(view)

    def policy(self, view: View) -> np.ndarray:
        """Return the probability of each action, float64[A].

        Raises:
            BadOptions: in play, if the other agent has no explicit policy.
        """
        if before_play(view.game, view.observation()[None])[0]:
            return super().policy(view)
        return self.player.policy(view)
