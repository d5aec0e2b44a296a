"""The agent `network_ismcts`: search by ISMCTS, guided by a trained network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.errors import BadOptions
from prikup.envs.registry import load_game

from ..agent import setting
from ..search.ismcts import IsmctsAgent
from .compiled import network_policy
from .network import VALUES, Network, find_network

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game


class NetworkIsmctsAgent(IsmctsAgent):
    """ISMCTS whose prior, and if wanted leaf values, come from a trained network.

    Deals are played to their end as `ismcts` does it. A network that has learned the bidding only
    guides the bids, the rollout policy's own choice the play.
    """

    kind = "network_ismcts"
    main_setting = "run"
    precision = np.float32

    def __init__(
        self,
        run: str,
        sims: int | str = 1000,
        seconds: float | str = 0.0,
        exploration: float | str = 0.7,
        rollout: str = "auto",
        trust: float | str = 0.5,
        temperature: float | str = 0.1,
        value: float | str = 0.0,
        infer: str = "none",
        worlds: int | str = 1000,
        threads: int | str = 1,
    ) -> None:
        """Read the network.

        Args:
            run: The network with its algorithm, such as `bidder:ninety_nine` or `dmc:runs/x`.
            sims: Simulations a decision, as for `ismcts`; so are the settings not listed here.
            seconds: If above 0, the time a decision in place of `sims`.
            exploration: Constant of PUCT, in standard deviations of the payoffs.
            rollout: The policy that plays deals to their end.
            trust: Share of the network's probabilities in the prior; the rest is uniform.
            temperature: Divides the network's outputs before they become probabilities; outputs of
                a network of values are in units of the standard deviation of returns.
            value: Share of the network's value in a leaf's: 0 to 1, where no rollout is made.
            infer: As for `ismcts`.
            worlds: As for `ismcts`.
            threads: Number of trees grown side by side.

        Raises:
            BadOptions: on a value out of range, an unknown word, or a network that does not fit.
            BadText: if the file is no network.
        """
        super().__init__(
            sims, seconds, exploration, rollout, tree="one", selection="puct", trust=trust,
            infer=infer, worlds=worlds, threads=threads,
        )  # fmt: skip
        algorithm, colon, name = run.partition(":")
        if not colon:
            raise BadOptions(f"agent {self.kind}: run must be such as dmc:runs/x, got {run!r}")
        self.run = run
        self.network = Network.load(find_network(algorithm, name))
        self.temperature = setting(self.kind, "temperature", temperature, 1e-3, 1e3)
        self.value = setting(self.kind, "value", value, 0.0, 1.0)
        if self.value > 0.0 and self.network.meaning != VALUES:
            raise BadOptions(f"agent {self.kind}: value needs a network of values, not {run}")
        self._records: dict[Game, np.ndarray] = {}

    def check(self, game: Game) -> None:
        """Raise BadOptions if the network or a policy that the search needs is for another game."""
        super().check(game)
        self.network.check(game, self.name)
        learned = load_game(self.network.game)
        for one in (learned, game):
            if self.value > 0.0 and one.options.utility != "zero_sum":
                raise BadOptions(f"agent {self.name}: value needs utility=zero_sum, not {one}")

    def guide(self, game: Game) -> np.ndarray:
        """Return the record of the network, and in it that of the rollout policy."""
        if game not in self._records:
            self.check(game)
            player = self.rollout_policy(game)
            self._records[game] = network_policy(
                self.network, game, player, self.temperature, self.value
            )
        return self._records[game]
