"""The worth of a hand as a sum of table entries, one for the cards of each suit.

A suit's cards are a pattern, a number whose bit r stands for rank r. There are few patterns (64 of
six ranks, 512 of nine), so that each is seen often, and the table knows of every combination of
cards within a suit what a sum over single cards can only approximate.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_RIDGE = 10.0  # pulls entries that were seldom seen towards the common mean


def patterns(hands: np.ndarray, ranks: int) -> np.ndarray:
    """Return the pattern of each suit, int64[N, S].

    Args:
        hands: [N, S * ranks], 1 for each card held, suit by suit, the lowest rank first.
        ranks: Cards of a suit.

    Example:
        >>> patterns(np.array([[1, 0, 1, 0, 0, 1]]), 3).tolist()
        [[5, 4]]
    """
    bits = 1 << np.arange(ranks)
    found: np.ndarray = (
        hands.reshape(len(hands), hands.shape[1] // ranks, ranks).astype(np.int64) @ bits
    )
    return found


def fit(columns: np.ndarray, outcomes: np.ndarray, entries: int) -> np.ndarray:
    """Return the entries whose sums are nearest to the outcomes by least squares, float64[entries].

    Args:
        columns: int[N, K], the entries that are summed for each outcome.
        outcomes: float[N].
        entries: Number of entries of all tables together.
    """
    together = np.zeros((entries, entries))
    with_outcome = np.zeros(entries)
    mean = float(outcomes.mean()) if len(outcomes) else 0.0
    for i in range(columns.shape[1]):
        with_outcome += np.bincount(columns[:, i], outcomes - mean, entries)
        for j in range(columns.shape[1]):
            pairs = columns[:, i].astype(np.int64) * entries + columns[:, j]
            together += np.bincount(pairs, minlength=entries**2).reshape(entries, entries)
    found: np.ndarray = np.linalg.solve(together + _RIDGE * np.eye(entries), with_outcome)
    return found + mean / columns.shape[1]


def worths(columns: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return the sum of the entries of each row, float64[N]."""
    found: np.ndarray = table[columns].sum(axis=1)
    return found


def edges_of(values: np.ndarray, buckets: int) -> np.ndarray:
    """Return the bounds of buckets of about equal size, float64[buckets - 1]."""
    found: np.ndarray = np.quantile(values, np.arange(1, buckets) / buckets)
    return found


def means(
    index: Sequence[np.ndarray], outcomes: np.ndarray, shape: tuple[int, ...], prior: float
) -> np.ndarray:
    """Return the mean outcome of each cell of a table, smoothed along its first axis.

    Args:
        index: For each axis of the table, int[N].
        outcomes: float[N].
        shape: The table's shape.
        prior: So many outcomes more in each cell are thought to have been the mean over the first
            axis. Half of what the cells before and after it saw counts for a cell too.
    """
    cells, size = np.ravel_multi_index(tuple(index), shape), int(np.prod(shape))
    number = np.bincount(cells, minlength=size).reshape(shape).astype(np.float64)
    total = np.bincount(cells, outcomes, size).reshape(shape)
    all_mean = total.sum() / max(number.sum(), 1.0)
    mean = (total.sum(axis=0) + prior * all_mean) / (number.sum(axis=0) + prior)
    number, total = _with_neighbours(number), _with_neighbours(total)
    found: np.ndarray = (total + prior * mean) / (number + prior)
    return found


def powers(values: np.ndarray, number: int) -> np.ndarray:
    """Return 1, x, x**2 and so on of each value, float64[N, number].

    Example:
        >>> powers(np.array([3.0]), 3).tolist()
        [[1.0, 3.0, 9.0]]
    """
    return np.vander(values, number, increasing=True)


def curve(values: np.ndarray, outcomes: np.ndarray, number: int) -> np.ndarray:
    """Return the coefficients of the polynomial nearest to outcomes, float64[number].

    Args:
        values: float64[N], of the order of 1.
        outcomes: float64[N].
        number: Coefficients, of 1, x, x**2 and so on.
    """
    rows = powers(values, number)
    found: np.ndarray = np.linalg.solve(rows.T @ rows + np.eye(number), rows.T @ outcomes)
    return found


def _with_neighbours(values: np.ndarray) -> np.ndarray:
    """Add half of its neighbours along the first axis to each cell."""
    grown = values.copy()
    grown[1:] += 0.5 * values[:-1]
    grown[:-1] += 0.5 * values[1:]
    return grown
