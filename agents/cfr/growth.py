"""The kernel that walks through every history of a game and writes down its tree.

A node stands for all histories that no seat can tell apart from another one: the decks that fit are
carried along together (a *bundle*), and chance branches where some seat sees a difference, or where
the final scores differ. So the common card of Leduc poker is drawn when it is turned up, although
the whole deck is shuffled before the first bet.

The walk is depth first over a stack of bundles, so that few states are held at a time; it can be
broken off when an array is full and taken up again in a larger one.
"""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import CHANCE, TERMINAL, count_allowed, nth_allowed
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copy_state, make_record
from prikup.envs.engine.log import chain
from prikup.envs.engine.utility import write_utilities
from prikup.envs.engine.verbs import deal, legal, play, returns

DONE, MORE_STATES, MORE_NODES, MORE_FRAMES = 0, 1, 2, 3  # how a walk stopped

NODE = make_record(
    [
        ("mover", np.int64),  # a seat, CHANCE or TERMINAL
        ("key", np.int64),  # of the mover's information set
        ("child", np.int64),  # the first one; the others follow it
        ("children", np.int64),
        ("action", np.int64),  # that leads here; after chance the number of the outcome
        ("depth", np.int64),
        ("probability", np.float64),  # with which chance leads here; 1 after a seat's action
    ]
)
FRAME = make_record(
    [
        ("node", np.int64),
        ("start", np.int64),  # of the bundle in the stack of states
        ("length", np.int64),
    ]
)
WALK = make_record(
    [
        ("nodes", np.int64),  # in use
        ("frames", np.int64),
        ("redeals", np.int64),  # ends that are redeals after a decision
    ]
)


@compiled
def grow(states, weights, frames, walks, nodes, payoffs, decks, chances, actions):
    """Go on with the walk until it is done or an array is full; returns how it stopped.

    Args:
        states: State records, the stack of bundles. The first frame holds the undealt state.
        weights: float64, the probability of each state in the stack, up to a factor.
        frames: Frame records, a stack.
        walks: Walk record [1].
        nodes: Node records.
        payoffs: float64[len(nodes), P], utilities at the ends.
        decks: int16[M, N], every distinct deal.
        chances: float64[M], their probabilities.
        actions: int64[W], scratch.
    """
    walk = walks[0]
    players = payoffs.shape[1]
    scores = np.zeros(players)
    while walk.frames > 0:
        frame = frames[walk.frames - 1]
        node, start, length = frame.node, frame.start, frame.length
        stop = start + length
        state = states[start]
        if length > 1 and _is_mixed(states, start, stop, scores):
            # Room for a copy of the bundle, and for as many frames and nodes as it has states.
            if stop + length > len(states):
                return MORE_STATES
            if walk.frames + length > len(frames):
                return MORE_FRAMES
            if walk.nodes + length > len(nodes):
                return MORE_NODES
            walk.frames -= 1
            _split(states, weights, frames, walk, nodes, node, start, stop, scores)
            continue
        choices = _count_choices(state, actions)
        if state.player == TERMINAL or _is_thrown_in(state, choices):
            walk.frames -= 1
            walk.redeals += 1 if state.player != TERMINAL else 0
            nodes[node].mover = TERMINAL
            returns(state, scores)
            write_utilities(state.opt.utility, True, scores, payoffs[node])
            continue
        if state.player == CHANCE:
            outcomes = choices if choices > 0 else len(decks)
            if start + length * outcomes > len(states):
                return MORE_STATES
            frame.length = _let_chance_act(states, weights, start, stop, decks, chances, actions)
            continue
        if start + length * choices > len(states):
            return MORE_STATES
        if walk.frames + choices > len(frames):
            return MORE_FRAMES
        if walk.nodes + choices > len(nodes):
            return MORE_NODES
        walk.frames -= 1
        nodes[node].mover = state.player
        nodes[node].key = state.memory[state.player]
        _let_seat_act(states, weights, frames, walk, nodes, node, start, stop, actions)
    return DONE


@compiled
def _count_choices(state, actions):
    """Write the legal actions or the outcomes of a lot and return their number."""
    clear(actions)
    if state.player != TERMINAL:
        legal(state, actions)
    return count_allowed(actions)


@compiled
def _is_thrown_in(state, choices):
    """Return whether the running deal has been thrown in: a new one in its place is due.

    After a decision this ends the tree with the scores so far, for it would have no end. Where no
    decision has been made the deal is left out, see `_let_chance_act`.
    """
    if state.player != CHANCE or choices > 0:
        return False
    return state.deal_number == state.match.deals


