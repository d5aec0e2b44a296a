"""The rules of Nines against the page's vectors and counts, and against the referee at random."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers.adapter import Adapter, assert_same_game
from helpers.minis import count_mini, count_tree
from helpers.walks import assert_same_walk
from prikup.envs import load_game
from referees.nines import PRESETS, Referee, options_for
from referees.nines_vectors import MINI_COUNTS, VECTORS

QUICK = {"deal": 15, "match": 2}  # games of each case
LONG = {"deal": 10_000, "match": 100}
LIMIT = {"deal_limit": 12}  # in quick matches

# Options that no preset has, in bundles.
BUNDLES: dict[str, tuple[str, dict[str, Any]]] = {
    "must_trump": ("classic", {"must_trump": True, "deck": "36", "hand_size": 9}),
    "must_trump_four": ("four", {"must_trump": True, "trump_cycle": "S/NT/H"}),
    "won_with": ("classic", {"three_queens_rule": "won_with", "deck": "SCDH/TJQK", "hand_size": 4}),
    "captured_small": ("classic", {"deck": "SCDH/TJQK", "hand_size": 4, "queens_self": 3}),
    "dealt": (
        "classic",
        {"three_queens_rule": "dealt", "deck": "SCDH/JQKA", "hand_size": 4, "queens_others": 2},
    ),
    "dealt_in_full": ("eldest_first", {"three_queens_rule": "dealt"}),
    "held": ("classic", {"three_queens_rule": "held", "deck": "SCDH/JQKA", "hand_size": 4}),
    "held_four": ("four", {"three_queens_rule": "held", "deck": "SCDH/JQKA", "hand_size": 4}),
    "two_seats": ("classic", {"players": 2, "deck": "SCDH/9TJQKA", "hand_size": 8}),
    "no_spare": ("classic", {"spare_hand": False, "deck": "SCDH/9TJQKA", "hand_size": 8}),
    "par_and_goal": ("classic", {"par": 3, "start_score": 20, "goal": 5, "tie_rule": "play_on"}),
    "fixed_deals": ("four", {"match": "fixed_deals", "fixed_deals": 3}),
    "fixed_deals_played_on": (
        "eldest_first",
        {"match": "fixed_deals", "fixed_deals": 2, "tie_rule": "play_on"},
    ),
    "one_deal": ("classic", {"match": "deal"}),
    "small_played_on": (
        "mini2",
        {"match": "to_goal", "start_score": 3, "tie_rule": "play_on", "trump_cycle": "D/NT"},
    ),
}
CASES = {name: (name, {}) for name in PRESETS} | BUNDLES


class Rules(Adapter):
    """The game with the referee's names for places and match fields."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(load_game("nines", **options), {"deck": "undealt"})

    def set_match(self, **fields: Any) -> None:
        """Translate the referee's match fields: `total` counts from `start_score` down."""
        if "total" in fields:
            start = self.game.options.start_score
            fields["gained"] = [start - score for score in fields.pop("total")]
        if "playing_on" in fields:
            fields["is_over"] = int(fields.pop("playing_on"))
        super().set_match(**fields)

    @property
    def total(self) -> list[int]:
        """The scores as the page counts them."""
        return [self.game.options.start_score - int(gained) for gained in self.match()["gained"]]


def options_of(case: str, **changes: Any) -> dict[str, Any]:
    """Return a case's complete options."""
    preset, bundle = CASES[case]
    return options_for(preset, **{**changes, **bundle})


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.__name__)
def test_page_vector(vector):
    """The rules answer the page's test vectors."""
    for what, expected, actual in vector(Rules):
        assert expected == actual, what


def test_counts_of_mini2_small():
    """The smallest version has the counts of the page, those of real choices included."""
    counted = count_mini("nines:preset=mini2_small")
    names = ("deals", "information_sets", "with_choice", "terminal")

    assert MINI_COUNTS["mini2_small"] == tuple(counted[name] for name in names)


@pytest.mark.parametrize("preset", MINI_COUNTS)
def test_mini_counts(preset):
    """The small versions have the deals, information sets and histories that the page counts."""
    counted = count_tree(f"nines:preset={preset}", 500_000)
    sets = sum(number for name, number in counted.items() if name.startswith("sets"))
    deals, expected_sets, _, histories = MINI_COUNTS[preset]

    assert (deals, expected_sets, histories) == (counted["deals"], sets, counted["terminal"])


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree(case, episode):
    """Rules and referee agree on movers, legal actions, scores, places and what each seat knows."""
    options = options_of(case, episode=episode, **LIMIT)
    start = Rules(options)
    for seed in range(QUICK[episode]):
        name = f"{case} {episode} seed {seed}"
        rng = random.Random(f"{case} {episode} {seed}")
        assert_same_game(start.clone(), Referee(options), rng, name, apart=15)


@pytest.mark.long
@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree_at_length(case, episode):
    """Movers, legal actions and scores agree over ten thousand deals and a hundred matches."""
    options = options_of(case, episode=episode)
    game = Rules(options).game
    for seed in range(LONG[episode]):
        rng = random.Random(f"{case} {episode} {seed}")
        assert_same_walk(game, Referee(options), rng)
