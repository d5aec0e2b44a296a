"""The conformance suite: what every game must pass, for the author of a game to call.

    python -m prikup.envs.check kuhn_poker

`check_game` raises at the first rule of the contract that is broken and says where; `examine` runs
on and collects. The checks themselves are in `prikup.envs.checks`.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .checks import batches, copies, knowledge, rules, seconds
from .checks.walks import FULL, QUICK, CheckFailed, Run
from .engine.errors import BadOptions, PrikupError, nearest
from .engine.game import Game
from .registry import load_game

__all__ = [
    "CHECKS",
    "CheckFailed",
    "Report",
    "check_agent",
    "check_game",
    "check_policy",
    "examine",
]

# In this order: where the limits do not hold, nothing else can be trusted to come back.
CHECKS: dict[str, Callable[[Run], None]] = {
    "limits": rules.check_limits,
    "scores": rules.check_scores,
    "match": rules.check_match,
    "cards": rules.check_cards,
    "illegal": rules.check_illegal,
    "texts": rules.check_texts,
    "repeatable": rules.check_repeatable,
    "copies": copies.check_copies,
    "deals": copies.check_deals,
    "leaks": knowledge.check_leaks,
    "recall": knowledge.check_recall,
    "worlds": knowledge.check_worlds,
    "referee": seconds.check_referee,
    "batch": batches.check_batch,
    "pettingzoo": seconds.check_pettingzoo,
    "modes": seconds.check_modes,
}


@dataclass
class Report:
    """What came out: the checks passed, the failures by check, and the figures measured."""

    game: str
    seed: int
    passed: list[str] = field(default_factory=list)
    failures: dict[str, CheckFailed] = field(default_factory=dict)
    figures: dict[str, str] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """Return the report as text, one line a check."""
        lines = [f"{self.game}, seed {self.seed}"]
        for name in CHECKS:
            figure = self.figures.get(name, "")
            if name in self.failures:
                lines.append(f"FAIL {name:<10} {self.failures[name]}")
            elif name in self.passed:
                lines.append(f"ok   {name:<10} {figure}".rstrip())
        return lines


def _make_run(game: str | Game, seed: int, games: int, quick: bool, referee: Any) -> Run:
    budget = QUICK if quick else FULL
    if games:
        budget = dataclasses.replace(budget, walks=games)
    return Run(load_game(game) if isinstance(game, str) else game, seed, budget, referee)


def examine(
    game: str | Game,
    *,
    seed: int = 0,
    games: int = 0,
    quick: bool = True,
    referee: Any = None,
    only: Iterable[str] = CHECKS,
    stop: bool = False,
) -> Report:
    """Run checks and collect their failures; arguments as `check_game`.

    Args:
        game: The game.
        seed: Decides all that is random.
        games: Random episodes a check plays.
        quick: Seconds instead of minutes.
        referee: A second implementation of the rules.
        only: Names of the checks to run.
        stop: Whether to stop at the first failure.
    """
    wanted = list(only)
    for name in wanted:
        if name not in CHECKS:
            raise BadOptions(f"no check {name!r}; {nearest(name, CHECKS)}")
    run = _make_run(game, seed, games, quick, referee)
    report = Report(str(run.game), seed, figures=run.figures)
    for name, check in CHECKS.items():
        if name not in wanted or (name == "referee" and referee is None):
            continue
        try:
            check(run)
        except CheckFailed as failure:
            report.failures[name] = failure
        except Exception as error:  # of the game's own code, or of the engine fed by it
            raised = run.fail(f"{name} must not raise", f"{type(error).__name__}: {error}")
            raised.__cause__ = error
            report.failures[name] = raised
        else:
            report.passed.append(name)
        if report.failures and (stop or "limits" in report.failures):
            break
    return report


def check_game(
    game: str | Game,
    *,
    seed: int = 0,
    games: int = 0,
    quick: bool = True,
    referee: Any = None,
    only: Iterable[str] = CHECKS,
    report: Callable[[str], Any] | None = print,
) -> Report:
    """Check that a game keeps the contract.

    Args:
        game: A game, or its text as for `load_game`.
        seed: Decides all that is random.
        games: Random episodes a check plays; 0 for 8 (quick) or 100.
        quick: Seconds instead of minutes.
        referee: A second implementation of the rules to compare with: an undealt object with
            `clone`, `player`, `wants_deck`, `legal`, `deal`, `play`, `scores`, and perhaps
            `places` and `knows`.
        only: Names of the checks to run.
        report: Gets one line a check; None for silence.

    Returns:
        The report: checks passed and figures measured, such as the number of information sets.

    Raises:
        CheckFailed: at the first broken rule; the message names it, the position and the seed.
    """
    found = examine(
        game, seed=seed, games=games, quick=quick, referee=referee, only=only, stop=True
    )
    if report is not None:
        for line in found.lines():
            report(line)
    for failure in found.failures.values():
        raise failure
    return found


def check_agent(game: str | Game, agent: Any, *, seed: int = 0, quick: bool = True) -> None:
    """Check that an agent decides by its view alone.

    Args:
        game: The game.
        agent: Has `act(view)`, and `reset(seed)` where it has randomness or memory.
        seed: Decides all that is random.
        quick: Seconds instead of minutes.

    Raises:
        CheckFailed: if it decides otherwise when what is hidden is exchanged behind its back.
    """
    seconds.check_decisions(_make_run(game, seed, 0, quick, None), agent)


def check_policy(
    game: str | Game, policy: np.ndarray, *, seed: int = 0, quick: bool = True
) -> None:
    """Check that a compiled policy decides alike in all worlds of a view.

    Args:
        game: The game.
        policy: The policy's record array of length 1.
        seed: Decides all that is random.
        quick: Seconds instead of minutes.

    Raises:
        CheckFailed: if it looks at what its seat does not know.
    """
    seconds.check_choices(_make_run(game, seed, 0, quick, None), policy)


def main(arguments: list[str] | None = None) -> int:
    """Check a game from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m prikup.envs.check", description="Check that a game keeps the contract."
    )
    parser.add_argument("game", help="name or name:key=value,key=value")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=0, help="random episodes a check plays")
    parser.add_argument("--full", action="store_true", help="minutes instead of seconds")
    parser.add_argument("--only", nargs="+", default=list(CHECKS), help="names of checks")
    given = parser.parse_args(arguments)
    try:
        report = examine(
            given.game, seed=given.seed, games=given.games, quick=not given.full, only=given.only
        )
    except PrikupError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(report.lines()))
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
