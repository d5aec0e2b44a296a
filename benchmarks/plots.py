"""The picture of a tournament: mean scores on the left, paired differences on the right.

Matplotlib is used through its objects (`Figure`, the Agg canvas): no window, no global state,
no change of the caller's settings. The same numbers give the same bytes.
"""

import io
import os
import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

from prikup.benchmarks.statistics import Difference, Interval, holm
from prikup.envs.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Blue and vermilion of Okabe and Ito, which colour-blind readers can tell apart.
BETTER, WORSE, OPEN = "#0072B2", "#D55E00", "#8A8F98"
INK, FAINT, BAND, GRID = "#1F2430", "#5B6270", "#F4F5F7", "#DFE2E7"
NAME_WIDTH, PAIR_WIDTH = 30, 34
ROW_INCHES, LINE_INCHES = 0.36, 0.17


def tournament_figure(
    means: Mapping[str, Interval],
    differences: Sequence[Difference],
    *,
    game: str,
    deals: int,
    seed: int,
    unit: str = "points",
    note: str = "",
) -> "Figure":
    """Draw a tournament.

    Args:
        means: The mean score of each agent.
        differences: The paired differences; each is turned so that the agent with the higher
            mean comes first.
        game: The game and its options, for the title.
        deals: Number of deals, for the title.
        seed: Seed of the deals, for the title.
        unit: What the scores are counted in.
        note: A line below the figure, such as `statistics.precision_note`.

    Returns:
        A Matplotlib figure; `save_figure` writes it.
    """
    if not means:
        raise ValueError("a tournament figure needs at least one agent")
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # slow: only when one is drawn
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    agents = sorted(means, key=lambda agent: (-means[agent].mean, agent))
    pairs = sorted((_turned(d, agents) for d in differences), key=lambda d: _places(d, agents))
    names, labels = _labels(agents, pairs)
    height = max(_rows_height(names), _rows_height(labels))
    figure = Figure(
        figsize=(12.0 if pairs else 7.0, height + 1.9 + 0.2 * bool(note)),
        dpi=150,
        facecolor="white",
        layout=ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.1, wspace=0.05),
    )
    FigureCanvasAgg(figure)
    title = f"{game}  ·  {deals:,} {'deal' if deals == 1 else 'deals'}  ·  seed {seed}"
    figure.suptitle(
        _wrapped(title, 120 if pairs else 68),
        fontsize=13, fontweight="bold", color=INK, parse_math=False,
    )  # fmt: skip
    if note:
        lines = _wrapped(note, 170 if pairs else 90)
        figure.supxlabel(lines, fontsize=8.5, color=FAINT, parse_math=False)
    if pairs:
        left, right = figure.subplots(1, 2, width_ratios=(1.0, 1.15))
        _draw_differences(right, pairs, labels, unit)
    else:
        left = figure.subplots()
    _draw_means(left, [means[agent] for agent in agents], names, unit)
    return figure


def save_figure(figure: "Figure", path: str | os.PathLike[str]) -> None:
    """Write a figure as PNG; the file is complete or not there."""
    content = io.BytesIO()
    # The version of Matplotlib, which it would write into the file, is no part of the picture.
    figure.savefig(content, format="png", metadata={"Software": None})
    write_whole(path, content.getvalue())


# --- the two panels --------------------------------------------------------------------------


def _draw_means(axes: "Axes", means: Sequence[Interval], names: Sequence[str], unit: str) -> None:
    _prepare(axes, names)
    for row, interval in enumerate(means):
        _draw_row(axes, row, interval, BETTER, filled=True, text=interval.text())
    axes.set_title("Mean score", fontsize=11, color=INK, loc="left")
    axes.set_xlabel(f"{unit} a deal, {_level(means)} interval", fontsize=9, color=FAINT)


def _draw_differences(
    axes: "Axes", pairs: Sequence[Difference], labels: Sequence[str], unit: str
) -> None:
    _prepare(axes, labels)
    axes.axvline(0, color=INK, linewidth=1, zorder=1.5)
    adjusted = holm([pair.interval.p_value for pair in pairs])
    for row, (pair, p_value) in enumerate(zip(pairs, adjusted, strict=True)):
        interval = pair.interval
        found = interval.excludes_zero
        colour = OPEN if not found else BETTER if interval.mean > 0 else WORSE
        star = "  *" if p_value < 1 - interval.level else ""
        text = interval.text(signed=True) + star
        _draw_row(axes, row, interval, colour, filled=found, text=text, bold=found)
    axes.set_title("Paired difference, same deals", fontsize=11, color=INK, loc="left")
    axes.set_xlabel(
        f"{unit} a deal, {_level([pair.interval for pair in pairs])} interval\n"
        "filled: excludes 0; * also after Holm's correction",
        fontsize=9, color=FAINT,
    )  # fmt: skip


