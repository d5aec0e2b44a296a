"""Intervals, paired differences and win rates against tables, SciPy and simulation."""

import math
from itertools import product

import numpy as np
import pytest

from prikup.benchmarks.statistics import (
    Games,
    Interval,
    agent_mean,
    all_differences,
    deal_means,
    deals_needed,
    decimals,
    detectable,
    holm,
    mean_interval,
    normal_quantile,
    precision_note,
    replacement_difference,
    t_quantile,
    t_two_sided,
    table_difference,
    wilson,
    win_rate,
    win_shares,
)

scipy_stats = pytest.importorskip("scipy.stats")

# Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.10 and the usual textbooks.
T_TABLE = [
    (0.975, 1, 12.706), (0.975, 2, 4.303), (0.975, 5, 2.571), (0.975, 10, 2.228),
    (0.975, 30, 2.042), (0.975, 120, 1.980), (0.95, 1, 6.314), (0.95, 9, 1.833),
    (0.995, 4, 4.604), (0.995, 20, 2.845), (0.9995, 3, 12.924), (0.9995, 60, 3.460),
]  # fmt: skip

# R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
# Medicine 17 (1998), table I, method 3 (score method without continuity correction).
NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


# --- distributions ---------------------------------------------------------------------------


@pytest.mark.parametrize(("probability", "freedom", "published"), T_TABLE)
def test_t_quantile_is_the_published_one(probability, freedom, published):
    """The quantiles of Student's t are those of the printed tables."""
    got = t_quantile(probability, freedom)

    assert published == round(got, 3)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7.5, 29, 99, 100, 101, 999, 12345, 10**6, 10**9])
def test_t_quantile_agrees_with_scipy(freedom):
    """The quantiles agree with SciPy's from one degree of freedom to a thousand million."""
    for probability in (0.5, 0.5001, 0.6, 0.8, 0.9, 0.95, 0.975, 0.995, 0.9999, 0.025, 1e-6):
        expected = scipy_stats.t.ppf(probability, freedom)

        assert expected == pytest.approx(t_quantile(probability, freedom), rel=1e-9, abs=1e-11)


@pytest.mark.parametrize("freedom", [1, 2, 5.5, 40, 1000, 10**6, 10**7, 10**9])
def test_t_tail_agrees_with_scipy(freedom):
    """Two-sided probabilities agree with SciPy's, far out in the tail too."""
    for t in (0.0, 1e-9, 0.01, 0.5, 1.0, 1.96, -3.0, 8.0, 20.0):
        expected = 2 * scipy_stats.t.sf(abs(t), freedom)

        assert expected == pytest.approx(t_two_sided(t, freedom), rel=1e-6, abs=0)


def test_t_is_normal_in_the_limit():
    """With many degrees of freedom Student's t is the normal distribution."""
    assert 1.959964 == round(normal_quantile(0.975), 6)
    assert normal_quantile(0.975) == pytest.approx(t_quantile(0.975, 1e12), rel=1e-9)
    assert -normal_quantile(0.9) == pytest.approx(normal_quantile(0.1), rel=1e-12)


@pytest.mark.parametrize("probability", [0.0, 1.0, -0.1, 95])
def test_probabilities_outside_0_and_1_are_refused(probability):
    """A level of 95 instead of 0.95 is an error that says so."""
    with pytest.raises(ValueError, match="between 0 and 1"):
        t_quantile(probability, 10)


# --- intervals -------------------------------------------------------------------------------


def test_values_of_a_deal_are_averaged_first():
    """A deal counts once, however many values it has."""
    deals, means = deal_means([1.0, 3.0, 10.0, 2.0], [4, 4, 1, 4])

    assert [1, 4] == deals.tolist()
    assert [10.0, 2.0] == means.tolist()


def test_interval_is_that_of_a_textbook():
    """The interval of Student's sleep data (1908, group 2) is the known one."""
    extra = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

    got = mean_interval(extra)

    assert 2.33 == pytest.approx(got.mean)
    assert (0.8976775, 3.7623225) == pytest.approx((got.low, got.high), abs=1e-6)


def test_paired_interval_is_that_of_a_textbook():
    """Student's own paired comparison: mean 1.58, interval 0.70 to 2.46, p = 0.00283."""
    first = np.array([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0])
    second = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])

    got = mean_interval(second - first)

    assert (1.58, 0.7001142, 2.4598858) == pytest.approx((got.mean, got.low, got.high), abs=1e-6)
    assert 0.002833 == pytest.approx(got.p_value, abs=1e-6)


