"""Labelling: the number and the distribution of ways to spread cards, against all permutations."""

import math
import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from prikup.envs.engine.cards import make_set
from prikup.envs.engine.labelling import (
    TABLE_TOO_SMALL,
    TOO_MANY_GROUPS,
    draw_labels,
    prepare_labels,
)
from prikup.envs.engine.rng import stream
from prikup.envs.engine.workspace import new_workspace

TABLE = np.zeros(1 << 15)


def open_workspace(pack, bars, pinned=()):
    """Return a workspace whose tokens are barred so; `pinned` are pairs of token and card."""
    work = new_workspace(np.array(pack, np.int16), 0)
    work["left"] = work["copies"]
    work["bar"][0, : len(bars)] = [make_set(bar) for bar in bars]
    for token, card in pinned:
        work["label"][0, token] = card
        work["left"][0, card] -= 1
    return work


def labellings(pack, bars, pinned=()):
    """Return how often each deck comes up among all orders of the cards, told apart."""
    fixed = dict(pinned)
    found: Counter[tuple[int, ...]] = Counter()
    for deck in permutations(pack):
        if all(fixed.get(t, c) == c for t, c in enumerate(deck)) and all(
            c not in bar or t in fixed for t, (c, bar) in enumerate(zip(deck, bars))
        ):
            found[deck] += 1
    return found


def pinned_orders(pack, pinned):
    """Return in how many ways equal cards can be the pinned ones: these are not labelled anew."""
    copies, taken = Counter(pack), Counter(card for _, card in pinned)
    return math.prod(math.perm(copies[card], n) for card, n in taken.items())


def random_case(seed):
    """Return a random pack of up to seven cards with up to four groups of tokens."""
    chance = random.Random(seed)
    size = chance.randint(2, 7)
    kinds = range(size) if seed % 2 else range(chance.randint(1, 4))
    pack = sorted(kinds if seed % 2 else (chance.choice(kinds) for _ in range(size)))
    patterns = [[], *([k for k in kinds if chance.random() < 0.35] for _ in range(3))]
    bars = [chance.choice(patterns) for _ in range(size)]
    pinned = []
    if chance.random() < 0.5:
        pinned.append((chance.randrange(size), chance.choice(pack)))
    return pack, bars, pinned


@pytest.mark.parametrize("seed", range(60))
def test_number_of_labellings_is_exact(seed):
    """The table counts exactly the orders of the open cards that no bar forbids."""
    pack, bars, pinned = random_case(seed)
    work = open_workspace(pack, bars, pinned)
    expected = sum(labellings(pack, bars, pinned).values()) // pinned_orders(pack, pinned)

    assert expected == prepare_labels(work[0], TABLE)
    assert expected == prepare_labels(work[0], TABLE)  # the table is kept


@pytest.mark.parametrize("seed", range(24))
def test_labels_are_uniform(seed):
    """Every deck is drawn with its exact share, and no other."""
    pack, bars, pinned = random_case(seed)
    work, rng = open_workspace(pack, bars, pinned), stream(seed)
    expected = labellings(pack, bars, pinned)
    if prepare_labels(work[0], TABLE) == 0.0:
        assert not expected
        return
    number = max(600, 5 * len(expected))
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(number):
        draw_labels(work[0], TABLE, rng)
        drawn[tuple(work["deck"][0, : len(pack)].tolist())] += 1

    assert set(drawn) <= set(expected)
    if len(expected) > 1:
        total = sum(expected.values())
        shares = [expected[deck] * number / total for deck in expected]
        assert stats.chisquare([drawn[deck] for deck in expected], shares).pvalue > 1e-4


def test_small_table_is_reported():
    """A table that cannot hold the states is asked to grow; a larger one is then filled."""
    work = open_workspace(range(6), [[0], [0], [], [], [1], [1]])

    assert TABLE_TOO_SMALL == prepare_labels(work[0], np.zeros(10))
    assert prepare_labels(work[0], TABLE) > 0


def test_too_many_kinds_of_bars_are_reported():
    """More than sixteen groups of tokens are refused."""
    work = open_workspace(range(18), [[i] for i in range(18)])

    assert TOO_MANY_GROUPS == prepare_labels(work[0], TABLE)


def test_large_hands_are_counted():
    """Three hands of ten from thirty cards: 30! orders."""
    work = open_workspace(range(30), [[]] * 30)

    assert math.factorial(30) == pytest.approx(prepare_labels(work[0], TABLE))


def test_void_suit_is_counted():
    """One hand of ten lacks a suit of eight: 22 cards for it, then the rest in any order."""
    work = open_workspace(range(30), [list(range(8))] * 10 + [[]] * 20)
    expected = math.perm(22, 10) * math.factorial(20)

    assert expected == pytest.approx(prepare_labels(work[0], TABLE))
