"""Options, presets, layouts and action numbers of Thousand, for its referee.

Cards are numbered `suit * R + rank` with the R ranks of the pack in the order 7 8 9 T J Q K A and
its suits in the order S C D H. The 100 actions beside the N cards follow from N on, see `Ids`.
"""

from __future__ import annotations

SUITS = "SCDH"
RANKS = "789TJQKA"
STRENGTH = "789JQKTA"  # weakest first
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
NAMED_PACKS = {"24": "SCDH/9TJQKA", "32": "SCDH/789TJQKA"}

LAYOUT = ("hand_size", "talons", "talon_size", "pass_each", "discard_count")
# (cards in the pack, active seats) -> hand, talons, their size, passed to each, laid aside.
LAYOUTS = {
    (24, 3): (7, 1, 3, 1, 0),
    (24, 2): (10, 2, 2, 1, 0),
    (32, 3): (10, 1, 2, 0, 2),
    (32, 2): (14, 2, 2, 1, 0),
}

DEFAULTS: dict = {
    "players": 3,
    "preset": "agreements_app",
    "episode": "deal",
    "utility": "score",
    "deck": "24",
    "seven_points": 0,
    "hand_size": None,
    "talons": None,
    "talon_size": None,
    "pass_each": None,
    "discard_count": None,
    "two_player_equalise": "pass_one",
    "leftover_to": "last_trick",
    "sitout_scores": "none",
    "first_dealer": -1,
    "target": 1000,
    # cut and deal
    "cut_ceremony": "off",
    "cut_nine_limit": 3,
    "cut_fine": 120,
    "cut_fine_pays": "cutter",
    "jack_to_middle": True,
    "misdeal_percent": 0,
    "misdeal_fine": 120,
    # redeals
    "redeal_hand_below": 0,
    "redeal_hand_nines": 0,
    "redeal_hand_jacks": 0,
    "redeal_talon_below": 0,
    "redeal_talon_nines": 0,
    "redeal_talon_jacks": 0,
    "redeal_nines_after_exchange": 0,
    "talon_redeal_only_at_100": False,
    "redeal_dealer": "same",
    # auction
    "opening_bid": 100,
    "forced_opening": "forehand",
    "auction_start": "forehand_speaks",
    "bid_step": 5,
    "highest_bid": 400,
    "jump_bids": True,
    "bid_cap": "marriages_plus_120",
    "ace_marriage_in_cap": False,
    "raise_timing": "after_exchange",
    "silence": False,
    "silence_below": 0,
    "all_pass": "next_dealer",
    # talon and exchange
    "talon_shown": True,
    "hide_talon_at_100": False,
    "pass_face_down": False,
    "pass_source": "hand",
    "talon_choice": "free",
    # golden deals
    "golden": False,
    "golden_fail": "normal_game",
    "golden_fail_reset": True,
    "golden_raise": False,
    "golden_double_bolts": False,
    "golden_double_marriages": True,
    "golden_double_fines": False,
    # blind deals
    "blind": False,
    "blind_hide_talon": True,
    "blind_not_on_barrel": False,
    "blind_writeoff": False,
    "unblind": False,
    "unblind_no_auction": False,
    "blind_cap_240": False,
    "blind_double_bolts": "none",
    "blind_scores": "taken",
    "blind_doubles_defenders": False,
    # write-off
    "writeoff": True,
    "writeoff_window": "before_play",
    "writeoff_share": "half_bid",
    "writeoff_subtract_bid": True,
    "writeoff_third_fine": False,
    "writeoff_limit": 0,
    "writeoff_barrel": "auto",
    "writeoff_on_golden": "auto",
    # play
    "first_lead": "declarer",
    "marriage_needs_trick": True,
    "silent_marriage_lead": True,
    "ace_marriage": 0,
    "ace_marriage_sets_trump": False,
    "must_head": "none",
    "no_lead_foreign_trump": False,
    "must_lead_trump": False,
    "trump_mode": "marriage",
    "marriage_values": "suit",
    "suit_marriages": [40, 60, 80, 100],
    # scoring
    "round_to": 5,
    "declarer_round": False,
    "declarer_scores": "contract",
    "fine_amount": 120,
    "bolt_when": "no_trick",
    "bolts_consecutive": False,
    "bolts_total": False,
    "bolt_exempt_declarer": False,
    "bolts_on_barrel": False,
    "dump_plus": False,
    "dump_minus": False,
    "dump_value": 555,
    "four_nines_bonus": 0,
    "late_zero_from": 0,
    "late_zero_fine": 100,
    # barrel
    "barrel_at": 880,
    "barrel_auction": "normal",
    "barrel_need": 0,
    "over_target": False,
    "barrel_basis": "taken",
    "barrel_attempts": 3,
    "barrel_attempt_counts": "all_deals",
    "barrel_fail_subtract": "none",
    "barrel_fall_penalty": 120,
    "barrel_evict": False,
    "barrel_simultaneous": "both_stay",
    "three_falls_zero": False,
    "win_without_barrel": True,
    # match
    "payout": "points",
    "stake": 1,
    "peek_hands": 0,
    "peek_suits": 0,
    "peek_card": 0,
    "deal_limit": 0,
    "deal_score": "total",
}

