"""A trained network as a compiled policy: it plays inside searches and batches, without Python.

The record holds the weights, so that one kernel serves all networks of one shape, and beside them
another policy that plays what the network has not learned: the cards, where it knows the bidding.

It also guides searches. At a decision that the network has learned, its probabilities are PUCT's
prior (Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017);
elsewhere the other policy's choice is. A leaf is worth what the other policy's rollout paid, or
what the network expects for the mover there, or a mixture of both as in Silver et al., "Mastering
the game of Go with deep neural networks and tree search", Nature 529, 2016; what the mover gains
the others lose, each the same part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import NONE, count_allowed, nth_allowed
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import make_record
from prikup.envs.engine.policy import choose as choose_by
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.engine.rng import random_float
from prikup.envs.engine.verbs import legal, observe

from ..search.guide import favour, play_on, register_guide
from .network import VALUES, Network
from .stages import ALL, place_of_play

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game


def network_policy(
    network: Network, game: Game, player: np.ndarray, temperature: float = 0.0, share: float = 0.0
) -> np.ndarray:
    """Return a network as a policy's record, an array of length 1.

    Args:
        network: The network.
        game: The game that it plays.
        player: The record of the policy that plays what the network has not learned.
        temperature: Divides the outputs before they become probabilities; 0: of values the largest
            is taken, of logits the temperature is 1.
        share: For searches: of the network's value in a leaf's.

    Raises:
        BadOptions: if the network is for another game, other options or older rules, or if it
            reads the history.
    """
    network.check(game, "network")
    if network.events:
        raise BadOptions("network: one that reads the history is not compiled")
    sizes = [network.weights[0].shape[1], *(len(bias) for bias in network.biases)]
    # Transposed, so that what one input adds to all outputs lies side by side.
    layers = zip(network.weights, network.biases, strict=True)
    flat = np.concatenate([part.ravel() for weight, bias in layers for part in (weight.T, bias)])
    tag = str(list(policy_record("network", __file__).dtype.fields or ())[0])
    fields = [
        (tag, np.int64),
        ("player", player.dtype),
        ("play_at", np.int64),  # place in the observation that is 1 in play; NONE: all was learned
        ("is_values", np.int64),
        ("temperature", np.float64),
        ("scale", np.float64),
        ("share", np.float64),
        ("sizes", np.int64, (len(sizes),)),
        ("weights", np.float32, (len(flat),)),
    ]
    record = np.zeros(1, make_record(fields))
    record["player"] = player
    record["play_at"] = NONE if network.stage == ALL else place_of_play(game)
    record["is_values"] = network.meaning == VALUES
    if temperature == 0.0 and network.meaning != VALUES:
        temperature = 1.0
    record["temperature"], record["scale"], record["share"] = temperature, network.scale, share
    record["sizes"], record["weights"] = sizes, flat
    register_policy(record, None, choose)
    register_guide(record, write_priors=write_priors, value_leaf=value_leaf)
    return record


@compiled
def write_outputs(policy, state, out):
    """Write what the network says to the mover's observation into `out float32[A]`.

    Returns False, and writes nothing of use, where the network has not learned the decision.
    """
    sizes, weights = policy.sizes, policy.weights
    widest = sizes[0]
    for layer in range(len(sizes)):
        widest = max(widest, sizes[layer])
    source, target = np.zeros(widest, np.float32), np.zeros(widest, np.float32)
    observe(state, state.player, source[: sizes[0]])
    if policy.play_at != NONE and source[policy.play_at] != 0.0:
        return False
    at = 0
    for layer in range(len(sizes) - 1):
        inputs, outputs = sizes[layer], sizes[layer + 1]
        for j in range(outputs):
            target[j] = weights[at + inputs * outputs + j]
        for i in range(inputs):
            value = source[i]
            # Most of what is observed is 0, and half of what a rectified layer says.
            if value > 0.0 or (layer == 0 and value != 0.0):
                row = at + i * outputs
                for j in range(outputs):
                    target[j] += value * weights[row + j]
        at += (inputs + 1) * outputs
        source, target = target, source
    for j in range(len(out)):
        out[j] = source[j]
    return True


@compiled
def best_of(actions, out):
    """Return the legal action of the largest output, the first one among equals."""
    best = nth_allowed(actions, 0)
    for i in range(1, count_allowed(actions)):
        action = nth_allowed(actions, i)
        if out[action] > out[best]:
            best = action
    return best


@compiled
def to_chances(actions, out, temperature):
    """Turn the outputs of the legal actions into probabilities, in place; the others become 0."""
    most = out[best_of(actions, out)]
    total = 0.0
    for i in range(count_allowed(actions)):
        action = nth_allowed(actions, i)
        total += np.exp((out[action] - most) / temperature)
    for i in range(count_allowed(actions)):
        action = nth_allowed(actions, i)
        out[action] = np.exp((out[action] - most) / temperature) / total


@compiled
def choose(policy, state, actions, rng):
    """Return the network's action, where it has learned to decide, else the other policy's."""
    choices = count_allowed(actions)
    if choices == 1:
        return nth_allowed(actions, 0)
    out = np.empty(policy.sizes[len(policy.sizes) - 1], np.float32)
    clear(out)
    if not write_outputs(policy, state, out):
        return choose_by(policy.player, state, actions, rng)
    if policy.temperature == 0.0:
        return best_of(actions, out)
    to_chances(actions, out, policy.temperature)
    draw = random_float(rng)
    for i in range(choices - 1):
        draw -= out[nth_allowed(actions, i)]
        if draw < 0.0:
            return nth_allowed(actions, i)
    return nth_allowed(actions, choices - 1)


@compiled
def write_priors(policy, state, actions, rng, priors):
    """Write the network's probabilities; the arguments are those of `guide.write_priors`."""
    if write_outputs(policy, state, priors):
        # A temperature of 0 stands for "plays the largest"; as a prior that is a sharp one.
        to_chances(actions, priors, max(policy.temperature, 1e-3))
    else:
        favour(policy.player, state, actions, rng, priors)


@compiled
def value_leaf(policy, world, before, rng, actions, priors, payoffs):
    """Value a leaf by the network, a rollout, or both; see `guide.value_leaf`."""
    mover, value = world.player, 0.0
    is_valued = policy.share > 0.0 and mover >= 0
    if is_valued:
        clear(actions)
        legal(world, actions)
        is_valued = write_outputs(policy, world, priors)
        if is_valued:
            value = priors[best_of(actions, priors)] * policy.scale
    if not is_valued or policy.share < 1.0:
        play_on(policy.player, world, before, rng, actions, priors, payoffs)
    if is_valued:
        _mix(payoffs, mover, value, policy.share)


@compiled
def _mix(payoffs, mover, value, share):
    """Mix what the network expects for the mover into the payoffs."""
    others = len(payoffs) - 1
    for seat in range(len(payoffs)):
        expected = value if seat == mover else -value / others
        payoffs[seat] = (
            (1.0 - share) * payoffs[seat] + share * expected if share < 1.0 else expected
        )
