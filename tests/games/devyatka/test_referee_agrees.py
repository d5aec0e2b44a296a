"""The rules of Devyatka against the referee: whole games at random, decision by decision."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers.adapter import Adapter, known_by, known_to, lying_in, state_of
from helpers.walks import assert_same_walk
from prikup.envs import load_game
from tests.referees.devyatka import PRESETS, Referee, options_for

PRESET_GAMES, BUNDLE_GAMES = 28, 8  # games of each case and episode, with what each seat knows
LONG = {"deal": 10_000, "match": 1_000}  # games of each case without it

# Options that no preset has, in bundles.
BUNDLES: dict[str, tuple[str, dict[str, Any]]] = {
    "five_seats": ("classic", {"players": 5}),
    "six_seats_52": ("classic_52", {"players": 6, "scoring": "placement"}),
    "nine_of_52": ("nine_cards", {"players": 5, "deck": "52"}),
    "draw_one": ("nine_cards", {"stock_use": "draw_one"}),
    "draw_one_free": ("nine_cards", {"stock_use": "draw_one", "forced_play": False, "players": 2}),
    "draw_one_eldest": (
        "nine_cards",
        {"stock_use": "draw_one", "opening": "eldest_start_rank", "hand_size": 2},
    ),
    "free_passes": ("classic", {"forced_play": False, "players": 4}),
    "free_passes_auto": ("classic", {"forced_play": False, "auto_pass": True}),
    "free_extra": ("fantan_extra", {"forced_play": False}),
    "void": ("nine_cards", {"blocked_rule": "void", "hand_size": 4}),
    "void_bank": (
        "bank_rounds",
        {"blocked_rule": "void", "hand_size": 4, "left_card_fee": 3, "start_chips": 47},
    ),
    "blocked_bank": ("bank_rounds", {"hand_size": 3, "start_chips": 45, "pass_fee": 7}),
    "blocked_places": ("nine_cards", {"hand_size": 4, "players": 5, "scoring": "placement"}),
    "redeal": ("nine_cards", {"no_starter": "redeal", "hand_size": 3}),
    "aces": ("bank", {"redeal_aces": 3, "short_hand_fee": 5, "left_card_fee": 4, "players": 5}),
    "eldest_auto": ("fantan_eights", {"auto_pass": True}),
    "bank_auto": ("bank_rounds", {"auto_pass": True, "hand_size": 5}),
    "domino_single": ("domino", {"domino_chain": False, "domino_wrap": False, "players": 4}),
    "domino_eldest": ("domino", {"domino_opener": "eldest", "players": 6}),
    "domino_bank": (
        "domino",
        {"scoring": "bank", "auto_pass": True, "left_card_fee": 2, "players": 5, "deck": "36"},
    ),
    # 15 cards in hands, one on the pile: nothing to draw.
    "domino_no_stock": ("domino", {"hand_size": 5, "players": 3, "deck": "SCDH/5678"}),
    "mixed_bank": (
        "mixed_reconstruction",
        {"scoring": "bank", "end_rule": "first_out", "short_hand_fee": 3, "players": 5},
    ),
}
CASES = {name: (name, {}) for name in PRESETS} | BUNDLES


def options_of(case: str, episode: str) -> dict[str, Any]:
    """Return a case's complete options; a match has at least three deals."""
    preset, changes = CASES[case]
    options = options_for(preset, **{**changes, "episode": episode})
    if episode == "match":
        options["deals_per_match"] = max(3, options["deals_per_match"])
    return options


def names_of(options: dict[str, Any]) -> dict[str, str]:
    """Return the referee's names for places."""
    drawn = options["variant"] == "pile_domino" or options["stock_use"] == "draw_one"
    stacks = {f"stack {seat}": f"hand {seat}" for seat in range(options["players"])}
    return {"pile": "table", "deck": "stock" if drawn else "dead", "dead cards": "dead", **stacks}


def make(options: dict[str, Any]) -> Adapter:
    """Return the rules behind the referee's interface."""
    return Adapter.load("devyatka", options, **names_of(options))


def compare_games(case: str, episode: str, games: int) -> None:
    """Play games at random on both; places and knowledge are compared now and then."""
    options = options_of(case, episode)
    players = options["players"]
    ordered = ("stock", "hand") if options["variant"] == "mixed" else ("stock",)
    start = make(options)
    for seed in range(games):
        rng = random.Random(f"{case} {episode} {seed}")
        rules, referee, steps = start.clone(), Referee(options), []
        check_in = rng.randrange(60)
        where = f"{start.game} seed {seed} steps {steps}"
        while True:
            assert state_of(referee) == state_of(rules), where

            # Where a deck is due the referee has gathered the cards; the log still tells of them.
            if rules.player == -4 or (check_in <= 0 and rules.player >= 0):
                check_in = 60

                assert lying_in(referee, ordered) == lying_in(rules, ordered), where
                for seat in range(players):
                    assert known_by(referee, seat) == known_to(rules, seat), (where, seat)

            if rules.player == -4:
                break
            check_in -= 1
            if rules.wants_deck():
                deck = rules.pack()
                rng.shuffle(deck)
                rules.deal(deck)
                referee.deal(deck)
                steps.append(deck)
            else:
                action = rng.choice(rules.legal())
                rules.play(action)
                referee.play(action)
                steps.append(action)
            where = f"{start.game} seed {seed} steps {steps}" if len(steps) < 40 else where


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree(case: str, episode: str) -> None:
    """Rules and referee agree on movers, legal actions, scores, places and what each seat knows."""
    compare_games(case, episode, PRESET_GAMES if case in PRESETS else BUNDLE_GAMES)


@pytest.mark.long
@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree_at_length(case: str, episode: str) -> None:
    """Movers, legal actions and scores agree over ten thousand deals and a thousand matches."""
    options = options_of(case, episode)
    game = load_game("devyatka", **options)
    for seed in range(LONG[episode]):
        assert_same_walk(game, Referee(options), random.Random(f"{case} {episode} {seed}"))
