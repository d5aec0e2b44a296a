"""Trick kernels shared by all trick games: who beats whom, who wins, what follows suit.

`trump` is a suit of the pack, or NONE in a game without trumps.
"""

from __future__ import annotations

from .cards import NONE, cards_of_suit, suit_of
from .jit import compiled


@compiled
def beats(card, best, trump, ranks):
    """Return whether a card beats the best card of the trick so far.

    A trump beats every other suit; otherwise only a higher card of the same suit beats a card.
    """
    suit = suit_of(card, ranks)
    if suit == suit_of(best, ranks):
        return card > best
    return suit == trump and trump != NONE


@compiled
def trick_winner(trick, leader, trump, ranks, players):
    """Return the seat that takes the trick.

    Args:
        trick: int64[P], the card of each seat; complete.
        leader: Seat that led.
        trump: Trump suit, or NONE.
        ranks: Cards of a suit.
        players: Number of seats, P.
    """
    best = leader
    for i in range(1, players):
        seat = (leader + i) % players
        if beats(trick[seat], trick[best], trump, ranks):
            best = seat
    return best


@compiled
def follow_suit(hand, led, ranks):
    """Return the cards that may be played when a suit is led: of that suit if there are any."""
    same = cards_of_suit(hand, led, ranks)
    return same if same else hand
