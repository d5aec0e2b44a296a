"""Options and presets of Devyatka and its relatives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...engine.options import Options, option
from ...engine.packs import Pack, pack

NAME = "devyatka"
VERSION = 1  # raised when the rules or the numbers of actions change
SUMMARY = "rows from the nine; who keeps cards loses"

MOST_PLAYERS = 6
MOST_CARDS = 52
RANK_WORDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
FOUNDER_ORDER = "DHSC"  # suits in the order in which their founder opens

# Words of the options whose number the rules read.
LAYOUT, PILE_DOMINO, MIXED = range(3)  # variant
HOLDER_OF_DIAMOND, ELDEST_START_RANK, ELDEST_ANY_CARD, WINNER_START_RANK = range(4)  # opening
NOT_LAST, FIRST_ONLY, PLACEMENT, BANK = range(4)  # scoring
REDEAL = 1  # no_starter
DRAW_ONE = 1  # stock_use
FIRST_OUT = 1  # end_rule
VOID = 1  # blocked_rule
MATCH = 1  # episode
DEALER = 0  # domino_opener

EXTRA_WORDS = ("none", "ace", "lowest", "ace_lowest")

_BANK: dict[str, Any] = {
    "scoring": "bank", "end_rule": "first_out", "ante": 10, "pass_fee": 10, "start_chips": 100,
    "players": 3,
}  # fmt: skip
_FANTAN: dict[str, Any] = {
    "deck": "52", "players": 4, "opening": "eldest_any_card", "end_rule": "first_out",
    "scoring": "first_only",
}  # fmt: skip
_EIGHTS: dict[str, Any] = {**_FANTAN, "start_rank": "8", "opening": "eldest_start_rank"}
_MINI3: dict[str, Any] = {"deck": "DHS/89T", "players": 3, "first_dealer": 2}
_MINI2: dict[str, Any] = {"players": 2, "first_dealer": 1, "utility": "zero_sum"}


@dataclass(frozen=True)
class DevyatkaOptions(Options):
    """Options of Devyatka."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "classic": {},
        "classic_auto": {"auto_pass": True},
        "classic_52": {"deck": "52"},
        "nine_cards": {"hand_size": 9},
        "bank": _BANK,
        "bank_rounds": {**_BANK, "opening": "winner_start_rank", "deals_per_match": 10},
        "fantan": _FANTAN,
        "fantan_eights": _EIGHTS,
        "fantan_extra": {
            **_EIGHTS,
            "extra_turn": "ace",
            "extra_turn_later": "ace_lowest",
            "deals_per_match": 4,
        },
        "fantan_placement": {**_FANTAN, "end_rule": "last_holder", "scoring": "placement"},
        "sevens": {
            "deck": "52",
            "start_rank": "7",
            "end_rule": "first_out",
            "scoring": "first_only",
        },
        "domino": {
            "variant": "pile_domino",
            "deck": "52",
            "hand_size": 7,
            "end_rule": "first_out",
            "scoring": "first_only",
        },
        "mixed_reconstruction": {"variant": "mixed"},
        "mini3": _MINI3,
        "mini3_first": {**_MINI3, "end_rule": "first_out", "scoring": "first_only"},
        "mini2_dead": {**_MINI2, "deck": "DS/789TJ", "hand_size": 4},
        "mini2_tiny": {**_MINI2, "deck": "DS/89TJ", "hand_size": 3},
        "mini2_perfect": {**_MINI2, "deck": "DS/789TJ"},
    }
    DERIVED: ClassVar[list[tuple[Any, ...]]] = [
        ("suits",),  # suits in the pack
        ("ranks",),  # ranks in the pack, R
        ("cards",),  # cards in the pack, N
        ("kinds",),  # cards that the players can tell apart: N, in pile_domino R
        ("founder_rank",),  # start_rank as a rank of the pack
        ("founder_suits", 4),  # suits in the order in which their founder opens, filled with -1
        ("aces",),  # set of the aces
        ("extra_ranks",),  # set of ranks that give an extra turn in the first deal of a match
        ("extra_ranks_later",),  # the same from the second deal on
        ("longest_hand",),  # cards dealt to the eldest hand
        ("full_hands",),  # seats, from eldest, that are dealt so many
    ]

    players: int = option(3, "seats; at least 3 in pile_domino", low=2, high=MOST_PLAYERS)
    variant: str = option(
        "layout",
        "family of play: rows by suit, one pile by rank, or the toy with face-down hands",
        words=("layout", "pile_domino", "mixed"),
    )
    deck: str = option("36", "the pack, ranks from 2 to A", is_pack=True)
    start_rank: str = option("9", "rank on which every row is founded", words=RANK_WORDS)
    opening: str = option(
        "holder_of_diamond",
        "who begins and with what",
        words=(
            "holder_of_diamond",
            "eldest_start_rank",
            "eldest_any_card",
            "winner_start_rank",
        ),
    )
    hand_size: int = option(0, "cards dealt to each seat; 0 deals the whole pack", high=26)
    no_starter: str = option(
        "next_suit",
        "the diamond founder is in no hand: the founder of the next suit opens, or a new deal",
        words=("next_suit", "redeal"),
    )
    stock_use: str = option(
        "dead",
        "undealt cards stay out of play, or a seat that cannot play draws one",
        words=("dead", "draw_one"),
    )
    forced_play: bool = option(True, "a seat that can play must not pass")
    auto_pass: bool = option(False, "a seat that can only pass is passed over without an action")
    end_rule: str = option(
        "last_holder",
        "a deal ends when one seat holds cards, or when the first hand is empty",
        words=("last_holder", "first_out"),
    )
    scoring: str = option(
        "not_last",
        "what a deal counts: 1 for all but the loser, 1 for the first out, places, or chips",
        words=("not_last", "first_only", "placement", "bank"),
    )
    start_chips: int = option(100, "bank: chips of each seat at first", low=1, high=1_000_000)
    ante: int = option(10, "bank: paid by each seat before a deal", high=1_000_000)
    pass_fee: int = option(10, "bank: paid for each pass", high=1_000_000)
    left_card_fee: int = option(
        0, "bank: paid to the first out for each card left in hand", high=1_000_000
    )
    short_hand_fee: int = option(
        0, "bank: paid besides the ante for a hand shorter than the longest", high=1_000_000
    )
    redeal_aces: int = option(
        0, "layout: a hand with so many aces is dealt anew; 0 (never), 3 or 4", high=4
    )
    extra_turn: str = option(
        "none", "layout: ranks after which the same seat plays again", words=EXTRA_WORDS
    )
    extra_turn_later: str = option(
        "same", "extra_turn from the second deal of a match on", words=("same", *EXTRA_WORDS)
    )
    blocked_rule: str = option(
        "most_cards_lose",
        "layout: nobody goes on: those with the most cards lose, or the deal counts nothing",
        words=("most_cards_lose", "void"),
    )
    deals_per_match: int = option(
        1, "deals of a match; with bank it may end sooner", low=1, high=100
    )
    domino_wrap: bool = option(True, "pile_domino: the lowest rank follows the ace")
    domino_chain: bool = option(True, "pile_domino: a seat goes on as long as it can")
    domino_opener: str = option(
        "dealer", "pile_domino: who plays first", words=("dealer", "eldest")
    )
    first_dealer: int = option(
        -1, "seat that deals first; -1 draws lots", low=-1, high=MOST_PLAYERS - 1
    )

    @classmethod
    def depending(cls, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return 52 cards as the pack where 36 do not suffice for the hands."""
        wanted = chosen.get("hand_size", 0) * chosen.get("players", 3)
        return {"deck": "52"} if wanted > 36 else {}

    def pack(self) -> Pack:
        """Return the pack that `deck` names."""
        return pack(self.deck)

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck; in pile_domino ranks, each as often as there are suits."""
        own = self.pack()
        if self.variant == "pile_domino":
            return [rank for rank in range(len(own.ranks)) for _ in own.suits]
        return list(range(len(own.cards)))

    def kinds(self) -> int:
        """Return the number of cards that the players can tell apart, each an action."""
        own = self.pack()
        return len(own.ranks) if self.variant == "pile_domino" else len(own.cards)

    def num_actions(self) -> int:
        """Return the number of action ids: the cards, PASS, DRAW."""
        return self.kinds() + 2

    def largest_hand(self) -> int:
        """Return the number of cards dealt to the eldest hand."""
        return self.hand_size or -(-len(self.pack().cards) // self.players)

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal.

        In `mixed` a round in which each seat turns its whole stack lays out every card that fitted
        before it, so there are at most as many rounds as ranks. Elsewhere each card is drawn and
        played at most once, and between two such moves each seat passes at most once.
        """
        cards = len(self.pack().cards)
        if self.variant == "mixed":
            return len(self.pack().ranks) * self.players * self.largest_hand()
        draws = cards if self.variant == "pile_domino" or self.stock_use == "draw_one" else 0
        return (cards + draws + 1) * self.players

    def max_deals(self) -> int:
        """Return a bound on the deals of a match."""
        return self.deals_per_match

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode."""
        if self.scoring == "bank":
            return -float(self.start_chips), float(self.start_chips * (self.players - 1))
        best = self.players - 1 if self.scoring == "placement" else 1
        return 0.0, float(best * (self.deals_per_match if self.episode == "match" else 1))

    def check(self) -> None:
        """Refuse options that exclude each other."""
        own, domino = self.pack(), self.variant == "pile_domino"
        cards, dealt = len(own.cards), self.hand_size * self.players
        odd = [rank for rank in own.ranks if rank not in RANK_WORDS]
        self.require(not odd and not own.jokers, f"deck has ranks 2 to A only, got {self.deck}")
        self.require(
            domino or self.start_rank in own.ranks,
            f"start_rank must be a rank of the pack {self.deck}, got {self.start_rank}",
        )
        self.require(
            self.first_dealer < self.players,
            f"first_dealer must be below players={self.players}, got {self.first_dealer}",
        )
        self.require(
            self.redeal_aces in (0, 3, 4), f"redeal_aces must be 0, 3 or 4, got {self.redeal_aces}"
        )
        self.require(
            dealt + domino <= cards and self.players <= cards,
            f"hand_size={self.hand_size} for {self.players} players needs "
            f"{max(dealt, self.players) + domino} cards, deck={self.deck} has {cards}",
        )
        self._check_scoring()
        if domino:
            self.require(self.hand_size > 0, "variant=pile_domino needs hand_size above 0, got 0")
            self.require(
                self.players >= 3,
                f"variant=pile_domino needs players=3 or more, got {self.players}",
            )
            self.require(
                self.end_rule == "first_out",
                f"variant=pile_domino needs end_rule=first_out, got {self.end_rule}",
            )
            self.require(
                self.num_actions() >= self.players,  # the lot for the first dealer is an action
                f"variant=pile_domino needs as many ranks as players less 2, got deck={self.deck}",
            )
        if self.variant == "mixed":
            self.require(
                self.hand_size == 0 or dealt == cards,
                f"variant=mixed deals the whole pack, got hand_size={self.hand_size}",
            )
            self.require(
                cards >= 2 * self.players,
                f"variant=mixed needs two cards a seat, deck={self.deck} has {cards}",
            )

    def _check_scoring(self) -> None:
        needed = {"not_last": "last_holder", "placement": "last_holder", "bank": "first_out"}
        end = needed.get(self.scoring, self.end_rule)
        self.require(
            self.end_rule == end,
            f"scoring={self.scoring} needs end_rule={end}, got {self.end_rule}",
        )

    def derived(self) -> dict[str, Any]:
        """Return what the rules need to know of the pack."""
        own = self.pack()
        order = [own.suits.index(suit) for suit in FOUNDER_ORDER if suit in own.suits]
        later = self.extra_turn if self.extra_turn_later == "same" else self.extra_turn_later
        return {
            "suits": len(own.suits),
            "ranks": len(own.ranks),
            "cards": len(own.cards),
            "kinds": self.kinds(),
            "founder_rank": own.ranks.index(self.start_rank)
            if self.start_rank in own.ranks
            else -1,
            "founder_suits": order + [-1] * (4 - len(order)),
            "aces": sum(1 << card for card, text in enumerate(own.cards) if text[0] == "A"),
            "extra_ranks": _extra_ranks(own, self.extra_turn),
            "extra_ranks_later": _extra_ranks(own, later),
            "longest_hand": self.largest_hand(),
            "full_hands": (0 if self.hand_size else len(own.cards) % self.players) or self.players,
        }


def _extra_ranks(own: Pack, word: str) -> int:
    """Return the set of ranks that a word of `extra_turn` names."""
    ranks = {len(own.ranks) - 1} if "ace" in word and "A" in own.ranks else set()
    if "lowest" in word:
        ranks.add(0)
    return sum(1 << rank for rank in ranks)


OPTIONS = DevyatkaOptions
