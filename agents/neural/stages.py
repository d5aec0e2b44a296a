"""Which decisions come before the first card is played: bids, talons, what is laid aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.errors import BadOptions

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

ALL, BIDDING = "all", "bidding"
_PLAY = {"ninety_nine": 3, "thousand": 16}  # the place of play in the observation's piece `phase`


def place_of_play(game: Game) -> int:
    """Return the place in the observation that is 1 while cards are played.

    Raises:
        BadOptions: if the game's bidding is not known here.
    """
    if game.name not in _PLAY:
        raise BadOptions(f"no bidding of {game.name} is known, only of {', '.join(_PLAY)}")
    at = 0
    for piece in game.pieces:
        if piece.name == "phase":
            break
        at += piece.size
    return at + _PLAY[game.name]


def before_play(game: Game, observations: np.ndarray) -> np.ndarray:
    """Return whether each of some decisions comes before the play of the cards, bool[N].

    Args:
        game: The game.
        observations: float32[N, F], of the seats to act.

    Raises:
        BadOptions: if the game's bidding is not known here.
    """
    found: np.ndarray = observations[:, place_of_play(game)] == 0.0
    return found
