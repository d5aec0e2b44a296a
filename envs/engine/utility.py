"""Utilities: what an agent is paid, from the raw scores."""

from __future__ import annotations

import numpy as np

from .arrays import clear, fill
from .jit import compiled
from .options import UTILITIES

SCORE, ZERO_SUM, WIN, RANK = range(len(UTILITIES))  # an option's number in the record


@compiled
def write_utilities(kind, is_over, scores, out):
    """Write each seat's utility so far into `out float64[P]`, which may be `scores` itself.

    Args:
        kind: SCORE as the rules count; ZERO_SUM own score minus the mean of the others'; WIN the
            shared first place, 1/k each; RANK the mean place scaled to [-1, 1].
        is_over: Whether the episode has ended; WIN and RANK are zero before.
        scores: float64[P], raw scores.
        out: float64[P].
    """
    players = len(scores)
    if kind == SCORE:
        fill(out, scores)
    elif kind == ZERO_SUM:
        total = 0.0
        for seat in range(players):
            total += scores[seat]
        for seat in range(players):
            out[seat] = (scores[seat] * players - total) / (players - 1)
    elif not is_over:
        clear(out)
    elif kind == WIN:
        best, number = scores[0], 0
        for seat in range(players):
            best = max(best, scores[seat])
        for seat in range(players):
            if scores[seat] == best:
                number += 1
        for seat in range(players):
            out[seat] = 1.0 / number if scores[seat] == best else 0.0
    else:
        places = np.zeros(players)
        for seat in range(players):
            for other in range(players):
                if scores[seat] > scores[other]:
                    places[seat] += 1.0
                elif scores[seat] < scores[other]:
                    places[seat] -= 1.0
        for seat in range(players):
            out[seat] = places[seat] / (players - 1)


def utilities(kind: str, scores: np.ndarray, is_over: bool) -> np.ndarray:
    """Return each seat's utility so far, float64[P].

    Args:
        kind: One of `UTILITIES`.
        scores: float64[P], raw scores.
        is_over: Whether the episode has ended; `win` and `rank` are zero before.

    Example:
        >>> utilities("rank", np.array([10.0, 3.0, 3.0]), True).tolist()
        [1.0, -0.5, -0.5]
    """
    out = np.empty(len(scores))
    raw = np.asarray(scores, np.float64)
    write_utilities(UTILITIES.index(kind), is_over, raw, out)
    return out


def utility_range(kind: str, low: float, high: float) -> tuple[float, float]:
    """Return bounds of a utility when every score lies in [low, high]."""
    if kind == "score":
        return low, high
    if kind == "zero_sum":
        return low - high, high - low
    return (0.0, 1.0) if kind == "win" else (-1.0, 1.0)
