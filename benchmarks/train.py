"""How fast agents are learned: decisions a second of the games alone, of play, and with learning.

`prikup bench train` prints it. All rows of a game are measured in turns within one run, with the
learners' default settings and one thread: what `dmc` loses beside `dmc_play` is the gradient
steps' share, what `dmc_play` loses beside `games` is the network's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from prikup.envs.engine.errors import BadOptions
from prikup.envs.registry import load_game

from .timing import Measured, Work, compared, measure

GAMES = ("ninety_nine", "thousand")
_SECONDS, _QUICK_SECONDS = 10.0, 0.2


def run(
    games: Sequence[str] | None = None, *, seconds: float | None = None, quick: bool = False
) -> Iterator[Measured]:
    """Measure all games.

    Args:
        games: Games; None: Ninety-Nine and Thousand.
        seconds: Time for each rate; None: some seconds.
        quick: Whether to measure Kuhn poker only (where no games are given), and briefly.

    Raises:
        BadOptions: if PyTorch is missing.
    """
    try:
        from prikup.training import dmc, ppo
    except ImportError as error:
        raise BadOptions(str(error)) from None

    seconds = seconds or (_QUICK_SECONDS if quick else _SECONDS)
    lanes = 64 if quick else 512
    for name in games or (["kuhn_poker"] if quick else GAMES):
        text = str(load_game(name))
        first = dmc.DmcLearner(dmc.Args(text, lanes=lanes, epsilon=0.0))
        second = ppo.PpoLearner(ppo.Args(text, lanes=lanes))
        works = {
            "games": _playing(first, _random),
            "dmc_play": _playing(first, first.explore),
            "dmc": _learning(first),
            "ppo_play": _playing(second, second.draw),
            "ppo": _learning(second),
        }
        rates = measure(works, seconds)
        for what, rate in rates.items():
            yield compared("train", what, text, "decisions/s", rate)


def notes() -> list[str]:
    """Return what must be said with the figures here and now."""
    return ["decisions of all seats in self-play, networks of the default size"]


def _random(asked: Any, rng: np.random.Generator) -> np.ndarray:
    """Return uniform legal actions."""
    lots = np.where(asked.masks, rng.random(asked.masks.shape, np.float32), np.float32(-1.0))
    found: np.ndarray = lots.argmax(axis=1)
    return found


def _playing(learner: Any, choose: Any) -> Work:
    """Return the work of playing, an episode in every lane at a time."""
    from prikup.training.selfplay import play_at

    rng = np.random.default_rng(0)

    def work(amount: int) -> float:
        return float(
            sum(
                len(play_at(learner.tables[0], seed, lambda asked: choose(asked, rng)).actions)
                for seed in range(amount)
            )
        )

    return work


def _learning(learner: Any) -> Work:
    """Return the work of whole iterations."""

    def work(amount: int) -> float:
        before = learner.decisions
        for _ in range(amount):
            learner.work()
        return float(learner.decisions - before)

    return work
