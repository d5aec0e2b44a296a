"""The benchmark of inference: moments, gains by hand, what it prints."""

from __future__ import annotations

import json
from math import log

import pytest

from helpers import guess
from prikup.benchmarks import inference, moments
from prikup.cli.main import main
from prikup.envs import load_game
from prikup.envs.engine.definition import define
from prikup.envs.engine.game import Game


def test_rows(capsys):
    """`bench inference --quick --json` has one object a moment; the truth gains at each."""
    assert 0 == main(["bench", "inference", "--quick", "--json"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert ["play", "50%", "75%"] == [row["what"] for row in rows]
    assert all(row["deals"] >= 2 and row["gain"] > 0 for row in rows)
    assert all(1 <= row["effective"] <= row["worlds"] for row in rows)


def test_lines_are_for_people():
    """The text has the gain, its interval and what counts."""
    game = load_game("ninety_nine")
    text = inference.measure(game, "play", moments.before_play, 60.0, worlds=20, deals=2).text()

    assert "nats" in text
    assert "of 20 worlds count" in text
    assert text.endswith(", 2 deals")


def test_moments_of_thousand():
    """The auction is over before the talon is shown, the play begins with all cards in the hands.

    After the auction three cards lie in the talon, and the declarer has not yet given any away.
    """
    game = load_game("thousand")
    auction, play = moments.after_auction(game, 1), moments.before_play(game, 1)
    hands = [bin(int(hand)).count("1") for hand in auction.record.hands[:3]]

    assert auction.current_player() == auction.record.declarer == play.current_player()
    assert 24 == sum(hands)
    assert [8, 8, 8] == [bin(int(hand)).count("1") for hand in play.record.hands[:3]]


def test_gain_by_hand(monkeypatch):
    """Two worlds, weights 0.85 and 0.15: the truth's share is 0.85 in place of a half."""
    monkeypatch.setattr(inference.heuristic, "policy", lambda game: guess.MODEL)
    state = Game(define(guess), preset="locality").deal(deck=[1, 0])
    state.apply_action(guess.ASK)
    raw, flat, counting, drawn = inference.gain(state, 0, 4000, 0.3, 1)

    assert log(0.85 / 0.5) == pytest.approx(raw, abs=0.05)
    assert raw == flat
    assert counting == pytest.approx(drawn, rel=0.05)  # nothing is done unseen
    assert 4001 * 0.5**2 / (0.5 * (0.85**2 + 0.15**2)) == pytest.approx(counting, rel=0.05)


def test_gain_is_at_most_the_number_of_worlds():
    """The truth can at best take all the weight of the 51 worlds."""
    state = moments.at_share(load_game("ninety_nine"), 3, 0.75)
    raw, flat, counting, drawn = inference.gain(state, state.current_player(), 50, 0.01, 3)

    assert flat <= raw <= log(51)
    assert counting <= 51 and drawn <= 50


@pytest.mark.long
def test_auction_of_thousand_tells_half_a_nat():
    """After the bidding in Thousand the truth gains half a nat at the least, at 95 %."""
    game = load_game("thousand")
    found = inference.measure(game, "auction", moments.after_auction, 600.0, deals=400)

    assert 400 == found.deals
    assert found.gain - found.gain_interval > 0.5
