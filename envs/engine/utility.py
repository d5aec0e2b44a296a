"""Utilities: what an agent is paid, from the raw scores."""

from __future__ import annotations

import numpy as np


def utilities(kind: str, scores: np.ndarray, is_over: bool) -> np.ndarray:
    """Return each seat's utility so far, float64[P].

    Args:
        kind: `score` as the rules count; `zero_sum` own score minus the mean of the others';
            `win` the shared first place, 1/k each; `rank` the mean place scaled to [-1, 1].
        scores: float64[P], raw scores.
        is_over: Whether the episode has ended; `win` and `rank` are zero before.

    Example:
        >>> utilities("rank", np.array([10.0, 3.0, 3.0]), True).tolist()
        [1.0, -0.5, -0.5]
    """
    players = len(scores)
    if kind == "score":
        return scores.copy()
    if kind == "zero_sum":
        return (scores * players - scores.sum()) / (players - 1)
    if not is_over:
        return np.zeros(players)
    if kind == "win":
        first = scores == scores.max()
        return first / first.sum()
    below = (scores[:, None] > scores[None, :]).sum(axis=1)
    above = (scores[:, None] < scores[None, :]).sum(axis=1)
    return (below - above) / (players - 1)


def utility_range(kind: str, low: float, high: float) -> tuple[float, float]:
    """Return bounds of a utility when every score lies in [low, high]."""
    if kind == "score":
        return low, high
    if kind == "zero_sum":
        return low - high, high - low
    return (0.0, 1.0) if kind == "win" else (-1.0, 1.0)
