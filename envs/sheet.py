"""The score sheet of a match: a line for each finished deal, sums, and what a game adds below.

Everything on it is public. A game whose players keep a sheet of their own has a module `sheet` in
its folder with `line(record, options) -> Line`, called when a deal has ended, and, if it likes,
`closing(record, options) -> list[tuple[str, tuple[str, ...]]]`, rows below the last line with a
text for each seat. For the other games a line has the points and the running total.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.game import State

__all__ = ["Line", "Row", "Sheet", "score_sheet"]


@dataclass(frozen=True)
class Line:
    """What a game writes down about a deal that has just ended."""

    label: str
    """What was played: the contract, the number of cards and the trump."""
    points: tuple[float | None, ...] | None = None
    """Points of the deal for each seat, None for a seat that sat out; None: all that changed."""
    marks: tuple[str, ...] = ()
    """What stands before the points of each seat, such as bid and tricks."""
    rest: str = "settled"
    """What a change of the score beyond `points` is called: a premium, a compensation."""
    closes: str = ""
    """Name of the part of the match that ends here and is added up, empty inside a part."""


@dataclass(frozen=True)
class Row:
    """One row of a sheet; what does not apply is empty."""

    number: str
    dealer: str
    label: str
    marks: tuple[str, ...]
    points: tuple[float | None, ...]
    totals: tuple[float, ...]
    is_sum: bool = False


@dataclass(frozen=True)
class Sheet:
    """The rows of a match, and what stands below them: a label and a text for each seat."""

    rows: tuple[Row, ...]
    closing: tuple[tuple[str, tuple[str, ...]], ...]

    def text(self, names: Sequence[str]) -> str:
        """Return the sheet as lines of text, one block of columns a seat, under these names."""
        blocks = [_left(self), *_blocks(self, names)]
        lines = [" | ".join(cells).rstrip() for cells in zip(*blocks, strict=True)]
        bar = "-+-".join("-" * len(block[0]) for block in blocks)
        ruled = [lines[0], bar]
        for row, line in zip(self.rows, lines[1:]):
            ruled += [line, bar] if row.is_sum else [line]
        if self.closing and ruled[-1] != bar:
            ruled.append(bar)
        elif not self.closing and ruled[-1] == bar:
            ruled.pop()
        return "\n".join([*ruled, *lines[1 + len(self.rows) :]])


def _left(sheet: Sheet) -> list[str]:
    """Return what stands left of the seats' cells: number, dealer and label of each row."""
    below = [""] * len(sheet.closing)
    columns = [
        (">", ["deal", *(row.number for row in sheet.rows), *below]),
        (">", ["dealer", *(row.dealer for row in sheet.rows), *below]),
        ("<", ["", *(row.label for row in sheet.rows), *(label for label, _ in sheet.closing)]),
    ]
    padded = [
        [f"{text:{side}{max(map(len, column))}}" for text in column]
        for side, column in columns
        if any(column[1:])
    ]
    return [" ".join(cells) for cells in zip(*padded, strict=True)]


def _blocks(sheet: Sheet, names: Sequence[str]) -> list[list[str]]:
    """Return for each seat its cells, all equally wide: the name, the rows, the closing rows."""
    blocks = []
    for seat, name in enumerate(names):
        marks = [row.marks[seat] if row.marks else "" for row in sheet.rows]
        points = [_signed(row.points[seat]) if row.points else "" for row in sheet.rows]
        totals = [f"{row.totals[seat]:g}" for row in sheet.rows]
        columns = [column for column in (marks, points, totals) if any(column)]
        wide = [max(map(len, column)) for column in columns]
        cells = [
            " ".join(f"{text:>{width}}" for text, width in zip(row, wide))
            for row in zip(*columns, strict=True)
        ]
        cells = [name, *cells, *(texts[seat] for _, texts in sheet.closing)]
        width = max(map(len, cells))
        blocks.append([f"{cell:>{width}}" for cell in cells])
    return blocks


def _signed(points: float | None) -> str:
    return "" if points is None else f"{points:+g}" if points else "0"


@cache
def _writer(name: str) -> ModuleType | None:
    """Return a game's own module for its sheet, None where it has none."""
    package = f"{__package__}.games.{name}"
    found = importlib.util.find_spec(package)
    if found is None or found.submodule_search_locations is None:
        return None  # a game of one module
    if importlib.util.find_spec(f"{package}.sheet") is None:
        return None
    return importlib.import_module(f"{package}.sheet")


def score_sheet(state: State) -> Sheet:
    """Return the sheet of the deals that a state's episode has finished.

    Args:
        state: The state; its steps are played once more from the start.

    Example:
        >>> from prikup.envs import load_game
        >>> game = load_game("kuhn_poker")
        >>> state = game.deal(deck=[2, 0, 1])
        >>> state.apply_action(1), state.apply_action(0)
        (None, None)
        >>> print(score_sheet(state).text(["ann", "bob"]))
        deal |  ann |   bob
        -----+------+------
           1 | +1 1 | -1 -1
    """
    game = state.game
    writer = _writer(game.name)
    walker = game.new_initial_state(state.match_at_start())
    finished = int(walker.record.match.deals)
    scores = walker.scores().tolist()
    rows = []
    if any(scores):
        rows.append(Row("", "", "before", (), (), tuple(scores)))
    part = list(scores)  # the scores where the running part of the match began
    for step in state.steps():
        if isinstance(step, int):
            walker.apply_action(step)
        else:
            walker.deal(deck=step.tolist())
        if int(walker.record.match.deals) == finished:
            continue
        finished += 1
        now = walker.scores().tolist()
        line = Line("") if writer is None else writer.line(walker.record, game.options)
        rows += _rows(line, finished, _dealer(walker.record), scores, now)
        scores = now
        if line.closes:
            sums = tuple(after - before for after, before in zip(now, part))
            rows.append(Row("", "", line.closes, (), sums, tuple(now), is_sum=True))
            part = now
    closing = getattr(writer, "closing", None)
    below = [] if closing is None else closing(walker.record, game.options)
    return Sheet(tuple(rows), tuple(below))


def _rows(line: Line, number: int, dealer: str, before: list[float], now: list[float]) -> list[Row]:
    """Return the row of a deal, and one for what the score changed by besides."""
    change = [after - earlier for after, earlier in zip(now, before)]
    points = tuple(change) if line.points is None else line.points
    counted = [earlier + (own or 0) for earlier, own in zip(before, points)]
    rows = [Row(str(number), dealer, line.label, line.marks, points, tuple(counted))]
    if counted != now:
        rest = tuple(after - earlier for after, earlier in zip(now, counted))
        rows.append(Row("", "", line.rest, (), rest, tuple(now)))
    return rows


def _dealer(record: Any) -> str:
    """Return the seat that dealt, where the game has dealers."""
    return str(int(record.dealer)) if "dealer" in record.dtype.names else ""
