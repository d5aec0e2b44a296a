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
LONGEST_MATCH = 5_000  # deals; where failures cost points the rules set no limit
TRUMPS = (*SUITS, "NT")  # S C D H NT; the index is the code of a trump
NINES = len(TRUMPS)  # code of the nines as trumps, and number of their suit less one
NINES_ORDER = "DSHC"  # suits of the nines as trumps, the lowest first
BID_MODES = ("set_aside", "announce", "last_cards")
TRUMP_RULES = ("successes", "turn_up", "premium_names", "fixed")
NAMES_TRUMP = ("no", "suits", "suits_or_nines", "suits_or_nt")
LURCHES = ("plus100", "double", "off")
PREMIUM_BIDS = ("none", "declare", "declare_reveal")
PROCEDURES = ("formal", "informal", "independent")
MATCHES = ("game", "rubber_games", "rubber_first3", "fixed_deals", "target")
BID, PREMIUM, REPLY, PLAY = 0, 1, 2, 3  # phases
NAMING, ANNOUNCE, APART = 4, 5, 6  # the last one: play with more than plain tricks of own cards
EXTRA_ACTIONS = 23  # pass, declare, reveal, name S C D H nines NT, announce 0 to 13

_DECKS = {2: "36", 3: "36", 4: "52", 5: "60"}
_CONTRACTS = {2: "0/30/20/10", 3: "0/30/20/10", 4: "0/30/20/10/0", 5: "0/50/40/30/20/10"}
_SIDES_CONTRACT = "0/20/10"
_SUCCESS_TRUMPS = {2: "D/S/H/C", 3: "D/S/H/C", 4: "D/S/H/C/NT", 5: "D/S/H/C/NT/NT"}
_FOUR: dict[str, Any] = {"players": 4, "match": "rubber_games"}
_FIVE_SHORT: dict[str, Any] = {"players": 5, "match": "target", "game_bonus": 0}
_TWO: dict[str, Any] = {"players": 2}
_UNBIDDEN: dict[str, Any] = {"bid_mode": "last_cards", "premium_bids": "none"}


