"""The relatives of King: the page's vectors of Omnibus, Polignac, jokers, auctions, Tetka, Hearts.

Fantan, which may follow King's penalties, goes as in Devyatka.
"""

from __future__ import annotations

import random

import pytest

from helpers.king_positions import NONE, cards, ended, play, position, texts
from prikup.envs import load_game
from prikup.envs.engine.cards import make_set
from prikup.envs.games.king.layout import (
    PLAYING,
)
from prikup.envs.games.king.scoring import end_deal

# --- 14 to 18: relatives --------------------------------------------------------------------------


def bum(game_card: str) -> int:
    """Return the number of Tetka's card."""
    return int(load_game("king:preset=tetka").parse_card(game_card))


def test_most_expensive_trick_of_tetka():
    """Queen of diamonds as bum card, trick 12 with all queens: seven penalties."""
    taken = ("QS QH QD QC", "", "KD", "")
    winners = "1122222233303"

    assert [-7, 0, -1, -1] == ended("preset=tetka", "tetka", winners, taken, shown=bum("QD"))


@pytest.mark.parametrize(
    ("card", "number"), [("AC", 1), ("2H", 2), ("TD", 10), ("JS", 11), ("QD", 12), ("KC", 13)]
)
def test_number_of_the_bum_trick(card, number):
    """The trick of the bum card's number costs one: ace 1, ten 10, jack 11, queen 12, king 13."""
    hands = {0: "2S 3S", 1: "4S 5S", 2: "6S 7S", 3: "8S 9S"}
    for done in range(12):
        fields = {"shown": bum(card), "tricks_done": done}
        state = position("preset=tetka", "tetka", hands, 0, **fields)
        play(state, "2S 4S 6S 8S")

        assert (done + 1 == number) == (state.record.trick_costs[3] == 1)


def test_bum_king_makes_the_last_trick_two():
    """Trick 13 is the last one and that of the king."""
    taken = ("", "", "AC 2C", "KC QC QS QD QH")
    scores = ended("preset=tetka", "tetka", "2222223333331", taken, shown=bum("KC"))

    assert -2 == scores[1]


def test_most_tricks_of_tetka_by_bum_suit():
    """Equal in tricks, the second has more cards of the bum suit."""
    taken = ("2D 3D", "4D 5D 6D 7D 8D", "QS QH QD QC", "")
    winners = "0000111122233"

    assert [0, -1, -6, -2] == ended("preset=tetka", "tetka", winners, taken, shown=bum("QD"))


HEARTS = " ".join(f"{rank}H" for rank in "23456789TJQKA")


@pytest.mark.parametrize(
    ("preset", "taken", "expected"),
    [
        ("omnibus", ("QS 2H 3H 4H TD", "", "", ""), [-6, 0, 0, 0]),
        ("omnibus", (f"{HEARTS} QS TD", "", "", ""), [0, -26, -26, -26]),
        ("omnibus", (f"{HEARTS} QS", "TD", "", ""), [-26, 10, 0, 0]),
        ("omnibus,slam_rule=self_gains", (f"{HEARTS} QS TD", "", "", ""), [26, 0, 0, 0]),
        ("omnibus,card_penalties=QS/H/JD", ("JD", "2H", "", ""), [10, -1, 0, 0]),
        ("polignac3", ("JS JD", "", ""), [-3, 0, 0]),
        ("black_donka", ("QS 2H", "3H 4H", "", ""), [-14, -2, 0, 0]),
        ("black_maria", ("QS KS AS", "2H", "", ""), [-30, -1, 0, 0]),
        ("jokers4", ("JOKER1 2H", "3H", "", ""), [-6, -1, 0, 0]),
    ],
)
def test_points_of_cards(preset, taken, expected):
    """Penalty cards, bonus cards and slams count as on the page."""
    scores = ended(f"preset={preset}", "cards", "0012"[: len(taken)], taken)

    assert expected == scores


def test_three_at_black_maria():
    """Three players take the two of clubs out and have seventeen cards each."""
    game = load_game("king:preset=black_maria,players=3,pass_cycle=R")
    held = {game.card_to_string(card) for card in game.pack}

    assert 51 == len(held)
    assert "2C" not in held
    assert 17 == game.options.hand_size()


