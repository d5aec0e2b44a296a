"""Options of King, the numbers that follow from them, and the bounds of its games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...engine.options import Options, option
from ...engine.packs import SUITS, Pack, pack
from . import bounds, checks
from .presets import CONTRACTS, NEGATIVE, PRESETS, REPEATED, SHEDDING, SIMPLE

NAME = "king"
VERSION = 1  # raised when the rules or the numbers of actions change
SUMMARY = "a tour of tricks to avoid, then won back"

MOST_PLAYERS = 4
MOST_CARDS = 54
MOST_CONTRACTS = 16  # of a sequence
MOST_PENALTIES = 8  # entries of card_penalties
ALL_CONTRACTS = (*CONTRACTS, *REPEATED, SHEDDING)
DIRECTIONS = ("0", "L", "X", "R")  # of passes; the receiver sits so many places to the left
COMPENSATIONS = ("none", "king24", "proportional", "flat4", "preliminary")
SETTLEMENTS = ("minus_points", "sweepstake", "fewest")
EXTRA_ACTIONS = 42  # above the N card codes

_RANKS = "23456789TJQKA"
_CARDS = tuple(rank + suit for suit in SUITS for rank in _RANKS)
_DECKS = ("30", "51", "52j1", "52j2")  # deck words besides the engine's packs
_VALUES = {"v_trick": 2, "v_jack": 4, "v_queen": 4, "v_heart": 2, "v_last": 8, "v_king": 16}
_VALUES_OF_THREE = {"v_jack": 5, "v_queen": 5, "v_last": 10, "v_king": 20}
KING24 = 24  # what the king costs with king24


@dataclass(frozen=True)
class KingOptions(Options):
    """Options of King."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = PRESETS
    DERIVED: ClassVar[list[tuple[Any, ...]]] = [
        ("cards",),  # card numbers, N
        ("suits",),  # suits in the pack
        ("ranks",),  # card numbers of a suit
        ("dealable",),  # cards in the deck; some numbers may be missing
        ("deck_set",),  # set of them
        ("hand",),  # cards of a hand
        ("step",),  # places from a seat to the one that plays next, modulo the players
        ("suit_sets", 4),  # cards of each of the pack's suits; jokers are hearts
        ("trump_suits", 4),  # the pack's suit for S C D H, NONE where there is none
        ("suit_codes", 4),  # S C D H as 0 to 3 for each of the pack's suits
        ("hearts",),  # the pack's suit, NONE
        ("jacks",),  # set of the cards of no_jacks
        ("queens",),
        ("heart_set",),  # hearts, without jokers
        ("king",),  # number of the king of hearts, NONE
        ("ace",),  # of the ace of hearts, NONE
        ("black_queen",),  # of the queen of spades, NONE
        ("two_clubs",),  # of the two of clubs, NONE
        ("clubs",),  # set of the clubs
        ("jokers",),  # set of the jokers
        ("high_hearts",),  # set of J Q K A of hearts, which beat a joker
        ("king_value",),  # points of the king of hearts, king24 included
        ("contracts", MOST_CONTRACTS),  # of the sequence, as numbers
        ("negatives",),  # how many they are
        ("orders",),  # set of the contracts that may be ordered, otygrysh aside
        ("banned_leads",),  # set of the contracts in which hearts may not be led
        ("preliminary_deals",),  # deals before the first contract
        ("most_deals",),  # bound on the deals of a match
        ("scheduled",),  # deals of a match with match_end=schedule
        ("card_values", MOST_CARDS),  # points that a card costs in a deal of `cards`
        ("penalty_set",),  # cards that cost points there
        ("bonus_set",),  # cards that bring points there
        ("passes", 8),  # pass_cycle as places to the left
        ("cycle",),  # its length; 0: by lot
        ("has_fantan",),  # 1 where deals of fantan are played
    ]

    players: int = option(4, "seats", low=2, high=MOST_PLAYERS)
    active_players: int = option(
        4, "seats that play a deal; one less than the players: the dealer sits out", low=2, high=4
    )
    deck: str = option(
        "32",
        "pack; 30: without AS AC; 51: without the card `removed`; 52j1, 52j2: 2C, or 2C and 3C, "
        "replaced by jokers",
        is_pack=True,
        words=_DECKS,
    )
    removed: str = option("2S", "card that deck=51 lacks", words=("2S", "2C"))
    rank_order: str = option(
        "A_high", "ace high, or K Q J A T 9 8 7 ...", words=("A_high", "K_high")
    )
    mode: str = option(
        "sequence",
        "a fixed list of contracts; each player orders; one contract again and again",
        words=("sequence", "ordered", "repeat"),
    )
    sequence: tuple[str, ...] = option(
        SIMPLE,
        "contracts in order; with mode=repeat the first of them, unless other cards are to cost",
        words=(*CONTRACTS, SHEDDING),
        length=MOST_CONTRACTS,
    )
    include_eralash: bool = option(True, "there is a contract with everything at once")
    v_trick: int = option(2, "cost of a trick", high=1000)
    v_jack: int = option(4, "cost of a jack", high=1000)
    v_queen: int = option(4, "cost of a queen", high=1000)
    v_heart: int = option(2, "cost of a heart", high=1000)
    v_last: int = option(8, "cost of each of the last two tricks", high=1000)
    v_king: int = option(16, "cost of the king of hearts", high=1000)
    kings_with_jacks: bool = option(False, "kings cost as jacks do, in no_jacks and eralash")
    positive_phase: str = option(
        "otygrysh",
        "how points are won back: trump deals, the same contracts with the sign turned, deals of "
        "fantan, not at all",
        words=("otygrysh", "mirror", "fantan", "none"),
    )
    v_otygrysh: int = option(3, "points for a trick in otygrysh", high=1000)
    v_fantan: int = option(24, "points of the first who is out in a fantan", high=1000)
    otygrysh_rounds: int = option(
        2, "mode=sequence: every player names trumps, or deals fantan, so often", low=0, high=8
    )
    otygrysh_per_player: int = option(
        8, "mode=ordered: every player orders otygrysh so often", low=0, high=8
    )
    negatives_per_player: int = option(
        0, "mode=ordered: every player orders so many other contracts; 0: each once", high=16
    )
    contract_per_match: int = option(
        0,
        "mode=ordered: times that a contract may be ordered by all together; 0: once by each",
        high=16,
    )
    otygrysh_namer: str = option(
        "dealer_right", "mode=sequence: who names the trump", words=("dealer_right", "dealer_left")
    )
    trump_view: str = option(
        "three_cards",
        "mode=sequence: what the namer has seen; who orders has seen the whole hand",
        words=("three_cards", "whole_hand"),
    )
    by_last: bool = option(True, "the namer who has seen three cards may take his last card's suit")
    otygrysh_nt: bool = option(False, "the namer may choose to have no trump")
    trump_lead_only_namer: bool = option(
        True, "others than the namer lead trumps only if they hold nothing else"
    )
    must_trump: bool = option(True, "otygrysh: void of the suit led: a trump if one is held")
    heart_lead_ban: tuple[str, ...] = option(
        ("no_hearts", "no_king", "eralash"),
        "contracts in which a heart may be led only from a hand of hearts",
        words=("none", *SIMPLE),
        length=7,
    )
    king_forced_drop: str = option(
        "void_only",
        "no_king, eralash: the king of hearts must be played by who is void of the suit led, or "
        "also under the ace",
        words=("void_only", "void_or_under", "off"),
    )
    talon: int = option(0, "cards of the talon, 0 or 2", high=2)
    discard_rule: str = option(
        "forbidden",
        "penalty cards may not be laid aside, or they count against who lays them aside",
        words=("forbidden", "counts_to_discarder"),
    )
    compensation: str = option("none", "how a match is balanced", words=COMPENSATIONS)
    stop_when_settled: bool = option(False, "a deal ends when no points are left to win")
    direction: str = option("cw", "direction of deal and play", words=("cw", "ccw"))
    pass_count: int = option(0, "cards passed before the play", high=5)
    pass_cycle: tuple[str, ...] = option(
        ("0",),
        "to whom, deal by deal: left, right, across, nobody; random: by lot",
        words=(*DIRECTIONS, "random"),
        length=8,
    )
    card_penalties: tuple[str, ...] = option(
        ("none",),
        "mode=repeat: suits and cards that cost points; a card wins over its suit",
        words=("none", *SUITS, *_CARDS),
        length=MOST_PENALTIES,
    )
    card_points: tuple[int, ...] = option(
        (0,), "what each of them costs; below 0 a bonus", low=-100, high=100, length=MOST_PENALTIES
    )
    joker_penalty: int = option(5, "cost of a joker", high=100)
    lead_rule: str = option(
        "eldest",
        "who leads first; the holder of the two of clubs leads it",
        words=("eldest", "two_clubs", "orderer", "bid_winner"),
    )
    can_lead_any_club: bool = option(False, "the holder of the two of clubs may lead any club")
    must_break_hearts: bool = option(
        False, "hearts may be led only after one was played, or from a hand of hearts"
    )
    qs_breaks_hearts: bool = option(False, "the queen of spades breaks hearts too")
    can_lead_hearts_instead_of_qs: bool = option(
        False, "unbroken hearts may be led by who holds QS and hearts only"
    )
    no_points_first_trick: bool = option(
        False, "no card that costs points in the first trick, if others may be played"
    )
    slam_rule: str = option(
        "none",
        "one seat takes every penalty card: the others lose 26, or he gains 26",
        words=("none", "others_lose", "self_gains"),
    )
    slam_needs_bonus: bool = option(True, "a slam needs the bonus cards too")
    avoid_all_tricks_bonus: bool = option(False, "no trick brings 5, where there is no slam")
    capot: bool = option(False, "a seat may announce that it will win every trick")
    v_capot: int = option(5, "what a general costs the others, or who fails", high=100)
    auction: str = option(
        "none", "what is bid for before the first lead", words=("none", "penalty_suit")
    )
    auction_settlement: str = option("minus_points", "what becomes of the bid", words=SETTLEMENTS)
    leftover_card: str = option(
        "out",
        "a card that is not dealt: out of play, or added to a trick, unseen",
        words=("out", "first_trick", "last_trick"),
    )
    bum_card: bool = option(False, "mode=repeat: Tetka's nine penalties are counted")
    bum_source: str = option(
        "last_dealt",
        "tetka: the bum card is the dealer's last one, or cut from the pack",
        words=("last_dealt", "cut"),
    )
    match_end: str = option("schedule", "when a match ends", words=("schedule", "target", "deals"))
    num_deals: int = option(4, "deals of a match with match_end=deals", low=1, high=1000)
    target: int = option(
        100, "total penalties that end a match with match_end=target", low=1, high=10_000
    )
    first_dealer: int = option(
        -1, "seat that deals first; -1 draws lots", low=-1, high=MOST_PLAYERS - 1
    )

    @classmethod
    def depending(cls, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the defaults that follow from preset, players and mode."""
        players = chosen.get("players", 4)
        active = chosen.get("active_players", players)
        mode, is_atomic = chosen.get("mode", "sequence"), chosen.get("talon", 0) > 0
        found: dict[str, Any] = {"active_players": active}
        if is_atomic:
            found["compensation"] = "flat4"
        elif active == 3:
            found["compensation"] = "king24"
        if active == 3:
            found |= {**_VALUES_OF_THREE, "v_otygrysh": 4}
        if mode == "ordered":
            found["trump_view"] = "whole_hand"
            each = 8 if chosen.get("include_eralash", True) else 4
            found["otygrysh_per_player"] = 3 if is_atomic else each
        found["by_last"] = chosen.get("trump_view", found.get("trump_view")) != "whole_hand"
        if mode == "repeat":
            found["positive_phase"] = "none"
            found["match_end"] = "deals" if chosen.get("bum_card") else "target"
        if chosen.get("preset") == "black_maria":  # three players take the two of clubs out
            found |= {"deck": "51", "removed": "2C"} if players == 3 else {"deck": "52"}
        return found

    # --- cards ---

    def the_pack(self) -> Pack:
        """Return the pack with the numbers of its cards; some of them may be missing."""
        named = pack({"30": "32", "51": "52", "52j1": "54", "52j2": "54"}.get(self.deck, self.deck))
        if self.rank_order == "A_high" or "A" not in named.ranks:
            return named
        ranks = [rank for rank in named.ranks if rank != "A"]
        at = sum(rank not in ("J", "Q", "K") for rank in ranks)
        return Pack(named.suits, (*ranks[:at], "A", *ranks[at:]), named.jokers)

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        missing = {
            "30": ["AS", "AC"],
            "51": [self.removed],
            "52j1": ["2C", "JOKER2"],
            "52j2": ["2C", "3C"],
        }.get(self.deck, [])
        return [card for card, text in enumerate(self.the_pack().cards) if text not in missing]

    def cards_named(self, ranks: str, suits: str = SUITS) -> list[int]:
        """Return the cards of the deck with one of these ranks and suits."""
        texts = self.the_pack().cards
        return [
            card
            for card in self.pack_cards()
            if len(texts[card]) == 2 and texts[card][0] in ranks and texts[card][1] in suits
        ]

    def hand_size(self) -> int:
        """Return the number of cards of a hand."""
        return (len(self.pack_cards()) - self.talon) // self.active_players

    def left_over(self) -> int:
        """Return the number of cards that are not dealt."""
        return len(self.pack_cards()) - self.talon - self.active_players * self.hand_size()

    def card_values(self) -> dict[int, int]:
        """Return what cards cost in a deal of `cards`; those of a suit first, single ones over."""
        found = dict.fromkeys(self.joker_cards(), self.joker_penalty)
        if not self.costs_cards():
            return found
        pairs = sorted(zip(self.card_penalties, self.card_points, strict=True), key=_by_length)
        for text, points in pairs:
            cards = self.cards_named(_RANKS, text) if len(text) == 1 else self.cards_named(*text)
            found |= dict.fromkeys(cards, points)
        return found

    def joker_cards(self) -> list[int]:
        """Return the jokers of the deck."""
        own = self.the_pack()
        plain = len(own.suits) * len(own.ranks)
        return [card for card in self.pack_cards() if card >= plain]

    def king_value(self) -> int:
        """Return what the king of hearts costs."""
        return KING24 if self.compensation == "king24" else self.v_king

    # --- contracts and deals ---

    def contract_list(self) -> list[str]:
        """Return the contracts of the sequence, or those that are ordered, otygrysh aside."""
        if self.mode == "ordered":
            return list(SIMPLE if self.include_eralash else NEGATIVE)
        if self.mode == "repeat":
            return [self.repeated()]
        return [name for name in self.sequence if name != "eralash" or self.include_eralash]

    def repeated(self) -> str:
        """Return the contract of mode=repeat."""
        if self.auction != "none":
            return "suit"
        if self.bum_card:
            return "tetka"
        return "cards" if self.costs_cards() or self.joker_cards() else self.sequence[0]

    def costs_cards(self) -> bool:
        """Return whether there are penalty cards of a relative."""
        return self.card_penalties != ("none",)

    def orders_of_each(self) -> int:
        """Return how many contracts besides otygrysh each player orders."""
        return self.negatives_per_player or len(self.contract_list())

    def preliminary_deals(self) -> int:
        """Return the number of deals before the first contract of a match."""
        is_played = self.compensation == "preliminary" and self.episode == "match"
        return self.players if is_played else 0

    def positive_deals(self) -> int:
        """Return the number of deals in which points are won back."""
        if self.mode == "ordered":
            return self.players * self.otygrysh_per_player
        if self.positive_phase in ("otygrysh", SHEDDING):
            return self.players * self.otygrysh_rounds
        return len(self.contract_list()) if self.positive_phase == "mirror" else 0

    def scheduled_deals(self) -> int:
        """Return the number of deals with match_end=schedule."""
        count = len(self.contract_list())
        if self.mode == "ordered":
            count = self.players * self.orders_of_each()
        return self.preliminary_deals() + count + self.positive_deals()

    # --- the engine's questions ---

    def num_actions(self) -> int:
        """Return the number of action ids: cards, orders, names of suits, calls, bids."""
        return len(self.the_pack().cards) + EXTRA_ACTIONS

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal."""
        seats = self.active_players
        if SHEDDING in (self.positive_phase, *self.contract_list()):
            return seats * len(self.pack_cards())  # of four seats in turn one can lay a card
        return seats * (self.hand_size() + self.pass_count + 2) + 2 + 2 * self.talon

    def max_deals(self) -> int:
        """Return a bound on the deals of a match."""
        return bounds.most_deals(self)

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode."""
        return bounds.score_range(self)

    def score_sum(self) -> float | None:
        """Return what the scores add up to at the end; None: it varies."""
        return bounds.score_sum(self)

    def match_ranges(self) -> dict[str, tuple[int, int]]:
        """Return the least and the largest value of match fields."""
        return {
            "deals": (0, max(self.max_deals() - 1, 0)),
            "dealer": (-1, self.players - 1),
            "passing": (-1, 3),
            "bum": (-1, len(self.the_pack().cards) - 1),
            "bidder": (-1, self.players - 1),
        }

    def check(self) -> None:
        """Raise BadOptions where options exclude each other."""
        checks.check(self)

    def derived(self) -> dict[str, Any]:
        """Return the numbers that follow from the options."""
        own, cards = self.the_pack(), self.pack_cards()
        jokers, values = self.joker_cards(), self.card_values()
        suits = [_set(self.cards_named(_RANKS, suit)) for suit in own.suits]
        hearts = own.suits.index("H") if "H" in own.suits else -1
        heart_set = suits[hearts] if hearts >= 0 else 0
        if hearts >= 0:
            suits[hearts] |= _set(jokers)
        numbers = [ALL_CONTRACTS.index(name) for name in self.contract_list()]
        passes = [DIRECTIONS.index(w) if w in DIRECTIONS else 0 for w in self.pass_cycle]
        codes = [SUITS.index(suit) for suit in own.suits]
        return {
            "cards": len(own.cards),
            "suits": len(own.suits),
            "ranks": len(own.ranks),
            "dealable": len(cards),
            "deck_set": _set(cards),
            "hand": self.hand_size(),
            "step": 1 if self.direction == "cw" else self.players - 1,
            "suit_sets": suits + [0] * (4 - len(suits)),
            "trump_suits": [own.suits.index(s) if s in own.suits else -1 for s in SUITS],
            "suit_codes": codes + [-1] * (4 - len(codes)),
            "hearts": hearts,
            "jacks": _set(self.cards_named("JK" if self.kings_with_jacks else "J")),
            "queens": _set(self.cards_named("Q")),
            "heart_set": heart_set,
            "king": _one(self.cards_named("K", "H")),
            "ace": _one(self.cards_named("A", "H")),
            "black_queen": _one(self.cards_named("Q", "S")),
            "two_clubs": _one(self.cards_named("2", "C")),
            "clubs": _set(self.cards_named(_RANKS, "C")),
            "jokers": _set(jokers),
            "high_hearts": _set(self.cards_named("JQKA", "H")),
            "king_value": self.king_value(),
            "contracts": numbers + [-1] * (MOST_CONTRACTS - len(numbers)),
            "negatives": len(numbers),
            "orders": _set(numbers) if self.mode == "ordered" else 0,
            "banned_leads": _set(
                [ALL_CONTRACTS.index(name) for name in self.heart_lead_ban if name != "none"]
            ),
            "preliminary_deals": self.preliminary_deals(),
            "most_deals": self.max_deals(),
            "scheduled": self.scheduled_deals(),
            "card_values": [values.get(card, 0) for card in range(MOST_CARDS)],
            "penalty_set": _set([card for card, points in values.items() if points > 0]),
            "bonus_set": _set([card for card, points in values.items() if points < 0]),
            "passes": passes + [0] * (8 - len(passes)),
            "has_fantan": int(SHEDDING in (self.positive_phase, *self.contract_list())),
            "cycle": 0 if self.pass_cycle == ("random",) else len(passes),
        }


def _set(cards: list[int]) -> int:
    return sum(1 << card for card in set(cards))


def _one(cards: list[int]) -> int:
    """Return the only card of a list, NONE of an empty one."""
    return cards[0] if cards else -1


def _by_length(entry: tuple[str, int]) -> int:
    return len(entry[0])


OPTIONS = KingOptions
