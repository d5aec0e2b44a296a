"""The search tree of single-observer ISMCTS and its kernel.

One tree of the information sets of the searching seat, grown in sampled worlds: Cowling, Powley and
Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012. A child is chosen
among those legal in the world at hand by UCB with its availability count instead of the parent's
visits. What another seat does unseen is one edge: the searching seat cannot tell the actions
apart, so the rollout policy takes it.
"""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import (
    CHANCE,
    NONE,
    TERMINAL,
    count_allowed,
    has,
    is_allowed,
    nth_allowed,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import make_record
from prikup.envs.engine.log import audience_of
from prikup.envs.engine.policy import choose
from prikup.envs.engine.rng import random_below
from prikup.envs.engine.utility import SCORE, ZERO_SUM, write_utilities
from prikup.envs.engine.verbs import legal, play, returns
from prikup.envs.engine.worlds import FOUND, draw_world

ROOT = 0
UNKNOWN, OPEN, UNSEEN = 0, 1, 2  # whether the searching seat sees the decision at a node

NODE = make_record(
    [
        ("action", np.int64),  # that leads here; NONE for one that the searching seat does not see
        ("mover", np.int64),  # seat that took it
        ("first_child", np.int64),
        ("next_sibling", np.int64),
        ("visits", np.int64),
        ("available", np.int64),  # times the action was legal when its parent was visited
        ("total", np.float64),  # sum of the mover's payoffs
        ("decision", np.int64),  # UNKNOWN, OPEN or UNSEEN
    ]
)

PLAN = make_record(
    [
        ("simulations", np.int64),  # to run in this call
        ("exploration", np.float64),  # UCB constant, in standard deviations of the payoffs
        ("nodes", np.int64),  # nodes in use
        ("done", np.int64),  # simulations run so far in this tree
        ("payoffs", np.int64),  # number, sum and sum of squares of all payoffs so far
        ("payoff_sum", np.float64),
        ("payoff_squares", np.float64),
        ("before", np.float64, (16,)),  # raw scores at the root
    ]
)


@compiled
def plant(nodes, plan):
    """Start a tree that is only a root."""
    nodes[ROOT].action = NONE
    nodes[ROOT].mover = NONE
    nodes[ROOT].first_child = NONE
    nodes[ROOT].next_sibling = NONE
    nodes[ROOT].visits = 0
    nodes[ROOT].available = 0
    nodes[ROOT].total = 0.0
    nodes[ROOT].decision = OPEN
    plan.nodes = 1
    plan.done = 0
    plan.payoffs = 0
    plan.payoff_sum = 0.0
    plan.payoff_squares = 0.0


@compiled
def search(views, works, table, rng, states, nodes, plans, policies, actions):
    """Run simulations; returns FOUND, or why a world could not be drawn.

    Args:
        views: View records [1].
        works: Workspace records [1], prepared for the view.
        table: float64[T], scratch.
        rng: int64[1].
        states: State records [2], scratch.
        nodes: Node records. A simulation adds one, and one for each unseen decision that it is
            the first to pass; where they are used up the tree grows no further.
        plans: Plan records [1].
        policies: The rollout policy's record [1].
        actions: int64[W], scratch.
    """
    view, plan, world = views[0], plans[0], states[0]
    path = np.empty(len(nodes) if len(nodes) < 512 else 512, np.int64)
    scores, payoffs = np.zeros(view.opt.players), np.zeros(view.opt.players)
    for _ in range(plan.simulations):
        found = draw_world(view, works[0], table, rng, world, states[1], actions)
        if found != FOUND:
            return found
        if plan.done == 0:
            returns(world, plan.before)
        length = _descend(view, world, nodes, plan, policies[0], rng, actions, path)
        _roll_out(world, policies[0], rng, actions)
        _pay(world, plan, scores, payoffs)
        _back_up(nodes, plan, path, length, payoffs)
        plan.done += 1
    return np.int64(FOUND)


@compiled
def _descend(view, world, nodes, plan, policy, rng, actions, path):
    """Walk down the tree, add one node, and return the length of the path."""
    node, length = ROOT, 1
    path[0] = ROOT
    while length < len(path) and plan.nodes < len(nodes):
        mover = world.player
        if mover < 0 and not _draw_lot(world, rng, actions):
            break
        if mover < 0:
            continue
        clear(actions)
        legal(world, actions)
        if mover != view.seat and nodes[node].decision != OPEN:
            child = _step_unseen(view, world, nodes, plan, policy, rng, actions, node)
            if child != NONE:
                node = child
                path[length] = node
                length += 1
                continue
            nodes[node].decision = OPEN
            break  # the world has moved on by an open action: the next visit branches here
        child, is_new = _select(world, nodes, plan, policy, rng, actions, node)
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
def _draw_lot(world, rng, actions):
    """Let a lot happen; returns False where the deal or the episode is over."""
    if world.player == TERMINAL:
        return False
    clear(actions)
    legal(world, actions)
    outcomes = count_allowed(actions)
    if outcomes == 0:
        return False
    play(world, nth_allowed(actions, random_below(rng, outcomes)))
    return True


@compiled
def _step_unseen(view, world, nodes, plan, policy, rng, actions, node):
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
        child = _add_child(nodes, plan, node, NONE, mover)
    nodes[child].available += 1
    return child


@compiled
def _add_child(nodes, plan, node, action, mover):
    child = plan.nodes
    plan.nodes += 1
    nodes[child].action = action
    nodes[child].mover = mover
    nodes[child].first_child = NONE
    nodes[child].next_sibling = nodes[node].first_child
    nodes[child].visits = 0
    nodes[child].available = 0
    nodes[child].total = 0.0
    nodes[child].decision = UNKNOWN
    nodes[node].first_child = child
    return child


@compiled
def _select(world, nodes, plan, policy, rng, actions, node):
    """Return a child for a legal action and whether it is new: the best by UCB, untried ones first.

    The policy's own choice is tried first, the others in random order.
    """
    deviation = _deviation(plan)
    tried = 0
    best, best_value = np.int64(NONE), 0.0
    child = nodes[node].first_child
    while child != NONE:
        if is_allowed(actions, nodes[child].action):
            tried += 1
            nodes[child].available += 1
            visits = nodes[child].visits
            value = nodes[child].total / visits + plan.exploration * deviation * np.sqrt(
                np.log(nodes[child].available) / visits
            )
            if best == NONE or value > best_value:
                best, best_value = child, value
        child = nodes[child].next_sibling
    choices = count_allowed(actions)
    if tried == choices:
        return best, False
    action = np.int64(NONE)
    if tried == 0 and choices > 1:
        action = choose(policy, world, actions, rng)
    else:
        _forbid_tried(nodes, node, actions)
        action = nth_allowed(actions, random_below(rng, choices - tried))
    added = _add_child(nodes, plan, node, action, world.player)
    nodes[added].available = 1
    return added, True


@compiled
def _forbid_tried(nodes, node, actions):
    """Take the actions of a node's children out of the set."""
    child = nodes[node].first_child
    while child != NONE:
        action = nodes[child].action
        if is_allowed(actions, action):
            actions[action >> 6] ^= np.int64(1) << (action & 63)
        child = nodes[child].next_sibling


@compiled
def _deviation(plan):
    """Return the standard deviation of all payoffs so far, 1 while there is none."""
    if plan.payoffs < 2:
        return 1.0
    mean = plan.payoff_sum / plan.payoffs
    variance = plan.payoff_squares / plan.payoffs - mean * mean
    return np.sqrt(variance) if variance > 1e-12 else 1.0


@compiled
def _roll_out(world, policy, rng, actions):
    """Play the deal to its end by the policy."""
    world.quiet = 1
    while world.player != TERMINAL:
        if world.player == CHANCE:
            if not _draw_lot(world, rng, actions):
                break
            continue
        clear(actions)
        legal(world, actions)
        play(world, choose(policy, world, actions, rng))
    world.quiet = 0


@compiled
def _pay(world, plan, scores, payoffs):
    """Write each seat's utility of what the deal brought; `scores` is scratch.

    `win` and `rank` count where the episode ends with the deal; inside a match the points above the
    others' mean stand for them.
    """
    returns(world, scores)
    for seat in range(len(scores)):
        scores[seat] -= plan.before[seat]
    utility = world.opt.utility
    is_last = world.player == TERMINAL and world.opt.episode == 0
    if utility != SCORE and not is_last:
        utility = np.int64(ZERO_SUM)
    write_utilities(utility, is_last, scores, payoffs)


@compiled
def _back_up(nodes, plan, path, length, payoffs):
    """Add the payoffs to the nodes of the path."""
    for i in range(length):
        node = path[i]
        nodes[node].visits += 1
        if nodes[node].mover != NONE:
            nodes[node].total += payoffs[nodes[node].mover]
    for seat in range(len(payoffs)):
        plan.payoffs += 1
        plan.payoff_sum += payoffs[seat]
        plan.payoff_squares += payoffs[seat] * payoffs[seat]
