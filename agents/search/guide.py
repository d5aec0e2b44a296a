"""What guides a search: how good each action seems at first, and what a leaf is worth.

Both are asked of the guiding policy, chosen by its record's type as the engine chooses a policy's
action. Every policy can guide: its own choice is favoured, and it plays a leaf's deal to the end.
One that knows more, such as a network, registers what it does instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from prikup.envs.engine.cards import count_allowed, nth_allowed
from prikup.envs.engine.jit import DISABLED, compiled
from prikup.envs.engine.linked import LinkedCompiler
from prikup.envs.engine.policy import choose

from .playout import pay, roll_out

_OWN: dict[Any, dict[str, Callable[..., Any]]] = {}  # by a record's dtype and by its Numba type
_LINKED = {} if DISABLED else {"pipeline_class": LinkedCompiler}


def register_guide(policy: np.ndarray, **functions: Callable[..., Any]) -> None:
    """Register a policy's own `write_priors` and `value_leaf`, as it is made.

    Their arguments are those of the functions here. A search that was compiled before would keep
    what every policy does.
    """
    _OWN[policy.dtype] = functions
    if not DISABLED:
        _OWN[numba.from_dtype(policy.dtype)] = functions


def write_priors(policy, state, actions, rng, priors):
    """Write how probably each legal action is the best one to its place in `priors [A]`."""
    return _find(policy.dtype, "write_priors", favour)(policy, state, actions, rng, priors)


def value_leaf(policy, world, before, rng, actions, priors, payoffs):
    """Write what each seat is paid in a world, which may be played on.

    Args:
        policy: The guiding policy's record.
        world: A state record.
        before: float64[P], raw scores from which the payoffs count.
        rng: int64[1].
        actions: int64[W], scratch.
        priors: [A], scratch.
        payoffs: float64[P].
    """
    value = _find(policy.dtype, "value_leaf", play_on)
    return value(policy, world, before, rng, actions, priors, payoffs)


@compiled
def favour(policy, state, actions, rng, priors):
    """Be sure of the policy's choice; the arguments are those of `write_priors`."""
    favourite = choose(policy, state, actions, rng)
    for i in range(count_allowed(actions)):
        action = nth_allowed(actions, i)
        priors[action] = 1.0 if action == favourite else 0.0


@compiled
def play_on(policy, world, before, rng, actions, priors, payoffs):
    """Let the policy play the deal to its end; the arguments are those of `value_leaf`."""
    roll_out(world, policy, rng, actions)
    pay(world, before, payoffs)


def _find(policy: Any, name: str, default: Callable[..., Any]) -> Callable[..., Any]:
    """Return the plain function that serves a policy's type."""
    function = _OWN.get(policy, {}).get(name, default)
    return getattr(function, "py_func", function)


@overload(write_priors, jit_options=_LINKED)
def _overload_write_priors(policy, state, actions, rng, priors):
    return _find(policy, "write_priors", favour)


@overload(value_leaf, jit_options=_LINKED)
def _overload_value_leaf(policy, world, before, rng, actions, priors, payoffs):
    return _find(policy, "value_leaf", play_on)
