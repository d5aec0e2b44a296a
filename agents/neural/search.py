"""The kernel of ISMCTS with a trained network: PUCT's prior, and a share of the leaf's value.

The tree is that of `prikup.agents.search.tree`. At a decision that the network has learned, its
probabilities are the prior (Silver et al., "Mastering the game of Go without human knowledge",
Nature 550, 2017), mixed with the uniform one; elsewhere the prior is the rollout policy's choice.
A leaf is worth what the rollout paid, or what the network expects for the mover there, or a mixture
of both as in Silver et al., "Mastering the game of Go with deep neural networks and tree search",
Nature 529, 2016; what the mover gains the others lose, each the same part.
"""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import NONE, count_allowed, nth_allowed
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.policy import choose
from prikup.envs.engine.verbs import legal, play, returns
from prikup.envs.engine.worlds import FOUND

from ..search.playout import draw_lot, next_world, pay, roll_out
from ..search.selection import OPEN, ROOT, add_child, deviation_of, find_child
from ..search.tree import back_up, step_unseen
from .compiled import best_of, to_chances, write_outputs


@compiled
def search_with_network(
    views, works, table, rng, states, pool, chances, nodes, plans, policies, actions
):
    """Run simulations; the arguments are those of `prikup.agents.search.tree.search`.

    The policy is a network's record; its `player` plays the deals to their end.
    """
    path = np.empty(len(nodes) if len(nodes) < 512 else 512, np.int64)
    payoffs = np.zeros(views[0].opt.players)
    outputs = np.zeros(policies[0].sizes[len(policies[0].sizes) - 1], np.float32)
    return _simulate(
        views, works, table, rng, states, pool, chances, nodes, plans, policies, actions, path,
        payoffs, outputs,
    )  # fmt: skip


@compiled
def _simulate(
    views, works, table, rng, states, pool, chances, nodes, plans, policies, actions, path, payoffs,
    outputs,
):  # fmt: skip
    view, plan, world, network = views[0], plans[0], states[0], policies[0]
    for _ in range(plan.simulations):
        found = next_world(view, works[0], table, rng, states, pool, chances, actions)
        if found != FOUND:
            return found
        if plan.done == 0:
            returns(world, plan.before)
        length = _descend(view, world, nodes, plan, network, rng, actions, path, outputs)
        mover, value = world.player, 0.0
        is_valued = network.share > 0.0 and mover >= 0
        if is_valued:
            clear(actions)
            legal(world, actions)
            is_valued = write_outputs(network, world, outputs)
            if is_valued:
                value = outputs[best_of(actions, outputs)] * network.scale
        if not is_valued or network.share < 1.0:
            roll_out(world, network.player, rng, actions)
            pay(world, plan.before, payoffs)
        if is_valued:
            _mix(payoffs, mover, value, network.share)
        back_up(nodes, plan, path, length, payoffs)
        plan.done += 1
    return np.int64(FOUND)


@compiled
def _mix(payoffs, mover, value, share):
    """Mix what the network expects for the mover into the payoffs."""
    others = len(payoffs) - 1
    for seat in range(len(payoffs)):
        expected = value if seat == mover else -value / others
        payoffs[seat] = (
            (1.0 - share) * payoffs[seat] + share * expected if share < 1.0 else expected
        )


@compiled
def _descend(view, world, nodes, plan, network, rng, actions, path, outputs):
    """Walk down the tree, add one node, and return the length of the path."""
    node, length = ROOT, 1
    path[0] = ROOT
    while length <= plan.depth and length < len(path) and plan.nodes < len(nodes):
        mover = world.player
        if mover < 0 and not draw_lot(world, rng, actions):
            break
        if mover < 0:
            continue
        clear(actions)
        legal(world, actions)
        if mover != view.seat and nodes[node].decision != OPEN:
            child = step_unseen(view, world, nodes, plan, network, rng, actions, node)
            if child != NONE:
                node = child
                path[length] = node
                length += 1
                continue
            nodes[node].decision = OPEN
            break  # the world has moved on by an open action: the next visit branches here
        child, is_new = _select(world, nodes, plan, network, rng, actions, node, outputs)
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
def _write_priors(world, plan, network, rng, actions, outputs):
    """Write the prior probabilities of the legal actions."""
    choices = count_allowed(actions)
    if write_outputs(network, world, outputs):
        # A temperature of 0 stands for "plays the largest"; as a prior that is a sharp one.
        to_chances(actions, outputs, max(network.temperature, 1e-3))
    else:
        favourite = choose(network.player, world, actions, rng)
        for i in range(choices):
            action = nth_allowed(actions, i)
            outputs[action] = 1.0 if action == favourite else 0.0
    for i in range(choices):
        action = nth_allowed(actions, i)
        outputs[action] = plan.trust * outputs[action] + (1.0 - plan.trust) / choices


@compiled
def _select(world, nodes, plan, network, rng, actions, node, outputs):
    """Return the best action's child by PUCT, and whether it is new.

    An untried action is thought to be worth the mean of the tried ones.
    """
    choices = count_allowed(actions)
    if choices == 1:
        outputs[nth_allowed(actions, 0)] = 1.0
    else:
        _write_priors(world, plan, network, rng, actions, outputs)
    visits, total = np.int64(0), 0.0
    for i in range(choices):
        child = find_child(nodes, node, nth_allowed(actions, i))
        if child != NONE:
            nodes[child].available += 1
            visits += nodes[child].visits
            total += nodes[child].total
    mean = total / visits if visits else 0.0
    scale = plan.exploration * deviation_of(plan) * np.sqrt(visits + 1.0)
    best, best_action, best_value = np.int64(NONE), np.int64(NONE), 0.0
    for i in range(choices):
        action = nth_allowed(actions, i)
        child = find_child(nodes, node, action)
        value = mean + scale * outputs[action]
        if child != NONE:
            own = nodes[child].visits
            value = nodes[child].total / own + scale * outputs[action] / (1 + own)
        if best_action == NONE or value > best_value:
            best, best_action, best_value = child, action, value
    if best != NONE:
        return best, False
    added = add_child(nodes, plan, node, best_action, world.player)
    nodes[added].available = 1
    return added, True
