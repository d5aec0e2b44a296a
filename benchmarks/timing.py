"""Rates as medians of several repeats, and the rows in which they are reported.

What is compared is measured in turns within one run, so that a machine that is busy with other
things slows both. Read the ratios; the rates are those of the machine in the header.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

REPEATS = 5
_PACKAGES = ("prikup", "numpy", "numba", "open_spiel", "pettingzoo", "rlcard")

Work = Callable[[int], float]  # work(amount) does about so much and returns how much exactly


@dataclass(frozen=True)
class Rate:
    """The median of several repeats, with the lowest and the highest."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Row:
    """One line of a benchmark: what was measured, and the peer it is compared with."""

    bench: str
    what: str
    game: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    threads: int = 1

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return {field.name: getattr(self, field.name) for field in fields(Row)}


@dataclass(frozen=True)
class Measured:
    """A row with what only the table for the terminal shows."""

    row: Row
    rate: Rate
    peer_rate: Rate | None = None

    def text(self) -> str:
        """Return the row as a line of aligned columns."""
        row = self.row
        what = row.what if row.threads == 1 else f"{row.what} x{row.threads}"
        line = f"{what:<11} {row.game:<32} {_shown(self.rate)} {row.unit:<14}"
        if row.peer is None or self.peer_rate is None or row.ratio is None:
            return line.rstrip()
        return f"{line} {row.ratio:>7.3g} x  {row.peer}: {_shown(self.peer_rate).strip()}"


def compared(
    bench: str,
    what: str,
    game: str,
    unit: str,
    rate: Rate,
    peer: str = "",
    peer_rate: Any = None,
    threads: int = 1,
) -> Measured:
    """Return the row of a rate, with the ratio to a peer's where there is one."""
    value = _rounded(rate.value)
    if peer_rate is None:
        return Measured(Row(bench, what, game, value, unit, threads=threads), rate)
    other, ratio = _rounded(peer_rate.value), _rounded(rate.value / peer_rate.value)
    row = Row(bench, what, game, value, unit, peer, other, ratio, threads)
    return Measured(row, rate, peer_rate)


def measure(works: Mapping[str, Work], seconds: float, repeats: int = REPEATS) -> dict[str, Rate]:
    """Measure the rates, a second, of several works in turns.

    Args:
        works: What to do, by name.
        seconds: Time for each of them, over all repeats.
        repeats: Number of repeats; the median counts.
    """
    amounts = {name: _fitting(work, seconds / repeats) for name, work in works.items()}
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            start = time.perf_counter()
            done = work(amounts[name])
            found[name].append(done / (time.perf_counter() - start))
    return {name: summary(values) for name, values in found.items()}


def summary(values: list[float]) -> Rate:
    """Return the median, the lowest and the highest of some values."""
    return Rate(statistics.median(values), min(values), max(values))


def _fitting(work: Work, seconds: float) -> int:
    """Return the amount that takes about so long; the first call compiles and does not count."""
    work(1)
    amount = 1
    while True:
        start = time.perf_counter()
        work(amount)
        spent = time.perf_counter() - start
        if spent >= seconds / 4 or amount >= 1 << 40:
            return max(1, round(amount * seconds / max(spent, 1e-9)))
        amount *= 2 if spent > seconds / 16 else 4


def header() -> str:
    """Return machine and versions in one line."""
    versions = [f"Python {platform.python_version()}"]
    for package in _PACKAGES:
        try:
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{_processor()}, {cores} cores, {platform.system()}; {', '.join(versions)}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _rounded(value: float) -> float:
    """Return four significant digits: a rate has no more."""
    return float(f"{value:.4g}")


def _shown(rate: Rate) -> str:
    """Return a rate with its spread, such as `31.2 M (30.9 to 31.5)`."""
    scale, letter = next(
        (s, mark) for s, mark in ((1e6, " M"), (1e3, " k"), (0.0, "")) if rate.value >= s
    )
    value, low, high = (f"{number / (scale or 1.0):.3g}" for number in vars(rate).values())
    spread = f"({low} to {high})" if low != high else ""
    return f"{value + letter:>7} {spread:<16}"
