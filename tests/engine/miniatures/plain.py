"""What the miniatures share: small options, and plain words where no test looks at the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from prikup.envs.engine.log import DECK
from prikup.envs.engine.observation import Piece
from prikup.envs.engine.options import Options, option
from prikup.envs.engine.table import Seat, Table

SEATS = 3


@dataclass(frozen=True)
class PlainOptions(Options):
    """Three seats; a miniature overrides the pack and the bounds."""

    players: int = option(SEATS, "seats", low=SEATS, high=SEATS)

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal."""
        return 60

    def max_deals(self) -> int:
        """Return a bound on the deals of a match: here a match is one deal."""
        return 1

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score."""
        return 0.0, 10.0


def pieces(options: PlainOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    return [Piece("seat", SEATS, "own seat, one-hot")]


def action_text(options: PlainOptions, action: int) -> str:
    """Return an action as a stable token."""
    return f"a{action}"


def word_text(options: PlainOptions, word: int) -> str:
    """Return a word of the log."""
    return f"word {word}"


def place_text(options: PlainOptions, place: int) -> str:
    """Return a place's name."""
    return "deck" if place == DECK else f"place {place}"


def card_text(options: PlainOptions, card: int) -> str:
    """Return a card's text."""
    return f"c{card}"


def table(state: Any, seat: int, options: PlainOptions) -> Table:
    """Return the table as a seat sees it: names only."""
    seats = tuple(Seat(name=f"player {p}", cards=()) for p in range(SEATS))
    return Table(options.NAME, seats, seat)
