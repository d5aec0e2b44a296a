"""Presets of Thousand: only what differs from the defaults is listed."""

from __future__ import annotations

from typing import Any

_CLUB: dict[str, Any] = {
    "hide_talon_at_100": True, "bolts_total": True, "barrel_evict": True,
    "barrel_simultaneous": "one_falls", "dump_plus": True, "dump_minus": True,
    "redeal_hand_below": 13, "redeal_hand_nines": 3, "redeal_hand_jacks": 4,
    "redeal_talon_below": 5, "redeal_talon_nines": 2, "redeal_talon_jacks": 3,
    "ace_marriage": 200, "payout": "bank",
}  # fmt: skip
_CLASSIC: dict[str, Any] = {
    "auction_start": "auto_100", "jump_bids": False, "bid_cap": "no_marriage_120",
    "first_lead": "forehand", "pass_face_down": True, "barrel_auction": "barrel_takes_talon",
    "barrel_need": 121, "barrel_attempt_counts": "declarer_deals", "bolt_when": "zero_points",
    "bolts_total": True, "writeoff": False, "cut_ceremony": "auto",
}  # fmt: skip
_ALL_AGREEMENTS: dict[str, Any] = {
    "barrel_evict": True, "barrel_simultaneous": "all_fall", "hide_talon_at_100": True,
    "pass_face_down": True, "declarer_round": True, "over_target": True, "jump_bids": False,
    "barrel_at": 900, "silence": True, "silence_below": -240, "dump_plus": True,
    "dump_minus": True, "bolts_consecutive": True, "bolts_total": True, "three_falls_zero": True,
    "bolt_exempt_declarer": True, "redeal_talon_below": 5, "redeal_hand_below": 13,
    "redeal_hand_nines": 4, "redeal_talon_nines": 2, "redeal_nines_after_exchange": 4,
    "talon_redeal_only_at_100": True, "writeoff_share": "sixty", "writeoff_subtract_bid": False,
    "writeoff_third_fine": True, "writeoff_limit": 3, "writeoff_barrel": "allowed",
    "writeoff_on_golden": "true", "golden": True, "golden_fail": "replay_golden",
    "golden_raise": True, "golden_double_bolts": True, "golden_double_fines": True, "blind": True,
    "blind_not_on_barrel": True, "blind_writeoff": True, "unblind": True,
    "unblind_no_auction": True, "blind_cap_240": True, "blind_double_bolts": "all",
    "marriage_needs_trick": False, "bid_cap": "none", "ace_marriage": 200,
    "no_lead_foreign_trump": True, "must_lead_trump": True, "four_nines_bonus": 120,
}  # fmt: skip
_SISTER: dict[str, Any] = {"forced_opening": "none", "pass_face_down": True, "barrel_at": 0}
_MINI: dict[str, Any] = {
    "auction_start": "auto_100", "jump_bids": False, "bid_cap": "none", "raise_timing": "none",
    "writeoff": False, "round_to": 1, "barrel_at": 0, "utility": "zero_sum",
}  # fmt: skip
# Seat 0 is forehand and plays 30 unless seat 1 bids 60, which ends the auction.
_MINI2: dict[str, Any] = {
    **_MINI, "players": 2, "deck": "SH/QKTA", "hand_size": 2, "talons": 2, "talon_size": 2,
    "pass_each": 1, "discard_count": 0, "talon_choice": "first", "first_dealer": 1,
    "suit_marriages": (20, 0, 0, 40), "opening_bid": 30, "bid_step": 30, "highest_bid": 60,
    "deal_score": "contract_against_taken",
}  # fmt: skip

PRESETS: dict[str, dict[str, Any]] = {
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
        **_SISTER,
        "target": 1001,
        "opening_bid": 40,
        "bid_cap": "no_marriage_120",
        "writeoff": False,
    },
    "thousand_after_1001": {
        **_SISTER,
        "opening_bid": 60,
        "bid_step": 10,
        "round_to": 10,
        "bid_cap": "no_marriage_120",
        "raise_timing": "before_talon",
        "pass_source": "talon",
        "must_head": "led_suit",
        "writeoff_share": "sixty",
        "late_zero_from": 850,
        "late_zero_fine": 100,
    },
    "five_hundred_one": {
        **_SISTER,
        "target": 501,
        "opening_bid": 66,
        "bid_cap": "none",
        "trump_mode": "declared_fixed",
        "marriage_values": "fixed_40_20",
        "writeoff": False,
    },
    "mini2": _MINI2,
    # Four contracts: forehand's 40, and 50, 60, 70 in turn.
    "mini2_plus": {**_MINI2, "opening_bid": 40, "bid_step": 10, "highest_bid": 70},
    "mini3": {
        **_MINI,
        "deck": "SDH/QKA",
        "hand_size": 2,
        "talon_size": 3,
        "first_dealer": 2,
        "suit_marriages": (20, 0, 40, 60),
        "opening_bid": 30,
        "bid_step": 10,
        "highest_bid": 60,
    },
}