def _prepare(axes: "Axes", labels: Sequence[str]) -> None:
    """Lay out rows from the top: label on the left, band on every second row."""
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_yticks(
        range(len(labels)), labels, fontsize=10, color=INK, parse_math=False, linespacing=1.1
    )
    axes.tick_params(axis="y", length=0, pad=6)
    axes.tick_params(axis="x", labelsize=9, color=GRID, labelcolor=FAINT)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.locator_params(axis="x", nbins=7)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(GRID)
    axes.margins(x=0.08)
    for row in range(0, len(labels), 2):
        axes.axhspan(row - 0.5, row + 0.5, color=BAND, linewidth=0, zorder=0)


def _draw_row(
    axes: "Axes",
    row: int,
    interval: Interval,
    colour: str,
    *,
    filled: bool,
    text: str,
    bold: bool = False,
) -> None:
    """Draw one interval, with its numbers in a column right of the panel."""
    known = interval.half_width < float("inf")
    reach = interval.half_width if known else 0.0
    axes.errorbar(
        interval.mean, row, xerr=reach, fmt="o", color=colour, markersize=7,
        markerfacecolor=colour if filled else "white", markeredgewidth=1.6,
        elinewidth=2, capsize=4, capthick=1.6, zorder=3,
    )  # fmt: skip
    axes.annotate(
        text.replace("-", "−"), (1, row), xycoords=("axes fraction", "data"), xytext=(8, 0),
        textcoords="offset points", va="center_baseline", ha="left", fontsize=9.5, color=INK,
        fontweight="bold" if bold else "normal", annotation_clip=False,
    )  # fmt: skip


# --- words -----------------------------------------------------------------------------------


def _places(difference: Difference, agents: Sequence[str]) -> tuple[int, int]:
    return agents.index(difference.first), agents.index(difference.second)


def _turned(difference: Difference, agents: Sequence[str]) -> Difference:
    """Put the agent with the higher mean score first."""
    for agent in (difference.first, difference.second):
        if agent not in agents:
            raise ValueError(f"a difference names {agent!r}; agents are {', '.join(agents)}")
    first, second = _places(difference, agents)
    if first < second:
        return difference
    return Difference(difference.second, difference.first, difference.interval.negated())


def _wrapped(name: str, width: int = NAME_WIDTH) -> str:
    """Break a long agent name behind its commas and colons; nothing of it is left out."""
    lines = [""]
    for part in re.split(r"(?<=[,:;/ ])", name):
        pieces = [part[i : i + width] for i in range(0, len(part), width)]
        for piece in pieces:
            if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > width:
                lines.append("")
            lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def _labels(agents: Sequence[str], pairs: Sequence[Difference]) -> tuple[list[str], list[str]]:
    """Return the row labels: of the agents, and of the pairs as `first − second`.

    Where the names are too long for that, the agents get letters and the pairs consist of them.
    """
    labels = [f"{pair.first} − {pair.second}" for pair in pairs]
    longest = max(map(len, labels), default=0)
    if longest <= PAIR_WIDTH or len(agents) > len(ascii_uppercase):
        return [_wrapped(agent) for agent in agents], [_wrapped(x, PAIR_WIDTH) for x in labels]
    letters = dict(zip(agents, ascii_uppercase))
    names = [_wrapped(f"{letters[agent]}:  {agent}") for agent in agents]
    return names, [f"{letters[pair.first]} − {letters[pair.second]}" for pair in pairs]


def _rows_height(labels: Sequence[str]) -> float:
    """Return the inches that equally high rows need for the highest label."""
    lines = max((label.count("\n") + 1 for label in labels), default=1)
    return max(len(labels), 3) * (ROW_INCHES + LINE_INCHES * (lines - 1))


def _level(intervals: Sequence[Interval]) -> str:
    return f"{100 * intervals[0].level:g} %"
