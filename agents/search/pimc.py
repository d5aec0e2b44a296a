"""PIMC and EPIMC: perfect-information search in sampled worlds, averaged.

PIMC (Levy, "The million pound bridge program", 1989; Ginsberg, "GIB: imperfect information in a
computationally challenging game", JAIR 14, 2001) scores each own action by what it brings, on
average over worlds, if all cards were open from then on. Two faults come with it (Frank and Basin,
"Search in games with incomplete information", Artificial Intelligence 100, 1998): strategy fusion,
for it will play each world its own way later on although it will not know which one it is, and
non-locality, for it takes no account of why others let it come so far. EPIMC (Arjonilla, Saffidine
and Cazenave, "Perfect information Monte Carlo with postponing reasoning", 2024) lays the cards open
only `depth` decisions later: until then a seat decides alike in all worlds that it cannot tell
apart, which mends the first. Inference (`infer`) mends the second as far as its model is right.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.cards import members
from prikup.envs.engine.kernels import legal_actions, write_returns
from prikup.envs.engine.layout import copied
from prikup.envs.engine.rng import random_float
from prikup.envs.engine.worlds import FOUND

from ..agent import setting
from . import ahead, endings
from .base import EFFECTIVE, SearchAgent
from .inference import SLIP

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game
    from prikup.envs.engine.view import View


class PimcAgent(SearchAgent):
    """Averages perfect-information search over sampled worlds; `depth` above 1 is EPIMC."""

    kind = "pimc"

    def __init__(
        self,
        worlds: int | str = 20,
        depth: int | str = 1,
        nodes: int | str = 300,
        rollout: str = "auto",
        infer: str = "none",
        pool: int | str = 10,
        slip: float | str = SLIP,
        effective: float | str = EFFECTIVE,
    ) -> None:
        """Make the agent.

        Args:
            worlds: Worlds a decision.
            depth: Decisions, of all seats, before the cards are laid open; 1 is PIMC.
            nodes: Positions that looking ahead may cost in each world after each line of play; 1
                leaves playing on to the rollout policy. Endings that a solver of the game plays
                out exactly cost none.
            rollout: What plays on at the horizon: `uniform`, `heuristic`, or `auto`: the heuristic
                where the game has one.
            infer: `heuristic` weights worlds by how probable they made the others' actions.
            pool: With inference: weighted worlds drawn for each one that is used.
            slip: With inference: probability that a seat takes any legal action instead of the
                model's.
            effective: With inference: weights are flattened until so many worlds count, or half of
                the pool.

        Raises:
            BadOptions: on a value out of range or an unknown word.
        """
        super().__init__(rollout, infer, slip, effective)
        self.pool = int(setting(self.kind, "pool", pool, 1, 10_000))
        self.worlds = int(setting(self.kind, "worlds", worlds, 1, 100_000))
        self.depth = int(setting(self.kind, "depth", depth, 1, 10))
        self.nodes = int(setting(self.kind, "nodes", nodes, 1, 10_000_000))
        self._endings: dict[str, endings.Ending | None] = {}

    def ending(self, game: Game) -> endings.Ending | None:
        """Return the solver of the game's endings, None where there is none."""
        if game.name not in self._endings:
            self._endings[game.name] = endings.of_game(game)
        return self._endings[game.name]

    def search(self, view: View) -> None:
        """Score the actions, and leave what was found in `last`."""
        start = time.perf_counter()
        worlds, told = self._worlds(view)
        averaging = _Averaging(self, view, worlds)
        values = averaging.action_values(worlds, view.seat)
        visits = dict.fromkeys(values, len(worlds))
        self.last = {
            "simulations": averaging.evaluated,
            "seconds": time.perf_counter() - start,
            "visits": visits,
            "values": values,
            **told,
        }

    def best(self, actions: list[int]) -> int:
        """Return the action with the highest value, the lowest of equals."""
        values = self.last["values"]
        return max(actions, key=lambda action: (values[action], -action))

    def policy(self, view: View) -> np.ndarray:
        """Return 1 for the action that is chosen, float64[A]."""
        shares = np.zeros(view.game.num_distinct_actions())
        shares[self.act(view)] = 1.0
        return shares

    def _worlds(self, view: View) -> tuple[np.ndarray, dict[str, float]]:
        """Return the worlds to search in, drawn anew by their probabilities with inference."""
        pool, chances, told = self.inferred(view, self.pool * self.worlds)
        if len(pool):
            # Systematic resampling: one draw, equal steps.
            steps = (np.arange(self.worlds) + random_float(self.rng)) / self.worlds
            picked = np.searchsorted(np.cumsum(chances), steps).clip(max=len(pool) - 1)
            return copied(pool[picked]), told
        scratch = view.prepare(self.rng)
        worlds = np.zeros(self.worlds, view.game.definition.state)
        while True:
            found = ahead.draw_worlds(
                view.views,
                scratch.work,
                scratch.table,
                self.rng,
                scratch.states,
                worlds,
                scratch.actions,
            )
            if found == FOUND:
                return worlds, told
            view.enlarge(scratch, int(found))


