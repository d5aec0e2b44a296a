"""Runs of the solver: evaluations, files, resuming, Ctrl-C, the command and the agent."""

from __future__ import annotations

import json
import signal
from dataclasses import replace

import numpy as np
import pytest

from prikup.agents import make_agent
from prikup.agents.cfr.store import KeyedPolicy
from prikup.agents.cfr.tabular import Diverged, TabularSolver
from prikup.agents.cfr.tree import Tree
from prikup.agents.table import play_episode
from prikup.cli.main import main
from prikup.envs import BadOptions, BadText, load_game
from prikup.training.cfr import Args, evaluation_points, solve

KUHN = Args("kuhn_poker", algorithm="dcfr", iterations=60)


def test_evaluations_are_spaced_by_logarithms():
    """1, 2, 5, 10, 20, 50, ... and the last."""
    assert [1, 2, 5, 10, 20, 50, 100, 123] == evaluation_points(123)
    assert [1] == evaluation_points(1)


def test_reports():
    """An evaluation has the gains of all seats, their values, and falls."""
    seen = []
    result = solve(KUHN, on_report=seen.append)

    assert seen == result.evaluations
    assert [1, 2, 5, 10, 20, 50, 60] == [report.iteration for report in seen]
    last = seen[-1]
    assert last.nash_conv == pytest.approx(sum(last.gains))
    assert -1 / 18 == pytest.approx(last.values[0], abs=0.01)
    assert last.nash_conv < 0.01 < seen[0].nash_conv


@pytest.mark.parametrize(
    "args",
    [
        KUHN,
        replace(KUHN, algorithm="pcfr+"),
        replace(KUHN, algorithm="cfr-br"),
        replace(KUHN, algorithm="mmd"),
        replace(KUHN, algorithm="es_mccfr", seed=3),
        replace(KUHN, algorithm="es_mccfr", seed=3, without_tree=True),
    ],
    ids=lambda args: f"{args.algorithm}{'-native' if args.without_tree else ''}",
)
def test_resumed_run_is_the_unbroken_one(args, tmp_path):
    """N iterations, saved and resumed to 2 N, give the files of 2 N at one go, bit for bit."""
    whole, parts = str(tmp_path / "whole"), str(tmp_path / "parts")
    solve(replace(args, out=whole))
    solve(replace(args, out=parts, iterations=23))
    result = solve(replace(args, out=parts, resume=True))

    assert not result.is_stopped
    with np.load(f"{whole}/solver.npz") as one, np.load(f"{parts}/solver.npz") as two:
        assert one.files == two.files
        for name in one.files:
            assert name == "about" or one[name].tobytes() == two[name].tobytes(), name
    texts = [(tmp_path / name / "progress.jsonl").read_text() for name in ("whole", "parts")]
    lines = [[json.loads(line) for line in text.splitlines()] for text in texts]
    for line in lines[0] + lines[1]:
        del line["seconds"]
    assert lines[0] == lines[1]


def test_interrupt_saves(tmp_path):
    """Ctrl-C stops between iterations, with everything saved; resuming goes on from there."""
    out = str(tmp_path / "run")

    def interrupt(report):
        if report.iteration == 20:
            signal.raise_signal(signal.SIGINT)

    stopped = solve(replace(KUHN, out=out), on_report=interrupt)
    resumed = solve(replace(KUHN, out=out, resume=True))

    assert stopped.is_stopped
    assert 20 == stopped.evaluations[-1].iteration
    expected = [report.nash_conv for report in solve(KUHN).evaluations]
    assert expected == [report.nash_conv for report in resumed.evaluations]


def test_runs_are_not_mixed_up(tmp_path):
    """A folder with a run is not overwritten, and resumed only with the same settings."""
    out = str(tmp_path / "run")
    with pytest.raises(BadOptions, match="no run to resume"):
        solve(replace(KUHN, out=out, resume=True))
    solve(replace(KUHN, out=out))
    with pytest.raises(BadOptions, match="holds a run already"):
        solve(replace(KUHN, out=out))
    with pytest.raises(BadOptions, match="algorithm was 'dcfr' and is 'cfr' now"):
        solve(replace(KUHN, out=out, resume=True, algorithm="cfr"))


def test_divergence_is_an_error():
    """A number that is not finite stops the solver with a message."""
    tree = Tree.of(load_game("kuhn_poker"))
    with pytest.raises(Diverged, match="mmd has diverged by iteration"):
        TabularSolver(tree, "mmd", step=1e308, magnet=1e308).run(50)


