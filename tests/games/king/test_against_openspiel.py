"""The preset `hearts_openspiel` against OpenSpiel's `hearts`: movers, legal actions, returns."""

from __future__ import annotations

import random
from typing import Any

import pytest

from prikup.envs import load_game
from prikup.envs.engine.game import Game, State
from prikup.envs.games.king.layout import PASSING

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

THEIR_SUITS = "CDHS"
RANKS = "23456789TJQKA"
QUICK, LONG = 200, 10_000  # deals
TO_THEIRS = {
    suit * 13 + rank: THEIR_SUITS.index(letter) + 4 * rank
    for suit, letter in enumerate("SCDH")
    for rank in range(13)
}
# OpenSpiel's flags and what they are called here; all are its own defaults otherwise.
FLAGS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "defaults": ({}, {}),
    "no_pass": ({"pass_cards": False}, {"pass_count": 0}),
    "first_trick": ({"no_pts_on_first_trick": False}, {"no_points_first_trick": False}),
    "any_club": ({"can_lead_any_club": True}, {"can_lead_any_club": True}),
    "unbroken": ({"must_break_hearts": False}, {"must_break_hearts": False}),
    "qs_breaks_nothing": ({"qs_breaks_hearts": False}, {"qs_breaks_hearts": False}),
    "instead_of_qs": (
        {"can_lead_hearts_instead_of_qs": True, "qs_breaks_hearts": False},
        {"can_lead_hearts_instead_of_qs": True, "qs_breaks_hearts": False},
    ),
    "no_tricks": ({"avoid_all_tricks_bonus": True}, {"avoid_all_tricks_bonus": True}),
    "jack": (
        {"jd_bonus": True},
        {"card_penalties": "QS/H/JD", "card_points": "13/1/-10"},
    ),
    "jack_and_no_tricks": (
        {"jd_bonus": True, "avoid_all_tricks_bonus": True},
        {"card_penalties": "QS/H/JD", "card_points": "13/1/-10", "avoid_all_tricks_bonus": True},
    ),
}


def games_of(case: str) -> tuple[Game, Any]:
    """Return both games with the same flags."""
    theirs, ours = FLAGS[case]
    flags = ",".join(f"{name}={value}" for name, value in theirs.items())
    game = load_game("king:preset=hearts_openspiel", **ours)
    return game, pyspiel.load_game(f"hearts({flags})" if flags else "hearts")


def start(game: Game, other_game: Any, rng: random.Random) -> tuple[State, Any]:
    """Return the same random deal in both: direction of passes, then the cards."""
    state, other = game.new_initial_state(), other_game.new_initial_state()
    if game.options.pass_count:
        direction = rng.randrange(4)
        state.apply_action(direction)
        other.apply_action(direction)
    deck = game.pack.tolist()
    rng.shuffle(deck)
    state.deal(deck=deck)
    if not game.options.pass_count and 0 in other.legal_actions() and len(other.history()) == 0:
        other.apply_action(0)
    for card in deck:
        other.apply_action(TO_THEIRS[card])
    return state, other


def compare_deal(game: Game, other_game: Any, rng: random.Random, daring: bool) -> None:
    """Play one deal at random in both.

    Args:
        game: Our game.
        other_game: OpenSpiel's.
        rng: Decides the deal and the actions.
        daring: Whether seat 0 plays for the moon: high cards, the others low ones.
    """
    state, other = start(game, other_game, rng)
    while not state.is_terminal():
        assert other.current_player() == state.current_player()

        actions = state.legal_actions()
        theirs = [TO_THEIRS[action] for action in actions]
        if state.record.phase == PASSING:
            # Ours are passed in ascending order, OpenSpiel's in any.
            assert set(theirs) <= set(other.legal_actions())
        else:
            assert sorted(theirs) == other.legal_actions()

        action = rng.choice(actions)
        if daring:
            ranked = sorted(actions, key=lambda card: (card % 13, card))
            action = ranked[-1 if state.current_player() == 0 else 0]
        state.apply_action(action)
        other.apply_action(TO_THEIRS[action])

    assert other.is_terminal()
    assert other.returns() == [26 + score for score in state.scores()]


def compare_deals(case: str, number: int) -> None:
    """Play deals at random in both, every fourth with a seat that tries to take everything."""
    game, other = games_of(case)
    rng = random.Random(case)
    for deal in range(number):
        compare_deal(game, other, rng, daring=deal % 4 == 0)


@pytest.mark.parametrize("case", FLAGS)
def test_same_moves_and_returns(case):
    """Movers, legal actions and returns are OpenSpiel's, with its defaults and with each flag."""
    compare_deals(case, QUICK if case == "defaults" else QUICK // 4)


@pytest.mark.long
@pytest.mark.parametrize("case", FLAGS)
def test_same_moves_and_returns_at_length(case):
    """The same over ten thousand deals."""
    compare_deals(case, LONG)


def test_moons_of_the_page():
    """Whoever takes all thirteen hearts and the queen has 26, the others nothing."""
    game, other_game = games_of("defaults")
    state, other = game.new_initial_state(), other_game.new_initial_state()
    state.apply_action(0)
    other.apply_action(0)
    # Seat 0 holds every heart, the two of clubs it leads first is taken by nobody else.
    first = "KC AC QS AS KS 2H 3H 4H 5H 6H 7H 8H 9H".split()
    first[0] = "2C"
    hearts = [f"{rank}H" for rank in RANKS]
    hands = [hearts[1:] + ["AC"]]
    rest = [card for card in map(game.card_to_string, game.pack.tolist()) if card not in hands[0]]
    assert len(rest) == 39
    deck = [card for i in range(13) for card in (hands[0][i], rest[i], rest[13 + i], rest[26 + i])]
    numbers = [game.parse_card(card) for card in deck]
    state.deal(deck=numbers)
    for card in numbers:
        other.apply_action(TO_THEIRS[card])

    assert state.current_player() == other.current_player()