class _Averaging:
    """The tree above the open cards: who cannot tell worlds apart decides alike in them."""

    def __init__(self, agent: PimcAgent, view: View, worlds: np.ndarray) -> None:
        game = view.game
        self.depth, self.nodes, self.rng = agent.depth, agent.nodes, agent.rng
        self.policy = agent.rollout_policy(game)
        self.ending = agent.ending(game)
        self.players = game.num_players()
        self.actions = np.zeros_like(game.scratch().actions)
        self.stack, self.sets, self.levels = ahead.scratch(game)
        self.before = np.zeros(self.players)
        write_returns(worlds, 0, self.before)
        self.evaluated = 0  # worlds in which the cards were laid open

    def action_values(self, worlds: np.ndarray, seat: int) -> dict[int, float]:
        """Return the mean payoff of a seat for each action in worlds it cannot tell apart."""
        return {
            action: float(payoffs[:, seat].mean())
            for action, payoffs in self._after_each(worlds, self.depth).items()
        }

    def _after_each(self, worlds: np.ndarray, depth: int) -> dict[int, np.ndarray]:
        """Return float64[N, P], the payoffs in each world, for each legal action."""
        legal_actions(worlds, 0, self.actions)
        words = enumerate(self.actions.tolist())
        found = {}
        for action in [64 * w + a for w, word in words for a in members(word)]:
            found[action] = self._payoffs(copied(worlds), action, depth - 1)
        return found

    def _payoffs(self, worlds: np.ndarray, action: int, depth: int) -> np.ndarray:
        """Return the payoffs in each world after an action, float64[N, P]."""
        movers, keys = np.zeros(len(worlds), np.int64), np.zeros(len(worlds), np.int64)
        ahead.advance(worlds, action, movers, keys)
        if depth == 0:
            return self._opened(worlds)
        payoffs = np.zeros((len(worlds), self.players))
        ahead.draw_lots(worlds, self.rng, self.actions)
        ahead.advance(worlds, -1, movers, keys)
        is_over = movers < 0
        if is_over.any():
            payoffs[is_over] = self._opened(copied(worlds[is_over]))
        alike: dict[tuple[int, int], list[int]] = {}
        for i in np.flatnonzero(~is_over):
            alike.setdefault((int(movers[i]), int(keys[i])), []).append(int(i))
        for (seat, _), members_of in alike.items():
            options = self._after_each(copied(worlds[members_of]), depth)
            payoffs[members_of] = max(options.values(), key=lambda p: p[:, seat].mean())
        return payoffs

    def _opened(self, worlds: np.ndarray) -> np.ndarray:
        """Return the payoffs when all cards are laid open now, float64[N, P]."""
        payoffs = np.zeros((len(worlds), self.players))
        self.evaluated += len(worlds)
        if self.ending is not None and len(worlds) and self.ending.solves(worlds):
            return self.ending.payoffs(worlds)
        ahead.look_ahead(
            worlds,
            self.stack,
            self.sets,
            self.levels,
            self.policy,
            self.before,
            self.nodes,
            self.rng,
            payoffs,
        )
        return payoffs