@dataclass(frozen=True)
class NinetyNineOptions(Options):
    """Options of Ninety-Nine."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "parlett_1990": {},
        "penguin": {"premium_procedure": "informal", "match": "rubber_first3"},
        "first_diamonds": {"first_deal_trump": "D"},
        "four": _FOUR,
        "four_partnership": {
            **_FOUR,
            "partnership": True,
            "bid_visibility": "open",
            "premium_bids": "none",
        },
        "five": {"players": 5, "match": "rubber_games"},
        "five_short_500": {**_FIVE_SHORT, "target": 500},
        "five_short_250": {**_FIVE_SHORT, "target": 250},
        "two_dummy": _TWO,
        "two_dummy_penguin": {**_TWO, "first_deal_trump": "NT", "dummy_rule": "penguin"},
        "parlett_1975": {"trump_rule": "turn_up", "match": "fixed_deals", "game_bonus": 0},
        "declarer_trumps": {"trump_rule": "premium_names", "premium_names_trump": "suits"},
        "nines_trumps": {"trump_rule": "premium_names", "premium_names_trump": "suits_or_nines"},
        "unbidden": _UNBIDDEN,
        "unbidden_premium": {**_UNBIDDEN, "premium_bids": "declare_reveal"},
        "russian_retelling": {
            "bid_mode": "announce",
            "bid_visibility": "open",
            "bid_cards_played_last": True,
            "off_suit_rule": "suit_precedence",
            "success_trump_table": "NT/D/S/H/C",
            "first_deal_trump": "NT",
            "premium_bids": "none",
            "match": "target",
            "target": 99,
            "game_bonus": 0,
        },
        "mini2": {
            "players": 2,
            "dummy": False,
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
        ("hands",),  # hands that are played, the dummy's included
        ("rivals",),  # seats that are compared at the end: of two partners the first
        ("play_phase",),  # PLAY, or APART where a solver of plain tricks would go wrong
        ("suit_value", 4),  # tricks that a bid card of the pack's i-th suit adds
        ("trump_suit", 6),  # the pack's suit for each code of a trump, NONE where there is none
        ("suit_code", 4),  # S C D H as 0 to 3 for each of the pack's suits
        ("suit_rank", 4),  # place of each of the pack's suits in suit_precedence, low to high
        ("nines",),  # set of the nines
        ("nine_rank", 4),  # place of the nine of each of the pack's suits among nines as trumps
    ]

    players: int = option(3, "seats", low=2, high=MOST_PLAYERS)
    dummy: bool = option(
        False, "a third hand is dealt to a dummy and played; by default with 2 players"
    )
    partnership: bool = option(False, "4 players: seats 0 and 2 against 1 and 3")
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
    bid_mode: str = option(
        "set_aside",
        "cards laid aside are the bid, or a number is announced besides, or the cards left over "
        "after the last trick are the bid",
        words=BID_MODES,
    )
    announce_order: str = option(
        "from_eldest",
        "bid_mode=announce: numbers are heard at once, or when all have spoken",
        words=("from_eldest", "simultaneous"),
    )
    bid_visibility: str = option(
        "hidden", "whether bids are turned up when all have bid", words=("hidden", "open")
    )
    bid_cards_played_last: bool = option(
        False, "the cards laid aside are the hand for the last tricks"
    )
    trump_rule: str = option(
        "successes",
        "how the trump is found: from the successes of the previous deal, from a card that is "
        "turned up, named by the premium bidder, or fixed",
        words=TRUMP_RULES,
    )
    success_trump_table: tuple[str, ...] = option(
        ("D", "S", "H", "C"), "trump after 0/1/2/... successes", words=TRUMPS, length=6
    )
    zero_success_trump: str = option(
        "table", "trump after no success: the table's, or the same again", words=("table", "keep")
    )
    success_scope: str = option(
        "previous_deal",
        "the successes counted are those of the deal before, or, anew after every trick, the "
        "players who have just as many tricks as they announced",
        words=("previous_deal", "in_deal"),
    )
    first_deal_trump: str = option(
        "NT", "trump of the first deal; the default with a dummy is C", words=TRUMPS
    )
    fixed_trump: str = option("NT", "trump of every deal with trump_rule=fixed", words=TRUMPS)
    turn_up_nine_is_nt: bool = option(True, "a nine that is turned up means no trump")
    premium_names_trump: str = option(
        "no", "what trumps a premium bidder may name", words=NAMES_TRUMP
    )
    unclaimed_trump: str = option(
        "keep",
        "trump_rule=premium_names: trump when nobody bids, that of the deal before or none",
        words=("keep", "NT"),
    )
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
    off_suit_rule: str = option(
        "standard",
        "a card of another suit than the one led loses, or beats the suits below its own",
        words=("standard", "suit_precedence"),
    )
    suit_precedence: tuple[str, ...] = option(
        ("C", "H", "S", "D"), "suits from high to low for it", words=tuple(SUITS), length=4
    )
    partnership_contract: str = option(
        "joint",
        "partners must win the sum of their bids, or each his own",
        words=("joint", "individual"),
    )
    dummy_rule: str = option(
        "as_player",
        "the dummy must win its bid like anyone; or fewer tricks are a success too, and exactly "
        "its bid a declared one",
        words=("as_player", "penguin"),
    )
    dummy_lurch: str = option(
        "plus100",
        "the dummy has as much as the loser of a game: 100 more for the winner, his lead twice, "
        "or nothing",
        words=LURCHES,
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
    deal_limit: int = option(
        0, "deals after which a match ends as it stands; 0 is no limit", high=LONGEST_MATCH
    )
    first_dealer: int = option(-1, "seat that deals first; -1 by lot", low=-1, high=4)

    @classmethod
    def depending(cls, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the defaults that follow from the number of players and the way to play."""
        players = chosen.get("players", 3)
        five, sides = players == 5, chosen.get("partnership", False)
        hand_size = chosen.get("hand_size", 13 if players == 4 else 12)
        cards = len(pack(chosen.get("deck", _DECKS[players])).cards)
        dummy = chosen.get("dummy", players == 2 and cards == 3 * hand_size)
        first = "C" if dummy and chosen.get("trump_rule", "successes") == "successes" else "NT"
        return {
            "dummy": dummy,
            "deck": _DECKS[players],
            "hand_size": hand_size,
            "three_diamonds_double": players == 4,
            "contract_table": _SIDES_CONTRACT if sides else _CONTRACTS[players],
            "success_trump_table": _SUCCESS_TRUMPS[players],
            "first_deal_trump": first,
            "premium_bids": "declare" if players in (2, 5) else "declare_reveal",
            "premium_procedure": "independent" if players in (2, 5) else "formal",
            "declare_value": 50 if five else 30,
            "premium_failure": "self_loses" if five else "opponents_gain",
            "rubber_games": max(players, 3),
        }

    def the_pack(self) -> Pack:
        """Return the pack of cards."""
        return pack(self.deck)

    def hands(self) -> int:
        """Return the number of hands that are played, the dummy's included."""
        return self.players + self.dummy

    def tricks(self) -> int:
        """Return the number of tricks of a deal."""
        return self.hand_size - (0 if self.bid_cards_played_last else self.bid_cards)

    def contracts(self) -> int:
        """Return how many may succeed in a deal: hands, or sides of partners."""
        return 2 if self.partnership else self.hands()

    def check(self) -> None:
        """Raise BadOptions where options exclude each other."""
        self.require(
            not self.dummy or self.players == 2, f"dummy=true needs players=2, got {self.players}"
        )
        self.require(
            not self.partnership or self.players == 4,
            f"partnership=true needs players=4, got {self.players}",
        )
        cards = len(self.the_pack().cards)
        dealt = self.hands() * self.hand_size
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
            len(self.contract_table) > self.contracts() and len(self.bid_values) == 4,
            "contract_table needs an entry for 0 to all players, bid_values four",
        )
        self.require(
            self.trump_rule != "successes" or len(self.success_trump_table) > self.hands(),
            "success_trump_table needs an entry for 0 to all players",
        )
        self.require(
            self.premium_procedure != "independent" or self.premium_bids != "declare_reveal",
            "premium_procedure=independent knows no reveal: premium_bids must be none or declare",
        )
        self._check_ways()

    def _check_ways(self) -> None:
        """Refuse ways to bid and to find the trump that do not go together."""
        names = self.trump_rule == "premium_names"
        self.require(
            names == (self.premium_names_trump != "no"),
            "trump_rule=premium_names and premium_names_trump go together, got "
            f"{self.trump_rule} and {self.premium_names_trump}",
        )
        early = names or self.bid_mode == "last_cards"
        has_one = self.premium_bids != "none" and self.premium_procedure != "independent"
        self.require(
            not names or has_one,
            "trump_rule=premium_names needs one premium bidder: premium_bids other than none, "
            "premium_procedure formal or informal",
        )
        self.require(
            not early or self.premium_bids == "none" or has_one,
            "bid_mode=last_cards needs premium_procedure formal or informal",
        )
        self.require(
            self.bid_mode == "set_aside" or not (self.dummy or self.partnership),
            f"bid_mode={self.bid_mode} knows no dummy and no partners",
        )
        self.require(
            self.bid_mode != "last_cards" or not self.bid_cards_played_last,
            "bid_cards_played_last=true needs cards to be laid aside, got bid_mode=last_cards",
        )
        self.require(
            not (self.dummy and self.bid_cards_played_last),
            "bid_cards_played_last=true knows no dummy",
        )
        self.require(
            self.success_scope == "previous_deal"
            or (self.bid_mode == "announce" and self.trump_rule == "successes"),
            "success_scope=in_deal needs bid_mode=announce and trump_rule=successes",
        )
        self.require(
            sorted(self.suit_precedence) == sorted(SUITS),
            f"suit_precedence must name each suit once, got {'/'.join(self.suit_precedence)}",
        )
        self.require(
            self.trump_rule != "turn_up" or not self.the_pack().jokers,
            f"trump_rule=turn_up has a joker of its own, got deck={self.deck}",
        )

    def derived(self) -> dict[str, Any]:
        """Return the numbers that follow from the options."""
        own = self.the_pack()
        codes = [TRUMPS.index(suit) for suit in own.suits]
        fill = [0] * (4 - len(codes))
        names_nines = self.premium_names_trump == "suits_or_nines"
        is_apart = (
            self.dummy
            or names_nines
            or self.bid_mode == "last_cards"
            or self.bid_cards_played_last
            or self.off_suit_rule == "suit_precedence"
            or self.success_scope == "in_deal"
        )
        low_to_high = self.suit_precedence[::-1]
        return {
            "cards": len(own.cards),
            "ranks": len(own.ranks),
            "suits": len(own.suits),
            "tricks": self.tricks(),
            "hands": self.hands(),
            "rivals": 2 if self.partnership else self.players,
            "play_phase": APART if is_apart else PLAY,
            "suit_value": [self.bid_values[code] for code in codes] + fill,
            "trump_suit": [codes.index(t) if t in codes else -1 for t in range(len(TRUMPS))]
            + [NINES - 1],
            "suit_code": codes + fill,
            "suit_rank": [low_to_high.index(suit) for suit in own.suits] + fill,
            "nines": sum(1 << card for card, text in enumerate(own.cards) if text[0] == "9"),
            "nine_rank": [NINES_ORDER.index(suit) for suit in own.suits] + fill,
        }

    def match_ranges(self) -> dict[str, tuple[int, int]]:
        """Return the least and the largest value of match fields."""
        return {"dealer": (-1, self.players - 1), "trump": (-1, NINES), "wins": (0, 3)}

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(len(self.the_pack().cards)))

    def num_actions(self) -> int:
        """Return the number of action ids: cards, then calls."""
        return len(self.the_pack().cards) + EXTRA_ACTIONS

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal."""
        return self.players * (self.bid_cards + 3) + self.hands() * self.tricks() + 1

    def max_deals(self) -> int:
        """Return a bound on the deals of a match.

        A game ends when a total reaches the target, and a deal gives a point a trick at least.
        Ties that are played on have no bound; a hundred games stand for it. Nor have matches in
        which failures cost points, though who wants to win stays far below the number given.
        """
        if self.deal_limit:
            return self.deal_limit
        if self.match == "fixed_deals" and self.tie_rule == "shared":
            return self.fixed_deals
        if self.premium_failure == "self_loses" and self.premium_bids != "none":
            return LONGEST_MATCH
        tricks = max(self.tricks() * self.trick_points, 1)
        a_game = self.hands() * self.target // tricks + 1
        games = {"game": 1, "target": 1, "rubber_games": self.rubber_games}.get(self.match, 100)
        return a_game * (games if self.tie_rule == "shared" else 100)

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode."""
        premium = 0
        if self.premium_bids != "none":
            premium = max(self.declare_value, self.reveal_value)
        loses = self.premium_failure == "self_loses"
        low = -premium if loses else 0
        high = self.tricks() * self.trick_points + max(self.contract_table)
        is_open = self.premium_procedure == "independent"  # own premium and the others' failures
        high += premium * (self.players - 1 + is_open)
        if self.episode == "deal":
            return float(low), float(high)
        deals = self.max_deals()
        most = (high + self.game_bonus) * deals + 800
        return float(low * deals), float(2 * most if self.dummy else most)


OPTIONS = NinetyNineOptions
