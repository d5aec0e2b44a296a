"""The team of threads that shares a batch's work."""

from __future__ import annotations

import gc
import threading
import time
from queue import SimpleQueue
from typing import Any

import numpy as np
import pytest
from numba import TypingError

from prikup.envs.engine.jit import compiled
from prikup.envs.engine.rng import scramble
from prikup.envs.engine.signals import ASLEEP, SHARE, STOP, first_share, next_share
from prikup.envs.threads import ThreadTeam

SLOW = 20_000_000  # scrambled words: some hundredths of a second, far more than anybody's patience


@compiled
def count_games(counts, costs, broken, signals, slot):
    """Count each game once, at its cost; the broken one fails."""
    share = first_share(signals, slot)
    while share != STOP:
        for game in range(SHARE * share, min(SHARE * (share + 1), len(counts))):
            if game == broken[0]:
                raise ValueError("a broken game")
            word = np.int64(game)
            for _ in range(costs[game]):
                word = scramble(word)
            counts[game] += 1 if word != -1 else 2  # so that the words are needed
        share = next_share(signals, slot)


class Work:
    """A team that counts games, and what it counted."""

    def __init__(self, games: int, threads: int) -> None:
        """Make the team; no game costs anything or fails."""
        self.counts, self.costs = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self.broken = np.full(1, -1)
        self.team = ThreadTeam(count_games, (self.counts, self.costs, self.broken), games, threads)


@pytest.mark.parametrize("games", [1, 31, 32, 33, 500])
@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_every_game_is_played_once_a_step(games: int, threads: int) -> None:
    """Whoever is fast takes more shares, none is taken twice and none is forgotten."""
    work = Work(games, threads)
    for step in range(300):
        work.team.run()
        assert (work.counts == step + 1).all()
    work.team.close()


@pytest.mark.parametrize("slow", [0, 499])
def test_a_step_is_over_when_the_slowest_share_is(slow: int) -> None:
    """The caller waits for another thread's share, awake or asleep, and others for the caller."""
    work = Work(500, 2)
    work.costs[slow] = SLOW
    for step in range(5):
        work.team.run()
        assert (work.counts == step + 1).all()
    work.team.close()


def test_threads_fall_asleep_and_wake() -> None:
    """Threads that have waited for long sleep, and serve again."""
    work = Work(500, 3)
    for step in range(3):
        work.team.run()
        assert (work.counts == step + 1).all()
        limit = time.monotonic() + 10
        while not work.team._signals[1:, ASLEEP].all() and time.monotonic() < limit:
            time.sleep(0.01)
        assert work.team._signals[1:, ASLEEP].all()
    work.team.close()


def test_nobody_waits_for_a_sleeper() -> None:
    """If another thread does not wake at all, the caller does all the work."""
    work = Work(500, 2)
    work.team.run()
    time.sleep(0.05)
    wakes, work.team._wakes[1] = work.team._wakes[1], SimpleQueue()
    work.team.run()

    assert (work.counts == 2).all()
    work.team._wakes[1] = wakes
    work.team.close()


@pytest.mark.parametrize("broken", [0, 250, 499])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_all_is_over_when_an_error_is_raised(broken: int, threads: int) -> None:
    """An error in any thread's share is the caller's, and the team goes on to serve."""
    work = Work(500, threads)
    work.broken[0] = broken
    with pytest.raises(ValueError, match="a broken game"):
        work.team.run()

    counted = work.counts.copy()
    assert counted[broken] == 0
    assert (counted <= 1).all()
    time.sleep(0.02)
    assert (work.counts == counted).all()
    work.broken[0] = -1
    for _ in range(100):
        work.team.run()
    assert (work.counts == counted + 100).all()
    work.team.close()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_work_that_cannot_begin_is_an_error(threads: int) -> None:
    """Arguments that the kernel does not take are told at once, and nobody is waited for."""
    team = ThreadTeam(count_games, ("no counts", None, None), 500, threads)
    for _ in range(2):
        with pytest.raises(TypingError):
            team.run()
    team.close()


def test_threads_end_with_their_team() -> None:
    """Closed or forgotten, a team leaves no thread behind; a closed one can begin anew."""
    before = set(threading.enumerate())

    def others() -> set[Any]:
        return set(threading.enumerate()) - before

    closed, forgotten = Work(100, 2), Work(100, 3)
    assert not others()
    closed.team.run()
    forgotten.team.run()
    assert 3 == len(others())

    closed.team.close()
    assert 2 == len(others())
    closed.team.run()
    assert (closed.counts == 2).all()
    assert 3 == len(others())
    closed.team.close()

    del forgotten
    gc.collect()
    limit = time.monotonic() + 10
    while others() and time.monotonic() < limit:
        time.sleep(0.01)
    assert not others()
