"""Packs, options, presets and schedules of Joker Poker for its referee.

The ordinary cards of a pack have the codes `suit * R + rank`, suits in the order S C D H among
those of the pack, ranks ascending. The named packs of 30 to 38 cards use the codes of the 36
cards, some of them absent. Added jokers follow: codes A and A + 1 after A ordinary codes.
"""

from __future__ import annotations

SUITS = "SCDH"
RANKS = "23456789TJQKA"
SIXES = ("6S", "6C", "6D", "6H")
LONG_PACK, SHORT_PACK = "SCDH/23456789TJQKA", "SCDH/6789TJQKA"
# Suits and ranks, ordinary cards that are absent, added jokers.
NAMED_DECKS: dict[str, tuple[str, tuple[str, ...], int]] = {
    "54": (LONG_PACK, (), 2),
    "52": (LONG_PACK, (), 0),
    "38": (SHORT_PACK, (), 2),
    "37": (SHORT_PACK, (), 1),
    "36": (SHORT_PACK, (), 0),
    "34": (SHORT_PACK, ("6D", "6H"), 0),
    "33": (SHORT_PACK, ("6S", "6D", "6H"), 0),
    "32": (SHORT_PACK, SIXES, 0),
    "30": (SHORT_PACK, (*SIXES, "7S", "7C"), 0),
}
NAMED_JOKERS = {"7S": ("7S",), "black_sixes": ("6S", "6C"), "6C": ("6C",)}
ADDED_JOKERS = {"added1": 1, "added2": 2}
MOST_BID = 26

DEFAULTS = {
    "players": 4,
    "preset": "classic36",
    "episode": "deal",
    "utility": "score",
    "deck": "36",
    "jokers": "7S",
    "joker_follow": "take/throw",
    "joker_lead": "high_trump/high_suit/low_suit",
    "joker_high_beaten_by_trump": False,
    "demand_first_trick_only": False,
    "demand_ruff_highest": False,
    "two_jokers": "last",
    "joker_turned": "no_trump",
    "must_trump": True,
    "ruff_with_suit_allowed": False,
    "trump_source": "turn_up",
    "fixed_trump": "NT",
    "misere_trump": True,
    "golden_trump": True,
    "full_deal_trump": "dealer_last",
    "circular_order": "S/C/D/H",
    "max_hand": 0,
    "ascending": True,
    "descending": True,
    "peak_repeats": 0,
    "sets": "0",
    "specials": "dark/no_trump/misere/golden",
    "special_repeat": "circle",
    "special_hand": 0,
    "dark_time": "before_deal",
    "mult_dark": 1,
    "mult_forehead": 1,
    "mult_percent": 3,
    "dealer_restriction": True,
    "zero_streak_limit": 0,
    "scoring": "classic",
    "made_per_trick": 10,
    "pass_points": 5,
    "over_per_trick": 1,
    "under_mode": "per_missing",
    "under_per_trick": 10,
    "full_hand_double": False,
    "misere_per_trick": -10,
    "misere_zero_bonus": 0,
    "misere_all_bonus": 0,
    "golden_per_trick": 10,
    "points_per_trick": 1,
    "made_bonus": 10,
    "khisht": "flat200",
    "premium": False,
    "bid_direction": "cw",
    "next_dealer": "left",
    "num_tricks_fixed": 0,
    "deal_index": -1,
    "first_dealer": -1,
}

_UP = "/".join("12345678")
_DOWN = "/".join("87654321")
_NINES = "9/9/9/9"
_GEORGIAN = {
    "jokers": "black_sixes",
    "sets": f"{_UP}/0/{_NINES}/0/{_DOWN}/0/{_NINES}",
    "full_deal_trump": "chooser3",
    "joker_lead": "high_suit/high_trump/low_suit",
    "joker_high_beaten_by_trump": True,
    "scoring": "georgian",
    "premium": True,
    "specials": "none",
}
_OPENDAUM = {"jokers": "none", "specials": "none"}
_OPENDAUM_DECKS = {2: "32", 3: "36", 4: "36", 5: "30", 6: "36"}
_ONE_DEAL = {"ascending": False, "descending": False, "peak_repeats": 1, "specials": "none"}
_OH_HELL = {
    **_ONE_DEAL,
    "jokers": "none",
    "must_trump": False,
    "scoring": "oh_hell_plain",
}

PRESETS: dict[str, dict] = {
    "classic36": {},
    "classic54": {"deck": "54", "jokers": "added2"},
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
        "jokers": "added2",
        "max_hand": 8,
        "specials": "dark/misere/golden",
        "joker_lead": "high_trump/high_suit",
    },
    "forehead36": {"specials": "dark/no_trump/misere/golden/forehead"},
    "georgian": _GEORGIAN,
    "georgian_nines": {**_GEORGIAN, "sets": "/0/".join([_NINES] * 4)},
    "opendaum": _OPENDAUM,
    "odessa_shakha": {
        **_OPENDAUM,
        "jokers": "black_sixes",
        "joker_follow": "take/throw/natural",
        "joker_lead": "take_open/low_open/natural",
    },
    "joker33": {
        "players": 3,
        "deck": "33",
        "jokers": "6C",
        "joker_follow": "take/natural",
        "joker_lead": "take_open/natural",
    },
    "alenkin": {
        "players": 3,
        "deck": "34",
        "jokers": "black_sixes",
        "trump_source": "fixed",
        "fixed_trump": "D",
        "peak_repeats": 2,
        "specials": "none",
        "bid_direction": "ccw",
        "dealer_restriction": False,
        "next_dealer": "last_trick_winner",
        "joker_lead": "take_open/low_open",
    },
    "oh_hell_openspiel": {**_OH_HELL, "players": 3, "deck": "52", "num_tricks_fixed": -1},
    "mini_joker2": {
        **_ONE_DEAL,
        "players": 2,
        "deck": "CD/234",
        "jokers": "added1",
        "max_hand": 2,
        "first_dealer": 1,
        "utility": "zero_sum",
    },
    "mini_oh_hell": {
        **_OH_HELL,
        "players": 3,
        "deck": "CD/2345",
        "must_trump": True,
        "max_hand": 2,
        "first_dealer": 2,
    },
}


