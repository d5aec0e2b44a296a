"""What hand statistics are counted from: bids with what they brought, and how the tables follow."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from prikup.agents.bidding import suits
from prikup.agents.bidding.ninety_nine import (
    BID_CARDS,
    CALLS,
    SPREADS,
    WORTHS,
    NinetyNineBidder,
)
from prikup.agents.bidding.thousand import (
    COEFFICIENTS,
    FINAL_BUCKETS,
    GRID,
    LEVELS,
    STEP,
    ThousandBidder,
    scaled,
)
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game
from prikup.envs.games.ninety_nine.options import BID, PREMIUM
from prikup.envs.games.thousand.layout import PASS, WRITE_OFF

from .selfplay import Asked

PRIOR = 3.0  # outcomes, see `suits.means`
LEAST_ROWS = 50  # calls from which a curve is drawn
Rows = dict[str, np.ndarray]


class Samples(Protocol):
    """Takes down decisions of a game and makes tables of them."""

    steps: tuple[int, int]
    """The first and the last decision of a deal, all seats together, that may be random."""

    def explore(self, asked: Asked, actions: np.ndarray, rng: np.random.Generator) -> None:
        """Replace actions by random bids, in place."""

    def note(self, asked: Asked, actions: np.ndarray, step: int) -> None:
        """Take down decisions of running episodes, what was done, and which step it was."""

    def finish(
        self, since: np.ndarray, finals: np.ndarray, movers: np.ndarray, totals: np.ndarray
    ) -> None:
        """Take down how the episodes ended.

        Args:
            since: int64[B], the step at which a bid was random, or would have been: what came
                before is forgotten, for it did not lead to what followed.
            finals: float32[B, F], what the last mover saw at the end of each lane's episode.
            movers: int64[B], that seat.
            totals: float64[B, P], each seat's utility.
        """

    def tables(self) -> dict[str, np.ndarray]:
        """Return the tables of the game's bidder, from all that was taken down."""


def make_samples(game: Game) -> Samples:
    """Return an empty notebook of a game.

    Raises:
        BadOptions: if there are no hand statistics for the game.
    """
    if game.name == "thousand":
        return ThousandSamples(game)
    if game.name == "ninety_nine":
        return NinetyNineSamples(game)
    raise BadOptions(f"no hand statistics for {game.name}")


class _Notes:
    """Columns of rows that are filled up piece by piece."""

    def __init__(self) -> None:
        self.open: list[Rows] = []  # of the running episodes
        self.closed: list[Rows] = []
        self.episodes = 0

    def add(self, **rows: np.ndarray) -> None:
        self.open.append(rows)

    def close(self, since: np.ndarray, totals: np.ndarray, more: Rows) -> None:
        """Give the rows of the running episodes their utility, and columns of a value a lane.

        Rows before the step `since` of their lane are dropped.
        """
        for number, rows in enumerate(self.open):
            kept = rows["steps"] >= since[rows["lanes"]]
            rows["random"] = rows["steps"] == since[rows["lanes"]]
            rows = self.open[number] = {name: values[kept] for name, values in rows.items()}
            lanes = rows["lanes"]
            rows["gained"] = totals[lanes, rows["seats"]]
            rows["episode"] = lanes + self.episodes
            rows |= {name: values[lanes] for name, values in more.items()}
        self.closed += self.open
        self.open = []
        self.episodes += len(totals)

    def columns(self) -> Rows:
        """Return all closed rows, column by column."""
        names = self.closed[0]
        return {name: np.concatenate([rows[name] for rows in self.closed]) for name in names}


