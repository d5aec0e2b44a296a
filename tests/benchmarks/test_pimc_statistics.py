"""The three statistics of PIMC: known values of small games, and what the benchmark prints."""

from __future__ import annotations

import json

import numpy as np
import pytest

from prikup.benchmarks import pimc
from prikup.cli.main import main
from prikup.envs import load_game
from prikup.envs.engine.rng import stream

JACK, QUEEN, KING = 0, 1, 2


def kuhn(*cards: int):
    """Return Kuhn poker with these cards dealt."""
    left = [card for card in (JACK, QUEEN, KING) if card not in cards]
    return load_game("kuhn_poker").deal(deck=[*cards, *left])


def test_rows(capsys):
    """`bench pimc --quick --json` has Kuhn poker, all figures shares."""
    assert 0 == main(["bench", "pimc", "--quick", "--json", "--seconds", "2"])
    (row,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())

    assert "kuhn_poker" in row["game"]
    assert row["deals"] >= 2
    assert 0.5 <= row["bias"] <= 1.0


def test_kuhn_leaves_never_pay_the_same():
    """Every last decision of Kuhn poker wins or loses one chip or two: no two alike."""
    rng = np.random.default_rng(0)

    assert not any(pimc.leaf_correlation(kuhn(JACK, KING), rng) for _ in range(20))


def test_kuhn_bets_rule_nothing_out():
    """No action in Kuhn poker is impossible with one of the cards: all worlds stay."""
    rng = np.random.default_rng(0)
    found = [share for _ in range(20) for share in pimc.disambiguation(kuhn(JACK, KING), 0, rng)]

    assert found
    assert {0.0} == set(found)


def test_bias_of_kuhn():
    """With a king the first seat wins but when it folds: check, bet, fold, one play in eight.

    Check (1/2), bet (1/2), fold (1/2) loses; all others win, seven plays in eight.
    """
    found = pimc.bias(kuhn(KING, JACK), stream(1), continuations=20_000)

    assert 7 / 8 == pytest.approx(found, abs=0.01)


def test_each_trick_of_ninety_nine_rules_worlds_out():
    """Nine tricks have eight rounds; the cards of others that are seen in each rule worlds out."""
    game = load_game("ninety_nine")
    state = pimc.beginning(game, 2)
    rng = np.random.default_rng(2)
    shares = pimc.disambiguation(state, state.current_player(), rng)

    assert 8 == len(shares)
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert np.mean(shares) > 0.3


def test_disambiguation_by_hand():
    """In the smallest Ninety-Nine for two a seat can tell four worlds apart when the play begins.

    Eight cards are dealt, four to each, one of them laid aside: only which is unknown. A card that
    the other plays was not laid aside, and one that does not follow tells that a card was: what is
    ruled out in the first round is a quarter, a half or three quarters.
    """
    state = pimc.beginning(load_game("ninety_nine:preset=mini2"), 1)
    firsts = set()
    for seed in range(8):
        rng = np.random.default_rng(seed)
        share = pimc.disambiguation(state, state.current_player(), rng, 1000)[0]
        firsts.add(round(4 * share))

        assert share == pytest.approx(round(4 * share) / 4, abs=0.06)

    assert firsts <= {1, 2, 3}
