"""Deals as values: which deck positions are interchangeable, and every distinct deal once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial, prod
from typing import Any

import numpy as np

from .errors import BadOptions
from .log import DECK, EVERY, LACKS, MOVE, TELL, audience_of, card_of, kind_of, source_of, target_of

MOST_DEALS = 1_000_000


def group_positions(state: Any, size: int, ordered: int) -> np.ndarray:
    """Return `int8[N]`, the group of each deck position, from the log of a probe deal.

    Positions that the deal sends to one place for one audience are interchangeable. Those still in
    the deck, sent to an ordered place, or dealt after something was told, which may hang on the
    order, stand alone.
    """
    groups = np.full(size, -1, np.int8)
    numbers: dict[Any, int] = {}
    position = at = 0
    told = False
    while at < state.log_length:
        word = int(state.log[at])
        at += 2 if kind_of(word) == LACKS else 1
        told = told or kind_of(word) == TELL
        if kind_of(word) != MOVE or source_of(word) != DECK or target_of(word) == DECK:
            continue
        last = size if card_of(word) == EVERY else position + 1
        for place in range(position, last):
            target = int(target_of(word))
            alone = told or ordered >> target & 1
            key = ("alone", place) if alone else (target, int(audience_of(word)))
            groups[place] = numbers.setdefault(key, len(numbers))
        position = last
    for place in range(position, size):
        groups[place] = numbers.setdefault(("alone", place), len(numbers))
    return groups


def count_deals(groups: np.ndarray, pack: np.ndarray) -> int:
    """Return the number of distinct deals, equal cards told apart."""
    left, total = len(pack), 1
    for size in Counter(groups.tolist()).values():
        total *= comb(left, size)
        left -= size
    return total


def enumerate_deals(groups: np.ndarray, pack: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return every distinct deal once: decks int16[M, N] and probabilities float64[M].

    Raises:
        BadOptions: if there are more than MOST_DEALS.
    """
    limit = f"deals(): at most {MOST_DEALS} deals can be listed, this game has"
    merged = prod(factorial(copies) for copies in Counter(pack.tolist()).values())
    fewest = -(-count_deals(groups, pack) // merged)  # no more than `merged` of them are one
    if fewest > MOST_DEALS:
        raise BadOptions(f"{limit} {fewest}" if merged == 1 else f"{limit} at least {fewest}")
    order = [np.flatnonzero(groups == g) for g in dict.fromkeys(groups.tolist())]
    decks: list[np.ndarray] = []
    weights: list[int] = []
    deck = np.zeros(len(pack), np.int16)
    for weight in _fill(deck, order, Counter(pack.tolist())):
        if len(decks) >= MOST_DEALS:
            raise BadOptions(f"{limit} more")
        decks.append(deck.copy())
        weights.append(weight)
    chances = np.array(weights, np.float64)
    return np.array(decks), chances / chances.sum()


def _fill(deck: np.ndarray, order: list[np.ndarray], left: Counter[int]) -> Iterator[int]:
    """Fill the deck group by group; yields the number of labelled decks like each."""
    if not order:
        yield 1
        return
    positions, rest = order[0], order[1:]
    cards = sorted(left.elements())
    for hand in dict.fromkeys(combinations(cards, len(positions))):
        taken = Counter(hand)
        ways = prod(comb(left[card], n) for card, n in taken.items())
        deck[positions] = hand
        for more in _fill(deck, rest, left - taken):
            yield ways * more