def test_king_is_high_in_polignac():
    """The order is K Q J A T 9 8 7; a card's number counts the ranks from the lowest."""
    game = load_game("king:preset=polignac32")

    assert "7S 8S 9S TS AS JS QS KS".split() == [game.card_to_string(card) for card in range(8)]

    hands = {0: "TS 7C", 1: "AS 8C", 2: "JS 9C", 3: "9S TC"}
    state = play(position("preset=polignac32", "cards", hands, 0), "TS AS JS 9S")

    assert 2 == state.current_player()


def test_general():
    """Made, it costs the others five each and nothing else counts; failed, it costs five."""
    text = "preset=polignac3,capot=true"

    assert [0, -5, -5] == ended(text, "cards", 17 * "0", ("JS JD JC JH", "", ""), announcer=0)
    assert [-5, -2, 0] == ended(text, "cards", 16 * "0" + "1", ("", "JS", ""), announcer=0)


def test_first_announcer_has_the_general():
    """In turn from eldest; the first one ends the question."""
    state = load_game("king:preset=polignac3,capot=true").deal(seed=1, match={"dealer": 0})

    assert (1, {"capot", "pass"}) == (state.current_player(), texts(state))

    play(state, "pass;capot")

    assert 2 == state.record.announcer
    assert (PLAYING, 1) == (state.record.phase, state.current_player())


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("8S KS JOKER1 AS", 2),
        ("8S JOKER1 QH AS", 2),
        ("8S QH JOKER1 AS", 1),
        ("8S KH QH JOKER1", 1),
        ("TH JOKER1 9H 2H", 1),
        ("JH JOKER1 TH 2H", 0),
        ("8S 9S QH AS", 3),
        ("JOKER1 2H TH 3H", 0),
        ("JOKER1 2H JH 3H", 2),
    ],
)
def test_jokers_win_tricks(trick, winner):
    """A joker wins but against J Q K A of hearts in the same trick."""
    words = trick.split()
    spare = ("4C", "5C", "6C", "7C")
    hands = {seat: f"{word} {spare[seat]}" for seat, word in enumerate(words)}
    state = play(position("preset=jokers4", "cards", hands, 0), trick)

    assert winner == state.current_player()


def test_later_of_two_jokers_wins():
    """Two jokers in a trick of three: the later one; a high heart beats both."""
    hands = {0: "8S 4C", 1: "JOKER2 5C", 2: "JOKER1 6C"}
    state = play(position("preset=jokers3", "cards", hands, 0), "8S JOKER2 JOKER1")

    assert 2 == state.current_player()


def test_joker_is_a_heart():
    """A led joker asks for hearts, and a joker follows a heart but no other suit."""
    hands = {0: "JOKER1 4C", 1: "2H 3S", 2: "KS", 3: "AS"}
    state = play(position("preset=jokers4", "cards", hands, 0), "JOKER1")

    assert {"2H"} == texts(state)

    state = play(position("preset=jokers4", "cards", {0: "3S", 1: "JOKER1 2S"}, 0), "3S")

    assert {"2S"} == texts(state)


@pytest.mark.parametrize(
    ("settlement", "expected", "pool"),
    [
        ("minus_points", [-3, -5, -8, 0], 0),
        ("sweepstake", [5, -5, -8, 8], 0),
        ("fewest", [-2, 0, 0, 1], 1),
    ],
)
def test_settlement_of_a_bid(settlement, expected, pool):
    """Bid 3 on diamonds, 0 5 8 0 taken: the page's three ways to settle it."""
    diamonds = [f"{rank}D" for rank in "23456789TJQKA"]
    taken = ("", " ".join(diamonds[:5]), " ".join(diamonds[5:]), "")
    text = f"preset=auction4,auction_settlement={settlement},episode=match"
    state = position(text, "suit", {}, 0, bid=3, bidder=0, suit=2)
    for seat, won in enumerate(taken):
        state.record.taken[seat] = make_set(cards(state.game, won))
    end_deal(state.record)

    assert expected == state.scores().tolist()
    assert pool == state.record.match.pool
    assert NONE == state.record.match.bidder


