"""ISMCTS, compiled: information set Monte Carlo tree search with one tree or one for each seat."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from prikup.envs.engine.cards import NONE
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.rng import next_word, stream
from prikup.envs.engine.worlds import FOUND

from ..agent import setting
from .ahead import scratch as scratch_of
from .base import EFFECTIVE, SearchAgent, one_of
from .books import Tree
from .inference import SLIP
from .many import acts_unseen, search_many
from .reuse import labels_since
from .selection import SELECTIONS
from .tree import search

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game, State
    from prikup.envs.engine.view import View

AUTO = "auto"
TREES = (AUTO, "one", "many")
_CHUNK = 256  # simulations between two looks at the clock
_UNSEEN_ROOM = 64  # extra nodes for decisions that the searching seat does not see
_NO_LIMIT = 1 << 30
_LINE = 8  # moves of a best line
_MOST_THREADS = 64
_LONGEST_PATH, _LONGEST_PATHS = 512, 2048  # nodes on the way down one tree, down all of many


@cache
def _threads(number: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(number, thread_name_prefix="prikup-search")


class IsmctsAgent(SearchAgent):
    """Searches by ISMCTS and plays the most visited action.

    The budget is a number of simulations (the decision then follows from the seed, the view and the
    number of threads alone) or a time. It maximises the game's `utility` over the running deal.
    Several threads grow a tree each, and the visits of their roots are added up.
    """

    kind = "ismcts"
    precision: type[np.floating[Any]] = np.float64  # of priors

    def __init__(
        self,
        sims: int | str = 1000,
        seconds: float | str = 0.0,
        exploration: float | str = 0.7,
        rollout: str = "auto",
        tree: str = AUTO,
        selection: str = AUTO,
        trust: float | str = 0.5,
        infer: str = "none",
        worlds: int | str = 1000,
        slip: float | str = SLIP,
        effective: float | str = EFFECTIVE,
        threads: int | str = 1,
        ahead: int | str = 0,
        reuse: int | str = 0,
    ) -> None:
        """Make the agent.

        Args:
            sims: Simulations a decision, all threads together.
            seconds: If above 0, the time a decision in place of `sims`.
            exploration: Constant of UCB and PUCT, in standard deviations of the payoffs.
            rollout: `uniform`, `heuristic`, or `auto`: the heuristic where the game has one.
            tree: `one` (of what the searching seat sees), `many` (one for each seat), or `auto`:
                many where the game has actions that others do not see and neither `ahead` nor
                `reuse` is wanted, which need one.
            selection: `ucb`, `puct`, `exp3`, or `auto`: `puct` where the heuristic plays the deals
                to their end, else `ucb`.
            trust: PUCT's prior probability of the rollout policy's own choice.
            infer: `heuristic` weights worlds by how probable they made the others' actions.
            worlds: With inference: how many weighted worlds the simulations choose from.
            slip: With inference: probability that a seat takes any legal action instead of the
                model's.
            effective: With inference: weights are flattened until so many worlds count, or half of
                them.
            threads: Number of trees grown side by side.
            ahead: Positions that a leaf may cost: it is valued by looking ahead with open cards;
                0 leaves playing on to the rollout policy.
            reuse: 1 goes on with what the tree of the last decision has below what was seen since.
                The decision then follows from the seed and all views since the deal began.

        Raises:
            BadOptions: on a value out of range or an unknown word, or `ahead` or `reuse` with many
                trees.
        """
        super().__init__(rollout, infer, slip, effective)
        self.sims = int(setting(self.kind, "sims", sims, 1, 10_000_000))
        self.seconds = setting(self.kind, "seconds", seconds, 0.0, 3600.0)
        self.exploration = setting(self.kind, "exploration", exploration, 0.0, 100.0)
        self.tree = one_of(self.kind, "tree", tree, TREES)
        self.selection = one_of(self.kind, "selection", selection, (AUTO, *SELECTIONS))
        self.trust = setting(self.kind, "trust", trust, 0.0, 1.0)
        self.worlds = int(setting(self.kind, "worlds", worlds, 1, 1_000_000))
        self.threads = int(setting(self.kind, "threads", threads, 1, _MOST_THREADS))
        self.ahead = int(setting(self.kind, "ahead", ahead, 0, 1_000_000))
        self.reuse = int(setting(self.kind, "reuse", reuse, 0, 1))
        if self.tree == "many" and (self.ahead or self.reuse):
            raise BadOptions(f"agent {self.kind}: ahead and reuse need tree=one")
        self.depth = _NO_LIMIT
        self._trees = [Tree() for _ in range(self.threads)]
        self._has_many = self.tree == "many"  # in the last search

    def reset(self, seed: int) -> None:
        """Begin a deal: forget the last one and take the random stream of this seed."""
        super().reset(seed)
        self._searched: View | None = None  # whose trees the last search grew

    def search(self, view: View) -> None:
        """Grow the trees, and leave what was found in `last`."""
        pool, chances, told = self.inferred(view, self.worlds)
        self._grow(view, pool, chances, told)

    def _grow(
        self, view: View, pool: np.ndarray, chances: np.ndarray, told: dict[str, Any]
    ) -> None:
        """Grow the trees in drawn worlds, or in those of a pool."""
        sums = chances.cumsum()
        start = time.perf_counter()
        labels = None
        if self.reuse and self._searched is not None:
            labels = labels_since(self._searched, view)
        self._searched = view
        kept = [labels is not None and tree.go_on(labels) for tree in self._trees]
        self._has_many = self.grows_many(view.game)
        roots = view.game.num_players() if self._has_many else 1
        for tree, is_kept in zip(self._trees, kept):
            if not is_kept:
                tree.clear(roots)
        if self.reuse:
            told["kept"] = sum(int(tree.nodes["visits"][0]) for tree in self._trees)
        if self.threads == 1:
            self._grow_one(view, self._trees[0], pool, sums, self.sims, self.rng, start)
        else:
            streams = [stream(int(next_word(self.rng))) for _ in self._trees]
            shares = [
                self.sims // self.threads + (number < self.sims % self.threads)
                for number in range(self.threads)
            ]
            jobs = [
                _threads(self.threads).submit(
                    self._grow_one, view, tree, pool, sums, share, rng, start
                )
                for tree, share, rng in zip(self._trees, shares, streams)
                if share or self.seconds
            ]
            for job in jobs:
                job.result()
        self.last = {
            "simulations": sum(int(tree.plan["done"][0]) for tree in self._trees),
            "seconds": time.perf_counter() - start,
            **self._children(view.seat),
            **told,
        }

    def _grow_one(
        self,
        view: View,
        tree: Tree,
        pool: np.ndarray,
        sums: np.ndarray,
        sims: int,
        rng: np.ndarray,
        start: float,
    ) -> None:
        """Grow one tree until its simulations are done or the time is over."""
        players = view.game.num_players()
        roots = players if self._has_many else 1
        kernel, longest = search, _LONGEST_PATH
        last: Any = (*scratch_of(view.game), self.ahead) if self.ahead else None
        if self._has_many:
            kernel, longest, last = search_many, _LONGEST_PATHS, np.zeros(players, np.int64)
        path, payoffs = np.empty(longest, np.int64), np.zeros((1, players))
        priors = np.zeros(view.game.num_distinct_actions(), self.precision)
        budget = sims if self.seconds == 0.0 else _CHUNK
        tree.make_room(budget * roots + _UNSEEN_ROOM)
        plan = tree.plan
        plan["exploration"], plan["selection"] = self.exploration, self._rule(view.game)
        plan["trust"], plan["depth"], plan["sees_all"] = self.trust, self.depth, self.is_cheating
        scratch = view.prepare(rng)
        policy = self.guide(view.game)
        target = budget
        while True:
            plan["simulations"] = target - plan["done"]
            found = kernel(
                view.views,
                scratch.work,
                scratch.table,
                rng,
                scratch.states,
                pool,
                sums,
                tree.nodes,
                tree.plan,
                policy,
                scratch.actions,
                priors,
                path,
                payoffs,
                last,
            )
            if found != FOUND:
                view.enlarge(scratch, int(found))
                continue
            if time.perf_counter() - start >= self.seconds:
                break
            target += _CHUNK
            tree.make_room(_CHUNK * roots + _UNSEEN_ROOM)

    def grows_many(self, game: Game) -> bool:
        """Return whether a search in a game grows a tree for each seat."""
        if self.tree != AUTO:
            return self.tree == "many"
        return not self.ahead and not self.reuse and acts_unseen(game)

    def guide(self, game: Game) -> np.ndarray:
        """Return the record of the policy that guides the search."""
        return self.rollout_policy(game)

    def _rule(self, game: Game) -> int:
        """Return the index of the way to select."""
        if self.selection != AUTO:
            return SELECTIONS.index(self.selection)
        return SELECTIONS.index("puct" if self.has_guide(game) else "ucb")

    def _children(self, seat: int) -> dict[str, Any]:
        """Return visits and mean payoffs of the root's actions, of all trees together."""
        visits: dict[int, int] = {}
        totals: dict[int, float] = {}
        for tree in self._trees:
            if not tree.plan["done"][0]:
                continue
            children, nodes = tree.children(self.root(seat)), tree.nodes
            numbers = (nodes[name][children].tolist() for name in ("action", "visits", "total"))
            for action, count, total in zip(*numbers):
                visits[action] = visits.get(action, 0) + count
                totals[action] = totals.get(action, 0.0) + total
        values = {action: totals[action] / visits[action] for action in visits}
        return {"visits": visits, "values": values}

    def root(self, seat: int) -> int:
        """Return the root of a seat's tree."""
        return seat if self._has_many else 0

    def top(self, view: View, depth: int, width: int) -> dict[str, Any]:
        """Return the top of the first tree of the last search, for a picture.

        Args:
            view: The view that was searched.
            depth: Moves below the root.
            width: The most children of a node, the most visited first.

        Returns:
            A node: `text` (the mover and its action), `visits`, `value` (the mover's) and
            `children`.
        """
        return self._top(view, self.root(view.seat), depth, width)

    def _top(self, view: View, node: int, depth: int, width: int) -> dict[str, Any]:
        tree = self._trees[0]
        record = tree.nodes[node]
        below = sorted(tree.children(node), key=lambda child: -tree.nodes["visits"][child])[:width]
        return {
            "text": self._text(view, node),
            "visits": int(record["visits"]),
            "value": float(record["total"] / max(record["visits"], 1)),
            "children": [self._top(view, c, depth - 1, width) for c in below] if depth else [],
        }

    def _text(self, view: View, node: int) -> str:
        record = self._trees[0].nodes[node]
        if record["mover"] == NONE:
            return f"{view.seat}: to move"
        action = int(record["action"])
        name = view.game.action_to_string(action) if action >= 0 else "(unseen)"
        return f"{record['mover']}: {name}"

    def line_after(self, view: View, action: int) -> list[str]:
        """Return the most visited moves after an action, as texts with the mover's seat."""
        tree = self._trees[0]
        line: list[str] = []
        if not tree.plan["done"][0] or not self.last["simulations"]:
            return []
        here = [c for c in tree.children(self.root(view.seat)) if tree.nodes["action"][c] == action]
        while here and len(line) < _LINE:
            here = tree.children(here[0])
            if here:
                here = [max(here, key=lambda child: (tree.nodes["visits"][child], -child))]
                line.append(self._text(view, here[0]))
        return line


