"""Deals as values: which deck positions are interchangeable, every distinct deal once, and a deck
drawn card by card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, factorial, prod
from typing import Any

import numpy as np

from .errors import BadOptions
from .log import DECK, EVERY, LACKS, MOVE, TELL, audience_of, card_of, kind_of, source_of, target_of

MOST_DEALS = 1_000_000


def group_positions(state: Any, size: int, ordered: int, used: int) -> np.ndarray:
    """Return `int8[N]`, the group of each deck position, from the log of a probe deal.

    Positions that the deal sends to one place for one audience are interchangeable. Those still in
    the deck, sent to an ordered place, or dealt after something was told, which may hang on the
    order, stand alone; those from `used` on, which nobody ever draws, are one group.
    """
    groups = np.full(size, -1, np.int8)
    numbers: dict[Any, int] = {}
    position = at = 0
    told = False
    words = state.log[: state.log_length].tolist()
    while at < len(words):
        word = words[at]
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
        behind: Any = ("alone", place) if place < used else "never drawn"
        groups[place] = numbers.setdefault(behind, len(numbers))
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


@dataclass(frozen=True)
class Draws:
    """A deck drawn card by card, so that every distinct deal comes about in exactly one way.

    Groups of interchangeable positions are filled one after the other, each in ascending order;
    equal cards are one outcome.
    """

    pack: tuple[int, ...]  # ascending
    positions: tuple[int, ...]  # of the deck, in the order of drawing
    wanted: tuple[int, ...]  # at each draw, the cards that its group still wants, this one included
    sizes: tuple[int, ...]  # at each draw, the size of its group
    is_distinct: bool  # whether no two cards are equal

    @classmethod
    def of_groups(cls, groups: np.ndarray, pack: np.ndarray) -> Draws:
        """Make the draws of a pack from the group of each deck position, int8[N]."""
        members = [np.flatnonzero(groups == g).tolist() for g in dict.fromkeys(groups.tolist())]
        return cls(
            pack=tuple(sorted(pack.tolist())),
            positions=tuple(place for group in members for place in group),
            wanted=tuple(len(group) - i for group in members for i in range(len(group))),
            sizes=tuple(len(group) for group in members for _ in group),
            is_distinct=len(set(pack.tolist())) == len(pack),
        )

    def outcomes(self, drawn: tuple[int, ...]) -> list[tuple[int, float]]:
        """Return the cards that may come next, ascending, with their probabilities.

        Of n distinct cards above the last one, of which k are wanted, the j-th (from 0) has
        probability C(n-1-j, k-1) / C(n, k): it is the lowest of a random set of k. With equal
        cards the sets that go on from what is drawn are counted in the same way.

        Args:
            drawn: The cards drawn so far; fewer than the pack has.
        """
        wanted = self.wanted[len(drawn)]
        start = len(drawn) - (self.sizes[len(drawn)] - wanted)  # of the group
        last = drawn[-1] if start < len(drawn) else self.pack[0] - 1
        if self.is_distinct:
            gone = set(drawn[:start])
            cards = [card for card in self.pack if card > last and card not in gone]
            return list(zip(cards, _shares(len(cards), wanted)))
        left = Counter(self.pack)
        left.subtract(drawn[:start])
        again = drawn[start:].count(last)
        above = sum(number for card, number in left.items() if card > last)
        copies = left[last]
        go_on = _sets(copies, above, again + 1, wanted + again)  # with one more of the last card
        total = _sets(copies, above, again, wanted + again)
        found = [(last, go_on / total)] if go_on else []
        ways = comb(copies, again)
        for card, number in left.items():
            if card > last and number and above >= wanted:
                sets = comb(above, wanted) - comb(above - number, wanted)
                found.append((card, ways * sets / total))
                above -= number
        return found

    def deck(self, drawn: Sequence[int]) -> np.ndarray:
        """Return the deck int16[N] of a complete list of cards drawn."""
        deck = np.zeros(len(self.pack), np.int16)
        deck[list(self.positions)] = drawn
        return deck

    def of_deck(self, deck: np.ndarray) -> tuple[int, ...]:
        """Return the cards to draw, the certain ones among them, for a deal like a deck's."""
        drawn: list[int] = []
        while len(drawn) < len(deck):
            size = self.sizes[len(drawn)]
            group = self.positions[len(drawn) : len(drawn) + size]
            drawn += sorted(int(deck[place]) for place in group)
        return tuple(drawn)


@cache
def _shares(cards: int, wanted: int) -> tuple[float, ...]:
    """Return the chance of each of n cards to be the lowest of a random set of k, while above 0."""
    sets = comb(cards, wanted)
    return tuple(comb(cards - 1 - j, wanted - 1) / sets for j in range(cards - wanted + 1))


def _sets(copies: int, above: int, least: int, size: int) -> int:
    """Count the sets of a size with at least so many of the copies, the others from above."""
    return sum(comb(copies, n) * comb(above, size - n) for n in range(least, min(copies, size) + 1))
