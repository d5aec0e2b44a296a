"""`prikup train` without PyTorch, and its help."""

from __future__ import annotations

import sys

import pytest

from prikup.cli.main import main
from prikup.cli.train import ALGORITHMS

OWN_SETTINGS = {
    "dmc": "--epsilon",
    "ppo": "--magnet-every",
    "nfsp": "--anticipation",
    "deep_cfr": "--gradient-steps",
    "hand_statistics": "--aggressiveness",
}
WITHOUT_PYTORCH = ("hand_statistics",)  # it counts tables


def test_without_pytorch_the_answer_says_what_to_install(monkeypatch, capsys):
    """One line with the command that installs it, exit code 2."""
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in ("nets", *ALGORITHMS):
        monkeypatch.delitem(sys.modules, f"prikup.training.{name}", raising=False)
    learners = [name for name in ALGORITHMS if name not in WITHOUT_PYTORCH]
    codes = [main(["train", name, "kuhn_poker"]) for name in learners]

    assert {2} == set(codes)
    expected = 'prikup: learning needs PyTorch: pip install "prikup[torch]"'
    assert [expected] * len(codes) == capsys.readouterr().err.splitlines()


def test_unknown_algorithms_are_refused(capsys):
    """The known ones are offered."""
    with pytest.raises(SystemExit) as error:
        main(["train", "dqn", "kuhn_poker"])

    assert 2 == error.value.code
    assert "invalid choice: 'dqn'" in capsys.readouterr().err


def test_each_algorithm_has_its_own_help(capsys):
    """`prikup train dmc --help` shows the documented fields of its arguments."""
    pytest.importorskip("torch", reason='learning needs PyTorch: pip install "prikup[torch]"')
    assert set(OWN_SETTINGS) == set(ALGORITHMS)
    for name, own in OWN_SETTINGS.items():
        with pytest.raises(SystemExit) as error:
            main(["train", name, "--help"])
        shown = capsys.readouterr().out

        assert 0 == error.value.code
        assert f"usage: prikup train {name}" in shown
        assert own in shown and "--evaluation-deals" in shown