class ThousandSamples:
    """Auction calls with what followed, and final contracts with the points then taken."""

    def __init__(self, game: Game) -> None:
        self.bidder = ThousandBidder(game)
        self.steps = (2, 7)  # forehand's opening bid is forced
        self.calls, self.contracts = _Notes(), _Notes()
        self.passing = self.bidder.cards + PASS
        self.giving_up = self.bidder.cards + WRITE_OFF
        self.pack_points = 120.0  # unit of the observation

    def explore(self, asked: Asked, actions: np.ndarray, rng: np.random.Generator) -> None:
        """Replace calls in the auction by random ones: pass, or bid as little as is allowed."""
        least = self.bidder.least_bid(asked.masks)
        drawn = np.where(rng.random(len(actions)) < 0.5, self.passing, least)
        is_free = asked.masks[np.arange(len(drawn)), drawn]
        is_free &= self.bidder.in_auction(asked.observations)
        actions[is_free] = drawn[is_free]

    def note(self, asked: Asked, actions: np.ndarray, step: int) -> None:
        """Take down calls where there was a choice, and final contracts."""
        bidder = self.bidder
        is_call = bidder.in_auction(asked.observations) & asked.masks[:, self.passing]
        (rows,) = np.nonzero(is_call)
        if len(rows):
            seen = asked.observations[rows]
            level, rivals = bidder.context(seen)
            self.calls.add(
                lanes=asked.lanes[rows],
                steps=np.full(len(rows), step),
                seats=asked.seats[rows].astype(np.int64),
                columns=bidder.columns(seen).astype(np.int16),
                level=level,
                rivals=rivals,
                bids=(actions[rows] != self.passing).astype(np.int64),
            )
        (rows,) = np.nonzero(bidder.at_final_bid(asked.observations))
        if len(rows):
            seen = asked.observations[rows]
            self.contracts.add(
                lanes=asked.lanes[rows],
                steps=np.full(len(rows), step),
                seats=asked.seats[rows].astype(np.int64),
                columns=bidder.columns(seen).astype(np.int16),
                given_up=actions[rows] == self.giving_up,
            )

    def finish(
        self, since: np.ndarray, finals: np.ndarray, movers: np.ndarray, totals: np.ndarray
    ) -> None:
        """Take down the points that the declarers took; their places are those of the observer."""
        at, rows = self.bidder.at, np.arange(len(finals))
        declarer = finals[:, at["declarer"]].argmax(axis=1)
        points = finals[:, at["card_points"]][rows, declarer]
        points = points + finals[:, at["marriages"]][rows, declarer]
        taken = np.rint(points * self.pack_points).astype(np.int64)
        more = {"taken": taken, "contract": self.bidder.points(finals, "contract")}
        self.calls.close(since, totals, {})
        self.contracts.close(np.zeros_like(since), totals, more)

    def tables(self) -> dict[str, np.ndarray]:
        """Return the tables that `ThousandBidder` documents."""
        bidder = self.bidder
        calls, ends = self.calls.columns(), self.contracts.columns()
        played, contract = ~ends["given_up"], ends["contract"]
        final_worth = suits.fit(ends["columns"][played], ends["taken"][played], bidder.entries)
        worth = suits.worths(ends["columns"], final_worth)
        final_edges = suits.edges_of(worth, FINAL_BUCKETS)
        bucket = np.searchsorted(final_edges, worth)[played]
        number = np.bincount(bucket, minlength=FINAL_BUCKETS) + 1.0
        taken = ends["taken"][played]
        grid = [np.bincount(bucket, taken >= STEP * i, FINAL_BUCKETS) for i in range(GRID)]
        own = np.where(ends["taken"] >= contract, contract, -contract)
        rest = (ends["gained"] - own)[played]
        cost = (ends["gained"] / contract)[~played]
        dealt_worth = self._dealt_worth(calls, ends, worth)
        dealt = suits.worths(calls["columns"], dealt_worth)
        scale = np.array([dealt.mean(), dealt.std()])
        return {
            "final_worth": final_worth,
            "final_edges": final_edges,
            "taken": np.stack(grid, axis=1) / number[:, None],
            "rest": suits.means((bucket,), rest, (FINAL_BUCKETS,), PRIOR),
            "written_off": np.array([cost.mean() if len(cost) else 0.0, len(cost)]),
            "dealt_worth": dealt_worth,
            "dealt_scale": scale,
            "auction": self._auction(calls, scaled(dealt, scale)),
        }

    def _auction(self, calls: Rows, worth: np.ndarray) -> np.ndarray:
        """Return the curves of what passing and bidding brought.

        Who bids by judgement has more in hand than the worth tells: only random calls are counted.
        A level that was seldom reached is taken to be like the one below.
        """
        curves = np.zeros((LEVELS, self.bidder.rivals, 2, COEFFICIENTS))
        for level, rivals, bids in np.ndindex(curves.shape[:-1]):
            rows = calls["random"] & (calls["level"] == level) & (calls["bids"] == bids)
            rows &= calls["rivals"] == rivals
            if rows.sum() >= LEAST_ROWS or level == 0:
                found = suits.curve(worth[rows], calls["gained"][rows], COEFFICIENTS)
                curves[level, rivals, bids] = found
            else:
                curves[level, rivals, bids] = curves[level - 1, rivals, bids]
        return curves

    def _dealt_worth(self, calls: Rows, ends: Rows, worth: np.ndarray) -> np.ndarray:
        """Return the entries by which dealt hands foretell the worth after the exchange."""
        own, wanted = (8 * rows["episode"] + rows["seats"] for rows in (ends, calls))
        order = np.argsort(own)
        at = np.minimum(np.searchsorted(own[order], wanted), len(own) - 1)
        became = own[order][at] == wanted  # the caller became the declarer
        outcomes = worth[order][at][became]
        return suits.fit(calls["columns"][became], outcomes, self.bidder.entries)


