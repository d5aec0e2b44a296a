"""Options and presets of Ninety-Nine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...engine.options import Options, option
from ...engine.packs import SUITS, Pack, pack

NAME = "ninety_nine"
VERSION = 1
SUMMARY = "bid exactly with three cards"

MOST_PLAYERS = 5
TRUMPS = (*SUITS, "NT")  # S C D H NT; the index is the code of a trump
PREMIUM_BIDS = ("none", "declare", "declare_reveal")
PROCEDURES = ("formal", "informal", "independent")
MATCHES = ("game", "rubber_games", "rubber_first3", "fixed_deals", "target")
EXTRA_ACTIONS = 23  # pass, declare, reveal, name S C D H nines NT, announce 0 to 13

_DECKS = {2: "36", 3: "36", 4: "52", 5: "60"}
_CONTRACTS = {2: "0/30/20/10", 3: "0/30/20/10", 4: "0/30/20/10/0", 5: "0/50/40/30/20/10"}
_SUCCESS_TRUMPS = {2: "D/S/H/C", 3: "D/S/H/C", 4: "D/S/H/C/NT", 5: "D/S/H/C/NT/NT"}


@dataclass(frozen=True)
class NinetyNineOptions(Options):
    """Options of Ninety-Nine."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "parlett_1990": {},
        "penguin": {"premium_procedure": "informal", "match": "rubber_first3"},
        "first_diamonds": {"first_deal_trump": "D"},
        "mini2": {
            "players": 2,
            "deck": "SCDH/KA",
            "hand_size": 4,
            "bid_cards": 1,
            "contract_table": "0/20/10",
            "trump_rule": "fixed",
            "premium_bids": "none",
            "first_dealer": 1,
            "utility": "zero_sum",
        },
        "mini3": {
            "players": 3,
            "deck": "SDH/789",
            "hand_size": 3,
            "bid_cards": 1,
            "trump_rule": "fixed",
            "premium_bids": "none",
            "first_dealer": 2,
            "utility": "zero_sum",
        },
    }
    DERIVED: ClassVar[list[tuple[Any, ...]]] = [
        ("cards",),  # cards in the pack, N
        ("ranks",),  # cards of a suit
        ("suits",),  # suits in the pack
        ("tricks",),  # tricks of a deal
        ("suit_value", 4),  # tricks that a bid card of the pack's i-th suit adds
        ("trump_suit", 5),  # the pack's suit for each code of a trump, NONE where there is none
    ]

    players: int = option(3, "seats", low=2, high=MOST_PLAYERS)
    deck: str = option("36", "pack; the default follows the number of players", is_pack=True)
    hand_size: int = option(12, "cards dealt to each hand", low=1, high=13)
    bid_cards: int = option(3, "cards set aside as the bid", low=1, high=3)
    bid_values: tuple[int, ...] = option(
        (1, 3, 0, 2),
        "tricks that a bid card of spades/clubs/diamonds/hearts adds",
        high=9,
        length=4,
    )
    three_diamonds_double: bool = option(
        False, "a bid of diamonds only is also fulfilled by winning every trick"
    )
    bid_visibility: str = option(
        "hidden", "whether bids are turned up when all have bid", words=("hidden", "open")
    )
    trump_rule: str = option(
        "successes",
        "how the trump is found: from the successes of the previous deal, or fixed",
        words=("successes", "fixed"),
    )
    success_trump_table: tuple[str, ...] = option(
        ("D", "S", "H", "C"), "trump after 0/1/2/... successes", words=TRUMPS, length=6
    )
    zero_success_trump: str = option(
        "table", "trump after no success: the table's, or the same again", words=("table", "keep")
    )
    first_deal_trump: str = option("NT", "trump of the first deal", words=TRUMPS)
    fixed_trump: str = option("NT", "trump of every deal with trump_rule=fixed", words=TRUMPS)
    premium_bids: str = option("declare_reveal", "which premium bids exist", words=PREMIUM_BIDS)
    premium_procedure: str = option(
        "formal",
        "formal: in turn, a reveal overcalls a declare; informal: all at once; independent: "
        "everybody may declare",
        words=PROCEDURES,
    )
    declare_value: int = option(30, "premium for a declared contract", high=1000)
    reveal_value: int = option(60, "premium for a revealed contract", high=1000)
    premium_failure: str = option(
        "opponents_gain",
        "who pays for a failed premium bid",
        words=("opponents_gain", "self_loses"),
    )
    trick_points: int = option(1, "points for each trick won", high=100)
    contract_table: tuple[int, ...] = option(
        (0, 30, 20, 10), "points of each success when 0/1/2/... succeed", high=1000, length=6
    )
    match: str = option("game", "what a match is, with episode=match", words=MATCHES)
    target: int = option(100, "points that end a game", low=1, high=10_000)
    game_bonus: int = option(100, "added to everybody who reached the target", high=10_000)
    rubber_games: int = option(3, "games of a rubber, with match=rubber_games", low=1, high=20)
    fixed_deals: int = option(9, "deals of a match, with match=fixed_deals", low=1, high=1000)
    trump_reset_each_game: bool = option(True, "every game begins with first_deal_trump")
    tie_rule: str = option(
        "shared", "equal best totals at the end: shared, or play on", words=("shared", "play_on")
    )
    first_dealer: int = option(-1, "seat that deals first; -1 by lot", low=-1, high=4)

    @classmethod
    def depending(cls, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the defaults that follow from the number of players."""
        players = chosen.get("players", 3)
        five = players == 5
        return {
            "deck": _DECKS[players],
            "hand_size": 13 if players == 4 else 12,
            "three_diamonds_double": players == 4,
            "contract_table": _CONTRACTS[players],
            "success_trump_table": _SUCCESS_TRUMPS[players],
            "premium_bids": "declare" if players in (2, 5) else "declare_reveal",
            "premium_procedure": "independent" if players in (2, 5) else "formal",
            "declare_value": 50 if five else 30,
            "premium_failure": "self_loses" if five else "opponents_gain",
            "rubber_games": max(players, 3),
        }

    def the_pack(self) -> Pack:
        """Return the pack of cards."""
        return pack(self.deck)

    def check(self) -> None:
        """Raise BadOptions where options exclude each other."""
        cards = len(self.the_pack().cards)
        dealt = self.players * self.hand_size
        self.require(
            dealt == cards,
            f"players * hand_size must be the {cards} cards of deck {self.deck}, got {dealt}",
        )
        self.require(
            self.bid_cards < self.hand_size,
            f"option bid_cards must be below hand_size {self.hand_size}, got {self.bid_cards}",
        )
        self.require(
            self.first_dealer < self.players,
            f"option first_dealer must be -1 to {self.players - 1}, got {self.first_dealer}",
        )
        self.require(
            len(self.contract_table) > self.players and len(self.bid_values) == 4,
            "contract_table needs an entry for 0 to all players, bid_values four",
        )
        self.require(
            self.trump_rule == "fixed" or len(self.success_trump_table) > self.players,
            "success_trump_table needs an entry for 0 to all players",
        )
        self.require(
            self.premium_procedure != "independent" or self.premium_bids != "declare_reveal",
            "premium_procedure=independent knows no reveal: premium_bids must be none or declare",
        )

    def derived(self) -> dict[str, Any]:
        """Return the numbers that follow from the options."""
        own = self.the_pack()
        codes = [TRUMPS.index(suit) for suit in own.suits]
        return {
            "cards": len(own.cards),
            "ranks": len(own.ranks),
            "suits": len(own.suits),
            "tricks": self.hand_size - self.bid_cards,
            "suit_value": [self.bid_values[code] for code in codes] + [0] * (4 - len(codes)),
            "trump_suit": [codes.index(t) if t in codes else -1 for t in range(len(TRUMPS))],
        }

    def match_ranges(self) -> dict[str, tuple[int, int]]:
        """Return the least and the largest value of match fields."""
        return {"dealer": (-1, self.players - 1), "trump": (-1, 4), "wins": (0, 3)}

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(len(self.the_pack().cards)))

    def num_actions(self) -> int:
        """Return the number of action ids: cards, then calls."""
        return len(self.the_pack().cards) + EXTRA_ACTIONS

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal."""
        return self.players * (self.hand_size + 2)

    def max_deals(self) -> int:
        """Return a bound on the deals of a match.

        A game ends when a total reaches the target, and a deal gives a point a trick at least.
        Ties that are played on have no bound; a hundred games stand for it.
        """
        if self.match == "fixed_deals" and self.tie_rule == "shared":
            return self.fixed_deals
        tricks = max((self.hand_size - self.bid_cards) * self.trick_points, 1)
        a_game = self.players * self.target // tricks + 1
        games = {"game": 1, "target": 1, "rubber_games": self.rubber_games}.get(self.match, 100)
        return a_game * (games if self.tie_rule == "shared" else 100)

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode."""
        tricks = self.hand_size - self.bid_cards
        premium = 0
        if self.premium_bids != "none":
            premium = max(self.declare_value, self.reveal_value)
        loses = self.premium_failure == "self_loses"
        low = -premium if loses else 0
        high = tricks * self.trick_points + max(self.contract_table)
        high += premium * (self.players - 1)
        if self.episode == "deal":
            return float(low), float(high)
        deals = self.max_deals()
        return float(low * deals), float((high + self.game_bonus) * deals + 800)


OPTIONS = NinetyNineOptions
