"""The heuristic of Nines: legal, blind to what is hidden, better than chance, sound."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.policies import assert_legal_throughout, decide
from prikup.agents import heuristic, uniform
from prikup.envs import load_game
from prikup.envs.check import check_policy
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.rng import stream
from prikup.envs.games.nines.options import NinesOptions

GAMES = [f"preset={preset}" for preset in NinesOptions.PRESETS] + [
    "three_queens_rule=dealt,must_trump=true",
    "three_queens_rule=held,spare_hand=false",
    "deck=60,hand_size=12",
    "episode=match,deal_limit=6,tie_rule=play_on",
]


def load(text: str) -> Game:
    """Return a form of Nines."""
    return load_game(f"nines:{text}")


def best(state: State, played: str = "") -> str:
    """Return the heuristic's action, as text, after some actions."""
    for word in played.split():
        state.apply_action(state.string_to_action(word))
    return state.action_to_string(decide(state, heuristic.policy(state.game), stream(0)))


def dealt(game: Game, *hands: str, dealer: int, **match: object) -> State:
    """Return a state in which the seats from eldest on, then the spare hand, hold these cards."""
    columns = [[game.parse_card(word) for word in hand.split()] for hand in hands]
    deck = [card for row in zip(*columns, strict=True) for card in row]
    return game.deal(deck=deck, match={"dealer": dealer, **match})


@pytest.mark.parametrize("text", GAMES)
def test_every_action_is_legal(text):
    """In every preset and variant it plays whole episodes with legal actions."""
    assert_legal_throughout(load(text))


@pytest.mark.parametrize("text", GAMES)
def test_decides_by_what_the_mover_knows(text):
    """It decides alike in the true state and in worlds sampled from the mover's view."""
    game = load(text)
    check_policy(game, heuristic.policy(game))


@pytest.mark.parametrize("text", ["preset=classic", "preset=four", "preset=mini2"])
def test_beats_chance(text):
    """Against uniform players it takes more tricks than the table's mean, by five errors."""
    game, rng = load(text), stream(2)
    own, chance = heuristic.policy(game), uniform.policy(game)
    players, deals = game.num_players(), 300
    points = np.zeros((deals, players))
    for seed in range(deals):
        for seat in range(players):
            state = game.deal(deck=game.deck(seed), match={"dealer": 0})
            while not state.is_terminal():
                policy = own if state.current_player() == seat else chance
                state.apply_action(decide(state, policy, rng))
            scores = state.scores()
            points[seed, seat] = scores[seat] - scores.mean()
    means = points.mean(axis=1)

    assert means.mean() > 5 * means.std() / len(means) ** 0.5


# Two players and three suits of three ranks; clubs are trumps, seat 0 is eldest, seat 1 deals.
SMALL = "nines:players=2,deck=SCD/QKA,hand_size=3,trump_cycle=C,first_dealer=1"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("AC KC AS", "keep"),  # the two best trumps and an ace
        ("QS KS QD", "swap"),
    ],
)
def test_exchanges_a_poor_hand(hand, expected):
    """A hand above the mean of the pack is kept, one below it is exchanged."""
    game = load_game(SMALL)
    rest = [card for card in "QS KS AS QC KC AC QD KD AD".split() if card not in hand.split()]
    state = dealt(game, " ".join(rest[:3]), hand, " ".join(rest[3:]), dealer=1)

    assert expected == best(state)


def test_keeps_what_it_would_exchange_for_a_thrown_hand():
    """A hand just below the mean goes for the dealt spare hand, not for one thrown away."""
    game = load_game(SMALL)
    hands = ("AS KS QC", "QS QD KD", "AD KC AC")  # about the mean; poor; rich

    assert "keep" == best(dealt(game, *hands, dealer=1), "swap")


def test_last_seat_wins_as_cheaply_as_it_can():
    """Behind a queen the last seat takes the trick with the king, not the ace."""
    game = load_game(SMALL)
    state = dealt(game, "QS QD KD", "KS AS QC", "AD KC AC", dealer=1)

    assert "KS" == best(state, "keep keep QS")


def test_throws_the_lowest_card_when_it_cannot_win():
    """Void of the suit led and of trumps, it throws the cheapest card."""
    game = load_game(SMALL)
    state = dealt(game, "AS QS KS", "QD KD AD", "QC KC AC", dealer=1)

    assert "QD" == best(state, "keep keep AS")


@pytest.mark.parametrize(
    ("eldest", "spare", "played", "expected"),
    [
        # The other seat holds what eldest threw away: nothing of it beats the king of diamonds.
        ("QS QD QC", "KS AS KD", "swap swap", "KD"),
        ("KS AS KD", "QS QD QC", "keep keep", "KS"),  # it may hold the ace
    ],
)
def test_knows_the_hand_that_it_threw_away(eldest, spare, played, expected):
    """A hand thrown away and taken up by another seat is reckoned with card by card."""
    game = load_game(f"{SMALL},swap_order_start=eldest")
    state = dealt(game, eldest, "AD KC AC", spare, dealer=1)

    assert expected == best(state, played)


@pytest.mark.parametrize(("gained", "expected"), [([0] * 4, "2D"), ([6, 0, 0, 0], "3C")])
def test_takes_the_trick_from_a_seat_near_the_goal(gained, expected):
    """With trumps that win anyway the lone two is thrown, unless a seat with three points wins."""
    game = load_game("nines:preset=four,episode=match")
    ranks = "3456789TJQKA"
    clubs = " ".join(f"{rank}C" for rank in ranks)
    spades, hearts = clubs.replace("C", "S"), clubs.replace("C", "H")
    diamonds = " ".join(f"{rank}D" for rank in ranks)
    hands = (f"2S {spades}", f"2H {hearts}", f"2C {diamonds}", f"2D {clubs}")
    state = dealt(game, *hands, dealer=3, gained=gained)

    assert expected == best(state, "AS 2H 3D")
