"""The last tricks of Ninety-Nine with all cards open: every seat plays for its own score."""

from __future__ import annotations

from typing import Any

import numpy as np

from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copy_state
from prikup.envs.games.ninety_nine.rules import PLAY, deal_score, is_fulfilled

from ..playout import as_utility
from .by_tricks import TrickEnding, final_tricks, solve_world


@compiled
def solve_endings(worlds, spares, rows, positions, steps, table, stamp, out):
    """Write what each seat is paid under max-n in each world, `out float64[N, P]`."""
    for i in range(len(worlds)):
        world = worlds[i]
        copy_state(spares[0], world)
        _fill_payoffs(world, spares[0], rows)
        trump = world.trump_suit
        solve_world(world, trump, 0, rows, positions, steps, table, stamp + i, out[i])


@compiled
def _fill_payoffs(world, state, rows):
    """Write what each outcome is worth; the tricks of `state`, a copy, are overwritten."""
    opt = world.opt
    players = opt.players
    for row in range(len(rows)):
        if final_tricks(row, opt.tricks, world.tricks, state.tricks[:players]):
            successes = np.int64(0)
            for seat in range(players):
                successes += 1 if is_fulfilled(state, seat) else 0
            for seat in range(players):
                rows[row, seat] = deal_score(state, seat, successes)
            as_utility(opt.utility, rows[row], True)


class NinetyNineEnding(TrickEnding):
    """Solves endings of Ninety-Nine."""

    def is_plain(self, worlds: np.ndarray) -> bool:
        """Return whether seats play plain tricks of their own cards."""
        return bool(worlds[0].phase == PLAY)

    def solve(self, worlds: np.ndarray, *scratch: Any) -> None:
        """Solve all worlds."""
        solve_endings(worlds, *scratch)


def ending() -> NinetyNineEnding:
    """Return a new solver of endings."""
    return NinetyNineEnding()
