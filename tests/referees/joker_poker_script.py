"""Drive an engine of Joker Poker with cards and actions written as words.

An engine has the interface of `Referee`: `player`, `wants_deck()`, `legal()`, `pack()`,
`deal()`, `play()`, `scores()`, `places()`, `knows()`, `clone()`.

Words: `9S` a card, `J1` and `J2` the added jokers; `take` (led: take_open), `throw` (led:
low_open), `highS`, `lowS`, `b3` a bid, `nameS` and `nameNT` a trump, `asQC` a joker as that card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.referees.joker_poker_tables import SUITS, Cards, options_for

Engine = Any
Make = Callable[[dict], Engine]
Check = tuple[str, object, object]


class Script:
    """One engine and the words for its cards and actions."""

    def __init__(self, make: Make, options: dict) -> None:
        self.options = options
        self.cards = Cards(str(options["deck"]), options["jokers"])
        self.base = self.cards.num_codes
        self.players = options["players"]
        self.dealer = options["first_dealer"]
        self.engine = make(options)

    def action(self, word: str) -> int:
        """Return the id of a card or of another action."""
        if word in ("J1", "J2"):
            return self.cards.added[int(word[1]) - 1]
        if word in ("take", "throw"):
            return self.base + ("take", "throw").index(word)
        if word.startswith("high"):
            return self.base + 2 + SUITS.index(word[4:])
        if word.startswith("low"):
            return self.base + 6 + SUITS.index(word[3:])
        if word.startswith("b"):
            return self.base + 10 + int(word[1:])
        if word.startswith("name"):
            return self.base + 37 + [*SUITS, "NT"].index(word[4:])
        if word.startswith("as"):
            return self.base + 42 + self.cards.code(word[2:])
        return self.cards.code(word)

    def actions(self, text: str) -> list[int]:
        """Return the ids of words, in the order written."""
        return [self.action(word) for word in text.split()]

    def deal(self, hands: list[str], then: str = "") -> Script:
        """Deal these hands of equal length, seat 0 first, and the cards `then` after them."""
        held = [self.actions(text) for text in hands]
        order = [(self.dealer + 1 + k) % self.players for k in range(self.players)]
        deck = [held[seat][k] for k in range(len(held[0])) for seat in order]
        deck += self.actions(then)
        self.engine.deal(deck + [card for card in self.engine.pack() if card not in deck])
        return self

    def bids_are_due(self) -> bool:
        """Return whether the seat to act bids."""
        first = min(self.engine.legal(), default=-1)
        return self.engine.player >= 0 and self.base + 10 <= first <= self.base + 36

    def bid_lowest(self) -> Script:
        """Make the lowest legal bid for every seat that is still to bid."""
        while self.bids_are_due():
            self.engine.play(self.engine.legal()[0])
        return self

    def bid(self, bids: list[int]) -> Script:
        """Make every seat's bid, seat 0 first in the list."""
        while self.bids_are_due():
            self.engine.play(self.base + 10 + bids[self.engine.player])
        return self

    def play(self, text: str) -> Script:
        """Play words one after the other."""
        for word in text.split():
            self.engine.play(self.action(word))
        return self

    def legal(self, what: str, text: str) -> Check:
        """Compare the legal actions with words."""
        return what, sorted(self.actions(text)), self.engine.legal()

    def hands_won_by(self, winners: list[int]) -> list[str]:
        """Return hands without jokers whose i-th cards make a trick for the i-th winner.

        Every trick is of one suit and everybody follows, so no trump matters.
        """
        blocks = []
        for start in range(0, len(self.cards.ranks) - self.players + 1, self.players):
            for suit in self.cards.suits:
                ranks = self.cards.ranks[start : start + self.players]
                blocks.append([rank + suit for rank in ranks])
        plain = [b for b in blocks if all(self._is_plain(name) for name in b)]
        hands: list[list[str]] = [[] for _ in range(self.players)]
        for winner, block in zip(winners, plain[: len(winners)], strict=True):
            for k in range(self.players):
                hands[(winner + 1 + k) % self.players].append(block[k])
        return [" ".join(hand) for hand in hands]

    def _is_plain(self, name: str) -> bool:
        card = self.cards.code(name)
        return card in self.cards.ordinary and card not in self.cards.jokers

    def play_deal(self, winners: list[int], bids: list[int] | None = None) -> Script:
        """Play a whole deal, its tricks going to these seats; then the deal moves to the left."""
        hands = self.hands_won_by(winners)
        make_bids = self.bid_lowest if bids is None else lambda: self.bid(bids)
        make_bids()
        self.deal(hands)
        make_bids()
        leader = (self.dealer + 1) % self.players
        for k, winner in enumerate(winners):
            for turn in range(self.players):
                self.play(hands[(leader + turn) % self.players].split()[k])
            leader = winner
        self.dealer = (self.dealer + 1) % self.players
        return self


def one_deal(preset: str, players: int, size: int, **overrides: object) -> dict:
    """Return options for one deal of the main part; the last seat deals, seat 0 leads.

    Hearts are trump unless the overrides say otherwise.
    """
    chosen = {
        "trump_source": "fixed",
        "fixed_trump": "H",
        "sets": str(size),
        "specials": "none",
        "first_dealer": players - 1,
    }
    return options_for(preset, players=players, **{**chosen, **overrides})


def special_deal(preset: str, kind: str, players: int, size: int, **overrides: object) -> dict:
    """Return options for one special deal; the last seat deals, seat 0 leads."""
    chosen = {"specials": kind, "special_repeat": "once", "special_hand": size, "deal_index": 1}
    return one_deal(preset, players, 1, **{**chosen, **overrides})
