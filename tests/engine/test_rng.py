"""Random numbers: the published generator, uniformity, and arithmetic that wraps when compiled."""

from collections import Counter

import numpy as np
from scipy import stats

from prikup.envs.engine.cards import lowest, make_set, remove
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.rng import (
    add_wrapping,
    next_word,
    random_below,
    random_float,
    scramble,
    shuffle,
    stream,
)

WORD = (1 << 64) - 1


def splitmix_mix(word: int) -> int:
    """Return the finalizer of SplitMix64 (variant 13 of Stafford's), in plain Python."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def test_stream_is_splitmix64():
    """Seed 1234567 gives the words that implementations of SplitMix64 are tested by."""
    rng = np.array([1234567], np.int64)
    words = [int(next_word(rng)) & WORD for _ in range(5)]
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]

    assert expected == words


def test_scramble_is_the_finalizer():
    """Small, large and negative words are mixed as by exact integer arithmetic."""
    for word in (0, 1, 63, 1 << 31, (1 << 62) + 5, -1, -(1 << 63)):
        assert splitmix_mix(word & WORD) == int(scramble(np.int64(word))) & WORD


def test_sum_wraps():
    """Sums of keys are modulo 2**64."""
    for left, right in ((1, 2), (-5, 3), ((1 << 63) - 1, 1), (-(1 << 63), -1)):
        assert (left + right) & WORD == int(add_wrapping(np.int64(left), np.int64(right))) & WORD


@compiled
def add_scrambled(cards, sums):
    """Add a scrambled word for every card to all sums, as moves between fixed places do."""
    while cards:
        card = lowest(cards)
        cards = remove(cards, card)
        word = scramble(((card + 1) << 14) | (3 << 20) | (3 << 25))
        for seat in range(3):
            sums[seat] = add_wrapping(sums[seat], word)


def test_overflow_is_not_compiled_away():
    """Where the compiler can tell that products overflow, they still wrap."""
    cards = [3, 4, 5, 7]
    sums = np.zeros(3, np.int64)
    add_scrambled(np.int64(make_set(cards)), sums)
    exact = sum(splitmix_mix(((card + 1) << 14) | (3 << 20) | (3 << 25)) for card in cards) & WORD

    assert [exact] * 3 == [int(total) & WORD for total in sums]


def test_integers_are_uniform():
    """All values below a bound are equally frequent."""
    for bound in (1, 2, 7, 52):
        rng = stream(5, bound)
        counts = Counter(int(random_below(rng, bound)) for _ in range(5000))

        assert set(range(bound)) == set(counts)
        if bound > 1:
            assert stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_floats_are_uniform():
    """Floats lie in [0, 1) and follow the uniform law."""
    rng = stream(6)
    floats = [random_float(rng) for _ in range(5000)]

    assert 0.0 <= min(floats) and max(floats) < 1.0
    assert stats.kstest(floats, "uniform").pvalue > 1e-4


def test_shuffle_gives_every_order_equally_often():
    """All 24 orders of four cards come up equally often."""
    rng = stream(7)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        cards = np.arange(4, dtype=np.int16)
        shuffle(cards, rng)
        counts[tuple(cards.tolist())] += 1

    assert 24 == len(counts)
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_streams_of_different_numbers_differ():
    """Neighbouring seeds and counters give different streams, any 64-bit seed is taken."""
    seeds = (0, 1, 2, -1, 1 << 63, (1 << 64) - 2)
    states = {
        int(stream(seed, *rest)[0]) for seed in seeds for rest in ((), (1,), (0, 1), (0, 0, 1))
    }

    assert 4 * len(seeds) == len(states)
    assert stream(-1)[0] == stream((1 << 64) - 1)[0]
