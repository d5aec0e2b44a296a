"""Routing: which deck position each card that moved can have been, from logs written by hand."""

import math

import numpy as np
import pytest

from prikup.envs.engine.cards import NONE, make_set, members
from prikup.envs.engine.layout import make_record
from prikup.envs.engine.log import DECK, EVERY, HIDDEN, LACKS, MOVE, SEEN, TELL, UNSEEN
from prikup.envs.engine.rng import stream
from prikup.envs.engine.routing import look_ahead, route
from prikup.envs.engine.workspace import new_workspace

LOG = make_record([("log_length", np.int64), ("log", np.int64, (64,))])
HAND, OTHER, PILE, STOCK = 0, 1, 2, 3


def move(card, source, target):
    seen = UNSEEN if card == HIDDEN else SEEN
    return [MOVE | (seen << 2) | (card << 14) | (source << 20) | (target << 25)]


def told():
    return [TELL | (SEEN << 2)]


def lacking(place, cards):
    return [LACKS | (place << 2), make_set(cards)]


def routed(pack, *entries, seed=1):
    """Return the workspace after a log has been followed, and whether that was possible."""
    view = np.zeros(1, LOG)
    words = [word for entry in entries for word in entry]
    view["log"][0, : len(words)] = words
    view["log_length"] = len(words)
    work = new_workspace(np.array(pack, np.int16), 1 << STOCK)
    look_ahead(view[0], work[0])
    possible = bool(route(view[0], work[0], stream(seed)))
    return work[0], possible


def tokens_at(work, place):
    return members(int(work.lying[place, 0]))


def test_deck_is_dealt_in_order():
    """Cards leave the deck from the first position on; seen ones pin theirs."""
    work, possible = routed(range(4), move(2, DECK, HAND), move(HIDDEN, DECK, OTHER))

    assert possible
    assert [0] == tokens_at(work, HAND)
    assert [1] == tokens_at(work, OTHER)
    assert [2, 3] == tokens_at(work, DECK)
    assert [2, NONE, NONE, NONE] == work.label[:4].tolist()


def test_ordered_place_gives_first_what_came_first():
    """A stock is a queue, whatever the seed."""
    for seed in range(10):
        work, _ = routed(
            range(5),
            *(move(HIDDEN, DECK, STOCK) for _ in range(3)),
            told(),
            move(HIDDEN, STOCK, HAND),
            told(),
            move(4, STOCK, OTHER),
            seed=seed,
        )

        assert [0] == tokens_at(work, HAND)
        assert [1] == tokens_at(work, OTHER)
        assert 4 == work.label[1]


def test_all_that_goes_to_an_ordered_place_comes_after_what_lies_there():
    """EVERY into a stock puts the cards behind those already there, in the order they had."""
    work, possible = routed(
        range(5),
        move(HIDDEN, DECK, PILE),
        move(HIDDEN, DECK, PILE),
        move(HIDDEN, DECK, STOCK),
        told(),
        move(EVERY, PILE, STOCK),
        told(),
        move(3, STOCK, HAND),
        move(1, STOCK, HAND),
        move(0, STOCK, HAND),
    )

    assert possible
    assert [1, 0, 3] == [work.label[0], work.label[1], work.label[2]]


def test_every_moves_all_of_a_heap():
    """EVERY leaves nothing behind and moves nothing else; shown in place it moves nothing."""
    work, _ = routed(
        range(5),
        move(HIDDEN, DECK, PILE),
        move(HIDDEN, DECK, PILE),
        move(HIDDEN, DECK, HAND),
        move(EVERY, PILE, OTHER),
        move(EVERY, HAND, HAND),
    )

    assert [] == tokens_at(work, PILE)
    assert [0, 1] == tokens_at(work, OTHER)
    assert [2] == tokens_at(work, HAND)


