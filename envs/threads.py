"""A team of threads that does the same work again and again, each its share.

Steps follow each other in less time than it takes to wake a thread, so between two steps the
threads watch memory (`prikup.envs.engine.signals`); here is what happens when they sleep.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from .engine import signals as kernels
from .engine.jit import DISABLED
from .engine.signals import ASLEEP, STEP, new_signals


class ThreadTeam:
    """The caller's thread and some more; they end with this object."""

    def __init__(
        self, kernel: Callable[..., Any], arguments: tuple[Any, ...], games: int, threads: int
    ) -> None:
        """Prepare the work; threads start with the first `run`.

        Args:
            kernel: A compiled function `kernel(*arguments, signals, slot)` that works through
                shares as `prikup.envs.engine.signals` says.
            arguments: Its first arguments.
            games: How many games there are to share.
            threads: How many threads share them.
        """
        self._kernel, self._arguments, self._games = kernel, arguments, games
        self._number = 1 if DISABLED else threads  # uncompiled, a watcher would hold Python's lock
        self._threads: list[Thread] = []
        self._clear()

    def _clear(self) -> None:
        self._signals = new_signals(self._games, self._number)
        self._wakes: list[SimpleQueue[bool]] = [SimpleQueue() for _ in range(self._number)]
        self._told: SimpleQueue[None] = SimpleQueue()
        self._errors: list[BaseException] = []

    def run(self) -> None:
        """Do all the work once. When this returns or raises all is over; one error is raised."""
        step, self._errors[:] = self._signals[0, STEP], []
        if len(self._threads) < self._number - 1:
            self._start()
        for slot in range(1, self._number):
            if self._signals[slot, ASLEEP]:
                self._wakes[slot].put(True)
        try:
            self._kernel(*self._arguments, self._signals, 0)
        except BaseException as failure:
            self._errors.append(failure)
            if self._signals[0, STEP] != step:  # it has begun
                kernels.drop_rest(self._signals)
                self._signals[0, ASLEEP] = not kernels.all_done(self._signals)
        while self._signals[0, ASLEEP]:
            self._wait()
        if self._errors:
            raise self._errors[0]

    def _start(self) -> None:
        for slot in range(1, self._number):
            work = (self._kernel, self._arguments, self._signals, slot)
            arguments = (*work, self._wakes[slot], self._told, self._errors)
            name = f"prikup-team-{slot}"
            self._threads.append(Thread(target=_serve, args=arguments, name=name, daemon=True))
            self._threads[-1].start()
        self._end = weakref.finalize(self, _end, self._wakes)

    def _wait(self) -> None:
        """Sleep until a thread says that it is done, and find out whether all are."""
        try:
            # Where the own share has failed nobody may know that we wait: look again now and then.
            with contextlib.suppress(Empty):
                self._told.get(timeout=0.1)
        except BaseException as error:  # Ctrl-C
            self._errors.append(error)
        if kernels.all_done(self._signals):
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
    arguments: tuple[Any, ...],
    signals: Any,
    slot: int,
    wakes: SimpleQueue[bool],
    told: SimpleQueue[None],
    errors: list[BaseException],
) -> None:
    """Work whenever there is something to do, until the end is told."""
    while wakes.get():
        signals[slot, ASLEEP] = 0
        while not signals[slot, ASLEEP]:
            try:
                kernel(*arguments, signals, slot)
            except BaseException as error:
                errors.append(error)
                kernels.put_down(signals, slot)
                signals[slot, ASLEEP] = 1
            if signals[0, ASLEEP]:
                told.put(None)


def _end(wakes: list[SimpleQueue[bool]]) -> None:
    for queue in wakes:
        queue.put(False)
