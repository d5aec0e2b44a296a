"""The heuristic of Joker poker: legal, blind to what is hidden, better than chance, sound."""

from __future__ import annotations

import pytest

from helpers.policies import advantage, assert_legal_throughout, decide
from prikup.agents import heuristic
from prikup.envs import load_game
from prikup.envs.check import check_policy
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.rng import stream
from prikup.envs.games.joker_poker.options import JokerPokerOptions

CHOOSER = "trump_source=chooser3,full_deal_trump=chooser3"
SPECIALS = "special_repeat=once,max_hand=4,episode=match"
GAMES = [f"preset={preset}" for preset in JokerPokerOptions.PRESETS] + [
    f"specials=dark/forehead/percent/circular/misere/golden/no_trump,{SPECIALS}",
    f"specials=dark/forehead,dark_time=after_deal_blind,{CHOOSER},{SPECIALS}",
    "joker_follow=take/throw/natural/as_card,joker_lead=natural/as_card,max_hand=5",
    "preset=classic54,two_jokers=first,joker_high_beaten_by_trump=true,"
    "joker_lead=high_trump/high_suit/low_suit/low_open/take_open",
]
OH_HELL = "preset=oh_hell_openspiel,num_tricks_fixed=9"


def load(text: str) -> Game:
    """Return a form of Joker poker."""
    return load_game(f"joker_poker:{text}")


def best(state: State) -> str:
    """Return the heuristic's action as text."""
    return state.action_to_string(decide(state, heuristic.policy(state.game), stream(0)))


@pytest.mark.parametrize("text", GAMES)
def test_every_action_is_legal(text):
    """In every preset and kind of deal it plays whole episodes with legal actions."""
    assert_legal_throughout(load(text))


@pytest.mark.parametrize("text", GAMES)
def test_decides_by_what_the_mover_knows(text):
    """It decides alike in the true state and in worlds sampled from the mover's view."""
    game = load(text)
    check_policy(game, heuristic.policy(game))


@pytest.mark.parametrize("text", [OH_HELL, "preset=classic36", "preset=georgian"])
def test_beats_chance(text):
    """Against uniform players it scores above the table's mean, by five standard errors."""
    points = advantage(load(text), 60, dealer=0)

    assert points.mean() > 5 * points.std() / len(points) ** 0.5


def dealt(text: str, *hands: str) -> State:
    """Return a deal of Joker poker with hearts as trump; seat 0 is eldest and has the first hand.

    The other cards of a hand not written out are the lowest that are left.
    """
    size, players = len(hands[0].split()), 3
    game = load(
        f"players={players},num_tricks_fixed={size},trump_source=fixed,fixed_trump=H,"
        f"dealer_restriction=false,first_dealer={players - 1}{text}"
    )
    written = [[game.parse_card(word) for word in hand.split()] for hand in hands]
    left = [card for card in game.pack.tolist() if not any(card in hand for hand in written)]
    while len(written) < players:
        written.append([left.pop(0) for _ in range(size)])
    return game.deal(deck=[card for row in zip(*written, strict=True) for card in row] + left)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("AH KH QH", "bid 3"),  # the three highest trumps take three tricks
        ("6C 7D 8S", "bid 0"),
        ("AH 6C 7D", "bid 1"),
    ],
)
def test_bids_what_the_hand_is_worth(hand, expected):
    """Sure tricks are bid, low cards are not."""
    assert expected == best(dealt(",jokers=none", hand))


def test_takes_what_it_bid_and_no_more():
    """The same cards: with a bid to make the ace goes on the trick, after it the low card does."""
    state = dealt(",jokers=none", "KS 7C", "AS 6S", "QS 8C")
    for text in ("bid 0", "bid 1", "bid 0", "KS"):
        state.apply_action(state.string_to_action(text))
    with_need = best(state)

    other = dealt(",jokers=none", "KS 7C", "AS 6S", "QS 8C")
    for text in ("bid 0", "bid 0", "bid 0", "KS"):
        other.apply_action(other.string_to_action(text))

    assert ("AS", "6S") == (with_need, best(other))


@pytest.mark.parametrize(("bid", "expected"), [(1, "joker take"), (0, "joker throw")])
def test_last_joker_takes_or_is_thrown(bid, expected):
    """With the joker alone left a trick is taken or lost as the bid wants it."""
    state = dealt("", "9C", "7S", "8C")
    for text in ("bid 0", f"bid {bid}", "bid 0", "9C"):
        state.apply_action(state.string_to_action(text))

    assert expected == best(state)


@pytest.mark.parametrize(("others", "expected"), [("6D 7D", 1), ("AC AD", 0)])
def test_forehead_bids_by_the_cards_of_the_others(others, expected):
    """Clubs are trump: two low diamonds promise the trick, the ace of trumps takes it."""
    game = load(
        "preset=forehead36,players=3,specials=forehead,max_hand=1,deal_index=3,jokers=none,"
        "fixed_trump=C,ascending=false,descending=false,trump_source=fixed,first_dealer=2,dealer_restriction=false"
    )
    first, second = (game.parse_card(word) for word in others.split())
    rest = [card for card in game.pack.tolist() if card not in (first, second)]
    state = game.deal(deck=[rest[0], first, second, *rest[1:]])

    assert f"bid {expected}" == best(state)
