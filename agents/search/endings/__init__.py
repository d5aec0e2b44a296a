"""Endings that a solver plays out exactly, one module a game: what PIMC uses where it can."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np

    from prikup.envs.engine.game import Game


class Ending(Protocol):
    """Solves endings of one game with all cards open."""

    def solves(self, worlds: np.ndarray) -> bool:
        """Return whether worlds (alike in all that is public) are endings that it solves."""

    def payoffs(self, worlds: np.ndarray) -> np.ndarray:
        """Return what each seat is paid in each world, float64[N, P], as the game's utility."""


def of_game(game: Game) -> Ending | None:
    """Return a new solver of a game's endings, None where the game has none."""
    if game.name not in [module.name for module in pkgutil.iter_modules(__path__)]:
        return None
    ending: Ending = importlib.import_module(f"{__name__}.{game.name}").ending()
    return ending
