"""What searching agents share: rollout policies, inference, the decision and its explanation."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from prikup.envs.engine.errors import BadOptions, nearest

from .. import heuristic, uniform
from ..agent import Agent, setting
from .inference import SLIP, weighted_worlds
from .tempering import effective_number, tempered

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game
    from prikup.envs.engine.view import View

ROLLOUTS = ("auto", "uniform", "heuristic")
MODELS = ("none", "heuristic")
EFFECTIVE = 20.0  # with inference: worlds that must count at the least


def one_of(agent: str, name: str, value: str, words: tuple[str, ...]) -> str:
    """Return a setting that is one of some words.

    Raises:
        BadOptions: if it is none of them.
    """
    if value not in words:
        raise BadOptions(f"agent {agent}: no {name} {value!r}; {nearest(value, words)}")
    return value


@cache
def _no_worlds(game: Game) -> np.ndarray:
    return np.zeros(0, game.definition.state)


class SearchAgent(Agent):
    """An agent that searches in sampled worlds and can say what it thought.

    After a decision `last` holds `simulations`, `seconds`, `visits` and `values` by action, with
    inference also `worlds` and `effective`, the effective number of worlds.
    """

    kind = "search"  # its name in messages

    def __init__(
        self,
        rollout: str,
        infer: str,
        slip: float | str = SLIP,
        effective: float | str = EFFECTIVE,
    ) -> None:
        """Check what all share.

        Raises:
            BadOptions: on an unknown rollout policy or model of the others, or a value out of
                range.
        """
        super().__init__()
        self.rollout = one_of(self.kind, "rollout", rollout, ROLLOUTS)
        self.infer = one_of(self.kind, "model to infer with", infer, MODELS)
        self.slip = setting(self.kind, "slip", slip, 0.001, 1.0)
        self.effective = setting(self.kind, "effective", effective, 1.0, 1_000_000.0)
        self.last: dict[str, Any] = {}

    def check(self, game: Game) -> None:
        """Raise BadOptions if a policy that the search needs is not there for the game."""
        self.rollout_policy(game)
        if self.infer != "none":
            self.model(game)

    def has_guide(self, game: Game) -> bool:
        """Return whether deals are played to their end by the heuristic."""
        if self.rollout == "auto":
            return game.name in heuristic.games()
        return self.rollout == "heuristic"

    def rollout_policy(self, game: Game) -> np.ndarray:
        """Return the record of the policy that plays deals to their end."""
        return heuristic.policy(game) if self.has_guide(game) else uniform.policy(game)

    def model(self, game: Game) -> np.ndarray:
        """Return the record of the policy by which the other seats are thought to play."""
        return heuristic.policy(game)

    def inferred(self, view: View, number: int) -> tuple[np.ndarray, np.ndarray, dict[str, Any]]:
        """Return worlds, their probabilities, and what to tell; no worlds without inference."""
        if self.infer == "none":
            return _no_worlds(view.game), np.zeros(0), {}
        pool, chances = weighted_worlds(view, number, self.model(view.game), self.rng, self.slip)
        chances = tempered(chances, min(self.effective, 0.5 * len(pool)))
        told = {"worlds": len(pool), "effective": effective_number(chances)}
        return pool, chances, told

    @abstractmethod
    def search(self, view: View) -> None:
        """Search, and leave what was found in `last`."""

    def act(self, view: View) -> int:
        """Return the best action; `last` then tells what the search did."""
        actions = view.legal_actions()
        if len(actions) == 1:
            self.last = {"simulations": 0, "seconds": 0.0, "visits": {actions[0]: 0}, "values": {}}
            return actions[0]
        self.search(view)
        return self.best(actions)

    def best(self, actions: list[int]) -> int:
        """Return the action that the last search prefers: the most visited one."""
        visits = self.last["visits"]
        return max(actions, key=lambda action: (visits.get(action, 0), -action))

    def policy(self, view: View) -> np.ndarray:
        """Return the share of visits of each action, float64[A]."""
        shares = np.zeros(view.game.num_distinct_actions())
        actions = view.legal_actions()
        if len(actions) == 1:
            shares[actions[0]] = 1.0
            return shares
        self.search(view)
        for action, visits in self.last["visits"].items():
            shares[action] = visits
        return shares / shares.sum()

    def explain(self, view: View) -> str:
        """Search and return what was found as text: visits, values and best lines by action."""
        chosen = self.act(view)
        found, game = self.last, view.game
        lines = [f"seat {view.seat}, {self.name}: {found['simulations']} simulations"]
        if "effective" in found:
            lines[0] += f", {found['worlds']} worlds as good as {found['effective']:.1f}"
        lines.append(f"{'visits':>8} {'value':>9}  action")
        for action in sorted(view.legal_actions(), key=lambda a: -found["visits"].get(a, 0)):
            value = found["values"].get(action)
            text = f"{'':>9}" if value is None else f"{value:>+9.3f}"
            mark = "*" if action == chosen else " "
            name = game.action_to_string(action)
            line = f"{found['visits'].get(action, 0):>8} {text} {mark}{name}"
            following = self.line_after(view, action)
            lines.append(line + (f", then {', '.join(following)}" if following else ""))
        return "\n".join(lines)

    def line_after(self, view: View, action: int) -> list[str]:
        """Return the most visited moves after an action, as texts."""
        return []
