"""A referee for the toy: sets and lists, the rules as its module docstring tells them."""

from __future__ import annotations

import copy


class ToyReferee:
    """One deal of the toy without lots."""

    def __init__(self, cards: int) -> None:
        """Make an undealt game."""
        self.cards = cards
        self.player = -1
        self.turn = 0
        self.heaps: dict[str, list[int]] = {}
        self.points = [0, 0]
        self.stock: list[int] = []

    def clone(self) -> ToyReferee:
        """Return a deep copy."""
        return copy.deepcopy(self)

    def wants_deck(self) -> bool:
        """Return whether a deck is due."""
        return self.player == -1

    def deal(self, deck: list[int]) -> None:
        """Deal two cards a seat, singly."""
        self.heaps = {"hand 0": [deck[0], deck[2]], "hand 1": [deck[1], deck[3]]}
        self.heaps |= {"laid 0": [], "laid 1": [], "trick": []}
        self.stock = list(deck[4:])
        self.player = 0

    def legal(self) -> list[int]:
        """Return the legal actions."""
        if self.player < 0:
            return []
        hand = self.heaps[f"hand {self.player}"]
        if self.turn in (2, 3):
            return [self.cards + 1] + ([self.cards + 3] if self.stock else [])
        higher = [card for card in hand if self.heaps["trick"] and card > self.heaps["trick"][0]]
        return sorted(higher or hand)

    def play(self, action: int) -> None:
        """Play a legal action."""
        if action not in self.legal():
            raise ValueError(action)
        hand = self.heaps[f"hand {self.player}"]
        if self.turn in (2, 3):
            if action == self.cards + 3:
                hand.append(self.stock.pop(0))
        else:
            hand.remove(action)
            self.heaps[f"laid {self.player}" if self.turn < 2 else "trick"].append(action)
        self.player = 1 - self.player
        self.turn += 1
        if self.turn == 6:
            first, second = self.heaps["trick"]
            self.points = [1, -1] if first > second else [-1, 1]
            self.player = -4

    def scores(self) -> list[float]:
        """Return the points."""
        return [float(points) for points in self.points]

    def places(self) -> dict[str, list[int]]:
        """Return where the cards lie."""
        return self.heaps

    def knows(self, seat: int, place: str, card: int) -> bool:
        """A seat has seen its own cards and those played."""
        return place in (f"hand {seat}", f"laid {seat}", "trick")
