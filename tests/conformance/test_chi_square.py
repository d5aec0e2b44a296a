"""The suite's own statistics, against SciPy."""

from __future__ import annotations

import pytest

from prikup.envs.checks.worlds import chi_square, merge_cells, tail_probability

stats = pytest.importorskip("scipy.stats")


@pytest.mark.parametrize("freedom", [1, 2, 5, 20, 100])
@pytest.mark.parametrize("probability", [0.5, 0.01, 1e-6])
def test_tail_probability(freedom: int, probability: float) -> None:
    """The tail is SciPy's."""
    statistic = stats.chi2.isf(probability, freedom)

    assert pytest.approx(probability, rel=1e-6) == tail_probability(statistic, freedom)


def test_no_freedom_never_fails() -> None:
    """With a single cell there is nothing to test."""
    assert 1.0 == tail_probability(0.0, 0)


def test_cells_expect_enough() -> None:
    """Neighbours are merged until a cell expects eight draws; a small rest joins the last cell."""
    assert [0, 0, 1, 1, 1] == merge_cells([4.0, 4.0, 9.0, 3.0, 3.0])
    assert [0, 0] == merge_cells([1.0, 1.0])


def test_chi_square_of_known_counts() -> None:
    """Sixty throws of a die as in SciPy's manual."""
    counts = [16, 18, 16, 14, 12, 12]
    expected = sum(counts) / 6

    assert (pytest.approx(stats.chisquare(counts).statistic), 5) == chi_square(
        counts, [expected] * 6
    )
