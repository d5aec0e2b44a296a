"""Random play of Thousand that reaches all its corners: options, matches in progress, choices."""

from __future__ import annotations

import random
from typing import Any

from tests.referees.thousand_play import Pack, dealing_order
from tests.referees.thousand_tables import (
    DEFAULTS,
    LAYOUT,
    PRESETS,
    Ids,
    active_count,
    options_for,
    split_pack,
)

MINIS = ("mini2", "mini2_plus", "mini3")
NO_YES = (False, True)

# Values that a random combination may give an option; presets and DEFAULTS supply the rest.
CHOICES: dict[str, tuple] = {
    "players": (2, 3, 4),
    "deck": ("24", "24", "32", "SDH/9TJQKA"),
    "seven_points": (0, 7),
    "two_player_equalise": ("pass_one", "discard_two"),
    "leftover_to": ("last_trick", "declarer", "nobody"),
    "sitout_scores": ("none", "talon_points", "talon_points_and_marriage", "aces_40_and_marriage"),
    "first_dealer": (-1, 0, 1),
    "target": (501, 1000, 1001),
    "cut_ceremony": ("off", "auto", "agent"),
    "cut_nine_limit": (1, 2, 3),
    "cut_fine": (60, 120),
    "cut_fine_pays": ("cutter", "dealer"),
    "jack_to_middle": NO_YES,
    "misdeal_percent": (0, 25),
    "misdeal_fine": (60, 120),
    "redeal_hand_below": (0, 13, 20),
    "redeal_hand_nines": (0, 2, 3),
    "redeal_hand_jacks": (0, 3),
    "redeal_talon_below": (0, 5, 10),
    "redeal_talon_nines": (0, 1, 2),
    "redeal_talon_jacks": (0, 1, 3),
    "redeal_nines_after_exchange": (0, 3, 4),
    "talon_redeal_only_at_100": NO_YES,
    "redeal_dealer": ("same", "next"),
    "opening_bid": (40, 60, 66, 100, 120),
    "forced_opening": ("forehand", "dealer", "none"),
    "auction_start": ("forehand_speaks", "auto_100"),
    "bid_step": (5, 10),
    "highest_bid": (200, 400),
    "jump_bids": NO_YES,
    "bid_cap": ("none", "no_marriage_120", "marriages_plus_120"),
    "ace_marriage_in_cap": NO_YES,
    "raise_timing": ("after_exchange", "before_talon", "none"),
    "silence": NO_YES,
    "silence_below": (-240, 0, 100),
    "all_pass": ("next_dealer", "same_dealer"),
    "talon_shown": NO_YES,
    "hide_talon_at_100": NO_YES,
    "pass_face_down": NO_YES,
    "pass_source": ("hand", "talon"),
    "talon_choice": ("free", "first"),
    "golden": NO_YES,
    "golden_fail": ("normal_game", "replay_golden"),
    "golden_fail_reset": NO_YES,
    "golden_raise": NO_YES,
    "golden_double_bolts": NO_YES,
    "golden_double_marriages": NO_YES,
    "golden_double_fines": NO_YES,
    "blind": (False, True, True),
    "blind_hide_talon": NO_YES,
    "blind_not_on_barrel": NO_YES,
    "blind_writeoff": NO_YES,
    "unblind": NO_YES,
    "unblind_no_auction": NO_YES,
    "blind_cap_240": NO_YES,
    "blind_double_bolts": ("none", "declarer", "all"),
    "blind_scores": ("taken", "contract"),
    "blind_doubles_defenders": NO_YES,
    "writeoff": NO_YES,
    "writeoff_window": ("before_play", "any_own_turn"),
    "writeoff_share": ("half_bid", "sixty"),
    "writeoff_subtract_bid": NO_YES,
    "writeoff_third_fine": NO_YES,
    "writeoff_limit": (0, 2, 3),
    "writeoff_barrel": ("auto", "allowed", "not_barrel_player", "nobody_while_barrel"),
    "writeoff_on_golden": ("auto", "true", "false"),
    "first_lead": ("declarer", "forehand"),
    "marriage_needs_trick": NO_YES,
    "silent_marriage_lead": NO_YES,
    "ace_marriage": (0, 200),
    "ace_marriage_sets_trump": NO_YES,
    "must_head": ("none", "led_suit", "all"),
    "no_lead_foreign_trump": NO_YES,
    "must_lead_trump": NO_YES,
    "trump_mode": ("marriage", "declared_fixed"),
    "marriage_values": ("suit", "fixed_40_20"),
    "suit_marriages": ([40, 60, 80, 100], [20, 30, 40, 50]),
    "round_to": (1, 5, 10),
    "declarer_round": NO_YES,
    "declarer_scores": ("contract", "taken"),
    "fine_amount": (60, 120),
    "bolt_when": ("no_trick", "zero_points"),
    "bolts_consecutive": NO_YES,
    "bolts_total": NO_YES,
    "bolt_exempt_declarer": NO_YES,
    "bolts_on_barrel": NO_YES,
    "dump_plus": NO_YES,
    "dump_minus": NO_YES,
    "four_nines_bonus": (0, 120),
    "late_zero_from": (0, 300, 850),
    "late_zero_fine": (100,),
    "barrel_at": (0, 880, 900),
    "barrel_auction": ("normal", "barrel_takes_talon"),
    "barrel_need": (0, 121),
    "over_target": NO_YES,
    "barrel_basis": ("taken", "contract"),
    "barrel_attempts": (1, 3),
    "barrel_attempt_counts": ("all_deals", "declarer_deals"),
    "barrel_fail_subtract": ("none", "contract"),
    "barrel_fall_penalty": (120, 200),
    "barrel_evict": NO_YES,
    "barrel_simultaneous": ("both_stay", "all_fall", "one_falls"),
    "three_falls_zero": NO_YES,
    "win_without_barrel": NO_YES,
    "payout": ("points", "win_loss", "bank", "score_diff"),
    "stake": (1, 10),
    "peek_hands": (0, 1, 2),
    "peek_suits": (0, 1),
    "peek_card": (0, 2, 3),
    "deal_limit": (2, 3, 4),
    "episode": ("deal", "match"),
}
# Options that do their work together only.
THEMES: tuple[dict, ...] = (
    {
        "ace_marriage": 200,
        "ace_marriage_sets_trump": True,
        "marriage_needs_trick": False,
        "trump_mode": "marriage",
        "deck": "24",
    },
    {
        "bolts_total": True,
        "bolts_consecutive": True,
        "bolts_on_barrel": True,
        "bolt_exempt_declarer": False,
        "barrel_at": 880,
        "target": 1000,
    },
    {
        "blind": True,
        "unblind": True,
        "golden": False,
        "unblind_no_auction": False,
        "silence": False,
    },
    {"dump_plus": True, "dump_minus": True, "opening_bid": 100, "declarer_scores": "contract"},
    {"players": 4, "sitout_scores": "aces_40_and_marriage", "deck": "24"},
    {"golden": True, "golden_double_bolts": True, "golden_double_fines": True, "bolts_total": True},
    {
        "barrel_at": 880,
        "target": 1000,
        "three_falls_zero": True,
        "barrel_fail_subtract": "contract",
        "forced_opening": "forehand",
    },
)
# (cards, active seats) -> layouts other than the usual one.
OTHER_LAYOUTS = {
    (24, 3): [(6, 1, 6, 2, 0)],
    (24, 2): [(11, 1, 2, 1, 0)],
    (32, 3): [(9, 1, 5, 1, 2)],
    (18, 3): [(5, 1, 3, 1, 0)],
    (18, 2): [(7, 2, 2, 1, 0)],
}


