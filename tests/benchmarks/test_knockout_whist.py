"""Knockout Whist: a plain referee plays the same games, the engine's checks, the chances."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest

from prikup.benchmarks import knockout_whist
from prikup.benchmarks.knockout_whist import LEADER_WINS, make_game
from prikup.envs.check import check_game
from prikup.envs.engine.cards import members
from prikup.envs.engine.game import State

SUITS = "SCDH"
RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
# As for the matches of every game: the worlds of a deal are proved on the small version.
MATCH_CHECKS = ["limits", "scores", "match", "cards", "copies", "deals", "leaks", "batch"]


class Referee:
    """The game in lists of texts, from the description of the reference."""

    def __init__(self, cards: int = 7, leader: int = 0) -> None:
        """Begin a game, or what is left of it."""
        self.cards, self.mover = cards, leader
        self.hands: list[list[str]] = [[], []]
        self.out = [False, False]

    def deal(self, deck: list[str], trump: str) -> None:
        """Give the hands from the top of a deck."""
        self.hands = [deck[: self.cards], deck[self.cards : 2 * self.cards]]
        self.trump, self.tricks, self.trick = trump, [0, 0], []

    def legal(self) -> list[str]:
        """Return the cards that may be played."""
        hand = self.hands[self.mover]
        if self.trick:
            return [card for card in hand if card[1] == self.trick[0][1]] or hand
        return hand

    def play(self, card: str) -> None:
        """Play a card; a finished deal leaves both hands empty."""
        self.hands[self.mover].remove(card)
        self.trick.append(card)
        self.mover = 1 - self.mover
        if len(self.trick) == 2:
            leader = self.mover  # both have played
            strength = [
                (card[1] == self.trump, card[1] == self.trick[0][1], RANKS.index(card[0]))
                for card in self.trick
            ]
            self.mover = leader if strength[0] > strength[1] else 1 - leader
            self.tricks[self.mover] += 1
            self.trick = []
            if not self.hands[0]:
                self.out = [number == 0 for number in self.tricks]
                self.cards -= 1


def texts(cards: list[int]) -> list[str]:
    """Return cards as texts."""
    return [PACK[card] for card in cards]


def dealt(deck: str, trump: str, **match: int) -> State:
    """Return a match with a deck that begins so, and this trump."""
    top = [PACK.index(card) for card in deck.split()]
    state = make_game(episode="match").new_initial_state(match)
    state.deal(deck=[*top, *(card for card in range(52) if card not in top)])
    state.apply_action(SUITS.index(trump))
    return state


def play(state: State, cards: str) -> State:
    """Play cards by their texts."""
    for card in cards.split():
        state.apply_action(state.string_to_action(card))
    return state


def test_referee_agrees():
    """300 random games move by move: the mover, the hands, the legal cards, who is out."""
    game, rng, longest = make_game(episode="match"), random.Random(3), 0
    for _ in range(300):
        state, referee = game.new_initial_state(), Referee()
        while not state.is_terminal():
            deck, trump = rng.sample(range(52), 52), rng.randrange(4)
            assert state.wants_deck()
            state.deal(deck=deck)
            state.apply_action(trump)
            referee.deal(texts(deck), SUITS[trump])
            while state.current_player() >= 0:
                assert referee.mover == state.current_player()
                for seat in (0, 1):
                    assert sorted(referee.hands[seat]) == sorted(
                        texts(members(int(state.record.hands[seat])))
                    )
                assert sorted(referee.legal()) == sorted(texts(state.legal_actions()))
                action = rng.choice(state.legal_actions())
                referee.play(PACK[action])
                state.apply_action(action)
            assert any(referee.out) == state.is_terminal()
        assert [float(not out) for out in referee.out] == state.returns().tolist()
        longest = max(longest, 7 - referee.cards)
    assert longest >= 4  # later deals were played too


def test_suit_is_followed_and_trumps_win():
    """A seat follows suit; without one it may trump, and a trump beats the ace that was led."""
    state = dealt("AS KS 2C  QS 3C 2D", "C", deals=4)
    play(state, "AS")
    assert ["QS"] == texts(state.legal_actions())
    play(state, "QS KS")
    assert {"3C", "2D"} == set(texts(state.legal_actions()))
    play(state, "3C")

    assert 1 == state.current_player()
    assert [1, 1] == [int(number) for number in state.record.tricks]


def test_another_suit_does_not_win():
    """An ace that is neither of the suit led nor a trump takes nothing."""
    state = play(dealt("2S 3S  AH 4D", "C", deals=5), "2S AH")

    assert 0 == state.current_player()


def test_seat_without_a_trick_is_out():
    """Both tricks for seat 0: the game is over, with four cards fewer than the first deal had."""
    state = play(dealt("AS KS  2S 3S", "H", deals=5), "AS 2S KS 3S")

    assert state.is_terminal()
    assert [1.0, 0.0] == state.returns().tolist()


def test_taker_of_the_last_trick_leads_to_a_smaller_deal():
    """A trick each: seat 1 took the last one and leads to one card each."""
    state = play(dealt("AS 2D  2S 3D", "H", deals=5), "AS 2S 2D 3D")

    assert state.wants_deck()
    assert [1 - LEADER_WINS[1], LEADER_WINS[1]] == pytest.approx(state.scores().tolist())
    state.deal(seed=1)
    state.apply_action(0)
    assert 1 == state.current_player()
    assert 1 == len(state.legal_actions())


def test_chance_with_one_card():
    """With one card each the leader's chance is counted over all pairs of cards and trumps."""
    won = total = 0
    for lead, reply in permutations(PACK, 2):
        for trump in SUITS:
            referee = Referee(cards=1)
            referee.deal([lead, reply], trump)
            referee.play(lead)
            referee.play(reply)
            won += referee.out[1]
            total += 1

    assert Fraction(won, total) == Fraction(47, 68)
    assert float(Fraction(won, total)) == LEADER_WINS[1]


@pytest.mark.parametrize("cards", range(2, 7))
def test_chances_of_the_leader(cards: int):
    """Random games of the referee give the table, within five standard errors."""
    rng, won, games = random.Random(cards), 0, 4000
    for _ in range(games):
        referee = Referee(cards)
        while not any(referee.out):
            referee.deal(rng.sample(PACK, 52), rng.choice(SUITS))
            while referee.hands[referee.mover]:
                referee.play(rng.choice(referee.legal()))
        won += referee.out[1]

    assert LEADER_WINS[cards] == pytest.approx(won / games, abs=5 * 0.5 / games**0.5)


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_small_version_keeps_the_contract(episode: str):
    """Every check of the conformance suite, in a deal and in whole games of the small version."""
    check_game(make_game(preset="mini", episode=episode))


def test_match_keeps_the_contract():
    """The checks of matches, with the whole pack."""
    check_game(make_game(episode="match"), only=MATCH_CHECKS)


def test_it_is_not_among_the_games():
    """The game is made here; the registry does not list it."""
    from prikup.envs import game_names

    assert knockout_whist.NAME not in game_names()
    assert "knockout_whist:preset=reference,episode=match" == str(make_game(episode="match"))
