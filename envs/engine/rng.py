"""Random numbers for kernels: SplitMix64 on one int64 word that the caller owns.

The generator is the one of Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
(OOPSLA 2014): a counter with a strong finalizer, so neighbouring seeds give unrelated streams.
Nothing here is global: a stream is an array `rng int64[1]`.
"""

from __future__ import annotations

import numpy as np

from .jit import DISABLED, compiled, inlined

_GAMMA = -7046029254386353131  # 0x9E3779B97F4A7C15
_FIRST = -4658895280553007687  # 0xBF58476D1CE4E5B9
_SECOND = -7723592293110705685  # 0x94D049BB133111EB
_WORD = (1 << 64) - 1


def _signed(word: int) -> np.int64:
    word &= _WORD
    return np.int64(word - (1 << 64) if word >> 63 else word)


if DISABLED:  # NumPy scalars warn on overflow, Python integers do not wrap

    def scramble(word: int) -> np.int64:
        """Return a 64-bit bijection of `word` in which every input bit moves every output bit."""
        x = int(word) & _WORD
        x = ((x ^ (x >> 30)) * (_FIRST & _WORD)) & _WORD
        x = ((x ^ (x >> 27)) * (_SECOND & _WORD)) & _WORD
        return _signed(x ^ (x >> 31))

    def add_wrapping(left: int, right: int) -> np.int64:
        """Return left + right modulo 2**64, as a signed word."""
        return _signed(int(left) + int(right))

else:

    @inlined
    def scramble(word):
        """Return a 64-bit bijection of `word` in which every input bit moves every output bit."""
        # Unsigned throughout: Numba compiles signed overflow as "cannot happen", and LLVM then
        # folds whole keys to a constant where it can tell that a product overflows.
        x = np.uint64(word)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(_FIRST & _WORD)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(_SECOND & _WORD)
        return np.int64(x ^ (x >> np.uint64(31)))

    @inlined
    def add_wrapping(left, right):
        """Return left + right modulo 2**64, as a signed word."""
        return np.int64(np.uint64(left) + np.uint64(right))


@inlined
def next_word(rng):
    """Advance the stream and return 64 random bits as a signed word."""
    rng[0] = add_wrapping(rng[0], _GAMMA)
    return scramble(rng[0])


@inlined
def random_below(rng, bound):
    """Return a uniform integer in [0, bound) for 0 < bound < 8192.

    50 random bits times the bound, without a division; no outcome's chance is off by more than
    2**-50.
    """
    return (((next_word(rng) >> 14) & 0x3FFFFFFFFFFFF) * bound) >> 50


@inlined
def random_float(rng):
    """Return a uniform float64 in [0, 1) with 53 random bits."""
    return ((next_word(rng) >> 11) & 0x1FFFFFFFFFFFFF) * (1.0 / 9007199254740992.0)


@compiled
def shuffle(items, rng):
    """Shuffle an array in place (Fisher and Yates)."""
    for i in range(len(items) - 1, 0, -1):
        j = random_below(rng, i + 1)
        held = items[i]
        items[i] = items[j]
        items[j] = held


@compiled
def seed_stream(rng, seed, first, second, third):
    """Set a stream from a seed and three counters; different numbers give unrelated streams."""
    word = scramble(add_wrapping(seed, _GAMMA))
    word = scramble(add_wrapping(word ^ first, _GAMMA))
    word = scramble(add_wrapping(word ^ second, _GAMMA))
    rng[0] = scramble(add_wrapping(word ^ third, _GAMMA))


def stream(seed: int, first: int = 0, second: int = 0, third: int = 0) -> np.ndarray:
    """Return a stream `rng int64[1]` for a seed and up to three counters."""
    rng = np.zeros(1, np.int64)
    seed_stream(rng, np.int64(_signed(seed)), first, second, third)
    return rng
