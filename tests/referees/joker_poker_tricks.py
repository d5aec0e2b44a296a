"""Tricks of Joker Poker for its referee: what may follow, and who wins.

A trick is a list of uses. The trump of a deal is a suit, "NT", or "circular": then the suit
after the led one is trump in each trick.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

NO_TRUMP = "NT"
CIRCULAR = "circular"


@dataclass(frozen=True)
class Use:
    """A card in a trick and what it counts as.

    `mode` is "card" for an ordinary card and for a joker standing for one, else the declaration
    of a joker: take, throw, take_open, low_open, high, low (the last two with a suit).
    """

    seat: int
    card: int
    mode: str
    suit: str = ""
    rank: int = -1


def led_suit(trick: list[Use]) -> str:
    """Return the suit that is asked for, "" while there is none."""
    first = trick[0]
    if first.mode in ("card", "high", "low"):
        return first.suit
    if first.mode == "low_open":
        for use in trick[1:]:
            if use.mode == "card":
                return use.suit
    return ""


def trick_trump(trump: str, led: str, order: list[str]) -> str:
    """Return the trump suit of a trick, "" if it has none."""
    if trump == NO_TRUMP:
        return ""
    if trump != CIRCULAR:
        return trump
    if led == "":
        return ""
    return order[(order.index(led) + 1) % len(order)]


def may_follow(
    cards: list[int],
    trick: list[Use],
    trump: str,
    suit_of: Callable[[int], str],
    rank_of: Callable[[int], int],
    rules: dict,
) -> list[int]:
    """Return which of these ordinary cards may be played to a trick already led.

    Args:
        cards: The ordinary cards of the hand.
        trick: Uses so far, at least one.
        trump: Trump suit of this trick, "" for none.
        suit_of: Suit of a card.
        rank_of: Rank of a card.
        rules: The options.
    """
    asked = led_suit(trick)
    if asked == "":
        return list(cards)
    demand = trick[0].mode == "high"
    of_suit = [card for card in cards if suit_of(card) == asked]
    trumps = [card for card in cards if suit_of(card) == trump]
    if of_suit:
        if demand:
            return [max(of_suit, key=rank_of)]
        if rules["ruff_with_suit_allowed"]:
            return sorted({*of_suit, *trumps})
        return of_suit
    if trumps and demand and rules["demand_ruff_highest"]:
        return [max(trumps, key=rank_of)]
    if trumps and rules["must_trump"]:
        return trumps
    return list(cards)


def _highest(trick: list[Use], suit: str) -> Use | None:
    """Return the first of the highest cards of a suit, None if there is no card of it."""
    best = None
    for use in trick:
        if use.mode == "card" and use.suit == suit and (best is None or use.rank > best.rank):
            best = use
    return best


def winner(trick: list[Use], trump: str, rules: dict) -> int:
    """Return the seat that wins a complete trick; `trump` is the trick's, "" for none."""
    first = trick[0]
    claims = [first] if first.mode in ("high", "take_open") else []
    takes = [use for use in trick[1:] if use.mode == "take"]
    highest_trump = _highest(trick, trump) if trump else None
    if takes:
        claims += takes
        return (claims[-1] if rules["two_jokers"] == "last" else claims[0]).seat
    if claims:
        beatable = first.mode == "high" and first.suit != trump
        if beatable and rules["joker_high_beaten_by_trump"] and highest_trump:
            return highest_trump.seat
        return first.seat
    if highest_trump:
        return highest_trump.seat
    of_suit = _highest(trick, led_suit(trick))
    return of_suit.seat if of_suit else first.seat
