"""Deals as values: every distinct deal once, and decks that depend on their numbers alone."""

from collections import Counter
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pytest
from engine.worlds_by_hand import canonical, miniature

from prikup.envs.engine import log
from prikup.envs.engine.deals import enumerate_deals, group_positions
from prikup.envs.engine.errors import BadOptions


@pytest.mark.parametrize(
    "groups, pack",
    [
        ([0, 1, 2, 3], [0, 1, 2, 3]),
        ([0, 1, 0, 1, 2], [0, 1, 2, 3, 4]),
        ([0, 0, 1, 1, 2, 3], [0, 1, 2, 3, 4, 5]),
        ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]),
        ([0, 1, 0, 1, 2, 3], [0, 0, 0, 1, 1, 2]),
        ([0, 0, 1, 1, 2, 3, 4], [5, 5, 5, 5, 7, 7, 9]),
    ],
)
def test_deals_are_all_permutations_with_equals_merged(groups, pack):
    """Each distinct deal comes once, with its share of all orders of the cards, told apart."""
    decks, weights = enumerate_deals(np.array(groups, np.int8), np.array(pack, np.int16))
    by_group = [[i for i, g in enumerate(groups) if g == group] for group in sorted(set(groups))]

    def deal(deck):
        return tuple(tuple(sorted(deck[i] for i in positions)) for positions in by_group)

    expected = Counter(deal(order) for order in permutations(pack))
    total = sum(expected.values())

    assert set(expected) == {deal(deck) for deck in decks.tolist()}
    assert len(expected) == len(decks)
    for deck, weight in zip(decks.tolist(), weights):
        assert expected[deal(deck)] / total == pytest.approx(weight)
        assert sorted(pack) == sorted(deck)


@pytest.mark.parametrize(
    "name, number",
    [
        ("ninety_nine", 34650),  # 12! / 4!^3
        ("thousand", 7560),  # 9! / (2!^3 3!)
        ("devyatka", 45360),  # 9! / 2!^3
        ("cheat", 55),  # 3 x 3 tables of sums 3: the semi-magic squares
    ],
)
def test_number_of_deals(name, number):
    """The miniatures have the numbers of deals that combinatorics gives."""
    decks, weights = miniature(name).deals()

    assert number == len(decks)
    assert 1.0 == pytest.approx(weights.sum())


def test_card_dealt_after_something_was_told_stands_alone():
    """What was told may hang on the card that lies at that place of the pack."""
    to_hand = log.MOVE | 1 << 2 | log.DECK << 20
    told = log.TELL | log.ALL << 2 | (log.WORD + 1) << 14
    words = np.array([to_hand, to_hand, told, to_hand, to_hand], np.int64)
    state = SimpleNamespace(log=words, log_length=len(words))

    assert [0, 0, 1, 2] == group_positions(state, 4, 0).tolist()


def test_groups_follow_places_not_positions():
    """Cards dealt singly to three hands form three groups; an ordered stock stands alone."""
    singly = miniature("ninety_nine").deck_groups().tolist()
    assert [0, 1, 2] * 4 == singly

    stock = miniature("paranoia").deck_groups().tolist()
    assert [0, 0, 1, 1, 2, 2, 3, 4, 5, 6] == stock

    undealt = miniature("devyatka").deck_groups().tolist()
    assert [0, 0, 1, 1, 2, 2, 3, 4, 5] == undealt


@pytest.mark.parametrize(
    "groups, pack, message",
    [
        (list(range(10)), list(range(10)), "at most 1000000 deals can be listed, .* has 3628800"),
        ([0] * 18 + [1] * 18, list(range(36)), "this game has 9075135300"),
        (list(range(24)), [0] * 12 + [1] * 12, "this game has at least 2704156"),
    ],
)
def test_too_many_deals_are_refused_at_once(groups, pack, message):
    """The message says how many there are."""
    with pytest.raises(BadOptions, match=message):
        enumerate_deals(np.array(groups, np.int8), np.array(pack, np.int16))


def test_deck_is_a_pure_function():
    """The same numbers give the same deck, whatever was asked before; others give others."""
    game = miniature("ninety_nine")
    first = game.deck(7, deal=3, redeal=1).tolist()
    others = [game.deck(*numbers).tolist() for numbers in ((7, 3, 0), (7, 2, 1), (8, 3, 1), (7,))]
    state = game.deal(seed=1)
    state.apply_action(state.legal_actions()[0])

    assert first == game.deck(7, deal=3, redeal=1).tolist()
    assert first not in others
    assert sorted(first) == game.pack.tolist()
    assert list(range(12)) == game.pack.tolist()


def test_dealing_from_a_seed_deals_that_deck():
    """`deal(seed)` deals the first deck of the seed."""
    game = miniature("cheat")

    assert game.deck(11).tolist() == game.deal(seed=11).decks()[0].tolist()


def test_exchangeable_positions_make_no_difference():
    """A deck and its canonical form lead to the same keys for all seats."""
    for name in ("ninety_nine", "thousand", "paranoia", "cheat"):
        game = miniature(name)
        for seed in range(20):
            deck = game.deck(seed)
            keys = game.deal(deck=deck).record.memory.tolist()

            assert keys == game.deal(deck=canonical(game, deck)).record.memory.tolist()
