"""Bidders by hand statistics: sums of table entries, expectations worked out by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from prikup.agents import make_agent
from prikup.agents.bidding import suits
from prikup.agents.bidding.ninety_nine import SPREADS, WORTHS, NinetyNineBidder
from prikup.agents.bidding.statistics import HandStatistics, make_bidder
from prikup.agents.bidding.thousand import (
    COEFFICIENTS,
    FINAL_BUCKETS,
    GRID,
    LEVELS,
    ThousandBidder,
)
from prikup.envs import BadOptions, BadText, load_game
from prikup.envs.batch import Batch

THOUSAND, NINETY_NINE = load_game("thousand"), load_game("ninety_nine")


def thousand_tables(made: dict[int, float], auction: tuple[float, float]) -> dict[str, np.ndarray]:
    """Return tables in which all hands are alike.

    Args:
        made: Chance to take so many points or more, by multiples of 5 from 0 on.
        auction: What passing and bidding bring.
    """
    bidder = ThousandBidder(THOUSAND)
    curves = np.zeros((LEVELS, 2, 2, COEFFICIENTS))
    curves[..., 0] = auction
    chance, row = 1.0, []
    for i in range(GRID):
        chance = made.get(5 * i, chance)
        row.append(chance)
    return {
        "dealt_worth": np.zeros(bidder.entries),
        "final_worth": np.zeros(bidder.entries),
        "dealt_scale": np.array([0.0, 1.0]),
        "final_edges": np.arange(1.0, FINAL_BUCKETS),
        "auction": curves,
        "taken": np.tile(row, (FINAL_BUCKETS, 1)),
        "rest": np.full(FINAL_BUCKETS, -30.0),
        "written_off": np.array([-1.5, 1.0]),
    }


def at_phase(bidder: ThousandBidder, asks: str, limit: int = 60) -> Batch:
    """Return games of Thousand, played by the heuristic, one of which is at a kind of decision."""
    batch = Batch(THOUSAND, 200, seed=3)
    for _ in range(limit):
        if getattr(bidder, asks)(batch.observations).sum() > 5:
            return batch
        batch.step(batch.advise("heuristic", np.arange(200)))
    raise AssertionError(f"no {asks}")


def test_patterns_are_the_cards_of_each_suit():
    """9 T J of the first suit, 9 and ace of the last."""
    hand = np.zeros((1, 24))
    hand[0, [0, 1, 2, 18, 23]] = 1

    assert [[7, 0, 0, 33]] == suits.patterns(hand, 6).tolist()


def test_a_fit_finds_the_entries_of_a_sum():
    """Outcomes that are sums of entries are foretold."""
    rng = np.random.default_rng(0)
    truth = rng.normal(size=30)
    columns = np.stack([rng.integers(0, 20, 20_000), rng.integers(20, 30, 20_000)], axis=1)
    outcomes = truth[columns].sum(axis=1)
    found = suits.worths(columns, suits.fit(columns, outcomes, 30))

    assert outcomes == pytest.approx(found, abs=0.1)


def test_means_are_smoothed_along_the_first_axis():
    """By hand, with a prior of 1 and a mean of 5: (10 + 0 + 5) / (1 + 0.5 + 1), and so on."""
    found = suits.means((np.array([0, 1]),), np.array([10.0, 0.0]), (3,), 1.0)
    mean = (10 + 1 * 5) / (2 + 1)

    assert [(10 + mean) / 2.5, (5 + mean) / 2.5, mean / 1.5] == pytest.approx(found)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ({}, 400),  # sure of everything: the highest contract allowed, at most 400
        ({105: 0.99, 110: 0.5}, 105),  # 100 - 30, 105 * 0.98 - 30, 0 - 30
        ({105: 0.9, 110: 0.0}, 100),  # 100 - 30 against 105 * 0.8 - 30
        ({100: 0.01}, 0),  # -98 - 30 against -150 times 1: worse, but see below
    ],
)
def test_final_contracts_have_the_best_expectation(made, expected):
    """A contract c brings c (2 p - 1) - 30, giving up -1.5 c, at a contract of 100."""
    bidder = ThousandBidder(THOUSAND, thousand_tables(made, (0.0, 0.0)))
    batch = at_phase(bidder, "at_final_bid")
    (rows,) = np.nonzero(bidder.at_final_bid(batch.observations))
    rows = rows[bidder.points(batch.observations[rows], "contract") == 100]
    chosen = bidder.choose(batch.observations[rows], batch.masks[rows], 0.0)
    allowed = np.where(batch.masks[rows], bidder.bids, 0).max(axis=1)
    contracts = np.where(bidder.bids[chosen] > 0, bidder.bids[chosen], 100)

    assert len(rows)
    wanted = np.minimum(expected, np.maximum(allowed, 100)) if expected else np.full(len(rows), 100)
    assert wanted.tolist() == contracts.tolist()
    given_up = chosen == bidder.cards + 78  # WRITE_OFF
    assert not given_up.any()  # -128 is still better than -150


def test_hopeless_deals_are_given_up():
    """Playing on brings -100 - 30 - 40, giving up -150."""
    tables = thousand_tables({5: 0.0}, (0.0, 0.0))
    tables["rest"] -= 40.0
    bidder = ThousandBidder(THOUSAND, tables)
    batch = at_phase(bidder, "at_final_bid")
    (rows,) = np.nonzero(bidder.at_final_bid(batch.observations))
    rows = rows[batch.masks[rows, bidder.cards + 78]]
    rows = rows[bidder.points(batch.observations[rows], "contract") == 100]

    assert len(rows)
    chosen = bidder.choose(batch.observations[rows], batch.masks[rows], 0.0)
    assert {bidder.cards + 78} == set(chosen.tolist())


def test_the_auction_is_passed_or_bid_by_the_better_mean():
    """Bidding brings 3 less than passing: only an aggressiveness of 3 or more bids, one step up."""
    bidder = ThousandBidder(THOUSAND, thousand_tables({}, (1.0, -2.0)))
    batch = at_phase(bidder, "in_auction")
    may_pass = bidder.in_auction(batch.observations) & batch.masks[:, bidder.cards]
    while may_pass.sum() < 5:
        batch.step(batch.advise("heuristic", np.arange(200)))
        may_pass = bidder.in_auction(batch.observations) & batch.masks[:, bidder.cards]
    (rows,) = np.nonzero(may_pass)
    rows = rows[np.where(batch.masks[rows], bidder.bids, 0).any(axis=1)]
    seen, masks = batch.observations[rows], batch.masks[rows]

    assert {bidder.cards} == set(bidder.choose(seen, masks, 2.9).tolist())
    bids = bidder.bids[bidder.choose(seen, masks, 3.0)]
    assert (bidder.points(seen, "bid") + 5).tolist() == bids.tolist()


def test_curves_are_found_and_read():
    """A cubic without noise comes out, and bidding follows it: it pays above a worth of 1."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=5000)
    outcomes = 1.0 - 2.0 * values + 0.5 * values**3

    assert [1.0, -2.0, 0.0, 0.5] == pytest.approx(suits.curve(values, outcomes, 4), abs=0.01)
    tables = thousand_tables({}, (0.0, 0.0))
    tables["auction"][..., 1, :2] = -1.0, 1.0
    tables["dealt_worth"] = rng.normal(size=len(tables["dealt_worth"]))
    bidder = ThousandBidder(THOUSAND, tables)
    batch = at_phase(bidder, "in_auction")
    seen = batch.observations[bidder.in_auction(batch.observations)]
    worth = tables["dealt_worth"][bidder.columns(seen)].sum(axis=1)
    expected = bidder.expected(seen)

    assert np.zeros(len(seen)) == pytest.approx(expected[:, 0])
    assert np.clip(worth, -2.5, 2.5) - 1.0 == pytest.approx(expected[:, 1])


