"""Which decisions of a game are learned, and what the learner sees and chooses there.

An abstraction is a record with three functions, dispatched like those of a policy on the types of
its record and of the state. Argument names are part of the contract:

    bucket(abstraction, state, plans) -> key          of the learned set of the mover; ELSEWHERE
                                                      where no learned decision is due
    offer(abstraction, state, actions, choices) -> n  writes what can be chosen there
    follow(abstraction, state, plans, actions) -> action    of the mover by its plan; NONE where
                                                      that says nothing and the policy acts

A *choice* is a number of at least 0 that means what the abstraction likes: an action, or a plan
such as "bid four tricks". It is kept in `plans[seat]` (NO_PLAN at the start of a deal), and
`follow` turns it into actions, at the decision itself and at all later ones until the next learned
one. What is left over is done by a fixed policy, most often the heuristic's.

`bucket`, `offer` and `follow` must answer alike in any two worlds of one view.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.extending import overload

from prikup.envs.engine.cards import count_allowed, nth_allowed
from prikup.envs.engine.errors import BadOptions, nearest
from prikup.envs.engine.jit import DISABLED, compiled
from prikup.envs.engine.policy import policy_record

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

ELSEWHERE = 0  # no key: a set whose key is 0 is called 1, see `table`
NO_PLAN = -1
_VERBS = {
    "bucket": ("abstraction", "state", "plans"),
    "offer": ("abstraction", "state", "actions", "choices"),
    "follow": ("abstraction", "state", "plans", "actions"),
}
_BY_DTYPE: dict[Any, dict[Any, dict[str, Callable[..., Any]]]] = {}
_BY_TYPE: dict[Any, dict[Any, dict[str, Callable[..., Any]]]] = {}


@dataclass(frozen=True)
class Abstraction:
    """An abstraction with its record."""

    name: str
    record: np.ndarray
    """Array of length 1; see `prikup.envs.engine.policy.policy_record`."""
    has_perfect_recall: bool
    """Whether a seat always knows what it knew and chose before; CFR's guarantee needs it."""
    most_choices: int
    """The largest number of choices at a decision."""


def register_abstraction(record: np.ndarray, state_dtype: Any, **verbs: Callable[..., Any]) -> None:
    """Register the functions of an abstraction for a state dtype; None stands for every game.

    Raises:
        TypeError: if one is missing or its argument names are not the contract's.
    """
    for name, arguments in _VERBS.items():
        function = getattr(verbs.get(name), "py_func", verbs.get(name))
        if function is None:
            raise TypeError(f"the abstraction's {name}{arguments} is missing")
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        if names != arguments:
            raise TypeError(f"{name} must take {arguments}, got {names}")
    _BY_DTYPE.setdefault(record.dtype, {})[state_dtype] = verbs
    if not DISABLED:
        state_type = None if state_dtype is None else numba.from_dtype(state_dtype)
        _BY_TYPE.setdefault(numba.from_dtype(record.dtype), {})[state_type] = verbs


def _find(table: dict[Any, Any], abstraction: Any, state: Any, name: str) -> Any:
    states = table.get(abstraction, {})
    verbs = states.get(state, states.get(None))
    return None if verbs is None else verbs[name]


def _called(abstraction: Any, state: Any, name: str) -> Any:
    function = _find(_BY_DTYPE, abstraction.dtype, state.dtype, name)
    if function is None:
        tags = abstraction.dtype.names[0], state.dtype.names[0]
        raise TypeError(f"no abstraction {tags[0]} for {tags[1]}")
    return function


def bucket(abstraction, state, plans):
    """Return the key of the mover's learned set, ELSEWHERE where none is due."""
    return _called(abstraction, state, "bucket")(abstraction, state, plans)


def offer(abstraction, state, actions, choices):
    """Write the choices at a learned decision into `choices int64[K]`; returns their number."""
    return _called(abstraction, state, "offer")(abstraction, state, actions, choices)


def follow(abstraction, state, plans, actions):
    """Return the mover's action by its plan, or NONE; `actions` as filled by `legal`."""
    return _called(abstraction, state, "follow")(abstraction, state, plans, actions)


@overload(bucket, inline="always")
def _overload_bucket(abstraction, state, plans):
    function = _find(_BY_TYPE, abstraction, state, "bucket")
    if function is None:
        return None

    def body(abstraction, state, plans):
        return function(abstraction, state, plans)

    return body


@overload(offer, inline="always")
def _overload_offer(abstraction, state, actions, choices):
    function = _find(_BY_TYPE, abstraction, state, "offer")
    if function is None:
        return None

    def body(abstraction, state, actions, choices):
        return function(abstraction, state, actions, choices)

    return body


@overload(follow, inline="always")
def _overload_follow(abstraction, state, plans, actions):
    function = _find(_BY_TYPE, abstraction, state, "follow")
    if function is None:
        return None

    def body(abstraction, state, plans, actions):
        return function(abstraction, state, plans, actions)

    return body


# --- no abstraction: every decision is learned, by the engine's keys ------------------------------


@compiled
def bucket_exactly(abstraction, state, plans):
    """Return the engine's key of the mover."""
    return state.memory[state.player]


@compiled
def offer_all(abstraction, state, actions, choices):
    """Write all legal actions."""
    number = count_allowed(actions)
    for i in range(number):
        choices[i] = nth_allowed(actions, i)
    return number


@compiled
def follow_choice(abstraction, state, plans, actions):
    """Return the choice, which is an action."""
    return plans[state.player]


_EXACT = policy_record("exact", __file__)
register_abstraction(_EXACT, None, bucket=bucket_exactly, offer=offer_all, follow=follow_choice)


def make_abstraction(game: Game, name: str = "none") -> Abstraction:
    """Return an abstraction of a game by name.

    Args:
        game: The game.
        name: `none`; or one that the module `prikup.agents.cfr.abstractions.<game>` offers.

    Raises:
        BadOptions: on an unknown name.
    """
    if name == "none":
        return Abstraction("none", _EXACT, True, game.num_distinct_actions())
    from .abstractions import named

    offered = named(game)
    if name not in offered:
        raise BadOptions(
            f"{game.name}: no abstraction {name!r}; {nearest(name, ['none', *offered])}"
        )
    made: Abstraction = offered[name](game)
    return made