_CLUB = {
    "hide_talon_at_100": True,
    "bolts_total": True,
    "barrel_evict": True,
    "barrel_simultaneous": "one_falls",
    "dump_plus": True,
    "dump_minus": True,
    "redeal_hand_below": 13,
    "redeal_hand_nines": 3,
    "redeal_hand_jacks": 4,
    "redeal_talon_below": 5,
    "redeal_talon_nines": 2,
    "redeal_talon_jacks": 3,
    "ace_marriage": 200,
    "payout": "bank",
}
_CLASSIC = {
    "auction_start": "auto_100",
    "jump_bids": False,
    "bid_cap": "no_marriage_120",
    "first_lead": "forehand",
    "pass_face_down": True,
    "barrel_auction": "barrel_takes_talon",
    "barrel_need": 121,
    "barrel_attempt_counts": "declarer_deals",
    "bolt_when": "zero_points",
    "bolts_total": True,
    "writeoff": False,
    "cut_ceremony": "auto",
}
_ALL_AGREEMENTS = {
    "barrel_evict": True,
    "barrel_simultaneous": "all_fall",
    "hide_talon_at_100": True,
    "pass_face_down": True,
    "declarer_round": True,
    "over_target": True,
    "jump_bids": False,
    "barrel_at": 900,
    "silence": True,
    "silence_below": -240,
    "dump_plus": True,
    "dump_minus": True,
    "bolts_consecutive": True,
    "bolts_total": True,
    "three_falls_zero": True,
    "bolt_exempt_declarer": True,
    "redeal_talon_below": 5,
    "redeal_hand_below": 13,
    "redeal_hand_nines": 4,
    "redeal_talon_nines": 2,
    "redeal_nines_after_exchange": 4,
    "talon_redeal_only_at_100": True,
    "writeoff_share": "sixty",
    "writeoff_subtract_bid": False,
    "writeoff_third_fine": True,
    "writeoff_limit": 3,
    "writeoff_barrel": "allowed",
    "writeoff_on_golden": "true",
    "golden": True,
    "golden_fail": "replay_golden",
    "golden_raise": True,
    "golden_double_bolts": True,
    "golden_double_fines": True,
    "blind": True,
    "blind_not_on_barrel": True,
    "blind_writeoff": True,
    "unblind": True,
    "unblind_no_auction": True,
    "blind_cap_240": True,
    "blind_double_bolts": "all",
    "marriage_needs_trick": False,
    "bid_cap": "none",
    "ace_marriage": 200,
    "no_lead_foreign_trump": True,
    "must_lead_trump": True,
    "four_nines_bonus": 120,
}
_MINI = {
    "auction_start": "auto_100",
    "jump_bids": False,
    "bid_cap": "none",
    "raise_timing": "none",
    "writeoff": False,
    "round_to": 1,
    "barrel_at": 0,
    "utility": "zero_sum",
}
_MINI2 = {
    **_MINI,
    "players": 2,
    "deck": "SH/TQKA",
    "hand_size": 2,
    "talons": 2,
    "talon_size": 2,
    "pass_each": 1,
    "discard_count": 0,
    "talon_choice": "first",
    "first_dealer": 1,
    "suit_marriages": [20, 0, 0, 40],
    "opening_bid": 30,
    "bid_step": 30,
    "highest_bid": 60,
    "deal_score": "contract_against_taken",
}

PRESETS: dict[str, dict] = {
    "agreements_app": {},
    "agreements_app_all": _ALL_AGREEMENTS,
    "online_club": _CLUB,
    "online_club_golden": {
        **_CLUB,
        "golden": True,
        "golden_fail": "normal_game",
        "golden_fail_reset": True,
        "golden_double_bolts": True,
        "golden_double_fines": True,
        "golden_double_marriages": True,
    },
    "classic": _CLASSIC,
    "classic_2p": {**_CLASSIC, "players": 2},
    "classic_4p": {**_CLASSIC, "players": 4, "sitout_scores": "talon_points_and_marriage"},
    "classic_900": {**_CLASSIC, "barrel_at": 900, "barrel_need": 101},
    "pagat": {
        "auction_start": "auto_100",
        "bid_cap": "no_marriage_120",
        "pass_face_down": True,
        "redeal_nines_after_exchange": 4,
        "writeoff_share": "sixty",
        "writeoff_subtract_bid": False,
        "writeoff_third_fine": True,
        "writeoff_barrel": "allowed",
        "bolts_total": True,
        "barrel_evict": True,
        "barrel_fail_subtract": "contract",
    },
    "thirty_two": {"deck": "32"},
    "thousand_one": {
        "target": 1001,
        "opening_bid": 40,
        "forced_opening": "none",
        "bid_cap": "no_marriage_120",
        "pass_face_down": True,
        "writeoff": False,
        "barrel_at": 0,
    },
    "thousand_after_1001": {
        "opening_bid": 60,
        "forced_opening": "none",
        "bid_step": 10,
        "round_to": 10,
        "bid_cap": "no_marriage_120",
        "raise_timing": "before_talon",
        "pass_source": "talon",
        "pass_face_down": True,
        "must_head": "led_suit",
        "barrel_at": 0,
        "writeoff_share": "sixty",
        "late_zero_from": 850,
        "late_zero_fine": 100,
    },
    "five_hundred_one": {
        "target": 501,
        "opening_bid": 66,
        "forced_opening": "none",
        "bid_cap": "none",
        "trump_mode": "declared_fixed",
        "marriage_values": "fixed_40_20",
        "pass_face_down": True,
        "writeoff": False,
        "barrel_at": 0,
    },
    "mini2": _MINI2,
    # The tree of the page; its contracts 30 50 60 70 are not equally far apart, these are.
    "mini2_plus": {**_MINI2, "opening_bid": 40, "bid_step": 10, "highest_bid": 70},
    "mini3": {
        **_MINI,
        "players": 3,
        "deck": "SDH/QKA",
        "hand_size": 2,
        "talons": 1,
        "talon_size": 3,
        "pass_each": 1,
        "discard_count": 0,
        "first_dealer": 2,
        "suit_marriages": [20, 0, 30, 40],
        "opening_bid": 40,
        "bid_step": 20,
        "highest_bid": 80,
    },
}


