"""Ninety-Nine: bid cards and premium bids by what such hands brought before.

What is kept has a worth, the tricks that it won in the mean: a sum of table entries for the cards
kept in each suit, counted among those of the suit that were not laid aside. A second sum says how
far the tricks were from that. For each bid there is a table of what such hands brought; the three
cards with the best expectation are laid aside. A premium is called by what calls brought.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.errors import BadOptions
from prikup.envs.games.ninety_nine.layout import DECLARE, PASS, REVEAL
from prikup.envs.games.ninety_nine.options import BID, PREMIUM, REPLY, NinetyNineOptions

from . import suits
from .thousand import slices

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

WORTHS, SPREADS, CALLS = 32, 3, 24  # buckets of worth, of spread, and of hope before a call
BID_CARDS = 3
TRUMP, PLAIN, FREE = 0, 1, 2  # kinds of suits: the last one where there is no trump
_CHUNK = 256  # decisions at a time: each has 220 bids


class NinetyNineBidder:
    """What the tables of a game of Ninety-Nine are asked and what they answer."""

    def __init__(self, game: Game, tables: Mapping[str, np.ndarray] | None = None) -> None:
        """Take up tables.

        Args:
            game: The game; three players, three bid cards laid aside.
            tables: `worth` and `spread` float64[E], entries of patterns; `worth_edges` and
                `spread_edges`; `bids` float64[WORTHS, tricks + 1, SPREADS], mean utility by the
                bid; `call_edges` and `calls` float64[CALLS, 2, 3], mean utility after pass,
                declare and reveal, first as a bid, then as a reply. None: only features.

        Raises:
            BadOptions: if the game is another form of Ninety-Nine.
        """
        options = game.options
        assert isinstance(options, NinetyNineOptions)
        pack = options.the_pack()
        if (options.players, options.bid_mode, len(pack.suits)) != (3, "set_aside", 4):
            raise BadOptions(f"hand statistics know three players who lay bids aside, not {game}")
        self.game, self.tables = game, dict(tables or {})
        self.at = slices(game.pieces)
        self.cards, self.ranks, self.suits = len(game.pack), len(pack.ranks), len(pack.suits)
        self.tricks = options.tricks()
        self.value = np.array(options.derived()["suit_value"][: self.suits])
        # Patterns of a suit from which l cards were laid aside: 2 ** (ranks - l), l by l.
        sizes = [2 ** (self.ranks - laid) for laid in range(BID_CARDS + 1)]
        self.starts = np.cumsum([0, *sizes])
        self.per_kind = int(self.starts[-1])
        self.entries = 3 * self.per_kind + 2
        self.squeezed = _squeezed(self.ranks, self.starts)
        self.choices = np.array(list(combinations(range(self.tricks + BID_CARDS), BID_CARDS)))

    # --- features ---

    def phase(self, observations: np.ndarray) -> np.ndarray:
        """Return BID, PREMIUM, REPLY or PLAY of each decision, int64[N]."""
        found: np.ndarray = observations[:, self.at["phase"]].argmax(axis=1)
        return found

    def asks(self, observations: np.ndarray) -> np.ndarray:
        """Return which decisions the tables make, bool[N]."""
        return self.phase(observations) <= REPLY

    def columns(self, observations: np.ndarray, laid: np.ndarray) -> np.ndarray:
        """Return the entries that make the worth of what is kept, int64[N, suits + 1].

        Args:
            observations: float32[N, F].
            laid: [N, cards], 1 for each card laid aside; all other own cards are kept.
        """
        aside = suits.patterns(laid, self.ranks)
        return self._columns(observations, aside[:, None])[:, 0]

    def _columns(self, observations: np.ndarray, aside: np.ndarray) -> np.ndarray:
        """Return the same for several choices of each hand, int64[N, K, suits + 1].

        Args:
            observations: float32[N, F].
            aside: int64[N, K, suits], the patterns laid aside.
        """
        at = self.at
        own = suits.patterns(
            observations[:, at["hand"]] + observations[:, at["laid_aside"]], self.ranks
        )
        trump: np.ndarray = observations[:, at["trump"]][:, : self.suits] > 0.0
        has_trump = trump.any(axis=1, keepdims=True)
        kind = np.where(trump, TRUMP, np.where(has_trump, PLAIN, FREE))
        found = np.empty((*aside.shape[:2], self.suits + 1), np.int64)
        found[:, :, :-1] = self.squeezed[own[:, None] & ~aside, aside]
        found[:, :, :-1] += (kind * self.per_kind)[:, None]
        leads = observations[:, at["dealer"]][:, -1] > 0.0  # the seat to the dealer's left
        found[:, :, -1] = (3 * self.per_kind + leads)[:, None]
        return found

    def bid(self, laid: np.ndarray) -> np.ndarray:
        """Return the tricks that cards laid aside bid, int64[N]."""
        counts = laid.reshape(len(laid), self.suits, self.ranks).sum(axis=2)
        found: np.ndarray = counts.astype(np.int64) @ self.value
        return np.minimum(found, self.tricks)

    # --- decisions ---

    def hopes(self, columns: np.ndarray, bid: np.ndarray) -> np.ndarray:
        """Return the mean utility of bids, float64[N], by what is kept, int[N, suits + 1]."""
        tables = self.tables
        worth = np.searchsorted(tables["worth_edges"], suits.worths(columns, tables["worth"]))
        spread = np.searchsorted(tables["spread_edges"], suits.worths(columns, tables["spread"]))
        found: np.ndarray = tables["bids"][worth, bid, spread]
        return found

    def best_bid(self, observations: np.ndarray, aggressiveness: float) -> np.ndarray:
        """Return the best cards to lay aside of all own ones, int64[N, 3], ascending.

        What lies aside already is the beginning of each bid that is considered.

        Args:
            observations: float32[N, F], of seats that lay cards aside.
            aggressiveness: Points that each trick of a bid is worth beside the expectation.
        """
        before = observations[:, self.at["laid_aside"]]
        own = observations[:, self.at["hand"]] + before
        cards = np.nonzero(own)[1].reshape(len(own), -1)
        triples = cards[:, self.choices]  # [N, 220, 3]
        suit, bit = triples // self.ranks, 1 << triples % self.ranks
        aside = np.stack(
            [np.where(suit == s, bit, 0).sum(axis=2) for s in range(self.suits)], axis=2
        )
        columns = self._columns(observations, aside).reshape(-1, self.suits + 1)
        bid = np.minimum(self.value[suit].sum(axis=2), self.tricks)
        hopes = self.hopes(columns, bid.ravel()).reshape(bid.shape) + aggressiveness * bid
        number = np.rint(before.sum(axis=1))
        begins = np.arange(BID_CARDS) < number[:, None]  # [N, 3]
        these = np.take_along_axis(before[:, None], triples, axis=2) * begins[:, None]
        hopes = np.where(np.rint(these.sum(axis=2)) == number[:, None], hopes, -np.inf)
        found: np.ndarray = triples[np.arange(len(own)), hopes.argmax(axis=1)]
        return found

    def choose(
        self, observations: np.ndarray, masks: np.ndarray, aggressiveness: float
    ) -> np.ndarray:
        """Return the actions of the best expectation, int64[N]; arguments as for Thousand."""
        chosen, phase = np.zeros(len(observations), np.int64), self.phase(observations)
        (rows,) = np.nonzero(phase == BID)
        for start in range(0, len(rows), _CHUNK):
            some = rows[start : start + _CHUNK]
            number = np.rint(observations[some][:, self.at["laid_aside"]].sum(axis=1))
            best = self.best_bid(observations[some], aggressiveness)
            # Cards are laid aside in ascending order: the next one is the best bid's next one.
            chosen[some] = best[np.arange(len(some)), number.astype(np.int64)]
        (rows,) = np.nonzero(phase != BID)
        if len(rows):
            chosen[rows] = self._call(observations[rows], masks[rows], phase[rows])
        return chosen

    def calls(self) -> np.ndarray:
        """Return the actions pass, declare, reveal, int64[3]."""
        return self.cards + np.array([PASS, DECLARE, REVEAL])

    def hope_bucket(self, observations: np.ndarray) -> np.ndarray:
        """Return the bucket of what the own bid is expected to bring, int64[N]."""
        laid = observations[:, self.at["laid_aside"]]
        hopes = self.hopes(self.columns(observations, laid), self.bid(laid))
        found: np.ndarray = np.searchsorted(self.tables["call_edges"], hopes)
        return found

    def _call(self, observations: np.ndarray, masks: np.ndarray, phase: np.ndarray) -> np.ndarray:
        calls, rows = self.calls(), np.arange(len(phase))
        means = self.tables["calls"][self.hope_bucket(observations), phase - PREMIUM]
        means = np.where(masks[rows[:, None], calls], means, -np.inf)
        found: np.ndarray = calls[means.argmax(axis=1)]
        return found


def _squeezed(ranks: int, starts: np.ndarray) -> np.ndarray:
    """Return the entry of cards kept and cards laid aside, int32[2 ** ranks, 2 ** ranks].

    The cards laid aside are taken out of the suit: what is kept is a pattern among the others.
    """
    sets = np.arange(2**ranks)
    place = np.zeros((len(sets), len(sets)), np.int32)  # [kept, laid]
    number = np.zeros_like(place)
    for rank in range(ranks):
        held = sets[:, None] >> rank & 1
        is_laid = (sets >> rank & 1)[None, :]
        place += np.where(is_laid == 0, held << number, 0).astype(np.int32)
        number += (1 - is_laid).astype(np.int32)
    laid_cards = np.minimum(ranks - number, len(starts) - 2)
    found: np.ndarray = starts[laid_cards].astype(np.int32) + place
    return found
