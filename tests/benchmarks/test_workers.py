"""Worker processes: every task once, errors come through, a dead worker is noticed."""

import operator
import os
from functools import partial

import pytest

from prikup.benchmarks.workers import WorkerDied, spread


@pytest.mark.parametrize("count", [1, 2])
def test_every_task_is_done_once(count):
    """The results are those of the tasks, in any order."""
    tasks = [(number,) for number in range(40)]

    assert list(range(40)) == sorted(spread(operator.itemgetter, 0, iter(tasks), count))


def test_no_tasks_need_no_workers():
    """An empty list ends at once."""
    assert [] == list(spread(operator.itemgetter, 0, [], 2))


@pytest.mark.parametrize("count", [1, 2])
def test_an_error_in_a_task_is_raised(count):
    """It keeps its type."""
    with pytest.raises(IndexError):
        list(spread(operator.itemgetter, 3, [(1,), (2,)], count))


def test_a_dead_worker_is_an_error():
    """Nobody waits for a process that is gone; the message names its exit code."""
    with pytest.raises(WorkerDied, match="exit code 3"):
        list(spread(operator.methodcaller, "__call__", [partial(os._exit, 3)] * 2, 2))
