"""Passes over a tree: forward for reach probabilities, backward for values.

Children come after their parent, so that a loop in the order of the arrays goes down the tree and a
loop against it comes up: no recursion, no table of states. What is kept for a node is two numbers;
everything else belongs to information sets and their slots.
"""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import NONE
from prikup.envs.engine.jit import compiled


@compiled
def fill_before(arrays, actions, action, last):
    """Write each set's `before`; returns a set that is not alike in all its histories, or NONE.

    Args:
        arrays: The tree's arrays.
        actions: int32[S], the action of each slot.
        action: int32[N], the action that leads to each node.
        last: int32[N, P], scratch, filled with NONE: each seat's last slot on the way.
    """
    seen = np.zeros(len(arrays.seat), np.bool_)
    for node in range(len(arrays.mover)):
        mover, child = arrays.mover[node], arrays.child[node]
        children = arrays.children[node]
        where = arrays.infoset[node]
        if mover >= 0:
            first = arrays.first[where]
            if not seen[where]:
                seen[where] = True
                arrays.before[where] = last[node, mover]
            if arrays.seat[where] != mover or arrays.before[where] != last[node, mover]:
                return where
            if arrays.first[where + 1] - first != children:
                return where
            for i in range(children):
                if actions[first + i] != action[child + i]:
                    return where
        for i in range(children):
            last[child + i] = last[node]
            if mover >= 0:
                last[child + i, mover] = arrays.first[where] + i
    return np.int32(NONE)


@compiled
def spread(arrays, policy, seat, reach):
    """Write the probability that the others and chance let the play come to each node.

    Args:
        arrays: The tree's arrays.
        policy: float64[S].
        seat: Whose own actions count 1; NONE: everybody's count, which gives plain reach.
        reach: float64[N], written.
    """
    movers, child, children = arrays.mover, arrays.child, arrays.children
    infoset, first, probability = arrays.infoset, arrays.first, arrays.probability
    reach[0] = 1.0
    for node in range(len(movers)):
        number = children[node]
        if number == 0:
            continue
        mover, start, here = movers[node], child[node], reach[node]
        if mover < 0:
            for i in range(start, start + number):
                reach[i] = here * probability[i]
        elif mover == seat:
            for i in range(start, start + number):
                reach[i] = here
        else:
            slot = first[infoset[node]]
            for i in range(number):
                reach[start + i] = here * policy[slot + i]


@compiled
def collect(arrays, policy, seat, reach, values, gains):
    """Write a seat's value of each node, and the counterfactual value of each of its slots.

    The counterfactual value of an action is the sum over the histories h of its information set of
    reach(h), without the seat's own part, times the seat's value after the action (Zinkevich et
    al. 2007).

    Args:
        arrays: The tree's arrays.
        policy: float64[S].
        seat: The seat.
        reach: float64[N], of `spread` for the seat.
        values: float64[N], written.
        gains: float64[S], the seat's slots are written.
    """
    movers, child, children = arrays.mover, arrays.child, arrays.children
    infoset, first, probability = arrays.infoset, arrays.first, arrays.probability
    payoffs = arrays.payoffs
    for where in range(len(arrays.seat)):
        if arrays.seat[where] == seat:
            gains[first[where] : first[where + 1]] = 0.0
    for node in range(len(movers) - 1, -1, -1):
        number = children[node]
        if number == 0:
            values[node] = payoffs[infoset[node], seat]
            continue
        mover, start, value = movers[node], child[node], 0.0
        if mover < 0:
            for i in range(start, start + number):
                value += probability[i] * values[i]
        elif mover == seat:
            slot, here = first[infoset[node]], reach[node]
            for i in range(number):
                after = values[start + i]
                gains[slot + i] += here * after
                value += policy[slot + i] * after
        else:
            slot = first[infoset[node]]
            for i in range(number):
                value += policy[slot + i] * values[start + i]
        values[node] = value


@compiled
def write_values(arrays, policy, reach, out):
    """Write each seat's expected payoff into `out float64[P]`; `reach float64[N]` is scratch."""
    spread(arrays, policy, NONE, reach)
    clear(out)
    for node in range(len(arrays.mover)):
        if arrays.children[node] == 0:
            for seat in range(len(out)):
                out[seat] += reach[node] * arrays.payoffs[arrays.infoset[node], seat]


@compiled
def write_average(arrays, sums, policy):
    """Write the policy in proportion to `sums float64[S]`, uniform where a set has none."""
    for where in range(len(arrays.seat)):
        start, stop = arrays.first[where], arrays.first[where + 1]
        total = sums[start:stop].sum()
        for slot in range(start, stop):
            policy[slot] = sums[slot] / total if total > 0.0 else 1.0 / (stop - start)
