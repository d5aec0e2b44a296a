"""Decks, options, presets and numbers of actions of King for its referee.

Cards have the codes `suit * R + rank`, suits in the order S C D H among those of the deck, ranks
ascending with the ace high whatever `rank_order` says. The decks of 30 and 51 cards use the codes
of 32 and 52, some of them absent; jokers have the codes 52 and 53, and with them N is 54.

Options that the page describes without naming them have these names here:
- `first_dealer`: -1 for a lot, as in the other games.
- `bum_card`: Tetka's way of scoring.
- `slam_needs_bonus`: the slam needs the cards that win points, too (Omnibus; not in Hearts).
- `avoid_all_tricks_bonus`, `can_lead_any_club`, `can_lead_hearts_instead_of_qs`: as in OpenSpiel.
- `negatives_per_player` (0: each contract once) and `contract_per_match` (0: no limit), and
  `kings_with_jacks`: what the preset `rifki` needs.
`num_players` is `players`, as in the other games.
"""

from __future__ import annotations

SUITS = "SCDH"
RANKS = "23456789TJQKA"
LONG_DECK, SHORT_DECK = "SCDH/23456789TJQKA", "SCDH/789TJQKA"
# Suits and ranks, absent cards, jokers.
NAMED_DECKS: dict[str, tuple[str, tuple[str, ...], int]] = {
    "32": (SHORT_DECK, (), 0),
    "30": (SHORT_DECK, ("AS", "AC"), 0),
    "36": ("SCDH/6789TJQKA", (), 0),
    "52": (LONG_DECK, (), 0),
    "51": (LONG_DECK, ("2C",), 0),
    "52j1": (LONG_DECK, ("2C",), 1),
    "52j2": (LONG_DECK, ("2C", "3C"), 2),
}
STRENGTHS = {"A_high": "23456789TJQKA", "K_high": "23456789TAJQK"}

NEGATIVE = (
    "no_tricks",
    "no_jacks",
    "no_queens",
    "no_hearts",
    "last_two",
    "no_king",
    "eralash",
)
CONTRACTS = (*NEGATIVE, "otygrysh")
SIMPLE = "/".join(NEGATIVE)
SIX = "/".join(NEGATIVE[:-1])

DEFAULTS = {
    "players": 4,
    "preset": "simple",
    "episode": "match",
    "utility": "score",
    "active_players": 4,
    "deck": "32",
    "rank_order": "A_high",
    "mode": "sequence",
    "sequence": SIMPLE,
    "include_eralash": True,
    "v_trick": 2,
    "v_jack": 4,
    "v_queen": 4,
    "v_heart": 2,
    "v_last": 8,
    "v_king": 16,
    "positive_phase": "otygrysh",
    "v_otygrysh": 3,
    "otygrysh_rounds": 2,
    "otygrysh_per_player": 8,
    "otygrysh_namer": "dealer_right",
    "trump_view": "three_cards",
    "by_last": True,
    "otygrysh_nt": False,
    "trump_lead_only_namer": True,
    "must_trump": True,
    "heart_lead_ban": "no_hearts/no_king/eralash",
    "king_forced_drop": "void_only",
    "talon": 0,
    "discard_rule": "forbidden",
    "compensation": "none",
    "stop_when_settled": False,
    "direction": "cw",
    "pass_count": 0,
    "pass_cycle": "none",
    "card_penalties": "none",
    "lead_rule": "eldest",
    "must_break_hearts": False,
    "no_points_first_trick": False,
    "qs_breaks_hearts": False,
    "slam_rule": "none",
    "slam_needs_bonus": True,
    "capot": False,
    "v_capot": 5,
    "joker_penalty": 5,
    "auction": "none",
    "auction_settlement": "minus_points",
    "leftover_card": "out",
    "bum_card": False,
    "bum_source": "last_dealt",
    "match_end": "schedule",
    "num_deals": 4,
    "target": 100,
    "avoid_all_tricks_bonus": False,
    "can_lead_any_club": False,
    "can_lead_hearts_instead_of_qs": False,
    "negatives_per_player": 0,
    "contract_per_match": 0,
    "kings_with_jacks": False,
    "first_dealer": -1,
}

