"""The verbs of every game, chosen by the state's record type.

Generic kernels (playouts, search, batches) call these; Numba picks the game at compile time and
caches the result. A verb without an implementation for a type is a typing error, never a default.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from .jit import DISABLED, compiled, makes_arrays
from .layout import LAYOUTS, blank
from .linked import LinkedCompiler
from .log import tell_new_deal

VERBS = {
    "deal": ("state", "deck"),
    "legal": ("state", "actions"),
    "play": ("state", "action"),
    "returns": ("state", "out"),
    "observe": ("state", "seat", "out"),
}
_BY_DTYPE: dict[Any, dict[str, Callable[..., Any]]] = {}
_BY_TYPE: dict[Any, dict[str, Callable[..., Any]]] = {}


def register(dtype: Any, **verbs: Callable[..., Any]) -> None:
    """Register a game's verbs for its state record.

    Raises:
        TypeError: if a verb is missing, makes arrays, or takes other arguments than the contract's.
    """
    layout = LAYOUTS[dtype]
    for name, arguments in VERBS.items():
        if name not in verbs:
            raise TypeError(f"{layout.name}: the verb {name}{arguments} is missing")
        function = getattr(verbs[name], "py_func", verbs[name])
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        if names != arguments:
            raise TypeError(f"{layout.name}: {name} must take {arguments}, got {names}")
        if makes_arrays(function):
            raise TypeError(
                f"{layout.name}: {name} must not make arrays itself: let it call another compiled "
                "function that does"
            )
    _BY_DTYPE[dtype] = verbs
    if not DISABLED:
        _BY_TYPE[numba.from_dtype(dtype)] = verbs


def _implementation(state: Any, name: str) -> Callable[..., Any]:
    return _BY_DTYPE[state.dtype][name]


def _typed(state: Any, name: str) -> Callable[..., Any] | None:
    """Return the plain function for a record type: Numba compiles it in place of the verb."""
    verbs = _BY_TYPE.get(state)
    return None if verbs is None else getattr(verbs[name], "py_func", verbs[name])


def legal(state, actions):
    """Add the legal actions to `actions int64[W]`, zeroed by the caller."""
    return _implementation(state, "legal")(state, actions)


def play(state, action):
    """Play a legal action."""
    return _implementation(state, "play")(state, action)


def returns(state, out):
    """Write the raw score of each seat since the episode began into `out float64[P]`."""
    return _implementation(state, "returns")(state, out)


def observe(state, seat, out):
    """Write what a seat knows into `out float32[F]`, zeroed by the caller."""
    return _implementation(state, "observe")(state, seat, out)


def _deal(state, deck):
    # Compiled code computes with int16 cards in int64; NumPy's scalars would overflow.
    return _implementation(state, "deal")(state, deck.astype(np.int64))


# A verb is only ever part of another kernel.
_LINKED = {} if DISABLED else {"pipeline_class": LinkedCompiler}


@overload(legal, jit_options=_LINKED)
def _overload_legal(state, actions):
    return _typed(state, "legal")


@overload(play, jit_options=_LINKED)
def _overload_play(state, action):
    return _typed(state, "play")


@overload(returns, jit_options=_LINKED)
def _overload_returns(state, out):
    return _typed(state, "returns")


@overload(observe, jit_options=_LINKED)
def _overload_observe(state, seat, out):
    return _typed(state, "observe")


@overload(_deal, jit_options=_LINKED)
def _overload_deal(state, deck):
    return _typed(state, "deal")


@compiled
def deal_again(state, deck):
    """Deal the running deal anew: the match and the keys are as they were before it."""
    state.match = state.match_start
    for seat in range(state.opt.players):
        state.memory[seat] = state.memory_start[seat]
    blank(state)
    if not state.quiet:
        tell_new_deal(state)
    _deal(state, deck)


@compiled
def deal(state, deck):
    """Deal the next deck: `deck int16[N]` is a permutation of the game's pack, taken in order."""
    if state.deal_number == state.match.deals:
        state.redeal_number += 1
    else:
        state.deal_number = state.match.deals
        state.redeal_number = 0
    state.match_start = state.match
    for seat in range(state.opt.players):
        state.memory_start[seat] = state.memory[seat]
    deal_again(state, deck)
