"""The referee of Joker Poker on its OpenSpiel preset against OpenSpiel's `oh_hell`."""

from __future__ import annotations

import random

import pytest

from tests.referees.joker_poker import Referee, options_for

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

THEIR_SUITS, RANKS = "CDSH", "23456789TJQKA"
GAMES = 400


def options_at_random(rng: random.Random) -> dict:
    """Return options of the preset: seats, a pack that suffices, hand size and scoring."""
    while True:
        players, suits, ranks = rng.randint(3, 7), rng.randint(1, 4), rng.randint(2, 13)
        most = (suits * ranks - 1) // players
        if most > 0:
            break
    spelled = "".join(suit for suit in "SCDH" if suit in THEIR_SUITS[:suits])
    return options_for(
        "oh_hell_openspiel",
        players=players,
        deck=f"{spelled}/{RANKS[:ranks]}",
        num_tricks_fixed=rng.choice([-1, rng.randint(1, most)]),
        scoring=rng.choice(["oh_hell_plain", "oh_hell_penalty"]),
        points_per_trick=rng.randint(1, 3),
    )


def their_game(options: dict) -> pyspiel.Game:
    """Return OpenSpiel's game with the same options."""
    suits, ranks = options["deck"].split("/")
    return pyspiel.load_game(
        "oh_hell",
        {
            "players": options["players"],
            "num_suits": len(suits),
            "num_cards_per_suit": len(ranks),
            "num_tricks_fixed": options["num_tricks_fixed"],
            "off_bid_penalty": options["scoring"] == "oh_hell_penalty",
            "points_per_trick": options["points_per_trick"],
        },
    )


def play_both(seed: int) -> None:
    """Play one game at random on both sides, comparing every decision and the returns."""
    rng = random.Random(seed)
    options = options_at_random(rng)
    game = their_game(options)
    ours, theirs = Referee(options), game.new_initial_state()
    suits, ranks = options["deck"].split("/")
    num_cards = len(suits) * len(ranks)

    def translated(action: int) -> int:
        """Return OpenSpiel's number of an action."""
        if action >= num_cards:
            return action - 10
        suit, rank = divmod(action, len(ranks))
        return THEIR_SUITS.index(suits[suit]) + len(suits) * rank

    if options["num_tricks_fixed"] < 0:
        assert ours.legal() == theirs.legal_actions()
        size = rng.choice(ours.legal())
        ours.play(size)
    else:
        size = options["num_tricks_fixed"]
    # OpenSpiel draws a number of tricks even where it is fixed.
    theirs.apply_action(size)
    assert ours.legal() == theirs.legal_actions()
    dealer = rng.choice(ours.legal())
    ours.play(dealer)
    theirs.apply_action(dealer)

    deck = rng.sample(ours.pack(), num_cards)
    ours.deal(deck)
    # We deal from eldest, OpenSpiel from seat 0.
    for turn in range(size):
        for seat in range(options["players"]):
            theirs.apply_action(translated(ours.places()[f"hand {seat}"][turn]))
    theirs.apply_action(translated(ours.places()["trump card"][0]))

    while ours.player >= 0:
        assert ours.player == theirs.current_player()
        assert sorted(map(translated, ours.legal())) == theirs.legal_actions()
        action = rng.choice(ours.legal())
        ours.play(action)
        theirs.apply_action(translated(action))

    assert theirs.is_terminal()
    assert ours.scores() == theirs.returns()


@pytest.mark.parametrize("first", range(0, GAMES, 50))
def test_same_decisions_and_returns(first: int) -> None:
    """Movers, legal actions and returns are OpenSpiel's in fifty random games."""
    for seed in range(first, first + 50):
        play_both(seed)
