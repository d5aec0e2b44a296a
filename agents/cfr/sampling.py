"""Monte Carlo CFR on a tree: external sampling and outcome sampling.

Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive
games", NIPS 2009. An iteration is one sample for each seat.

External sampling follows all actions of the seat and one of everybody else. The average policy of
a seat is counted while the seat before it is updated: it is reached then as often as it plays
itself ("simple" averaging). Outcome sampling follows one path: the seat mixes uniform actions in,
with probability `exploration`, and what it meets is weighted by the probability of meeting it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from prikup.envs.engine.errors import BadOptions, nearest
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.rng import random_float, stream

from .passes import write_average
from .tabular import Diverged

if TYPE_CHECKING:
    from .tree import Tree

SCHEMES = ("es_mccfr", "os_mccfr")
EXPLORATION = 0.6  # of outcome sampling, as in the paper's experiments
_SAMPLES = 31  # number of the random stream


class SamplingSolver:
    """Runs Monte Carlo CFR on a tree."""

    def __init__(
        self,
        tree: Tree,
        scheme: str = "es_mccfr",
        *,
        seed: int = 0,
        exploration: float = EXPLORATION,
    ) -> None:
        """Start at the uniform policy.

        Args:
            tree: The game.
            scheme: One of SCHEMES.
            seed: Decides all samples.
            exploration: Of outcome sampling.

        Raises:
            BadOptions: on an unknown scheme, or exploration not in (0, 1].
        """
        check_scheme(scheme, exploration)
        self.tree, self.scheme, self.exploration = tree, scheme, exploration
        self.iteration = 0
        self.regrets, self.sums = np.zeros(tree.slots), np.zeros(tree.slots)
        self.rng = stream(seed, _SAMPLES)
        self._cumulative = cumulated(tree)
        self._trail = np.zeros(tree.nodes, np.int32)
        self._first = np.zeros(tree.nodes, np.int32)
        self._values, self._reaches = np.zeros(tree.nodes), np.zeros((tree.nodes, 3))

    def run(self, iterations: int) -> None:
        """Do so many more iterations.

        Raises:
            Diverged: if a regret is not finite.
        """
        arrays, rng = self.tree.arrays, self.rng
        if self.scheme == "es_mccfr":
            sample_external(
                arrays,
                self._cumulative,
                iterations,
                rng,
                self.regrets,
                self.sums,
                self._trail,
                self._first,
                self._values,
            )
        else:
            sample_outcomes(
                arrays,
                self._cumulative,
                iterations,
                self.exploration,
                rng,
                self.regrets,
                self.sums,
                self._trail,
                self._first,
                self._reaches,
            )
        self.iteration += iterations
        if not (np.isfinite(self.regrets).all() and np.isfinite(self.sums).all()):
            raise Diverged(f"{self.tree.name}: {self.scheme} has diverged by {self.iteration}")

    def policy(self) -> np.ndarray:
        """Return the average policy, float64[S]; uniform where no sample has come."""
        average = np.empty(self.tree.slots)
        write_average(self.tree.arrays, self.sums, average)
        return average

    def state(self) -> dict[str, Any]:
        """Return everything that the next iteration depends on."""
        return {
            "iteration": np.int64(self.iteration),
            "regrets": self.regrets,
            "sums": self.sums,
            "rng": self.rng,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take up what `state` returned; going on gives the same numbers to the last bit."""
        for name in ("regrets", "sums", "rng"):
            if state[name].shape != getattr(self, name).shape:
                raise BadOptions(f"{self.tree.name}: the saved solver has another tree")
            getattr(self, name)[:] = state[name]
        self.iteration = int(state["iteration"])


def check_scheme(scheme: str, exploration: float) -> None:
    """Raise BadOptions if there is no such scheme, or on an exploration out of range."""
    if scheme not in SCHEMES:
        raise BadOptions(f"no sampling scheme {scheme!r}; {nearest(scheme, SCHEMES)}")
    if not 0.0 < exploration <= 1.0:
        raise BadOptions(f"{scheme}: exploration must be above 0, at most 1, got {exploration}")


