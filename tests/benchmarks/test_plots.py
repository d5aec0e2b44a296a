"""The tournament figure: complete, without overlap, the same bytes for the same numbers."""

from itertools import combinations

import matplotlib
import numpy as np
import pytest

from prikup.benchmarks.plots import save_figure, tournament_figure
from prikup.benchmarks.statistics import Difference, Interval, mean_interval

NAMES = (
    "heuristic",
    "ismcts:sims=1000,exploration=0.7,worlds=20",
    "random",
    "pimc:worlds=20",
    "ppo:runs/ninety_nine/a_rather_long_folder_name",
    "$uniform_x$",
)


def _figure(count, note=""):
    rng = np.random.default_rng(count)
    values = {name: rng.normal(-i, 3, size=50) for i, name in enumerate(NAMES[:count])}
    means = {name: mean_interval(x) for name, x in values.items()}
    differences = [
        Difference(a, b, mean_interval(values[a] - values[b])) for a, b in combinations(values, 2)
    ]
    return tournament_figure(means, differences, game="kuhn:players=2", deals=50, seed=7, note=note)


def _texts(figure):
    """Return all texts that are shown, with their boxes on the canvas."""
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    found = [
        text
        for text in figure.findobj(matplotlib.text.Text)
        if text.get_visible() and text.get_text().strip()
    ]
    # Ticks outside the limits of an axis exist, but are not drawn.
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in found]
    canvas = figure.bbox
    hidden = [
        tick
        for axes in figure.axes
        for tick, place in zip(axes.get_xticklabels(), axes.get_xticks(), strict=True)
        if not axes.get_xlim()[0] <= place <= axes.get_xlim()[1]
    ]
    skip = {id(tick) for tick in hidden}
    return [pair for text, pair in zip(found, boxes, strict=True) if id(text) not in skip], canvas


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_no_text_overlaps_another_or_the_edge(count):
    """With one to six agents every text lies inside the picture and on no other text."""
    texts, canvas = _texts(_figure(count, note="50 deals, sd 3.1 a deal: 95 % interval ± 0.9"))

    for text, box in texts:
        assert canvas.x0 <= box.x0 and box.x1 <= canvas.x1, text
        assert canvas.y0 <= box.y0 and box.y1 <= canvas.y1, text
    for (one, box), (other, another) in combinations(texts, 2):
        assert not box.overlaps(another), (one, other)


def test_title_and_rows_say_what_was_played():
    """The title has game, deals and seed; each pair has a row with its numbers."""
    texts, _ = _texts(_figure(3))
    words = [text for text, _ in texts]

    assert "kuhn:players=2  ·  50 deals  ·  seed 7" in words
    assert {"A − B", "A − C", "B − C"} <= set(words)
    assert 6 == sum("±" in text for text in words)


def test_long_names_are_complete():
    """A long name is broken into lines, nothing of it is left out."""
    words = "".join(text for text, _ in _texts(_figure(6))[0]).replace("\n", "")

    for name in NAMES:
        assert name in words


def test_only_found_differences_are_filled_and_the_better_comes_first():
    """Filled and bold: the interval excludes 0. A star: it also stands among all the others."""
    means = {"a": Interval(0, -1, 1, 1, 30), "b": Interval(2, 1, 3, 1, 30)}
    means["c"] = Interval(-2, -3, -1, 1, 30)
    differences = [
        Difference("a", "b", Interval(-2.0, -2.4, -1.6, 1.0, 30)),
        Difference("a", "c", Interval(0.3, -0.1, 0.7, 1.0, 30)),
        # p = 0.045 by itself, which is not enough among three
        Difference("b", "c", Interval(0.382, 0.009, 0.755, 1.0, 30)),
    ]

    texts, _ = _texts(tournament_figure(means, differences, game="kuhn", deals=30, seed=0))
    words = [text for text, _ in texts]

    assert {"b − a", "b − c", "a − c"} <= set(words)
    assert {"+2.00 ± 0.40  *", "+0.30 ± 0.40", "+0.38 ± 0.37"} <= set(words)


def test_same_numbers_same_bytes(tmp_path):
    """The file depends on nothing but the numbers, and is a PNG."""
    for name in ("a.png", "b.png"):
        save_figure(_figure(3), tmp_path / name)

    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_settings_of_the_caller_stay(tmp_path):
    """Drawing neither changes the settings of Matplotlib nor opens a figure in pyplot."""
    before = dict(matplotlib.rcParams)
    save_figure(_figure(2), tmp_path / "a.png")

    assert before == dict(matplotlib.rcParams)


def test_one_deal_has_no_bar():
    """An infinite interval is drawn as its mean alone."""
    once = mean_interval([1.0])
    figure = tournament_figure({"a": once}, [], game="kuhn", deals=1, seed=0)
    words = [text for text, _ in _texts(figure)[0]]

    assert "1 ± ?" in words
    assert "kuhn  ·  1 deal  ·  seed 0" in words


def test_unknown_agents_are_refused():
    """A difference must be between agents that have a mean."""
    once = mean_interval([1.0])

    with pytest.raises(ValueError, match="names 'z'; agents are a"):
        tournament_figure({"a": once}, [Difference("a", "z", once)], game="k", deals=1, seed=0)
    with pytest.raises(ValueError, match="at least one agent"):
        tournament_figure({}, [], game="k", deals=1, seed=0)
