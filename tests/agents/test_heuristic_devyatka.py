"""The heuristic of Devyatka: legal, blind to what is hidden, better than chance, as on its page."""

from __future__ import annotations

import pytest

from helpers.policies import advantage, assert_legal_throughout, decide
from prikup.agents import heuristic
from prikup.envs import load_game
from prikup.envs.check import check_policy
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.rng import stream
from prikup.envs.games.devyatka.options import DevyatkaOptions

GAMES = [f"preset={preset}" for preset in DevyatkaOptions.PRESETS] + [
    "forced_play=false",
    "hand_size=7,stock_use=draw_one",
    "preset=domino,domino_chain=false,domino_wrap=false",
    "preset=fantan_extra,players=6",
]
SMALL = "devyatka:players=2,first_dealer=1"


def load(text: str) -> Game:
    """Return a form of Devyatka."""
    return load_game(f"devyatka:{text}")


def dealt(game: Game, *hands: str, then: str = "") -> State:
    """Return a state in which seat 0 is eldest and the seats hold these hands, all equally long."""
    columns = [[game.parse_card(word) for word in hand.split()] for hand in hands]
    deck = [card for row in zip(*columns, strict=True) for card in row]
    deck += [game.parse_card(word) for word in then.split()]
    rest = game.pack.tolist()
    for card in deck:
        rest.remove(card)
    return game.deal(deck=deck + rest, match={"dealer": len(hands) - 1})


def best(state: State, played: str = "") -> str:
    """Return the heuristic's action, as text, after some actions."""
    for word in played.split():
        state.apply_action(state.string_to_action(word))
    action = decide(state, heuristic.policy(state.game), stream(0))
    return state.action_to_string(action)


@pytest.mark.parametrize("text", GAMES)
def test_every_action_is_legal(text):
    """In every preset and variant it plays whole episodes with legal actions."""
    assert_legal_throughout(load(text))


@pytest.mark.parametrize("text", GAMES)
def test_decides_by_what_the_mover_knows(text):
    """It decides alike in the true state and in worlds sampled from the mover's view."""
    game = load(text)
    check_policy(game, heuristic.policy(game))


@pytest.mark.parametrize("text", ["preset=classic", "preset=bank", "preset=fantan"])
def test_beats_chance(text):
    """Against uniform players it scores above the table's mean, by five standard errors."""
    points = advantage(load(text), 300, dealer=0)

    assert points.mean() > 5 * points.std() / len(points) ** 0.5


@pytest.mark.parametrize(
    ("hands", "played", "expected"),
    [
        # TD leads to its own JD (+3 +2); 8D releases 7D (-2).
        (("9D 7D 9S TS JS", "TD JD 8D 7S 8S"), "9D", "TD"),
        # 8D is a stopper with nothing beyond it (-2 -1); 9S opens the way to 7S, TS and JS.
        (("9D 7D TD JD 8S", "8D 9S 7S TS JS"), "9D", "9S"),
        # 7D ends its row (+4 -1); TS releases JS (-2 -1).
        (("9D 7D TS TD 8S", "8D 9S 7S JS JD"), "9D 8D TD 9S", "7D"),
    ],
)
def test_frees_own_cards_and_keeps_stoppers(hands, played, expected):
    """The card with the highest score of the page is played."""
    state = dealt(load_game(f"{SMALL},deck=DS/789TJ"), *hands)

    assert expected == best(state, played)


def test_equal_ends_go_to_the_longer_side():
    """8D and JD both end a row of one step down and two steps up: the farther end is the rarer."""
    state = dealt(load_game(f"{SMALL},deck=DS/89TJ"), "9D TD 8S TS", "8D JD 9S JS")

    assert "JD" == best(state, "9D 9S TD")


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        ("scoring=first_only", "9S"),  # up 2 * 3 - 2, down 3 - 2: 5 against 4
        ("scoring=bank", "7D"),  # up 2 * 3 - 3, down 3 - 3: 3 against 4
    ],
)
def test_fee_makes_blocking_dearer(scoring, expected):
    """A founder counts both sides, and with a fee for passing a released card costs 3, not 2."""
    game = load_game(f"{SMALL},deck=DS/789TJQK,end_rule=first_out,{scoring}")
    state = dealt(game, "9D 9S 7S JS QS 7D QD", "8D TD JD KD 8S TS KS")

    assert expected == best(state, "9D 8D")


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("5 4 3 7 9 J K", "5"),
        ("5 7 8 3 J K Q", "7"),
        ("5 7 6 8 J K Q", "5"),  # 5 6 7 8 against 7 8 or 7 6 5
    ],
)
def test_domino_begins_the_longest_chain(hand, expected):
    """With 6 on the pile the rank is played that more own ranks can follow."""
    state = dealt(load("preset=domino"), "2 2 2 T T T A", "2 4 4 8 8 9 9", hand, then="6")

    assert expected == best(state)


@pytest.mark.parametrize(("forced_play", "expected"), [("true", "TD"), ("false", "pass")])
def test_free_pass_keeps_a_stopper(forced_play, expected):
    """TD only leads to four cards of the other seat: where passing is free it is kept."""
    game = load_game(f"{SMALL},deck=DS/6789TJQKA,forced_play={forced_play}")
    state = dealt(game, "9D 6D 7D 8D JD QD KD AD 9S", "TD 6S 7S 8S TS JS QS KS AS")

    assert expected == best(state, "9D")
