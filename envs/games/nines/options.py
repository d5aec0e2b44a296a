"""Options and presets of Nines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...engine.options import Options, option
from ...engine.packs import SUITS, Pack, pack

NAME = "nines"
VERSION = 1  # raised when the rules or the numbers of actions change
SUMMARY = "from nine down, spare hand included"

MOST_PLAYERS = 4
TRUMPS = (*SUITS, "NT")  # S C D H NT; the index is the code of a trump
QUEENS_RULES = ("off", "captured", "won_with", "dealt", "held")
EXTRA_ACTIONS = 2  # keep, swap

_ALT_TRUMPS = {"trump_cycle": "H/S/D/C/NT"}
_MINI: dict[str, Any] = {
    "trump_cycle": "S",
    "three_queens_rule": "off",
    "match": "deal",
    "utility": "zero_sum",
}


@dataclass(frozen=True)
class NinesOptions(Options):
    """Options of Nines."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "classic": {},
        "alt_trumps": _ALT_TRUMPS,
        "four": {"players": 4},
        "four_alt_trumps": {"players": 4, **_ALT_TRUMPS},
        "eldest_first": {"swap_order_start": "eldest"},
        "plain": {"three_queens_rule": "off"},
        "mini2": {"players": 2, "deck": "SCD/QKA", "hand_size": 3, "first_dealer": 1, **_MINI},
        "mini2_small": {"players": 2, "deck": "SCD/KA", "hand_size": 2, "first_dealer": 1, **_MINI},
        "mini3": {"players": 3, "deck": "SC/JQKA", "hand_size": 2, "first_dealer": 2, **_MINI},
    }
    DERIVED: ClassVar[list[tuple[Any, ...]]] = [
        ("cards",),  # cards in the pack, N
        ("ranks",),  # cards of a suit
        ("suits",),  # suits in the pack
        ("queens",),  # set of the queens
        ("cycle",),  # entries of trump_cycle
        ("most_deals",),  # bound on the deals of a match
        ("trump_suit", 5),  # the pack's suit for each code of a trump, NONE where there is none
    ]

    players: int = option(3, "seats", low=2, high=MOST_PLAYERS)
    spare_hand: bool = option(
        True, "one more hand is dealt and may be exchanged for; by default not with 4 players"
    )
    deck: str = option("52", "the pack", is_pack=True)
    hand_size: int = option(13, "cards dealt to each hand", low=1, high=13)
    swap_order_start: str = option(
        "dealer", "who decides first about the exchange", words=("dealer", "eldest")
    )
    trump_cycle: tuple[str, ...] = option(
        ("C", "D", "H", "S", "NT"), "trumps of the deals of a match, over and over",
        words=TRUMPS, length=5,
    )  # fmt: skip
    par: int = option(
        4, "tricks that leave a score unchanged; by default hand_size / players, rounded down",
        high=13,
    )  # fmt: skip
    start_score: int = option(9, "score at the start of a match", low=-1000, high=1000)
    goal: int = option(
        0, "a match ends when a score is not above it after a deal", low=-1000, high=1000
    )
    must_trump: bool = option(False, "void of the suit led: a trump must be played if held")
    three_queens_rule: str = option(
        "captured",
        "three queens in a row: three tricks running won with a queen in each; each won by an own "
        "queen; three cards dealt running are queens; three queens in the hand that is played",
        words=QUEENS_RULES,
    )
    queens_self: int = option(1, "taken off the own score for three queens", high=100)
    queens_others: int = option(1, "added to the others' scores for them", high=100)
    match: str = option(
        "to_goal",
        "what a match is, with episode=match",
        words=("to_goal", "fixed_deals", "deal"),
    )
    fixed_deals: int = option(15, "deals of a match, with match=fixed_deals", low=1, high=1000)
    tie_rule: str = option(
        "shared", "equal lowest scores at the end: shared, or play on", words=("shared", "play_on")
    )
    deal_limit: int = option(
        200, "a match stops after so many deals whatever the scores", low=1, high=10_000
    )
    first_dealer: int = option(
        -1, "seat that deals first; -1 draws lots", low=-1, high=MOST_PLAYERS - 1
    )

    @classmethod
    def depending(cls, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the defaults that follow from the number of players and the size of a hand."""
        players = chosen.get("players", 3)
        return {"spare_hand": players < 4, "par": chosen.get("hand_size", 13) // players}

    def the_pack(self) -> Pack:
        """Return the pack of cards."""
        return pack(self.deck)

    def hands(self) -> int:
        """Return the number of hands that are dealt, the spare one included."""
        return self.players + self.spare_hand

    def check(self) -> None:
        """Refuse options that exclude each other."""
        own = self.the_pack()
        dealt, cards = self.hands() * self.hand_size, len(own.cards)
        self.require(not own.jokers, f"deck has no jokers, got {self.deck}")
        self.require(
            dealt <= cards,
            f"{self.hands()} hands of {self.hand_size} need {dealt} cards, "
            f"deck={self.deck} has {cards}",
        )
        self.require(
            self.first_dealer < self.players,
            f"option first_dealer must be -1 to {self.players - 1}, got {self.first_dealer}",
        )
        self.require(
            self.start_score > self.goal,
            f"start_score must be above goal={self.goal}, got {self.start_score}",
        )

    def derived(self) -> dict[str, Any]:
        """Return the numbers that follow from the options."""
        own = self.the_pack()
        codes = [TRUMPS.index(suit) for suit in own.suits]
        return {
            "cards": len(own.cards),
            "ranks": len(own.ranks),
            "suits": len(own.suits),
            "queens": sum(1 << card for card, text in enumerate(own.cards) if text[0] == "Q"),
            "cycle": len(self.trump_cycle),
            "most_deals": self.max_deals(),
            "trump_suit": [codes.index(t) if t in codes else -1 for t in range(len(TRUMPS))],
        }

    def match_ranges(self) -> dict[str, tuple[int, int]]:
        """Return the least and the largest value of match fields."""
        return {"dealer": (-1, self.players - 1), "is_over": (0, 1)}

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(len(self.the_pack().cards)))

    def cards_used(self) -> int:
        """Return the number of cards dealt; the others stay out of play."""
        return self.hands() * self.hand_size

    def num_actions(self) -> int:
        """Return the number of action ids: the cards, KEEP, SWAP."""
        return len(self.the_pack().cards) + EXTRA_ACTIONS

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal."""
        return self.players * (self.hand_size + self.spare_hand)

    def max_deals(self) -> int:
        """Return a bound on the deals of a match."""
        if self.match == "deal":
            return 1
        if self.match == "fixed_deals" and self.tie_rule == "shared":
            return min(self.fixed_deals, self.deal_limit)
        return self.deal_limit

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode: the points worked off."""
        queens = self.three_queens_rule != "off"
        low = -self.par - queens * self.queens_others
        high = self.hand_size - self.par + queens * self.queens_self
        deals = self.max_deals() if self.episode == "match" else 1
        return float(min(low, 0) * deals), float(max(high, 0) * deals)

    def score_sum(self) -> float | None:
        """Return what the points worked off add up to, where every deal brings the same."""
        deals = 1
        if self.episode == "match":
            if self.match == "to_goal" or self.tie_rule == "play_on":
                return None
            deals = self.max_deals()
        if self.three_queens_rule != "off":
            return None
        return float((self.hand_size - self.players * self.par) * deals)


OPTIONS = NinesOptions