def test_command(capsys):
    """`prikup solve --json` prints one object an evaluation."""
    assert 0 == main(
        ["solve", "kuhn_poker", "--algorithm", "cfr+", "--iterations", "100", "--json"]
    )
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert ["iteration", "nash_conv", "gains", "values", "seconds"] == list(lines[-1])
    assert 100 == lines[-1]["iteration"]
    assert 0.00238881 == pytest.approx(lines[-1]["nash_conv"], rel=2e-5)


def test_three_seats_get_a_warning(capsys):
    """With three seats the gains are printed one by one, and that NashConv 0 guarantees nothing."""
    assert 0 == main(["solve", "kuhn_poker:players=3", "--iterations", "3"])
    captured = capsys.readouterr()

    assert "guarantees no payoff" in captured.err
    assert 3 == len(captured.out.splitlines()[-1].split("gains")[1].split("values")[0].split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kuhn_poker", "--algorithm", "cfr++"], "no algorithm 'cfr++'; did you mean"),
        (["kuhn_poker", "--iterations", "0"], "iterations must be at least 1"),
        (["kuhn_poker", "--resume"], "the folder of the run is missing"),
        (["kuhn_poker", "--without-tree"], "dcfr cannot run without a tree"),
        (["kuhn_poker", "--algorithm", "os_mccfr", "--exploration", "2"], "exploration must be"),
        (["kuhn_poker:players=3", "--algorithm", "cfr-br"], "two seats"),
        (["ninety_nine"], "take a mini preset"),
    ],
)
def test_bad_input_is_one_line(arguments, message, capsys):
    """Bad input ends with exit code 2 and one line that says what is wrong."""
    assert 2 == main(["solve", *arguments])
    lines = [line for line in capsys.readouterr().err.splitlines() if "compiling" not in line]

    assert 1 == len(lines)
    assert message in lines[0]


# --- the agent ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("runs") / "kuhn"
    solve(Args("kuhn_poker", algorithm="pcfr+", iterations=1000, out=str(out)))
    return out


def test_agent_plays_the_equilibrium(folder):
    """The agent's probabilities are Kuhn's solution, and it acts by them."""
    agent, game = make_agent(f"cfr:{folder}"), load_game("kuhn_poker")
    jack, queen, king = (
        game.deal(deck=[card, (card + 1) % 3, (card + 2) % 3]) for card in range(3)
    )
    bets = [agent.policy(state.view(0))[1] for state in (jack, queen, king)]
    acted = [agent.act(king.view(0)) for _ in range(2000)]

    # Kuhn (1950): bet the king three times as often as the jack, never the queen.
    assert 3 * bets[0] == pytest.approx(bets[2], abs=1e-3)
    assert 0.0 == pytest.approx(bets[1], abs=1e-3)
    assert bets[2] == pytest.approx(np.mean(acted), abs=0.05)
    facing = game.deal(deck=[2, 0, 1])
    facing.apply_action(1)
    assert 0.0 == pytest.approx(agent.policy(facing.view(1))[1], abs=1e-3)


def test_agent_does_not_lose_against_random_play(folder):
    """As the first seat the equilibrium wins at least -1/18 a deal against anybody."""
    game = load_game("kuhn_poker")
    seats = [make_agent(f"cfr:{folder}"), make_agent("random")]
    mean = np.mean([play_episode(game, seats, seed).returns()[0] for seed in range(2000)])

    assert mean > -1 / 18


def test_agent_refuses_other_games(folder, tmp_path):
    """Another game, a missing run and a file that is no policy are named."""
    with pytest.raises(BadOptions, match="learned kuhn_poker"):
        make_agent(f"cfr:{folder}").check(load_game("leduc_poker"))
    with pytest.raises(BadOptions, match="no such file"):
        make_agent(f"cfr:{tmp_path}")
    (tmp_path / "policy.npz").write_bytes(b"nothing")
    with pytest.raises(BadText, match="expected a prikup-policy"):
        make_agent(f"cfr:{tmp_path}")


def test_unknown_sets_are_played_uniformly():
    """Where a policy knows nothing every choice has the same probability."""
    empty = KeyedPolicy(
        "x", 1, "none", "none", np.zeros(0, np.int64), np.zeros(1, np.int64), np.zeros(0)
    )

    assert [0.25] * 4 == empty.at(12, 4).tolist()
