"""The result of a tournament: statistics, the table for the terminal, files."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from prikup.envs.files import write_whole

from .design import Design
from .plots import save_figure, tournament_figure
from .ratings import Rating, ladder
from .statistics import (
    Difference,
    Games,
    Interval,
    WinRate,
    agent_mean,
    holm,
    precision_note,
    replacement_difference,
    table_difference,
    win_rate,
)

FILES = ("records.jsonl", "result.json", "result.csv", "plot.png")
UNITS = {
    "score": "points",
    "zero_sum": "points above the others",
    "win": "wins",
    "rank": "rank, -1 to 1,",
}


@dataclass(frozen=True)
class Result:
    """What a tournament has found; all intervals are 95 %, clustered by deal."""

    game: str
    design: Design
    seed: int
    games: Games
    """Every game played; the statistics follow from it."""
    unit: str
    episode: str = "deal"
    """What a deal of this tournament is: a `deal` or a whole `match`."""

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents compared, in the order given."""
        return self.design.agents

    @property
    def deals(self) -> int:
        """Number of deals."""
        return len(np.unique(self.games.deals))

    @cached_property
    def means(self) -> dict[str, Interval]:
        """Mean score of each agent a deal."""
        return {agent: agent_mean(self.games, agent) for agent in self.agents}

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """Paired difference of every two agents; the agent with the higher mean comes first."""
        is_rotation = self.design.kind == "rotation"
        compare = table_difference if is_rotation else replacement_difference
        ranked = sorted(self.agents, key=lambda agent: -self.means[agent].mean)
        return tuple(compare(self.games, a, b) for a, b in combinations(ranked, 2))

    @cached_property
    def p_values(self) -> tuple[float, ...]:
        """Holm's p-value of each difference, which holds for all of them together."""
        return tuple(holm([difference.interval.p_value for difference in self.differences]))

    @cached_property
    def win_rates(self) -> dict[str, WinRate]:
        """How often each agent has the best score of its table, with Wilson intervals."""
        return {agent: win_rate(self.games, agent) for agent in self.agents}

    @cached_property
    def ladder(self) -> tuple[Rating, ...]:
        """OpenSkill ratings from the rank order of each deal, best first."""
        # Only the agents compared are ranked, by all their seats of a deal.
        rows, seats = np.nonzero(self.games.tables < len(self.agents))
        places = self.games.tables[rows, seats][:, None]
        scores = self.games.scores[rows, seats][:, None]
        return ladder(Games(self.agents, self.games.deals[rows], places, scores), self.seed)

    @property
    def note(self) -> str:
        """How precise the differences are, and what a more precise run would take."""
        widest = max(self.differences, key=lambda d: d.interval.half_width)
        return precision_note(widest.interval, self.unit)

    # --- for the terminal ---

    def table(self) -> str:
        """Return the result as text of aligned columns."""
        count = self.design.num_games()
        per = "match" if self.episode == "match" else "deal"
        name = per if self.deals == 1 else _SEVERAL[per]
        lines = [
            f"{self.game} · {self.deals:,} {name} · seed {self.seed}",
            self.design.text(),
            f"{count} games a {per}, {count * self.deals:,} in all",
            "",
            *_columns(
                ["", f"{self.unit} a {per}", "wins", "", "rating", ""],
                [self._agent_row(agent) for agent in sorted(self.agents, key=self._place)],
            ),
            "",
            *_columns(
                [_PAIRED[self.design.kind], f"{self.unit} a {per}", "p (Holm)", ""],
                [self._pair_row(i) for i in range(len(self.differences))],
            ),
            "",
            f"± and brackets: 95 % intervals over the {_SEVERAL[per]};"
            " *: differs from 0, all comparisons taken together",
            self.note,
        ]
        return "\n".join(line.rstrip() for line in lines)

    def _place(self, agent: str) -> float:
        return -self.means[agent].mean

    def _agent_row(self, agent: str) -> list[str]:
        wins = self.win_rates[agent]
        rating = next(r for r in self.ladder if r.agent == agent)
        return [
            agent,
            self.means[agent].text(),
            f"{100 * wins.rate:.0f} %",
            f"({100 * wins.low:.0f} to {100 * wins.high:.0f})",
            f"{rating.mu:.1f}",
            f"({rating.low:.1f} to {rating.high:.1f})",
        ]

    def _pair_row(self, index: int) -> list[str]:
        difference, p_value = self.differences[index], self.p_values[index]
        interval = difference.interval
        star = "*" if p_value < 1 - interval.level else ""
        shown = "< 0.001" if p_value < 0.001 else f"{p_value:.3f}"
        name = f"{difference.first} − {difference.second}"
        return [name, interval.text(signed=True), shown, star]

    # --- for files ---

    def as_dict(self) -> dict[str, Any]:
        """Return everything but the single games, for JSON."""
        return {
            "game": self.game,
            "agents": list(self.agents),
            "tables": self.design.kind,
            "against": list(self.design.against),
            "design": self.design.text(),
            "episode": self.episode,
            "deals": self.deals,
            "games": len(self.games.deals),
            "seed": self.seed,
            "unit": self.unit,
            "means": {agent: interval.as_dict() for agent, interval in self.means.items()},
            "win_rates": {agent: dict(vars(rate)) for agent, rate in self.win_rates.items()},
            "differences": [
                {
                    "first": difference.first,
                    "second": difference.second,
                    **difference.interval.as_dict(),
                    "p_value": difference.interval.p_value,
                    "p_holm": p_value,
                }
                for difference, p_value in zip(self.differences, self.p_values, strict=True)
            ],
            "ladder": [rating.as_dict() for rating in self.ladder],
            "note": self.note,
        }

    def csv(self) -> str:
        """Return means and differences as CSV, one row an interval."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(
            ["kind", "first", "second", "mean", "low", "high", "sd", "deals", "p_value", "p_holm"]
        )
        for agent, interval in self.means.items():
            writer.writerow(["mean", agent, "", *_numbers(interval), "", ""])
        for difference, p_value in zip(self.differences, self.p_values, strict=True):
            interval = difference.interval
            values = [*_numbers(interval), interval.p_value, p_value]
            writer.writerow(["difference", difference.first, difference.second, *values])
        return text.getvalue()

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Draw means and paired differences into a PNG file."""
        figure = tournament_figure(
            self.means,
            self.differences,
            game=self.game,
            deals=self.deals,
            seed=self.seed,
            unit=self.unit,
            note=f"{self.design.text()}; {self.note}",
        )
        save_figure(figure, path)

    def __str__(self) -> str:
        return self.table()


_SEVERAL = {"deal": "deals", "match": "matches"}
_PAIRED = {
    "replacement": "same seat, same deal, same opponents",
    "rotation": "at the same table, all seats of each deal",
}


def write_result(result: Result, folder: Path, records: Iterable[str]) -> None:
    """Write hand records, result and picture; a kill leaves no file half written."""
    hands, result_json, result_csv, picture = (folder / name for name in FILES)
    write_whole(hands, "".join(records))
    text = json.dumps(result.as_dict(), ensure_ascii=False, allow_nan=False, indent=1)
    write_whole(result_json, text + "\n")
    write_whole(result_csv, result.csv())
    result.plot(picture)


def _numbers(interval: Interval) -> list[Any]:
    """Return an interval's fields for CSV; what is not finite stays empty."""
    fields = interval.as_dict()
    return ["" if fields[k] is None else fields[k] for k in ("mean", "low", "high", "sd", "deals")]


def _columns(head: list[str], rows: list[list[str]]) -> list[str]:
    """Align columns: the first to the left, the others to the right."""
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    aligned = []
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        aligned.append("  ".join(cells))
    return aligned
