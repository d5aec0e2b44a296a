"""Matches that come to an end under random play."""

from __future__ import annotations

from typing import Any

import pytest

from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game
from prikup.envs.registry import load_definition

DEALS = 12  # where the rules themselves set no limit


def match_options(name: str) -> dict[str, Any]:
    """Return the options that keep a game's matches short."""
    return {"deal_limit": DEALS} if "deal_limit" in load_definition(name).options.specs() else {}


def match_of(name: str, **options: Any) -> Game:
    """Return a game of short matches; skip where its options allow none."""
    try:
        return load_game(name, episode="match", **match_options(name), **options)
    except BadOptions as error:
        pytest.skip(str(error))
