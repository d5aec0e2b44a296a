"""Episodes for learners: what each seat saw and did, and what it gained from then on.

One call plays one whole episode in every lane of a batch from a given seed, so an iteration of a
learner depends on its number alone and a checkpoint needs neither games nor random streams. Lanes
whose episode is over wait; taking whole episodes favours neither short nor long ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from prikup.agents.neural.history import seen_in
from prikup.agents.neural.network import Network, find_network
from prikup.agents.neural.stages import ALL
from prikup.envs.batch import Batch
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game
from prikup.envs.engine.rng import stream

TRAINING_STREAM, EVALUATION_STREAM, GATE_STREAM = 21, 22, 23  # keep their deals apart

Choose = Callable[["Asked"], np.ndarray]


class Asked(NamedTuple):
    """The decisions that wait for an answer."""

    lanes: np.ndarray  # int64[N]
    seats: np.ndarray  # int8[N], who is to act
    observations: np.ndarray  # float32[N, F], or [N, F + events]
    masks: np.ndarray  # bool[N, A]


class Decisions(NamedTuple):
    """All decisions of some episodes, each seat's own ones following each other in their order."""

    observations: np.ndarray  # float32[N, F]
    masks: np.ndarray  # bool[N, A]
    actions: np.ndarray  # int64[N]
    seats: np.ndarray  # int8[N]
    lanes: np.ndarray  # int64[N]
    returns: np.ndarray  # float32[N], the seat's utility from this decision to the episode's end
    rewards: np.ndarray  # float32[N], of it, what came before the seat's next decision
    is_last: np.ndarray  # bool[N], whether it is the seat's last decision of its episode
    totals: np.ndarray  # float64[B, P], each seat's utility of the episode
    worlds: np.ndarray  # float32[N, P * F], what all seats saw, the own seat first; or [N, 0]


class Table(NamedTuple):
    """Where a learner plays."""

    batch: Batch
    """The games; opponents that are compiled play inside it."""
    rival: Network | None
    """A network that plays all seats but the learner's, or None."""

    def seats(self) -> np.ndarray:
        """Return the learner's seat in each lane against a rival, int64[B]: each in turn."""
        found: np.ndarray = np.arange(self.batch.size) % self.batch.game.num_players()
        return found


def make_tables(
    game: Game, lanes: int, threads: int, opponents: str, events: int = 0
) -> tuple[Table, ...]:
    """Return the tables that the iterations of a learner take in turn.

    Args:
        game: The game.
        lanes: Episodes of each.
        threads: Threads of each.
        opponents: What plays all seats but one: `self`, the name of a compiled policy, or a trained
            network such as `dmc:runs/x`; several are written `self+heuristic`.
        events: Tokens of history that the learner reads.

    Raises:
        BadOptions: if there is no such policy or network, or it does not play the whole game.
    """
    tables = []
    for name in opponents.split("+"):
        algorithm, colon, run = name.partition(":")
        rival = Network.load(find_network(algorithm, run)) if colon else None
        if rival is not None:
            rival.check(game, name)
            if rival.stage != ALL:
                raise BadOptions(f"opponents: {name} has learned the {rival.stage} only")
        policy = None if colon or name == "self" else name
        log = events > 0 or (rival is not None and rival.events > 0)
        batch = Batch(game, lanes, threads=threads, opponents=policy, log=log)
        tables.append(Table(batch, rival))
    return tuple(tables)


def play_episodes(batch: Batch, seed: int, choose: Choose, events: int = 0) -> Decisions:
    """Play one episode in every lane of a batch; every decision is the learner's.

    Args:
        batch: The games; of the seats that its opponents play nothing is in the result.
        seed: Decides decks, lots and opponents.
        choose: Called with the decisions that wait; returns an action for each, int[N].
        events: Tokens of history behind the observations; then the batch keeps logs.
    """
    return play_at(Table(batch, None), seed, choose, events=events)


