"""Tournaments: duplicate designs, exact differences, runs that survive kills, any worker count."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import numpy as np
import pytest

from prikup.agents import agent as registry
from prikup.agents import uniform
from prikup.agents.agent import Agent
from prikup.benchmarks import arena
from prikup.benchmarks.design import Design, unique_names
from prikup.benchmarks.report import FILES
from prikup.benchmarks.runlog import RunLogError, read_log
from prikup.envs import BadOptions
from prikup.envs.engine.rng import stream
from prikup.envs.record import read_records

PASS, BET = 0, 1


class PassAgent(Agent):
    """Always passes at Kuhn poker."""

    def act(self, view):
        return PASS


class BetAgent(Agent):
    """Always bets at Kuhn poker."""

    def act(self, view):
        return BET


class OtherStream(uniform.UniformAgent):
    """Plays like `random` with random numbers of its own."""

    def reset(self, seed):
        self.rng = stream(seed, 99)


@pytest.fixture
def new_agents(monkeypatch):
    """Register `pass`, `bet` and `other` in this process."""
    for name, kind in (("pass", PassAgent), ("bet", BetAgent), ("other", OtherStream)):
        monkeypatch.setattr(uniform, kind.__name__, kind, raising=False)
        monkeypatch.setitem(registry._AGENTS, name, f"uniform:{kind.__name__}")


# --- designs ---------------------------------------------------------------------------------


def test_every_combination_is_played_once():
    """With n agents and P seats a deal has n ** P tables, all different."""
    design = Design("replacement", 3, ("a", "b"))

    assert 8 == design.num_games() == len(set(design.tables(0)))


def test_fixed_opponents_keep_all_other_seats():
    """Each agent plays each seat against each fixed opponent in both other seats."""
    design = Design("replacement", 3, ("a", "b"), ("x (fixed)", "y (fixed)"))
    tables = design.tables(0)

    assert 3 * 2 * 2 == design.num_games() == len(set(tables))
    assert {1} == {sum(agent < 2 for agent in table) for table in tables}
    assert {2} == {len(set(table)) for table in tables}


@pytest.mark.parametrize(
    ("players", "agents", "against"), [(3, 3, 0), (2, 4, 0), (4, 2, 2), (4, 3, 1)]
)
def test_rotation_gives_each_agent_each_seat_equally_often(players, agents, against):
    """In each deal every agent holds all seats the same number of times."""
    names, fills = [f"a{i}" for i in range(agents)], [f"x{i}" for i in range(against)]
    design = Design("rotation", players, tuple(names), tuple(fills))
    for deal in range(6):
        tables = design.tables(deal)
        held = Counter((agent, seat) for table in tables for seat, agent in enumerate(table))
        counts = {held[agent, seat] for agent in range(agents) for seat in range(players)}

        assert 1 == len(counts)
        assert design.num_games() == len(tables)


def test_rotation_changes_who_follows_whom():
    """Over the deals all circular orders of four agents come equally often."""
    design = Design("rotation", 4, ("a", "b", "c", "d"))
    orders = Counter(design.tables(deal)[0] for deal in range(12))

    assert {2} == set(orders.values())
    assert 6 == len(orders)


def test_equal_texts_get_different_names():
    """A second copy of an agent is called #2."""
    assert ("a", "b", "a#2", "a#3") == unique_names(["a", "b", "a", "a"])


# --- what is found ---------------------------------------------------------------------------


def test_replacement_finds_the_exact_difference(new_agents):
    """Always betting beats always passing by 1 a deal, reckoned by hand.

    Against one who passes: +1 instead of +1 with the higher card, +1 instead of -1 with the
    lower. Against one who bets: +2 instead of -1, and -2 instead of -1. Both average to 1.
    """
    result = arena.play("kuhn_poker", ["pass", "bet"], deals=20, progress=False)
    (difference,) = result.differences

    assert ("bet", "pass") == (difference.first, difference.second)
    assert (1.0, 0.0) == (difference.interval.mean, difference.interval.sd)
    assert (-0.5, 0.5) == (result.means["pass"].mean, result.means["bet"].mean)
    assert 80 == len(result.games.deals)


