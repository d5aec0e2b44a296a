"""The nodes of a search tree and how the next one is chosen: UCB, PUCT or EXP3.

All three choose among the actions that are legal in the world at hand, so a node counts how often
it was available. UCB: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006, with
the availability in place of the parent's visits (Cowling, Powley and Whitehouse 2012). PUCT: Silver
et al., "Mastering the game of Go without human knowledge", Nature 550, 2017; the prior is what
guides the search (see `guide`), mixed with the uniform one. EXP3: Auer, Cesa-Bianchi, Freund and
Schapire, "The nonstochastic multiarmed bandit problem", SIAM J. Comput. 32, 2002: it mixes, as
hidden information wants it.
"""

from __future__ import annotations

from math import log

import numpy as np

from prikup.envs.engine.cards import (
    NONE,
    count_allowed,
    is_allowed,
    nth_allowed,
)
from prikup.envs.engine.jit import compiled, inlined
from prikup.envs.engine.layout import make_record
from prikup.envs.engine.policy import choose
from prikup.envs.engine.rng import random_below, random_float

from .guide import write_priors

ROOT = 0
UNKNOWN, OPEN, UNSEEN = 0, 1, 2  # whether the searching seat sees the decision at a node

NODE = make_record(  # as long as a cache line
    [
        ("action", np.int32),  # that leads here; NONE for one that the searching seat does not see
        ("next_sibling", np.int32),
        ("visits", np.int32),
        ("available", np.int32),  # times the action was legal when its parent was visited
        ("total", np.float64),  # sum of the mover's payoffs
        ("first_child", np.int32),
        ("mover", np.int16),  # seat that took it
        ("decision", np.int16),  # UNKNOWN, OPEN or UNSEEN
        ("chance", np.float64),  # EXP3: with which it was chosen the last time
        ("weight", np.float64),  # EXP3: sum of 1 / chance
        ("weighted", np.float64),  # EXP3: sum of payoff / chance
        ("unused", np.int64),
    ]
)
MOST_NODES = np.iinfo(np.int32).max

PLAN = make_record(
    [
        ("simulations", np.int64),  # to run in this call
        ("selection", np.int64),  # index into SELECTIONS
        ("exploration", np.float64),  # of UCB and PUCT, in standard deviations of the payoffs
        ("trust", np.float64),  # PUCT: share of the guide's priors; the rest is uniform
        ("depth", np.int64),  # decisions that the tree may be deep
        ("sees_all", np.int64),  # 1: the worlds are the truth, nothing is unseen
        ("nodes", np.int64),  # nodes in use
        ("done", np.int64),  # simulations run so far in this tree
        ("payoffs", np.int64),  # number, sum and sum of squares of all payoffs so far
        ("payoff_sum", np.float64),
        ("payoff_squares", np.float64),
        ("deviation", np.float64),  # their standard deviation, 1 while there is none
        ("payoff_low", np.float64),  # the lowest and the highest payoff so far
        ("payoff_high", np.float64),
        ("before", np.float64, (16,)),  # raw scores at the root
    ]
)

SELECTIONS = ("ucb", "puct", "exp3")
_UCB, _PUCT, EXP3 = range(len(SELECTIONS))
_LOGARITHMS = np.array([log(max(number, 1)) for number in range(2048)])  # faster than to compute


@compiled
def add_child(nodes, plan, node, action, mover):
    """Add a node below another and return it."""
    child = plan.nodes
    plan.nodes += 1
    nodes[child].action = action
    nodes[child].mover = mover
    nodes[child].first_child = NONE
    nodes[child].next_sibling = nodes[node].first_child
    nodes[child].visits = 0
    nodes[child].available = 0
    nodes[child].total = 0.0
    nodes[child].weight = 0.0
    nodes[child].weighted = 0.0
    nodes[child].chance = 1.0
    nodes[child].decision = UNKNOWN
    nodes[node].first_child = child
    return child


@compiled
def select(world, nodes, plan, policy, rng, actions, priors, node):
    """Return a child for a legal action and whether it is new."""
    if plan.selection == _PUCT:
        return _select_by_puct(world, nodes, plan, policy, rng, actions, priors, node)
    if plan.selection == EXP3:
        best, tried = _select_by_exp3(nodes, plan, rng, actions, node)
    else:
        best, tried = _select_by_ucb(nodes, plan, actions, node)
    if best != NONE:
        return best, False
    return _try_another(world, nodes, plan, policy, rng, actions, node, tried), True


@compiled
def _select_by_ucb(nodes, plan, actions, node):
    """Return the best child by UCB, NONE if an action is untried, and how many were tried."""
    width = plan.exploration * plan.deviation
    tried = 0
    best, best_value = np.int64(NONE), 0.0
    child = nodes[node].first_child
    while child != NONE:
        if _may_follow(nodes[child], actions):
            tried += 1
            nodes[child].available += 1
            visits = nodes[child].visits
            bonus = np.sqrt(_logarithm(nodes[child].available) / visits)
            value = nodes[child].total / visits + width * bonus
            if best == NONE or value > best_value:
                best, best_value = child, value
        child = nodes[child].next_sibling
    return best if tried == count_allowed(actions) else np.int64(NONE), tried


