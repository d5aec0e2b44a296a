"""Memories of limited size: of all samples a uniform choice, or the latest ones."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


class Memory:
    """Rows of several arrays; when it is full a new row takes the place of an old one."""

    def __init__(self, size: int, widths: Mapping[str, int], *, keep_latest: bool = False) -> None:
        """Make an empty memory.

        Args:
            size: The most rows that are kept.
            widths: The length of each part of a row, by name.
            keep_latest: Whether the oldest row makes room; otherwise every row that ever came has
                the same chance to be there (reservoir sampling, Vitter, ACM TOMS 11, 1985).
        """
        self.size, self.keep_latest = size, keep_latest
        self.seen = 0
        self.parts = {name: np.zeros((0, width), np.float32) for name, width in widths.items()}

    def __len__(self) -> int:
        return min(self.seen, self.size)

    def add(self, rng: np.random.Generator, **rows: np.ndarray) -> None:
        """Add rows.

        Args:
            rng: Decides what they replace; not used by a memory of the latest.
            **rows: float32[N, width] for each part.
        """
        count = len(next(iter(rows.values())))
        self._grow(min(self.size, self.seen + count))
        numbers = self.seen + np.arange(count)
        if self.keep_latest:
            places = numbers % self.size
        else:
            places = np.where(numbers < self.size, numbers, rng.integers(0, numbers + 1))
        self.seen += count
        # Where two rows go to one place the later one stays.
        kept = places < self.size
        for name, part in rows.items():
            self.parts[name][places[kept]] = part[kept]

    def _grow(self, rows: int) -> None:
        if rows <= len(next(iter(self.parts.values()))):
            return
        room = min(self.size, max(rows, 2 * len(next(iter(self.parts.values())))))
        for name, part in self.parts.items():
            grown = np.zeros((room, part.shape[1]), np.float32)
            grown[: len(part)] = part
            self.parts[name] = grown

    def rows(self, which: np.ndarray) -> dict[str, np.ndarray]:
        """Return some rows by their places, int64[N]."""
        return {name: part[which] for name, part in self.parts.items()}

    def arrays(self, name: str) -> dict[str, np.ndarray]:
        """Return the memory as arrays, their names beginning with `name`."""
        kept = {f"{name}.{part}": rows[: len(self)] for part, rows in self.parts.items()}
        return {f"{name}.seen": np.array(self.seen), **kept}

    def restore(self, name: str, arrays: Mapping[str, np.ndarray]) -> None:
        """Put back what `arrays` returned."""
        self.seen = int(arrays[f"{name}.seen"])
        self.parts = {part: arrays[f"{name}.{part}"].copy() for part in self.parts}
