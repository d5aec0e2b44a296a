"""A learner's run: its loop, its folder, its evaluations.

A folder holds `config.json`, `metrics.csv` (a row an evaluation), `checkpoint.npz`, and two
networks: `last.npz`, and `best.npz`, the one with the best evaluation, or with `gate` the last that
beat the best one before it. All of them are written
whole. A resumed run goes on to the last bit as if it had never stopped, on one thread; what differs
are the seconds, and the evaluation that a shorter run makes at its end.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from prikup.agents.cfr.store import read_arrays, write_arrays
from prikup.agents.neural.network import BEST_FILE, Network
from prikup.agents.neural.stages import ALL
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game
from prikup.envs.files import write_whole

from .args import RunArgs
from .interrupt import held_interrupt
from .measure import Duplicate, Exact, Gate, default_reference
from .progress import iteration_bar
from .selfplay import evaluation_seed, gate_seed

FORMAT, VERSION = "prikup-learner", 1
CHECKPOINT_FILE, LAST_FILE = "checkpoint.npz", "last.npz"
CONFIG_FILE, METRICS_FILE = "config.json", "metrics.csv"
SAVE_SECONDS = 300.0  # of work after which a checkpoint is written in any case
# What may be otherwise in a run that is resumed.
_FREE = {"out", "resume", "iterations", "minutes", "threads", "device", "tensorboard"}


class Diverged(RuntimeError):
    """A loss or a network is not finite any more."""


class Learner(Protocol):
    """What the loop asks of an algorithm."""

    game: Game
    algorithm: str
    iteration: int
    """The iterations done."""
    decisions: int
    """The decisions learned from."""

    def work(self) -> dict[str, float]:
        """Do an iteration; return its metrics."""

    def network(self) -> Network:
        """Return the network that plays."""

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all that the next iterations follow from."""

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        """Put back what `arrays` returned."""


@dataclass
class Result:
    """What a run has learned."""

    network: Network
    """The last one."""
    best: Network
    """The one with the best evaluation, or the last to pass the gate."""
    rows: list[dict[str, float]]
    """The metrics at each evaluation, also in `metrics.csv`."""
    iteration: int
    is_stopped: bool = False
    """Whether it was broken off by Ctrl-C."""
    notes: list[str] = field(default_factory=list)
    """What must be said with the figures."""


def run(
    args: RunArgs,
    learner: Learner,
    *,
    on_row: Callable[[dict[str, float]], None] | None = None,
    progress: bool = False,
) -> Result:
    """Let a learner work, measure it now and then, keep what it has learned.

    Args:
        args: How long, and where to keep it.
        learner: The algorithm, at its beginning.
        on_row: Called with the metrics of each evaluation of this call.
        progress: Whether to show a bar on stderr when it takes longer than two seconds.

    Returns:
        The result; after Ctrl-C or the minutes that of the iterations done.

    Raises:
        BadOptions: on bad arguments, or a run that cannot be resumed.
        Diverged: if a number is not finite.
    """
    job = _Job(args, learner)
    bar = iteration_bar(learner.algorithm, learner.iteration, args.iterations, progress)
    start = time.monotonic()
    is_late = False
    with bar, held_interrupt() as interrupted:
        while learner.iteration < args.iterations and not interrupted() and not is_late:
            job.work()
            bar.update(1)
            is_late = bool(args.minutes) and time.monotonic() - start > 60.0 * args.minutes
            is_end = is_late or learner.iteration == args.iterations
            if is_end or learner.iteration % args.evaluate_every == 0:
                row = job.evaluate()
                bar.set_postfix_str(_short(row))
                if on_row is not None:
                    on_row(row)
                job.save()
    job.save()
    network = learner.network()
    best = job.best if job.best is not None else network
    return Result(network, best, job.rows, learner.iteration, interrupted(), job.notes)


def _short(row: dict[str, float]) -> str:
    """Return what the bar says of an evaluation."""
    return (
        f"{row['decisions_per_second']:.0f} decisions/s, {row['difference']:+.3g} "
        f"± {row['half_width']:.2g} to the reference"
    )


