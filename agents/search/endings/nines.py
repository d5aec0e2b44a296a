"""The last tricks of Nines with all cards open: every seat plays for its own tricks.

Three queens in a row are paid for by the order in which tricks are won, which max-n over numbers of
tricks cannot express. With `captured` and `won_with` endings are solved once too few queens are
left for a row, whoever holds them; with `dealt` and `held` the deal has decided.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from prikup.envs.engine.cards import count, has
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copy_state
from prikup.envs.games.nines.rules import (
    CAPTURED,
    PLAY,
    ROW,
    WON_WITH,
    deal_points,
    find_held_queens,
)

from ..playout import as_utility
from .by_tricks import TrickEnding, final_tricks, solve_world


@compiled
def may_make_row(worlds):
    """Return whether in some world the queens still to fall may make a row that counts."""
    opt = worlds[0].opt
    if opt.three_queens_rule != CAPTURED and opt.three_queens_rule != WON_WITH:
        return False
    for i in range(len(worlds)):
        world = worlds[i]
        most = world.row
        for seat in range(opt.players):
            most += count(world.hands[seat] & opt.queens)
            if world.trick[seat] >= 0 and has(opt.queens, world.trick[seat]):
                most += 1
        if most >= ROW:  # each trick of the row needs a queen
            return True
    return False


@compiled
def solve_endings(worlds, spares, rows, positions, steps, table, stamp, out):
    """Write what each seat is paid under max-n in each world, `out float64[N, P]`."""
    for i in range(len(worlds)):
        world = worlds[i]
        copy_state(spares[0], world)
        _fill_payoffs(world, spares[0], rows)
        trump, must_trump = world.trump_suit, world.opt.must_trump
        solve_world(world, trump, must_trump, rows, positions, steps, table, stamp + i, out[i])


@compiled
def _fill_payoffs(world, state, rows):
    """Write what each outcome is worth; `state`, a copy, becomes one in which all is played."""
    opt = world.opt
    for seat in range(opt.players):
        state.played[seat] |= state.hands[seat]
    find_held_queens(state)
    for row in range(len(rows)):
        if final_tricks(row, opt.hand_size, world.tricks, state.tricks[: opt.players]):
            for seat in range(opt.players):
                rows[row, seat] = deal_points(state, seat)
            as_utility(opt.utility, rows[row], True)


class NinesEnding(TrickEnding):
    """Solves endings of Nines."""

    def is_plain(self, worlds: np.ndarray) -> bool:
        """Return whether cards are played and no row of queens can come any more."""
        return bool(worlds[0].phase == PLAY and not may_make_row(worlds))

    def solve(self, worlds: np.ndarray, *scratch: Any) -> None:
        """Solve all worlds."""
        solve_endings(worlds, *scratch)


def ending() -> NinesEnding:
    """Return a new solver of endings."""
    return NinesEnding()
