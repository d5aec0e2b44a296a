"""The last tricks of Joker poker and Oh Hell with all cards open: every seat plays for its points.

Left out is what is more than plain tricks: a joker in a hand or in the running trick, trumps that
change with the suit led, and the right to ruff while holding that suit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from prikup.envs.engine.cards import has
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copy_state
from prikup.envs.games.joker_poker.layout import PLAYING
from prikup.envs.games.joker_poker.scoring import end_deal

from ..playout import as_utility
from .by_tricks import TrickEnding, final_tricks, solve_world


@compiled
def has_joker(worlds):
    """Return whether in some world a joker is held or lies in the running trick."""
    jokers = worlds[0].opt.joker_set
    for i in range(len(worlds)):
        world = worlds[i]
        for seat in range(world.opt.players):
            card = world.trick[seat]
            if world.hands[seat] & jokers or (card >= 0 and has(jokers, card)):
                return True
    return False


@compiled
def solve_endings(worlds, spares, rows, positions, steps, table, stamp, out):
    """Write what each seat is paid under max-n in each world, `out float64[N, P]`."""
    for i in range(len(worlds)):
        world = worlds[i]
        _fill_payoffs(world, spares[0], rows)
        trump, must_trump = world.trump, world.opt.must_trump
        solve_world(world, trump, must_trump, rows, positions, steps, table, stamp + i, out[i])


@compiled
def _fill_payoffs(world, state, rows):
    """Write what each outcome is worth, the premium of a set included; `state` is scratch."""
    players = world.opt.players
    copy_state(state, world)
    for row in range(len(rows)):
        if final_tricks(row, world.hand, world.tricks, state.tricks[:players]):
            end_deal(state)
            for seat in range(players):
                rows[row, seat] = state.match.total[seat] - world.match.total[seat]
            as_utility(world.opt.utility, rows[row], True)
            copy_state(state, world)


class JokerPokerEnding(TrickEnding):
    """Solves endings of Joker poker without a joker."""

    def is_plain(self, worlds: np.ndarray) -> bool:
        """Return whether cards are played to plain tricks."""
        state = worlds[0]
        is_plain = state.circular == 0 and state.opt.ruff_with_suit_allowed == 0
        return bool(state.phase == PLAYING and is_plain and not has_joker(worlds))

    def solve(self, worlds: np.ndarray, *scratch: Any) -> None:
        """Solve all worlds."""
        solve_endings(worlds, *scratch)


def ending() -> JokerPokerEnding:
    """Return a new solver of endings."""
    return JokerPokerEnding()