def ninety_nine_tables(rng: np.random.Generator) -> dict[str, np.ndarray]:
    bidder = NinetyNineBidder(NINETY_NINE)
    return {
        "worth": rng.normal(size=bidder.entries),
        "spread": rng.normal(size=bidder.entries),
        "worth_edges": np.linspace(-3, 3, WORTHS - 1),
        "spread_edges": np.linspace(-1, 1, SPREADS - 1),
        "bids": rng.normal(size=(WORTHS, 10, SPREADS)),
    }


def test_the_best_of_all_bids_is_laid_aside():
    """Compared with a loop over the 220 bids that counts the cards of each suit one by one."""
    tables = ninety_nine_tables(np.random.default_rng(1))
    bidder = NinetyNineBidder(NINETY_NINE, tables)
    value = {"D": 0, "S": 1, "H": 2, "C": 3}  # tricks that a bid card shows
    for seed in range(5):
        state = NINETY_NINE.deal(seed)
        laid: list[int] = []
        seat = state.current_player()
        view = state.view(seat)
        own = [a for a in range(36) if view.observation()[a] > 0]
        trump = view.observation()[bidder.at["trump"]]
        leads = view.observation()[bidder.at["dealer"]][2] > 0
        best = None
        for bid in combinations(own, 3):
            sums = [0.0, 0.0]
            for suit in range(4):
                rest = [c for c in range(9 * suit, 9 * suit + 9) if c not in bid]
                kept = sum(1 << i for i, c in enumerate(rest) if c in own)
                is_trump, is_free = trump[suit] > 0, not trump[:4].any()
                kind = 0 if is_trump else 2 if is_free else 1
                place = kind * 960 + [0, 512, 768, 896][9 - len(rest)] + kept
                sums = [s + tables[n][place] for s, n in zip(sums, ("worth", "spread"))]
            extra = 3 * 960 + leads
            sums = [s + tables[n][extra] for s, n in zip(sums, ("worth", "spread"))]
            tricks = sum(value[NINETY_NINE.action_to_string(c)[-1]] for c in bid)
            cell = (
                sum(e < sums[0] for e in tables["worth_edges"]),
                tricks,
                sum(e < sums[1] for e in tables["spread_edges"]),
            )
            hope = tables["bids"][cell]
            if best is None or hope > best[0]:
                best = hope, bid
        assert best is not None
        while len(laid) < 3:
            if state.current_player() == seat:
                view = state.view(seat)
                asked = view.observation()[None], view.legal_actions_mask()[None]
                laid.append(int(bidder.choose(*asked, 0.0)[0]))
                state.apply_action(laid[-1])
            else:
                state.apply_action(state.legal_actions()[0])
        assert list(best[1]) == laid


