"""Abstractions of full-size games, one module a game.

A module offers `NAMED`, a dict from names to functions of a game that return an `Abstraction` (see
`prikup.agents.cfr.abstraction`); it is imported when it is asked for.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game


def named(game: Game) -> Mapping[str, Callable[[Game], Any]]:
    """Return the abstractions of a game by name; empty where it has none."""
    if game.name not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return {}
    found: Mapping[str, Callable[[Game], Any]]
    found = importlib.import_module(f"{__name__}.{game.name}").NAMED
    return found
