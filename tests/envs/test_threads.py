"""The team of threads that shares a batch's work."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from prikup.envs.threads import ThreadTeam


def names() -> list[str]:
    """Return the threads of teams made here."""
    return sorted(t.name for t in threading.enumerate() if t.name.startswith("crew"))


def test_answers_come_in_the_order_of_the_calls():
    """The first call is the caller's own, the others are the threads'."""
    team = ThreadTeam(3, "crew")
    found = team.call(lambda number: (number, threading.current_thread().name), [(0,), (1,), (2,)])

    assert [0, 1, 2] == [number for number, _ in found]
    assert threading.current_thread().name == found[0][1]
    assert {name for _, name in found[1:]} <= {"crew-1", "crew-2"}
    team.close()


@pytest.mark.parametrize("failing", [0, 1])
def test_all_calls_are_over_when_an_error_is_raised(failing: int):
    """An error in any thread is the caller's, and the team goes on to serve."""
    team, done = ThreadTeam(2, "crew"), []

    def act(place: int) -> int:
        if place == failing:
            raise ValueError(f"call {place}")
        time.sleep(0.05)
        done.append(place)
        return place

    with pytest.raises(ValueError, match=f"call {failing}"):
        team.call(act, [(0,), (1,)])

    assert [1 - failing] == done
    assert [5, 6] == team.call(lambda number: number, [(5,), (6,)])
    team.close()


def test_threads_end_with_their_team():
    """Closed or forgotten, a team leaves no thread behind."""
    closed, forgotten = ThreadTeam(2, "crew-a"), ThreadTeam(3, "crew-b")
    assert ["crew-a-1", "crew-b-1", "crew-b-2"] == names()

    closed.close()
    assert ["crew-b-1", "crew-b-2"] == names()

    del forgotten
    gc.collect()
    limit = time.monotonic() + 10
    while names() and time.monotonic() < limit:
        time.sleep(0.01)
    assert [] == names()
