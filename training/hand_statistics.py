"""Hand statistics: tables of what bids brought with such hands, counted in self-play.

    from prikup.training.hand_statistics import Args, train
    result = train(Args("thousand:utility=zero_sum", out="runs/tables"))

After the bidding of S. Edelkamp, "Challenging human supremacy in Skat" (SoCS 2019): hands are
hashed into features, a table says how deals with such features ended, and the bid with the best
expected score is made. The first round counts what happens when all bid by a compiled policy, the
later ones when half of the seats bid by the tables of the round before; in each deal one bid is
random, so that every bid is seen. The cards are always played by the policy. A round follows from
the seed, its number and the last tables alone, so a resumed run equals one that was never stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from prikup.agents.bidding.statistics import TABLES_FILE, Bidder, HandStatistics, make_bidder
from prikup.envs import load_game
from prikup.envs.batch import Batch
from prikup.envs.engine.errors import BadOptions
from prikup.envs.files import write_whole
from prikup.envs.opponents import named_policy

from .interrupt import held_interrupt
from .measure import Duplicate, random_generator
from .progress import iteration_bar
from .runs import CONFIG_FILE, METRICS_FILE, metrics_text
from .samples import Samples, make_samples
from .selfplay import Asked, Choose, evaluation_seed, training_seed

_EXPLORATION, _BIDDERS = 51, 52  # purposes of random numbers
_MANY = 1 << 20  # more than the batches of a round


@dataclass(frozen=True)
class Args:
    """What to count, and how."""

    game: str
    """The game, `name:key=value,...`: Ninety-Nine or Thousand."""
    out: str | None = None
    """Folder for configuration, metrics and tables."""
    resume: bool = False
    """Go on with the run in the folder; it may be given more iterations."""
    iterations: int = 3
    """Rounds; the tables of each are counted anew, by the bids of the last ones."""
    deals: int = 200_000
    """Deals of a round."""
    seed: int = 0
    """Decides everything: deals, who bids by what, random bids."""
    lanes: int = 4096
    """Deals played side by side."""
    teacher: str = "heuristic"
    """The policy that bids at first, in half of the seats later, and plays the cards."""
    explore: float = 1.0
    """Share of the deals in which one bid is random; what was bid before it is not counted."""
    aggressiveness: float = 0.0
    """The agent's setting with which the tables are measured; while counting it is 0."""
    evaluation_deals: int = 1000
    """Duplicate deals of the evaluation after each round, never among those counted."""
    threads: int = 1
    """Threads of the games; the results do not depend on them."""

    def check(self) -> None:
        """Raise BadOptions on a value out of range."""
        for name in ("iterations", "deals", "lanes", "threads"):
            if getattr(self, name) < 1:
                raise BadOptions(f"{name} must be at least 1, got {getattr(self, name)}")
        if not 0.0 < self.explore <= 1.0:
            raise BadOptions(f"explore must be above 0 and at most 1, got {self.explore}")
        if self.resume and self.out is None:
            raise BadOptions("resume: the folder of the run is missing")


@dataclass
class Result:
    """What a run has counted."""

    statistics: HandStatistics
    """Those of the last round."""
    rows: list[dict[str, float]]
    """The metrics after each round, also in `metrics.csv`."""
    iteration: int
    """Rounds done."""
    is_stopped: bool = False
    """Whether it was broken off by Ctrl-C."""
    notes: list[str] = field(default_factory=list)
    """What must be said with the figures."""


def train(
    args: Args,
    *,
    on_row: Callable[[dict[str, float]], None] | None = None,
    progress: bool = False,
) -> Result:
    """Count hand statistics; Ctrl-C stops after the round.

    Args:
        args: What and how.
        on_row: Called with the metrics after each round of this call.
        progress: Whether to show a bar on stderr when it takes longer than two seconds.

    Raises:
        BadOptions: on bad arguments, or a run that cannot be resumed.
    """
    args.check()
    counter = _Counter(args)
    bar = iteration_bar("hand_statistics", counter.round, args.iterations, progress)
    with bar, held_interrupt() as interrupted:
        while counter.round < args.iterations and not interrupted():
            row = counter.work()
            bar.update(1)
            if on_row is not None:
                on_row(row)
        is_stopped = interrupted()
    if counter.statistics is None:
        raise KeyboardInterrupt("stopped before the first round was done; nothing is kept")
    return Result(counter.statistics, counter.rows, counter.round, is_stopped)


