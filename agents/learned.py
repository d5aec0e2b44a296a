"""What is learned and kept in files: where a file lies, and whether it fits a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from prikup.envs.engine.errors import BadOptions, nearest
from prikup.envs.registry import load_game

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game


def check_learned(learned: str, rules: int, game: Game, who: str) -> None:
    """Raise BadOptions if something was learned from another game or other rules.

    The utility may be another one: it changes what is aimed at, not what can be done and seen.

    Args:
        learned: The game it was learned from, with its options, as text.
        rules: Version of that game's rules.
        game: The game to be played.
        who: Names the agent in the message.
    """
    other = load_game(learned)
    settings = [asdict(one.options) | {"utility": ""} for one in (other, game)]
    if other.name != game.name or settings[0] != settings[1]:
        raise BadOptions(f"agent {who}: learned {learned}, cannot play {game}")
    version = game.definition.version
    if version != rules:
        raise BadOptions(
            f"agent {who}: learned version {rules} of the rules of {game.name}, this is "
            f"version {version}"
        )


def find_learned(run: str, shipped: Mapping[str, Path], inside: str, who: str, what: str) -> Path:
    """Return the file of something learned.

    Args:
        run: A name out of `shipped`, the folder of a run, or a file; `./name` is never the first.
        shipped: Files that come with prikup, by name.
        inside: Name of the file in the folder of a run.
        who: Names the agent in the message.
        what: What the file holds, for the message.

    Raises:
        BadOptions: if there is none.
    """
    if run in shipped:
        return shipped[run]
    path = Path(run)
    if path.is_dir():
        path = path / inside
    if not path.is_file():
        offer = f"; {nearest(run, tuple(shipped))}" if shipped else ""
        raise BadOptions(f"agent {who}: no run, file or {what} {run!r}{offer}")
    return path
