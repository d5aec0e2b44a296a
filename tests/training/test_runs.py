"""Runs of learners: kill and resume, files, Ctrl-C, evaluations; for all learners alike."""

from __future__ import annotations

import csv
import json
import signal
import sys
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason='learning needs PyTorch: pip install "prikup[torch]"')

import torch

from prikup.agents import make_agent
from prikup.agents.cfr.best_response import evaluate
from prikup.agents.neural.history import seen_by
from prikup.cli.main import main
from prikup.envs import BadOptions, load_game
from prikup.envs.batch import Batch
from prikup.training import deep_cfr, dmc, nfsp, ppo
from prikup.training.measure import Duplicate, Exact, Gate, playing
from prikup.training.runs import Diverged
from prikup.training.selfplay import draw, play_episodes

SETTINGS = {
    "hidden": "16/8",
    "lanes": 40,
    "minibatch": 16,
    "iterations": 8,
    "evaluate_every": 2,
    "evaluation_deals": 20,
}
RUNS = {
    "dmc": (dmc.train, dmc.Args("ninety_nine:preset=mini3", **SETTINGS)),
    "ppo": (ppo.train, ppo.Args("kuhn_poker", exact=True, **SETTINGS)),
    "mmd": (ppo.train, ppo.Args("kuhn_poker", mmd=True, magnet_every=3, decay=5, **SETTINGS)),
    "critic": (
        ppo.train,
        ppo.Args("ninety_nine:preset=mini3", critic="perfect_information", **SETTINGS),
    ),
    "history": (ppo.train, ppo.Args("kuhn_poker", exact=True, history=3, memory=4, **SETTINGS)),
    "gate": (dmc.train, dmc.Args("kuhn_poker", gate=True, history=2, **SETTINGS)),
    "nfsp": (nfsp.train, nfsp.Args("kuhn_poker", memory=70, latest=200, **SETTINGS)),
    "deep_cfr": (
        deep_cfr.train,
        deep_cfr.Args("kuhn_poker", memory=300, gradient_steps=5, **{**SETTINGS, "lanes": 7}),
    ),
}


@pytest.fixture(params=RUNS)
def kind(request):
    return RUNS[request.param]


def files_of(folder):
    """Return all that a run has kept, but for the seconds that it took."""
    found = {}
    for name in ("checkpoint.npz", "best.npz", "last.npz"):
        with np.load(folder / name) as data:
            for key in data.files:
                if (name, key) != ("checkpoint.npz", "about"):
                    found[name, key] = data[key].tobytes()
    rows = list(csv.DictReader((folder / "metrics.csv").read_text().splitlines()))
    for row in rows:
        del row["seconds"], row["decisions_per_second"]
    found["rows"] = rows
    return found


class Killed(Exception):
    """Stands for the end of the process."""


def test_killed_and_resumed_run_is_the_unbroken_one(kind, tmp_path):
    """A run that dies between two checkpoints goes on to the same files, bit for bit."""
    train, args = kind
    whole, parts = tmp_path / "whole", tmp_path / "parts"

    def kill(row):
        if row["iteration"] == 6:  # its checkpoint is not written yet
            raise Killed

    train(replace(args, out=str(whole)))
    with pytest.raises(Killed):
        train(replace(args, out=str(parts)), on_row=kill)
    seen = []
    result = train(replace(args, out=str(parts), resume=True), on_row=seen.append)

    assert [6, 8] == [row["iteration"] for row in seen]
    assert [2, 4, 6, 8] == [row["iteration"] for row in result.rows]
    assert files_of(whole) == files_of(parts)


def test_interrupt_saves(tmp_path):
    """Ctrl-C stops after the iteration, with everything saved; a longer run goes on from it."""
    train, args = RUNS["dmc"]
    whole, parts = tmp_path / "whole", tmp_path / "parts"

    def interrupt(row):
        if row["iteration"] == 4:
            signal.raise_signal(signal.SIGINT)

    stopped = train(replace(args, out=str(parts)), on_row=interrupt)
    train(replace(args, out=str(parts), resume=True, iterations=10))
    train(replace(args, out=str(whole), iterations=10))

    assert (True, 4) == (stopped.is_stopped, stopped.iteration)
    assert files_of(whole) == files_of(parts)


def test_files_of_a_run(kind, tmp_path):
    """Configuration and metrics are there to read, and both networks play."""
    train, args = kind
    result = train(replace(args, out=str(tmp_path)))
    config = json.loads((tmp_path / "config.json").read_text())
    name = config["algorithm"]
    game = load_game(args.game)

    assert (str(game), 8, 16) == (config["game"], config["iterations"], config["minibatch"])
    assert config["reference"] == ("heuristic" if game.name == "ninety_nine" else "random")
    for file in ("", "/last.npz"):
        agent = make_agent(f"{name}:{tmp_path}{file}")
        view = game.deal(seed=3).view(game.deal(seed=3).current_player())
        network = result.best if file == "" else result.network
        seen = seen_by(view, network.events)
        expected = network.policy(seen[None], view.legal_actions_mask()[None])
        assert expected[0].tobytes() == agent.policy(view).tobytes()