def split_pack(deck: str) -> tuple[str, str]:
    """Return the suits (in the order S C D H) and the ranks (7 to A) of a pack."""
    suits, ranks = NAMED_PACKS.get(deck, deck).split("/")
    return "".join(s for s in SUITS if s in suits), "".join(r for r in RANKS if r in ranks)


def active_count(options: dict) -> int:
    """Return how many seats hold cards."""
    return min(3, options["players"])


def options_for(preset: str, **overrides: object) -> dict:
    """Return the complete options of a preset with the overrides applied, the layout worked out."""
    options = {**DEFAULTS, **PRESETS[preset], "preset": preset, **overrides}
    suits, ranks = split_pack(options["deck"])
    layout = LAYOUTS.get((len(suits) * len(ranks), active_count(options)), (None,) * 5)
    if active_count(options) == 2 and options["two_player_equalise"] == "discard_two":
        layout = (*layout[:3], 0, 2)
    for name, value in zip(LAYOUT, layout, strict=True):
        if options[name] is None:
            options[name] = value
    options["suit_marriages"] = list(options["suit_marriages"])
    return options


def check(options: dict) -> None:
    """Raise ValueError with one line where options contradict each other."""
    o = options
    suits, ranks = split_pack(o["deck"])
    cards, active = len(suits) * len(ranks), active_count(o)
    if None in [o[name] for name in LAYOUT]:
        raise ValueError(f"thousand: expected a layout for the pack {o['deck']}")
    hand, talons, size, passed, laid = (o[name] for name in LAYOUT)
    if active * hand + talons * size != cards or talons not in (1, 2) or size < 1:
        raise ValueError(
            f"thousand: expected {cards} cards in hands and talons, got "
            f"{active} x {hand} + {talons} x {size}"
        )
    if hand + size - passed * (active - 1) - laid != hand + passed:
        raise ValueError("thousand: expected hands of equal size after the exchange")
    if o["pass_source"] == "talon" and passed * (active - 1) > size:
        raise ValueError("thousand: expected enough talon cards to pass")
    if o["seven_points"] and "7" not in ranks:
        raise ValueError("thousand: seven_points expected a pack with sevens")
    if o["silence"] and o["forced_opening"] == "none":
        raise ValueError("thousand: silence expected a forced opening")
    if o["forced_opening"] == "dealer" and o["players"] == 4:
        raise ValueError("thousand: forced_opening dealer expected 2 or 3 players")
    if o["barrel_at"] >= o["target"]:
        raise ValueError("thousand: barrel_at expected a value below the target")


class Ids:
    """The numbers of actions in a game with N cards."""

    def __init__(self, cards: int) -> None:
        self.PASS = cards
        self.BLIND, self.UNBLIND, self.REDEAL, self.WRITE_OFF = (cards + k for k in range(75, 79))
        self.TALON = [cards + 79, cards + 80]
        self.NAME_TRUMP = {suit: cards + 81 + k for k, suit in enumerate(SUITS)}
        self.DECLARE_K = {suit: cards + 85 + k for k, suit in enumerate(SUITS)}
        self.DECLARE_Q = {suit: cards + 89 + k for k, suit in enumerate(SUITS)}
        self.RECUT, self.JACK, self.SHOW_HANDS, self.TALON_SUITS = (
            cards + k for k in range(93, 97)
        )
        self.TALON_CARD = [cards + 97, cards + 98, cards + 99]
        self.bids = {40 + 5 * k: cards + 1 + k for k in range(73)} | {66: cards + 74}
        self.bid_of = {number: bid for bid, number in self.bids.items()}


def cards_of(deck: str, text: str) -> list[int]:
    """Return the numbers of cards written rank, then suit, with blanks between them."""
    suits, ranks = split_pack(deck)
    return [suits.index(s) * len(ranks) + ranks.index(r) for r, s in text.split()]
