"""The observation of Thousand: what each piece shows, and to whom."""

from __future__ import annotations

import numpy as np
import pytest

from prikup.envs import load_game
from prikup.envs.engine.game import State

# The page's deal T5: dealer 2, forehand 0.
PACK = "AH TH JH KH AD 9H TS QH TD KD 9C AS TC QD JD 9S KS AC JC QC KC 9D JS QS"


def page_deal(played: str = "", options: str = "", **match: object) -> State:
    """Return the page's deal after some actions, with commas between them."""
    game = load_game(f"thousand:{options}")
    deck = [game.parse_card(word) for word in PACK.split()]
    state = game.deal(deck=deck, match={"dealer": 2, **match})
    for word in filter(None, played.split(",")):
        state.apply_action(state.string_to_action(word.strip()))
    return state


def shown(state: State, seat: int, piece: str) -> set[str]:
    """Return the cards of a piece as a seat observes them; places are counted from that seat."""
    game, values = state.game, state.view(seat).pieces()[piece]
    return {game.card_to_string(int(i) % 24) for i in np.flatnonzero(values)}


def place(state: State, seat: int, piece: str) -> list[int]:
    """Return the marked places of a piece as a seat observes it."""
    return np.flatnonzero(state.view(seat).pieces()[piece]).tolist()


def test_hand_is_the_own():
    """Each seat observes its own hand."""
    state = page_deal()

    assert set("AH KH QH AS 9S JC 9D".split()) == shown(state, 0, "hand")
    assert set("TH AD TD TC KS QC JS".split()) == shown(state, 1, "hand")


def test_blind_forehand_has_no_hand_until_it_looks():
    """A forehand that may play blind observes no card, and its hand after it has looked."""
    assert set() == shown(page_deal(options="blind=true"), 0, "hand")
    assert 7 == len(shown(page_deal("pass", "blind=true"), 0, "hand"))


@pytest.mark.parametrize(("options", "seen"), [("", 3), ("talon_shown=false", 1)])
def test_talon_is_seen_by_all_or_by_the_declarer(options, seen):
    """The talon is observed by those who saw it, and by nobody before it is taken."""
    before = page_deal("bid 100, pass", options)
    after = page_deal("bid 100, pass, pass", options)

    assert [set()] * 3 == [shown(before, seat, "talon") for seat in range(3)]
    assert [{"TS", "9C", "JD"}] * seen + [set()] * (3 - seen) == [
        shown(after, seat, "talon") for seat in range(3)
    ]


def test_passed_cards():
    """Passed face up all observe them; face down giver and receiver do."""
    played = "bid 100, pass, pass, 9D, JC"
    up, down = page_deal(played), page_deal(played, "pass_face_down=true")

    assert [{"9D", "JC"}] * 3 == [shown(up, seat, "passed") for seat in range(3)]
    assert [{"9D", "JC"}, {"9D"}, {"JC"}] == [shown(down, seat, "passed") for seat in range(3)]


def test_seats_are_counted_from_the_own():
    """The declarer, seat 0, is place 0 to itself, 2 to the seat at its left, 1 to the other."""
    state = page_deal("bid 100, pass, pass")

    assert [[0], [2], [1]] == [place(state, seat, "declarer") for seat in range(3)]
    assert [[2], [1], [0]] == [place(state, seat, "dealer") for seat in range(3)]


def test_marriage_trump_and_points():
    """A declared marriage, its suit as trump and the points taken are observed by all."""
    state = page_deal("bid 100, pass, pass, 9D, JC, bid 150, AS, JS, QS, declare KH")
    pieces = state.view(1).pieces()

    assert [3] == np.flatnonzero(pieces["trump"]).tolist()  # suits S C D H
    assert [2] == np.flatnonzero(pieces["trump_setter"]).tolist()
    assert [2 * 4 + 3] == np.flatnonzero(pieces["declared"]).tolist()
    assert "QH" in shown(state, 1, "open")
    assert pytest.approx([0, 0, 16 / 120]) == pieces["card_points"]
    assert pytest.approx([0, 0, 100 / 120]) == pieces["marriages"]
    assert pytest.approx([150 / 400]) == pieces["contract"]


def test_what_a_seat_cannot_hold():
    """Who does not follow suit is observed to lack it."""
    state = page_deal("bid 100, pass, pass, 9D, JC, bid 150, AS, JS, QS, declare KH, TH, 9H")
    for word in ("AD", "QD", "JD", "TD", "KD", "AH"):
        state.apply_action(state.string_to_action(word))

    lacked = shown(state, 1, "lacked")

    assert {"9D", "JD", "QD", "KD", "TD", "AD"} <= lacked


def test_match_situation():
    """Totals over the target, barrel, attempts and bolts stand by places."""
    state = page_deal(
        total=[880, 300, -120], on_barrel=[1, 0, 0], attempts=[1, 0, 0], bolts=[0, 2, 0]
    )
    pieces = state.view(2).pieces()

    assert pytest.approx([-0.12, 0.88, 0.3]) == pieces["total"]
    assert [0, 1, 0] == pieces["on_barrel"].tolist()
    assert pytest.approx([0, 1 / 3, 0]) == pieces["attempts"]
    assert pytest.approx([0, 0, 2 / 3]) == pieces["bolts"]
