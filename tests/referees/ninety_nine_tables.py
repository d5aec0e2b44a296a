"""Options, presets and card names of Ninety-Nine, as the rules page gives them."""

from __future__ import annotations

SUITS = "SCDH"
PACK_RANKS = {
    "24": "9 T J Q K A",
    "32": "7 8 9 T J Q K A",
    "36": "6 7 8 9 T J Q K A",
    "52": "2 3 4 5 6 7 8 9 T J Q K A",
    "60": "2 3 4 5 6 7 8 9 T 11 12 J Q K A",
}

DEFAULTS = {
    "players": 3,
    "preset": "parlett_1990",
    "episode": "match",
    "utility": "score",
    "first_dealer": -1,
    "dummy": False,
    "partnership": False,
    "deck": "36",
    "hand_size": 12,
    "bid_cards": 3,
    "bid_values": (1, 3, 0, 2),
    "three_diamonds_double": False,
    "bid_mode": "set_aside",
    "bid_visibility": "hidden",
    "bid_cards_played_last": False,
    "trump_rule": "successes",
    "success_trump_table": ("D", "S", "H", "C"),
    "success_scope": "previous_deal",
    "first_deal_trump": "NT",
    "fixed_trump": "NT",
    "turn_up_nine_is_nt": True,
    "premium_bids": "declare_reveal",
    "premium_procedure": "formal",
    "premium_names_trump": "no",
    "unclaimed_trump": "keep",
    "declare_value": 30,
    "reveal_value": 60,
    "premium_failure": "opponents_gain",
    "off_suit_rule": "standard",
    "suit_precedence": ("C", "H", "S", "D"),
    "trick_points": 1,
    "contract_table": (0, 30, 20, 10),
    "partnership_contract": "joint",
    "dummy_rule": "as_player",
    "dummy_lurch": "plus100",
    "match": "game",
    "target": 100,
    "game_bonus": 100,
    "rubber_games": 3,
    "fixed_deals": 9,
    "trump_reset_each_game": True,
    "tie_rule": "shared",
    "announce_order": "from_eldest",
    "zero_success_trump": "table",
    "deal_limit": 0,  # not on the page: the product's stop for matches that need not end
}

# What the page's table of options says where its default depends on the number of players.
BY_PLAYERS = {
    2: {
        "dummy": True,
        "first_deal_trump": "C",
        "premium_bids": "declare",
        "premium_procedure": "independent",
    },
    3: {},
    4: {
        "deck": "52",
        "hand_size": 13,
        "three_diamonds_double": True,
        "success_trump_table": ("D", "S", "H", "C", "NT"),
        "contract_table": (0, 30, 20, 10, 0),
        "rubber_games": 4,
    },
    5: {
        "deck": "60",
        "success_trump_table": ("D", "S", "H", "C", "NT", "NT"),
        "contract_table": (0, 50, 40, 30, 20, 10),
        "premium_bids": "declare",
        "premium_procedure": "independent",
        "declare_value": 50,
        "premium_failure": "self_loses",
        "rubber_games": 5,
    },
}
PARTNERSHIP = {"premium_bids": "none", "contract_table": (0, 20, 10)}

FOUR = {"players": 4, "match": "rubber_games"}
FIVE = {"players": 5, "match": "rubber_games"}
UNBIDDEN = {"bid_mode": "last_cards", "premium_bids": "none"}
MINI = {
    "dummy": False,
    "bid_cards": 1,
    "trump_rule": "fixed",
    "fixed_trump": "NT",
    "first_deal_trump": "NT",
    "premium_bids": "none",
    "premium_procedure": "formal",
    "episode": "deal",
}
CHOSEN = {
    "parlett_1990": {},
    "penguin": {"premium_procedure": "informal", "match": "rubber_first3"},
    "first_diamonds": {"first_deal_trump": "D"},
    "four": FOUR,
    "four_partnership": {**FOUR, "partnership": True, "bid_visibility": "open"},
    "five": FIVE,
    "five_short_500": {**FIVE, "match": "target", "target": 500, "game_bonus": 0},
    "five_short_250": {**FIVE, "match": "target", "target": 250, "game_bonus": 0},
    "two_dummy": {"players": 2},
    "two_dummy_penguin": {"players": 2, "first_deal_trump": "NT", "dummy_rule": "penguin"},
    "parlett_1975": {"trump_rule": "turn_up", "match": "fixed_deals", "game_bonus": 0},
    "declarer_trumps": {"trump_rule": "premium_names", "premium_names_trump": "suits"},
    "nines_trumps": {"trump_rule": "premium_names", "premium_names_trump": "suits_or_nines"},
    "unbidden": UNBIDDEN,
    "unbidden_premium": {**UNBIDDEN, "premium_bids": "declare_reveal"},
    "russian_retelling": {
        "bid_mode": "announce",
        "bid_visibility": "open",
        "bid_cards_played_last": True,
        "off_suit_rule": "suit_precedence",
        "success_trump_table": ("NT", "D", "S", "H", "C"),
        "premium_bids": "none",
        "match": "target",
        "target": 99,
        "game_bonus": 0,
    },
    "mini2": {
        **MINI,
        "players": 2,
        "deck": "SCDH/KA",
        "hand_size": 4,
        "contract_table": (0, 20, 10),
        "first_dealer": 1,
        "utility": "zero_sum",
    },
    "mini3": {
        **MINI,
        "deck": "DHS/89T",
        "hand_size": 3,
        "first_dealer": 2,
        "utility": "zero_sum",
    },
}


def options_for(preset: str, **overrides) -> dict:
    """Gives the complete options: defaults, what the players imply, the preset, the overrides."""
    chosen = {"preset": preset, **CHOSEN[preset], **overrides}
    options = {**DEFAULTS, **BY_PLAYERS[chosen.get("players", 3)]}
    if chosen.get("partnership"):
        options.update(PARTNERSHIP)
    unknown = set(chosen) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"expected options of Ninety-Nine, got {sorted(unknown)}")
    return {**options, **chosen}


PRESETS = {
    name: {key: value for key, value in options_for(name).items() if value != DEFAULTS[key]}
    for name in CHOSEN
}


def suits_and_ranks(deck: str) -> tuple[list[str], list[str]]:
    """Reads the option `deck`: suits in the order S C D H, ranks from low to high."""
    if deck in PACK_RANKS:
        return list(SUITS), PACK_RANKS[deck].split()
    suits, ranks = deck.split("/")
    order = PACK_RANKS["60"].split()
    return [suit for suit in SUITS if suit in suits], sorted(ranks, key=order.index)


class Names:
    """Texts of cards and numbers of actions for one deck."""

    def __init__(self, deck: str):
        self.suits, self.ranks = suits_and_ranks(deck)
        self.size = len(self.suits) * len(self.ranks)
        self.PASS = self.YIELD = self.size
        self.DECLARE = self.size + 1
        self.REVEAL = self.RAISE = self.size + 2
        self.TRUMP = {suit: self.size + 3 + SUITS.index(suit) for suit in SUITS}
        self.TRUMP["NINES"] = self.size + 7
        self.TRUMP["NT"] = self.size + 8
        self.NUMBER = self.size + 9

    def suit(self, card: int) -> str:
        return self.suits[card // len(self.ranks)]

    def rank(self, card: int) -> int:
        return card % len(self.ranks)

    def text(self, card: int) -> str:
        return self.ranks[self.rank(card)] + self.suit(card)

    def card(self, text: str) -> int:
        return self.suits.index(text[-1]) * len(self.ranks) + self.ranks.index(text[:-1])

    def cards(self, text: str) -> list[int]:
        return [self.card(word) for word in text.split()]