def test_fixed_opponents_give_the_exact_difference(new_agents):
    """Against one who always passes, always betting wins 1 a deal, always passing 0."""
    result = arena.play("kuhn_poker", ["pass", "bet"], deals=9, against="pass", progress=False)

    assert (0.0, 1.0) == (result.means["pass"].mean, result.means["bet"].mean)
    assert (1.0, 0.0) == (result.differences[0].interval.mean, result.differences[0].interval.sd)
    assert {"pass", "bet"} == {rating.agent for rating in result.ladder}
    assert "all other seats kept by pass\n" in result.table()


def test_rotation_finds_the_exact_difference(new_agents):
    """At one table the one who bets wins 1 from the one who passes, whatever the cards."""
    tables = "rotation"
    result = arena.play("kuhn_poker", ["pass", "bet"], deals=9, tables=tables, progress=False)

    assert (2.0, 0.0) == (result.differences[0].interval.mean, result.differences[0].interval.sd)
    assert 1.0 == result.win_rates["bet"].rate


def test_means_differ_by_the_paired_differences(new_agents):
    """With every combination played, means and paired differences say the same."""
    agents = ["random", "bet", "pass"]
    result = arena.play("kuhn_poker:players=3", agents, deals=10, progress=False)
    for difference in result.differences:
        means = result.means[difference.first].mean - result.means[difference.second].mean

        assert means == pytest.approx(difference.interval.mean, abs=1e-12)


@pytest.mark.parametrize("tables", ["replacement", "rotation"])
def test_two_copies_of_an_agent_differ_by_exactly_nothing(tables):
    """Seats, cards and streams are the same, so any difference would be a fault."""
    result = arena.play("kuhn_poker", ["random", "random"], deals=30, tables=tables, progress=False)
    interval = result.differences[0].interval

    assert (0.0, 0.0, 0.0) == (interval.mean, interval.low, interval.high)


def test_intervals_of_equal_agents_cover_zero(new_agents):
    """Of 60 tournaments between equal players with different streams, about 95 % cover 0.

    Below 52 would happen once in 2 000 times at 95 % (binomial).
    """
    covering = 0
    for seed in range(60):
        agents = ["random", "other"]
        result = arena.play("kuhn_poker", agents, deals=12, seed=seed, progress=False)
        covering += not result.differences[0].interval.excludes_zero

    assert 52 <= covering


# --- runs ------------------------------------------------------------------------------------


def _files(folder):
    return {name: (folder / name).read_bytes() for name in FILES}


def test_results_do_not_depend_on_the_workers(tmp_path):
    """One process and two write the same files, byte for byte."""
    for workers in (1, 2):
        arena.play(
            "kuhn_poker", ["random", "ismcts:sims=20"], deals=30, seed=3,
            workers=workers, out=tmp_path / str(workers), progress=False,
        )  # fmt: skip

    assert _files(tmp_path / "1") == _files(tmp_path / "2")


def test_records_hold_every_game_once(tmp_path):
    """The hand records are valid, in order, and say who sat where and what was scored."""
    result = arena.play("kuhn_poker", ["random", "random"], deals=7, out=tmp_path, progress=False)
    records = list(read_records(tmp_path / "records.jsonl"))
    names = np.array(result.games.agents)

    assert result.games.deals.tolist() == [record.deal for record in records]
    assert names[result.games.tables].tolist() == [list(record.seats) for record in records]
    assert result.games.scores.tolist() == [list(record.final_scores) for record in records]


def test_more_deals_are_added(tmp_path):
    """A finished tournament goes on with more deals, as if it had been played at one go."""
    for deals in (5, 12):
        arena.play("kuhn_poker", ["random"] * 2, deals=deals, out=tmp_path / "a", progress=False)
    arena.play("kuhn_poker", ["random"] * 2, deals=12, out=tmp_path / "b", progress=False)

    assert _files(tmp_path / "a") == _files(tmp_path / "b")


def test_another_tournament_is_refused(tmp_path):
    """A folder is not taken up with another seed."""
    arena.play("kuhn_poker", ["random", "random"], deals=2, out=tmp_path, progress=False)

    with pytest.raises(RunLogError, match="cannot resume: seed was 0 in this log and is 1 now"):
        arena.play("kuhn_poker", ["random", "random"], deals=2, seed=1, out=tmp_path)