class FlatAgent(IsmctsAgent):
    """Flat Monte Carlo: a bandit over the own actions, every deal played out by the policy.

    The baseline for tree search: ISMCTS with a tree that is one decision deep.
    """

    kind = "flat"

    def __init__(
        self,
        sims: int | str = 1000,
        seconds: float | str = 0.0,
        exploration: float | str = 0.7,
        rollout: str = "auto",
        infer: str = "none",
        worlds: int | str = 1000,
        slip: float | str = SLIP,
        effective: float | str = EFFECTIVE,
        threads: int | str = 1,
    ) -> None:
        """Make the agent; the settings are those of `ismcts`."""
        super().__init__(
            sims,
            seconds,
            exploration,
            rollout,
            tree="one",
            selection="ucb",
            infer=infer,
            worlds=worlds,
            slip=slip,
            effective=effective,
            threads=threads,
        )
        self.depth = 1


class CheatingIsmctsAgent(IsmctsAgent):
    """CHEATS: searches in the true state, all hidden cards and the undealt order included.

    An upper bound for what a fair agent can reach, not an agent to play against. It has no `act`: a
    table that lets it cheat gives it the true state through `act_cheating`.
    """

    kind = "cheating_ismcts"
    is_cheating = True

    def __init__(
        self,
        sims: int | str = 1000,
        seconds: float | str = 0.0,
        exploration: float | str = 0.7,
        rollout: str = "auto",
        threads: int | str = 1,
    ) -> None:
        """Make the agent; the settings are those of `ismcts`."""
        super().__init__(sims, seconds, exploration, rollout, tree="one", threads=threads)

    def act(self, view: View) -> int:
        """Refuse: a view is not enough.

        Raises:
            BadOptions: always.
        """
        raise BadOptions(f"agent {self.name} cheats: it needs the true state, not a view")

    def act_cheating(self, state: State) -> int:
        """Return the most visited action in the true state."""
        actions = state.legal_actions()
        if len(actions) == 1:
            self.last = {"simulations": 0, "seconds": 0.0, "visits": {actions[0]: 0}, "values": {}}
            return actions[0]
        view = state.view(state.current_player())
        self._grow(view, state.clone().states, np.ones(1), {})
        return self.best(actions)
