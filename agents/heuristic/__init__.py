"""Heuristic policies, one module a game: what a sound club player does, compiled."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.errors import BadOptions

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game


@cache
def games() -> tuple[str, ...]:
    """Return the names of the games that have a heuristic."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def policy(game: Game) -> np.ndarray:
    """Return the heuristic's record for a game, an array of length 1.

    Raises:
        BadOptions: if the game has none.
    """
    if game.name not in games():
        raise BadOptions(f"no heuristic for {game.name}; there is one for {', '.join(games())}")
    record: np.ndarray = importlib.import_module(f"{__name__}.{game.name}").policy(game)
    return record