class _Counter:
    """The rounds of a run with their evaluations and files."""

    def __init__(self, args: Args) -> None:
        self.args = args
        self.game = load_game(args.game)
        make_samples(self.game)  # refuses games without statistics
        self.teacher = named_policy(args.teacher, self.game)
        self.batch = Batch(self.game, args.lanes, threads=args.threads, final_observations=True)
        self.round, self.seconds = 0, 0.0
        self.statistics: HandStatistics | None = None
        self.rows: list[dict[str, float]] = []
        free = ("out", "resume", "iterations", "threads")
        given = asdict(args) | {"game": str(self.game), "rules": self.game.definition.version}
        self.config = {name: value for name, value in given.items() if name not in free}
        if args.out is not None:
            self._open(Path(args.out))
        seed = evaluation_seed(args.seed)
        self.duplicate = Duplicate(self.game, "heuristic", args.evaluation_deals, seed)
        self.features = make_bidder(self.game)

    def work(self) -> dict[str, float]:
        """Do a round; returns its metrics."""
        start = time.perf_counter()
        args = self.args
        samples = make_samples(self.game)
        bidder = None
        if self.statistics is not None:
            bidder = make_bidder(self.game, self.statistics.tables)
        batches = -(-args.deals // args.lanes)
        for number in range(batches):
            self._play(samples, bidder, self.round * _MANY + number)
        deals = batches * args.lanes
        tables = samples.tables()
        self.round += 1
        self.seconds += time.perf_counter() - start
        found = self.duplicate.measure(
            lambda batch: bidding_by(
                batch, make_bidder(self.game, tables), self.teacher, args.aggressiveness
            )
        )
        row = {
            "iteration": float(self.round),
            "decisions": float(self.round * deals),
            "seconds": round(self.seconds, 2),
            "difference": found.mean,
            "half_width": found.half_width,
        }
        self.rows.append(row)
        run = {"config": self.config, "seconds": self.seconds, "rows": self.rows}
        version = self.game.definition.version
        self.statistics = HandStatistics(str(self.game), version, deals, tables, run)
        self._save()
        return row

    def _play(self, samples: Samples, bidder: Bidder | None, number: int) -> None:
        """Play a deal in every lane and take it down."""
        args, batch = self.args, self.batch
        rng = random_generator(args.seed, number, _EXPLORATION)
        shape = batch.rewards.shape
        by_tables = random_generator(args.seed, number, _BIDDERS).random(shape) < 0.5
        totals, movers = np.zeros(shape), np.zeros(batch.size, np.int64)
        finals = np.zeros_like(batch.observations)
        # Drawn beforehand, so that what is counted does not hang on what happened later.
        since = rng.integers(samples.steps[0], samples.steps[1] + 1, batch.size)
        since[rng.random(batch.size) >= args.explore] = 0
        episodes = _episodes(batch, training_seed(args.seed, number))
        for step, (asked, answer) in enumerate(episodes, 1):
            actions = batch.advise(self.teacher, asked.lanes)
            (own,) = np.nonzero(self.features.asks(asked.observations))
            if bidder is not None:
                some = own[by_tables[asked.lanes[own], asked.seats[own]]]
                if len(some):
                    actions[some] = bidder.choose(asked.observations[some], asked.masks[some], 0.0)
            some = own[since[asked.lanes[own]] == step]
            if len(some):
                drawn = actions[some]
                samples.explore(Asked(*(part[some] for part in asked)), drawn, rng)
                actions[some] = drawn
            if len(own):
                samples.note(Asked(*(part[own] for part in asked)), actions[own], step)
            movers[asked.lanes] = asked.seats
            answer(actions)
            totals[asked.lanes] += batch.rewards[asked.lanes]
            over = asked.lanes[batch.dones[asked.lanes]]
            assert batch.final_observations is not None
            finals[over] = batch.final_observations[over]
        samples.finish(since, finals, movers, totals)

    # --- files ---

    def _open(self, out: Path) -> None:
        """Begin a folder, or take up the run in it."""
        exists = (out / TABLES_FILE).exists()
        if not self.args.resume:
            if exists:
                raise BadOptions(f"{out}: holds a run already; resume it or take another folder")
        elif not exists:
            raise BadOptions(f"{out}: there is no run to resume")
        else:
            self.statistics = HandStatistics.load(out / TABLES_FILE)
            run = self.statistics.run
            for name, value in self.config.items():
                was = run["config"].get(name)
                if was != value:
                    raise BadOptions(
                        f"{out}: cannot resume: {name} was {was!r} and is {value!r} now"
                    )
            self.round, self.seconds, self.rows = len(run["rows"]), run["seconds"], run["rows"]
        write_whole(out / CONFIG_FILE, json.dumps(self.config, indent=2) + "\n")

    def _save(self) -> None:
        """Write metrics and tables; the tables, from which a run is resumed, come last."""
        if self.args.out is None or self.statistics is None:
            return
        out = Path(self.args.out)
        write_whole(out / METRICS_FILE, metrics_text(self.rows))
        self.statistics.save(out / TABLES_FILE)


def _episodes(batch: Batch, seed: int) -> Iterator[tuple[Asked, Callable[[np.ndarray], None]]]:
    """Play one episode in every lane: give decisions and how to answer them, until all are over."""
    batch.reset(seed)
    running = np.arange(batch.size)
    while len(running):
        everywhere = batch.masks.argmax(axis=1)  # lanes that wait play anything
        asked = Asked(
            running, batch.players[running], batch.observations[running], batch.masks[running]
        )

        def answer(
            actions: np.ndarray, everywhere: np.ndarray = everywhere, lanes: np.ndarray = running
        ) -> None:
            everywhere[lanes] = actions
            batch.step(everywhere)

        yield asked, answer
        running = running[~batch.dones[running]]


def bidding_by(batch: Batch, bidder: Bidder, helper: np.ndarray, aggressiveness: float) -> Choose:
    """Return choices that are a bidder's where it is asked, a compiled policy's elsewhere."""

    def choose(asked: Asked) -> np.ndarray:
        early = bidder.asks(asked.observations)
        chosen = np.zeros(len(early), np.int64)
        if early.any():
            chosen[early] = bidder.choose(
                asked.observations[early], asked.masks[early], aggressiveness
            )
        chosen[~early] = batch.advise(helper, asked.lanes[~early])
        return chosen

    return choose