def play_at(
    table: Table, seed: int, choose: Choose, *, with_worlds: bool = False, events: int = 0
) -> Decisions:
    """Play one episode in every lane of a table; arguments as in `play_episodes`.

    With worlds what all seats saw is kept too, for critics alone.
    """
    batch, rival = table.batch, table.rival
    batch.reset(seed)
    rng = np.random.default_rng(abs(seed))  # of the rival
    running = np.arange(batch.size)
    paid = np.zeros(batch.rewards.shape)
    steps: list[tuple[np.ndarray, ...]] = []
    while len(running):
        everywhere = batch.masks.argmax(axis=1)  # lanes that wait play anything
        own = running
        if rival is not None:
            is_own = batch.players[running] == table.seats()[running]
            own, others = running[is_own], running[~is_own]
            seen = seen_in(batch, others, rival.events)
            chances = rival.policy(seen, batch.masks[others])
            everywhere[others] = draw(chances, rng)
        if len(own):
            seen = seen_in(batch, own, events)
            asked = Asked(own, batch.players[own], seen, batch.masks[own])
            actions = np.asarray(choose(asked), np.int64)
            worlds = _worlds(batch, own) if with_worlds else np.zeros((len(own), 0), np.float32)
            steps.append((*asked, actions, paid[own, asked.seats], worlds))
            everywhere[own] = actions
        batch.step(everywhere)
        paid[running] += batch.rewards[running]
        running = running[~batch.dones[running]]
    return _credited(steps, paid)


def _worlds(batch: Batch, lanes: np.ndarray) -> np.ndarray:
    """Return what all seats see, from the one to act on to its left, float32[N, P * F]."""
    seats = batch.game.num_players()
    order = (batch.players[lanes, None] + np.arange(seats)) % seats
    seen = batch.observe_all(lanes)[np.arange(len(lanes))[:, None], order]
    return seen.reshape(len(lanes), -1)


def draw(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw an action a row by its probabilities float64[N, A]; returns int64[N]."""
    sums = chances.cumsum(axis=1)
    at = (sums <= rng.random(len(chances))[:, None] * sums[:, -1:]).sum(axis=1)
    # Rounding at the upper end must not lead to an action of probability 0.
    last = chances.shape[1] - 1 - (chances[:, ::-1] > 0.0).argmax(axis=1)
    drawn: np.ndarray = np.minimum(at, last)
    return drawn


def _credited(steps: list[tuple[np.ndarray, ...]], totals: np.ndarray) -> Decisions:
    """Put the steps of all lanes together and give each decision what its seat gained after it."""
    lanes, seats, observations, masks, actions, before, worlds = (
        np.concatenate(column) for column in zip(*steps, strict=True)
    )
    # A stable sort leaves the decisions of one seat in one lane in the order of play.
    order = np.lexsort((seats, lanes))
    lanes, seats, before = lanes[order], seats[order], before[order]
    is_last = np.ones(len(order), bool)
    is_last[:-1] = (lanes[1:] != lanes[:-1]) | (seats[1:] != seats[:-1])
    end = totals[lanes, seats]
    following = np.where(is_last, end, np.append(before[1:], 0.0))
    return Decisions(
        observations[order],
        masks[order],
        actions[order],
        seats,
        lanes,
        (end - before).astype(np.float32),
        (following - before).astype(np.float32),
        is_last,
        totals,
        worlds[order],
    )


def training_seed(seed: int, iteration: int) -> int:
    """Return the seed of an iteration's deals."""
    return int(stream(seed, TRAINING_STREAM, iteration)[0])


def evaluation_seed(seed: int) -> int:
    """Return the seed of the deals on which a run is measured; no iteration has it."""
    return int(stream(seed, EVALUATION_STREAM)[0])


def gate_seed(seed: int) -> int:
    """Return the seed of the deals on which a network is compared with the best one before."""
    return int(stream(seed, GATE_STREAM)[0])
