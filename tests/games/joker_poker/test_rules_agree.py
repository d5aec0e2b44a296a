"""The rules of Joker Poker against the referee: whole games at random, decision by decision."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers.adapter import Adapter, assert_same_game
from helpers.walks import assert_same_walk
from prikup.envs import load_game
from tests.referees.joker_poker import PRESETS, Referee, options_for

QUICK = {"deal": 20, "match": 1}  # games of each case
LONG = {"deal": 10_000, "match": 100}  # without places and knowledge

# Options that no preset has, in bundles.
BUNDLES: dict[str, tuple[str, dict[str, Any]]] = {
    "two_seats": ("classic36", {"players": 2}),
    "seven_seats_54": ("classic54", {"players": 7}),
    "five_seats_up_and_down": ("opendaum", {"players": 5}),
    "37_cards": ("classic36", {"deck": "37", "jokers": "added1", "joker_turned": "next_card"}),
    "38_cards": (
        "classic36",
        {"deck": "38", "jokers": "added2", "two_jokers": "first", "joker_turned": "redeal"},
    ),
    "33_cards_low_open": (
        "joker33",
        {"joker_lead": "low_open/low_suit", "joker_follow": "throw/natural"},
    ),
    "small_pack": (
        "classic36",
        {"deck": "SDH/89TJQ", "jokers": "added2", "players": 3, "joker_turned": "next_card"},
    ),
    "as_card": (
        "classic36",
        {"joker_follow": "as_card", "joker_lead": "as_card", "max_hand": 6, "descending": False},
    ),
    "every_mode": (
        "odessa_shakha",
        {
            "joker_follow": "take/throw/natural/as_card",
            "joker_lead": "high_trump/high_suit/low_suit/low_open/take_open/natural/as_card",
            "two_jokers": "first",
            "joker_high_beaten_by_trump": True,
        },
    ),
    "circular_every_mode": (
        "odessa_shakha",
        {
            "joker_follow": "take/throw/natural/as_card",
            "joker_lead": "high_trump/high_suit/low_suit/low_open/take_open/natural/as_card",
            "trump_source": "circular",
            "circular_order": "H/S/D/C",
            "joker_high_beaten_by_trump": True,
        },
    ),
    "demands": (
        "classic36",
        {
            "demand_first_trick_only": True,
            "demand_ruff_highest": True,
            "joker_high_beaten_by_trump": True,
            "players": 3,
        },
    ),
    "free_ruffs": ("classic36", {"must_trump": False, "ruff_with_suit_allowed": True}),
    "ruffs_with_suit": ("classic54", {"ruff_with_suit_allowed": True, "two_jokers": "first"}),
    "dealer_last": ("classic36", {"trump_source": "dealer_last", "joker_turned": "next_card"}),
    "dealer_last_blind": (
        "strict_sheet",
        {"dark_time": "after_deal_blind", "next_dealer": "last_trick_winner"},
    ),
    "chooser": ("forehead36", {"trump_source": "chooser3", "full_deal_trump": "chooser3"}),
    "chooser_blind": (
        "classic36",
        {
            "trump_source": "chooser3",
            "full_deal_trump": "chooser3",
            "dark_time": "after_deal_blind",
            "deal_index": 20,
        },
    ),
    "random_trump": ("forehead36", {"trump_source": "random", "full_deal_trump": "random"}),
    "random_trump_blind": (
        "classic54",
        {"trump_source": "random", "dark_time": "after_deal_blind", "max_hand": 6},
    ),
    "no_trump": ("classic36", {"trump_source": "none"}),
    "no_trump_when_all_is_dealt": ("classic36", {"full_deal_trump": "none"}),
    "fixed_spades": ("classic36", {"trump_source": "fixed", "fixed_trump": "S", "players": 6}),
    "specials": (
        "classic36",
        {
            "specials": "dark/forehead/percent/circular/misere/golden/no_trump",
            "special_hand": 5,
            "max_hand": 3,
            "misere_trump": False,
            "golden_trump": False,
            "mult_dark": 2,
            "mult_forehead": 5,
            "mult_percent": 4,
        },
    ),
    "specials_once": (
        "strict_sheet",
        {
            "specials": "misere/golden/dark",
            "special_repeat": "once",
            "special_hand": 2,
            "players": 6,
            "misere_per_trick": -15,
            "golden_per_trick": 15,
        },
    ),
    "dark_alone": ("classic36", {"deal_index": 20, "players": 4}),
    "forehead_alone": ("forehead36", {"deal_index": 36}),
    "peaks_only": ("no_joker36", {"ascending": False, "descending": False, "peak_repeats": 2}),
    "zero_streaks": (
        "classic36",
        {"zero_streak_limit": 2, "bid_direction": "ccw", "max_hand": 3, "peak_repeats": 5},
    ),
    "never_zero": ("no_joker36", {"zero_streak_limit": 1, "max_hand": 3}),
    "points": (
        "classic36",
        {
            "made_per_trick": 12,
            "pass_points": 7,
            "over_per_trick": 2,
            "under_mode": "per_bid",
            "under_per_trick": 9,
            "full_hand_double": True,
            "max_hand": 3,
        },
    ),
    "georgian_misses": ("georgian", {"khisht": "any_miss"}),
    "georgian_500": ("georgian", {"khisht": "flat500", "sets": "1/1/0/2/0/1/1/1"}),
    "georgian_k": ("georgian", {"khisht": "minus100k", "sets": "1/2/0/2/1", "players": 3}),
    "georgian_parts": (
        "georgian",
        {"khisht": "none", "sets": "0", "max_hand": 2, "specials": "dark/misere"},
    ),
    "classic_premium": ("classic36", {"premium": True, "max_hand": 2, "specials": "golden"}),
    "oh_hell_penalty": (
        "oh_hell_openspiel",
        {"players": 4, "deck": "SCD/234567", "scoring": "oh_hell_penalty", "points_per_trick": 2},
    ),
    "oh_hell_fixed": (
        "oh_hell_openspiel",
        {"players": 7, "num_tricks_fixed": 5, "made_bonus": 20},
    ),
    "alenkin_by_turns": ("alenkin", {"bid_direction": "cw", "next_dealer": "left"}),
}
CASES = {name: (name, {}) for name in PRESETS} | BUNDLES


def options_of(case: str, episode: str) -> dict[str, Any]:
    """Return a case's complete options."""
    preset, changes = CASES[case]
    return options_for(preset, **{**changes, "episode": episode})


def compare_games(case: str, episode: str, games: int) -> None:
    """Play games at random on both; places and knowledge are compared now and then."""
    options = options_of(case, episode)
    start = Adapter.load("joker_poker", options)
    for seed in range(games):
        name = f"{case} {episode} seed {seed}"
        rng = random.Random(f"{case} {episode} {seed}")
        assert_same_game(start.clone(), Referee(options), rng, name, apart=60)


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree(case: str, episode: str) -> None:
    """Rules and referee agree on movers, legal actions, scores, places and what each seat knows."""
    compare_games(case, episode, QUICK[episode])


@pytest.mark.long
@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree_at_length(case: str, episode: str) -> None:
    """Movers, legal actions and scores agree over ten thousand deals and a hundred matches."""
    options = options_of(case, episode)
    game = load_game("joker_poker", **options)
    for seed in range(LONG[episode]):
        assert_same_walk(
            game, Referee(options), random.Random(f"{case} {episode} at length {seed}")
        )