def test_saved_and_loaded_statistics_bid_alike(tmp_path):
    """The agent bids by the file's tables and leaves the cards to the other agent."""
    tables = thousand_tables({100: 0.9, 130: 0.2}, (0.0, 1.0))
    made = HandStatistics(str(THOUSAND), THOUSAND.definition.version, 7, tables)
    made.save(tmp_path / "tables.npz")
    bidder, heuristic = ThousandBidder(THOUSAND, tables), make_agent("heuristic")
    agent = make_agent(f"hand_statistics:{tmp_path},play=heuristic")
    for seed in range(5):
        agent.reset(seed)
        state = THOUSAND.deal(seed)
        while not state.is_terminal():
            view = state.view(state.current_player())
            action, observed = agent.act(view), view.observation()[None]
            if bidder.asks(observed)[0]:
                mask = view.legal_actions_mask()[None]
                assert bidder.choose(observed, mask, 0.0)[0] == action
                assert agent.policy(view)[action] == 1.0
            else:
                assert heuristic.act(view) == action
            state.apply_action(action)
            state.resolve_chance(seed)
    with pytest.raises(BadOptions, match="cannot play ninety_nine"):
        agent.check(NINETY_NINE)
    with pytest.raises(BadOptions, match="no run, file or statistics"):
        make_agent("hand_statistics:nowhere")
    (tmp_path / "tables.npz").write_bytes(b"x")
    with pytest.raises(BadText):
        make_agent(f"hand_statistics:{tmp_path}")
    with pytest.raises(BadOptions, match="no hand statistics for kuhn_poker"):
        make_bidder(load_game("kuhn_poker"))
