"""Counting hand statistics: what is taken down is what the rules paid; runs that go on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from prikup.agents.bidding.statistics import HandStatistics, find_statistics, make_bidder
from prikup.cli.main import main
from prikup.envs import BadOptions, load_game
from prikup.envs.batch import Batch
from prikup.envs.opponents import named_policy
from prikup.training.hand_statistics import Args, _Counter, bidding_by, train
from prikup.training.measure import Duplicate
from prikup.training.samples import make_samples

THOUSAND = Args("thousand", deals=300, lanes=100, iterations=2, evaluation_deals=20)


def counted(args: Args, rounds: int = 1):
    """Return the samples of the last of some rounds."""
    counter = _Counter(args)
    for _ in range(rounds - 1):
        counter.work()
    known = counter.statistics
    bidder = None if known is None else make_bidder(counter.game, known.tables)
    samples = make_samples(counter.game)
    for number in range(5):
        counter._play(samples, bidder, number)
    return samples


@pytest.mark.parametrize("rounds", [1, 2])
def test_thousand_pays_what_was_taken_down(rounds):
    """In raw points a declarer gains the contract if so many points were taken, else loses it."""
    contracts = counted(THOUSAND, rounds).contracts.columns()
    played = ~contracts["given_up"]
    made = contracts["taken"] >= contracts["contract"]
    expected = np.where(made & played, contracts["contract"], -contracts["contract"])

    assert len(expected) == 500  # every deal has a declarer
    assert expected.tolist() == contracts["gained"].tolist()
    assert 50 < made[played].sum() < played.sum() and not played.all()


@pytest.mark.parametrize("rounds", [1, 2])
def test_ninety_nine_pays_what_was_taken_down(rounds):
    """In raw points exactly the tricks bid bring at least 10 more than the tricks won."""
    args = Args("ninety_nine", deals=300, lanes=100, iterations=2, evaluation_deals=20)
    bids = counted(args, rounds).bids.columns()
    exact = bids["tricks"] == bids["bid"]
    more = bids["gained"] - bids["tricks"]

    assert 300 < len(exact) < 3 * 500  # those before the random bid are dropped
    assert exact.any() and not exact.all()
    assert (more[exact] >= 10).all()
    assert set(more[~exact]) <= {0, 30, 60, 90, 120}  # what failed premiums give to the others
    number = np.bincount(bids["episode"])
    tricks = np.bincount(bids["episode"], bids["tricks"])
    assert {9} == set(tricks[number == 3].astype(int).tolist())


def test_killed_and_resumed_run_is_the_unbroken_one(tmp_path):
    """A round follows from the seed and the tables before it."""
    whole = train(replace(THOUSAND, out=str(tmp_path / "whole")))
    train(replace(THOUSAND, out=str(tmp_path / "parts"), iterations=1))
    parts = train(replace(THOUSAND, out=str(tmp_path / "parts"), resume=True))
    loaded = HandStatistics.load(tmp_path / "parts" / "tables.npz")

    assert (1.0, 2.0) == tuple(row["iteration"] for row in parts.rows)
    for row, other in zip(whole.rows, parts.rows, strict=True):
        assert row["difference"] == other["difference"]
    for name, table in whole.statistics.tables.items():
        assert table.tolist() == parts.statistics.tables[name].tolist()
        assert table.tolist() == loaded.tables[name].tolist()
    with pytest.raises(BadOptions, match="holds a run already"):
        train(replace(THOUSAND, out=str(tmp_path / "parts")))
    with pytest.raises(BadOptions, match="cannot resume: explore was 1.0"):
        train(replace(THOUSAND, out=str(tmp_path / "parts"), resume=True, explore=0.4))


def test_command(tmp_path, capsys):
    """The command counts and says what the agent is called; the agent plays."""
    run = str(tmp_path / "run")
    words = ["--deals", "200", "--lanes", "100", "--iterations", "1", "--evaluation-deals", "10"]
    assert 0 == main(["train", "hand_statistics", "thousand", *words, "--out", run])
    assert f"agent hand_statistics:{run}" in capsys.readouterr().out
    assert 0 == main(["arena", "thousand", f"hand_statistics:{run}", "heuristic", "--deals", "2"])


def test_bad_input():
    """Games without statistics and values out of range are refused."""
    with pytest.raises(BadOptions, match="no hand statistics for kuhn_poker"):
        train(replace(THOUSAND, game="kuhn_poker"))
    with pytest.raises(BadOptions, match="deals must be at least 1"):
        train(replace(THOUSAND, deals=0))
    with pytest.raises(BadOptions, match="resume: the folder"):
        train(replace(THOUSAND, resume=True))


@pytest.mark.long
def test_the_statistics_that_come_with_prikup_beat_the_heuristic():
    """With the heuristic's own card play, on deals that chose nothing: 95 % above 0."""
    game = load_game("thousand:utility=zero_sum")
    statistics = HandStatistics.load(find_statistics("thousand"))
    bidder, policy = make_bidder(game, statistics.tables), named_policy("heuristic", game)

    def chooser(batch: Batch):
        return bidding_by(batch, bidder, policy, 0.0)

    found = Duplicate(game, "heuristic", 12_000, 991).measure(chooser)

    assert found.mean - found.half_width > 0.0
