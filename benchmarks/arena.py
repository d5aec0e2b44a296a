"""Tournaments with duplicate deals: who plays better, by how much, with what confidence.

`play` is all that a user needs:

    from prikup.benchmarks import arena
    result = arena.play("kuhn_poker", ["random", "ismcts:sims=500"], deals=1000, workers=2)
    print(result.table())

The deals are frozen: deal k has the seed `episode_seed(seed, k)`, which decides decks, lots and
the random stream of each seat. So the same seat of the same deal differs between two games in the
agents alone, and two copies of one agent differ by exactly 0.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from prikup.agents.agent import Agent, make_agent
from prikup.agents.table import episode_seed, play_episode
from prikup.envs.engine.errors import BadOptions
from prikup.envs.registry import load_game

from .design import FIXED, Design, Table, unique_names
from .report import UNITS, Result, write_result
from .runlog import RunLog
from .statistics import Games
from .workers import spread

LOG = "games.jsonl"
_TASK_SECONDS = 0.2  # worker tasks are about this long, so that little is lost and little waits
_BAR = "{desc}{percentage:3.0f}% |{bar}| {n:.0f} of {total:.0f} deals"
_BAR += " [{elapsed}, {remaining} left, {rate_noinv_fmt}]"

Unit = tuple[int, int]  # deal, number of the table


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; the message says what is done and how to go on."""


@dataclass(frozen=True)
class Job:
    """What a process must know to play any game of a tournament."""

    game: str
    texts: tuple[str, ...]
    """The agents as text, those that only keep seats last."""
    names: tuple[str, ...]
    design: Design
    seed: int
    with_records: bool


def play(
    game_text: str,
    agents: Sequence[str],
    *,
    deals: int = 100,
    seed: int = 0,
    workers: int = 1,
    out: str | os.PathLike[str] | None = None,
    tables: str = "replacement",
    against: str | Sequence[str] = (),
    progress: bool = True,
) -> Result:
    """Play a tournament.

    With n agents and P seats the tables of each deal are:

    - `replacement` (default): every agent in every seat against every combination of the agents,
      n**P games (3 agents in 3 seats: 27). Two agents are compared in the same seat of the same
      deal against the same opponents; by symmetry the difference of two means is the mean of
      these differences. Opponents are weighted alike, so the means depend on who is listed.
    - `replacement` with `against`: each of these fixed opponents in turn keeps all other seats,
      n * P games for each of them. Cheaper for many agents, and figures of different tournaments
      can be compared.
    - `rotation`: the agents of a table pass through all seats, P games; the circle is reordered
      from deal to deal. More than P agents: every choice of P. Fewer: `against` fills the rest.
      Two agents are compared inside the table, as players of one game.

    With `out` the tournament survives a kill at any moment: the same call goes on where it
    stopped, and one with more deals adds to it. The folder receives `games.jsonl` (the log),
    `records.jsonl` (hand records), `result.json`, `result.csv` and `plot.png`. The results do not
    depend on the number of workers or on interruptions.

    Args:
        game_text: The game, `name` or `name:key=value,...`; scores are its utility.
        agents: Two agents or more, `name` or `name:key=value,...`; the same may come twice.
        deals: Number of deals; of episodes, where an episode is a match.
        seed: Seed of the deals and of all random streams.
        workers: Number of processes. A script must start more than one below
            `if __name__ == "__main__":`.
        out: Folder for log, records and results.
        tables: `replacement` or `rotation`.
        against: One or several fixed opponents.
        progress: Whether to show a bar on stderr when it takes more than two seconds.

    Raises:
        BadOptions: on an unknown game, agent or option, or an agent that cannot play the game;
            nothing has been played then.
        RunLogError: if `out` holds a tournament of another kind.
        Interrupted: on Ctrl-C, a KeyboardInterrupt.
    """
    if deals < 1:
        raise BadOptions(f"deals must be at least 1, got {deals}")
    if workers < 1:
        raise BadOptions(f"workers must be at least 1, got {workers}")
    job = _job(game_text, agents, tables, against, seed, with_records=out is not None)
    log = RunLog.open(Path(out) / LOG, _config(job)) if out is not None else nullcontext()
    with log as opened:
        done: dict[Any, Any] = {} if opened is None else opened.results
        try:
            with closing(_play_missing(job, done, deals, workers, progress)) as played:
                for unit, entry in played:
                    if opened is None:
                        done[unit] = entry
                    else:
                        opened.append(unit, entry)
        except KeyboardInterrupt:
            raise Interrupted(_farewell(job, done, deals, out)) from None
        result = _result(job, done, deals)
        if out is not None:
            records = (done[unit]["record"] + "\n" for unit in _units(job, deals))
            write_result(result, Path(out), records)
    return result


# --- preparing -------------------------------------------------------------------------------


def _job(
    game_text: str,
    agents: Sequence[str],
    tables: str,
    against: str | Sequence[str],
    seed: int,
    with_records: bool,
) -> Job:
    """Check everything that can be checked before the first game."""
    if isinstance(agents, str):
        raise BadOptions(f"agents must be a list of texts, got the text {agents!r}")
    game = load_game(game_text)
    compared = [text.strip() for text in agents]
    fixed = [text.strip() for text in ([against] if isinstance(against, str) else against)]
    names = unique_names([*compared, *(text + FIXED for text in fixed)])
    count = len(compared)
    design = Design(tables, game.num_players(), names[:count], names[count:])
    for text in (*compared, *fixed):
        make_agent(text).check(game)
    return Job(str(game), (*compared, *fixed), names, design, int(seed), with_records)


