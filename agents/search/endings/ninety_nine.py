"""The last tricks of Ninety-Nine with all cards open: every seat plays for its own score."""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.cards import count
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copied, copy_state
from prikup.envs.games.ninety_nine.rules import PLAY, deal_score, is_fulfilled

from ..maxn import KNOWN, STEP, solve_maxn
from ..playout import as_utility
from ..position import MOST_CARDS, MOST_SEATS, POSITION

MOST_TRICKS = 6  # of an ending; one more takes about five times as long
_SUITS = 4


@compiled
def solve_endings(worlds, spares, positions, rows, steps, table, stamp, out):
    """Write what each seat is paid under max-n in each world into `out float64[N, P]`.

    Args:
        worlds: State records [N] in the play of the cards.
        spares: State records [1], scratch.
        positions: Position records [1], scratch.
        rows: float64[M, P], scratch for the payoffs by final tricks.
        steps: Step records, scratch.
        table: Known records [2**k].
        stamp: A number not used before with this table; the next N are used too.
    """
    for i in range(len(worlds)):
        world = worlds[i]
        copy_state(spares[0], world)
        _fill_payoffs(spares[0], rows)
        taken = _fill_position(world, positions[0])
        solve_maxn(positions, taken, rows, steps, table, stamp + i)
        for seat in range(world.opt.players):
            out[i, seat] = steps[0].best[seat]


@compiled
def _fill_payoffs(state, rows):
    """Write what each combination of final tricks is worth; the state's tricks are overwritten."""
    players, tricks = state.opt.players, state.opt.tricks
    for row in range(len(rows)):
        rest, left = row, tricks
        for seat in range(players - 1):
            state.tricks[seat] = rest % (tricks + 1)
            left -= state.tricks[seat]
            rest //= tricks + 1
        if left >= 0:
            state.tricks[players - 1] = left
            successes = np.int64(0)
            for seat in range(players):
                successes += 1 if is_fulfilled(state, seat) else 0
            for seat in range(players):
                rows[row, seat] = deal_score(state, seat, successes)
            as_utility(state.opt.utility, rows[row], True)


@compiled
def _fill_position(state, position):
    """Write the open hands; returns the tricks of each seat, four bits a seat."""
    opt, taken = state.opt, np.int64(0)
    position.players, position.ranks, position.suits = opt.players, opt.ranks, _SUITS
    position.trump = state.trump_suit
    position.must_trump, position.has_points = 0, 0
    position.leader, position.trick_size = state.leader, state.trick_size
    for seat in range(opt.players):
        position.hands[seat] = state.hands[seat]
        taken |= state.tricks[seat] << (4 * seat)
    for k in range(state.trick_size):
        position.trick[k] = state.trick[(state.leader + k) % opt.players]
    return taken


class NinetyNineEnding:
    """Solves endings of up to six tricks."""

    def __init__(self) -> None:
        """Make the tables."""
        self._table = np.zeros(1 << 16, KNOWN)
        self._steps = np.zeros(MOST_CARDS + 1, STEP)
        self._positions = np.zeros(1, POSITION)
        self._stamp = 0

    def solves(self, worlds: np.ndarray) -> bool:
        """Return whether so few tricks are left, in an episode of one deal."""
        state = worlds[0]
        left = max(int(count(state.hands[seat])) for seat in range(int(state.opt.players)))
        fits = state.opt.players <= MOST_SEATS and state.opt.tricks < 16
        return bool(fits and state.phase == PLAY and left <= MOST_TRICKS and state.opt.episode == 0)

    def payoffs(self, worlds: np.ndarray) -> np.ndarray:
        """Return what each seat is paid in each world, float64[N, P], as the game's utility."""
        opt = worlds[0].opt
        players = int(opt.players)
        rows = np.zeros(((int(opt.tricks) + 1) ** (players - 1), players))
        found = np.zeros((len(worlds), players))
        solve_endings(
            worlds,
            copied(worlds[:1]),
            self._positions,
            rows,
            self._steps,
            self._table,
            self._stamp + 1,
            found,
        )
        self._stamp += len(worlds)
        return found


def ending() -> NinetyNineEnding:
    """Return a new solver of endings."""
    return NinetyNineEnding()
