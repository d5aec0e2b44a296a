"""Packs of cards and their text, both ways.

Card text is rank then suit letter: `AS`, `TD`, `6C`; the pack of 60 has the ranks `11` and `12`.
Suits are always numbered in the order S C D H among those present, ranks ascending, ace high.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from .errors import BadOptions, BadText

SUITS = "SCDH"
SUIT_NAMES = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
SUIT_SYMBOLS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "J", "Q", "K", "A")
_NAMED = {
    "24": "9TJQKA",
    "32": "789TJQKA",
    "36": "6789TJQKA",
    "52": "23456789TJQKA",
}
NAMED_PACKS = (*_NAMED, "54", "60")


@dataclass(frozen=True)
class Pack:
    """A pack in which every card is one of `suits` times `ranks`, and perhaps jokers."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    jokers: int = 0

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The texts of all cards; the index is the card's number. Jokers come last."""
        plain = [rank + suit for suit in self.suits for rank in self.ranks]
        jokers = ["JOKER"] if self.jokers == 1 else [f"JOKER{i + 1}" for i in range(self.jokers)]
        return tuple(plain + jokers)

    def text(self, card: int) -> str:
        """Return the text of a card, as in `"TD"`."""
        return self.cards[card]

    def card(self, text: str) -> int:
        """Return the number of the card written so.

        Raises:
            BadText: if no card of the pack is written so.
        """
        try:
            return self.cards.index(text.strip().upper())
        except ValueError:
            raise BadText(
                f"card must be one of this pack ({self.cards[0]} to {self.cards[-1]}), got {text!r}"
            ) from None

    def parse(self, text: str) -> list[int]:
        """Return the numbers of several cards written with blanks between them."""
        return [self.card(part) for part in text.split()]


@cache
def pack(text: str) -> Pack:
    """Return the pack that an option names.

    Args:
        text: "24", "32", "36", "52", "54" (with two jokers), "60" (with elevens and twelves), or
            a small pack `SUITS/RANKS` such as "SCDH/KA" (lowest rank first).

    Raises:
        BadOptions: if the text names no pack.

    Example:
        >>> pack("DHS/89T").cards
        ('8S', '9S', 'TS', '8D', '9D', 'TD', '8H', '9H', 'TH')
    """
    text = text.strip().upper()
    if text in _NAMED:
        return Pack(tuple(SUITS), tuple(_NAMED[text]))
    if text == "54":
        return Pack(tuple(SUITS), tuple(_NAMED["52"]), jokers=2)
    if text == "60":
        return Pack(tuple(SUITS), RANKS)
    suits, slash, ranks = text.partition("/")
    order = [RANKS.index(r) if r in RANKS else -1 for r in ranks]
    good = slash and suits and ranks and set(suits) <= set(SUITS) and len(set(suits)) == len(suits)
    if not good or -1 in order or len(set(order)) != len(order):
        raise BadOptions(
            f"a pack must be 24, 32, 36, 52, 54, 60 or SUITS/RANKS such as SCDH/KA, got {text!r}"
        )
    return Pack(tuple(s for s in SUITS if s in suits), tuple(RANKS[i] for i in sorted(order)))
