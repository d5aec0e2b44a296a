"""Threads that share a kernel's work, and how they tell each other what is taken and what is done.

Waking a thread that sleeps takes ten to fifty microseconds, as long as some hundred games need. So
the threads stay inside compiled code from one step to the next and watch memory for a while; only
when nothing comes they go to sleep in Python (`prikup.envs.threads`). Nobody waits for a sleeper:
the work lies in shares, a thread takes those of its own part first and then those that others have
not taken, as cores are not equally fast.

    def work(..., signals, slot):
        share = first_share(signals, slot)
        while share != STOP:
            ...  # games SHARE * share and on, SHARE of them
            share = next_share(signals, slot)

Slot 0 is the caller's thread. It gets STOP when all shares are done, or when it has waited for long
for those of others (then it is marked ASLEEP). Other threads get STOP when nothing has come for a
while (they are marked), or when the caller sleeps and must be told that something is done.
"""

from __future__ import annotations

import platform
from typing import Any

import numpy as np

from .jit import DISABLED, compiled

STOP = -1
SHARE = 32  # games in a share: some ten microseconds of work

# Columns of `signals int64[S, COLUMNS]`, a row a slot: two cache lines, so that no two threads
# write to the same line or to neighbours.
STEP = 0  # slot 0: the number of the step; others: of the last one that they have seen
ASLEEP = 1  # 1 where a thread is in Python
NEXT, LAST = 2, 3  # the part's next share that nobody has taken, and the one after its last
FIRST = 4
HELD = 5  # 1 while a thread works on a share
DONE = 6  # slot 0: shares done in this step
COLUMNS = 16

_HAS_PAUSE = platform.machine().lower() in ("x86_64", "amd64")
PATIENCE = 4_000 if _HAS_PAUSE else 200_000  # looks, a tenth of a millisecond or so


def new_signals(games: int, slots: int) -> Any:
    """Return the signals of so many threads for so many games; all but the caller's sleep."""
    signals = np.zeros((slots, COLUMNS), np.int64)
    ends = np.linspace(0, -(-games // SHARE), slots + 1).astype(int)
    signals[:, FIRST], signals[:, LAST] = ends[:-1], ends[1:]
    signals[:, NEXT] = ends[1:]
    signals[1:, ASLEEP] = 1
    return signals


if DISABLED:

    def first_share(signals, slot):
        """Return the first share; only the caller's thread works where nothing is compiled."""
        signals[0, NEXT] = 0
        return next_share(signals, slot)

    def next_share(signals, slot):
        """Return the next share or STOP."""
        share = signals[0, NEXT]
        signals[0, NEXT] += 1
        return share if share < signals[-1, LAST] else STOP

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic
    from numba.np import arrayobj

    def _place(context, builder, signature, arguments):
        array = arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
        at = builder.mul(arguments[1], ir.Constant(ir.IntType(64), COLUMNS))
        return builder.gep(array.data, [builder.add(at, arguments[2])])

    # All in one order that all threads agree on: a caller first says that it sleeps and then looks
    # what is done, the others first say that a share is done and then look whether it sleeps.
    @intrinsic
    def _load(typing_context, signals, slot, column):
        def generate(context, builder, signature, arguments):
            place = _place(context, builder, signature, arguments)
            return builder.load_atomic(place, "seq_cst", 8)

        return types.int64(signals, types.int64, types.int64), generate

    @intrinsic
    def _store(typing_context, signals, slot, column, value):
        def generate(context, builder, signature, arguments):
            place = _place(context, builder, signature, arguments)
            builder.store_atomic(arguments[3], place, "seq_cst", 8)
            return context.get_dummy_value()

        return types.void(signals, types.int64, types.int64, types.int64), generate

    @intrinsic
    def _add_one(typing_context, signals, slot, column):
        """Add 1; returns what was there before."""

        def generate(context, builder, signature, arguments):
            place = _place(context, builder, signature, arguments)
            one = ir.Constant(ir.IntType(64), 1)
            return builder.atomic_rmw("add", place, one, "seq_cst")

        return types.int64(signals, types.int64, types.int64), generate

    @intrinsic
    def _pause(typing_context):
        """Leave the core to its other thread for a moment."""

        def generate(context, builder, signature, arguments):
            if _HAS_PAUSE:
                of = ir.FunctionType(ir.VoidType(), [])
                builder.call(builder.module.declare_intrinsic("llvm.x86.sse2.pause", (), of), [])
            return context.get_dummy_value()

        return types.void(), generate

    @compiled
    def first_share(signals, slot):
        """Begin a step (the caller's thread) or wait for one; returns a share or STOP."""
        if slot != 0:
            _store(signals, slot, ASLEEP, 0)
            return _wait_for_share(signals, slot)
        _store(signals, 0, DONE, 0)
        for part in range(len(signals)):
            _store(signals, part, NEXT, signals[part, FIRST])
        _add_one(signals, 0, STEP)
        share = _take(signals, 0)
        return share if share != STOP else _wait_for_others(signals)

    @compiled
    def next_share(signals, slot):
        """Say that a share is done; returns another one or STOP."""
        put_down(signals, slot)
        if slot != 0 and _load(signals, 0, ASLEEP) != 0:
            return STOP
        share = _take(signals, slot)
        if share != STOP:
            return share
        return _wait_for_others(signals) if slot == 0 else _wait_for_share(signals, slot)

    @compiled
    def put_down(signals, slot):
        """Count the share that a thread has taken among those that are done, if it has one."""
        if signals[slot, HELD] != 0:
            signals[slot, HELD] = 0
            _add_one(signals, 0, DONE)

    @compiled
    def drop_rest(signals):
        """Take all shares that are left and do nothing with them, after an error."""
        put_down(signals, 0)
        while _take(signals, 0) != STOP:
            put_down(signals, 0)

    @compiled
    def _take(signals, slot):
        """Take a share of the own part, or one that another thread has not taken yet."""
        for steps in range(len(signals)):
            part = (slot + steps) % len(signals)
            if _load(signals, part, NEXT) < signals[part, LAST]:
                share = _add_one(signals, part, NEXT)
                if share < signals[part, LAST]:
                    signals[slot, HELD] = 1
                    return share
        return STOP

    @compiled
    def all_done(signals):
        """Return whether all shares of the step are done."""
        return _load(signals, 0, DONE) == signals[len(signals) - 1, LAST]

    @compiled
    def _wait_for_others(signals):
        for _ in range(PATIENCE):
            if all_done(signals):
                return STOP
            _pause()
        _store(signals, 0, ASLEEP, 1)
        if all_done(signals):
            _store(signals, 0, ASLEEP, 0)
        return STOP

    @compiled
    def _wait_for_share(signals, slot):
        for _ in range(PATIENCE):
            step = _load(signals, 0, STEP)
            if step != signals[slot, STEP]:
                signals[slot, STEP] = step
                share = _take(signals, slot)
                if share != STOP:
                    return share
            _pause()
        _store(signals, slot, ASLEEP, 1)
        return STOP