def test_repeated_values_do_not_make_a_run_more_precise():
    """Playing every deal twice with the same result leaves the interval as it was."""
    values = np.random.default_rng(0).normal(size=30)

    once = mean_interval(values)
    twice = mean_interval(np.tile(values, 2), np.tile(np.arange(30), 2))

    assert once == twice


def test_one_deal_says_nothing():
    """The interval of a single deal is infinite and excludes nothing."""
    got = mean_interval([5.0, 7.0], [3, 3])

    assert (6.0, -math.inf, math.inf) == (got.mean, got.low, got.high)
    assert not got.excludes_zero
    assert 1.0 == got.p_value
    assert {"mean": 6.0, "low": None, "high": None, "sd": None, "deals": 1, "level": 0.95} == (
        got.as_dict()
    )


def test_equal_values_have_no_spread():
    """Identical differences give a width of exactly 0, and 0 differs from nothing."""
    assert 0.0 == mean_interval([0.1] * 7).half_width
    assert mean_interval([0.1] * 7).excludes_zero
    assert not mean_interval([0.0] * 7).excludes_zero


@pytest.mark.parametrize(
    ("values", "deals", "message"),
    [
        ([1.0, math.nan], [7, 8], "nan in deal 8"),
        ([1.0, 2.0], [7], "one length"),
        ([], [], "no deals"),
    ],
)
def test_bad_values_are_refused(values, deals, message):
    """What has no mean is an error, not a NaN in a table."""
    with pytest.raises(ValueError, match=message):
        mean_interval(values, deals)


def test_interval_as_text():
    """Two digits of the half width are shown, and the mean to the same place."""
    assert "+0.31 ± 0.12" == Interval(0.3149, 0.1949, 0.4349, 1, 9).text(signed=True)
    assert "-41 ± 15" == Interval(-41.3, -56.3, -26.3, 1, 9).text()
    assert [2, 3, 0, 0, 2] == [decimals(x) for x in (0.12, 0.0123, 12, 1200, math.inf)]


# --- the unit is the deal --------------------------------------------------------------------


def test_interval_covers_the_truth_as_often_as_it_says():
    """A against A, 1000 times: 95 % of the intervals hold 0, but only if clustered by deal."""
    rng = np.random.default_rng(2024)
    repeats, count, tables = 1000, 40, 6
    deals = np.repeat(np.arange(count), tables)
    covered = naive = 0
    for _ in range(repeats):
        # Half of the variance belongs to the cards: with 6 tables a deal the variance of the
        # mean is 1 + 5 / 2 times that of independent values, and a 95 % interval covers 70 %.
        cards = np.repeat(rng.normal(size=count), tables)
        values = cards + rng.normal(size=count * tables)
        covered += not mean_interval(values, deals).excludes_zero
        naive += not mean_interval(values).excludes_zero
    expected_naive = math.erf(1.96 / math.sqrt(3.5) / math.sqrt(2))

    for share, expected in ((covered, 0.95), (naive, expected_naive)):
        tolerance = 4 * math.sqrt(expected * (1 - expected) / repeats)
        assert expected == pytest.approx(share / repeats, abs=tolerance)
    assert naive / repeats < 0.8


def _tournament(rng, strengths, count, luck=3.0, noise=1.0):
    """Play every table of three seats with every deal; seats, cards and agents all matter."""
    deals, tables, scores = [], [], []
    for deal in range(count):
        cards = luck * rng.normal(size=3) + [0.0, 2.0, -1.0]
        for table in product(range(len(strengths)), repeat=3):
            deals.append(deal)
            tables.append(table)
            scores.append(cards + np.take(strengths, table) + noise * rng.normal(size=3))
    names = tuple(f"agent{i}" for i in range(len(strengths)))
    return Games(names, np.array(deals), np.array(tables), np.array(scores))


@pytest.mark.parametrize("pairing", ["replacement", "table"])
def test_paired_difference_covers_the_truth(pairing):
    """The interval of a difference holds the true one in about 95 % of 300 tournaments."""
    rng = np.random.default_rng(5)
    repeats, truth = 300, 0.4
    hits = 0
    for _ in range(repeats):
        games = _tournament(rng, [truth, 0.0], count=12)
        (difference,) = all_differences(games, pairing)
        hits += difference.interval.low <= truth <= difference.interval.high
    tolerance = 4 * math.sqrt(0.95 * 0.05 / repeats)

    assert 0.95 == pytest.approx(hits / repeats, abs=tolerance)


