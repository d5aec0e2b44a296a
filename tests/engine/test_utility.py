"""Utilities computed from scores."""

import numpy as np
import pytest

from prikup.envs.engine.utility import utilities, utility_range


@pytest.mark.parametrize(
    "kind, scores, expected",
    [
        ("score", [3.0, -1.0, 4.0], [3.0, -1.0, 4.0]),
        ("zero_sum", [3.0, -1.0, 4.0], [1.5, -4.5, 3.0]),  # 3 - (-1 + 4) / 2, and so on
        ("zero_sum", [10.0, 4.0], [6.0, -6.0]),
        ("win", [3.0, -1.0, 4.0], [0.0, 0.0, 1.0]),
        ("win", [4.0, 4.0, -1.0], [0.5, 0.5, 0.0]),
        ("rank", [3.0, -1.0, 4.0], [0.0, -1.0, 1.0]),
        ("rank", [3.0, 3.0, 3.0], [0.0, 0.0, 0.0]),
        ("rank", [9.0, 9.0, 1.0, 0.0], [2 / 3, 2 / 3, -1 / 3, -1.0]),
    ],
)
def test_utilities_are_as_defined(kind, scores, expected):
    """Score, margin over the others' mean, shared first place, scaled mean place."""
    assert expected == pytest.approx(utilities(kind, np.array(scores), True).tolist())


@pytest.mark.parametrize("kind", ["win", "rank"])
def test_places_count_at_the_end_only(kind):
    """Before the episode is over nobody has won or lost anything."""
    assert [0.0, 0.0] == utilities(kind, np.array([5.0, 1.0]), False).tolist()


@pytest.mark.parametrize("kind", ["score", "zero_sum", "win", "rank"])
def test_utilities_stay_within_their_range(kind):
    """Whatever the scores, utilities lie between the bounds."""
    low, high = utility_range(kind, -20.0, 120.0)
    generator = np.random.default_rng(1)
    for players in (2, 3, 5):
        for scores in generator.integers(-20, 121, size=(50, players)).astype(float):
            found = utilities(kind, scores, True)

            assert low <= found.min() and found.max() <= high
            if kind != "score":
                assert (1.0 if kind == "win" else 0.0) == pytest.approx(found.sum())