THREE_VALUES = {
    "v_trick": 2,
    "v_jack": 5,
    "v_queen": 5,
    "v_heart": 2,
    "v_last": 10,
    "v_king": 20,
    "v_otygrysh": 4,
}
_THREE = {"players": 3, "deck": "30"}
_ATOMIC = {"players": 3, "mode": "ordered", "include_eralash": False, "talon": 2}
_MIRROR = {"positive_phase": "mirror"}
_ONE = {"positive_phase": "none", "episode": "deal"}
_REPEAT = {"mode": "repeat", "positive_phase": "none", "deck": "52"}
_POLIGNAC = {**_REPEAT, "card_penalties": "JS:-2/JC:-1/JD:-1/JH:-1", "target": 10}
_JOKERS = {**_REPEAT, "card_penalties": "H:-1"}
_AUCTION = {**_REPEAT, "auction": "penalty_suit", "lead_rule": "bid_winner"}
_DONKA = {**_REPEAT, "card_penalties": "QS:-13/H:-1", "pass_count": 3, "pass_cycle": "R"}
_MINI = {
    **_ONE,
    "sequence": "eralash",
    "compensation": "none",
    "v_trick": 2,
    "v_jack": 4,
    "v_queen": 4,
    "v_heart": 2,
    "v_last": 8,
    "v_king": 16,
    "utility": "zero_sum",
}

PRESETS: dict[str, dict] = {
    "simple": {},
    "simple_boys_first": {
        "sequence": "no_jacks/no_tricks/no_queens/no_hearts/last_two/no_king/eralash"
    },
    "ordered": {"mode": "ordered"},
    "ordered_no_eralash": {"mode": "ordered", "include_eralash": False},
    "three": {**_THREE, "compensation": "king24"},
    "three_proportional": {**_THREE, "compensation": "proportional"},
    "atomic3": _ATOMIC,
    "atomic4": {**_ATOMIC, "players": 4, "active_players": 3},
    "atomic_preliminary": {**_ATOMIC, "compensation": "preliminary"},
    "king14": _MIRROR,
    "king36": {
        **_MIRROR,
        "players": 3,
        "deck": "36",
        "include_eralash": False,
        "compensation": "none",
    },
    **{f"single_{contract}": {**_ONE, "sequence": contract} for contract in CONTRACTS},
    "rifki": {
        "deck": "52",
        "direction": "ccw",
        "mode": "ordered",
        "include_eralash": False,
        "v_trick": 50,
        "v_jack": 60,
        "v_queen": 100,
        "v_heart": 30,
        "v_last": 180,
        "v_king": 320,
        "v_otygrysh": 50,
        "otygrysh_per_player": 2,
        "kings_with_jacks": True,
        "negatives_per_player": 3,
        "contract_per_match": 2,
    },
    "omnibus": {
        **_REPEAT,
        "card_penalties": "QS:-13/H:-1/TD:10",
        "pass_count": 3,
        "pass_cycle": "L",
        "slam_rule": "others_lose",
    },
    "polignac3": {**_POLIGNAC, "players": 3},
    "polignac32": {**_POLIGNAC, "deck": "32", "rank_order": "K_high"},
    "jokers3": {**_JOKERS, "players": 3, "deck": "52j2"},
    "jokers4": {**_JOKERS, "deck": "52j1"},
    "auction3": {**_AUCTION, "players": 3, "deck": "51"},
    "auction4": _AUCTION,
    "black_donka": _DONKA,
    "black_maria": {**_DONKA, "card_penalties": "QS:-13/KS:-10/AS:-7/H:-1"},
    "tetka": {**_REPEAT, "bum_card": True, "match_end": "deals"},
    "hearts_openspiel": {
        **_REPEAT,
        "card_penalties": "QS:-13/H:-1",
        "pass_count": 3,
        "pass_cycle": "random",
        "lead_rule": "two_clubs",
        "no_points_first_trick": True,
        "must_break_hearts": True,
        "qs_breaks_hearts": True,
        "slam_rule": "others_lose",
        "slam_needs_bonus": False,
        "match_end": "deals",
        "num_deals": 1,
        "first_dealer": 3,
    },
    "mini2": {**_MINI, "players": 2, "deck": "SH/JQKA", "first_dealer": 1},
    "mini3": {**_MINI, "players": 3, "deck": "SDH/QKA", "first_dealer": 2},
}


