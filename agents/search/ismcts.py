"""SO-ISMCTS: single-observer information set Monte Carlo tree search, compiled."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from prikup.envs.engine.errors import BadOptions, nearest
from prikup.envs.engine.worlds import FOUND

from .. import heuristic, uniform
from ..agent import Agent, setting
from .tree import NODE, PLAN, ROOT, plant, search

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game
    from prikup.envs.engine.view import View

_ROLLOUTS = ("auto", "uniform", "heuristic")
_CHUNK = 256  # simulations between two looks at the clock
_UNSEEN_ROOM = 64  # extra nodes for decisions that the searching seat does not see


class IsmctsAgent(Agent):
    """Searches by SO-ISMCTS and plays the most visited action.

    The budget is a number of simulations (the decision then follows from the seed and the view
    alone) or a time. It maximises the game's `utility` over the running deal.
    """

    def __init__(
        self,
        sims: int | str = 1000,
        seconds: float | str = 0.0,
        exploration: float | str = 0.7,
        rollout: str = "auto",
    ) -> None:
        """Make the agent.

        Args:
            sims: Simulations a decision.
            seconds: If above 0, the time a decision in place of `sims`.
            exploration: UCB constant, in standard deviations of the payoffs.
            rollout: `uniform`, `heuristic`, or `auto`: the heuristic where the game has one.

        Raises:
            BadOptions: on a value out of range or an unknown rollout policy.
        """
        super().__init__()
        self.sims = int(setting("ismcts", "sims", sims, 1, 10_000_000))
        self.seconds = setting("ismcts", "seconds", seconds, 0.0, 3600.0)
        self.exploration = setting("ismcts", "exploration", exploration, 0.0, 100.0)
        if rollout not in _ROLLOUTS:
            raise BadOptions(f"agent ismcts: no rollout {rollout!r}; {nearest(rollout, _ROLLOUTS)}")
        self.rollout = rollout
        self._nodes = np.zeros(0, NODE)
        self._plan = np.zeros(1, PLAN)
        self.last: dict[str, Any] = {}

    def check(self, game: Game) -> None:
        """Raise BadOptions if the rollout policy is not there for the game."""
        self._rollout_policy(game)

    def _rollout_policy(self, game: Game) -> np.ndarray:
        has_heuristic = game.name in heuristic.games()
        if self.rollout == "uniform" or (self.rollout == "auto" and not has_heuristic):
            return uniform.policy(game)
        return heuristic.policy(game)

    def act(self, view: View) -> int:
        """Return the most visited action; `last` then tells what the search did."""
        actions = view.legal_actions()
        if len(actions) == 1:
            self.last = {"simulations": 0, "seconds": 0.0, "visits": {actions[0]: 0}, "values": {}}
            return actions[0]
        self._search(view)
        visits = self.last["visits"]
        return max(actions, key=lambda action: (visits.get(action, 0), -action))

    def _search(self, view: View) -> None:
        policy = self._rollout_policy(view.game)
        budget = self.sims if self.seconds == 0.0 else _CHUNK
        self._make_room(budget + _UNSEEN_ROOM, 0)
        plan = self._plan[0]
        plant(self._nodes, plan)
        plan.exploration = self.exploration
        scratch = view.prepare(self.rng)
        start = time.perf_counter()
        target = budget
        while True:
            plan.simulations = target - plan.done
            found = search(
                view.views,
                scratch.work,
                scratch.table,
                self.rng,
                scratch.states,
                self._nodes,
                self._plan,
                policy,
                scratch.actions,
            )
            if found != FOUND:
                view.enlarge(scratch, int(found))
                continue
            spent = time.perf_counter() - start
            if spent >= self.seconds:
                break
            target += _CHUNK
            self._make_room(_CHUNK + _UNSEEN_ROOM, int(plan.nodes))
        self.last = {"simulations": int(plan.done), "seconds": spent, **self._children()}

    def _make_room(self, more: int, used: int) -> None:
        """Let at least `more` nodes be added to the `used` ones."""
        if len(self._nodes) < used + more:
            grown = np.zeros(max(2 * len(self._nodes), used + more), NODE)
            grown[:used] = self._nodes[:used]
            self._nodes = grown

    def _children(self) -> dict[str, Any]:
        """Return visits and mean payoffs of the root's actions."""
        visits, values = {}, {}
        child = int(self._nodes["first_child"][ROOT])
        while child >= 0:
            node = self._nodes[child]
            visits[int(node["action"])] = int(node["visits"])
            values[int(node["action"])] = float(node["total"] / node["visits"])
            child = int(node["next_sibling"])
        return {"visits": visits, "values": values}

    def policy(self, view: View) -> np.ndarray:
        """Return the share of visits of each action, float64[A]."""
        shares = np.zeros(view.game.num_distinct_actions())
        actions = view.legal_actions()
        if len(actions) == 1:
            shares[actions[0]] = 1.0
            return shares
        self._search(view)
        for action, visits in self.last["visits"].items():
            shares[action] = visits
        return shares / shares.sum()
