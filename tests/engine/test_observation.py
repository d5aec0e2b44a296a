"""The writers that observations are made of, and the filling of arrays in kernels."""

import numpy as np
import pytest

from prikup.envs.engine.arrays import clear, fill
from prikup.envs.engine.observation import put_cards, put_number, put_one_hot, seat_after


def test_pieces_follow_each_other() -> None:
    """Each writer fills its own places and says where the next piece begins."""
    out = np.zeros(9, np.float32)
    at = put_cards(out, 0, 0b1011001, 4)  # only the cards 0 .. 3 belong to the piece
    at = put_one_hot(out, at, 2, 3)
    at = put_number(out, at, 3, 4)

    assert 8 == at
    assert [1, 0, 0, 1, 0, 0, 1, 0.75, 0] == out.tolist()


@pytest.mark.parametrize("index", [-4, -1, 3, 100])
def test_one_hot_of_nothing(index: int) -> None:
    """An index out of range writes nothing, in front, behind or in the piece itself."""
    out = np.array([1, 0, 0, 0, 1], np.float32)

    assert 4 == put_one_hot(out, 1, index, 3)
    assert [1, 0, 0, 0, 1] == out.tolist()


def test_seats_are_counted_round_the_table() -> None:
    """After the last seat comes seat 0."""
    assert [2, 3, 0, 1] == [seat_after(2, steps, 4) for steps in range(4)]


@pytest.mark.parametrize("kind", [np.int64, np.float32, np.float64, np.bool_, np.int16])
def test_arrays_are_filled(kind: type) -> None:
    """Arrays of all kinds that kernels use are copied and cleared as a whole, nothing else is."""
    array = np.ones((3, 4), kind)
    clear(array[1])

    assert array[1].tolist() == [0] * 4
    assert array[0].all() and array[2].all()

    fill(array[0], np.array([0, 1, 1, 0], kind))

    assert array[0].tolist() == [0, 1, 1, 0]
    assert array[2].all() and not array[1].any()
