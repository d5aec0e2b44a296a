"""Compiled policies: a record with tunable numbers and a `choose` dispatched on policy and state.

Search and tournaments call `choose(policy, state, actions, rng)` through this generic function, so
they run any policy at full speed without importing it, and a changed number recompiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from .jit import DISABLED, digest_files
from .layout import make_record

_BY_DTYPE: dict[Any, dict[Any, Callable[..., Any]]] = {}  # policy -> state (None: any) -> choose
_BY_TYPE: dict[Any, dict[Any, Callable[..., Any]]] = {}
_ARGUMENTS = ("policy", "state", "actions", "rng")


def policy_record(name: str, file: str, **numbers: float) -> np.ndarray:
    """Make a policy: a record array of length 1 whose fields are float64 numbers.

    Args:
        name: The policy's name.
        file: The policy's source (`__file__`): its digest is part of the record's tag.
        **numbers: The tunable numbers with their defaults.
    """
    tag = f"{name}_{digest_files([Path(file).resolve()])}"
    fields: list[tuple[Any, ...]] = [(tag, np.int64)]
    fields += [(key, np.float64) for key in numbers]
    policy = np.zeros(1, make_record(fields))
    for key, value in numbers.items():
        policy[key] = value
    return policy


def register_policy(policy: np.ndarray, state_dtype: Any, choose: Callable[..., Any]) -> None:
    """Register how a policy chooses in states of a dtype; None stands for every game.

    Raises:
        TypeError: if the argument names are not the contract's.
    """
    function = getattr(choose, "py_func", choose)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    if names != _ARGUMENTS:
        raise TypeError(f"choose must take {_ARGUMENTS}, got {names}")
    _BY_DTYPE.setdefault(policy.dtype, {})[state_dtype] = choose
    if not DISABLED:
        state_type = None if state_dtype is None else numba.from_dtype(state_dtype)
        _BY_TYPE.setdefault(numba.from_dtype(policy.dtype), {})[state_type] = choose


def _find(table: dict[Any, Any], policy: Any, state: Any) -> Callable[..., Any] | None:
    states = table.get(policy, {})
    return states.get(state, states.get(None))


def choose(policy, state, actions, rng):
    """Return the policy's action for the mover; `actions` as filled by `legal`, `rng int64[1]`."""
    function = _find(_BY_DTYPE, policy.dtype, state.dtype)
    if function is None:
        raise TypeError(f"no policy {policy.dtype.names[0]} for {state.dtype.names[0]}")
    return function(policy, state, actions, rng)


@overload(choose, inline="always")
def _overload_choose(policy, state, actions, rng):
    function = _find(_BY_TYPE, policy, state)
    if function is None:
        return None

    def body(policy, state, actions, rng):
        return function(policy, state, actions, rng)

    return body


def choose_as(policies, number, state, actions, rng):
    """Return what the policy of a number, from 1 on, chooses; `policies` is a tuple of records."""
    return choose(policies[number - 1][0], state, actions, rng)


@overload(choose_as)
def _overload_choose_as(policies, number, state, actions, rng):
    if len(policies) == 0:
        return lambda policies, number, state, actions, rng: np.int64(-1)
    if len(policies) == 1:
        return lambda policies, number, state, actions, rng: choose(
            policies[0][0], state, actions, rng
        )

    def body(policies, number, state, actions, rng):
        if number == 1:
            return choose(policies[0][0], state, actions, rng)
        return choose_as(policies[1:], number - 1, state, actions, rng)

    return body


def can_play(policy: Any, state_dtype: Any) -> bool:
    """Return whether this is a policy's record array that has a `choose` for states of a dtype."""
    if not isinstance(policy, np.ndarray) or policy.shape != (1,):
        return False
    return _find(_BY_DTYPE, policy.dtype, state_dtype) is not None
