"""The trees of multiple-observer ISMCTS and their kernel: one tree for every seat.

Each tree has the information sets of one seat: what that seat does not see is one edge, whatever
was done. In a simulation all trees are walked down together; the mover's own tree chooses (Cowling,
Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012). So a seat
that laid a card aside goes on from what it laid, and the others do not.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import NONE, has
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.log import audience_of, veiled_of
from prikup.envs.engine.rng import random_below, stream
from prikup.envs.engine.verbs import legal, play, returns
from prikup.envs.engine.worlds import FOUND

from .guide import value_leaf
from .playout import draw_lot, next_world
from .selection import add_child, find_child, select
from .tree import back_up

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

_DEALS = 10  # at random, in which an action that a seat does not see is looked for


@cache
def acts_unseen(game: Game) -> bool:
    """Return whether seats act in ways that others do not see, as by laying cards aside.

    It looks at random deals; what is too rare to come up in them needs no trees of its own.
    """
    rng, everybody = stream(0), (1 << game.num_players()) - 1
    for seed in range(_DEALS):
        state = game.deal(seed=seed)
        while not state.is_terminal() and not state.wants_deck():
            if state.is_chance_node():
                state.draw_lot(seed)
                continue
            entry = int(state.record.log_length)
            actions = state.legal_actions()
            state.apply_action(actions[int(random_below(rng, len(actions)))])
            if everybody & ~int(audience_of(state.record.log[entry])):
                return True
    return False


@compiled
def search_many(
    views, works, table, rng, states, pool, chances, nodes, plans, policies, actions, priors, path,
    payoffs, here,
):  # fmt: skip
    """Run simulations; the arguments are those of `tree.search`, and `here int64[P]`, scratch.

    The root of a seat's tree is the node with the seat's number. A simulation adds one node to the
    mover's tree at its end and to each other tree those that it lacks on the way.
    """
    plan, world = plans[0], states[0]
    for _ in range(plan.simulations):
        found = next_world(views[0], works[0], table, rng, states, pool, chances, actions)
        if found != FOUND:
            return found
        if plan.done == 0:
            returns(world, plan.before)
        length = _descend(world, nodes, plan, policies[0], rng, actions, priors, path, here)
        value_leaf(policies[0], world, plan.before, rng, actions, priors, payoffs[0])
        back_up(nodes, plan, path, length, payoffs[0])
    return np.int64(FOUND)


@compiled
def _descend(world, nodes, plan, policy, rng, actions, priors, path, here):
    """Walk down all trees, add nodes, and return the length of the path."""
    players = world.opt.players
    for seat in range(players):
        here[seat] = seat
        path[seat] = seat
    length, depth = players, 0
    while depth < plan.depth and length + players <= len(path):
        if plan.nodes + players > len(nodes):
            break
        mover = world.player
        if mover < 0 and not draw_lot(world, rng, actions):
            break
        if mover < 0:
            continue
        clear(actions)
        legal(world, actions)
        child, is_new = select(world, nodes, plan, policy, rng, actions, priors, here[mover])
        entry = world.log_length
        play(world, nodes[child].action)
        word = world.log[entry]
        for seat in range(players):
            if seat == mover:
                here[seat] = child
            else:
                label = (
                    nodes[child].action if has(audience_of(word), seat) else -2 - veiled_of(word)
                )
                here[seat] = _follow(nodes, plan, here[seat], label, mover)
            path[length] = here[seat]
            length += 1
        depth += 1
        if is_new:
            break
    return length


@compiled
def _follow(nodes, plan, node, label, mover):
    """Return the child with a label, which is added if it is new."""
    child = find_child(nodes, node, label)
    if child == NONE:
        child = add_child(nodes, plan, node, label, mover)
    return child