def options_for(preset: str, **overrides: object) -> dict:
    """Return the complete options of a preset with the overrides applied.

    Options whose default follows from others (penalties of three players, what the namer sees,
    ...) are given their value.
    """
    chosen = {**PRESETS[preset], **overrides}
    unknown = set(chosen) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"king: expected options of the game, got {sorted(unknown)}")
    players = chosen.get("players", DEFAULTS["players"])
    active = chosen.setdefault("active_players", players)
    if active == 3:
        for name, value in THREE_VALUES.items():
            chosen.setdefault(name, value)
    is_atomic = chosen.get("talon", 0) > 0
    is_ordered = chosen.get("mode") == "ordered"
    three_or_more = "king24" if active == 3 else "none"
    chosen.setdefault("compensation", "flat4" if is_atomic else three_or_more)
    if is_ordered:
        each = 8 if chosen.get("include_eralash", True) else 4
        chosen.setdefault("otygrysh_per_player", 3 if is_atomic else each)
        chosen.setdefault("trump_view", "whole_hand")
    chosen.setdefault("by_last", chosen.get("trump_view", "three_cards") == "three_cards")
    if chosen.get("mode") == "repeat":
        chosen.setdefault("match_end", "target")
    return {**DEFAULTS, "preset": preset, **chosen}


def words_of(value: object) -> list[str]:
    """Return the words of a list option, written `a/b/c` or as a list; "none" is no word."""
    words = value.split("/") if isinstance(value, str) else [str(entry) for entry in value]
    return [word for word in words if word not in ("", "none")]


def points_of_cards(value: object) -> dict[str, int]:
    """Return the points of a card ("QS") or of a suit ("H"), as `card_penalties` gives them."""
    if isinstance(value, dict):
        return dict(value)
    pairs = [word.split(":") for word in words_of(value)]
    return {name: int(points) for name, points in pairs}


class Cards:
    """The cards of the chosen deck: codes, suits and what beats what."""

    def __init__(self, options: dict) -> None:
        deck = str(options["deck"])
        spelled, absent, jokers = NAMED_DECKS.get(deck, (deck, (), 0))
        if deck == "51" and options["auction"] != "none":
            absent = ("2S",)
        suits, ranks = spelled.split("/")
        self.suits = [suit for suit in SUITS if suit in suits]
        self.ranks = [rank for rank in RANKS if rank in ranks]
        self.names = [rank + suit for suit in self.suits for rank in self.ranks]
        self.num_codes = len(self.names) + (2 if jokers else 0)
        self.jokers = list(range(len(self.names), len(self.names) + jokers))
        present = [code for code, name in enumerate(self.names) if name not in absent]
        self.pack = present + self.jokers
        self.order = STRENGTHS[options["rank_order"]]

    def code(self, name: str) -> int:
        """Return the code of a card written rank, then suit, or J1, J2; -1 if there is none."""
        if name in ("J1", "J2"):
            return len(self.names) + int(name[1]) - 1
        return self.names.index(name) if name in self.names else -1

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return f"J{card - len(self.names) + 1}" if card in self.jokers else self.names[card]

    def suit(self, card: int) -> str:
        """Return the suit of a card; a joker counts as a heart."""
        return "H" if card in self.jokers else self.names[card][1]

    def rank(self, card: int) -> str:
        """Return the rank of a card, "" for a joker."""
        return "" if card in self.jokers else self.names[card][0]

    def strength(self, card: int) -> int:
        """Return what compares two ordinary cards of one suit."""
        return self.order.index(self.rank(card))


class Ids:
    """The numbers of actions in a game with N codes of cards."""

    def __init__(self, num_codes: int) -> None:
        self.ORDER = {name: num_codes + k for k, name in enumerate(CONTRACTS)}
        self.NAME = {suit: num_codes + 8 + k for k, suit in enumerate(SUITS)}
        self.BY_LAST = num_codes + 12
        self.NAME["NT"] = num_codes + 13
        self.CAPOT = num_codes + 14
        self.PASS = num_codes + 15
        self.BID = num_codes + 15  # a bid of n has the number BID + n
