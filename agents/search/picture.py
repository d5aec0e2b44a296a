"""A picture of the top of a search tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prikup.envs.engine.view import View

    from .ismcts import IsmctsAgent


def draw_tree(
    agent: IsmctsAgent, view: View, path: str | Path, *, depth: int = 3, width: int = 4
) -> None:
    """Draw the top of the tree that an agent grew when it last searched this view.

    A node shows the mover and its action, the visits and the mover's mean payoff; the line to it is
    the thicker, the more of its parent's visits it got.

    Args:
        agent: The agent, after `act` or `explain` on the view.
        view: The view.
        path: The picture's file; its suffix tells the kind, such as `.svg` or `.png`.
        depth: Moves below the root.
        width: The most children of a node, the most visited first.
    """
    from matplotlib.figure import Figure

    top = agent.top(view, depth, width)
    places: list[tuple[float, int, dict[str, Any]]] = []
    lines: list[tuple[tuple[float, float], tuple[int, int], float]] = []
    leaves = _place(top, 0, 0, places, lines)
    figure = Figure(figsize=(2 + 3.2 * (depth + 1), 1 + 0.42 * leaves), layout="constrained")
    axes = figure.add_subplot()
    axes.set_axis_off()
    axes.invert_yaxis()
    for (start, end), (left, right), share in lines:
        axes.plot((left, right), (start, end), color="0.6", linewidth=0.5 + 5 * share, zorder=1)
    for row, level, node in places:
        text = f"{node['text']}\n{node['visits']} visits"
        if level:
            text += f", {node['value']:+.2f}"
        box = {"boxstyle": "round", "facecolor": "white", "edgecolor": "0.5"}
        axes.text(level, row, text, ha="center", va="center", fontsize=7, bbox=box, zorder=2)
    axes.set_xlim(-0.5, depth + 0.5)
    axes.set_title(f"seat {view.seat}, {agent.name}", fontsize=9)
    figure.savefig(path)


def _place(
    node: dict[str, Any],
    level: int,
    first: int,
    places: list[tuple[float, int, dict[str, Any]]],
    lines: list[tuple[tuple[float, float], tuple[int, int], float]],
) -> int:
    """Give a node and all below it their rows, from `first` on; returns the number of rows."""
    rows, ends = 0, []
    for child in node["children"]:
        rows += _place(child, level + 1, first + rows, places, lines)
        ends.append((places[-1][0], child["visits"] / max(node["visits"], 1)))
    row = (ends[0][0] + ends[-1][0]) / 2 if ends else float(first)
    lines += [((row, end), (level, level + 1), share) for end, share in ends]
    places.append((row, level, node))
    return max(rows, 1)