def cumulated(tree: Tree) -> np.ndarray:
    """Return float64[N], for outcomes of chance the probability of those up to this one."""
    sums = np.zeros(tree.nodes)
    arrays = tree.arrays
    for node in np.flatnonzero(arrays.mover == -1):
        start = arrays.child[node]
        stop = start + arrays.children[node]
        sums[start:stop] = np.cumsum(arrays.probability[start:stop])
    return sums


@compiled
def draw_outcome(cumulative, start, number, rng):
    """Return a node among `start .. start + number - 1`, by its probability."""
    low, high = np.int64(start), np.int64(start) + number - 1
    chance = random_float(rng) * cumulative[high]
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > chance:
            high = middle
        else:
            low = middle + 1
    return low


@compiled
def positive_total(regrets, slot, number):
    """Return the sum of the positive ones of `number` regrets from `slot` on."""
    total = 0.0
    for i in range(slot, slot + number):
        total += max(regrets[i], 0.0)
    return total


@compiled
def matched(regret, total, number):
    """Return the probability of an action by regret matching."""
    return max(regret, 0.0) / total if total > 0.0 else 1.0 / number


@compiled
def draw_matched(regrets, slot, number, total, rng):
    """Return the number of an action drawn by regret matching."""
    left = random_float(rng)
    for i in range(number - 1):
        left -= matched(regrets[slot + i], total, number)
        if left < 0.0:
            return i
    last = number - 1
    while last > 0 and matched(regrets[slot + last], total, number) <= 0.0:
        last -= 1  # rounding must not choose what has no probability
    return last


@compiled
def sample_external(arrays, cumulative, iterations, rng, regrets, sums, trail, first_child, values):
    """Do iterations of external sampling.

    Args:
        arrays: The tree's arrays.
        cumulative: float64[N], see `cumulated`.
        iterations: Their number.
        rng: int64[1].
        regrets: float64[S].
        sums: float64[S], of the average policy.
        trail: int32[N], scratch: the nodes of a sample, each after its parent.
        first_child: int32[N], scratch: where in the trail the children of each begin.
        values: float64[N], scratch.
    """
    players = arrays.payoffs.shape[1]
    for _ in range(iterations):
        for seat in range(players):
            _sample_below(arrays, cumulative, seat, rng, regrets, sums, trail, first_child, values)


@compiled
def _sample_below(arrays, cumulative, seat, rng, regrets, sums, trail, first_child, values):
    movers, child, children = arrays.mover, arrays.child, arrays.children
    infoset, first = arrays.infoset, arrays.first
    counted = (seat + 1) % arrays.payoffs.shape[1]
    trail[0] = 0
    at, length = 0, 1
    while at < length:
        node = trail[at]
        number, mover, start = children[node], movers[node], child[node]
        first_child[at] = length
        at += 1
        if number == 0:
            continue
        if mover == seat:
            for i in range(number):
                trail[length + i] = start + i
            length += number
            continue
        if mover < 0:
            trail[length] = draw_outcome(cumulative, start, number, rng)
        else:
            slot = first[infoset[node]]
            total = positive_total(regrets, slot, number)
            if mover == counted:
                for i in range(number):
                    sums[slot + i] += matched(regrets[slot + i], total, number)
            trail[length] = start + draw_matched(regrets, slot, number, total, rng)
        length += 1
    for at in range(length - 1, -1, -1):
        node, below = trail[at], first_child[at]
        number = children[node]
        if number == 0:
            values[at] = arrays.payoffs[infoset[node], seat]
        elif movers[node] != seat:
            values[at] = values[below]
        else:
            # With perfect recall a sample meets each of the seat's sets once, so its regrets are
            # still those that the sample began with.
            slot, value = first[infoset[node]], 0.0
            total = positive_total(regrets, slot, number)
            for i in range(number):
                value += matched(regrets[slot + i], total, number) * values[below + i]
            for i in range(number):
                regrets[slot + i] += values[below + i] - value
            values[at] = value


