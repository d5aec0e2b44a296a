"""Kuhn and Leduc poker against OpenSpiel's own games, move by move."""

from __future__ import annotations

import random

import pytest

from prikup.envs import load_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_same_moves_and_returns(name, players):
    """Movers, legal actions and returns are OpenSpiel's in 300 random deals."""
    game, theirs = load_game(name, players=players), pyspiel.load_game(f"{name}(players={players})")
    rng = random.Random(1)
    for _ in range(300):
        deck = game.pack.tolist()
        rng.shuffle(deck)
        state, other = game.deal(deck=deck), theirs.new_initial_state()
        cards = iter(deck)
        while not state.is_terminal():
            while other.is_chance_node():
                other.apply_action(next(cards))

            assert other.current_player() == state.current_player()
            assert other.legal_actions() == state.legal_actions()
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            other.apply_action(action)

        assert other.is_terminal()
        assert other.returns() == state.returns().tolist()
    assert (theirs.min_utility(), theirs.max_utility()) == (game.min_utility(), game.max_utility())
