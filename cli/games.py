"""`prikup games`: what can be played, with the numbers of each game under its default options."""

from __future__ import annotations

import argparse
import json
from typing import Any

from prikup.envs import game_names, load_game

from .terminal import columns, filled, screen

NAME = "games"
HELP = "list the games: players, actions, observation length, presets"

_HEADINGS = ("game", "players", "actions", "observation", "presets")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="one JSON object a game")


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    games = [describe(name) for name in game_names()]
    out = screen()
    for line in map(json.dumps, games) if args.json else table_lines(games, columns()):
        print(line, file=out)
    return 0


def describe(name: str) -> dict[str, Any]:
    """Return a game's summary, sizes under its default options, and presets."""
    game = load_game(name)
    players = type(game.options).specs()["players"]
    return {
        "game": name,
        "summary": game.definition.summary,
        "players": game.num_players(),
        "least_players": players.low,
        "most_players": players.high,
        "actions": game.num_distinct_actions(),
        "observation": game.observation_tensor_size(),
        "presets": list(game.options.PRESETS),
        "rules_version": game.definition.version,
    }


def table_lines(games: list[dict[str, Any]], width: int) -> list[str]:
    """Return the list as a table, each game's summary below its numbers."""
    cells = [_HEADINGS, *(_cells(game) for game in games)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(_HEADINGS) - 1)]
    lines = []
    for row, summary in zip(cells, ["", *(game["summary"] for game in games)], strict=True):
        fixed = "  ".join(
            [row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:4], widths[1:]))]
        )
        lines.append(filled(f"{fixed}  {row[4]}", width, " " * (len(fixed) + 2)))
        if summary:
            lines.append(filled(f"  {summary}", width, "  "))
    note = "players: the default, then the range; `prikup rules GAME` says more"
    return [*lines, "", filled(note, width)]


def _cells(game: dict[str, Any]) -> tuple[str, ...]:
    low, high = game["least_players"], game["most_players"]
    seats = str(low) if low == high else f"{game['players']} ({low}-{high})"
    presets = ", ".join(game["presets"])
    return game["game"], seats, str(game["actions"]), str(game["observation"]), presets
