"""The search tree of single-observer ISMCTS and its kernel.

One tree of the information sets of the searching seat, grown in sampled worlds: Cowling, Powley and
Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012. A child is chosen
among those legal in the world at hand (see `selection`). What another seat does unseen is one edge:
the searching seat cannot tell the actions apart, so the guiding policy takes it.
"""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import NONE, has
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.log import audience_of
from prikup.envs.engine.policy import choose
from prikup.envs.engine.verbs import legal, play, returns
from prikup.envs.engine.worlds import FOUND

from .ahead import look_ahead
from .guide import value_leaf
from .playout import draw_lot, next_world
from .selection import EXP3, OPEN, ROOT, UNSEEN, add_child, deviation_of, select


@compiled
def plant(nodes, plan, trees):
    """Start so many trees that are only roots: the nodes 0, 1 and so on."""
    for root in range(trees):
        nodes[root].action = NONE
        nodes[root].mover = NONE
        nodes[root].first_child = NONE
        nodes[root].next_sibling = NONE
        nodes[root].visits = 0
        nodes[root].available = 0
        nodes[root].total = 0.0
        nodes[root].decision = OPEN
        nodes[root].chance = 1.0
    plan.nodes = trees
    plan.done = 0
    plan.payoffs = 0
    plan.payoff_sum = 0.0
    plan.payoff_squares = 0.0
    plan.deviation = 1.0
    plan.payoff_low = np.inf
    plan.payoff_high = -np.inf


@compiled
def search(
    views, works, table, rng, states, pool, chances, nodes, plans, policies, actions, priors, path,
    payoffs, ahead,
):  # fmt: skip
    """Run simulations; returns FOUND, or why a world could not be drawn.

    Args:
        views: View records [1].
        works: Workspace records [1], prepared for the view.
        table: float64[T], scratch.
        rng: int64[1].
        states: State records [2], scratch.
        pool: State records [K], worlds to choose from, see `next_world`.
        chances: float64[K], the sums of their probabilities.
        nodes: Node records. A simulation adds one, and one for each unseen decision that it is
            the first to pass; where they are used up the tree grows no further.
        plans: Plan records [1].
        policies: The record [1] of the policy that guides the search, see `guide`.
        actions: int64[W], scratch.
        priors: [A], scratch of the float type in which the guide's priors are kept.
        path: int64[L], scratch; the tree is walked down no further than it has room for.
        payoffs: float64[1, P], scratch.
        ahead: None, or how leaves are valued by looking ahead: the scratch arrays of
            `ahead.look_ahead` and the number of positions that a leaf may cost.
    """
    view, plan, world = views[0], plans[0], states[0]
    for _ in range(plan.simulations):
        found = next_world(view, works[0], table, rng, states, pool, chances, actions)
        if found != FOUND:
            return found
        if plan.done == 0:
            returns(world, plan.before)
        length = descend(view, world, nodes, plan, policies[0], rng, actions, priors, path)
        if ahead is None:  # then Numba does not compile the other branch
            value_leaf(policies[0], world, plan.before, rng, actions, priors, payoffs[0])
        else:
            stack, sets, values, budget = ahead
            look_ahead(states[:1], stack, sets, values, policies, plan.before, budget, rng, payoffs)
        back_up(nodes, plan, path, length, payoffs[0])
    return np.int64(FOUND)


@compiled
def descend(view, world, nodes, plan, policy, rng, actions, priors, path):
    """Walk down the tree, add one node, and return the length of the path."""
    node, length = np.int64(ROOT), 1
    path[0] = ROOT
    while length <= plan.depth and length < len(path) and plan.nodes < len(nodes):
        mover = world.player
        if mover < 0 and not draw_lot(world, rng, actions):
            break
        if mover < 0:
            continue
        clear(actions)
        legal(world, actions)
        if mover != view.seat and nodes[node].decision != OPEN and not plan.sees_all:
            child = step_unseen(view, world, nodes, plan, policy, rng, actions, node)
            if child != NONE:
                node = child
                path[length] = node
                length += 1
                continue
            nodes[node].decision = OPEN
            break  # the world has moved on by an open action: the next visit branches here
        child, is_new = select(world, nodes, plan, policy, rng, actions, priors, node)
        world.quiet = 1
        play(world, nodes[child].action)
        world.quiet = 0
        node = child
        path[length] = node
        length += 1
        if is_new:
            break
    return length


@compiled
def step_unseen(view, world, nodes, plan, policy, rng, actions, node):
    """Let the policy act for another seat; returns the child where the action was not seen.

    Where it was seen the action stands, no node is added and NONE is returned.
    """
    mover, entry = world.player, world.log_length
    play(world, choose(policy, world, actions, rng))
    if has(audience_of(world.log[entry]), view.seat):
        return np.int64(NONE)
    nodes[node].decision = UNSEEN
    child = nodes[node].first_child
    if child == NONE:
        child = add_child(nodes, plan, node, NONE, mover)
    nodes[child].available += 1
    return child


@compiled
def back_up(nodes, plan, path, length, payoffs):
    """Add the payoffs to the nodes of the path: a simulation is done."""
    plan.done += 1
    for i in range(length):
        node = path[i]
        nodes[node].visits += 1
        if nodes[node].mover != NONE:
            payoff = payoffs[nodes[node].mover]
            nodes[node].total += payoff
            if plan.selection == EXP3:
                nodes[node].weight += 1.0 / nodes[node].chance
                nodes[node].weighted += payoff / nodes[node].chance
    for seat in range(len(payoffs)):
        plan.payoffs += 1
        plan.payoff_sum += payoffs[seat]
        plan.payoff_squares += payoffs[seat] * payoffs[seat]
        plan.payoff_low = min(plan.payoff_low, payoffs[seat])
        plan.payoff_high = max(plan.payoff_high, payoffs[seat])
    plan.deviation = deviation_of(plan)