def _start(folder, *, deals, workers):
    command = [sys.executable, "-m", "prikup.cli", "arena", "kuhn_poker", "random", "random"]
    command += ["--deals", str(deals), "--workers", str(workers), "--out", str(folder)]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command,
        stdout=pipe,
        stderr=pipe,
        text=True,
        start_new_session=True,
        # Tests that a shell runs in the background inherit that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def _wait_for(folder, units, process):
    log = folder / arena.LOG
    end = time.monotonic() + 120
    while not log.exists() or log.read_bytes().count(b"\n") < units + 1:
        assert process.poll() is None and time.monotonic() < end, process.communicate()
        time.sleep(0.001)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_run_is_resumed_without_a_trace(tmp_path, workers):
    """Killed in the middle, the same command gives the files of an unbroken run."""
    folder, deals = tmp_path / "killed", 800
    process = _start(folder, deals=deals, workers=workers)
    _wait_for(folder, 100, process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=20)  # ends when the last worker has closed the pipes

    assert -signal.SIGKILL == process.returncode
    before = len(read_log(folder / arena.LOG).results)
    assert 100 <= before < 4 * deals
    assert not (folder / "result.json").exists()

    for place in ("killed", "whole"):
        arena.play(
            "kuhn_poker", ["random", "random"], deals=deals, out=tmp_path / place, progress=False
        )

    assert _files(tmp_path / "whole") == _files(folder)


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupt_ends_at_once_and_says_how_to_go_on(tmp_path, workers):
    """Ctrl-C reaches the whole group: one line, exit code 130, all processes gone."""
    process = _start(tmp_path / "out", deals=20_000, workers=workers)
    _wait_for(tmp_path / "out", 50, process)
    start = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    message = errors.strip().splitlines()[-1]

    assert 130 == process.returncode
    assert 5 > time.monotonic() - start  # a second, on a machine that does nothing else
    assert message.startswith("prikup: stopped after ")
    assert "of 20000 deals; the same command goes on from there" in message
    assert "Traceback" not in errors


# --- words -----------------------------------------------------------------------------------


def test_the_table_says_what_was_done(new_agents):
    """Design, games, unit and significance are in the text; every line is short enough."""
    text = arena.play("kuhn_poker", ["pass", "bet"], deals=9, progress=False).table()

    assert "kuhn_poker:preset=classic · 9 deals · seed 0" in text
    assert "4 games a deal, 36 in all" in text
    assert "points a deal" in text
    assert "bet − pass" in text
    assert "< 0.001  *" in text


def test_results_are_written_for_programs(tmp_path, new_agents):
    """JSON and CSV hold means and differences with their intervals."""
    agents = ["random", "bet", "pass"]
    result = arena.play("kuhn_poker", agents, deals=9, out=tmp_path, progress=False)
    data = json.loads((tmp_path / "result.json").read_text())
    rows = (tmp_path / "result.csv").read_text().splitlines()

    assert result.as_dict() == data
    assert agents == data["agents"] == list(data["means"])
    assert 3 == len(data["differences"]) == len(data["ladder"])
    assert 1 + 3 + 3 == len(rows)
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("game", "agents", "options", "message"),
    [
        ("kuhn_pokr", ["random", "random"], {}, "did you mean 'kuhn_poker'"),
        ("kuhn_poker:players=9", ["random", "random"], {}, "players must be 2 to 4, got"),
        ("kuhn_poker", ["random", "randm"], {}, "did you mean 'random'"),
        ("kuhn_poker", ["random", "heuristic"], {}, "no heuristic for kuhn_poker"),
        ("kuhn_poker", ["random", "ismcts:sims=0"], {}, "sims must be 1 to"),
        ("kuhn_poker", ["random", "random"], {"against": "randm"}, "did you mean 'random'"),
        ("kuhn_poker", ["random"], {}, "two agents or more, got 1"),
        ("kuhn_poker", "random", {}, "agents must be a list"),
        ("kuhn_poker", ["random", "random"], {"deals": 0}, "deals must be at least 1"),
        ("kuhn_poker", ["random", "random"], {"workers": 0}, "workers must be at least 1"),
        ("kuhn_poker", ["random", "random"], {"tables": "rotate"}, "did you mean 'rotation'"),
        ("kuhn_poker:players=3", ["random"] * 2, {"tables": "rotation"}, "each of the 3 seats"),
        ("kuhn_poker:players=4", ["random"] * 11, {}, "14,641 games a deal"),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(tmp_path, game, agents, options, message):
    """The error says what was expected; no folder has been made."""
    with pytest.raises(BadOptions, match=message):
        arena.play(game, agents, out=tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()
