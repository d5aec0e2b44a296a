"""Statistics of hands as files, and the bidders that they make."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from prikup.envs.engine.errors import BadOptions, BadText

from ..cfr.store import read_arrays, write_arrays
from ..learned import check_learned, find_learned

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

FORMAT, VERSION = "prikup-hand-statistics", 1
TABLES_FILE = "tables.npz"  # in the folder of a run
GAMES = ("ninety_nine", "thousand")
HERE = Path(__file__).parent  # statistics that come with prikup: <name>.npz


class Bidder(Protocol):
    """Bids for many hands at once."""

    def asks(self, observations: np.ndarray) -> np.ndarray:
        """Return which decisions the tables make, bool[N], of observations float32[N, F]."""

    def choose(
        self, observations: np.ndarray, masks: np.ndarray, aggressiveness: float
    ) -> np.ndarray:
        """Return the actions of the best expectation, int64[N], for decisions that it is asked."""


def make_bidder(game: Game, tables: Mapping[str, np.ndarray] | None = None) -> Bidder:
    """Return a game's bidder; without tables it knows the features of hands only.

    Raises:
        BadOptions: if there is none for the game.
    """
    # Each of them imports its game's kernels.
    if game.name == "thousand":
        from .thousand import ThousandBidder

        return ThousandBidder(game, tables)
    if game.name == "ninety_nine":
        from .ninety_nine import NinetyNineBidder

        return NinetyNineBidder(game, tables)
    raise BadOptions(f"no hand statistics for {game.name}, only for {', '.join(GAMES)}")


@dataclass(frozen=True, eq=False)
class HandStatistics:
    """Tables of a game, and what they were learned from."""

    game: str
    """The game with its options, as text."""
    rules: int
    """Version of the game's rules."""
    deals: int
    """Deals of the last round, which all tables were counted in."""
    tables: dict[str, np.ndarray]
    """What the game's bidder documents."""
    run: dict[str, Any] = field(default_factory=dict)
    """The run that learned them: its configuration and the metrics so far."""

    def check(self, game: Game, who: str) -> None:
        """Raise BadOptions if they were learned from another game; its utility may differ.

        Args:
            game: The game to be played.
            who: Names the agent in the message.
        """
        check_learned(self.game, self.rules, game, who)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tables into a file."""
        about = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "deals": self.deals,
            "run": self.run,
        }
        write_arrays(Path(path), about, self.tables)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> HandStatistics:
        """Read tables from a file.

        Raises:
            BadOptions: if there is no such file.
            BadText: if it holds something else.
        """
        about, arrays = read_arrays(Path(path), FORMAT, VERSION)
        try:
            game, rules, deals = str(about["game"]), int(about["rules"]), int(about["deals"])
            return cls(game, rules, deals, dict(arrays), dict(about["run"]))
        except KeyError as error:
            raise BadText(f"{path}: expected a {FORMAT}: {error} is missing") from None


def find_statistics(run: str) -> Path:
    """Return the file of some statistics.

    Args:
        run: The name of statistics that come with prikup, the folder of a run, or a file.

    Raises:
        BadOptions: if there is none.
    """
    shipped = {file.stem: file for file in sorted(HERE.glob("*.npz"))}
    return find_learned(run, shipped, TABLES_FILE, "hand_statistics", "statistics")