def test_runs_are_not_mixed_up(tmp_path):
    """A folder with a run is not overwritten, and resumed only with the same settings."""
    train, args = RUNS["dmc"]
    args = replace(args, out=str(tmp_path / "run"), iterations=2)
    with pytest.raises(BadOptions, match="no run to resume"):
        train(replace(args, resume=True))
    train(args)
    with pytest.raises(BadOptions, match="holds a run already"):
        train(args)
    with pytest.raises(BadOptions, match=r"epsilon was 0\.05 and is 0\.5 now"):
        train(replace(args, resume=True, epsilon=0.5))


def test_a_run_may_begin_with_a_trained_network(tmp_path):
    """Its first evaluation, without learning, is that of the network it began with."""
    for name in ("dmc", "ppo"):
        train, args = RUNS[name]
        args = replace(args, iterations=2)
        first = train(replace(args, out=str(tmp_path / name)))
        again = replace(args, start=f"{name}:{tmp_path / name}/last.npz", learning_rate=0.0, seed=9)
        second = train(again).network
        for left, right in zip(first.network.weights, second.weights, strict=True):
            assert left == pytest.approx(right)
        assert first.network.scale == second.scale
        with pytest.raises(BadOptions, match=r"has (values|logits) and hidden=16/8"):
            train(replace(again, hidden="8/8"))


def test_the_gate_keeps_who_beats_the_best_one_before():
    """A network is level with itself to the last point; a better one is kept, a worse one not."""
    game = load_game("kuhn_poker")
    networks = {}
    for iterations in (1, 60):
        args = dmc.Args(
            "kuhn_poker", opponents="uniform", hidden="64/64", learning_rate=3e-3, minibatch=64,
            iterations=iterations, evaluate_every=60, evaluation_deals=10,
        )  # fmt: skip
        networks[iterations] = dmc.train(args).network
    gate = Gate(game, 20_000, 1)
    same = gate.compare(networks[60], networks[60])
    better = gate.compare(networks[60], networks[1])
    exact = Exact(game)
    policies = {number: exact.policy(network) for number, network in networks.items()}
    expected = 0.0
    for seat in range(2):
        own = np.repeat(exact.tree.arrays.seat == seat, np.diff(exact.tree.arrays.first))
        mixed = np.where(own, policies[60], policies[1])
        expected += evaluate(exact.tree, mixed).values[seat] / 2
    assert (0.0, 0.0) == (same.mean, same.half_width)
    assert expected == pytest.approx(better.mean, abs=2.5 * better.half_width)

    result = dmc.train(replace(args, gate=True, iterations=8, evaluate_every=2))
    assert "to_best" in result.rows[-1]
    with pytest.raises(BadOptions, match="gate: a network that bids only"):
        bidding = {"stage": "bidding", "teacher": "heuristic", "teacher_iterations": 1}
        dmc.train(dmc.Args("ninety_nine:preset=mini3", gate=True, **bidding, **SETTINGS))


def test_divergence_is_an_error():
    """Numbers that are not finite end the run with a message."""
    with pytest.raises(Diverged, match="dmc at iteration"):
        dmc.train(replace(RUNS["dmc"][1], learning_rate=1e38))


# --- legal actions, in every mode -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["dmc", "ppo", "mmd", "nfsp"])
def test_no_illegal_proposal_in_ten_thousand_games(name, tmp_path):
    """While learning, in evaluations and after reloading every action is legal.

    `Batch.step` refuses an illegal action, so that the games would not come to their end.
    """
    game = "ninety_nine:preset=mini3"
    train, args = RUNS[name]
    args = replace(args, game=game, exact=False, lanes=1000, minibatch=4000, iterations=4)
    learning = train(replace(args, out=str(tmp_path), evaluate_every=4))
    agent = make_agent(f"{name.replace('mmd', 'ppo')}:{tmp_path}")
    rng = np.random.default_rng(0)
    batch = Batch(game, 3000)
    for network in (learning.network, agent.network):
        played = play_episodes(batch, 1, playing(network, rng))
        chosen = played.masks[np.arange(len(played.actions)), played.actions]
        assert chosen.all() and len(chosen) >= 3000 * 9
    assert 4 * 1000 * 9 <= learning.rows[-1]["decisions"]


def test_draws_follow_the_probabilities():
    """Rows are drawn independently, never an action of probability 0, even at the ends."""
    chances = np.array([[0.0, 0.25, 0.75, 0.0]] * 20_000)
    drawn = draw(chances, np.random.default_rng(1))

    class Last:
        def random(self, size):
            return np.full(size, np.nextafter(1.0, 0.0))

    assert {1, 2} == set(drawn.tolist())
    assert 0.25 == pytest.approx(np.mean(drawn == 1), abs=0.015)
    tenths = np.array([[0.1] * 10 + [0.0]])  # their sum is below 1
    assert [9] == draw(tenths, Last()).tolist()


