"""Solve a game: run an algorithm of the CFR family, measure how far it is from an equilibrium.

    from prikup.training.cfr import Args, solve
    result = solve(Args("leduc_poker", algorithm="cfr+", iterations=1000, out="runs/leduc"))
    print(result.evaluations[-1].nash_conv)

Evaluations come at 1, 2, 5, 10, 20, 50, ... iterations and at the last. A run with a folder can be
broken off (Ctrl-C) and resumed; it then goes on to the last bit as if it had never stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from prikup.agents import heuristic, uniform
from prikup.agents.cfr import best_response
from prikup.agents.cfr.abstraction import make_abstraction
from prikup.agents.cfr.native import NativeSolver
from prikup.agents.cfr.sampling import EXPLORATION, SCHEMES, SamplingSolver
from prikup.agents.cfr.store import KeyedPolicy, read_arrays, write_arrays
from prikup.agents.cfr.tabular import RULES, Diverged, TabularSolver
from prikup.agents.cfr.tree import MOST_NODES, Tree
from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions, nearest
from prikup.envs.engine.game import Game
from prikup.envs.files import write_whole

from .interrupt import held_interrupt
from .progress import iteration_bar

ALGORITHMS = (*RULES, *SCHEMES)
FORMAT, VERSION = "prikup-solver", 1
SOLVER_FILE, PROGRESS_FILE = "solver.npz", "progress.jsonl"
_STEPS = (1, 2, 5)
_LOOK = 0.3  # seconds of work between two looks at the clock and at Ctrl-C
_SAVE = 60.0  # seconds of work after which a checkpoint is written in any case


@dataclass(frozen=True)
class Args:
    """What to solve, and how."""

    game: str
    """The game, `name:key=value,...`."""
    algorithm: str = "dcfr"
    """One of ALGORITHMS."""
    iterations: int = 1000
    """The number of iterations; in each every seat is updated once."""
    seed: int = 0
    """Decides the samples of es_mccfr and os_mccfr."""
    exploration: float = EXPLORATION
    """Of os_mccfr."""
    abstraction: str = "none"
    """What is learned: a name that the game offers, or `none`: every decision."""
    fixed: str = "heuristic"
    """With an abstraction: who takes what is not learned, `heuristic` or `uniform`."""
    without_tree: bool = False
    """es_mccfr and os_mccfr: sample the game itself; nothing is evaluated then."""
    most_nodes: int = MOST_NODES
    """The largest tree."""
    out: str | None = None
    """Folder for checkpoints, progress and the policy."""
    resume: bool = False
    """Go on with the run in `out`; it may be given more iterations."""


@dataclass(frozen=True)
class Report:
    """One evaluation."""

    iteration: int
    nash_conv: float | None
    """Sum of the gains; None where the game has no tree."""
    gains: list[float]
    """What each seat gains by a best response."""
    values: list[float]
    """Each seat's expected payoff."""
    seconds: float
    """Time spent in iterations so far, evaluations not included."""


@dataclass
class Result:
    """What a run found."""

    args: Args
    evaluations: list[Report]
    notes: list[str]
    """What must be said with the figures."""
    policy: KeyedPolicy | None
    """The policy by information set."""
    iteration: int = 0
    """The iterations done."""
    is_stopped: bool = False
    """Whether it was broken off."""
    tree: Tree | None = field(default=None, repr=False)


