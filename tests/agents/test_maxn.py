"""Max-n over open hands against the plain recursion."""

from __future__ import annotations

import random

import numpy as np
import pytest

from helpers.open_hands import Deal, maxn
from prikup.agents.search.maxn import MaxnSolver
from prikup.agents.search.position import make_position
from prikup.envs.engine.errors import BadOptions


def case(rng: random.Random, cards: int):
    """Return a random position of three or four seats, in lists, and a table of payoffs."""
    players = rng.choice((2, 3, 3, 4))
    cards -= players == 4
    suits = rng.choice((2, 3, 4))
    ranks = -(-players * cards // suits) + rng.choice((0, 1))
    pack = [(suit, rank) for suit in range(suits) for rank in range(ranks)]
    rng.shuffle(pack)
    hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(players)]
    leader = rng.randrange(players)
    deal = Deal(hands, leader, rng.choice((None, 0, 1)), rng.random() < 0.3)
    trick: list[tuple[int, int]] = []
    for i in range(rng.randrange(players)):
        seat = (leader + i) % players
        card = rng.choice(deal.allowed(seat, trick))
        hands[seat].remove(card)
        trick.append(card)
    taken = tuple(rng.randrange(3) for _ in range(players))
    left = cards - (len(trick) > 0 and len(hands[(leader + len(trick)) % players]) < cards)
    tricks = sum(taken) + left
    bids = [rng.randrange(tricks + 1) for _ in range(players)]
    payoffs = np.zeros((*(tricks + 1,) * (players - 1), players))
    for first in np.ndindex(payoffs.shape[:-1]):
        final = (*first, tricks - sum(first))
        made = sum(number == bid for number, bid in zip(final, bids))
        payoffs[first] = [n + (10 - 3 * made) * (n == b) for n, b in zip(final, bids)]
    return deal, ranks, leader, trick, taken, payoffs


def mismatches(deals: int, cards: int) -> list[int]:
    """Return the numbers of the deals on which the solver and the recursion differ."""
    solver, wrong = MaxnSolver(bits=8), []
    for number in range(deals):
        deal, ranks, leader, trick, taken, payoffs = case(random.Random(number), cards)
        positions = make_position(
            [[suit * ranks + rank for suit, rank in hand] for hand in deal.hands],
            ranks=ranks,
            trump=-1 if deal.trump is None else deal.trump,
            leader=leader,
            trick=[suit * ranks + rank for suit, rank in trick],
            must_trump=deal.must_trump,
        )
        found = solver.payoffs(positions, taken, payoffs)
        if tuple(found) != maxn(deal, payoffs, leader, trick, taken):
            wrong.append(number)
    return wrong


def test_agrees_with_the_recursion():
    """On a thousand small deals everybody's payoffs are those of the plain recursion."""
    assert [] == mismatches(1000, 3)


@pytest.mark.long
def test_agrees_on_larger_deals():
    """The same with four and five cards a seat."""
    assert [] == mismatches(1000, 4) + mismatches(30, 5)


def test_payoffs_must_fit_the_tricks():
    """A table of payoffs for another number of tricks is refused."""
    positions = make_position([[0, 1], [2, 3], [4, 5]], ranks=6)
    with pytest.raises(BadOptions, match="payoffs of 2 tricks"):
        MaxnSolver().payoffs(positions, (0, 0, 0), np.zeros((4, 4, 3)))
