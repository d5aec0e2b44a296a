"""Single-observer ISMCTS whose leaves are valued by looking ahead with open cards, not by playing.

What PIMC does with each world at the root (see `ahead`) is done here with the one world of a
simulation at the end of its way down the tree.
"""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.jit import compiled
from prikup.envs.engine.verbs import returns
from prikup.envs.engine.worlds import FOUND

from .ahead import look_ahead
from .playout import next_world
from .tree import back_up, descend


@compiled
def search_ahead(
    views, works, table, rng, states, pool, chances, nodes, plans, policies, actions, stack, sets,
    values, budget,
):  # fmt: skip
    """Run simulations; returns FOUND, or why a world could not be drawn.

    The arguments are those of `tree.search`, then the scratch of `ahead.look_ahead` and the number
    of positions that a leaf may cost.
    """
    path = np.empty(len(nodes) if len(nodes) < 512 else 512, np.int64)
    payoffs = np.zeros((1, views[0].opt.players))
    return _simulate(
        views, works, table, rng, states, pool, chances, nodes, plans, policies, actions, stack,
        sets, values, budget, path, payoffs,
    )  # fmt: skip


@compiled
def _simulate(
    views, works, table, rng, states, pool, chances, nodes, plans, policies, actions, stack, sets,
    values, budget, path, payoffs,
):  # fmt: skip
    view, plan, world = views[0], plans[0], states[0]
    for _ in range(plan.simulations):
        found = next_world(view, works[0], table, rng, states, pool, chances, actions)
        if found != FOUND:
            return found
        if plan.done == 0:
            returns(world, plan.before)
        length = descend(view, world, nodes, plan, policies[0], rng, actions, path)
        look_ahead(
            states[:1], stack, sets, values, policies, plan.before, budget, rng, payoffs
        )  # fmt: skip
        back_up(nodes, plan, path, length, payoffs[0])
        plan.done += 1
    return np.int64(FOUND)
