"""The benchmark of the learners prints what it should."""

from __future__ import annotations

import json
import sys

import pytest

from prikup import training
from prikup.cli.main import main


def test_rates(capsys):
    """`bench train --quick` has the games alone, play and learning, each slower than the last."""
    pytest.importorskip("torch", reason='learning needs PyTorch: pip install "prikup[torch]"')
    assert 0 == main(["bench", "train", "--quick", "--json", "--seconds", "0.1"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    rates = {row["what"]: row["value"] for row in rows}

    assert ["games", "dmc_play", "dmc", "ppo_play", "ppo"] == list(rates)
    assert {("train", "decisions/s")} == {(row["bench"], row["unit"]) for row in rows}
    assert rates["dmc"] < rates["dmc_play"]
    assert rates["ppo"] < rates["ppo_play"]


def test_without_pytorch(monkeypatch, capsys):
    """One line says what to install."""
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in ("nets", "dmc", "ppo"):
        monkeypatch.delitem(sys.modules, f"prikup.training.{name}", raising=False)
        monkeypatch.delattr(training, name, raising=False)

    assert 2 == main(["bench", "train", "--quick"])
    assert 'pip install "prikup[torch]"' in capsys.readouterr().err
