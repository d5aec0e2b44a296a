"""Compiled entry points of an abstraction for an agent: one state, from Python."""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.cards import NONE
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.policy import choose

from .abstraction import ELSEWHERE, NO_PLAN, bucket, follow, offer


@compiled
def ask(states, index, plans, abstractions, actions, choices):
    """Return the key of the mover's learned set, ELSEWHERE where none is due, and its choices.

    Args:
        states: State records.
        index: Of the state.
        plans: int64[P].
        abstractions: The abstraction's record [1].
        actions: int64[W], the legal actions.
        choices: int64[K], written.
    """
    state, abstraction = states[index], abstractions[0]
    key = np.int64(bucket(abstraction, state, plans))
    if key == ELSEWHERE:
        return key, np.int64(0)
    return key, np.int64(offer(abstraction, state, actions, choices))


@compiled
def planned_action(state, plans, abstraction, policy, actions, rng):
    """Return the mover's action: by its plan, or by the policy where that says nothing."""
    if plans[state.player] != NO_PLAN:
        action = np.int64(follow(abstraction, state, plans, actions))
        if action != NONE:
            return action
    return np.int64(choose(policy, state, actions, rng))


@compiled
def act_by_plan(states, index, plans, abstractions, policies, actions, rng):
    """Return the mover's action in one state, see `planned_action`."""
    return planned_action(states[index], plans, abstractions[0], policies[0], actions, rng)