# --- paired differences ----------------------------------------------------------------------


def test_pairing_takes_the_luck_of_the_cards_out():
    """Without noise in the play the difference is exact after a few deals, whatever the cards."""
    games = _tournament(np.random.default_rng(1), [0.75, 0.25, 0.0], count=5, luck=50.0, noise=0.0)

    got = {(d.first, d.second): d.interval for d in all_differences(games)}

    assert {("agent0", "agent1"), ("agent0", "agent2"), ("agent1", "agent2")} == set(got)
    assert 0.5 == pytest.approx(got["agent0", "agent1"].mean)
    assert 0.75 == pytest.approx(got["agent0", "agent2"].mean)
    assert got["agent0", "agent1"].half_width < 1e-9
    assert agent_mean(games, "agent0").half_width > 10


def test_only_the_same_seat_and_the_same_opponents_are_paired():
    """Pairs are found by hand: same deal, same seat, the others in their places."""
    games = Games(
        ("a", "b", "r"),
        deals=[0, 0, 0, 1, 1, 1],
        tables=[[0, 2], [1, 2], [2, 1], [0, 2], [1, 2], [2, 0]],
        scores=[[5, 0], [3, 0], [0, 100], [2, 0], [3, 0], [0, 100]],
    )

    got = replacement_difference(games, "a", "b").interval

    # Deal 0: 5 - 3. Deal 1: 2 - 3. The games of seat 1 have no counterpart.
    assert (0.5, 2) == (got.mean, got.deals)


def test_opponents_are_told_apart():
    """Different opponents, or the same in other seats, make no pair."""
    games = Games(("a", "b", "r", "s"), [0, 0], [[0, 2, 3], [1, 3, 2]], [[1, 0, 0], [2, 0, 0]])

    with pytest.raises(ValueError, match="'a' and 'b' never had the same seat"):
        replacement_difference(games, "a", "b")


def test_seats_and_opponents_are_averaged_inside_a_deal():
    """Both seats of a deal count once; the unit is the deal."""
    games = Games(
        ("a", "b", "r"),
        deals=[0] * 4,
        tables=[[0, 2], [1, 2], [2, 0], [2, 1]],
        scores=[[5, 0], [3, 0], [0, 1], [0, 5]],
    )

    got = replacement_difference(games, "a", "b").interval

    assert (-1.0, 1) == (got.mean, got.deals)


def test_table_difference_needs_even_seats():
    """An agent that always had the better seat is not compared, the deal is named."""
    fair = Games(("a", "b"), [4, 4], [[0, 1], [1, 0]], [[9, 1], [7, 3]])
    unfair = Games(("a", "b"), [4, 4, 6], [[0, 1], [1, 0], [0, 1]], [[9, 1], [7, 3], [9, 1]])

    assert -2.0 + 0.0 == pytest.approx(table_difference(fair, "b", "a").interval.mean + 0.0)
    with pytest.raises(ValueError, match="deal 6: 'a' and 'b' have not held the same seats"):
        table_difference(unfair, "a", "b")


def test_a_difference_turned_round():
    """Exchanging the agents changes the sign and nothing else."""
    games = _tournament(np.random.default_rng(3), [0.3, 0.0], count=8)

    forth = replacement_difference(games, "agent0", "agent1").interval
    back = replacement_difference(games, "agent1", "agent0").interval

    assert forth.negated().as_dict() == pytest.approx(back.as_dict())


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"agents": ("a", "a")}, "different names"),
        ({"deals": [0, 1]}, "1 tables were played with 2 deals"),
        ({"tables": [[0, 2]]}, "agents 0 to 1"),
        ({"scores": [[1.0]]}, "one column a seat"),
    ],
)
def test_games_that_do_not_fit_are_refused(fields, message):
    """The columns of a tournament must fit each other."""
    good = {"agents": ("a", "b"), "deals": [0], "tables": [[0, 1]], "scores": [[1.0, 2.0]]}

    with pytest.raises(ValueError, match=message):
        Games(**{**good, **fields})


