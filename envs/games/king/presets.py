"""The presets of King: named bundles of options, the page's own games and their relatives."""

from __future__ import annotations

from typing import Any

CONTRACTS = (  # their order is their number in orders and actions
    "no_tricks",
    "no_jacks",
    "no_queens",
    "no_hearts",
    "last_two",
    "no_king",
    "eralash",
    "otygrysh",
)
# What `mode=repeat` plays besides: given penalty cards, a suit that is bid for, Tetka's nine.
REPEATED = ("cards", "suit", "tetka")
SHEDDING = "fantan"  # a deal of another kind, in place of otygrysh
NEGATIVE = CONTRACTS[:6]  # contracts with a single thing to avoid
SIMPLE = CONTRACTS[:7]

_THREE: dict[str, Any] = {"players": 3, "deck": "30"}
_ORDERED: dict[str, Any] = {"mode": "ordered"}
_ATOMIC: dict[str, Any] = {
    "players": 3,
    "active_players": 3,
    "mode": "ordered",
    "include_eralash": False,
    "talon": 2,
}
_CARDS: dict[str, Any] = {"mode": "repeat", "deck": "52"}
_QUEEN: dict[str, Any] = {**_CARDS, "card_penalties": "QS/H", "card_points": "13/1"}
_POLIGNAC: dict[str, Any] = {
    **_CARDS,
    "card_penalties": "JS/JC/JD/JH",
    "card_points": "2/1/1/1",
    "target": 10,
}
_JOKERS: dict[str, Any] = {**_CARDS, "card_penalties": "H", "card_points": "1"}
_AUCTION: dict[str, Any] = {
    "mode": "repeat",
    "deck": "52",
    "auction": "penalty_suit",
    "lead_rule": "bid_winner",
}
_MINI: dict[str, Any] = {
    "sequence": "eralash",
    "positive_phase": "none",
    "compensation": "none",
    "v_trick": 2,
    "v_jack": 4,
    "v_queen": 4,
    "v_heart": 2,
    "v_last": 8,
    "v_king": 16,
    "utility": "zero_sum",
}

PRESETS: dict[str, dict[str, Any]] = {
    "simple": {},
    "simple_boys_first": {
        "sequence": "no_jacks/no_tricks/no_queens/no_hearts/last_two/no_king/eralash"
    },
    "ordered": _ORDERED,
    "ordered_no_eralash": {**_ORDERED, "include_eralash": False},
    "three": _THREE,
    "three_proportional": {**_THREE, "compensation": "proportional"},
    "atomic3": _ATOMIC,
    "atomic4": {**_ATOMIC, "players": 4},
    "atomic_preliminary": {**_ATOMIC, "compensation": "preliminary"},
    "king14": {"positive_phase": "mirror"},
    "king36": {
        "players": 3,
        "deck": "36",
        "include_eralash": False,
        "positive_phase": "mirror",
        "compensation": "none",
    },
    **{
        f"single_{contract}": {"sequence": contract, "positive_phase": "none"}
        for contract in CONTRACTS
    },
    "rifki": {
        **_ORDERED,
        "deck": "52",
        "direction": "ccw",
        "include_eralash": False,
        "negatives_per_player": 3,
        "contract_per_match": 2,
        "otygrysh_per_player": 2,
        "kings_with_jacks": True,
        "v_trick": 50,
        "v_jack": 60,
        "v_queen": 100,
        "v_heart": 30,
        "v_last": 180,
        "v_king": 320,
        "v_otygrysh": 50,
    },
    "omnibus": {
        **_CARDS,
        "card_penalties": "QS/H/TD",
        "card_points": "13/1/-10",
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
    "black_donka": {**_QUEEN, "pass_count": 3, "pass_cycle": "R"},
    "black_maria": {
        "mode": "repeat",
        "card_penalties": "QS/KS/AS/H",
        "card_points": "13/10/7/1",
        "pass_count": 3,
        "pass_cycle": "R",
    },
    "tetka": {"mode": "repeat", "deck": "52", "bum_card": True},
    "hearts_openspiel": {
        **_QUEEN,
        "pass_count": 3,
        "pass_cycle": "random",
        "lead_rule": "two_clubs",
        "must_break_hearts": True,
        "no_points_first_trick": True,
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
