"""Rules and environments of imperfect-information card games; nothing here knows an agent.

`load_game` gives the engine's own interface and `Batch` many games at once; the PettingZoo
environment is in `aec`, Gymnasium's in `single` and `vector`, their ids are registered when this
package is imported. A module such as `ninety_nine_v0` is PettingZoo's older
style. Importing this package loads neither Numba nor a game.
"""

from __future__ import annotations

import importlib
from typing import Any

if __name__ != "prikup.envs":
    raise ImportError("import prikup.envs, not envs: the repository root is on sys.path")

from .engine.errors import BadOptions, BadText, IllegalAction, NoWorld, PrikupError
from .registration import register_environments
from .registry import game_names, load_game

__all__ = [
    "BadOptions",
    "BadText",
    "IllegalAction",
    "NoWorld",
    "PrikupError",
    "game_names",
    "load_game",
]

register_environments()

_LAZY = {
    "Batch": "batch",
    "Game": "engine.game",
    "State": "engine.game",
    "View": "engine.view",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
    if name.endswith("_v0") and name.removesuffix("_v0") in game_names():
        return importlib.import_module(f"{__name__}.aec").older_style(name.removesuffix("_v0"))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
