"""The agent that plays a policy learned by CFR: `cfr:runs/kuhn`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.rng import random_float

from .. import heuristic, uniform
from ..agent import Agent
from .abstraction import ELSEWHERE, NO_PLAN, Abstraction, make_abstraction
from .playing import act_by_plan, ask
from .store import KeyedPolicy

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game
    from prikup.envs.engine.view import View


class CfrAgent(Agent):
    """Plays a saved policy; uniformly where the policy has no such information set.

    With an abstraction the agent remembers, within a deal, the choice that it follows.
    """

    main_setting = "run"

    def __init__(self, run: str) -> None:
        """Read the policy.

        Args:
            run: Folder of a run of `prikup solve`, or a policy file.

        Raises:
            BadOptions: if there is none.
            BadText: if the file is no policy.
        """
        self.learned = KeyedPolicy.load(run)
        self._prepared: tuple[Game, Abstraction, np.ndarray] | None = None
        super().__init__()

    def reset(self, seed: int) -> None:
        """Begin a deal: forget the choice that was followed."""
        super().reset(seed)
        self._deal: tuple[int, int] | None = None
        self._plan = NO_PLAN

    def check(self, game: Game) -> None:
        """Raise BadOptions if the policy is for another game, other options or older rules."""
        learned = self.learned
        if str(game) != learned.game:
            raise BadOptions(f"agent {self.name}: learned {learned.game}, cannot play {game}")
        if game.definition.version != learned.rules:
            raise BadOptions(
                f"agent {self.name}: learned version {learned.rules} of the rules of {game.name}, "
                f"this is version {game.definition.version}"
            )

    def _prepare(self, game: Game) -> tuple[Game, Abstraction, np.ndarray]:
        """Return game, abstraction and the record of the policy for what is not learned."""
        if self._prepared is None or self._prepared[0] is not game:
            self.check(game)
            abstraction = make_abstraction(game, self.learned.abstraction)
            is_heuristic = self.learned.fixed == "heuristic"
            fixed = heuristic.policy(game) if is_heuristic else uniform.policy(game)
            self._prepared = game, abstraction, fixed
        return self._prepared

    def act(self, view: View) -> int:
        """Return an action, drawn by its probability."""
        _, abstraction, fixed = self._prepare(view.game)
        if abstraction.name == "none":
            actions = view.legal_actions()
            return actions[self._draw(self.learned.at(view.key(), len(actions)))]
        record = view.views[0]
        deal = int(record.deal_number), int(record.redeal_number)
        if deal != self._deal:
            self._deal, self._plan = deal, NO_PLAN
        world = view.sample(self.rng)  # the abstraction answers alike in all of them
        plans = np.full(view.game.num_players(), NO_PLAN, np.int64)
        plans[view.seat] = self._plan
        choices, actions_set = np.zeros(abstraction.most_choices, np.int64), view.legal_words()
        key, number = ask(world.states, 0, plans, abstraction.record, actions_set, choices)
        if key != ELSEWHERE:
            chosen = self._draw(self.learned.at(int(key) or 1, int(number)))
            self._plan = int(choices[chosen])
            plans[view.seat] = self._plan
        return int(
            act_by_plan(world.states, 0, plans, abstraction.record, fixed, actions_set, self.rng)
        )

    def policy(self, view: View) -> np.ndarray:
        """Return the probability of each action, float64[A].

        Raises:
            BadOptions: if the policy is one of an abstraction, which chooses plans.
        """
        _, abstraction, _ = self._prepare(view.game)
        if abstraction.name != "none":
            return super().policy(view)
        chances = np.zeros(view.game.num_distinct_actions())
        actions = view.legal_actions()
        chances[actions] = self.learned.at(view.key(), len(actions))
        return chances

    def _draw(self, chances: np.ndarray) -> int:
        sums = np.cumsum(chances)
        at = int(np.searchsorted(sums, random_float(self.rng) * sums[-1], side="right"))
        return min(at, int(np.flatnonzero(chances)[-1]))
