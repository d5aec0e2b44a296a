"""The referee of Thousand against the rules page: vectors, and what holds in every game."""

from __future__ import annotations

import pytest

from tests.referees.thousand import Referee
from tests.referees.thousand_vectors import VECTORS


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.__name__)
def test_page_vector(vector):
    """The referee answers the page's test vectors."""
    for what, expected, actual in vector(Referee):

        assert expected == actual, what