def _config(job: Job) -> dict[str, Any]:
    """Return what makes the results of a tournament. The number of deals may grow."""
    game = load_game(job.game)
    return {
        "kind": "arena",
        "prikup": importlib.metadata.version("prikup"),
        "game": job.game,
        "rules_version": game.definition.version,
        "agents": job.design.agents,
        "tables": job.design.kind,
        "against": job.design.against,
        "seed": job.seed,
    }


def _units(job: Job, deals: int) -> Iterator[Unit]:
    return ((deal, table) for deal in range(deals) for table in range(job.design.num_games()))


# --- playing ---------------------------------------------------------------------------------


class _Player:
    """Plays games of a tournament; one object a process."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.game = load_game(job.game)
        self.seated: dict[tuple[int, int], Agent] = {}  # by agent and seat
        self.tables: tuple[int, list[Table]] = -1, []

    def __call__(self, units: Sequence[Unit]) -> tuple[float, list[tuple[Unit, Any]]]:
        """Play games; return the seconds it took and unit and entry of each."""
        start = time.perf_counter()
        entries = [(unit, self._play(*unit)) for unit in units]
        return time.perf_counter() - start, entries

    def _play(self, deal: int, number: int) -> dict[str, Any]:
        job = self.job
        if self.tables[0] != deal:
            self.tables = deal, job.design.tables(deal)
        table = self.tables[1][number]
        seed = episode_seed(job.seed, deal)
        agents = [self._agent(agent, seat) for seat, agent in enumerate(table)]
        state = play_episode(self.game, agents, seed)
        entry: dict[str, Any] = {"scores": state.returns().tolist()}
        if job.with_records:
            from prikup.envs.record import record_line

            seats = [job.names[agent] for agent in table]
            extra = {"table": number}
            entry["record"] = record_line(state, seed=seed, seats=seats, deal=deal, extra=extra)
        return entry

    def _agent(self, agent: int, seat: int) -> Agent:
        # An agent may keep a search tree or a memory of the deal: each seat has its own.
        if (agent, seat) not in self.seated:
            self.seated[agent, seat] = make_agent(self.job.texts[agent])
        return self.seated[agent, seat]


def _play_missing(
    job: Job, done: dict[Any, Any], deals: int, workers: int, progress: bool
) -> Generator[tuple[Unit, Any], None, None]:
    """Yield unit and entry of each game that is not done, with a progress bar."""
    missing = [unit for unit in _units(job, deals) if unit not in done]
    games = job.design.num_games()
    pace = _Pace(first=len(job.texts))
    bar = tqdm(
        desc=f"{games} games a deal: ",
        total=deals,
        initial=deals - len(missing) / games,
        unit=" deals",
        delay=2.0,
        disable=not progress,
        bar_format=_BAR,
        mininterval=0.2 if sys.stderr.isatty() else 10.0,
        dynamic_ncols=True,
        leave=False,
    )
    count = min(workers, len(missing) or 1)
    with bar, closing(spread(_Player, job, pace.tasks(missing), count)) as results:
        is_first = True
        for seconds, entries in results:
            pace.took(seconds, len(entries))
            yield from entries
            if is_first:  # compiling and starting up say nothing about the time left
                bar.unpause()
                is_first = False
            # Shares of a deal do not add up exactly: never past the end.
            bar.update(min(len(entries) / games, deals - bar.n))


class _Pace:
    """Cuts the games into tasks of about equal time."""

    def __init__(self, first: int) -> None:
        """Make the first task of `first` games: it should compile what all need."""
        self.size = first

    def tasks(self, units: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
        """Yield the tasks; their size follows what `took` reports."""
        start = 0
        while start < len(units):
            task = units[start : start + self.size]
            start += len(task)
            yield task

    def took(self, seconds: float, games: int) -> None:
        """Learn how long a task took."""
        fitting = _TASK_SECONDS * games / max(seconds, 1e-6)
        self.size = int(min(max(fitting, 1), 2 * games, 500))


def _farewell(job: Job, done: dict[Any, Any], deals: int, out: Any) -> str:
    games = job.design.num_games()
    count = sum(unit in done for unit in _units(job, deals))
    how = f"the same command goes on from there ({out})" if out else "nothing is kept without out"
    return f"stopped after {count / games:.1f} of {deals} deals; {how}"


# --- finishing -------------------------------------------------------------------------------


def _result(job: Job, done: dict[Any, Any], deals: int) -> Result:
    units = list(_units(job, deals))
    design = job.design
    games = Games(
        agents=job.names,
        deals=np.array([deal for deal, _ in units]),
        tables=np.concatenate([np.array(design.tables(deal)) for deal in range(deals)]),
        scores=np.array([done[unit]["scores"] for unit in units]),
    )
    game = load_game(job.game)
    unit = UNITS[game.options.utility]
    return Result(job.game, design, job.seed, games, unit, game.options.episode)
