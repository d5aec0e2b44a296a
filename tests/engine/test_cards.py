"""Card sets against Python's sets."""

import random

import numpy as np
import pytest

from prikup.envs.engine import cards as c

SETS = [set(), {0}, {59}, {0, 59}, set(range(60)), {3, 7, 8, 21}] + [
    set(random.Random(seed).sample(range(60), 1 + seed)) for seed in range(40)
]


@pytest.mark.parametrize("cards", SETS, ids=lambda cards: f"{len(cards)} cards")
def test_functions_do_as_with_sets(cards):
    """Counting, extremes, membership, adding and removing agree with Python's sets."""
    word = np.int64(c.make_set(sorted(cards)))

    assert len(cards) == c.count(word)
    assert sorted(cards) == c.members(word)
    assert [card in cards for card in range(60)] == [bool(c.has(word, card)) for card in range(60)]
    if cards:
        assert min(cards) == c.lowest(word)
        assert max(cards) == c.highest(word)
        assert sorted(cards) == [c.nth(word, i) for i in range(len(cards))]
        assert sorted(cards) == [c.nth_by_loop(word, i) for i in range(len(cards))]
    for card in (0, 30, 59):
        assert sorted(cards | {card}) == c.members(c.add(word, card))
        assert sorted(cards - {card}) == c.members(c.remove(word, card))
        assert [x for x in sorted(cards) if x > card] == c.members(c.above(word, card))


def test_sets_of_sixty_four():
    """A word of legal actions may have all its bits, the sign included."""
    for actions in (set(range(64)), {63}, {0, 63}, set(range(1, 64, 2))):
        word = np.int64(sum(1 << a for a in actions) - (1 << 64))

        assert sorted(actions) == c.members(word)
        for nth in (c.nth, c.nth_by_loop):
            assert sorted(actions) == [nth(word, i) for i in range(len(actions))]


def test_suits_and_ranks_of_every_pack():
    """Suits follow one another, ranks ascend within each."""
    for suits, ranks in ((4, 9), (4, 13), (4, 15), (3, 4), (1, 8)):
        for suit in range(suits):
            whole = list(range(suit * ranks, (suit + 1) * ranks))

            assert whole == c.members(c.whole_suit(suit, ranks))
            assert [suit] * ranks == [c.suit_of(card, ranks) for card in whole]
            assert list(range(ranks)) == [c.rank_of(card, ranks) for card in whole]


def test_set_operations():
    """Difference, one card, first cards."""
    assert [1, 5] == c.members(c.without(np.int64(0b110010), np.int64(0b010001)))
    assert [17] == c.members(c.card_set(17))
    assert [0, 1, 2] == c.members(c.first_cards(3))
    assert [] == c.members(c.first_cards(0))
    assert [4, 6] == c.members(c.cards_of_suit(np.int64(0b1001010001), 1, 4))


def test_actions_are_a_set_of_several_words():
    """Actions beyond 63, and those at the sign bit, are counted and found like others."""
    allowed = [0, 5, 62, 63, 64, 100, 127, 128]
    actions = np.zeros(3, np.int64)
    for action in allowed:
        c.allow(actions, action)

    assert allowed == [a for a in range(192) if c.is_allowed(actions, a)]
    assert len(allowed) == c.count_allowed(actions)
    assert allowed == [c.nth_allowed(actions, i) for i in range(len(allowed))]


def test_run_of_actions_may_cross_words():
    """A run is added to what is there, within a word, across two, up to a word's end, or empty."""
    for first, number in ((3, 4), (60, 10), (60, 4), (64, 27), (127, 1), (63, 62), (5, 0)):
        actions = np.zeros(3, np.int64)
        c.allow(actions, 1)
        c.allow_run(actions, first, number)
        expected = sorted({1, *range(first, first + number)})

        assert expected == [a for a in range(192) if c.is_allowed(actions, a)]
