"""Statistics of the arena: intervals clustered by deal, paired differences, win rates.

The deal is the unit of every statistic here. What is played with the same cards is not
independent, so values are first averaged inside a deal and the interval is taken over the
deals. Read in this order: distributions (NumPy and the standard library only), `Interval`,
`mean_interval`, `Games`, the comparisons of agents, win rates, how many deals are needed.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

if __name__ == "statistics":  # `python benchmarks/x.py` would hide the standard library's module
    raise ImportError("run `python -m prikup.benchmarks.<name>`, not `python benchmarks/<name>.py`")

LEVEL = 0.95
PAIRINGS = ("replacement", "table")


# --- distributions ---------------------------------------------------------------------------


def t_two_sided(t: float, freedom: float) -> float:
    """Return the probability P(|T| >= |t|) of Student's t.

    It is the regularised incomplete beta function I_x(freedom / 2, 1 / 2) at
    x = freedom / (freedom + t^2).

    Args:
        t: The statistic; its sign does not matter.
        freedom: Degrees of freedom, above 0; they need not be whole.
    """
    if not freedom > 0:
        raise ValueError(f"degrees of freedom must be above 0, got {freedom}")
    square = t * t
    if math.isinf(square):
        return 0.0
    if freedom > 1e6:
        # x is so near to 1 that it has no digits left; the normal distribution, with the
        # correction of Abramowitz and Stegun (26.7.8), is exact to about 1 / freedom^2.
        z = abs(t) * (1 - 1 / (4 * freedom)) / math.sqrt(1 + square / (2 * freedom))
        return math.erfc(z / math.sqrt(2))
    # Both shares are formed without a subtraction, so that neither tail loses digits.
    x, y = freedom / (freedom + square), square / (freedom + square)
    a = freedom / 2
    if y == 0.0:
        return 1.0
    # x^a y^(1/2) / B(a, 1/2)
    front = math.exp(
        -a * math.log1p(square / freedom)
        + 0.5 * math.log(y)
        + _log_gamma_step(a)
        - 0.5 * math.log(math.pi)
    )
    # The continued fraction converges quickly only left of the mean of the beta distribution.
    if x < (a + 1) / (a + 2.5):
        return front * _beta_fraction(a, 0.5, x) / a
    return 1.0 - front * _beta_fraction(0.5, a, y) / 0.5


@lru_cache(maxsize=256)
def t_quantile(probability: float, freedom: float) -> float:
    """Return t with P(T <= t) = `probability` for Student's t with `freedom` degrees."""
    _check_probability(probability)
    tail = 2 * min(probability, 1 - probability)
    t = _root(lambda t: t_two_sided(t, freedom), tail)
    return math.copysign(t, probability - 0.5)


def normal_quantile(probability: float) -> float:
    """Return z with P(Z <= z) = `probability` for the standard normal distribution."""
    _check_probability(probability)
    tail = 2 * min(probability, 1 - probability)
    z = _root(lambda z: math.erfc(z / math.sqrt(2)), tail)
    return math.copysign(z, probability - 0.5)


def _check_probability(probability: float) -> None:
    if not 0 < probability < 1:
        raise ValueError(f"a probability must lie between 0 and 1, got {probability}")


