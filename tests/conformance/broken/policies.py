"""Two compiled policies: one that is honest, one that looks into the other hand."""

from __future__ import annotations

from conformance.broken.toy import STATE

from prikup.envs.engine.cards import count_allowed, nth_allowed
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.engine.rng import random_below

HONEST = policy_record("honest", __file__)
PEEPING = policy_record("peeping", __file__, interest=1.0)


@compiled
def choose_by_hand(policy, state, actions, rng):
    """Choose by chance and by the own hand."""
    drawn = random_below(rng, 1 << 20) + state.hand[state.player]
    return nth_allowed(actions, drawn % count_allowed(actions))


@compiled
def choose_by_peeping(policy, state, actions, rng):
    """Choose by the hand of the other seat."""
    return nth_allowed(actions, state.hand[1 - state.player] % count_allowed(actions))


register_policy(HONEST, STATE, choose_by_hand)
register_policy(PEEPING, STATE, choose_by_peeping)
