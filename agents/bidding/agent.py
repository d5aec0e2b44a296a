"""The agent `hand_statistics`: bids by tables, another agent plays the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..agent import Agent, make_agent, setting
from .statistics import Bidder, HandStatistics, find_statistics, make_bidder

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game
    from prikup.envs.engine.view import View


class HandStatisticsAgent(Agent):
    """Makes the bid of the best expectation; what is no bid another agent decides.

    In Thousand it bids in the auction and settles the contract, in Ninety-Nine it lays the bid
    aside and calls premiums.
    """

    main_setting = "run"

    def __init__(
        self, run: str, play: str = "heuristic", aggressiveness: float | str = 0.0
    ) -> None:
        """Read the tables.

        Args:
            run: The name of statistics that come with prikup, the folder of a run of
                `prikup train hand_statistics`, or a file.
            play: The agent that plays the cards.
            aggressiveness: In Thousand the points that a bid may bring less than passing, in
                Ninety-Nine the points that each trick of the bid counts more.

        Raises:
            BadOptions: if there are none.
            BadText: if the file holds something else.
        """
        self.statistics = HandStatistics.load(find_statistics(run))
        self.player = make_agent(play)
        self.aggressiveness = setting(
            "hand_statistics", "aggressiveness", aggressiveness, -1e4, 1e4
        )
        self._bidder: tuple[Game, Bidder] | None = None
        super().__init__()

    def reset(self, seed: int) -> None:
        """Begin a deal, both of them."""
        super().reset(seed)
        self.player.reset(seed)

    def check(self, game: Game) -> None:
        """Raise BadOptions if the tables or the other agent are for another game."""
        self.statistics.check(game, self.name)
        self.player.check(game)

    def _ask(self, view: View) -> int | None:
        """Return the tables' action, None where the other agent decides."""
        if self._bidder is None or self._bidder[0] is not view.game:
            self.check(view.game)
            self._bidder = view.game, make_bidder(view.game, self.statistics.tables)
        bidder, observations = self._bidder[1], view.observation()[None]
        if not bidder.asks(observations)[0]:
            return None
        mask = view.legal_actions_mask()[None]
        return int(bidder.choose(observations, mask, self.aggressiveness)[0])

    def act(self, view: View) -> int:
        """Return a bid, or the other agent's action."""
        bid = self._ask(view)
        return self.player.act(view) if bid is None else bid

    def policy(self, view: View) -> np.ndarray:
        """Return the probability of each action, float64[A].

        Raises:
            BadOptions: where the other agent decides, if it has no explicit policy.
        """
        bid = self._ask(view)
        if bid is None:
            return self.player.policy(view)
        chances = np.zeros(view.game.num_distinct_actions())
        chances[bid] = 1.0
        return chances
