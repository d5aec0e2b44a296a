"""Inference: worlds weighted by how probable each made what the other seats did.

A sampled world is uniform among those that a seat cannot tell from the truth. But a seat that bids
high has a good hand more often: in each world the deal is replayed, and a model of the other seats
says how probable each of their actions was there, seen or unseen. The product is the world's weight
(policy-based inference: Rebstock, Solinas, Buro and Sturtevant, "Policy based inference in trick-
taking card games", CIG 2019). The model here is a compiled policy that slips: with probability
`slip` any legal action is taken instead of the policy's own.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import TERMINAL, count_allowed
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copy_state
from prikup.envs.engine.log import TELL, WORD, event_of, kind_of
from prikup.envs.engine.policy import choose
from prikup.envs.engine.verbs import deal_again, legal, play
from prikup.envs.engine.worlds import FOUND, draw_world

if TYPE_CHECKING:
    from prikup.envs.engine.game import State
    from prikup.envs.engine.view import View

SLIP = 0.3


@compiled
def draw_weighted(views, works, table, rng, states, pool, weights, policies, slip, actions):
    """Fill a pool with worlds; returns FOUND, or why a world could not be drawn.

    Args:
        views: View records [1].
        works: Workspace records [1], prepared for the view.
        table: float64[T], scratch.
        rng: int64[1].
        states: State records [2], scratch.
        pool: State records [K] that receive the worlds.
        weights: float64[K], receives the logarithms of their weights.
        policies: The model of the other seats, a policy record [1].
        slip: Probability that a seat does not follow it.
        actions: int64[W], scratch.
    """
    view, work = views[0], works[0]
    for i in range(len(pool)):
        found = draw_world(view, work, table, rng, states[0], states[1], actions)
        if found != FOUND:
            return found
        copy_state(pool[i], states[0])
        deck = work.deck[: work.tokens]
        weights[i] = _log_weight(
            pool[i], deck, view.seat, states[1], policies[0], slip, rng, actions
        )
    return np.int64(FOUND)


@compiled
def weigh(states, index, deck, seat, spares, policies, slip, rng, actions):
    """Return the logarithm of the weight of a state for a seat; `deck` is its running deal's."""
    return _log_weight(states[index], deck, seat, spares[0], policies[0], slip, rng, actions)


@compiled
def _log_weight(world, deck, seat, replica, policy, slip, rng, actions):
    """Replay a world's deal and add up how probable the other seats' actions were."""
    total = 0.0
    if world.deal_number < 0:
        return total  # nothing was dealt: all has been public
    copy_state(replica, world)
    replica.quiet = 0
    deal_again(replica, deck)
    while replica.log_length < world.log_length and replica.player != TERMINAL:
        word = world.log[replica.log_length]
        if kind_of(word) != TELL or event_of(word) >= WORD:
            break  # every step begins by telling its action
        action = event_of(word)
        if replica.player >= 0 and replica.player != seat:
            clear(actions)
            legal(replica, actions)
            choices = count_allowed(actions)
            if choices > 1:
                is_own = choose(policy, replica, actions, rng) == action
                total += log((1.0 - slip) * is_own + slip / choices)
        play(replica, action)
    return total


def weigh_worlds(
    view: View, number: int, policy: np.ndarray, rng: np.ndarray, slip: float = SLIP
) -> tuple[np.ndarray, np.ndarray]:
    """Draw worlds of a view with the logarithms of their weights.

    Args:
        view: The view.
        number: How many worlds, K.
        policy: The model of the other seats: a policy record array of length 1.
        rng: int64[1].
        slip: Probability that a seat takes any legal action instead of the policy's.

    Returns:
        State records [K], uniform draws, and float64[K]: the logarithm of how probable each made
        what the other seats did.

    Raises:
        NoWorld: if no world is found within the limit of attempts.
    """
    scratch = view.prepare(rng)
    pool = np.zeros(number, view.game.definition.state)
    weights = np.zeros(number)
    while True:
        found = draw_weighted(
            view.views,
            scratch.work,
            scratch.table,
            rng,
            scratch.states,
            pool,
            weights,
            policy,
            slip,
            scratch.actions,
        )
        if found == FOUND:
            return pool, weights
        view.enlarge(scratch, int(found))


def weighted_worlds(
    view: View, number: int, policy: np.ndarray, rng: np.ndarray, slip: float = SLIP
) -> tuple[np.ndarray, np.ndarray]:
    """Draw worlds as `weigh_worlds` does, with their probabilities.

    Returns:
        State records [K] and float64[K], their probabilities, which add up to 1.

    Raises:
        NoWorld: if no world is found within the limit of attempts.
    """
    pool, weights = weigh_worlds(view, number, policy, rng, slip)
    chances = np.exp(weights - weights.max())
    return pool, chances / chances.sum()


def log_weight(state: State, seat: int, policy: np.ndarray, slip: float = SLIP) -> float:
    """Return the logarithm of the weight that a state has for a seat: for tests and statistics."""
    game = state.game
    spares, actions = np.zeros(1, game.definition.state), np.zeros_like(game.scratch().actions)
    decks = state.decks()
    deck = decks[-1].astype(np.int16) if decks else np.zeros(0, np.int16)
    rng = np.zeros(1, np.int64)
    return float(weigh(state.states, 0, deck, seat, spares, policy, slip, rng, actions))