def options_for(preset: str, **overrides: object) -> dict:
    """Return the complete options of a preset with the overrides applied.

    Options whose default follows from others (a pack from the number of players, the repeats
    of the largest deal, ...) are given their value.
    """
    chosen = {**PRESETS[preset], **overrides}
    players = chosen.get("players", DEFAULTS["players"])
    if preset == "opendaum":
        chosen.setdefault("deck", _OPENDAUM_DECKS.get(players, "36"))
    if preset == "strict_sheet":
        # 1 .. L, then the largest deal n times: where L is the largest deal it comes once more.
        largest = 36 // players
        reaches = largest % players == 0
        chosen.setdefault("peak_repeats", players + 1 if reaches else players)
        chosen.setdefault("zero_streak_limit", players)
    jokers = {"54": "added2", "38": "added2", "37": "added1"}.get(str(chosen.get("deck")), "7S")
    chosen.setdefault("jokers", jokers)
    chosen.setdefault("peak_repeats", players)
    return {**DEFAULTS, "preset": preset, **chosen}


def words_of(value: object) -> list[str]:
    """Return the words of a list option written `a/b/c`; "none" and empty are no words."""
    words = value.split("/") if isinstance(value, str) else [str(entry) for entry in value]
    return [word for word in words if word not in ("", "none")]


def sets_of(value: object) -> list[list[int]]:
    """Return the hand sizes of each set; in the option a 0 ends a set."""
    found: list[list[int]] = [[]]
    for word in words_of(value):
        if word == "0":
            found.append([])
        else:
            found[-1].append(int(word))
    return [sizes for sizes in found if sizes]


class Cards:
    """The cards of the chosen pack: codes, suits, ranks and which of them are jokers."""

    def __init__(self, deck: str, jokers: str) -> None:
        spelled, absent, own_jokers = NAMED_DECKS.get(deck, (deck, (), 0))
        suits, ranks = spelled.split("/")
        self.suits = [suit for suit in SUITS if suit in suits]
        self.ranks = [rank for rank in RANKS if rank in ranks]
        # Codes of ordinary cards, whether in the pack or absent from it.
        self.names = [rank + suit for suit in self.suits for rank in self.ranks]
        self.num_ordinary = len(self.names)
        added = ADDED_JOKERS.get(jokers, 0)
        if own_jokers and added != own_jokers:
            raise ValueError(
                f"joker_poker: deck {deck} expected jokers added{own_jokers}, got {jokers}"
            )
        self.num_codes = self.num_ordinary + added
        self.added = list(range(self.num_ordinary, self.num_codes))
        self.ordinary = [self.code(name) for name in self.names if name not in absent]
        self.pack = sorted(self.ordinary + self.added)
        named = NAMED_JOKERS.get(jokers, ())
        for name in named:
            if name not in self.names or name in absent:
                raise ValueError(
                    f"joker_poker: jokers {jokers} expected {name} in the deck, got deck {deck}"
                )
        self.jokers = sorted([self.code(name) for name in named] + self.added)

    def code(self, name: str) -> int:
        """Return the code of an ordinary card written rank, then suit."""
        return self.names.index(name)

    def suit(self, card: int) -> str:
        """Return the suit printed on a card."""
        return self.names[card][1]

    def rank(self, card: int) -> int:
        """Return the place of a card's rank in the order of the pack."""
        return self.ranks.index(self.names[card][0])


def largest_hand(options: dict, pack_size: int) -> int:
    """Return the most cards that every seat can get."""
    return min(pack_size // options["players"], MOST_BID)


def schedule_for(options: dict, pack_size: int) -> list[tuple[str, int, int]]:
    """Return the deals of a match: type, hand size and number of the set (-1 for specials).

    The hand size 0 stands for one that a lot decides.
    """
    players = options["players"]
    if options["num_tricks_fixed"]:
        return [("normal", max(0, options["num_tricks_fixed"]), 0)]
    most = options["max_hand"] or largest_hand(options, pack_size)
    sets = sets_of(options["sets"])
    if not sets:
        rising = list(range(1, most)) if options["ascending"] else []
        falling = list(range(most - 1, 0, -1)) if options["descending"] else []
        sets = [rising, [most] * (options["peak_repeats"] or players), falling]
    deals = [("normal", k, number) for number, sizes in enumerate(sets) for k in sizes]
    for kind in words_of(options["specials"]):
        size = options["special_hand"] or most
        # The page defines these two kinds by their hand size, so `special_hand` leaves them alone.
        if kind == "forehead":
            size = 1
        if kind == "percent":
            size = min(4, largest_hand(options, pack_size))
        repeats = players if options["special_repeat"] == "circle" else 1
        deals += [(kind, size, -1)] * repeats
    return deals


def default_deal(options: dict, schedule: list[tuple[str, int, int]]) -> int:
    """Return which deal of the schedule is played where an episode is one deal."""
    if options["deal_index"] >= 0:
        return options["deal_index"]
    main = [size for _, size, number in schedule if number >= 0]
    return main.index(max(main))
