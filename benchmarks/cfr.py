"""How fast equilibria are computed: CFR+ and external sampling on Leduc poker, against OpenSpiel.

`prikup bench cfr` prints it. Both sides walk the same game (`test_numbers` compares the figures
that come out), and both are measured in one run. An iteration updates every seat once.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from prikup.agents.cfr.native import NativeSolver
from prikup.agents.cfr.sampling import SamplingSolver
from prikup.agents.cfr.tabular import TabularSolver
from prikup.agents.cfr.tree import Tree
from prikup.envs.engine.game import Game
from prikup.envs.registry import load_game

from .timing import Measured, Work, compared, measure

NO_PEER = "OpenSpiel is not installed: nothing is compared with it."
GAMES = ("kuhn_poker", "leduc_poker")  # of those given, these have a peer
_SECONDS, _QUICK_SECONDS = 6.0, 0.2


def run(
    games: Sequence[str] | None = None, *, seconds: float | None = None, quick: bool = False
) -> Iterator[Measured]:
    """Measure all games.

    Args:
        games: Games that have a tree; None: Kuhn and Leduc poker.
        seconds: Time for each rate; None: a few seconds.
        quick: Whether to measure Kuhn poker only (where no games are given), and briefly.
    """
    seconds = seconds or (_QUICK_SECONDS if quick else _SECONDS)
    for name in games or (["kuhn_poker"] if quick else GAMES):
        game = load_game(name)
        tree = Tree.of(game)
        for what, own, peer, other in _pairs(game, tree):
            works = {"own": own}
            if other is not None and importlib.util.find_spec("pyspiel") is not None:
                works[peer] = other()
            rates = measure(works, seconds)
            unit = "iterations/s"
            yield compared("cfr", what, str(game), unit, rates["own"], peer, rates.get(peer))


def notes() -> list[str]:
    """Return what must be said with the figures here and now."""
    return [] if importlib.util.find_spec("pyspiel") is not None else [NO_PEER]


def _pairs(game: Game, tree: Tree) -> Iterator[tuple[str, Work, str, Callable[[], Work] | None]]:
    """Yield what is measured, our work, the peer's name, and what makes its work."""
    is_known = str(game) in {str(load_game(name)) for name in GAMES}

    def peer(solver: str, step: str) -> Callable[[], Work] | None:
        return (lambda: openspiel_work(game.name, solver, step)) if is_known else None

    evaluate, sample = "evaluate_and_update_policy", "run_iteration"
    yield (
        "cfr+",
        _work(TabularSolver(tree, "cfr+")),
        "pyspiel CFRPlusSolver",
        peer("CFRPlusSolver", evaluate),
    )
    yield "dcfr", _work(TabularSolver(tree, "dcfr")), "", None
    external, outcome = "ExternalSamplingMCCFRSolver", "OutcomeSamplingMCCFRSolver"
    for scheme, name in (("es_mccfr", external), ("os_mccfr", outcome)):
        yield scheme, _work(SamplingSolver(tree, scheme)), f"pyspiel {name}", peer(name, sample)
        own = _work(NativeSolver(game, scheme))
        yield f"{scheme}_native", own, f"pyspiel {name}", peer(name, sample)


def _work(solver: Any) -> Work:
    def work(amount: int) -> float:
        solver.run(amount)
        return amount

    return work


def openspiel_work(name: str, solver: str, step: str) -> Work:
    """Return the work of iterations of one of OpenSpiel's C++ solvers.

    Args:
        name: Of the game, which is called the same there.
        solver: Of the class.
        step: The method that does an iteration.
    """
    import pyspiel

    solving = getattr(pyspiel, solver)(pyspiel.load_game(name))
    advance = getattr(solving, step)

    def work(amount: int) -> float:
        for _ in range(amount):
            advance()
        return amount

    return work
