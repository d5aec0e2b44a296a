"""The small versions of all games, solved: size, value, and how soon NashConv is small.

`prikup bench minis` prints it. DCFR runs on one thread; the tree is built before. A game counts as
solved when NashConv is below one hundredth of its payoff range; the values are those of the policy
when it is below one thousandth, or after the time given.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from prikup.agents.cfr.best_response import evaluate
from prikup.agents.cfr.tabular import TabularSolver
from prikup.agents.cfr.tree import Tree
from prikup.envs.registry import game_names, load_game

SOLVED, EXACT = 1e-2, 1e-3  # shares of the payoff range
SMALL = {"kuhn_poker": ("classic", "three"), "leduc_poker": ("classic",)}  # games small as they are
LARGE = ("thousand:preset=mini3",)  # about 5e8 nodes: small enough to sample, not to solve
_SECONDS, _QUICK_SECONDS = 60.0, 1.0


@dataclass(frozen=True)
class Mini:
    """What was found about a small version of a game."""

    bench: str
    game: str
    players: int
    nodes: int
    infosets: int
    payoff_range: float
    solved_iteration: int | None
    """After which NashConv was below a hundredth of the range; None: it was not within the time."""
    solved_seconds: float | None
    iteration: int
    nash_conv: float
    values: list[float]
    """Each seat's payoff under the last policy."""

    @property
    def row(self) -> Mini:
        """The row for JSON: all of it."""
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return asdict(self)

    def text(self) -> str:
        """Return the row as a line of aligned columns."""
        values = " ".join(f"{value:.4g}" for value in self.values)
        solved = "not solved" if self.solved_seconds is None else f"{self.solved_seconds:.2f} s"
        return (
            f"{self.game:<32} {self.nodes:>9} nodes {self.infosets:>7} sets  1 % after {solved}, "
            f"NashConv {self.nash_conv:.3g} at {self.iteration}  values {values}"
        )


def minis() -> list[str]:
    """Return all small versions: presets called mini…, and games that are small as they are."""
    found = []
    for name in game_names():
        presets = type(load_game(name).options).PRESETS
        small = [preset for preset in presets if preset.startswith("mini")]
        found += [f"{name}:preset={preset}" for preset in SMALL.get(name, ()) or small]
    return [name for name in found if name not in LARGE]


def run(
    games: Sequence[str] | None = None, *, seconds: float | None = None, quick: bool = False
) -> Iterator[Mini]:
    """Solve games.

    Args:
        games: The games; None: all small versions.
        seconds: The longest time in iterations for each; None: a minute.
        quick: Whether to solve Kuhn poker only (where no games are given), and briefly.
    """
    seconds = seconds or (_QUICK_SECONDS if quick else _SECONDS)
    for name in games or (["kuhn_poker"] if quick else minis()):
        yield solve_mini(name, seconds)


def solve_mini(name: str, seconds: float) -> Mini:
    """Solve one game until it is exact or the time is over."""
    tree = Tree.of(load_game(name))
    solver, spent, target = TabularSolver(tree, "dcfr"), 0.0, 1
    solver.run(0)  # compiles, or loads what was compiled
    solved: tuple[int, float] | None = None
    while True:
        start = time.perf_counter()
        solver.run(target - solver.iteration)
        spent += time.perf_counter() - start
        found = evaluate(tree, solver.policy())
        share = found.nash_conv / tree.payoff_range()
        if solved is None and share < SOLVED:
            solved = solver.iteration, round(spent, 3)
        if share < EXACT or spent > seconds:
            break
        target += max(1, target // 4)
    return Mini(
        bench="minis",
        game=str(load_game(name)),
        players=tree.players,
        nodes=tree.nodes,
        infosets=tree.infosets,
        payoff_range=tree.payoff_range(),
        solved_iteration=solved[0] if solved else None,
        solved_seconds=solved[1] if solved else None,
        iteration=solver.iteration,
        nash_conv=found.nash_conv,
        values=[round(value, 5) + 0.0 for value in found.values],
    )


def notes() -> list[str]:
    """Return what must be said with the figures."""
    return ["DCFR, alternating updates; the values of three and more seats are not unique."]