@compiled
def _joint_key(state, scores):
    """Return a number that two states share if no seat tells them apart and they end alike."""
    key = chain(np.int64(state.player), np.int64(7))
    for seat in range(len(scores)):
        key = chain(key, state.memory[seat])
    if state.player == TERMINAL:
        returns(state, scores)
        for seat in range(len(scores)):
            # Scores are chips or points: their 1/2520ths are whole numbers even where up to ten
            # seats share a pot.
            key = chain(key, np.int64(np.rint(scores[seat] * 2520.0)))
    return key


@compiled
def _is_mixed(states, start, stop, scores):
    first = _joint_key(states[start], scores)
    for i in range(start + 1, stop):
        if _joint_key(states[i], scores) != first:
            return True
    return False


@compiled
def _split(states, weights, frames, walk, nodes, node, start, stop, scores):
    """Make the node a chance node with a child for each part of the bundle that looks alike."""
    length = stop - start
    keys = np.empty(length, np.int64)
    total = 0.0
    for i in range(length):
        keys[i] = _joint_key(states[start + i], scores)
        total += weights[start + i]
    order = np.argsort(keys, kind="mergesort")
    # Parts in the order of their first state, so that the tree does not depend on hashes.
    heads = np.empty(length, np.int64)
    parts = 0
    for i in range(length):
        if i == 0 or keys[order[i]] != keys[order[i - 1]]:
            heads[parts] = i
            parts += 1
    firsts = np.empty(parts, np.int64)
    for part in range(parts):
        firsts[part] = order[heads[part]]
    by_first = np.argsort(firsts)
    child = walk.nodes
    nodes[node].mover = CHANCE
    nodes[node].child = child
    nodes[node].children = parts
    walk.nodes += parts
    at = stop
    for number in range(parts):
        part = by_first[number]
        end = heads[part + 1] if part + 1 < parts else length
        frames[walk.frames].node = child + number
        frames[walk.frames].start = start + at - stop
        frames[walk.frames].length = end - heads[part]
        walk.frames += 1
        mass = 0.0
        for i in range(heads[part], end):
            copy_state(states[at], states[start + order[i]])
            weights[at] = weights[start + order[i]]
            mass += weights[at]
            at += 1
        _begin(nodes, child + number, number, nodes[node].depth + 1, mass / total)
    for i in range(length):
        copy_state(states[start + i], states[stop + i])
        weights[start + i] = weights[stop + i]


@compiled
def _begin(nodes, child, action, depth, probability):
    nodes[child].action = action
    nodes[child].depth = depth
    nodes[child].probability = probability
    nodes[child].child = 0
    nodes[child].children = 0
    nodes[child].key = 0


@compiled
def _let_chance_act(states, weights, start, stop, decks, chances, actions):
    """Put every outcome of the lot or deal in the bundle's place; returns the new length.

    A deal that is thrown in before any decision tells nobody anything: the next one is as if it
    were the first, so it is left out and the others count in its place.
    """
    lots = count_allowed(actions)
    outcomes = lots if lots > 0 else len(decks)
    # From the last state on, so that none is overwritten before it is copied.
    for i in range(stop - start - 1, -1, -1):
        for outcome in range(outcomes - 1, -1, -1):
            at = start + i * outcomes + outcome
            if at != start + i:
                copy_state(states[at], states[start + i])
            weights[at] = weights[start + i]
    end = start
    for at in range(start, start + (stop - start) * outcomes):
        outcome = (at - start) % outcomes
        state = states[at]
        if lots > 0:
            play(state, nth_allowed(actions, outcome))
            weights[at] /= lots
        else:
            deal(state, decks[outcome])
            weights[at] *= chances[outcome]
            if _is_thrown_in(state, _count_choices(state, actions)):
                continue
        if end != at:
            copy_state(states[end], state)
            weights[end] = weights[at]
        end += 1
    return end - start


@compiled
def _let_seat_act(states, weights, frames, walk, nodes, node, start, stop, actions):
    """Give the node a child for each legal action, with a bundle of its own."""
    choices, length = count_allowed(actions), stop - start
    child = walk.nodes
    nodes[node].child = child
    nodes[node].children = choices
    walk.nodes += choices
    for number in range(choices - 1, 0, -1):
        for i in range(length):
            copy_state(states[start + number * length + i], states[start + i])
            weights[start + number * length + i] = weights[start + i]
    for number in range(choices):
        action = nth_allowed(actions, number)
        for i in range(length):
            play(states[start + number * length + i], action)
        frames[walk.frames].node = child + number
        frames[walk.frames].start = start + number * length
        frames[walk.frames].length = length
        walk.frames += 1
        _begin(nodes, child + number, action, nodes[node].depth + 1, 1.0)