# --- evaluations ----------------------------------------------------------------------------------


def test_the_reference_is_level_with_itself():
    """A uniform network in the random player's seat differs by chance only, and not by much."""
    game = load_game("kuhn_poker")
    learner = ppo.PpoLearner(ppo.Args("kuhn_poker", hidden="4"))
    with torch.no_grad():
        for parameter in learner.averaged.parameters():
            parameter.zero_()
    found = Duplicate(game, "random", 4000, 1).compare(learner.network())

    assert abs(found.mean) < 2.0 * found.half_width < 0.15


def test_exact_measure_of_uniform_play():
    """NashConv of uniform play in Kuhn is 11/12: (1/2 - 1/8) + (5/12 + 1/8).

    Best responses to it win 1/2 and 5/12 (as in the test of DMC); uniform play is worth 1/8 to the
    first seat.
    """
    learner = ppo.PpoLearner(ppo.Args("kuhn_poker", hidden="4"))
    with torch.no_grad():
        for parameter in learner.averaged.parameters():
            parameter.zero_()
    found = Exact(load_game("kuhn_poker")).evaluate(learner.network())

    assert 11 / 12 == pytest.approx(found.nash_conv)
    assert [1 / 8, -1 / 8] == pytest.approx(found.values)


# --- the command ----------------------------------------------------------------------------------


def test_command(tmp_path, capsys):
    """`prikup train --json` prints one object an evaluation; `--resume` goes on."""
    line = ["train", "dmc", "kuhn_poker", "--out", str(tmp_path), "--hidden", "8", "--json"]
    line += ["--lanes", "30", "--evaluate-every", "3", "--evaluation-deals", "10"]
    assert 0 == main([*line, "--iterations", "3"])
    assert 0 == main([*line, "--iterations", "6", "--resume"])
    rows = [json.loads(text) for text in capsys.readouterr().out.splitlines()]

    assert [3, 6] == [row["iteration"] for row in rows]
    assert {"difference", "half_width", "decisions_per_second"} <= set(rows[0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dmc", "kuhn_pokr"], "did you mean 'kuhn_poker'"),
        (["dmc", "kuhn_poker", "--lanes", "0"], "lanes must be at least 1"),
        (["dmc", "kuhn_poker", "--opponents", "heuristic"], "no heuristic for kuhn_poker"),
        (["dmc", "kuhn_poker", "--epsilon", "2"], "epsilon must be 0 to 1"),
        (["ppo", "kuhn_poker", "--magnet-every", "2"], "magnet_every needs mmd"),
        (["ppo", "kuhn_poker", "--device", "abacus"], "device 'abacus' cannot be used"),
        (["ppo", "ninety_nine", "--exact", "--lanes", "2"], "the tree has about"),
        (["deep_cfr", "kuhn_poker", "--opponents", "uniform"], "deep_cfr plays all seats itself"),
        (["dmc", "kuhn_poker", "--average", "1"], "average must be at least 0 and below 1"),
        (["ppo", "kuhn_poker", "--critic", "all"], "critic must be own or perfect_information"),
        (["nfsp", "kuhn_poker", "--anticipation", "2"], "anticipation must be 0 to 1"),
        (["dmc", "kuhn_poker", "--resume"], "the folder of the run is missing"),
    ],
)
def test_bad_input_is_one_line(arguments, message, capsys):
    """Bad input ends with exit code 2 and one line that says what is wrong."""
    assert 2 == main(["train", *arguments])
    lines = [line for line in capsys.readouterr().err.splitlines() if "compiling" not in line]

    assert 1 == len(lines)
    assert message in lines[0]


# --- TensorBoard ----------------------------------------------------------------------------------


def test_tensorboard_gets_the_metrics(tmp_path):
    """Each metric of each evaluation can be read back."""
    pytest.importorskip("tensorboard", reason="needs TensorBoard: pip install tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    train, args = RUNS["ppo"]
    result = train(replace(args, out=str(tmp_path), tensorboard=True))
    board = EventAccumulator(str(tmp_path / "tensorboard")).Reload()

    assert set(result.rows[0]) == set(board.Tags()["scalars"])
    for name in ("nash_conv", "difference"):
        written = [event.value for event in board.Scalars(name)]
        assert [row[name] for row in result.rows] == pytest.approx(written)


def test_without_tensorboard_the_answer_says_what_to_install(monkeypatch, tmp_path):
    """The run does not begin."""
    monkeypatch.setitem(sys.modules, "tensorboard", None)
    monkeypatch.delitem(sys.modules, "torch.utils.tensorboard", raising=False)
    train, args = RUNS["ppo"]
    with pytest.raises(BadOptions, match="pip install tensorboard"):
        train(replace(args, out=str(tmp_path), tensorboard=True))
