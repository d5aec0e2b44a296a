"""Oh Hell against OpenSpiel's `oh_hell`: legal actions and returns, move by move, in all shapes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from prikup.envs import load_game
from prikup.envs.engine.game import Game, State

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

THEIR_SUITS = "CDSH"
RANKS = "23456789TJQKA"
BID = 10  # our bid b is action N + BID + b
QUICK, LONG = 300, 12_000  # random games, each of a random shape


class Pair:
    """The same rules in both libraries.

    Args:
        players: 3 to 7.
        suits: 1 to 4: the first of clubs, diamonds, spades, hearts.
        ranks: 2 to 13, the lowest from two.
        tricks: Tricks of the deal; -1: by lot.
        penalty: Whether a missed bid costs points.
        trick_points: Points for a trick.
    """

    def __init__(
        self, players: int, suits: int, ranks: int, tricks: int, penalty: bool, trick_points: int
    ) -> None:
        self.theirs = pyspiel.load_game(
            f"oh_hell(players={players},num_suits={suits},num_cards_per_suit={ranks},"
            f"num_tricks_fixed={tricks},off_bid_penalty={penalty},points_per_trick={trick_points})"
        )
        own = [suit for suit in "SCDH" if suit in THEIR_SUITS[:suits]]
        self.game: Game = load_game(
            "joker_poker:preset=oh_hell_openspiel",
            players=players,
            deck=f"{''.join(own)}/{RANKS[:ranks]}",
            num_tricks_fixed=tricks,
            scoring="oh_hell_penalty" if penalty else "oh_hell_plain",
            points_per_trick=trick_points,
        )
        self.cards = suits * ranks
        self.to_theirs = {
            number * ranks + rank: THEIR_SUITS.index(suit) + suits * rank
            for number, suit in enumerate(own)
            for rank in range(ranks)
        }

    def their_action(self, action: int) -> int:
        """Return OpenSpiel's number of an action of ours."""
        if action < self.cards:
            return self.to_theirs[action]
        return action - BID

    def start(self, rng: random.Random) -> tuple[State, Any]:
        """Return the same random deal in both: lots, cards, the card that is turned up.

        OpenSpiel's chance draws the number of tricks (a fixed one too), the dealer, then the cards,
        always to seat 0 first, and last the card that shows the trump.
        """
        state, other = self.game.new_initial_state(), self.theirs.new_initial_state()
        if self.game.options.num_tricks_fixed > 0:
            other.apply_action(self.game.options.num_tricks_fixed)
        while lots := state.legal_actions():
            assert lots == other.legal_actions()

            outcome = rng.choice(lots)
            state.apply_action(outcome)
            other.apply_action(outcome)
        deck = self.game.pack.tolist()
        rng.shuffle(deck)
        state.deal(deck=deck)
        players, hand = self.game.num_players(), int(state.record.hand)
        eldest = (int(state.record.dealer) + 1) % players
        for turn in range(hand):
            for seat in range(players):
                card = deck[turn * players + (seat - eldest) % players]
                other.apply_action(self.to_theirs[card])
        other.apply_action(self.to_theirs[deck[hand * players]])
        return state, other


def random_shape(rng: random.Random) -> dict[str, Any]:
    """Return a random shape that OpenSpiel plays: two cards a seat at the least, one left over."""
    while True:
        players, suits, ranks = rng.randint(3, 7), rng.randint(1, 4), rng.randint(2, 13)
        most = (suits * ranks - 1) // players
        if most >= 1:
            break
    return {
        "players": players,
        "suits": suits,
        "ranks": ranks,
        "tricks": rng.choice([-1, rng.randint(1, most)]),
        "penalty": rng.random() < 0.5,
        "trick_points": rng.choice([1, 1, 3]),
    }


def compare_game(pair: Pair, rng: random.Random) -> int:
    """Play one deal at random in both; returns the number of decisions."""
    state, other = pair.start(rng)
    decisions = 0
    while not state.is_terminal():
        assert other.current_player() == state.current_player()

        actions = state.legal_actions()

        assert other.legal_actions() == sorted(map(pair.their_action, actions))

        action = rng.choice(actions)
        state.apply_action(action)
        other.apply_action(pair.their_action(action))
        decisions += 1

    assert other.is_terminal()
    assert other.returns() == state.returns().tolist()
    return decisions


def compare_games(number: int, seed: int, games_a_shape: int) -> None:
    """Play deals of random shapes in both."""
    rng = random.Random(seed)
    for _ in range(number // games_a_shape):
        pair = Pair(**random_shape(rng))
        for _ in range(games_a_shape):
            compare_game(pair, rng)


def test_same_moves_and_returns():
    """Movers, legal actions and returns are OpenSpiel's in deals of all shapes and scorings."""
    compare_games(QUICK, 1, 3)


@pytest.mark.long
def test_same_moves_and_returns_at_length():
    """The same over more than ten thousand deals."""
    compare_games(LONG, 2, 4)


@pytest.mark.parametrize("players", range(3, 8))
def test_defaults_are_openspiels(players):
    """The preset plays OpenSpiel's own defaults: 52 cards, the number of tricks by lot."""
    pair = Pair(players, 4, 13, -1, False, 1)
    rng = random.Random(players)
    played = load_game("joker_poker:preset=oh_hell_openspiel", players=players)

    assert played.pack.tolist() == pair.game.pack.tolist()
    for _ in range(10):
        compare_game(pair, rng)


def test_spaces_have_the_same_size():
    """Bids and cards, the most decisions and the bounds of returns are OpenSpiel's."""
    pair = Pair(3, 4, 13, 9, True, 2)
    options = pair.game.options

    assert 3 * (9 + 1) == options.max_moves() - 1  # nobody names a trump here
    assert (pair.theirs.min_utility(), pair.theirs.max_utility()) == options.score_range()


# --- the yardstick's flaw -------------------------------------------------------------------------


def hands_of(pair: Pair, other: Any) -> list[int]:
    """Return the cards that OpenSpiel's history has dealt, seat by seat in dealing order."""
    lots, hand = 2, pair.game.options.num_tricks_fixed  # the number of tricks and the dealer
    return other.history()[lots : lots + hand * pair.game.num_players()]


def test_openspiel_never_resamples_undealt_cards():
    """OpenSpiel's worlds for search keep the undealt cards out of all hands; ours do not.

    Three cards of 52 are dealt to each of three seats. In the truth each unseen card is as likely
    as any other to be in another hand; OpenSpiel only exchanges the cards that were dealt.
    """
    pair = Pair(3, 4, 13, 3, False, 1)
    state, other = pair.start(random.Random(5))
    seat = state.current_player()
    dealt = set(hands_of(pair, other))
    ours, theirs = set(), set()
    rng = random.Random(6)
    view = state.view(seat)
    for draw in range(200):
        world = other.resample_from_infostate(seat, rng.random)
        theirs |= set(hands_of(pair, world))
        sampled = view.sample(draw)
        for hand in sampled.record.hands[:3]:
            ours |= {pair.to_theirs[card] for card in range(52) if int(hand) >> card & 1}

    turned = pair.to_theirs[int(state.record.turned)]

    assert dealt == theirs  # of the 42 cards left over none ever appears
    assert set(range(52)) - {turned} == ours
