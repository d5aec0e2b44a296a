"""A team of threads that does the same work again and again, each its share.

Steps follow each other in less time than it takes to wake a thread, so between two steps the
threads watch memory (`prikup.envs.engine.signals`); here is what happens when they sleep.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .engine.jit import DISABLED
from .engine.signals import ASLEEP, COLUMNS, TICKET


class ThreadTeam:
    """The caller's thread and one more for each further share; they end with this object."""

    def __init__(
        self, kernel: Callable[..., Any], shares: Sequence[tuple[Any, ...]], name: str
    ) -> None:
        """Prepare the work; threads start with the first `run`.

        Args:
            kernel: A compiled function `kernel(*share, signals, slot)` that works between `begin`
                and `end` as `prikup.envs.engine.signals` says.
            shares: Its first arguments, a tuple for each thread.
            name: How the threads are called.
        """
        self._kernel, self._shares, self._name = kernel, list(shares), name
        self._threads: list[Thread] = []
        self._clear()

    def _clear(self) -> None:
        number = len(self._shares)
        self._signals: NDArray[np.int64] = np.zeros((number, COLUMNS), np.int64)
        self._signals[1:, ASLEEP] = 1
        self._wakes: list[SimpleQueue[bool]] = [SimpleQueue() for _ in range(number)]
        self._over: SimpleQueue[None] = SimpleQueue()
        self._errors: list[BaseException] = []

    def run(self) -> None:
        """Do all shares once. When this returns or raises all are over; one error is raised."""
        if DISABLED:  # uncompiled code would hold Python's lock while it watches
            for share in self._shares:
                self._kernel(*share, self._signals[:1], 0)
            return
        if not self._threads:
            self._start()
        self._wake()
        step = int(self._signals[0, TICKET]) + 1
        try:
            self._kernel(*self._shares[0], self._signals, 0)
        except BaseException as error:
            self._errors.append(error)
            self._signals[0, ASLEEP] = self._signals[0, TICKET] == step
        while self._signals[0, ASLEEP]:
            self._wait(step)
        if self._errors:
            error = self._errors[0]
            self._errors.clear()
            raise error

    def _start(self) -> None:
        for slot in range(1, len(self._shares)):
            own = (self._wakes[slot], self._over, self._errors)
            arguments = (self._kernel, self._shares[slot], self._signals, slot, *own)
            name = f"{self._name}-{slot}"
            self._threads.append(Thread(target=_serve, args=arguments, name=name, daemon=True))
            self._threads[-1].start()
        self._end = weakref.finalize(self, _end, self._wakes)

    def _wake(self) -> None:
        for slot in range(1, len(self._shares)):
            if self._signals[slot, ASLEEP]:
                self._wakes[slot].put(True)

    def _wait(self, step: int) -> None:
        """Sleep until a thread says that it is done, and find out whether all are."""
        try:
            self._wake()  # who fell asleep just before the step began
            # Where our own share failed nobody may know that we wait: look again after a while.
            with contextlib.suppress(Empty):
                self._over.get(timeout=0.1)
        except BaseException as error:  # Ctrl-C
            self._errors.append(error)
        if (self._signals[1:, TICKET] == step).all():
            self._signals[0, ASLEEP] = 0

    def close(self) -> None:
        """End the threads; a later `run` starts them again."""
        if self._threads:
            self._end()
            for thread in self._threads:
                thread.join()
            self._threads.clear()
            self._clear()


def _serve(
    kernel: Callable[..., Any],
    share: tuple[Any, ...],
    signals: NDArray[np.int64],
    slot: int,
    wakes: SimpleQueue[bool],
    over: SimpleQueue[None],
    errors: list[BaseException],
) -> None:
    """Do one share whenever it is due, until the end is told."""
    while wakes.get():
        signals[slot, ASLEEP] = 0
        while not signals[slot, ASLEEP]:
            try:
                kernel(*share, signals, slot)
            except BaseException as error:
                errors.append(error)
                signals[slot, TICKET] = signals[0, TICKET]
                signals[slot, ASLEEP] = 1
            if signals[0, ASLEEP]:
                over.put(None)


def _end(wakes: list[SimpleQueue[bool]]) -> None:
    for queue in wakes:
        queue.put(False)
