"""A referee that deals a card to be turned up, behind a deck and a lot as the rules take them.

The referee of Ninety-Nine shuffles a joker into the pack and turns the last card; the joker then
bears the number of that card. For the rules the hands are a deck of the ordinary cards and the card
that is turned up is a lot among these and the joker, which comes to the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from prikup.envs.games.ninety_nine.layout import TURN_OFFSET


def in_two_steps(deck: Sequence[int]) -> tuple[list[int], int]:
    """Return the deck of ordinary cards and the lot of a referee's deck."""
    *hands, turned = deck
    joker = len(hands)
    return [turned if card == joker else card for card in hands], TURN_OFFSET + turned


class TurnedUp:
    """The referee with a deck of ordinary cards and a lot."""

    def __init__(self, referee: Any) -> None:
        self.referee = referee
        self.deck: list[int] = []  # dealt, the lot not yet drawn

    def __getattr__(self, name: str) -> Any:
        return getattr(self.referee, name)

    def pack(self) -> list[int]:
        """Return the ordinary cards."""
        return list(self.referee.pack()[:-1])

    def wants_deck(self) -> bool:
        """Return whether a deck is due."""
        return bool(self.referee.wants_deck()) and not self.deck

    def legal(self) -> list[int]:
        """Return the legal actions; with a deck dealt the cards and the joker, as a lot."""
        if self.deck:
            return [TURN_OFFSET + card for card in range(len(self.deck) + 1)]
        return list(self.referee.legal())

    def deal(self, deck: Sequence[int]) -> None:
        """Keep the deck until the lot is drawn."""
        self.deck = [int(card) for card in deck]

    def play(self, action: int) -> None:
        """Play an action, or draw the lot: the joker takes the place of the card turned up."""
        if not self.deck:
            self.referee.play(action)
            return
        turned, joker = action - TURN_OFFSET, len(self.deck)
        hands = [joker if card == turned else card for card in self.deck]
        self.deck = []
        self.referee.deal([*hands, turned])

    def clone(self) -> TurnedUp:
        """Return a copy that shares nothing."""
        twin = TurnedUp(self.referee.clone())
        twin.deck = list(self.deck)
        return twin


def referee_for(referee: Any, options: dict[str, Any]) -> Any:
    """Return the referee as the rules see it, with its own options."""
    return TurnedUp(referee) if options.get("trump_rule") == "turn_up" else referee
