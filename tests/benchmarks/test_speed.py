"""Benchmarks run, count rightly and print what programs read; no figure is tested."""

import json
from importlib.util import find_spec

import pytest

from prikup.benchmarks import peers, search, speed, timing
from prikup.cli.main import main
from prikup.envs import load_game

KEYS = {"bench", "what", "game", "value", "unit", "peer", "peer_value", "ratio", "threads"}


def _rows(output):
    return [json.loads(line) for line in output.splitlines()]


def _check(rows, bench):
    for row in rows:
        assert KEYS == set(row)
        assert bench == row["bench"]
        assert row["value"] > 0
        many = (1, 2) if row["what"] == "batch" else (2,)
        threads = many if row["what"] in ("batch", "ismcts_threads") else (1,)
        assert row["threads"] in threads
        has_peer = row["peer"] is not None
        assert has_peer == (row["peer_value"] is not None) == (row["ratio"] is not None)
        if has_peer:
            ratio = row["value"] / row["peer_value"]
            assert row["ratio"] == pytest.approx(ratio, rel=2e-3)  # four digits each


def test_speed_prints_json(capsys):
    """`bench speed --json --quick` prints one object a line, all kinds, the header on stderr."""
    assert 0 == main(["bench", "speed", "--quick", "--json", "--seconds", "0.02"])
    captured = capsys.readouterr()
    rows = _rows(captured.out)
    _check(rows, "speed")

    expected = {
        "playout",
        "playout_logged",
        "batch",
        "state",
        "aec_raw",
        "aec",
        "gymnasium",
        "gymnasium_vector",
        "world",
        "import",
        "reset_warm",
        "last_warm",
    }
    optional = {"openspiel": "pyspiel", "peer_bots": "pyspiel", "peer_loop": "rlcard"}
    expected |= {what for what, package in optional.items() if find_spec(package)}

    assert expected == {row["what"] for row in rows}
    assert "cores" in captured.err.splitlines()[0]


def test_search_prints_json(capsys):
    """`bench search --json --quick` likewise; it says whose rules are the same."""
    assert 0 == main(["bench", "search", "--quick", "--json", "--seconds", "0.02"])
    captured = capsys.readouterr()
    rows = _rows(captured.out)
    _check(rows, "search")
    expected = {"ismcts_50", "ismcts_500", "ismcts_many", "ismcts_threads", "solver"}

    assert expected == {row["what"] for row in rows}
    assert peers.OWN_OH_HELL in captured.err or "not installed" in captured.err


def test_decisions_are_counted():
    """A deal of Kuhn poker has two or three decisions, in every way of playing it."""
    game = load_game("kuhn_poker")
    for work in (speed.playouts(game, quiet=False), speed.states(game)):
        count = work(200)

        assert 400 < count < 600


def test_oh_hell_has_thirty_decisions():
    """Three bids and nine tricks of three cards: what the peers' counts rest on."""
    pyspiel = pytest.importorskip("pyspiel")

    for seed in range(3):
        state = peers.oh_hell_dealt(seed)
        decisions = 0
        while not state.is_terminal():
            assert pyspiel.PlayerId.CHANCE != state.current_player()
            state.apply_action(state.legal_actions()[seed % len(state.legal_actions())])
            decisions += 1

        assert 30 == decisions


def test_decisions_of_other_libraries_are_counted():
    """Hearts: 52 cards and, three times in four deals, four seats that pass three cards each."""
    pytest.importorskip("pyspiel")
    pytest.importorskip("rlcard")

    assert 52 <= peers.bots("hearts")(1) <= 52 + 12
    assert 2 <= peers.rlcard_games()(10) / 10 <= 8  # two rounds of Leduc poker


def test_own_oh_hell_has_the_peers_shape():
    """Seats, cards, tricks and decisions are the peer's; that the rules are has its own test."""
    game = load_game(peers.OWN_OH_HELL)
    state = game.deal(seed=1)
    decisions = 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        decisions += 1

    assert (3, 52, 30) == (game.num_players(), len(game.pack), decisions)
    assert peers.OWN_OH_HELL == str(game)


def test_searched_positions_have_a_choice():
    """No position with a single legal action is in the average."""
    game = load_game("kuhn_poker")
    states = [state for deal in range(5) for state in search.positions(game, deal)]

    assert states
    assert all(len(state.legal_actions()) > 1 for state in states)


def test_medians_and_spread():
    """A rate is the median of the repeats; the row shows lowest and highest."""
    rate = timing.summary([3.0, 1.0, 2.0])
    measured = timing.compared("speed", "x", "g", "u/s", rate, "peer", timing.Rate(4.0, 4.0, 4.0))

    assert (2.0, 1.0, 3.0) == (rate.value, rate.low, rate.high)
    assert 0.5 == measured.row.ratio
    assert "2 (1 to 3)" in measured.text()
