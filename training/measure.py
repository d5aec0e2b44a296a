"""How well a network plays: against a reference on duplicate deals, and exactly on small games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from prikup.agents import heuristic
from prikup.agents.agent import make_agent
from prikup.agents.cfr.best_response import Evaluation, evaluate
from prikup.agents.cfr.tree import Tree
from prikup.agents.neural.history import seen_by
from prikup.agents.neural.network import Network
from prikup.agents.neural.stages import before_play
from prikup.envs.batch import Batch
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.rng import stream

from .selfplay import Asked, Choose, Table, draw, play_at, play_episodes

MOST_NODES = 200_000  # of a tree whose information sets are walked through in Python
_NORMAL = 1.959964  # 95 % of a normal distribution


@dataclass(frozen=True)
class Comparison:
    """The mean difference in utility between two players of the same seats of the same deals."""

    mean: float
    half_width: float
    """Of the 95 % interval, over deals; of a thousand deals the normal one is good enough."""
    deals: int


def default_reference(game: Game) -> str:
    """Return whom a learner is measured against: the heuristic where the game has one."""
    return "heuristic" if game.name in heuristic.games() else "random"


class Duplicate:
    """Duplicate deals against a reference, which plays the other seats and is the yardstick.

    In every deal each seat in turn is played once by the player to be measured and once by the
    reference itself, all else being equal; the difference, its mean over the seats, is a deal's
    result.
    """

    def __init__(self, game: Game, reference: str, deals: int, seed: int) -> None:
        """Play the reference's own share of the games.

        Args:
            game: The game.
            reference: `heuristic` or `random`.
            deals: Number of deals, 2 or more.
            seed: Of the deals.

        Raises:
            BadOptions: on another reference, or if the game has no heuristic.
        """
        policies = {"heuristic": "heuristic", "random": "uniform"}
        if reference not in policies:
            raise BadOptions(f"reference must be heuristic or random, got {reference!r}")
        if deals < 2:
            raise BadOptions(f"evaluation_deals must be at least 2, got {deals}")
        self.deals, self.seed = deals, seed
        # The games keep their logs, for the reference in the learner's place acts on views.
        self.batches = [
            Batch(game, deals, opponents=policies[reference], seat=seat, log=True)
            for seat in range(game.num_players())
        ]
        agent = make_agent(reference)
        agent.reset(seed)
        self.expected = self._play(lambda batch: _asking(agent, batch))

    def _play(self, chooser: Callable[[Batch], Choose], events: int = 0) -> np.ndarray:
        """Return the utility of the measured seat, float64[P, deals]."""
        totals = [
            play_episodes(batch, self.seed, chooser(batch), events).totals for batch in self.batches
        ]
        return np.array([total[:, seat] for seat, total in enumerate(totals)])

    def compare(self, network: Network, helper: Any = None) -> Comparison:
        """Measure a network; it draws its actions from a stream of its own.

        Args:
            network: The network.
            helper: A compiled policy that plays the cards, where the network only bids.
        """
        rng = np.random.default_rng(abs(self.seed))
        choose = playing(network, rng)

        return self.measure(
            lambda batch: choose if helper is None else bidding(batch, choose, helper),
            network.events,
        )

    def measure(self, chooser: Callable[[Batch], Choose], events: int = 0) -> Comparison:
        """Measure who makes the choices that `chooser` returns for each batch of games.

        With events the decisions are asked with so many tokens of history.
        """
        gained = self._play(chooser, events)
        return _compared((gained - self.expected).mean(axis=0))


def _compared(each: np.ndarray) -> Comparison:
    """Return the mean of the deals' results with its interval."""
    error = float(each.std(ddof=1)) / len(each) ** 0.5
    return Comparison(float(each.mean()), _NORMAL * error, len(each))


