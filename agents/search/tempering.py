"""Weights that hang on few worlds are flattened until enough worlds count."""

from __future__ import annotations

import numpy as np

_STEPS = 30  # halvings of the interval in which the exponent lies


def effective_number(chances: np.ndarray) -> float:
    """Return how many equally probable worlds are worth as much: 1 / sum of squares.

    Args:
        chances: float64[K], probabilities that add up to 1.
    """
    return float(1.0 / np.square(chances).sum())


def tempered(chances: np.ndarray, least: float) -> np.ndarray:
    """Return the probabilities raised to the highest power up to 1 that leaves enough worlds.

    A model of the others that is sure of each action makes one world in thousands count; a search
    in a handful of worlds then believes that it knows the cards.

    Args:
        chances: float64[K], probabilities that add up to 1.
        least: The effective number that must be left.
    """
    if effective_number(chances) >= least:
        return chances
    logs = np.log(np.maximum(chances, 1e-300))
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        power = (low + high) / 2
        found = _raised(logs, power)
        low, high = (power, high) if effective_number(found) >= least else (low, power)
    return _raised(logs, low)


def _raised(logs: np.ndarray, power: float) -> np.ndarray:
    found: np.ndarray = np.exp(power * (logs - logs.max()))
    return found / found.sum()
