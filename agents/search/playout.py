"""What all searches share: the next world, playing a deal to its end, what each seat is paid."""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import CHANCE, TERMINAL, count_allowed, nth_allowed
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copy_state
from prikup.envs.engine.policy import choose
from prikup.envs.engine.rng import random_below, random_float
from prikup.envs.engine.utility import SCORE, ZERO_SUM, write_utilities
from prikup.envs.engine.verbs import legal, play, returns
from prikup.envs.engine.worlds import FOUND, draw_world


@compiled
def next_world(view, work, table, rng, states, pool, chances, actions):
    """Write a world into `states[0]`; returns FOUND, or why none could be drawn.

    Args:
        view: The view record.
        work: The workspace record, prepared for the view.
        table: float64[T], scratch.
        rng: int64[1].
        states: State records [2].
        pool: State records [K]: worlds to choose from; if there are none one is drawn.
        chances: float64[K], the sums of the worlds' probabilities up to each.
        actions: int64[W], scratch.
    """
    if len(pool) == 0:
        return draw_world(view, work, table, rng, states[0], states[1], actions)
    draw, low, high = random_float(rng) * chances[len(pool) - 1], 0, len(pool) - 1
    while low < high:
        middle = (low + high) // 2
        if chances[middle] > draw:
            high = middle
        else:
            low = middle + 1
    copy_state(states[0], pool[low])
    return FOUND


@compiled
def draw_lot(world, rng, actions):
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
def roll_out(world, policy, rng, actions):
    """Play the deal to its end by the policy."""
    world.quiet = 1
    while world.player != TERMINAL:
        if world.player == CHANCE:
            if not draw_lot(world, rng, actions):
                break
            continue
        clear(actions)
        legal(world, actions)
        play(world, choose(policy, world, actions, rng))
    world.quiet = 0


@compiled
def pay(world, before, payoffs):
    """Write each seat's utility of what the deal brought since the raw scores `before`."""
    returns(world, payoffs)
    for seat in range(world.opt.players):
        payoffs[seat] -= before[seat]
    is_last = world.player == TERMINAL and world.opt.episode == 0
    as_utility(world.opt.utility, payoffs, is_last)


@compiled
def as_utility(utility, payoffs, is_last):
    """Turn raw scores of a deal, `payoffs float64[P]`, into utilities, in place.

    `win` and `rank` count where the episode ends with the deal (`is_last`); inside a match the
    points above the others' mean stand for them.
    """
    if utility != SCORE and not is_last:
        utility = np.int64(ZERO_SUM)
    write_utilities(utility, is_last, payoffs, payoffs)


@compiled
def prefers(seat, new, old):
    """Return whether a seat prefers one vector of payoffs to another in max-n.

    Of equal ones it takes what leaves the others least in all, then the lowest in the order of the
    seats.
    """
    if new[seat] != old[seat]:
        return new[seat] > old[seat]
    difference = 0.0
    for other in range(len(old)):
        difference += new[other] - old[other]
    if difference != 0.0:
        return difference < 0.0
    for other in range(len(old)):
        if new[other] != old[other]:
            return new[other] < old[other]
    return False
