"""A team of threads that is handed work in some microseconds.

An executor of the standard library takes as long for that as a kernel for two hundred games.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any


class ThreadTeam:
    """The caller's thread and some more; they end with this object."""

    def __init__(self, threads: int, name: str) -> None:
        """Start all threads but the caller's."""
        self._jobs: SimpleQueue[Any] = SimpleQueue()
        self._started = [
            Thread(target=_work, args=(self._jobs,), name=f"{name}-{number}", daemon=True)
            for number in range(1, threads)
        ]
        for thread in self._started:
            thread.start()
        self._end = weakref.finalize(self, _end, self._jobs, len(self._started))

    def call(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call a function with each tuple of arguments, and return what the calls return, in order.

        The first call is made by the caller's thread. When this returns or raises all are over; of
        several errors one is raised.
        """
        answers: SimpleQueue[tuple[int, Any, BaseException | None]] = SimpleQueue()
        for place, arguments in enumerate(calls[1:], 1):
            self._jobs.put((answers, place, function, arguments))
        found: list[Any] = [None] * len(calls)
        errors: list[BaseException] = []
        try:
            found[0] = function(*calls[0])
        finally:
            for _ in calls[1:]:
                place, found[place], error = answers.get()
                if error is not None:
                    errors.append(error)
        for error in errors:
            raise error
        return found

    def close(self) -> None:
        """End the threads."""
        self._end()
        for thread in self._started:
            thread.join()


def _work(jobs: SimpleQueue[Any]) -> None:
    """Do the jobs of a queue until None comes."""
    while (job := jobs.get()) is not None:
        answers, place, function, arguments = job
        try:
            answers.put((place, function(*arguments), None))
        except BaseException as error:
            answers.put((place, None, error))
        del job, answers, function, arguments  # nothing is kept alive by a thread that waits


def _end(jobs: SimpleQueue[Any], number: int) -> None:
    for _ in range(number):
        jobs.put(None)