def _put_back(options: dict, *prefixes: str) -> None:
    """Give options that mean nothing now their defaults."""
    for name, value in DEFAULTS.items():
        if name.startswith(prefixes):
            options[name] = value


def random_options(rng: random.Random) -> dict:
    """Return a random combination of options that do not contradict each other."""
    preset = rng.choice([name for name in PRESETS if name not in MINIS])
    o = {**DEFAULTS, **PRESETS[preset]}
    share = rng.choice((0.1, 0.3, 0.6))
    for name, values in CHOICES.items():
        if rng.random() < share:
            o[name] = rng.choice(values)
    if rng.random() < 0.5:
        o.update(rng.choice(THEMES))
    suits, ranks = split_pack(o["deck"])
    cards, active = len(suits) * len(ranks), active_count(o)
    layouts: list = OTHER_LAYOUTS.get((cards, active), [])
    if layouts and (cards == 18 or rng.random() < 0.3):
        o.update(zip(LAYOUT, rng.choice(layouts), strict=True))
    if active != 2 or o["hand_size"] is not None:
        o["two_player_equalise"] = "pass_one"
    if o["players"] != 4:
        o["sitout_scores"] = "none"
    if "7" not in ranks:
        o["seven_points"] = 0
    if len(suits) < 4 or not o["ace_marriage"]:
        _put_back(o, "ace_marriage")
    if o["bid_cap"] != "marriages_plus_120":
        o["ace_marriage_in_cap"] = False
    if o["forced_opening"] == "dealer" and o["players"] == 4:
        o["forced_opening"] = "forehand"
    if o["forced_opening"] == "none":
        o["silence"] = False
    if o["trump_mode"] == "declared_fixed":
        o["ace_marriage_sets_trump"] = False
    # The page leaves open what a pair is worth while no trump is named, or where it names it.
    if o["trump_mode"] == "marriage" or o["bid_cap"] == "marriages_plus_120":
        o["marriage_values"] = "suit"
    if not o["golden"]:
        _put_back(o, "golden")
    if not o["blind"]:
        _put_back(o, "blind", "unblind")
    if not o["unblind"]:
        o["unblind_no_auction"] = False
    if not o["writeoff"]:
        _put_back(o, "writeoff", "blind_writeoff")
        o["writeoff"] = False
    if o["barrel_at"] >= o["target"]:
        o["barrel_at"] = o["target"] - 100
    if o["barrel_at"] == 0:
        _put_back(o, "barrel_", "three_falls_zero", "win_without_barrel", "over_target")
        o["barrel_at"] = 0
    o["deal_limit"] = o["deal_limit"] or 4
    del o["preset"]
    complete = options_for(preset, **o)
    if complete["talons"] != 2:
        complete["talon_choice"] = "free"
    if complete["pass_each"] * (active - 1) > complete["talon_size"] or not complete["pass_each"]:
        complete["pass_source"] = "hand"
    return complete


