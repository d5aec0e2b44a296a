"""Options of Ninety-Nine that no preset has, in bundles: a preset and what is changed in it."""

from __future__ import annotations

BUNDLES: dict[str, tuple[str, dict]] = {
    "four, diamonds once": ("four", {"three_diamonds_double": False, "target": 40}),
    "four without reveals": ("four", {"premium_bids": "declare", "rubber_games": 2}),
    "four, secret premium": ("four", {"premium_procedure": "informal", "episode": "deal"}),
    "partners alone": (
        "four_partnership",
        {"partnership_contract": "individual", "rubber_games": 1},
    ),
    "partners in secret": ("four_partnership", {"bid_visibility": "hidden", "tie_rule": "play_on"}),
    "partners declare": ("four_partnership", {"premium_bids": "declare", "episode": "deal"}),
    "five, opponents gain": ("five", {"premium_failure": "opponents_gain", "episode": "deal"}),
    "five, one premium": ("five", {"premium_procedure": "formal", "episode": "deal"}),
    "dummy without lurch": ("two_dummy", {"dummy_lurch": "off"}),
    "dummy, double win": ("two_dummy_penguin", {"dummy_lurch": "double"}),
    "dummy, rubber": ("two_dummy", {"match": "rubber_games", "target": 50}),
    "dummy, open bids": ("two_dummy", {"bid_visibility": "open", "episode": "deal"}),
    "dummy, first of three": ("two_dummy_penguin", {"match": "rubber_first3", "target": 40}),
    "turned nines": ("parlett_1975", {"turn_up_nine_is_nt": False, "fixed_deals": 3}),
    "turned, to a target": ("parlett_1975", {"match": "game", "premium_procedure": "informal"}),
    "four and a turned card": ("four", {"trump_rule": "turn_up", "episode": "deal"}),
    "named, no trump too": ("declarer_trumps", {"premium_names_trump": "suits_or_nt"}),
    "named in secret": ("nines_trumps", {"premium_procedure": "informal"}),
    "named or none": ("nines_trumps", {"unclaimed_trump": "NT", "premium_bids": "declare"}),
    "four name trumps": ("four", {"trump_rule": "premium_names", "premium_names_trump": "suits"}),
    "unbidden for four": ("four", {"bid_mode": "last_cards", "premium_bids": "none"}),
    "unbidden declarer": ("unbidden_premium", {"premium_bids": "declare"}),
    "unbidden in secret": ("unbidden_premium", {"premium_procedure": "informal"}),
    "retelling, plain tricks": ("russian_retelling", {"off_suit_rule": "standard"}),
    "retelling, other order": ("russian_retelling", {"suit_precedence": ("D", "S", "H", "C")}),
    "retelling, running count": ("russian_retelling", {"success_scope": "in_deal"}),
    "retelling, said at once": ("russian_retelling", {"announce_order": "simultaneous"}),
    "retelling, nine tricks": ("russian_retelling", {"bid_cards_played_last": False}),
    "retelling, same trump": ("russian_retelling", {"zero_success_trump": "keep", "target": 60}),
    "laid cards played last": ("parlett_1990", {"bid_cards_played_last": True, "target": 50}),
}