@compiled
def sample_outcomes(
    arrays, cumulative, iterations, exploration, rng, regrets, sums, trail, chosen, reaches
):
    """Do iterations of outcome sampling.

    Args:
        arrays: The tree's arrays.
        cumulative: float64[N], see `cumulated`.
        iterations: Their number.
        exploration: With which probability the seat acts uniformly.
        rng: int64[1].
        regrets: float64[S].
        sums: float64[S], of the average policy.
        trail: int32[N], scratch: the seat's nodes on the path.
        chosen: int32[N], scratch: the number of the action taken there.
        reaches: float64[N, 3], scratch: the seat's own reach there, its probability of coming
            there as it samples, and that of the others and chance.
    """
    movers, child, children = arrays.mover, arrays.child, arrays.children
    infoset, first = arrays.infoset, arrays.first
    for _ in range(iterations):
        for seat in range(arrays.payoffs.shape[1]):
            node, length, own, sampled, others = np.int64(0), 0, 1.0, 1.0, 1.0
            while children[node] > 0:
                number, mover, start = children[node], movers[node], child[node]
                if mover < 0:
                    node = np.int64(draw_outcome(cumulative, start, number, rng))
                    others *= arrays.probability[node]
                    continue
                slot = first[infoset[node]]
                total = positive_total(regrets, slot, number)
                if mover != seat:
                    action = draw_matched(regrets, slot, number, total, rng)
                    others *= matched(regrets[slot + action], total, number)
                    node = np.int64(start + action)
                    continue
                action = draw_explored(regrets, slot, number, total, exploration, rng)
                trail[length], chosen[length] = node, action
                reaches[length, 0], reaches[length, 1], reaches[length, 2] = own, sampled, others
                length += 1
                chance = matched(regrets[slot + action], total, number)
                own *= chance
                sampled *= explored(chance, number, exploration)
                node = np.int64(start + action)
            value = arrays.payoffs[infoset[node], seat]
            for at in range(length - 1, -1, -1):
                node = np.int64(trail[at])
                slot, number, action = first[infoset[node]], children[node], chosen[at]
                value = learn(regrets, sums, slot, number, action, reaches[at], exploration, value)


@compiled
def draw_explored(regrets, slot, number, total, exploration, rng):
    """Return the number of an action: uniform with probability `exploration`, else matched."""
    if random_float(rng) < exploration:
        return np.int64(random_float(rng) * number)
    return np.int64(draw_matched(regrets, slot, number, total, rng))


@compiled
def explored(chance, number, exploration):
    """Return the probability with which an action is sampled that is played with `chance`."""
    return exploration / number + (1.0 - exploration) * chance


@compiled
def learn(regrets, sums, slot, number, action, reaches, exploration, value):
    """Update a set of the seat on a sampled path; returns the estimated value of being there.

    Args:
        regrets: float64[S].
        sums: float64[S].
        slot: The set's first slot.
        number: Its actions.
        action: The number of the one that was taken.
        reaches: float64[3], see `sample_outcomes`.
        exploration: Of the sampling.
        value: The estimated value after the action.
    """
    total = positive_total(regrets, slot, number)
    chance = matched(regrets[slot + action], total, number)
    after = value / explored(chance, number, exploration)
    here = chance * after
    for i in range(number):  # before the regrets change
        sums[slot + i] += (
            matched(regrets[slot + i], total, number) * reaches[0] / (reaches[1] * reaches[2])
        )
    # A counterfactual value is that at the node times the others' reach, divided by the
    # probability of the sample. The others were sampled as they play: their part cancels.
    for i in range(number):
        regrets[slot + i] -= here / reaches[1]
    regrets[slot + action] += after / reaches[1]
    return here