def _log_gamma_step(a: float) -> float:
    """Return log(gamma(a + 1/2) / gamma(a))."""
    if a < 50:
        return math.lgamma(a + 0.5) - math.lgamma(a)
    # The difference of two large logarithms loses digits; the asymptotic series does not.
    return 0.5 * math.log(a) - 1 / (8 * a) + 1 / (192 * a**3) - 1 / (640 * a**5)


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction 1 / (1 + d1 / (1 + d2 / ...)) of I_x(a, b), by Lentz."""
    tiny = 1e-300
    value, upper, lower = 1.0, 1.0, 0.0
    for step in range(1, 100_000):
        m = step // 2
        if step % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        lower = 1.0 / (1.0 + term * lower or tiny)
        upper = 1.0 + term / upper or tiny
        value *= upper * lower
        if abs(upper * lower - 1.0) < 1e-15:
            break
    return 1.0 / value


def _root(tail: Callable[[float], float], target: float) -> float:
    """Return x >= 0 with tail(x) = target, for a tail that falls from 1 to 0."""
    if target >= 1:
        return 0.0
    low, high = 0.0, 1.0
    while tail(high) > target:
        low, high = high, 2 * high
    while True:  # until the two ends are neighbouring floats
        middle = 0.5 * (low + high)
        if not low < middle < high:
            return middle
        if tail(middle) > target:
            low = middle
        else:
            high = middle


# --- intervals -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Interval:
    """A mean over deals with its Student-t interval.

    With a single deal nothing is known about the spread: the interval is infinite.
    """

    mean: float
    low: float
    high: float
    sd: float
    """Standard deviation of the deal averages."""
    deals: int
    level: float = LEVEL

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0

    @property
    def p_value(self) -> float:
        """Two-sided probability of a mean this far from 0 if the true mean were 0."""
        if self.deals < 2:
            return 1.0
        if self.sd == 0:
            return 1.0 if self.mean == 0 else 0.0
        return t_two_sided(self.mean / (self.sd / math.sqrt(self.deals)), self.deals - 1)

    def negated(self) -> "Interval":
        """Return the interval of the opposite difference."""
        return Interval(-self.mean, -self.high, -self.low, self.sd, self.deals, self.level)

    def text(self, signed: bool = False) -> str:
        """Return the mean and its half width, such as `+0.31 ± 0.12`."""
        sign = "+" if signed else ""
        if not math.isfinite(self.half_width):
            return f"{self.mean:{sign}.3g} ± ?"
        places = decimals(self.half_width)
        return f"{self.mean:{sign}.{places}f} ± {self.half_width:.{places}f}"

    def as_dict(self) -> dict[str, float | int | None]:
        """Return the fields for JSON; what is not finite is None."""
        fields = {"mean": self.mean, "low": self.low, "high": self.high, "sd": self.sd}
        finite = {name: x if math.isfinite(x) else None for name, x in fields.items()}
        return {**finite, "deals": self.deals, "level": self.level}


def decimals(half_width: float) -> int:
    """Return the decimal places that show two significant digits of a half width."""
    if not (half_width > 0 and math.isfinite(half_width)):
        return 2
    return min(max(1 - math.floor(math.log10(half_width)), 0), 6)


def deal_means(values: ArrayLike, deals: ArrayLike) -> tuple[NDArray[np.int64], NDArray]:
    """Average the values of each deal.

    Args:
        values: float64[N], anything measured.
        deals: int64[N], the deal that each value belongs to.

    Returns:
        The deals in ascending order, int64[D], and their averages, float64[D].
    """
    values, deals = np.asarray(values, np.float64), np.asarray(deals)
    if values.ndim != 1 or values.shape != deals.shape:
        raise ValueError(
            f"values and deals must be lists of one length, got {values.shape} and {deals.shape}"
        )
    if not np.isfinite(values).all():
        where = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ValueError(f"values must be finite, got {values[where]} in deal {deals[where]}")
    names, index = np.unique(deals, return_inverse=True)
    return names, np.bincount(index, values) / np.bincount(index)


def mean_interval(
    values: ArrayLike, deals: ArrayLike | None = None, level: float = LEVEL
) -> Interval:
    """Return the mean with a Student-t interval that is clustered by deal.

    Args:
        values: float64[N], anything measured.
        deals: int64[N], the deal of each value. The values of one deal are averaged first,
            each deal counts once. None: each value is a deal of its own.
        level: Coverage of the interval.

    Example:
        >>> mean_interval([1, 3, 5, 7], deals=[0, 0, 1, 1]).deals
        2
    """
    _check_probability(level)
    _, means = deal_means(values, np.arange(len(np.asarray(values))) if deals is None else deals)
    count = len(means)
    if count == 0:
        raise ValueError("no deals: an interval needs at least one")
    mean = float(np.mean(means))
    if count == 1:
        return Interval(mean, -math.inf, math.inf, math.nan, 1, level)
    # Equal values must give exactly 0, which a mean rounded in its last digit would not.
    sd = float(np.std(means, ddof=1)) if np.ptp(means) > 0 else 0.0
    half_width = t_quantile((1 + level) / 2, count - 1) * sd / math.sqrt(count)
    return Interval(mean, mean - half_width, mean + half_width, sd, count, level)


# --- games played ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Games:
    """Everything a tournament has played, one row a game (a deal at a table)."""

    agents: tuple[str, ...]
    deals: NDArray[np.int64]
    """int64[N], the deal; the cards of equal deals are the same."""
    tables: NDArray[np.int64]
    """int64[N, P], the agent in each seat, as an index into `agents`."""
    scores: NDArray[np.float64]
    """float64[N, P], the score of each seat."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", tuple(self.agents))
        for name, kind in (("deals", np.int64), ("tables", np.int64), ("scores", np.float64)):
            object.__setattr__(self, name, np.asarray(getattr(self, name), kind))
        if len(set(self.agents)) != len(self.agents):
            raise ValueError(f"agents must have different names, got {', '.join(self.agents)}")
        if self.tables.ndim != 2 or self.tables.shape != self.scores.shape:
            raise ValueError(
                "tables and scores must have one row a game and one column a seat,"
                f" got shapes {self.tables.shape} and {self.scores.shape}"
            )
        if self.deals.shape != self.tables.shape[:1]:
            raise ValueError(f"{len(self.tables)} tables were played with {len(self.deals)} deals")
        if self.tables.size and not (
            0 <= self.tables.min() and self.tables.max() < len(self.agents)
        ):
            raise ValueError(f"tables must hold agents 0 to {len(self.agents) - 1}")

    def index(self, agent: str) -> int:
        """Return the index of an agent."""
        if agent not in self.agents:
            raise ValueError(f"no agent {agent!r}; known: {', '.join(self.agents)}")
        return self.agents.index(agent)


