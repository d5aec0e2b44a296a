"""Filling small arrays inside kernels.

Numba compiles a slice assignment such as `out[:] = 0` for arrays of every shape, which makes the
first use of a game seconds longer; the loops here are compiled at once and just as fast.
"""

from __future__ import annotations

from .jit import DISABLED, inlined

if DISABLED:

    def clear(array):
        """Write zeros (False) into an array of one axis."""
        array[:] = 0

    def fill(array, source):
        """Write another array of one axis into an array of the same length."""
        array[:] = source

else:

    @inlined
    def clear(array):
        """Write zeros (False) into an array of one axis."""
        for i in range(len(array)):
            array[i] = 0

    @inlined
    def fill(array, source):
        """Write another array of one axis into an array of the same length."""
        for i in range(len(array)):
            array[i] = source[i]