class _Job:
    """A learner with its evaluations and files."""

    def __init__(self, args: RunArgs, learner: Learner) -> None:
        self.args, self.learner, self.game = args, learner, learner.game
        self.rows: list[dict[str, float]] = []
        self.best: Network | None = None
        self.seconds = 0.0  # of iterations, evaluations not included
        self.notes: list[str] = []
        self._saved = -1
        self._since_save = 0.0
        self._metrics: dict[str, float] = {}
        reference = args.reference
        reference = default_reference(self.game) if reference == "auto" else reference
        self.config = {
            **asdict(args),
            "game": str(self.game),
            "rules": self.game.definition.version,
            "algorithm": learner.algorithm,
            "reference": reference,
        }
        if args.out is not None:
            self._open(Path(args.out))
        events = learner.network().events
        self.exact = Exact(self.game, events) if args.exact else None
        seed = evaluation_seed(args.seed)
        self.duplicate = Duplicate(self.game, reference, args.evaluation_deals, seed)
        self.gate: Gate | None = None
        if args.gate:
            if learner.network().stage != ALL:
                raise BadOptions("gate: a network that bids only cannot play against itself")
            self.gate = Gate(self.game, args.evaluation_deals, gate_seed(args.seed), events)
        self.board = _board(Path(args.out)) if args.tensorboard and args.out is not None else None
        if self.game.num_players() > 2 and args.exact:
            self.notes.append("more than two seats: NashConv 0 guarantees nobody a payoff")

    def work(self) -> None:
        """Do an iteration."""
        start = time.perf_counter()
        self._metrics = self.learner.work()
        spent = time.perf_counter() - start
        if not all(np.isfinite(value) for value in self._metrics.values()):
            raise Diverged(
                f"{self.game}: {self.learner.algorithm} at iteration {self.learner.iteration}: "
                f"{self._metrics}; a smaller learning rate may help"
            )
        self.seconds += spent
        self._since_save += spent
        if self._since_save > SAVE_SECONDS:
            self.save()

    def evaluate(self) -> dict[str, float]:
        """Measure the network and keep the figures, and the network if it is the best."""
        learner = self.learner
        network = learner.network()
        found = self.duplicate.compare(network, getattr(learner, "helper", None))
        row: dict[str, float] = {
            "iteration": learner.iteration,
            "decisions": learner.decisions,
            "seconds": round(self.seconds, 2),
            "decisions_per_second": round(learner.decisions / max(self.seconds, 1e-9), 1),
            "difference": found.mean,
            "half_width": found.half_width,
            **self._metrics,
        }
        if self.exact is not None:
            row["nash_conv"] = self.exact.evaluate(network).nash_conv
        if self.gate is not None:
            to_best = self.gate.compare(network, self.best or network)
            row["to_best"], row["to_best_half_width"] = to_best.mean, to_best.half_width
            is_better = to_best.mean > 0.0
        else:
            is_better = all(_merit(row) > _merit(other) for other in self.rows)
        if self.best is None or is_better:
            self.best = network
        self.rows.append(row)
        if self.board is not None:
            for name, value in row.items():
                self.board.add_scalar(name, value, learner.decisions)
            self.board.flush()
        return row

    # --- files ---

    def _open(self, out: Path) -> None:
        """Begin a folder, or take up the run in it."""
        exists = (out / CHECKPOINT_FILE).exists()
        if not self.args.resume:
            if exists:
                raise BadOptions(f"{out}: holds a run already; resume it or take another folder")
            write_whole(out / CONFIG_FILE, json.dumps(self.config, indent=2) + "\n")
            return
        if not exists:
            raise BadOptions(f"{out}: there is no run to resume")
        about, arrays = read_arrays(out / CHECKPOINT_FILE, FORMAT, VERSION)
        for name, value in self.config.items():
            was = about["config"].get(name)
            if name not in _FREE and was != value:
                raise BadOptions(f"{out}: cannot resume: {name} was {was!r} and is {value!r} now")
        self.learner.restore(arrays)
        self.seconds = float(about["seconds"])
        self.rows = about["rows"]
        if (out / BEST_FILE).exists():
            self.best = Network.load(out / BEST_FILE)
        self._saved = self.learner.iteration
        write_whole(out / CONFIG_FILE, json.dumps(self.config, indent=2) + "\n")

    def save(self) -> None:
        """Write checkpoint, metrics and networks, where there is a folder and anything is new."""
        self._since_save = 0.0
        learner = self.learner
        if self.args.out is None or learner.iteration == self._saved:
            return
        out = Path(self.args.out)
        about = {
            "format": FORMAT,
            "version": VERSION,
            "config": self.config,
            "seconds": self.seconds,
            "rows": self.rows,
        }
        network = learner.network()
        # The checkpoint comes last: what it speaks of is there then, however the run ends.
        if self.best is not None:
            self.best.save(out / BEST_FILE)
        network.save(out / LAST_FILE)
        write_whole(out / METRICS_FILE, metrics_text(self.rows))
        write_arrays(out / CHECKPOINT_FILE, about, learner.arrays())
        self._saved = learner.iteration


def metrics_text(rows: list[dict[str, float]]) -> str:
    """Return metrics as CSV, one column a metric that any row has."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _merit(row: dict[str, float]) -> float:
    """Return what the best network is chosen by: NashConv where it is known."""
    return -row["nash_conv"] if "nash_conv" in row else row["difference"]


def _board(out: Path) -> Any:
    """Return TensorBoard's writer."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise BadOptions("tensorboard is not installed: pip install tensorboard") from None
    return SummaryWriter(str(out / "tensorboard"))