def test_unknown_agent_and_pairing():
    """Unknown names answer with the known ones."""
    games = Games(("a", "b"), [0], [[0, 1]], [[1.0, 2.0]])

    with pytest.raises(ValueError, match="no agent 'c'; known: a, b"):
        agent_mean(games, "c")
    with pytest.raises(ValueError, match="one of replacement, table, got 'seat'"):
        all_differences(games, "seat")


def test_holm_is_that_of_the_literature():
    """Holm's step-down values of a worked example (0.01, 0.04, 0.03, 0.005)."""
    got = holm([0.01, 0.04, 0.03, 0.005])

    assert [0.03, 0.06, 0.06, 0.02] == pytest.approx(got)
    assert [] == holm([])


# --- win rates -------------------------------------------------------------------------------


@pytest.mark.parametrize(("wins", "count", "low", "high"), NEWCOMBE)
def test_wilson_is_the_published_one(wins, count, low, high):
    """The score intervals are those of Newcombe's table."""
    got = wilson(wins, count)

    assert (low, high) == (round(got.low, 4), round(got.high, 4))


@pytest.mark.parametrize("level", [0.8, 0.95, 0.98])
def test_wilson_agrees_with_scipy(level):
    """All numbers of wins in 37 games agree with SciPy."""
    for wins in range(38):
        expected = scipy_stats.binomtest(wins, 37).proportion_ci(level, method="wilson")
        got = wilson(wins, 37, level)

        assert tuple(expected) == pytest.approx((got.low, got.high), abs=1e-12)


def test_shared_first_places_count_in_parts():
    """Two who share the first place have half a win each, and a game gives one win in all."""
    shares = win_shares([[3, 3, 1], [0, -1, -1], [2, 2, 2]])

    assert [[0.5, 0.5, 0], [1, 0, 0], [1 / 3] * 3] == shares.tolist()


def test_the_deal_is_the_trial_of_a_win_rate():
    """Three games of one deal are one trial with the average of the shares."""
    games = Games(
        ("a", "b"),
        deals=[0, 0, 1, 1],
        tables=[[0, 1], [1, 0]] * 2,
        scores=[[1, 0], [1, 0], [5, 5], [0, 2]],
    )

    got = win_rate(games, "a")

    assert (0.5 + 0.75) / 2 == got.rate
    assert wilson(1.25, 2) == got


def test_impossible_wins_are_refused():
    """More wins than games are an error."""
    with pytest.raises(ValueError, match="got 5 of 4"):
        wilson(5, 4)


# --- how many deals --------------------------------------------------------------------------


def test_deals_needed_is_the_usual_formula():
    """(1.96 sd / h)^2, and a few more since Student's t is wider: sd 0.58, h 0.05 takes 520."""
    assert 520 == pytest.approx(deals_needed(0.58, 0.05), abs=2)
    assert 2 == deals_needed(0.0, 0.1)


@pytest.mark.parametrize(("sd", "half_width"), [(0.58, 0.05), (3.1, 0.5), (1.0, 2.0), (5.0, 40.0)])
def test_deals_needed_is_the_fewest(sd, half_width):
    """That many deals are enough by SciPy's t, and one less is not."""

    def reached(count):
        return scipy_stats.t.ppf(0.975, count - 1) * sd / math.sqrt(count) <= half_width

    count = deals_needed(sd, half_width)

    assert reached(count)
    assert count == 2 or not reached(count - 1)


def test_detectable_difference_is_found_four_times_in_five():
    """Simulated runs with the detectable difference exclude 0 in about 80 %."""
    rng = np.random.default_rng(11)
    truth = detectable(Interval(0.0, 0.0, 0.0, sd=2.0, deals=50))
    found = sum(mean_interval(truth + 2 * rng.normal(size=50)).excludes_zero for _ in range(1000))

    assert 0.8 == pytest.approx(found / 1000, abs=4 * math.sqrt(0.8 * 0.2 / 1000))


def test_precision_note_says_what_more_precision_takes():
    """The note gives deals, spread, half width, deals for half of it and what can be found."""
    note = precision_note(Interval(0.1, -0.0391, 0.2391, sd=0.7, deals=100))

    # t(99) = 1.984: 0.7 / 10 * 1.984 = 0.139; half: 392 deals or so; (1.984 + 0.845) * 0.07.
    assert note.startswith("100 deals, sd 0.7 a deal: 95 % interval ± 0.14 points; half of that")
    assert note.endswith("a true difference of 0.20 points is found in 4 of 5 such runs")
    assert "play more deals" in precision_note(mean_interval([1.0]))
    assert "\n" not in note