@inlined
def _logarithm(number):
    return _LOGARITHMS[number] if number < len(_LOGARITHMS) else np.log(np.float64(number))


@compiled
def _try_another(world, nodes, plan, policy, rng, actions, node, tried):
    """Add a child: the policy's own choice is tried first, the others in random order."""
    choices = count_allowed(actions)
    action = np.int64(NONE)
    if tried == 0 and choices > 1:
        action = choose(policy, world, actions, rng)
    else:
        _forbid_tried(nodes, node, actions)
        action = nth_allowed(actions, random_below(rng, choices - tried))
    added = add_child(nodes, plan, node, action, world.player)
    nodes[added].available = 1
    return added


@compiled
def _forbid_tried(nodes, node, actions):
    """Take the actions of a node's children out of the set."""
    child = nodes[node].first_child
    while child != NONE:
        action = nodes[child].action
        if _may_follow(nodes[child], actions):
            actions[action >> 6] ^= np.int64(1) << (action & 63)
        child = nodes[child].next_sibling


@inlined
def _may_follow(child, actions):
    """Return whether a child stands for an action that is legal."""
    return child.action >= 0 and is_allowed(actions, child.action)


@compiled
def deviation_of(plan):
    """Return the standard deviation of all payoffs so far, 1 while there is none."""
    if plan.payoffs < 2:
        return 1.0
    mean = plan.payoff_sum / plan.payoffs
    variance = plan.payoff_squares / plan.payoffs - mean * mean
    return np.sqrt(variance) if variance > 1e-12 else 1.0


@compiled
def find_child(nodes, node, action):
    """Return the child that an action leads to, NONE where there is none."""
    child = nodes[node].first_child
    while child != NONE and nodes[child].action != action:
        child = nodes[child].next_sibling
    return child


@compiled
def _select_by_puct(world, nodes, plan, policy, rng, actions, priors, node):
    """Return the best action's child by PUCT, which may be new.

    An untried action is thought to be worth the mean of the tried ones.
    """
    choices = count_allowed(actions)
    if choices > 1:
        write_priors(policy, world, actions, rng, priors)
    else:
        priors[nth_allowed(actions, 0)] = 1.0
    visits, total = np.int64(0), 0.0
    child = nodes[node].first_child
    while child != NONE:
        if _may_follow(nodes[child], actions):
            nodes[child].available += 1
            visits += nodes[child].visits
            total += nodes[child].total
        child = nodes[child].next_sibling
    mean = total / visits if visits else 0.0
    scale = plan.exploration * plan.deviation * np.sqrt(visits + 1.0)
    rest = (1.0 - plan.trust) / choices
    best, best_action, best_value = np.int64(NONE), np.int64(NONE), 0.0
    for i in range(choices):
        action = nth_allowed(actions, i)
        child = find_child(nodes, node, action)
        priors[action] = plan.trust * priors[action] + rest
        value = mean + scale * priors[action]
        if child != NONE:
            own = nodes[child].visits
            value = nodes[child].total / own + scale * priors[action] / (1 + own)
        if best_action == NONE or value > best_value:
            best, best_action, best_value = child, action, value
    if best != NONE:
        return best, False
    added = add_child(nodes, plan, node, best_action, world.player)
    nodes[added].available = 1
    return added, True


@compiled
def _select_by_exp3(nodes, plan, rng, actions, node):
    """Return a child drawn by EXP3, NONE if an action is untried, and how many were tried."""
    tried, plays, best = 0, np.int64(0), -1.0
    low, span = plan.payoff_low, max(plan.payoff_high - plan.payoff_low, 1e-9)
    child = nodes[node].first_child
    while child != NONE:
        if _may_follow(nodes[child], actions):
            tried += 1
            nodes[child].available += 1
            plays += nodes[child].visits
            best = max(best, (nodes[child].weighted - low * nodes[child].weight) / span)
        child = nodes[child].next_sibling
    choices = count_allowed(actions)
    if tried < choices:
        return np.int64(NONE), tried
    mixing = min(1.0, np.sqrt(choices * np.log(choices) / ((np.e - 1.0) * plays)))
    rate = mixing / choices
    total = 0.0
    child = nodes[node].first_child
    while child != NONE:
        if _may_follow(nodes[child], actions):
            gain = (nodes[child].weighted - low * nodes[child].weight) / span
            nodes[child].chance = np.exp(rate * (gain - best))
            total += nodes[child].chance
        child = nodes[child].next_sibling
    draw, chosen = random_float(rng), np.int64(NONE)
    child = nodes[node].first_child
    while child != NONE:
        if _may_follow(nodes[child], actions):
            nodes[child].chance = (1.0 - mixing) * nodes[child].chance / total + rate
            if chosen == NONE or draw >= 0.0:
                chosen = child
                draw -= nodes[child].chance
        child = nodes[child].next_sibling
    return chosen, tried
