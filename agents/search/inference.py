"""Inference: worlds weighted by how probable each made what the other seats did.

A sampled world is uniform among those that a seat cannot tell from the truth. But a seat that bids
high has a good hand more often: in each world the deal is replayed, and a model of the other seats
says how probable each of their actions was there, seen or unseen. The product is the world's weight
(policy-based inference: Rebstock, Solinas, Buro and Sturtevant, "Policy based inference in trick-
taking card games", CIG 2019). The model here is a compiled policy that slips: with probability
`slip` any legal action is taken instead of the policy's own.

What others did unseen, such as cards laid aside as a bid, is in a world drawn uniformly among all
that fits, and the model would hardly ever have done just that. So there it is drawn anew by the
model in the deal of the world, and the weight is that of what was seen, 0 where what was drawn does
not fit it: importance sampling with a proposal that is near what it stands for. (The deals come
as often as they have completions. That number is the same for all deals but for those that what is
known of a seat's missing suits tells apart; the weights leave it out.)
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import (
    TERMINAL,
    count_allowed,
    has,
    is_allowed,
    nth_allowed,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copied, copy_state
from prikup.envs.engine.log import TELL, WORD, audience_of, event_of, kind_of
from prikup.envs.engine.policy import choose
from prikup.envs.engine.rng import random_below, random_float
from prikup.envs.engine.verbs import deal_again, legal, play
from prikup.envs.engine.worlds import FOUND, draw_world

if TYPE_CHECKING:
    from prikup.envs.engine.game import State
    from prikup.envs.engine.view import View

SLIP = 0.05
LEAST_FITTING = 10  # worlds in which what was drawn of the unseen actions must fit the seen ones


@compiled
def draw_weighted(
    views, works, table, rng, states, pool, weights, policies, slip, imputes, actions
):
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
        imputes: Whether what others did unseen is drawn anew by the model.
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
            pool[i], deck, view.seat, states[1], policies[0], slip, imputes, rng, actions
        )
        if imputes and weights[i] > -np.inf and view.deal_number >= 0:
            copy_state(pool[i], states[1])
    return np.int64(FOUND)


@compiled
def weigh(states, index, deck, seat, spares, policies, slip, rng, actions):
    """Return the logarithm of the weight of a state for a seat; `deck` is its running deal's."""
    return _log_weight(states[index], deck, seat, spares[0], policies[0], slip, False, rng, actions)


@compiled
def _log_weight(world, deck, seat, replica, policy, slip, imputes, rng, actions):
    """Replay a world's deal and add up how probable the other seats' actions were.

    With `imputes` the unseen ones are drawn anew and do not count; the replica is the world then,
    and where it is none that the seat would have seen alike the result is minus infinity.
    """
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
        clear(actions)
        legal(replica, actions)
        choices = count_allowed(actions)
        if replica.player >= 0 and replica.player != seat and choices > 1:
            own = choose(policy, replica, actions, rng)
            if imputes and not has(audience_of(word), seat):
                slips = random_float(rng) < slip
                action = nth_allowed(actions, random_below(rng, choices)) if slips else own
            else:
                total += log((1.0 - slip) * (own == action) + slip / choices)
        elif imputes and choices == 1 and not has(audience_of(word), seat):
            action = nth_allowed(actions, 0)
        if imputes and not is_allowed(actions, action):
            return -np.inf
        play(replica, action)
    if imputes:
        is_alike = replica.memory[seat] == world.memory[seat]
        if not (is_alike and replica.log_length == world.log_length):
            return -np.inf
    return total


def weigh_worlds(
    view: View,
    number: int,
    policy: np.ndarray,
    rng: np.ndarray,
    slip: float = SLIP,
    imputes: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Draw worlds of a view with the logarithms of their weights.

    Args:
        view: The view.
        number: How many worlds, K.
        policy: The model of the other seats: a policy record array of length 1.
        rng: int64[1].
        slip: Probability that a seat takes any legal action instead of the policy's.
        imputes: Whether what others did unseen is drawn anew by the model.

    Returns:
        State records [K], uniform draws, and float64[K]: the logarithm of how probable each made
        what the other seats did. With `imputes` the actions that are seen count alone, and a world
        whose unseen ones do not fit them has minus infinity.

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
            imputes,
            scratch.actions,
        )
        if found == FOUND:
            return pool, weights
        view.enlarge(scratch, int(found))


def weighted_worlds(
    view: View, number: int, policy: np.ndarray, rng: np.ndarray, slip: float = SLIP
) -> tuple[np.ndarray, np.ndarray]:
    """Draw worlds of a view with their probabilities, what others did unseen drawn by the model.

    Where not even `LEAST_FITTING` of them fit, uniform worlds are weighted in their place.

    Args:
        view: The view.
        number: How many worlds, K.
        policy: The model of the other seats: a policy record array of length 1.
        rng: int64[1].
        slip: Probability that a seat takes any legal action instead of the policy's.

    Returns:
        State records [N], N at most K, and float64[N], their probabilities, which add up to 1.

    Raises:
        NoWorld: if no world is found within the limit of attempts.
    """
    pool, weights = weigh_worlds(view, number, policy, rng, slip, imputes=True)
    fits = weights > -np.inf
    if fits.sum() < min(LEAST_FITTING, number):
        pool, weights = weigh_worlds(view, number, policy, rng, slip)
    elif not fits.all():
        pool, weights = copied(pool[fits]), weights[fits]
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
