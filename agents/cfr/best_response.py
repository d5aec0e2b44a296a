"""Best responses, NashConv and exploitability, exact, for any number of seats.

A best response chooses at each information set the action with the largest counterfactual value
against the others' policies. What it is worth after an own action must be known before, so the
sets are settled by the number of own decisions that lead to them, the most first. With perfect
recall all histories of a set have that number in common, while their depths in the tree may
differ; an order by depth would be wrong there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.jit import compiled

from .passes import spread, write_values

if TYPE_CHECKING:
    from .tree import Arrays, Tree


@dataclass(frozen=True)
class Evaluation:
    """How far a policy is from an equilibrium."""

    values: list[float]
    """Each seat's expected payoff when all play the policy."""
    gains: list[float]
    """What each seat gains by a best response while the others keep to the policy."""

    @property
    def nash_conv(self) -> float:
        """The sum of the gains: 0 in an equilibrium.

        With two seats and constant sum, half of it is the exploitability. With three or more, 0
        says that nobody gains by leaving alone; it guarantees nobody a payoff.
        """
        return sum(self.gains)

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of seats, as in OpenSpiel."""
        return self.nash_conv / len(self.gains)


def evaluate(tree: Tree, policy: np.ndarray) -> Evaluation:
    """Return values and best-response gains of a policy.

    Args:
        tree: The game.
        policy: float64[S], the probability of each slot.
    """
    reach = np.zeros(tree.nodes)
    values = np.zeros(tree.players)
    write_values(tree.arrays, policy, reach, values)
    best = [best_response(tree, policy, seat)[0] for seat in range(tree.players)]
    gains = [value - float(values[seat]) for seat, value in enumerate(best)]
    return Evaluation([float(value) for value in values], gains)


def best_response(tree: Tree, policy: np.ndarray, seat: int) -> tuple[float, np.ndarray]:
    """Return what a best response is worth to a seat, and the policy with it in the seat's place.

    Args:
        tree: The game.
        policy: float64[S]; the seat's own part is not read.
        seat: The seat.
    """
    reach, values = np.zeros(tree.nodes), np.zeros(tree.nodes)
    gains, answer = np.zeros(tree.slots), policy.copy()
    order, starts = tree.lines[2 * seat], tree.lines[2 * seat + 1]
    respond(tree.arrays, policy, seat, order, starts, reach, values, gains, answer)
    return float(values[0]), answer


def nash_conv(tree: Tree, policy: np.ndarray) -> float:
    """Return the sum of all seats' best-response gains."""
    return evaluate(tree, policy).nash_conv


def exploitability(tree: Tree, policy: np.ndarray) -> float:
    """Return NashConv divided by the number of seats."""
    return evaluate(tree, policy).exploitability


def levels(arrays: Arrays, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the order in which a seat's best response visits the nodes, and the levels' bounds.

    A node's level is the number of the seat's own decisions above it.

    Returns:
        int32[N]: the nodes, the highest level first, inside a level the last node first.
        int64[L + 1]: where the levels begin in it.
    """
    level = np.zeros(len(arrays.mover), np.int16)
    count_levels(arrays, seat, level)
    order = np.argsort(-level[::-1], kind="stable")
    nodes = (len(level) - 1 - order).astype(np.int32)
    sizes = np.bincount(level)[::-1]
    return nodes, np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)


@compiled
def count_levels(arrays, seat, level):
    """Write the number of a seat's own decisions above each node into `level int16[N]`."""
    for node in range(len(arrays.mover)):
        start, below = arrays.child[node], level[node]
        if arrays.mover[node] == seat:
            below += 1
        for i in range(start, start + arrays.children[node]):
            level[i] = below


@compiled
def respond(arrays, policy, seat, order, starts, reach, values, gains, answer):
    """Write a seat's best response; `values[0]` is what it is worth.

    Args:
        arrays: The tree's arrays.
        policy: float64[S], read for the others.
        seat: The seat.
        order: int32[N], see `levels`.
        starts: int64[L + 1], see `levels`.
        reach: float64[N], scratch.
        values: float64[N], written.
        gains: float64[S], the seat's slots are written: counterfactual values.
        answer: float64[S], the seat's slots are written: 1 for the best, 0 for the others. Among
            equally good ones the first is taken.
    """
    movers, child, children = arrays.mover, arrays.child, arrays.children
    infoset, first, probability = arrays.infoset, arrays.first, arrays.probability
    payoffs = arrays.payoffs
    spread(arrays, policy, seat, reach)
    for where in range(len(arrays.seat)):
        if arrays.seat[where] == seat:
            gains[first[where] : first[where + 1]] = 0.0
            answer[first[where] : first[where + 1]] = 0.0
    for level in range(len(starts) - 1):
        for at in range(starts[level], starts[level + 1]):
            node = order[at]
            if movers[node] == seat:
                slot = first[infoset[node]]
                for i in range(children[node]):
                    gains[slot + i] += reach[node] * values[child[node] + i]
        for at in range(starts[level], starts[level + 1]):
            node = order[at]
            number, start = children[node], child[node]
            if number == 0:
                values[node] = payoffs[infoset[node], seat]
                continue
            mover, value = movers[node], 0.0
            if mover < 0:
                for i in range(start, start + number):
                    value += probability[i] * values[i]
            elif mover == seat:
                slot = first[infoset[node]]
                best = 0
                for i in range(1, number):
                    if gains[slot + i] > gains[slot + best]:
                        best = i
                answer[slot + best] = 1.0
                value = values[start + best]
            else:
                slot = first[infoset[node]]
                for i in range(number):
                    value += policy[slot + i] * values[start + i]
            values[node] = value
