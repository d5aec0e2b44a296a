"""Regrets by key: an open-addressing table over flat arrays, which grows between iterations.

A row belongs to a key and holds where its slots lie: the regrets and the sums of the average policy
of its choices. Keys are the engine's, scrambled 64-bit words, so a key's low bits are its place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import make_record

EMPTY = 0  # the key of an unused row; a key that is 0 is called 1
FULL = -1

COUNTS = make_record(
    [
        ("rows", np.int64),  # in use
        ("slots", np.int64),  # in use
        ("overflow", np.int64),  # 1 where a sample wanted more room than was kept free
    ]
)


class Table:
    """Rows and slots; kernels work on the arrays."""

    def __init__(self, rows: int = 1 << 16) -> None:
        """Make an empty table; `rows` is a power of two."""
        self.keys = np.zeros(rows, np.int64)
        self.starts = np.zeros(rows, np.int64)
        self.sizes = np.zeros(rows, np.int64)
        self.regrets = np.zeros(4 * rows)
        self.sums = np.zeros(4 * rows)
        self.counts = np.zeros(1, COUNTS)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays in the order in which kernels take them."""
        return self.keys, self.starts, self.sizes, self.regrets, self.sums, self.counts

    def make_room(self) -> None:
        """Grow what is more than half full."""
        counts = self.counts[0]
        if 2 * counts.rows >= len(self.keys):
            keys, starts, sizes = self.keys, self.starts, self.sizes
            rows = 4 * len(keys)
            self.keys = np.zeros(rows, np.int64)
            self.starts, self.sizes = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
            move_rows(keys, starts, sizes, self.keys, self.starts, self.sizes)
        if 2 * counts.slots >= len(self.regrets):
            more = np.zeros(3 * len(self.regrets))
            self.regrets = np.concatenate((self.regrets, more))
            self.sums = np.concatenate((self.sums, more))

    def averages(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the average policy: sorted keys int64[I], firsts int64[I + 1], float64[S]."""
        used = np.flatnonzero(self.keys != EMPTY)
        used = used[np.argsort(self.keys[used])]
        sizes, starts = self.sizes[used], self.starts[used]
        first = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        where = np.repeat(starts - first[:-1], sizes) + np.arange(first[-1])
        sums = self.sums[where]
        totals = np.repeat(np.add.reduceat(sums, first[:-1]) if len(used) else sums, sizes)
        uniform = np.repeat(1.0 / np.maximum(sizes, 1), sizes)
        with np.errstate(invalid="ignore", divide="ignore"):
            policy = np.where(totals > 0.0, sums / totals, uniform)
        return self.keys[used], first, policy

    def state(self) -> dict[str, Any]:
        """Return all that the next sample depends on."""
        slots = int(self.counts["slots"][0])
        return {
            "keys": self.keys,
            "starts": self.starts,
            "sizes": self.sizes,
            "regrets": self.regrets[:slots],
            "sums": self.sums[:slots],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take up what `state` returned."""
        self.keys, self.starts = state["keys"].copy(), state["starts"].copy()
        self.sizes = state["sizes"].copy()
        slots = len(state["regrets"])
        room = max(4 * len(self.keys), 2 * slots)
        self.regrets, self.sums = np.zeros(room), np.zeros(room)
        self.regrets[:slots], self.sums[:slots] = state["regrets"], state["sums"]
        self.counts["rows"] = np.count_nonzero(self.keys)
        self.counts["slots"] = slots


@compiled
def move_rows(keys, starts, sizes, new_keys, new_starts, new_sizes):
    """Put all rows into larger arrays."""
    mask = len(new_keys) - 1
    for row in range(len(keys)):
        if keys[row] != EMPTY:
            at = keys[row] & mask
            while new_keys[at] != EMPTY:
                at = (at + 1) & mask
            new_keys[at] = keys[row]
            new_starts[at] = starts[row]
            new_sizes[at] = sizes[row]


@compiled
def find_slots(keys, starts, sizes, counts, room, key, size):
    """Return the first slot of a key's row, which is added where it is new.

    Args:
        keys: int64[R].
        starts: int64[R].
        sizes: int64[R].
        counts: The counts record.
        room: Number of slots that there is room for.
        key: The key.
        size: Number of choices.

    Returns:
        The slot; FULL where there is no room, or where the key has another number of choices.
    """
    if key == EMPTY:
        key = np.int64(1)
    mask = len(keys) - 1
    at = key & mask
    while keys[at] != key:
        if keys[at] == EMPTY:
            if counts.slots + size > room or counts.rows + 1 >= len(keys):
                counts.overflow = 1
                return np.int64(FULL)
            keys[at] = key
            starts[at] = counts.slots
            sizes[at] = size
            counts.rows += 1
            counts.slots += size
            return starts[at]
        at = (at + 1) & mask
    if sizes[at] != size:
        counts.overflow = 2
        return np.int64(FULL)
    return starts[at]