@dataclass(frozen=True)
class Difference:
    """How much more `first` scores than `second`."""

    first: str
    second: str
    interval: Interval


def agent_mean(games: Games, agent: str, level: float = LEVEL) -> Interval:
    """Return the mean score of an agent over all its seats and tables, clustered by deal."""
    rows, seats = np.nonzero(games.tables == games.index(agent))
    return mean_interval(games.scores[rows, seats], games.deals[rows], level)


def replacement_difference(
    games: Games, first: str, second: str, level: float = LEVEL
) -> Difference:
    """Compare two agents in the same seat of the same deal against the same opponents.

    Each pair of games differs in the agent of one seat and in nothing else. The differences are
    averaged over seats and opponents inside a deal, the interval is over deals. Games without
    a counterpart are left out.

    Raises:
        ValueError: if no game of one agent has a counterpart of the other.
    """
    keys, scores, sizes = [], [], []
    for agent in (games.index(first), games.index(second)):
        rows, seats = np.nonzero(games.tables == agent)
        table = games.tables[rows]
        table[np.arange(len(rows)), seats] = -1  # the empty chair: seat and opponents in one key
        keys.append(np.column_stack([games.deals[rows], table]))
        scores.append(games.scores[rows, seats])
        sizes.append(len(rows))
    situations, index = np.unique(np.concatenate(keys), axis=0, return_inverse=True)
    index = index.reshape(-1)
    mine, theirs = index[: sizes[0]], index[sizes[0] :]
    counts = [np.bincount(part, minlength=len(situations)) for part in (mine, theirs)]
    both = (counts[0] > 0) & (counts[1] > 0)
    if not both.any():
        raise ValueError(
            f"{first!r} and {second!r} never had the same seat of the same deal"
            " against the same opponents; compare them at their common tables"
        )
    sums = [
        np.bincount(part, values, len(situations))[both]
        for part, values in zip((mine, theirs), scores, strict=True)
    ]
    change = sums[0] / counts[0][both] - sums[1] / counts[1][both]
    return Difference(first, second, mean_interval(change, situations[both, 0], level))


def table_difference(games: Games, first: str, second: str, level: float = LEVEL) -> Difference:
    """Compare two agents at the tables where both sit, deal by deal.

    The value of a deal is the mean score of one agent less that of the other. This is fair
    only if both have held the same seats of the deal equally often, which is checked.

    Raises:
        ValueError: if they share no table, or a deal favours one of them with its seats.
    """
    at = [games.tables == games.index(agent) for agent in (first, second)]
    common = at[0].any(axis=1) & at[1].any(axis=1)
    if not common.any():
        raise ValueError(f"{first!r} and {second!r} never sat at one table")
    deals, index = np.unique(games.deals[common], return_inverse=True)
    means, seats = [], []
    for sits in at:
        rows, seat = np.nonzero(sits[common])
        count = np.zeros((len(deals), games.tables.shape[1]))
        np.add.at(count, (index[rows], seat), 1)
        total = np.bincount(index[rows], games.scores[common][rows, seat], len(deals))
        means.append(total / count.sum(axis=1))
        seats.append(count / count.sum(axis=1, keepdims=True))
    uneven = ~np.isclose(seats[0], seats[1]).all(axis=1)
    if uneven.any():
        raise ValueError(
            f"deal {deals[uneven][0]}: {first!r} and {second!r} have not held the same seats"
            " equally often; play every seating of the deal"
        )
    return Difference(first, second, mean_interval(means[0] - means[1], deals, level))


def all_differences(
    games: Games, pairing: str = "replacement", level: float = LEVEL
) -> tuple[Difference, ...]:
    """Compare every two agents, in the order of `games.agents`.

    Args:
        games: The games played.
        pairing: "replacement" (`replacement_difference`) or "table" (`table_difference`).
        level: Coverage of each interval by itself; see `holm` for all together.
    """
    if pairing not in PAIRINGS:
        raise ValueError(f"pairing must be one of {', '.join(PAIRINGS)}, got {pairing!r}")
    compare = replacement_difference if pairing == "replacement" else table_difference
    return tuple(compare(games, a, b, level) for a, b in combinations(games.agents, 2))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values, which hold for all the comparisons together."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, floor = [0.0] * len(p_values), 0.0
    for done, i in enumerate(order):
        floor = max(floor, min(1.0, (len(p_values) - done) * p_values[i]))
        adjusted[i] = floor
    return adjusted


