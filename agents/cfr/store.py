"""Policies by information set, kept in a file.

A file `policy.npz` holds the average policy of a run: sorted keys int64[I], the first slot of each
int64[I + 1], and the probabilities float64[S] of the choices in the order of `legal_actions` (of an
abstraction's choices, in the order in which it offers them), with the game, the version of its
rules and what else the agent needs to know.
"""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from prikup.envs.engine.errors import BadOptions, BadText
from prikup.envs.files import write_whole

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

    from .tree import Tree

FORMAT = "prikup-policy"
VERSION = 1
POLICY_FILE = "policy.npz"


@dataclass(frozen=True, eq=False)
class KeyedPolicy:
    """A policy by information set."""

    game: str
    """The game with its options, as text."""
    rules: int
    """Version of the game's rules."""
    abstraction: str
    """Name of the abstraction, `none` where keys are the engine's."""
    fixed: str
    """Name of the policy that takes what is not learned."""
    keys: np.ndarray
    """int64[I], sorted."""
    first: np.ndarray
    """int64[I + 1], the first slot of each."""
    chances: np.ndarray
    """float64[S]."""

    @classmethod
    def on_tree(cls, game: Game, tree: Tree, policy: np.ndarray) -> KeyedPolicy:
        """Return a policy float64[S] on a game's tree, by the engine's keys."""
        order = np.argsort(tree.keys)
        sizes = np.diff(tree.arrays.first)[order]
        first = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        slots = np.repeat(tree.arrays.first[order] - first[:-1], sizes) + np.arange(first[-1])
        version = game.definition.version
        return cls(str(game), version, "none", "none", tree.keys[order], first, policy[slots])

    def at(self, key: int, size: int) -> np.ndarray:
        """Return the probabilities at a set; uniform where the policy does not know it.

        Args:
            key: The set's key.
            size: The number of choices there.

        Raises:
            BadText: if the policy has another number of choices there.
        """
        where = int(np.searchsorted(self.keys, key))
        if where == len(self.keys) or self.keys[where] != key:
            return np.full(size, 1.0 / size)
        found = self.chances[self.first[where] : self.first[where + 1]]
        if len(found) != size:
            raise BadText(f"{self.game}: the policy has {len(found)} choices, expected {size}")
        return found

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the file `policy.npz` into a folder."""
        about = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "abstraction": self.abstraction,
            "fixed": self.fixed,
        }
        arrays = {"keys": self.keys, "first": self.first, "chances": self.chances}
        write_arrays(Path(folder) / POLICY_FILE, about, arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> KeyedPolicy:
        """Read a policy from a file, or from the folder of a run.

        Raises:
            BadText: if it is no policy, or one of another version.
        """
        file = Path(path)
        if file.is_dir():
            file = file / POLICY_FILE
        about, arrays = read_arrays(file, FORMAT, VERSION)
        return cls(
            about["game"],
            about["rules"],
            about["abstraction"],
            about["fixed"],
            arrays["keys"],
            arrays["first"],
            arrays["chances"],
        )


def write_arrays(path: Path, about: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    """Write arrays and a description of them into one file, at one go."""
    content = io.BytesIO()
    text = np.array(json.dumps(about))
    np.savez_compressed(content, about=text, **arrays)  # type: ignore[arg-type]
    write_whole(path, content.getvalue())


def read_arrays(
    path: Path, form: str, version: int
) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Read what `write_arrays` wrote.

    Raises:
        BadOptions: if there is no such file.
        BadText: if it is damaged, or of another format or version.
    """
    try:
        with np.load(path) as data:
            arrays = {name: data[name] for name in data.files}
        about = json.loads(str(arrays.pop("about")))
    except FileNotFoundError:
        raise BadOptions(f"{path}: no such file; expected one of format {form}") from None
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise BadText(f"{path}: expected a {form}: {error}") from None
    if about.get("format") != form or about.get("version") != version:
        got = f"{about.get('format')} {about.get('version')}"
        raise BadText(f"{path}: expected {form} {version}, got {got}")
    return about, arrays