class Gate:
    """Duplicate deals between a network and the best one so far, which keeps all other seats.

    In each deal the seat of one of the two is the same, each seat in turn; the difference between
    what the new and the old network win there is a deal's result.
    """

    def __init__(self, game: Game, deals: int, seed: int, events: int = 0) -> None:
        """Take deals.

        Args:
            game: The game.
            deals: Number of deals, 2 or more.
            seed: Of the deals.
            events: Tokens of history that the networks read.
        """
        self.batch, self.seed = Batch(game, deals, log=events > 0), seed

    def compare(self, network: Network, best: Network) -> Comparison:
        """Measure a network against the best one."""
        table = Table(self.batch, best)
        seats, lanes = table.seats(), np.arange(self.batch.size)

        def gained(one: Network) -> np.ndarray:
            choose = playing(one, np.random.default_rng(abs(self.seed) + 1))
            found: np.ndarray = play_at(table, self.seed, choose, events=one.events).totals[
                lanes, seats
            ]
            return found

        return _compared(gained(network) - gained(best))


def _asking(agent: Any, batch: Batch) -> Choose:
    def choose(asked: Asked) -> np.ndarray:
        return np.array([agent.act(batch.view(int(lane))) for lane in asked.lanes])

    return choose


def playing(network: Network, rng: np.random.Generator) -> Choose:
    """Return a network's choices, drawn by their probabilities."""

    def choose(asked: Asked) -> np.ndarray:
        return draw(network.policy(asked.observations, asked.masks), rng)

    return choose


def bidding(batch: Batch, choose: Choose, helper: Any) -> Choose:
    """Return choices that are `choose`'s before the first card, a compiled policy's afterwards."""

    def both(asked: Asked) -> np.ndarray:
        is_early = before_play(batch.game, asked.observations)
        early, late = np.flatnonzero(is_early), np.flatnonzero(~is_early)
        chosen = np.zeros(len(is_early), np.int64)
        if len(early):
            chosen[early] = choose(Asked(*(part[early] for part in asked)))
        chosen[late] = batch.advise(helper, asked.lanes[late])
        return chosen

    return both


# --- exactly --------------------------------------------------------------------------------------


class Exact:
    """The tree of a small game, with what is observed at each information set."""

    def __init__(self, game: Game, events: int = 0) -> None:
        """Walk through the game.

        Args:
            game: The game.
            events: Tokens of history behind the observations.

        Raises:
            BadOptions: if it is too large.
        """
        self.tree = Tree.of(game, MOST_NODES)
        sets = self.tree.infosets
        self.events = events
        size = game.observation_tensor_size() + events
        self.observations = np.zeros((sets, size), np.float32)
        self.masks = np.zeros((sets, game.num_distinct_actions()), bool)
        numbers = {int(key): number for number, key in enumerate(self.tree.keys)}
        missing = set(numbers)
        for deck in game.deals()[0]:
            if missing:
                self._walk(game.deal(deck=[int(card) for card in deck]), numbers, missing)

    def _walk(self, state: State, numbers: dict[int, int], missing: set[int]) -> None:
        """Note what is observed in all positions from here on."""
        if state.is_terminal() or not state.legal_actions():
            return
        if not state.is_chance_node():
            view = state.view(state.current_player())
            number = numbers[view.key()]
            if view.key() in missing:
                missing.remove(view.key())
                self.observations[number] = seen_by(view, self.events)
                self.masks[number] = view.legal_actions_mask()
        for action in state.legal_actions():
            below = state.clone()
            below.apply_action(action)
            self._walk(below, numbers, missing)

    def policy(self, network: Network) -> np.ndarray:
        """Return a network's policy on the tree, float64[S]."""
        chances = network.policy(self.observations, self.masks)
        rows = np.repeat(np.arange(self.tree.infosets), np.diff(self.tree.arrays.first))
        found: np.ndarray = chances[rows, self.tree.actions]
        return found

    def evaluate(self, network: Network) -> Evaluation:
        """Return values and best-response gains when all seats play a network."""
        return evaluate(self.tree, self.policy(network))


def random_generator(seed: int, number: int, purpose: int) -> np.random.Generator:
    """Return NumPy's generator for a run's seed, an iteration, and one of several purposes."""
    return np.random.default_rng(abs(int(stream(seed, purpose, number, 1)[0])))
