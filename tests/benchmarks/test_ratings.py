"""The Plackett-Luce ladder against the formulas of its paper, and its determinism."""

import math

import numpy as np
import pytest

from prikup.benchmarks.ratings import BETA, MU, SIGMA, ladder, rank_order, set_scores
from prikup.benchmarks.statistics import Games


def _games(count, strengths, seed=0, agents=None):
    """Play each deal with every rotation of the agents at one table."""
    rng = np.random.default_rng(seed)
    seats = len(strengths)
    deals, tables, scores = [], [], []
    for deal in range(count):
        cards = rng.normal(size=seats)
        for turn in range(seats):
            table = np.roll(np.arange(seats), turn)
            deals.append(deal)
            tables.append(table)
            scores.append(cards + np.take(strengths, table) + rng.normal(size=seats))
    names = agents or tuple("abcdef"[:seats])
    return Games(names, np.array(deals), np.array(tables), np.array(scores))


def _weng_lin(mu, sigma, ranks):
    """Algorithm 4 of Weng and Lin (JMLR 12, 2011) for teams of one, without ties."""
    c = math.sqrt(sum(s * s + BETA * BETA for s in sigma))
    strength = [math.exp(m / c) for m in mu]
    new_mu, new_sigma = [], []
    for i in range(len(mu)):
        omega = delta = 0.0
        for q in range(len(mu)):
            if ranks[q] <= ranks[i]:
                rest = sum(strength[s] for s in range(len(mu)) if ranks[s] >= ranks[q])
                p = strength[i] / rest
                omega += (1 - p) if q == i else -p
                delta += p * (1 - p)
        omega *= sigma[i] ** 2 / c
        delta *= sigma[i] ** 2 / c**2 * (sigma[i] / c)
        new_mu.append(mu[i] + omega)
        new_sigma.append(sigma[i] * math.sqrt(max(1 - delta, 0.0001)))
    return new_mu, new_sigma


def test_two_equals_play_once():
    """One win between newcomers: mu moves by sigma^2 / (2 c), worked out by hand."""
    games = Games(("a", "b"), [0], [[0, 1]], [[4.0, 1.0]])
    c = math.sqrt(2 * (SIGMA**2 + BETA**2))

    best, other = ladder(games)

    assert ("a", "b") == (best.agent, other.agent)
    assert MU + SIGMA**2 / (2 * c) == pytest.approx(best.mu)
    assert MU - SIGMA**2 / (2 * c) == pytest.approx(other.mu)
    assert (best.mu, best.mu) == pytest.approx((best.low, best.high))
    assert best.mu - 3 * best.sigma == pytest.approx(best.conservative)


def test_ratings_follow_the_paper():
    """Thirty deals with one and the same order agree with the formulas of the paper."""
    count, table, scores = 30, [2, 0, 1], [7.0, 5.0, 1.0]
    games = Games(("a", "b", "c"), range(count), [table] * count, [scores] * count)
    mu, sigma = [MU] * 3, [SIGMA] * 3
    for _ in range(count):
        mu, sigma = _weng_lin(mu, sigma, [1, 2, 0])

    got = ladder(games, orders=2)

    assert ["c", "a", "b"] == [rating.agent for rating in got]
    assert [mu[2], mu[0], mu[1]] == pytest.approx([rating.mu for rating in got])
    assert [sigma[2], sigma[0], sigma[1]] == pytest.approx([rating.sigma for rating in got])


def test_the_set_is_the_deal():
    """An agent's scores of a deal are averaged over its seats; who did not play has none."""
    games = Games(
        ("a", "b", "c"),
        deals=[3, 3, 1],
        tables=[[0, 1], [1, 0], [0, 2]],
        scores=[[4, 1], [2, 8], [0, 5]],
    )

    deals, scores = set_scores(games)

    assert [1, 3] == deals.tolist()
    np.testing.assert_array_equal([[0, np.nan, 5], [6, 1.5, np.nan]], scores)


def test_equal_scores_share_the_better_rank():
    """Ranks are those of a competition, and rounding errors make no difference."""
    assert [1, 0, 1, 3] == rank_order([2.0, 5.0, 2.0, -1.0])
    assert [0, 0] == rank_order([0.1 + 0.2, 0.3])


def test_equal_play_gives_equal_ratings():
    """Agents that tie in every deal keep the rating they started with."""
    games = Games(("a", "b"), [0, 1, 2], [[0, 1]] * 3, [[1.0, 1.0]] * 3)

    assert [MU, MU] == pytest.approx([rating.mu for rating in ladder(games)])


def test_ladder_puts_the_stronger_first():
    """Clear differences in strength are the order of the ladder, with separate intervals."""
    got = ladder(_games(120, [0.0, 1.5, 3.0]), seed=1)

    assert ["c", "b", "a"] == [rating.agent for rating in got]
    assert got[0].low > got[1].high > got[1].low > got[2].high
    assert all(rating.low <= rating.mu <= rating.high for rating in got)
    assert [120] * 3 == [rating.sets for rating in got]


def test_same_seed_same_ladder():
    """The seed decides the draws, and the global generator has no part in them."""
    games = _games(25, [0.0, 0.5, 0.2, 0.1])
    np.random.seed(1)  # noqa: NPY002 - the point: it must not matter
    first = ladder(games, seed=9)
    np.random.seed(2)  # noqa: NPY002
    second = ladder(games, seed=9)

    assert first == second
    assert first != ladder(games, seed=10)


def test_ladder_needs_a_contest():
    """A tournament of one agent has no ladder."""
    games = Games(("a",), [0], [[0, 0]], [[1.0, 2.0]])

    with pytest.raises(ValueError, match="two agents or more"):
        ladder(games)
    with pytest.raises(ValueError, match="orders must be at least 1, got 0"):
        ladder(_games(2, [0, 1]), orders=0)
