"""Options and presets of Domino Hearts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ...engine.options import Options, option
from ...engine.packs import Pack, pack

NAME = "domino_hearts"
VERSION = 1  # raised when the rules or the numbers of actions change
SUMMARY = "draw until you can follow"

MOST_PLAYERS = 7
MOST_CARDS = 60

_MINI: dict[str, Any] = {"hand_size": 2, "utility": "zero_sum"}


@dataclass(frozen=True)
class DominoHeartsOptions(Options):
    """Options of Domino Hearts."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "classic": {},
        "three": {"players": 3},
        "two": {"players": 2, "utility": "zero_sum"},
        "mini2": {"players": 2, "deck": "SH/QKA", "first_dealer": 1, **_MINI},
        "mini3": {"players": 3, "deck": "SH/JQKA", "first_dealer": 2, **_MINI},
    }
    DERIVED: ClassVar[list[tuple[Any, ...]]] = [
        ("cards",),  # cards in the pack, N
        ("ranks",),  # cards of a suit
        ("suits",),  # suits in the pack
        ("heart_set",),  # set of the hearts
    ]

    players: int = option(4, "seats", low=2, high=MOST_PLAYERS)
    deck: str = option("52", "the pack, ace high", is_pack=True)
    hand_size: int = option(6, "cards dealt to each seat; the others are the stock", low=1, high=26)
    target: int = option(31, "hearts taken that end a match", low=1, high=1000)
    deal_limit: int = option(
        200, "a match stops after so many deals whatever the totals", low=1, high=10_000
    )
    first_dealer: int = option(
        -1, "seat that deals first; -1 draws lots", low=-1, high=MOST_PLAYERS - 1
    )

    def the_pack(self) -> Pack:
        """Return the pack of cards."""
        return pack(self.deck)

    def check(self) -> None:
        """Refuse options that exclude each other."""
        own = self.the_pack()
        dealt, cards = self.players * self.hand_size, len(own.cards)
        self.require(
            not own.jokers and "H" in own.suits,
            f"deck has hearts and no jokers, got {self.deck}",
        )
        self.require(
            dealt <= cards,
            f"{self.players} hands of {self.hand_size} need {dealt} cards, "
            f"deck={self.deck} has {cards}",
        )
        self.require(
            self.first_dealer < self.players,
            f"option first_dealer must be -1 to {self.players - 1}, got {self.first_dealer}",
        )

    def derived(self) -> dict[str, Any]:
        """Return the numbers that follow from the options."""
        own = self.the_pack()
        return {
            "cards": len(own.cards),
            "ranks": len(own.ranks),
            "suits": len(own.suits),
            "heart_set": sum(1 << card for card, text in enumerate(own.cards) if text[-1] == "H"),
        }

    def match_ranges(self) -> dict[str, tuple[int, int]]:
        """Return the least and the largest value of match fields."""
        return {"dealer": (-1, self.players - 1)}

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(len(self.the_pack().cards)))

    def num_actions(self) -> int:
        """Return the number of action ids: the cards and DRAW."""
        return len(self.the_pack().cards) + 1

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal: each card is drawn and played at most once."""
        cards = len(self.the_pack().cards)
        return 2 * cards - self.players * self.hand_size

    def max_deals(self) -> int:
        """Return a bound on the deals of a match."""
        return self.deal_limit

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score: no hearts, or one below the target and then all."""
        hearts = len(self.the_pack().ranks)
        if self.episode == "deal":
            return -float(hearts), 0.0
        return -float(min(self.target - 1 + hearts, self.deal_limit * hearts)), 0.0


OPTIONS = DominoHeartsOptions
