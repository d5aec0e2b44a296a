"""The layout of a game's state: one flat record, most of it the log.

    tag · opt · match · player · quiet · deal_number · redeal_number · log_length
        · match_start · memory · memory_start · the game's own fields · log

Every number is an int64. The tag carries the game's name and a digest of its sources, so that two
games never share a layout and a kernel compiled for older rules is never found again.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .jit import DISABLED, game_digest
from .log import MAX_EVENTS, MAX_SEATS
from .options import option_fields

Field = tuple[Any, ...]  # (name, *shape)


@dataclass(frozen=True)
class Layout:
    """What the engine knows of a state record besides its dtype."""

    name: str
    tag: str
    seats: int  # the most players the record holds, S
    events: int  # capacity of the log in words
    blank_from: int  # offset of the first byte that a new deal blanks
    log_at: int  # offset of the log
    ordered: int  # set of places (besides DECK) that keep an order
    match_start: dict[str, Any] = field(default_factory=dict)  # initial values that are not zero


LAYOUTS: dict[Any, Layout] = {}  # state dtype -> Layout


def make_record(fields: list[tuple[Any, ...]]) -> np.dtype:
    """Return an aligned record dtype whose fields are attributes, compiled and uncompiled.

    Raises:
        TypeError: if a name is an attribute of every NumPy record, which would hide the field.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise TypeError(
                f"a field may not be called {name!r}: NumPy records have that attribute"
            )
    return np.dtype((np.record, np.dtype(fields, align=True)))


def _numbers(fields: list[Field]) -> list[tuple[Any, ...]]:
    return [(name, np.int64, *([tuple(shape)] if shape else [])) for name, *shape in fields]


def record(
    name: str,
    options: type,
    *,
    seats: int,
    match: list[Field],
    fields: list[Field],
    events: int = 256,
    match_start: dict[str, Any] | None = None,
    ordered: tuple[int, ...] = (),
) -> np.dtype:
    """Make a game's state record and remember its layout.

    Args:
        name: The game's name.
        options: Its options dataclass; its options and derived numbers become `state.opt`.
        seats: The most players that may sit, S.
        match: Fields `(name, *shape)` of the public match state; `deals`, the number of finished
            deals, is always there and comes first.
        fields: The game's own fields `(name, *shape)`; they are zero when `deal` is called.
        events: Capacity of the log in words: a deal's longest log must fit.
        match_start: Values of match fields at the start of an episode that are not zero.
        ordered: Places other than DECK whose cards lie in order (first in, first out).

    Returns:
        The dtype; `states = np.zeros(n, dtype)` is a batch of states.

    Raises:
        TypeError: if a field's name is an attribute of NumPy records, or a size is too large.
    """
    if not (0 < seats <= MAX_SEATS and 0 < events <= MAX_EVENTS):
        raise TypeError(
            f"{name}: a record holds up to {MAX_SEATS} seats and {MAX_EVENTS} words of log, "
            f"got {seats} and {events}"
        )
    tag = f"{name}_{game_digest(inspect.getfile(options))}"
    opt_type = make_record(_numbers(option_fields(options)))
    match_type = make_record(_numbers([("deals",), *match]))
    engine: list[Field] = [("player",), ("quiet",), ("deal_number",), ("redeal_number",)]
    dtype = make_record(
        [
            (tag, np.int64),
            ("opt", opt_type),
            ("match", match_type),
            *_numbers([*engine, ("log_length",)]),
            ("match_start", match_type),
            *_numbers([("memory", seats), ("memory_start", seats), *fields]),
            ("log", np.int64, (events,)),
        ]
    )
    assert dtype.fields is not None
    log_at = int(dtype.fields["log"][1])
    first = fields[0][0] if fields else "log"
    LAYOUTS[dtype] = Layout(
        name=name,
        tag=tag,
        seats=seats,
        events=events,
        blank_from=int(dtype.fields[first][1]),
        log_at=log_at,
        ordered=sum(1 << place for place in ordered),
        match_start=match_start or {},
    )
    return dtype


def view_record(dtype: np.dtype) -> np.dtype:
    """Return the record of a view on a state of this dtype: what one seat saw, and nothing else."""
    layout = LAYOUTS[dtype]
    assert dtype.fields is not None
    opt_type, match_type = dtype.fields["opt"][0], dtype.fields["match"][0]
    return make_record(
        [
            (f"view_{layout.tag}", np.int64),
            ("opt", opt_type),
            ("match", match_type),
            *_numbers([("seat",), ("player",), ("deal_number",), ("redeal_number",)]),
            ("match_start", match_type),
            *_numbers([("key",), ("starts", layout.seats), ("log_length",)]),
            ("log", np.int64, (layout.events,)),
        ]
    )


def copied(states: np.ndarray) -> np.ndarray:
    """Return a copy of an array of records, ten times as fast as NumPy's, which goes by fields."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


# --- bytes of a record ----------------------------------------------------------------------------

if DISABLED:

    def blank(state: Any) -> None:
        """Zero all that belongs to the running deal."""
        names = state.dtype.names
        for name in names[names.index("memory_start") + 1 : -1]:
            state[name] = 0
        state.log_length = 0

    def copy_state(target: Any, source: Any) -> None:
        """Copy a state; of the log only what has been written."""
        for name in source.dtype.names[:-1]:
            target[name] = source[name]
        length = source.log_length
        target["log"][:length] = source["log"][:length]

else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    def _layout_of(record_type: Any) -> Layout:
        tag = next(iter(record_type.fields))
        for layout in LAYOUTS.values():
            if layout.tag == tag:
                return layout
        raise KeyError(tag)

    def _bytes_at(builder: Any, pointer: Any, offset: int) -> Any:
        start = builder.bitcast(pointer, ir.IntType(8).as_pointer())
        return builder.gep(start, [ir.Constant(ir.IntType(64), offset)])

    @intrinsic
    def _blank_bytes(typing_context, state):
        layout = _layout_of(state)

        def generate(context, builder, signature, arguments):
            start = _bytes_at(builder, arguments[0], layout.blank_from)
            size = ir.Constant(ir.IntType(64), layout.log_at - layout.blank_from)
            cgutils.memset(builder, start, size, 0)

        return types.void(state), generate

    @intrinsic
    def _copy_bytes(typing_context, target, source, words):
        layout = _layout_of(source)

        def generate(context, builder, signature, arguments):
            to, start, length = arguments
            size = builder.add(
                builder.mul(length, ir.Constant(ir.IntType(64), 8)),
                ir.Constant(ir.IntType(64), layout.log_at),
            )
            byte = ir.IntType(8)
            cgutils.raw_memcpy(
                builder,
                builder.bitcast(to, byte.as_pointer()),
                builder.bitcast(start, byte.as_pointer()),
                size,
                1,
            )

        return types.void(target, source, types.int64), generate

    from .jit import compiled

    @compiled
    def blank(state):
        """Zero all that belongs to the running deal."""
        _blank_bytes(state)
        state.log_length = 0

    @compiled
    def copy_state(target, source):
        """Copy a state; of the log only what has been written."""
        _copy_bytes(target, source, source.log_length)
