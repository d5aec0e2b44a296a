"""The progress bar of a long run."""

from __future__ import annotations

import sys

from tqdm import tqdm


def iteration_bar(algorithm: str, done: int, iterations: int, is_shown: bool) -> tqdm:
    """Return a bar over iterations, some of which are done; it comes up after two seconds."""
    return tqdm(
        desc=f"{algorithm}: ",
        total=iterations,
        initial=min(done, iterations),
        unit=" iterations",
        delay=2.0,
        disable=not is_shown,
        mininterval=0.2 if sys.stderr.isatty() else 10.0,
        dynamic_ncols=True,
        leave=False,
    )