@pytest.mark.parametrize(
    ("numbers", "scores", "pool"),
    [
        ((1, 5, 7, 0), [-4, -5, -7, 16], 0),  # one clear takes 13 + 3
        ((1, 5, 6, 1), [-4, -5, -6, -1], 16),  # nobody clear
        ((0, 13, 0, 0), [-3, -13, 0, 0], 16),  # one took all
    ],
)
def test_pool_of_a_sweepstake(numbers, scores, pool):
    """One clear takes the pool; it stays where nobody is clear or one took all."""
    state = position(
        "preset=auction4,auction_settlement=sweepstake,episode=match",
        "suit",
        {},
        0,
        bid=3,
        bidder=0,
        suit=2,
    )
    diamonds = cards(state.game, " ".join(f"{rank}D" for rank in "23456789TJQKA"))
    for seat, number in enumerate(numbers):
        state.record.taken[seat] = make_set(diamonds[:number])
        diamonds = diamonds[number:]
    end_deal(state.record)

    assert scores == state.scores().tolist()
    assert pool == state.record.match.pool
    if pool:
        state.deal(seed=1)

        assert 0 == state.current_player()  # names a suit without a new auction
        assert {"name S", "name C", "name D", "name H"} == texts(state)


def test_auction():
    """One round from eldest, each bid above the last; the highest names a suit and leads."""
    state = load_game("king:preset=auction4").deal(seed=1, match={"dealer": 3})

    assert {"pass", *(f"bid {bid}" for bid in range(1, 27))} == texts(state)

    play(state, "bid 4;pass")

    assert {"pass", *(f"bid {bid}" for bid in range(5, 27))} == texts(state)

    play(state, "bid 26;")

    assert {"pass"} == texts(state)

    play(state, "pass;name D")

    assert (PLAYING, 2, 2) == (state.record.phase, state.current_player(), state.record.suit)


def test_auction_without_a_bid():
    """Nobody bids: hearts cost, eldest leads."""
    state = load_game("king:preset=auction4").deal(seed=1, match={"dealer": 3})
    play(state, "pass;pass;pass;pass")

    assert (PLAYING, 0, 3) == (state.record.phase, state.current_player(), state.record.suit)


# --- 19: hearts -----------------------------------------------------------------------------------


def test_points_of_hearts():
    """Points 3/4/14/5 and a moon; OpenSpiel's payoffs are 26 plus these."""
    hearts = [f"{rank}H" for rank in "23456789TJQKA"]
    parts = (hearts[:3], hearts[3:7], [*hearts[7:8], "QS"], hearts[8:])
    taken = tuple(" ".join(part) for part in parts)
    text = "preset=hearts_openspiel,pass_count=0"

    assert [-3, -4, -14, -5] == ended(text, "cards", "0001112223333", taken)
    assert [0, -26, -26, -26] == ended(text, "cards", 13 * "0", (f"{HEARTS} QS",))


# --- fantan ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_fantan_is_devyatkas(seed):
    """A deal of fantan goes as Devyatka's preset: legal cards, passes, movers, the winner."""
    game = load_game("king:sequence=fantan,positive_phase=none,deck=52")
    other_game = load_game("devyatka:preset=fantan,players=4,deck=52")
    rng = random.Random(seed)
    deck = game.pack.tolist()
    rng.shuffle(deck)
    state = game.deal(deck=deck, match={"dealer": 3})
    other = other_game.deal(deck=deck, match={"dealer": 3})
    while not state.is_terminal():
        actions = state.legal_actions()
        mine = {state.action_to_string(action) for action in actions}
        theirs = {other.action_to_string(action) for action in other.legal_actions()}

        assert state.current_player() == other.current_player()
        assert mine == theirs

        word = rng.choice(sorted(mine))
        state.apply_action(state.string_to_action(word))
        other.apply_action(other.string_to_action(word))

    assert other.is_terminal()
    assert [24 * score for score in other.scores()] == state.scores().tolist()
