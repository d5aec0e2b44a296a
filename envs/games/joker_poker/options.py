"""Options and presets of Joker poker, Oh Hell and their relatives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...engine.options import Options, option
from ...engine.packs import SUITS, Pack, pack
from .schedule import (
    FOREHEAD,
    KINDS,
    MOST_DEALS,
    MOST_HAND,
    SCHEDULE_WORDS,
    main_part,
    packed,
    schedule,
    score_range,
)

NAME = "joker_poker"
VERSION = 1  # raised when the rules or the numbers of actions change
SUMMARY = "exact bids with a joker, and Oh Hell"

MOST_PLAYERS = 7
TRUMPS = (*SUITS, "NT")
SPECIALS = ("none", *KINDS[1:])
LEADS = ("high_trump", "high_suit", "low_suit", "low_open", "take_open", "natural", "as_card")
FOLLOWS = ("take", "throw", "natural", "as_card")
TRUMP_SOURCES = ("turn_up", "dealer_last", "chooser3", "fixed", "random", "circular", "none")
SCORINGS = ("classic", "georgian", "oh_hell_plain", "oh_hell_penalty")
KHISHTS = ("none", "flat200", "flat500", "minus100k", "any_miss")

# Deck words besides the engine's packs. All from 30 to 38 cards have the numbers of 36 cards.
DECKS = ("30", "33", "34", "37", "38")
_MISSING = {"30": "6S 6C 6D 6H 7S 7C", "32": "6S 6C 6D 6H", "33": "6S 6D 6H", "34": "6D 6H"}
_DECK_JOKERS = {"33": "6C", "34": "black_sixes", "36": "7S", "37": "added1"} | dict.fromkeys(
    ("38", "54"), "added2"
)
_NAMED = {"7S": "7S", "6C": "6C", "black_sixes": "6S 6C"}
_ADDED = {"added1": 1, "added2": 2}
_OPENDAUM_DECKS = {2: "32", 5: "30"}

# Actions above the N cards.
BID_OFFSET = 10  # N + 10 + b; below it the joker's declarations
NAME_OFFSET = 37  # N + 37 + trump
AS_CARD_OFFSET = 42  # N + 42 + card
EXTRA_ACTIONS = 42

_UP9, _DOWN9 = "1/2/3/4/5/6/7/8", "8/7/6/5/4/3/2/1"
_PEAK = "9/9/9/9"
_OPENDAUM: dict[str, Any] = {"jokers": "none", "specials": "none"}
_GEORGIAN: dict[str, Any] = {
    "jokers": "black_sixes",
    "sets": f"{_UP9}/0/{_PEAK}/0/{_DOWN9}/0/{_PEAK}",
    "full_deal_trump": "chooser3",
    "joker_lead": "high_suit/high_trump/low_suit",
    "joker_high_beaten_by_trump": True,
    "scoring": "georgian",
    "specials": "none",
}
_OH_HELL: dict[str, Any] = {
    "players": 3,
    "deck": "52",
    "must_trump": False,
    "num_tricks_fixed": -1,
    "scoring": "oh_hell_plain",
}


@dataclass(frozen=True)
class JokerPokerOptions(Options):
    """Options of Joker poker."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "classic36": {},
        "classic54": {"deck": "54"},
        "no_joker36": {"jokers": "none"},
        "circular36": {"trump_source": "circular", "joker_lead": "high_suit/low_suit"},
        "dealer_free": {"dealer_restriction": False},
        "odessa_sheet": {
            "specials": "no_trump/dark/misere/golden",
            "misere_zero_bonus": 10,
            "golden_per_trick": 20,
        },
        "strict_sheet": {
            "descending": False,
            "specials": "dark/percent/no_trump/golden/misere",
            "under_mode": "per_bid",
            "full_hand_double": True,
            "misere_zero_bonus": 50,
            "misere_all_bonus": 100,
            "joker_lead": "take_open/high_suit/high_trump/low_suit",
            "demand_ruff_highest": True,
            "trump_source": "dealer_last",
            "joker_turned": "redeal",
        },
        "shram54": {
            "deck": "54",
            "max_hand": 8,
            "specials": "dark/misere/golden",
            "joker_lead": "high_trump/high_suit",
        },
        "forehead36": {"specials": "dark/no_trump/misere/golden/forehead"},
        "georgian": _GEORGIAN,
        "georgian_nines": {**_GEORGIAN, "sets": "/0/".join([_PEAK] * 4)},
        "opendaum": _OPENDAUM,
        "odessa_shakha": {
            "jokers": "black_sixes",
            "specials": "none",
            "joker_follow": "take/throw/natural",
            "joker_lead": "take_open/low_open/natural",
        },
        "joker33": {
            "players": 3,
            "deck": "33",
            "joker_follow": "take/natural",
            "joker_lead": "take_open/natural",
        },
        "alenkin": {
            "players": 3,
            "deck": "34",
            "trump_source": "fixed",
            "fixed_trump": "D",
            "peak_repeats": 2,
            "specials": "none",
            "bid_direction": "ccw",
            "dealer_restriction": False,
            "next_dealer": "last_trick_winner",
            "joker_follow": "take/throw",
            "joker_lead": "take_open/low_open",
        },
        "oh_hell_openspiel": _OH_HELL,
        "mini_joker2": {
            "players": 2,
            "deck": "CD/QKA",
            "jokers": "added1",
            "num_tricks_fixed": 2,
            "first_dealer": 1,
            "utility": "zero_sum",
        },
        "mini_oh_hell": {
            **_OH_HELL,
            "deck": "CD/2345",
            "must_trump": True,
            "num_tricks_fixed": 2,
            "first_dealer": 2,
        },
    }
    DERIVED: ClassVar[list[tuple[Any, ...]]] = [
        ("cards",),  # card numbers, N: those of the suits, then the added jokers
        ("suits",),  # suits in the pack
        ("ranks",),  # card numbers of a suit
        ("dealable",),  # cards in the pack; some numbers may be missing
        ("joker_set",),  # set of the jokers
        ("plain_set",),  # set of the pack's cards that are not added jokers
        ("follow_modes",),  # set of words of joker_follow
        ("lead_modes",),  # set of words of joker_lead
        ("trump_suits", 5),  # the pack's suit for S C D H NT, NONE where there is none
        ("suit_codes", 4),  # S C D H as 0 to 3 for each of the pack's suits
        ("successor", 4),  # circular trumps: the trump where the pack's i-th suit is led
        ("first_index",),  # deal of the schedule with which an episode begins
        ("schedule", SCHEDULE_WORDS),  # the deals, packed; see `schedule`
        ("deals",),  # deals in the schedule
        ("largest",),  # most cards of a hand in the schedule
        ("has_as_card",),  # 1 where a joker may stand for any card
        ("declarations",),  # what a joker may be declared to be, as an observation numbers it
        ("has_forehead",),  # 1 where the schedule has forehead deals
    ]

    players: int = option(4, "seats", low=2, high=MOST_PLAYERS)
    deck: str = option("36", "the pack, ranks from 2 to A", is_pack=True, words=DECKS)
    jokers: str = option(
        "7S",
        "which cards are jokers; the default follows the deck",
        words=("none", "7S", "black_sixes", "6C", "added1", "added2"),
    )
    joker_follow: tuple[str, ...] = option(
        ("take", "throw"), "what a joker may be when not led", words=FOLLOWS, length=4
    )
    joker_lead: tuple[str, ...] = option(
        ("high_trump", "high_suit", "low_suit"),
        "what a joker may be when led",
        words=LEADS,
        length=7,
    )
    joker_high_beaten_by_trump: bool = option(
        False, "a joker led for the highest of a suit loses to a trump"
    )
    demand_first_trick_only: bool = option(
        False, "the highest cards may be asked for in the first trick only"
    )
    demand_ruff_highest: bool = option(
        False, "void under a demand for the highest of a suit: the highest trump must be played"
    )
    two_jokers: str = option(
        "last", "which of two jokers that want a trick wins it", words=("last", "first")
    )
    joker_turned: str = option(
        "no_trump",
        "the card that shows the trump is a joker: no trump, a new deal, or the next card",
        words=("no_trump", "redeal", "next_card"),
    )
    must_trump: bool = option(True, "void of the suit led: a trump must be played if held")
    ruff_with_suit_allowed: bool = option(False, "a trump may be played while holding the suit led")
    trump_source: str = option(
        "turn_up", "how the trump is found while cards are left over", words=TRUMP_SOURCES
    )
    fixed_trump: str = option("NT", "trump with trump_source=fixed", words=TRUMPS)
    misere_trump: bool = option(True, "misere deals have a trump")
    golden_trump: bool = option(True, "golden deals have a trump")
    full_deal_trump: str = option(
        "dealer_last",
        "how it is found when all cards are dealt; fixed, circular and none hold here too",
        words=("dealer_last", "chooser3", "random", "none"),
    )
    circular_order: tuple[str, ...] = option(
        ("S", "C", "D", "H"),
        "circular trumps: the trump of a trick is the suit after the one led",
        words=tuple(SUITS),
        length=4,
    )
    max_hand: int = option(0, "most cards dealt to a hand; 0: as many as can be", high=MOST_HAND)
    ascending: bool = option(True, "the schedule begins with 1, 2, ... cards")
    descending: bool = option(True, "its main part ends with ..., 2, 1 cards")
    peak_repeats: int = option(
        4, "deals with max_hand cards; the default is the number of players", high=20
    )
    sets: tuple[int, ...] = option(
        (0,),
        "the main part deal by deal in place of the four options above, 0 between sets; 0: off",
        high=MOST_HAND,
        length=32,
    )
    specials: tuple[str, ...] = option(
        ("dark", "no_trump", "misere", "golden"),
        "special deals after the main part",
        words=SPECIALS,
        length=7,
    )
    special_repeat: str = option(
        "circle", "each special once, or once a player", words=("once", "circle")
    )
    special_hand: int = option(
        0,
        "cards of a special deal; 0: max_hand. forehead has 1, percent 4",
        high=MOST_HAND,
    )
    dark_time: str = option(
        "before_deal",
        "dark deals: bids before the deal, or after it with the hands unseen",
        words=("before_deal", "after_deal_blind"),
    )
    mult_dark: int = option(1, "all points of a dark deal times this", low=1, high=10)
    mult_forehead: int = option(1, "all points of a forehead deal times this", low=1, high=10)
    mult_percent: int = option(3, "all points of a percent deal times this", low=1, high=10)
    dealer_restriction: bool = option(
        True, "the last bidder may not make the bids add up to the tricks"
    )
    zero_streak_limit: int = option(
        0, "nobody may bid 0 in so many bid deals in a row; 0: off", high=100
    )
    scoring: str = option("classic", "how a deal with bids counts", words=SCORINGS)
    made_per_trick: int = option(10, "classic: for each trick of an exact bid", high=1000)
    pass_points: int = option(5, "classic: for a bid of 0 that was made", high=1000)
    over_per_trick: int = option(1, "classic: for each trick taken, above the bid", high=1000)
    under_mode: str = option(
        "per_missing",
        "classic: below the bid the missing tricks or all tricks bid are lost",
        words=("per_missing", "per_bid"),
    )
    under_per_trick: int = option(10, "classic: lost for each of them", high=1000)
    full_hand_double: bool = option(
        False, "classic: a made bid of all tricks, two at least, counts double"
    )
    misere_per_trick: int = option(-10, "misere: for each trick", low=-1000, high=1000)
    misere_zero_bonus: int = option(0, "misere: for no trick", high=1000)
    misere_all_bonus: int = option(
        0, "misere: for all tricks, in place of the rest; 0: off", high=1000
    )
    golden_per_trick: int = option(10, "golden: for each trick", low=-1000, high=1000)
    points_per_trick: int = option(
        1, "oh_hell: for each trick, or for each by which a bid was missed", high=1000
    )
    made_bonus: int = option(10, "oh_hell: for an exact bid", high=1000)
    khisht: str = option("flat200", "georgian: lost for no trick after a bid", words=KHISHTS)
    premium: bool = option(
        False, "the best deal of a set counts twice for who was exact in all, and not for the rest"
    )
    bid_direction: str = option(
        "cw", "bids go to the left from eldest, or to the right; dealer last", words=("cw", "ccw")
    )
    next_dealer: str = option("left", "who deals next", words=("left", "last_trick_winner"))
    tie_rule: str = option("shared", "equal best totals share the place", words=("shared",))
    num_tricks_fixed: int = option(
        0,
        "one deal of so many cards is the schedule; -1: a lot of 1 to as many as leave a card over",
        low=-1,
        high=MOST_HAND,
    )
    deal_index: int = option(
        -1,
        "deal of the schedule with episode=deal; -1: the first with most cards",
        low=-1,
        high=127,
    )
    first_dealer: int = option(
        -1, "seat that deals first; -1 draws lots", low=-1, high=MOST_PLAYERS - 1
    )

    @classmethod
    def depending(cls, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the defaults that follow from preset, players, deck and scoring."""
        preset, players = chosen.get("preset"), chosen.get("players", 4)
        deck = chosen.get("deck", "36")
        found: dict[str, Any] = {"peak_repeats": players}
        if preset == "opendaum":
            deck = chosen.get("deck", _OPENDAUM_DECKS.get(players, "36"))
            found["deck"] = deck
        jokers = _DECK_JOKERS.get(deck, "none")
        if preset == "strict_sheet":
            added = _ADDED.get(chosen.get("jokers", jokers), 0)
            most = chosen.get("max_hand", 0) or _number_of_cards(deck, added) // players
            # 1 to the largest multiple of the players, then max_hand once a player.
            found["peak_repeats"] = players + (most % players == 0)
            found["zero_streak_limit"] = players
        found["jokers"] = jokers
        found["premium"] = chosen.get("scoring") == "georgian"
        return found

    # --- cards ---

    def the_pack(self) -> Pack:
        """Return the pack with the numbers of its cards; some of 30 to 34 cards are missing."""
        return _pack_of(self.deck, _ADDED.get(self.jokers, 0))

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        own = self.the_pack()
        missing = own.parse(_MISSING.get(self.deck, ""))
        return [card for card in range(len(own.cards)) if card not in missing]

    def joker_cards(self) -> list[int]:
        """Return the cards that are jokers."""
        own = self.the_pack()
        if self.jokers in _NAMED:
            return own.parse(_NAMED[self.jokers])
        return list(range(len(own.cards) - own.jokers, len(own.cards)))

    def most_hand(self) -> int:
        """Return the most cards that a hand can get; with a lot one card is left over."""
        cards = len(self.pack_cards()) - (self.num_tricks_fixed == -1)
        return min(cards // self.players, MOST_HAND)

    def largest_hand(self) -> int:
        """Return the most cards of a hand in the main part of the schedule without `sets`."""
        return self.max_hand or self.most_hand()

    # --- the schedule ---

    def first_deal(self) -> int:
        """Return the deal of the schedule with which an episode begins."""
        if self.episode == "match":
            return 0
        if self.deal_index >= 0:
            return self.deal_index
        hands = [entry.hand for entry in main_part(self) or schedule(self)]
        return hands.index(max(hands))

    def num_actions(self) -> int:
        """Return the number of action ids: cards, declarations, bids, trumps, joker as a card."""
        own = self.the_pack()
        actions = len(own.cards) + EXTRA_ACTIONS
        return actions + len(own.suits) * len(own.ranks) * self.has_as_card()

    def has_as_card(self) -> bool:
        """Return whether a joker may stand for any card."""
        return self.jokers != "none" and "as_card" in (*self.joker_follow, *self.joker_lead)

    def num_declarations(self) -> int:
        """Return how many things a joker may be declared to be: BID_OFFSET, and perhaps cards."""
        return BID_OFFSET + self.num_actions() - len(self.the_pack().cards) - EXTRA_ACTIONS

    def scheduled_hand(self) -> int:
        """Return the most cards of a hand in the schedule."""
        return max(entry.hand or self.most_hand() for entry in schedule(self))

    def has_forehead(self) -> bool:
        """Return whether the schedule has forehead deals."""
        return any(entry.kind == FOREHEAD for entry in schedule(self))

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal: a bid and a hand a seat, and one naming."""
        return self.players * (self.scheduled_hand() + 1) + 1

    def max_deals(self) -> int:
        """Return a bound on the deals of a match."""
        return len(schedule(self))

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode."""
        return score_range(self)

    def match_ranges(self) -> dict[str, tuple[int, int]]:
        """Return the least and the largest value of match fields."""
        return {
            "dealer": (-1, self.players - 1),
            "deal_index": (-1, len(schedule(self)) - 1),
            "hand_size": (0, self.most_hand()),
            "kept_bids": (0, self.most_hand() + 1),
            "zero_streak": (0, MOST_DEALS),
            "set_exact": (0, MOST_DEALS),
        }

    def check(self) -> None:
        """Raise BadOptions where options exclude each other."""
        self._check_cards()
        self._check_jokers()
        self.require(
            self.first_dealer < self.players,
            f"first_dealer must be below players={self.players}, got {self.first_dealer}",
        )
        self.require(
            self.preset != "strict_sheet" or self.players in (3, 4, 6),
            f"preset=strict_sheet needs players=3, 4 or 6, got {self.players}",
        )
        self.require(
            self.specials == ("none",) or "none" not in self.specials,
            "specials=none stands alone",
        )
        missing = set(self.the_pack().suits) - set(self.circular_order)
        self.require(
            not missing and len(set(self.circular_order)) == len(self.circular_order),
            f"circular_order must name each suit of the pack once, got {self.circular_order}",
        )
        self.require(
            self.trump_source != "fixed" or self.fixed_trump in (*self.the_pack().suits, "NT"),
            f"fixed_trump must be a suit of the pack {self.deck}, got {self.fixed_trump}",
        )
        deals = schedule(self)
        self.require(
            0 < len(deals) <= MOST_DEALS,
            f"the schedule must have 1 to {MOST_DEALS} deals, it has {len(deals)}",
        )
        self.require(
            self.deal_index < len(deals),
            f"deal_index must be below the {len(deals)} deals of the schedule, "
            f"got {self.deal_index}",
        )

    def _check_cards(self) -> None:
        own = self.the_pack()
        odd = [rank for rank in own.ranks if rank in ("11", "12")]
        self.require(not odd, f"deck has ranks 2 to A only, got {self.deck}")
        wanted = _DECK_JOKERS.get(self.deck)
        self.require(
            self.deck not in ("37", "38", "54") or self.jokers == wanted,
            f"deck={self.deck} needs jokers={wanted}, got {self.jokers}",
        )
        most = self.most_hand()
        self.require(most >= 1, f"deck={self.deck} has too few cards for players={self.players}")
        hands = {
            "max_hand": self.max_hand,
            "special_hand": self.special_hand,
            "num_tricks_fixed": self.num_tricks_fixed,
            "sets": max(self.sets),
        }
        for name, hand in hands.items():
            self.require(
                hand <= most,
                f"{name} must be at most {most} with players={self.players} and "
                f"deck={self.deck}, got {hand}",
            )

    def _check_jokers(self) -> None:
        own = self.the_pack()
        for text in _NAMED.get(self.jokers, "").split():
            there = text in own.cards and own.card(text) in self.pack_cards()
            self.require(there, f"jokers={self.jokers}: deck={self.deck} has no {text}")
        self.require(
            self.jokers not in _ADDED or self.joker_follow != ("natural",),
            f"jokers={self.jokers} are no cards of a suit: joker_follow must hold take, throw or "
            "as_card, got natural",
        )
        named = self.jokers in _NAMED
        lone_suit = len(own.suits) == 1
        for word in self.joker_lead:
            always = word in ("low_suit", "low_open", "take_open", "as_card")
            if always or (word == "natural" and named) or (word == "high_suit" and not lone_suit):
                return
        self.require(
            self.jokers == "none",
            f"joker_lead must hold a word that is possible in every deal, got {self.joker_lead}",
        )

    def derived(self) -> dict[str, Any]:
        """Return the numbers that follow from the options."""
        own, cards = self.the_pack(), self.pack_cards()
        plain = len(own.suits) * len(own.ranks)
        codes = [SUITS.index(suit) for suit in own.suits]
        trumps = [own.suits.index(suit) if suit in own.suits else -1 for suit in TRUMPS]
        order = [own.suits.index(suit) for suit in self.circular_order if suit in own.suits]
        after = dict(zip(order, order[1:] + order[:1], strict=True))
        deals = schedule(self)
        return {
            "cards": len(own.cards),
            "suits": len(own.suits),
            "ranks": len(own.ranks),
            "dealable": len(cards),
            "joker_set": sum(1 << card for card in self.joker_cards()),
            "plain_set": sum(1 << card for card in cards if card < plain),
            "follow_modes": sum(1 << FOLLOWS.index(word) for word in set(self.joker_follow)),
            "lead_modes": sum(1 << LEADS.index(word) for word in set(self.joker_lead)),
            "trump_suits": trumps,
            "suit_codes": codes + [-1] * (4 - len(codes)),
            "successor": [after.get(suit, -1) for suit in range(4)],
            "first_index": self.first_deal(),
            "schedule": packed(deals),
            "deals": len(deals),
            "largest": self.scheduled_hand(),
            "has_as_card": int(self.has_as_card()),
            "declarations": self.num_declarations(),
            "has_forehead": int(self.has_forehead()),
        }


def _pack_of(deck: str, added: int) -> Pack:
    """Return the pack of a deck word with jokers added."""
    named = pack("52" if deck == "54" else "36" if deck in _MISSING or deck in DECKS else deck)
    return Pack(named.suits, named.ranks, added)


def _number_of_cards(deck: str, added: int) -> int:
    """Return the number of cards of a deck."""
    return len(_pack_of(deck, added).cards) - len(_MISSING.get(deck, "").split())


OPTIONS = JokerPokerOptions
