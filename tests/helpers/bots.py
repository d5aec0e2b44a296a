"""Bots of OpenSpiel, made by name in tests: `openspiel:helpers.bots.make_counting`."""

from __future__ import annotations

from typing import Any

import pyspiel

SEEN: list[tuple[int, str, str]] = []  # seat, what it knows, the state it was handed


class _Passing(pyspiel.Bot):
    """Takes the lowest legal action and notes what it was handed."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def step(self, state: Any) -> int:
        SEEN.append((self.seat, state.information_state_string(self.seat), str(state)))
        return state.legal_actions()[0]


def make_passing(game: Any, seat: int, seed: int) -> Any:
    """Return a bot that takes the lowest legal action."""
    return _Passing(seat)
