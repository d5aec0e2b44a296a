"""Threads that share a kernel's work: they tell each other who begins and who is done.

Waking a thread that sleeps takes ten to fifty microseconds, as long as some hundred games need. So
the threads stay inside compiled code from one step to the next and watch memory for a while; only
when nothing comes they go to sleep in Python (`prikup.envs.threads`).

    def work(..., signals, slot):
        ticket = begin(signals, slot)
        while ticket != STOP:
            ...  # this slot's share
            ticket = end(signals, slot, ticket)

Slot 0 is the caller's thread: it returns after one share, when all others are done or when it has
waited for long (then ASLEEP is set). The others return when there is nothing to do, or when the
caller sleeps and must be woken.
"""

from __future__ import annotations

import platform

from .jit import DISABLED, compiled

STOP = -1
TICKET, ASLEEP = 0, 1  # columns: slot 0: the running step, others: the last one done; who sleeps
COLUMNS = 16  # two cache lines a slot: no two threads write to the same or to neighbours

_HAS_PAUSE = platform.machine().lower() in ("x86_64", "amd64")
PATIENCE = 4_000 if _HAS_PAUSE else 80_000  # looks, of twenty or one nanosecond: some 80 us

if DISABLED:

    def begin(signals, slot):
        """Return the number of the step; only the caller's thread works where nothing compiles."""
        return 1

    def end(signals, slot, ticket):
        """Return STOP."""
        return STOP

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic
    from numba.np import arrayobj

    def _place(context, builder, signature, arguments):
        array = arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
        at = builder.mul(arguments[1], ir.Constant(ir.IntType(64), COLUMNS))
        return builder.gep(array.data, [builder.add(at, arguments[2])])

    # In sequential order, as all threads see it: a thread first says that it sleeps, then looks
    # once more; its caller first calls, then looks who sleeps. One of them sees the other.
    @intrinsic
    def _load(typing_context, signals, slot, column):
        def generate(context, builder, signature, arguments):
            return builder.load_atomic(_place(context, builder, signature, arguments), "seq_cst", 8)

        return types.int64(signals, types.int64, types.int64), generate

    @intrinsic
    def _store(typing_context, signals, slot, column, value):
        def generate(context, builder, signature, arguments):
            place = _place(context, builder, signature, arguments)
            builder.store_atomic(arguments[3], place, "seq_cst", 8)
            return context.get_dummy_value()

        return types.void(signals, types.int64, types.int64, types.int64), generate

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
    def begin(signals, slot):
        """Return the number of the step that begins, or STOP.

        Args:
            signals: int64[S, COLUMNS], a row a slot, zeros at first.
            slot: The thread's number, 0 for the caller's.
        """
        if slot == 0:
            ticket = _load(signals, 0, TICKET) + 1
            _store(signals, 0, TICKET, ticket)
            return ticket
        _store(signals, slot, ASLEEP, 0)
        return _next_ticket(signals, slot)

    @compiled
    def end(signals, slot, ticket):
        """Say that a slot's share of a step is done; returns the next step's number or STOP."""
        if slot != 0:
            _store(signals, slot, TICKET, ticket)
            return STOP if _load(signals, 0, ASLEEP) != 0 else _next_ticket(signals, slot)
        for _ in range(PATIENCE):
            if _all_done(signals, ticket):
                return STOP
            _pause()
        _store(signals, 0, ASLEEP, 1)
        if _all_done(signals, ticket):
            _store(signals, 0, ASLEEP, 0)
        return STOP

    @compiled
    def _next_ticket(signals, slot):
        done = _load(signals, slot, TICKET)
        for _ in range(PATIENCE):
            ticket = _load(signals, 0, TICKET)
            if ticket != done:
                return ticket
            _pause()
        _store(signals, slot, ASLEEP, 1)
        ticket = _load(signals, 0, TICKET)
        if ticket == done:
            return STOP
        _store(signals, slot, ASLEEP, 0)
        return ticket

    @compiled
    def _all_done(signals, ticket):
        for slot in range(1, len(signals)):
            if _load(signals, slot, TICKET) != ticket:
                return False
        return True
