"""Thousand: bids and the final contract by what such hands brought before.

A hand dealt and a hand after the exchange each have a worth, the sum of table entries for the cards
of each suit, and for aces and marriages together. In the auction a curve for each level of the
bids and number of rivals says what passing, and another what bidding brought in the mean with hands
of a worth. At the final contract a table says for worths in buckets how often such a hand took at
least so many points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.observation import Piece
from prikup.envs.games.thousand.layout import (
    AUCTION,
    BID_40,
    BID_66,
    FINAL_BID,
    PASS,
    WRITE_OFF,
)
from prikup.envs.games.thousand.options import LEAST_BID, ThousandOptions

from . import suits

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

LEVELS = 9  # of the highest bid in the auction: opening bid to opening bid + 40 and more
STEP = 5
GRID = 80  # contracts STEP * i; points taken are counted up to the last
FINAL_BUCKETS = 60
COEFFICIENTS = 4  # of a curve: a cubic
_SPAN = 2.5  # standard deviations of worth beyond which a curve is taken to be flat


def slices(pieces: Sequence[Piece]) -> dict[str, slice]:
    """Return where each piece of an observation lies."""
    found, at = {}, 0
    for piece in pieces:
        found[piece.name] = slice(at, at + piece.size)
        at += piece.size
    return found


def scaled(worth: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Return worths in standard deviations from the mean, within the span of the curves."""
    return np.clip((worth - scale[0]) / scale[1], -_SPAN, _SPAN)


