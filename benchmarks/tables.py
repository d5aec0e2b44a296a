"""Tables of the pages: the games, and speed, strength and values from `benchmarks/results`.

`python -m prikup.benchmarks.tables README.md` writes them between the page's markers; a test
compares. So no figure stands in the README that is not in a results file beside its command.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from prikup.envs import game_names, load_game

from .design import FIXED
from .peers import OWN_OH_HELL
from .speed import BATCH
from .statistics import decimals

RESULTS = Path(__file__).resolve().parent / "results"
BASELINE = "heuristic"
_SHOWN = ("ninety_nine", "devyatka")  # games of about the peers' length; the files have all
_KINDS = {
    "playout": "random playouts, one core",
    "playout_logged": "the same with event log and keys",
    "batch": f"`Batch`, {BATCH:,} games, observations and masks",
    "state": "`State` from Python",
    "aec_raw": "PettingZoo `raw_env()`",
    "aec": "PettingZoo `env()`",
    "gymnasium_vector": "Gymnasium, 256 games, one seat's decisions",
    "openspiel": "the game through OpenSpiel's state",
    "ismcts_1000": "ISMCTS, 1,000 simulations, uniform rollouts, one core",
    "ismcts_10000": "the same, 10,000 simulations",
}


def _rows(name: str) -> Iterator[dict[str, Any]]:
    with (RESULTS / name).open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _figure(value: float) -> str:
    """Return a rate with three digits and a unit of thousands or millions.

    Example:
        >>> _figure(12_345_678.0)
        '12.3 M'
    """
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def _markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines)


def speed_table() -> str:
    """Return the table of rates beside those of a named peer in the same run."""
    rows = []
    for row in [*_rows("speed.jsonl"), *_rows("search.jsonl")]:
        game = row["game"].partition(":")[0]
        if row["game"] == OWN_OH_HELL:
            game = "Oh Hell (joker_poker)"
        elif game not in _SHOWN:
            continue
        if row["what"] not in _KINDS:
            continue
        peer = ratio = ""
        if row["peer"]:
            peer = f"{row['peer']}: {_figure(row['peer_value'])}"
            ratio = f"{row['ratio']:.0f} ×" if row["ratio"] >= 100 else f"{row['ratio']:.2g} ×"
        rate = f"{_figure(row['value'])} {row['unit']}"
        what = _KINDS[row["what"]]
        if row["what"] == "batch":
            what += ", one core" if row["threads"] == 1 else f", {row['threads']} cores"
        rows.append([what, game, rate, peer, ratio])
    return _markdown(["what", "game", "prikup", "beside", "ratio"], rows)


def strength_table() -> str:
    """Return the paired differences of the published tournaments."""
    rows = []
    for path in sorted(RESULTS.glob("arena_*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        for pair in result["differences"]:
            half = (pair["high"] - pair["low"]) / 2
            rows.append(
                [
                    result["game"].partition(":")[0],
                    f"`{pair['first']}` − `{pair['second']}`",
                    f"{pair['mean']:+.3g} ± {half:.2g}",
                    str(result["deals"]),
                ]
            )
    return _markdown(["game", "same seat, deal and opponents", "points a deal", "deals"], rows)


def agents_table(results: Path = RESULTS) -> str:
    """Return what agents gain on the heuristic among heuristics, one row an agent.

    There is one column a game; its agents may be spread over several files `strength_*.json`. In
    brackets stands the number of deals.
    """
    columns: dict[str, dict[str, str]] = {}
    for path in sorted(results.glob("strength_*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        if result["against"] != [BASELINE + FIXED]:
            raise ValueError(f"{path.name}: expected only {BASELINE} in all other seats")
        gains = columns.setdefault(result["game"], {})
        for pair in result["differences"]:
            agents = [pair["first"], pair["second"]]
            if BASELINE in agents:
                sign = 1 if agents[1] == BASELINE else -1
                half = (pair["high"] - pair["low"]) / 2
                places = decimals(half)
                gain = f"{sign * pair['mean']:+.{places}f} ± {half:.{places}f}"
                agents.remove(BASELINE)
                gains[agents[0]] = f"{gain} ({result['deals']})"
    names = sorted({name for gains in columns.values() for name in gains}, key=_by_effort)
    rows = [[f"`{name}`", *(gains.get(name, "") for gains in columns.values())] for name in names]
    return _markdown(["agent", *(f"`{game}`" for game in columns)], rows)


def _by_effort(agent: str) -> tuple[str, str, int, str]:
    """Return a key that sorts agents by kind, settings and number of simulations.

    Example:
        >>> _by_effort("ismcts:sims=1000,tree=one")
        ('ismcts', 'tree=one', 1000, 'ismcts:sims=1000,tree=one')
    """
    kind, _, settings = agent.partition(":")
    parts = [part for part in settings.split(",") if part]
    sims = [int(part.removeprefix("sims=")) for part in parts if part.startswith("sims=")]
    rest = ",".join(part for part in parts if not part.startswith("sims="))
    return kind, rest, sims[0] if sims else 0, agent


def minis_table() -> str:
    """Return size and value of the small versions of the games, as they were solved."""
    rows = []
    for row in _rows("minis.jsonl"):
        share = row["nash_conv"] / row["payoff_range"]
        rows.append(
            [
                f"`{row['game']}`",
                f"{row['nodes']:,}",
                f"{row['infosets']:,}",
                f"{row['payoff_range']:g}",
                f"{row['solved_iteration']} iterations, {row['solved_seconds']:.2g} s",
                f"{share:.1e}",
                ", ".join(f"{value:.4g}" for value in row["values"]),
            ]
        )
    head = ["game", "nodes", "information sets", "range", "1 % after", "NashConv / range", "values"]
    return _markdown(head, rows)


def games_table() -> str:
    """Return one row a game: its default preset's sizes and the names of its presets."""
    rows = []
    for name in game_names():
        game = load_game(name)
        kind = type(game.options)
        players = kind.specs()["players"]
        rows.append(
            [
                f"`{name}`",
                game.definition.summary,
                f"{players.low}–{players.high}",
                str(len(game.pack)),
                str(game.num_distinct_actions()),
                str(game.observation_tensor_size()),
                ", ".join(kind.PRESETS),
            ]
        )
    head = ["game", "in five words", "players", "cards", "actions", "observation", "presets"]
    return _markdown(head, rows)


def filled(page: str) -> str:
    """Return a page with the tables between `<!-- name -->` and `<!-- end -->`."""
    tables = {
        "games": games_table,
        "speed": speed_table,
        "strength": strength_table,
        "agents": agents_table,
        "minis": minis_table,
    }
    for name, table in tables.items():
        start = f"<!-- {name} -->\n"
        before, found, rest = page.partition(start)
        if found:
            _, end, after = rest.partition("<!-- end -->")
            page = f"{before}{start}{table()}\n{end}{after}"
    return page


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(filled(target.read_text(encoding="utf-8")), encoding="utf-8")