def solve(
    args: Args,
    *,
    on_report: Callable[[Report], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    progress: bool = False,
) -> Result:
    """Run an algorithm on a game.

    Args:
        args: What and how.
        on_report: Called with each evaluation of this call.
        on_note: Called with each note, before the first iteration.
        progress: Whether to show a bar on stderr when it takes longer than two seconds.

    Returns:
        The result; after Ctrl-C that of the iterations done, with `is_stopped`.

    Raises:
        BadOptions: on bad arguments, a game that is too large, or a run that cannot be resumed.
        Diverged: if a number is not finite, or a gain is negative beyond rounding.
    """
    job = _Job(args)
    for note in job.notes:
        if on_note is not None:
            on_note(note)
    bar = iteration_bar(args.algorithm, job.iteration, args.iterations, progress)
    job.solver.run(0)  # compiling is not counted
    with bar, held_interrupt() as interrupted:
        for target in _targets(job.iteration, args.iterations):
            while job.iteration < target and not interrupted():
                bar.update(job.work(target))
            if interrupted():
                break
            report = job.evaluate()
            if report.nash_conv is not None:
                bar.set_postfix_str(f"NashConv {report.nash_conv:.3g}")
            if on_report is not None:
                on_report(report)
            job.save()
    job.save()
    policy = job.policy()
    return Result(args, job.evaluations, job.notes, policy, job.iteration, interrupted(), job.tree)


def evaluation_points(iterations: int) -> list[int]:
    """Return the iterations after which a run is evaluated.

    Example:
        >>> evaluation_points(70)
        [1, 2, 5, 10, 20, 50, 70]
    """
    points, power = [], 1
    while power <= iterations:
        points += [step * power for step in _STEPS if step * power < iterations]
        power *= 10
    return [*points, iterations]


def _targets(done: int, iterations: int) -> list[int]:
    return [point for point in evaluation_points(iterations) if point > done]


class _Job:
    """A solver with its evaluations and files."""

    def __init__(self, args: Args) -> None:
        self.args = args
        self.game = load_game(args.game)
        _check(args, self.game)
        self.tree: Tree | None = None
        self.solver = self._make_solver()
        self.evaluations: list[Report] = []
        self.seconds = 0.0
        self._saved = -1
        self._since_save = 0.0
        self._pace = 0.0  # iterations a second
        self.notes = list(_notes(args, self.tree))
        if args.out is not None:
            self._open(Path(args.out))

    @property
    def iteration(self) -> int:
        return int(self.solver.iteration)

    def _make_solver(self) -> Any:
        args, game = self.args, self.game
        abstraction = make_abstraction(game, args.abstraction)
        if args.algorithm in SCHEMES and (args.without_tree or abstraction.name != "none"):
            is_heuristic = abstraction.name != "none" and args.fixed == "heuristic"
            return NativeSolver(
                game,
                args.algorithm,
                seed=args.seed,
                exploration=args.exploration,
                abstraction=abstraction,
                policy=heuristic.policy(game) if is_heuristic else uniform.policy(game),
            )
        self.tree = Tree.of(game, args.most_nodes)
        if args.algorithm in SCHEMES:
            return SamplingSolver(
                self.tree, args.algorithm, seed=args.seed, exploration=args.exploration
            )
        return TabularSolver(self.tree, args.algorithm)

    # --- working ---

    def work(self, target: int) -> int:
        """Do iterations for a moment, not past the target; returns their number."""
        number = min(target - self.iteration, max(1, int(self._pace * _LOOK)))
        start = time.perf_counter()
        self.solver.run(number)
        spent = time.perf_counter() - start
        self._pace = min(number / max(spent, 1e-6), 8.0 * self._pace + 1.0)
        self.seconds += spent
        self._since_save += spent
        if self._since_save > _SAVE:
            self.save()
        return number

    def evaluate(self) -> Report:
        """Measure the policy and keep the figures."""
        seconds = round(self.seconds, 4)
        if self.tree is None:
            report = Report(self.iteration, None, [], [], seconds)
        else:
            found = best_response.evaluate(self.tree, self.solver.policy())
            least = -1e-9 * max(1.0, self.tree.payoff_range())
            if not np.isfinite(found.nash_conv) or min(found.gains) < least:
                raise Diverged(
                    f"{self.game}: {self.args.algorithm} at iteration {self.iteration}: gains of "
                    f"best responses are {found.gains}"
                )
            report = Report(self.iteration, found.nash_conv, found.gains, found.values, seconds)
        self.evaluations.append(report)
        return report

    def policy(self) -> KeyedPolicy:
        """Return the policy by key."""
        if self.tree is not None:
            return KeyedPolicy.on_tree(self.game, self.tree, self.solver.policy())
        keys, first, chances = self.solver.table.averages()
        version = self.game.definition.version
        fixed = self.args.fixed if self.args.abstraction != "none" else "none"
        return KeyedPolicy(
            str(self.game), version, self.args.abstraction, fixed, keys, first, chances
        )

    # --- files ---

    def _open(self, out: Path) -> None:
        """Begin a folder, or take up the run in it."""
        exists = (out / SOLVER_FILE).exists()
        if not self.args.resume:
            if exists:
                raise BadOptions(f"{out}: holds a run already; resume it or take another folder")
            return
        if not exists:
            raise BadOptions(f"{out}: there is no run to resume")
        about, arrays = read_arrays(out / SOLVER_FILE, FORMAT, VERSION)
        for name, value in self._config().items():
            if about["config"].get(name) != value:
                was = about["config"].get(name)
                raise BadOptions(f"{out}: cannot resume: {name} was {was!r} and is {value!r} now")
        self.solver.restore(arrays)
        self.seconds = float(about["seconds"])
        self.evaluations = [Report(**report) for report in about["evaluations"]]
        # An evaluation at the end of a shorter run would not be there in an unbroken one.
        points = set(evaluation_points(self.args.iterations))
        self.evaluations = [r for r in self.evaluations if r.iteration in points]
        self._saved = self.iteration

    def _config(self) -> dict[str, Any]:
        """Return what must be the same in a run that is resumed."""
        args = self.args
        config = {
            "game": str(self.game),
            "rules": self.game.definition.version,
            "algorithm": args.algorithm,
            "abstraction": args.abstraction,
        }
        if args.algorithm in SCHEMES:
            config |= {"seed": args.seed, "without_tree": args.without_tree}
        if args.algorithm == "os_mccfr":
            config["exploration"] = args.exploration
        if args.abstraction != "none":
            config["fixed"] = args.fixed
        return config

    def save(self) -> None:
        """Write checkpoint, progress and policy, where there is a folder and anything is new."""
        self._since_save = 0.0
        if self.args.out is None or self.iteration == self._saved or self.iteration == 0:
            return
        out = Path(self.args.out)
        reports = [asdict(report) for report in self.evaluations]
        about = {
            "format": FORMAT,
            "version": VERSION,
            "config": self._config(),
            "seconds": self.seconds,
            "evaluations": reports,
        }
        write_arrays(out / SOLVER_FILE, about, self.solver.state())
        write_whole(out / PROGRESS_FILE, "".join(json.dumps(line) + "\n" for line in reports))
        self.policy().save(out)
        self._saved = self.iteration


def _check(args: Args, game: Game) -> None:
    if args.algorithm not in ALGORITHMS:
        raise BadOptions(f"no algorithm {args.algorithm!r}; {nearest(args.algorithm, ALGORITHMS)}")
    if args.iterations < 1:
        raise BadOptions(f"iterations must be at least 1, got {args.iterations}")
    if args.most_nodes < 1:
        raise BadOptions(f"most_nodes must be at least 1, got {args.most_nodes}")
    if args.resume and args.out is None:
        raise BadOptions("resume: the folder of the run is missing")
    if args.fixed not in ("heuristic", "uniform"):
        raise BadOptions(f"fixed must be heuristic or uniform, got {args.fixed!r}")
    samples = args.algorithm in SCHEMES
    if not samples and (args.without_tree or args.abstraction != "none"):
        what = "without a tree" if args.without_tree else "with an abstraction"
        raise BadOptions(f"{game.name}: {args.algorithm} cannot run {what}; es_mccfr can")


def _notes(args: Args, tree: Tree | None) -> Iterator[str]:
    """Yield what must be said with the figures."""
    if tree is None:
        yield "no tree: NashConv is not measured"
        if not make_abstraction(load_game(args.game), args.abstraction).has_perfect_recall:
            yield f"abstraction {args.abstraction}: imperfect recall, convergence is not guaranteed"
        return
    if tree.players > 2:
        yield (
            f"{tree.players} seats: NashConv 0 is an equilibrium, which nobody gains by leaving "
            f"alone; it guarantees no payoff against others, and no algorithm is sure to reach it"
        )
    elif not tree.is_constant_sum():
        yield "the payoffs are not zero-sum: convergence is not guaranteed; see utility=zero_sum"
    if tree.redeals:
        yield f"{tree.redeals} ends of the tree are redeals, counted with the scores so far"
