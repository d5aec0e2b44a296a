"""Looking ahead in worlds with all cards open, by a game's own verbs: for every game alike.

`look_ahead` is max-n by iterative deepening: every seat picks what pays itself most, the positions
at the horizon are played out by a policy. A move without a choice costs no depth, so that the end
of a deal is usually searched to its end, and then exactly. The deepest search that was finished
within the budget of positions counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.arrays import clear, fill
from prikup.envs.engine.cards import TERMINAL, count_allowed, nth_allowed
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copy_state
from prikup.envs.engine.verbs import legal, play
from prikup.envs.engine.worlds import FOUND, draw_world

from .playout import draw_lot, pay, prefers, roll_out

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

DEEPEST = 24  # decisions with a choice


def scratch(game: Game) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the scratch arrays of `look_ahead` for a game: stack, sets and values."""
    levels, words = DEEPEST + 2, len(game.scratch().actions)
    stack = np.zeros(levels, game.definition.state)
    return stack, np.zeros((levels, words), np.int64), np.zeros((levels, game.num_players()))


@compiled
def draw_worlds(views, works, table, rng, states, pool, actions):
    """Fill a pool with worlds of a view; the arguments are those of `inference.draw_weighted`."""
    for i in range(len(pool)):
        found = draw_world(views[0], works[0], table, rng, states[0], states[1], actions)
        if found != FOUND:
            return found
        copy_state(pool[i], states[0])
    return np.int64(FOUND)


@compiled
def advance(worlds, action, movers, keys):
    """Play an action in every world; writes who is to move and the mover's key.

    Args:
        worlds: State records [N].
        action: The action; NONE changes nothing.
        movers: int64[N], receives the seats to move, CHANCE or TERMINAL.
        keys: int64[N], receives the key of what the mover has seen.
    """
    for i in range(len(worlds)):
        if action >= 0:
            play(worlds[i], action)
        movers[i] = worlds[i].player
        keys[i] = worlds[i].memory[movers[i]] if movers[i] >= 0 else 0


@compiled
def draw_lots(worlds, rng, actions):
    """Let the lots happen that are due; a deal that is over stays as it is."""
    for i in range(len(worlds)):
        while worlds[i].player < 0 and draw_lot(worlds[i], rng, actions):
            pass


@compiled
def look_ahead(worlds, stack, sets, values, policies, before, nodes, rng, out):
    """Write what each seat is paid in each world when all play on with open cards.

    Args:
        worlds: State records [N]; they stay as they are.
        stack: State records [DEEPEST + 2], scratch.
        sets: int64[DEEPEST + 2, W], scratch for the actions still to be tried.
        values: float64[DEEPEST + 2, P], scratch.
        policies: The policy that plays on at the horizon, a record [1].
        before: float64[P], raw scores from which the payoffs count.
        nodes: Positions a world may cost.
        rng: int64[1].
        out: float64[N, P].
    """
    for i in range(len(worlds)):
        spent = np.int64(0)
        for depth in range(DEEPEST + 1):
            copy_state(stack[0], worlds[i])
            stack[0].quiet = 1
            used, is_complete = _search(
                stack, sets, values, policies[0], before, depth, nodes - spent, rng
            )
            spent += used
            if spent > nodes and depth > 0:
                break  # the search was cut short: the one before it counts
            fill(out[i], values[0])
            if is_complete or spent >= nodes:
                break


@compiled
def _search(stack, sets, values, policy, before, depth, budget, rng):
    """Search to a depth; returns the positions visited and whether all lines came to their end.

    The payoffs are left in `values[0]`; they are void if more than the budget was visited.
    """
    visited, is_complete = np.int64(0), True
    level = 0
    is_leaf = _enter(stack[0], sets[0], depth == 0, rng)
    while True:
        visited += 1
        if visited > budget and depth > 0:
            return visited, False
        if is_leaf:
            if stack[level].player >= 0:
                is_complete = False
                roll_out(stack[level], policy, rng, sets[level])
            pay(stack[level], before, values[level])
        else:
            values[level, 0] = np.inf  # marks that nothing has been tried
        while True:  # back up to a level with an action left
            if not is_leaf and count_allowed(sets[level]) > 0:
                break
            if level == 0:
                return visited, is_complete
            level -= 1
            is_leaf = False
            seat = stack[level].player
            best, new = values[level], values[level + 1]
            if best[0] == np.inf or prefers(seat, new, best):
                fill(best, new)
        action = nth_allowed(sets[level], 0)
        sets[level, action >> 6] &= ~(np.int64(1) << (action & 63))
        copy_state(stack[level + 1], stack[level])
        play(stack[level + 1], action)
        level += 1
        is_leaf = _enter(stack[level], sets[level], level >= depth, rng)


@compiled
def _enter(state, actions, is_horizon, rng):
    """Play on while there is no choice; returns whether the position is a leaf."""
    while True:
        if state.player == TERMINAL:
            return True
        if state.player < 0:
            if not draw_lot(state, rng, actions):
                return True
            continue
        clear(actions)
        legal(state, actions)
        if count_allowed(actions) > 1:
            return is_horizon
        play(state, nth_allowed(actions, 0))