class NinetyNineSamples:
    """Cards laid aside with the tricks and the utility that followed, and premium calls."""

    def __init__(self, game: Game) -> None:
        self.bidder = NinetyNineBidder(game)
        self.steps = (1, 3 * BID_CARDS + 4)  # the bids, and some premium calls
        self.bids, self.calls = _Notes(), _Notes()

    def explore(self, asked: Asked, actions: np.ndarray, rng: np.random.Generator) -> None:
        """Replace actions by random ones: a card, in ascending order, or a call."""
        lots = np.where(asked.masks, rng.random(asked.masks.shape), -1.0)
        actions[:] = lots.argmax(axis=1)

    def note(self, asked: Asked, actions: np.ndarray, step: int) -> None:
        """Take down bids that are complete, and premium calls where there was a choice."""
        bidder, phase = self.bidder, self.bidder.phase(asked.observations)
        laid = asked.observations[:, bidder.at["laid_aside"]]
        (rows,) = np.nonzero((phase == BID) & (np.rint(laid.sum(axis=1)) == BID_CARDS - 1))
        if len(rows):
            aside = laid[rows].copy()
            aside[np.arange(len(rows)), actions[rows]] = 1.0
            self.bids.add(
                lanes=asked.lanes[rows],
                steps=np.full(len(rows), step),
                seats=asked.seats[rows].astype(np.int64),
                columns=bidder.columns(asked.observations[rows], aside).astype(np.int32),
                bid=bidder.bid(aside),
            )
        (rows,) = np.nonzero((phase != BID) & (asked.masks.sum(axis=1) > 1))
        if len(rows):
            seen = asked.observations[rows]
            aside = laid[rows]
            self.calls.add(
                lanes=asked.lanes[rows],
                steps=np.full(len(rows), step),
                seats=asked.seats[rows].astype(np.int64),
                columns=bidder.columns(seen, aside).astype(np.int32),
                bid=bidder.bid(aside),
                reply=phase[rows] - PREMIUM,
                call=actions[rows] - bidder.calls()[0],
            )

    def finish(
        self, since: np.ndarray, finals: np.ndarray, movers: np.ndarray, totals: np.ndarray
    ) -> None:
        """Take down the tricks that each bidder won; seats are counted from the last mover."""
        at, seats = self.bidder.at, totals.shape[1]
        tricks = np.rint(finals[:, at["tricks"]][:, :seats] * self.bidder.tricks)
        for rows in self.bids.open:
            place = (rows["seats"] - movers[rows["lanes"]]) % seats
            rows["tricks"] = tricks[rows["lanes"], place]
        self.bids.close(since, totals, {})
        self.calls.close(since, totals, {})

    def tables(self) -> dict[str, np.ndarray]:
        """Return the tables that `NinetyNineBidder` documents."""
        bidder, bids, calls = self.bidder, self.bids.columns(), self.calls.columns()
        worth = suits.fit(bids["columns"], bids["tricks"], bidder.entries)
        sums = suits.worths(bids["columns"], worth)
        spread = suits.fit(bids["columns"], (bids["tricks"] - sums) ** 2, bidder.entries)
        spreads = suits.worths(bids["columns"], spread)
        edges = suits.edges_of(sums, WORTHS), suits.edges_of(spreads, SPREADS)
        index = np.searchsorted(edges[0], sums), bids["bid"], np.searchsorted(edges[1], spreads)
        shape = WORTHS, bidder.tricks + 1, SPREADS
        means = suits.means(index, bids["gained"], shape, PRIOR)
        known = {"worth": worth, "spread": spread, "bids": means}
        known |= {"worth_edges": edges[0], "spread_edges": edges[1]}
        hopes = NinetyNineBidder(bidder.game, known).hopes(calls["columns"], calls["bid"])
        call_edges = suits.edges_of(hopes, CALLS)
        called = np.searchsorted(call_edges, hopes), calls["reply"], calls["call"]
        return known | {
            "call_edges": call_edges,
            "calls": suits.means(called, calls["gained"], (CALLS, 2, 3), PRIOR),
        }
