"""Endings of games that pay each seat by the final tricks of all: what their solvers share.

A game's module writes the payoffs of each outcome and says which states it is right about; what is
left is plain trick play, which `maxn` solves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from prikup.envs.engine.cards import count
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copied

from ..maxn import KNOWN, MOST_IN_ALL, STEP, solve_maxn
from ..position import MOST_CARDS, MOST_SEATS, POSITION

MOST_LEFT = 20  # cards in all hands of an ending; a trick more takes about three times as long
_SUITS = 4


@compiled
def final_tricks(row, tricks, taken, out):
    """Write the final tricks that a row of payoffs stands for; returns whether they can come.

    Args:
        row: Row of the payoffs, as `solve_maxn` numbers them.
        tricks: Tricks of the deal.
        taken: int64[P], tricks of each seat so far.
        out: int64[P].
    """
    last = len(out) - 1
    rest, left = row, tricks
    for seat in range(last):
        out[seat] = rest % (tricks + 1)
        left -= out[seat]
        rest //= tricks + 1
    out[last] = left
    for seat in range(len(out)):
        if out[seat] < taken[seat]:
            return False
    return True


@compiled
def solve_world(world, trump, must_trump, rows, positions, steps, table, stamp, out):
    """Write what each seat is paid under max-n in a world into `out float64[P]`.

    Args:
        world: State record in the play of the cards.
        trump: Trump suit, or NONE.
        must_trump: 1 where who cannot follow must trump if he can.
        rows: float64[M, P], the payoffs by final tricks.
        positions: Position records [1], scratch.
        steps: Step records, scratch.
        table: Known records [2**k].
        stamp: A number not used before with this table.
        out: float64[P].
    """
    position, taken = positions[0], np.int64(0)
    position.players, position.ranks = world.opt.players, world.opt.ranks
    position.suits = _SUITS
    position.trump, position.must_trump, position.has_points = trump, must_trump, 0
    position.leader, position.trick_size = world.leader, world.trick_size
    for seat in range(world.opt.players):
        position.hands[seat] = world.hands[seat]
        taken |= world.tricks[seat] << (4 * seat)
    for k in range(world.trick_size):
        position.trick[k] = world.trick[(world.leader + k) % world.opt.players]
    solve_maxn(positions, taken, rows, steps, table, stamp)
    for seat in range(world.opt.players):
        out[seat] = steps[0].best[seat]


class TrickEnding(ABC):
    """Solves endings of up to 20 cards (six tricks of three seats), in episodes of one deal."""

    def __init__(self) -> None:
        """Make the tables."""
        self._scratch = np.zeros(1, POSITION), np.zeros(MOST_CARDS + 1, STEP)
        self._table = np.zeros(1 << 16, KNOWN)
        self._stamp = 0

    @abstractmethod
    def is_plain(self, worlds: np.ndarray) -> bool:
        """Return whether plain tricks are played, and nothing but their numbers is paid for."""

    @abstractmethod
    def solve(self, worlds: np.ndarray, *scratch: Any) -> None:
        """Call the game's kernel: worlds, a spare state, rows, position, steps, table, stamp, out.

        The stamp and the next ones, one a world, have not been used before with the table.
        """

    def solves(self, worlds: np.ndarray) -> bool:
        """Return whether so few cards are left, and the game's conditions hold."""
        state = worlds[0]
        fits = state.opt.players <= MOST_SEATS and state.opt.episode == 0
        if not fits or not self.is_plain(worlds):
            return False
        is_short = state.opt.players * _left(state) <= MOST_LEFT
        return bool(is_short and _tricks(state) <= MOST_IN_ALL)

    def payoffs(self, worlds: np.ndarray) -> np.ndarray:
        """Return what each seat is paid in each world, float64[N, P], as the game's utility."""
        players = int(worlds[0].opt.players)
        rows = np.zeros(((_tricks(worlds[0]) + 1) ** (players - 1), players))
        found = np.zeros((len(worlds), players))
        self.solve(
            worlds, copied(worlds[:1]), rows, *self._scratch, self._table, self._stamp + 1, found
        )
        self._stamp += len(worlds)
        return found


def _left(state: Any) -> int:
    """Return the tricks still to come, the running one included."""
    return max(int(count(hand)) for hand in state.hands[: state.opt.players])


def _tricks(state: Any) -> int:
    """Return the tricks of the deal."""
    return int(state.tricks[: state.opt.players].sum()) + _left(state)
