"""The games found under `prikup.envs.games`. Listing them imports none."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .engine.errors import BadOptions, nearest
from .engine.options import parse_settings

if TYPE_CHECKING:
    from .engine.definition import Definition
    from .engine.game import Game

_GAMES = Path(__file__).resolve().parent / "games"


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    found = pkgutil.iter_modules([str(_GAMES)])
    return tuple(sorted(module.name for module in found if not module.name.startswith("_")))


@cache
def load_definition(name: str) -> Definition:
    """Load a game's modules.

    Raises:
        BadOptions: if there is no such game; the message offers the nearest names.
    """
    if name not in game_names():
        raise BadOptions(f"no game {name!r}; {nearest(name, game_names())}")
    from .engine.definition import define

    root = f"{__package__}.games.{name}"
    if (_GAMES / f"{name}.py").exists():
        return define(importlib.import_module(root))
    parts = ("rules", "sight", "words", "options")
    return define(*(importlib.import_module(f"{root}.{part}") for part in parts))


def load_game(text: str, **options: Any) -> Game:
    """Load a game with options.

    Args:
        text: `name` or `name:key=value,key=value`.
        **options: More options; they win over those in the text.

    Raises:
        BadOptions: on an unknown game, preset or option, or a value out of range; the message
            offers the nearest names or says the range.

    Example:
        >>> load_game("kuhn_poker").num_distinct_actions()
        2
    """
    name, settings = parse_settings(text)
    definition = load_definition(name)
    from .engine.game import Game

    return Game(definition, **{**settings, **options})
