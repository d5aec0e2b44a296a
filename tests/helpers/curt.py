"""A game of two deals in which the second seat may never be asked.

In each deal the first seat stops, which pays it 1, or goes on; then the second seat stops, which
pays it 10, or goes on, which pays nobody.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, ClassVar

from prikup.envs.engine.cards import CHANCE, TERMINAL, allow
from prikup.envs.engine.definition import define
from prikup.envs.engine.game import Game
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, NOTHING, tell
from prikup.envs.engine.observation import Piece, put_number
from prikup.envs.engine.options import Options
from prikup.envs.engine.table import Table

NAME, VERSION, SUMMARY = "curt", 1, "over before you look"
GO_ON, STOP = 0, 1
DEALS = 2


@dataclass(frozen=True)
class CurtOptions(Options):
    """Options of the game."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"classic": {"episode": "match"}}

    def pack_cards(self) -> list[int]:
        """Return two cards that nobody gets."""
        return [0, 1]

    def num_actions(self) -> int:
        """Return two, go on and stop."""
        return 2

    def max_moves(self) -> int:
        """Return one decision a seat."""
        return 2

    def max_deals(self) -> int:
        """Return two."""
        return DEALS

    def score_range(self) -> tuple[float, float]:
        """Return the limits of a match."""
        return 0.0, 20.0


OPTIONS = CurtOptions
STATE = record(NAME, CurtOptions, seats=2, match=[("points", 2)], fields=[("turns",)], events=16)


@compiled
def deal(state, deck):
    """Let the first seat begin."""
    state.player = 0


@compiled
def legal(state, actions):
    """Both are always possible; at a chance node a deck is due."""
    if state.player >= 0:
        allow(actions, GO_ON)
        allow(actions, STOP)


@compiled
def play(state, action):
    """Stop or go on."""
    tell(state, ALL, action, NOTHING)
    seat = state.player
    if action == STOP:
        state.match.points[seat] += 10 if seat == 1 else 1
    elif seat == 0:
        state.player = 1
        return
    state.match.deals += 1
    state.player = CHANCE if state.match.deals < DEALS else TERMINAL


@compiled
def returns(state, out):
    """Write the points."""
    out[0] = state.match.points[0]
    out[1] = state.match.points[1]


def pieces(options: CurtOptions) -> list[Piece]:
    """Return the one piece."""
    return [Piece("points", 1, "own points")]


@compiled
def observe(state, seat, out):
    """Write the own points."""
    put_number(out, 0, state.match.points[seat], 1.0)


def action_text(options: CurtOptions, action: int) -> str:
    """Return an action's name."""
    return ("go on", "stop")[action]


def word_text(options: CurtOptions, word: int) -> str:
    """Return a word's name; there are none."""
    return str(word)


def place_text(options: CurtOptions, place: int) -> str:
    """Return a place's name; there are none."""
    return str(place)


def table(state: Any, seat: int, options: CurtOptions) -> Table:
    """Return an empty table."""
    return Table(NAME, (), seat)


def game() -> Game:
    """Return the game."""
    return Game(define(sys.modules[__name__]))
