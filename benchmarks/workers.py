"""Processes that work through a list of tasks; they end with their parent, however it ends.

The standard pools do not do here: one waits forever for a worker that was killed, the other leaves
its workers behind when the parent is killed. Here each worker has a pipe of its own, so either side
notices the end of the other.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

_JOIN_SECONDS = 1.0


class WorkerDied(RuntimeError):
    """A worker process ended in the middle of a task."""


def spread(
    make: Callable[[Any], Callable[[Any], Any]], argument: Any, tasks: Iterable[Any], count: int
) -> Generator[Any, None, None]:
    """Yield the results of tasks, in the order in which they are finished.

    Args:
        make: Called as `make(argument)` in each process, it returns what does a task. It must
            be a function of a module, for the processes import it anew.
        argument: What `make` gets.
        tasks: The tasks, taken from the iterator one by one as workers become free.
        count: Number of processes; with 1 the tasks are done in this one.

    Raises:
        WorkerDied: if a process ends without a result. An error in a task is raised as it is.
    """
    if count == 1:
        work = make(argument)
        for task in tasks:
            yield work(task)
        return
    waiting = iter(tasks)
    workers: dict[Connection, Any] = {}
    try:
        # Only the first worker starts at once: what it compiles the others find in the cache.
        busy = set(_start(workers, make, argument, waiting))
        while busy:
            for connection in wait(busy):
                assert isinstance(connection, Connection)
                result = _receive(connection, workers)
                busy.discard(connection)
                busy.update(_send(connection, waiting))
                while busy and len(workers) < count:
                    started = _start(workers, make, argument, waiting)
                    if not started:
                        break
                    busy.update(started)
                yield result
    finally:
        _stop(workers)


def _start(workers: dict[Connection, Any], make: Any, argument: Any, waiting: Any) -> Any:
    """Start a worker on the next task; return its connection in a list, empty without a task."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    sent = _send(here, waiting)
    if not sent:
        return []
    process = context.Process(target=_serve, args=(there, make, argument), daemon=True)
    resource_tracker.ensure_running()  # its start, within that of a worker, would unblock Ctrl-C
    with _interrupts_blocked():
        process.start()
    there.close()  # the only other end is now the worker's: when it dies, reading ends
    workers[here] = process
    return sent


def _send(connection: Connection, waiting: Iterator[Any]) -> list[Connection]:
    for task in waiting:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # seen when reading
            connection.send(task)
        return [connection]
    return []


def _receive(connection: Connection, workers: dict[Connection, Any]) -> Any:
    try:
        is_result, value, trace = connection.recv()
    except (EOFError, ConnectionResetError):
        process = workers[connection]
        process.join(_JOIN_SECONDS)
        raise WorkerDied(
            f"a worker process ended with exit code {process.exitcode}; a script that starts "
            'workers must do so below `if __name__ == "__main__":`'
        ) from None
    if is_result:
        return value
    value.add_note(f"in a worker process:\n{trace}")
    raise value


def _serve(connection: Connection, make: Any, argument: Any) -> None:
    """Do the tasks that come, until the parent closes the pipe or is gone."""
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        work = None
        while True:
            task = connection.recv()
            try:
                work = work or make(argument)
                connection.send((True, work(task), ""))
            except (BrokenPipeError, ConnectionResetError):
                return
            except Exception as error:
                connection.send((False, error, traceback.format_exc()))


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Let a process that is started meanwhile never see Ctrl-C: its parent ends it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop(workers: dict[Connection, Any]) -> None:
    for connection, process in workers.items():
        connection.close()
        process.terminate()
    for process in workers.values():
        process.join(_JOIN_SECONDS)
        if process.is_alive():
            process.kill()
