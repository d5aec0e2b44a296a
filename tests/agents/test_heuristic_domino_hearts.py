"""The heuristic of Domino Hearts: legal, blind to what is hidden, better than chance, sound."""

from __future__ import annotations

import pytest

from helpers.policies import advantage, assert_legal_throughout, decide
from prikup.agents import heuristic
from prikup.envs import load_game
from prikup.envs.check import check_policy
from prikup.envs.engine.game import State
from prikup.envs.engine.rng import stream
from prikup.envs.games.domino_hearts.options import DominoHeartsOptions

GAMES = [f"preset={preset}" for preset in DominoHeartsOptions.PRESETS] + [
    "players=7",
    "hand_size=13",
    "episode=match,target=5",
]
SMALL = "domino_hearts:players=2,deck=SCH/9TJQKA,hand_size=3,first_dealer=1"


def dealt(*hands: str) -> State:
    """Return a state of the small form; the last text is the top of the stock."""
    game = load_game(SMALL)
    *own, stock = [[game.parse_card(word) for word in hand.split()] for hand in hands]
    deck = [card for row in zip(*own, strict=True) for card in row] + stock
    rest = [card for card in range(len(game.pack)) if card not in deck]
    return game.deal(deck=deck + rest)


def best(state: State, played: str = "") -> str:
    """Return the heuristic's action, as text, after some actions."""
    for word in played.split():
        state.apply_action(state.string_to_action(word))
    return state.action_to_string(decide(state, heuristic.policy(state.game), stream(0)))


@pytest.mark.parametrize("text", GAMES)
def test_every_action_is_legal(text):
    """In every preset and variant it plays whole episodes with legal actions."""
    assert_legal_throughout(load_game(f"domino_hearts:{text}"))


@pytest.mark.parametrize("text", GAMES)
def test_decides_by_what_the_mover_knows(text):
    """It decides alike in the true state and in worlds sampled from the mover's view."""
    game = load_game(f"domino_hearts:{text}")
    check_policy(game, heuristic.policy(game))


@pytest.mark.parametrize("text", ["preset=classic", "preset=two", "players=3"])
def test_beats_chance(text):
    """Against uniform players it takes fewer hearts than the table's mean, by five errors."""
    means = advantage(load_game(f"domino_hearts:{text}"), deals=200)

    assert means.mean() > 5 * means.std() / len(means) ** 0.5


def test_plays_the_highest_heart_that_loses():
    """Under the ace of hearts the king goes, not the nine."""
    assert "KH" == best(dealt("AH 9S TS", "KH 9H JS", "9C"), "AH")


def test_stays_under_a_heart_where_it_can():
    """Over a nine that was led both cards win; over the queen the ten goes under."""
    assert "TH" == best(dealt("QH 9S TS", "AH TH JS", "9C"), "QH")


def test_leads_a_low_heart_rather_than_a_high_one():
    """The nine of hearts cannot win; the ace would take every heart played to it."""
    assert best(dealt("AH 9H 9S", "KH TH JS", "9C")) != "AH"
