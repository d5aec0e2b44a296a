"""The benchmarks of solvers print what they should."""

from __future__ import annotations

import json

import pytest

from prikup.benchmarks import minis
from prikup.cli.main import main
from prikup.envs import load_game


def rows(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_rates(capsys):
    """`bench cfr --json --quick` has CFR+ and sampling, each beside OpenSpiel's solver if there."""
    assert 0 == main(["bench", "cfr", "--quick", "--json", "--seconds", "0.02"])
    found = {row["what"]: row for row in rows(capsys)}

    kinds = {"cfr+", "dcfr", "es_mccfr", "os_mccfr", "es_mccfr_native", "os_mccfr_native"}
    assert kinds == set(found)
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    for what, row in found.items():
        if what != "dcfr":
            assert row["ratio"] == pytest.approx(row["value"] / row["peer_value"], rel=1e-3)


def test_minis(capsys):
    """`bench minis --quick` solves Kuhn poker: its value is -1/18."""
    assert 0 == main(["bench", "minis", "--quick", "--json"])
    (row,) = rows(capsys)

    assert -1 / 18 == pytest.approx(row["values"][0], abs=1e-3)
    assert row["solved_iteration"] <= row["iteration"]
    assert row["nash_conv"] < 1e-3 * row["payoff_range"]


def test_every_game_has_a_mini():
    """Each registered game has a small version."""
    from prikup.envs.registry import game_names

    assert set(game_names()) == {name.partition(":")[0] for name in minis.minis()}
    assert all(load_game(name) for name in minis.minis())