def test_lacks_bars_what_lies_there_at_that_moment():
    """Neither a card laid aside before nor one drawn later is barred."""
    work, _ = routed(
        range(5),
        *(move(HIDDEN, DECK, HAND) for _ in range(3)),
        told(),
        move(HIDDEN, HAND, PILE),
        told(),
        lacking(HAND, [0, 1]),
        move(HIDDEN, DECK, HAND),
    )
    laid = tokens_at(work, PILE)[0]
    barred = [token for token in range(5) if work.bar[token]]

    assert sorted({0, 1, 2} - {laid}) == barred
    assert [0, 1] == members(int(work.bar[barred[0]]))


def test_shown_card_is_pinned_where_it_lies():
    """A card shown in a heap is one of its tokens and stays there."""
    work, possible = routed(
        range(4), move(HIDDEN, DECK, HAND), move(HIDDEN, DECK, HAND), told(), move(3, HAND, HAND)
    )

    assert possible
    assert [0, 1] == tokens_at(work, HAND)
    assert 1 == work.label[:2].tolist().count(3)
    assert math.log(2) == pytest.approx(work.weight)  # either of two


def test_card_that_cannot_lie_there_is_refused():
    """A card that all tokens of its source are barred from, or that lies elsewhere, is no route."""
    barred = routed(
        range(4), move(HIDDEN, DECK, HAND), told(), lacking(HAND, [2]), told(), move(2, HAND, PILE)
    )
    elsewhere = routed(
        range(4), move(2, DECK, OTHER), move(HIDDEN, DECK, HAND), told(), move(2, HAND, PILE)
    )

    assert (False, False) == (barred[1], elsewhere[1])


def test_weight_counts_tokens_and_copies():
    """One of three tokens may have been the seen kind, and either of two copies."""
    work, _ = routed(
        [0, 0, 1, 1], *(move(HIDDEN, DECK, HAND) for _ in range(3)), told(), move(1, HAND, PILE)
    )

    assert math.log(6) == pytest.approx(work.weight)


def test_card_alone_in_its_place_is_known_when_it_came():
    """Laid unseen on an empty place and seen when it leaves: it was that card all along."""
    entries = [move(HIDDEN, DECK, HAND), move(HIDDEN, DECK, HAND), told()]
    work, _ = routed(range(4), *entries, move(HIDDEN, HAND, PILE), told(), move(3, PILE, OTHER))
    assert 3 == work.known[3]

    shown, _ = routed(
        range(4), *entries, move(HIDDEN, HAND, PILE), told(), move(HIDDEN, PILE, PILE),
        move(3, PILE, PILE),
    )  # fmt: skip
    assert 3 == shown.known[3]

    covered, _ = routed(
        range(4), *entries, move(HIDDEN, HAND, PILE), told(), move(HIDDEN, HAND, PILE), told(),
        move(3, PILE, OTHER),
    )  # fmt: skip
    assert HIDDEN == covered.known[3]


def test_choice_between_cards_of_different_pasts_is_remembered():
    """A card dealt and a card drawn later do not stand for one another; two dealt cards do."""
    dealt = [move(HIDDEN, DECK, HAND), move(HIDDEN, DECK, HAND), told()]
    same, _ = routed(range(4), *dealt, move(HIDDEN, HAND, PILE))
    mixed, _ = routed(range(4), *dealt, move(HIDDEN, DECK, HAND), told(), move(HIDDEN, HAND, PILE))
    seen, _ = routed(range(4), *dealt, move(HIDDEN, DECK, HAND), told(), move(1, HAND, PILE))

    assert [0, 1, 1] == [same.branches, mixed.branches, seen.branches]
    assert [0, 0, 0] == [same.varies, mixed.varies, seen.varies]


def test_known_card_that_may_have_moved_makes_weights_differ():
    """An unseen move out of a heap with a pinned card, or with a partly barred one."""
    pinned, _ = routed(
        range(4), move(1, DECK, HAND), move(HIDDEN, DECK, HAND), told(), move(HIDDEN, HAND, PILE)
    )
    barred, _ = routed(
        range(4), move(HIDDEN, DECK, HAND), told(), lacking(HAND, [1]), move(HIDDEN, DECK, HAND),
        told(), move(HIDDEN, HAND, PILE),
    )  # fmt: skip

    assert [1, 1] == [pinned.varies, barred.varies]