class ThousandBidder:
    """What the tables of a game of Thousand are asked and what they answer."""

    def __init__(self, game: Game, tables: Mapping[str, np.ndarray] | None = None) -> None:
        """Take up tables.

        Args:
            game: The game.
            tables: `dealt_worth` and `final_worth` float64[E], entries of suits' patterns, then of
                aces and marriages; `final_edges` the bounds of buckets; `dealt_scale` float64[2],
                mean and standard deviation of worths; `auction` float64[LEVELS, rivals, 2,
                COEFFICIENTS], mean utility after passing and bidding as polynomials in them;
                `taken` float64[FINAL_BUCKETS, GRID], share of hands that took STEP * i or more;
                `rest` float64[FINAL_BUCKETS], mean utility besides the own score; `written_off`
                float64[2], mean utility after writing off for each point of the contract, and how
                often that was seen. None: only features are asked for.
        """
        options = game.options
        assert isinstance(options, ThousandOptions)
        pack = options.pack()
        self.tables = dict(tables or {})
        self.at = slices(game.pieces)
        self.cards, self.ranks, self.suits = len(game.pack), len(pack.ranks), len(pack.suits)
        self.king, self.queen, self.ace = (pack.ranks.index(rank) for rank in "KQA")
        self.highest, self.opening = options.highest_bid, options.opening_bid
        self.rivals = options.active_seats() - 1
        self.entries = self.suits * 2**self.ranks + (self.suits + 1) * 2**self.suits
        self.bids = np.zeros(game.num_distinct_actions(), np.int64)  # points of each call
        for call in range(BID_40, BID_66):
            self.bids[self.cards + call] = LEAST_BID + STEP * (call - BID_40)

    # --- features ---

    def columns(self, observations: np.ndarray) -> np.ndarray:
        """Return the entries that make the worth of the hands seen, int64[N, suits + 1]."""
        seen = suits.patterns(observations[:, self.at["hand"]], self.ranks)
        aces = (seen >> self.ace & 1).sum(axis=1)
        pairs = (seen >> self.king) & (seen >> self.queen) & 1
        marriages = pairs @ (1 << np.arange(self.suits))
        starts = 2**self.ranks * np.arange(self.suits)
        last = self.suits * 2**self.ranks + aces * 2**self.suits + marriages
        return np.concatenate([seen + starts, last[:, None]], axis=1)

    def _phase(self, observations: np.ndarray, phase: int) -> np.ndarray:
        found: np.ndarray = observations[:, self.at["phase"].start + phase] > 0.0
        return found

    def in_auction(self, observations: np.ndarray) -> np.ndarray:
        """Return which decisions belong to the auction, bool[N]."""
        return self._phase(observations, AUCTION)

    def at_final_bid(self, observations: np.ndarray) -> np.ndarray:
        """Return which decisions are the final contract, bool[N]."""
        return self._phase(observations, FINAL_BID)

    def asks(self, observations: np.ndarray) -> np.ndarray:
        """Return which decisions the tables make, bool[N]."""
        return self.in_auction(observations) | self.at_final_bid(observations)

    def points(self, observations: np.ndarray, name: str) -> np.ndarray:
        """Return the highest bid (`bid`) or the contract (`contract`), int64[N]."""
        found: np.ndarray = np.rint(observations[:, self.at[name].start] * self.highest)
        return found.astype(np.int64)

    def context(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the level of the highest bid and how many rivals are left, less one, int64[N]."""
        level = (self.points(observations, "bid") - self.opening) // STEP
        passed = observations[:, self.at["passed_auction"]][:, 1:] > 0.0
        rivals = np.clip(self.rivals - passed.sum(axis=1), 1, self.rivals) - 1
        return np.clip(level, 0, LEVELS - 1), rivals

    def least_bid(self, masks: np.ndarray) -> np.ndarray:
        """Return the action of the lowest bid allowed, PASS where there is none, int64[N]."""
        is_bid = masks & (self.bids > 0)
        passing = self.cards + PASS
        return np.where(is_bid.any(axis=1), is_bid.argmax(axis=1), passing)

    # --- decisions ---

    def choose(
        self, observations: np.ndarray, masks: np.ndarray, aggressiveness: float
    ) -> np.ndarray:
        """Return the actions of the best expectation, int64[N].

        Args:
            observations: float32[N, F], decisions that `asks` says yes to.
            masks: bool[N, A].
            aggressiveness: Points that bidding may be expected to bring less than passing.
        """
        chosen = np.zeros(len(observations), np.int64)
        early = self.in_auction(observations)
        chosen[early] = self._bid(observations[early], masks[early], aggressiveness)
        chosen[~early] = self._settle(observations[~early], masks[~early])
        return chosen

    def expected(self, observations: np.ndarray) -> np.ndarray:
        """Return the mean utility after passing and after bidding in the auction, float64[N, 2]."""
        worth = suits.worths(self.columns(observations), self.tables["dealt_worth"])
        level, rivals = self.context(observations)
        curves = self.tables["auction"][level, rivals]  # [N, 2, COEFFICIENTS]
        values = suits.powers(scaled(worth, self.tables["dealt_scale"]), COEFFICIENTS)
        found: np.ndarray = (curves * values[:, None]).sum(axis=2)
        return found

    def _bid(
        self, observations: np.ndarray, masks: np.ndarray, aggressiveness: float
    ) -> np.ndarray:
        passing = self.cards + PASS
        expected = self.expected(observations)
        bids = expected[:, 1] + aggressiveness >= expected[:, 0]
        return np.where(bids | ~masks[:, passing], self.least_bid(masks), passing)

    def contracts(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the expected utility of each action at the final contract, float64[N, A].

        Actions that are not allowed have -inf.
        """
        worth = suits.worths(self.columns(observations), self.tables["final_worth"])
        bucket = np.searchsorted(self.tables["final_edges"], worth)
        contract = self.points(observations, "contract")
        bids = np.where(self.bids > 0, self.bids, contract[:, None])
        made = self.tables["taken"][bucket[:, None], np.minimum(-(-bids // STEP), GRID - 1)]
        found = bids * (2.0 * made - 1.0) + self.tables["rest"][bucket][:, None]
        given_up = self.cards + WRITE_OFF
        cost, seen = self.tables["written_off"]
        found[:, given_up] = cost * contract if seen else -np.inf
        known = self.bids > 0
        known[[self.cards + PASS, given_up]] = True
        return np.where(masks & known, found, -np.inf)

    def _settle(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        found: np.ndarray = self.contracts(observations, masks).argmax(axis=1)
        return found