def random_match(rng: random.Random, options: dict) -> dict:
    """Return the state of a match somewhere in its middle, seldom a quiet one."""
    players, at = options["players"], options["barrel_at"]
    match: dict = {"dealer": rng.randrange(players)}
    below = at or options["target"]
    near = (0, -5, -300, below - 5, below - 30, below - 100, 555 - 100, 100 - 555, 855)
    if options["dump_plus"]:
        near = (455, -455)
    anywhere = (*near, 5 * rng.randrange(-100, 180))
    total = [min(below - 5, rng.choice(anywhere)) for _ in range(players)]
    sits = [int(at > 0 and rng.random() < 0.3) for _ in range(players)]
    match["on_barrel"] = sits
    match["total"] = [at if sits[p] else total[p] for p in range(players)]
    match["attempts"] = [s * rng.randrange(options["barrel_attempts"]) for s in sits]
    match["mount_order"] = [s * rng.randrange(1, 3) for s in sits]
    match["falls"] = [rng.randrange(3) for _ in range(players)]
    match["bolts"] = [rng.randrange(3) for _ in range(players)]
    match["bolts_row"] = [rng.randrange(bolts + 1) for bolts in match["bolts"]]
    match["writeoffs"] = [rng.randrange(4) for _ in range(players)]
    if options["golden"]:
        match["golden_index"] = rng.randrange(-1, players)
        match["golden_made"] = int(match["golden_index"] > 0 and rng.random() < 0.3)
    return match


def random_deck(rng: random.Random, options: dict) -> list[int]:
    """Return a shuffled deck; now and then one hand has all aces, nines or jacks, or one lies last.

    Hands are those of a deck that is dealt as it lies.
    """
    pack = Pack(options)
    deck = pack.cards()
    rng.shuffle(deck)
    rank = rng.choice("AA9J")
    alike = [card for card in deck if pack.rank(card) == rank]
    seats = list(range(active_count(options)))
    order = dealing_order(options, seats)
    seat = rng.choice(seats)
    spots = [slot for slot, place in enumerate(order) if place == f"hand {seat}"]
    if rng.random() < 0.2 and len(alike) <= len(spots):
        others = [card for card in deck if card not in alike]
        chosen = set(rng.sample(spots, len(alike)))
        deck = [alike.pop() if slot in chosen else others.pop() for slot in range(len(deck))]
    elif rng.random() < 0.2 and alike:
        deck.remove(alike[0])
        deck.append(alike[0])
    return deck


class Chooser:
    """Choices at random, but bids stay low, somebody plays to win, and rare actions come often.

    It looks at an engine's legal actions only, so that two engines can be led alike.
    """

    def __init__(self, rng: random.Random, options: dict) -> None:
        self.rng = rng
        suits, ranks = split_pack(options["deck"])
        self.ranks = ranks
        self.ids = Ids(len(suits) * len(ranks))
        self.strong = {rng.randrange(options["players"]) for _ in range(2)}

    def choose(self, engine: Any) -> int:
        """Return a legal action."""
        rng, ids, legal = self.rng, self.ids, engine.legal()
        if engine.player < 0:
            return rng.choice(legal)
        cards = [a for a in legal if a < ids.PASS]
        bids = [a for a in legal if a in ids.bid_of]
        declares = [a for a in legal if ids.DECLARE_K["S"] <= a <= ids.DECLARE_Q["H"]]
        others = [a for a in legal if a > ids.PASS and a not in bids and a not in declares]
        if declares and rng.random() < 0.7:
            return rng.choice(declares)
        if others and rng.random() < (0.15 if others == [ids.WRITE_OFF] else 0.5):
            return rng.choice(others)
        if cards and rng.random() < 0.8:
            # Ranks are in natural order: for the purpose a ten may count as low.
            best = max if engine.player in self.strong else min
            return best(cards, key=lambda card: card % len(self.ranks))
        if cards:
            return rng.choice(cards)
        if bids and (ids.PASS not in legal or rng.random() < 0.35):
            return rng.choice(bids) if rng.random() < 0.1 else bids[0]
        return ids.PASS if ids.PASS in legal else rng.choice(legal)