# --- win rates -------------------------------------------------------------------------------


@dataclass(frozen=True)
class WinRate:
    """A share of wins with its Wilson score interval."""

    rate: float
    low: float
    high: float
    count: int
    """The number of trials: deals, where `win_rate` made it."""
    level: float = LEVEL


def wilson(wins: float, count: int, level: float = LEVEL) -> WinRate:
    """Return the Wilson score interval of a win rate.

    A shared first place may count as a part of a win. Such a value lies in [0, 1] and varies
    no more than a win or loss of the same mean, so the interval is then on the wide side.

    Args:
        wins: Number of wins, 0 <= wins <= count; need not be whole.
        count: Number of independent trials.
        level: Coverage of the interval.
    """
    if count < 1 or not 0 <= wins <= count:
        raise ValueError(f"wins must lie between 0 and the number of trials, got {wins} of {count}")
    rate = wins / count
    z = normal_quantile((1 + level) / 2)
    stretch = 1 + z * z / count
    centre = (rate + z * z / (2 * count)) / stretch
    half = z / stretch * math.sqrt(rate * (1 - rate) / count + (z / (2 * count)) ** 2)
    # At the ends the formula gives exactly 0 and 1; floating point may miss them.
    low = 0.0 if wins == 0 else max(centre - half, 0.0)
    high = 1.0 if wins == count else min(centre + half, 1.0)
    return WinRate(rate, low, high, count, level)


def win_shares(scores: ArrayLike) -> NDArray[np.float64]:
    """Return each seat's share of the win: 1 / k for each of the k best of a game.

    Args:
        scores: float64[N, P], one row a game.
    """
    scores = np.asarray(scores, np.float64)
    best = scores == scores.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def win_rate(games: Games, agent: str, level: float = LEVEL) -> WinRate:
    """Return how often an agent wins, with a Wilson interval over deals.

    Shared first places count 1 / k. The shares of a deal are averaged, and the deal is one
    trial: the games of a deal are not independent. Averages vary less than single wins do,
    so the interval is on the wide side.
    """
    rows, seats = np.nonzero(games.tables == games.index(agent))
    _, shares = deal_means(win_shares(games.scores)[rows, seats], games.deals[rows])
    # A sum of thirds may pass the whole by a rounding error.
    return wilson(min(float(shares.sum()), len(shares)), len(shares), level)


# --- how many deals --------------------------------------------------------------------------


def deals_needed(sd: float, half_width: float, level: float = LEVEL) -> int:
    """Return the fewest deals whose interval is no wider than ± `half_width`.

    Args:
        sd: Standard deviation of the deal averages, from a pilot run.
        half_width: Wanted half width, in the unit of `sd`.
        level: Coverage of the interval.
    """
    if not (sd >= 0 and math.isfinite(sd) and half_width > 0):
        raise ValueError(f"sd must be >= 0 and half_width above 0, got {sd} and {half_width}")
    z = normal_quantile((1 + level) / 2)
    count = max(2, math.ceil((z * sd / half_width) ** 2))
    # Student's t is wider than the normal; at most a few deals are added for it.
    while t_quantile((1 + level) / 2, count - 1) * sd / math.sqrt(count) > half_width:
        count += 1
    return count


def detectable(interval: Interval, power: float = 0.8) -> float:
    """Return the true difference that a run of this size would find with the given power."""
    if interval.deals < 2:
        return math.inf
    freedom = interval.deals - 1
    reach = t_quantile((1 + interval.level) / 2, freedom) + t_quantile(power, freedom)
    return reach * interval.sd / math.sqrt(interval.deals)


def precision_note(interval: Interval, unit: str = "points") -> str:
    """Say in one line how precise a run was and what a more precise one would take."""
    level, deals = f"{100 * interval.level:g} %", f"{interval.deals:,} deals"
    if interval.deals < 2:
        return "1 deal gives no interval: play more deals"
    if interval.sd == 0:
        return f"{deals}, all with the same value: the spread is unknown"
    places = decimals(interval.half_width)
    more = deals_needed(interval.sd, interval.half_width / 2, interval.level)
    return (
        f"{deals}, sd {interval.sd:.3g} a deal: {level} interval ± {interval.half_width:.{places}f}"
        f" {unit}; half of that takes {more:,} deals; a true difference of"
        f" {detectable(interval):.{places}f} {unit} is found in 4 of 5 such runs"
    )
