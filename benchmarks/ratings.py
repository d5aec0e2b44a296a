"""A ladder of the agents: OpenSkill's Plackett-Luce model on the rank orders of duplicate sets.

A duplicate set is everything played with one deal. Each agent's scores in it are averaged, so
every agent has held every seat; the averages give one rank order a deal, and the model sees
these orders only. The ladder is a readable summary: it drops the margins, which the paired
differences of `prikup.benchmarks.statistics` keep.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from prikup.benchmarks.statistics import LEVEL, Games

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2


@dataclass(frozen=True)
class Rating:
    """The place of one agent on the ladder; every agent starts at mu = 25, sigma = 25 / 3."""

    agent: str
    mu: float
    """Mean over the bootstrap orders."""
    low: float
    high: float
    """Bootstrap interval of mu over the deals."""
    sigma: float
    """The model's own uncertainty, mean over the orders."""
    conservative: float
    """mu - 3 sigma: what the model is almost sure of."""
    sets: int
    """Duplicate sets in which the agent took part."""
    level: float = LEVEL

    def as_dict(self) -> dict[str, str | float | int]:
        """Return the fields for JSON."""
        return dict(vars(self))


def set_scores(games: Games) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return each agent's mean score in each duplicate set.

    Returns:
        The deals in ascending order, int64[D], and the scores, float64[D, len(agents)], NaN
        where an agent has not played the deal.
    """
    deals, index = np.unique(games.deals, return_inverse=True)
    shape = len(deals), len(games.agents)
    total, count = np.zeros(shape), np.zeros(shape)
    cells = np.broadcast_to(index[:, None], games.tables.shape), games.tables
    np.add.at(total, cells, games.scores)
    np.add.at(count, cells, 1)
    return deals, np.divide(total, count, out=np.full(shape, np.nan), where=count > 0)


def rank_order(scores: Sequence[float]) -> list[int]:
    """Return the rank of each score: 0 for the best, equal scores share the better rank.

    Sums taken in another order differ in the last digits, so scores that agree to nine digits
    count as equal.
    """
    values = np.asarray(scores, np.float64)
    close = np.isclose(values[:, None], values[None, :], rtol=1e-9, atol=1e-9)
    return [int(n) for n in ((values[None, :] > values[:, None]) & ~close).sum(axis=1)]


def ladder(
    games: Games, seed: int = 0, orders: int = 20, level: float = LEVEL
) -> tuple[Rating, ...]:
    """Rate the agents of a tournament, best first.

    A rating depends on the order of the results. So the deals are drawn with replacement, in
    random order, `orders` times; each draw is rated from the start, and the draws give the
    mean and the interval of mu.

    Args:
        games: The games played.
        seed: Seed of the draws: the same seed gives the same ladder.
        orders: Number of bootstrap orders.
        level: Coverage of the bootstrap interval.

    Raises:
        ValueError: if no deal was played by two agents.
    """
    deals, scores = set_scores(games)
    ranked = []
    for row in scores:
        present = np.flatnonzero(~np.isnan(row))
        if len(present) > 1:
            ranked.append((present.tolist(), rank_order(row[present])))
    if not ranked:
        raise ValueError("a ladder needs a deal played by two agents or more")
    if orders < 1:
        raise ValueError(f"orders must be at least 1, got {orders}")
    rng = np.random.default_rng(seed)
    mus, sigmas = [], []
    for _ in range(orders):
        drawn = rng.integers(len(ranked), size=len(ranked))
        mu, sigma = _rate([ranked[i] for i in drawn], len(games.agents))
        mus.append(mu)
        sigmas.append(sigma)
    mu, sigma = np.mean(mus, axis=0), np.mean(sigmas, axis=0)
    low, high = np.quantile(mus, [(1 - level) / 2, (1 + level) / 2], axis=0)
    sets = (~np.isnan(scores)).sum(axis=0)
    ratings = [
        Rating(
            agent=agent,
            mu=float(mu[i]),
            low=float(low[i]),
            high=float(high[i]),
            sigma=float(sigma[i]),
            conservative=float(mu[i] - 3 * sigma[i]),
            sets=int(sets[i]),
            level=level,
        )
        for i, agent in enumerate(games.agents)
    ]
    return tuple(sorted(ratings, key=lambda rating: -rating.mu))


def _rate(
    results: Sequence[tuple[list[int], list[int]]], agents: int
) -> tuple[list[float], list[float]]:
    """Rate a sequence of results (agents present, their ranks); return all mu and sigma."""
    # tau lets a rating drift between results; the agents here do not change, so it is 0.
    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=0.0)
    ratings = [model.rating() for _ in range(agents)]
    for present, ranks in results:
        rated = model.rate([[ratings[i]] for i in present], ranks=[float(r) for r in ranks])
        for i, team in zip(present, rated, strict=True):
            ratings[i] = team[0]
    return [r.mu for r in ratings], [r.sigma for r in ratings]
