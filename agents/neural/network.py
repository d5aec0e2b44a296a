"""Trained networks as files, evaluated by NumPy: whoever plays one needs no learning library.

A file holds a perceptron from a seat's observation to one number an action, with or without an
encoder of the deal's history before it, and what it was trained for: the game, the version of its
rules, and what the numbers mean.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.errors import BadOptions, BadText

from ..cfr.store import read_arrays, write_arrays
from ..learned import check_learned, find_learned
from .history import encode
from .stages import ALL

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

FORMAT, VERSION = "prikup-network", 1
VALUES, LOGITS = "values", "logits"
_ENCODER = ("encoder_inputs", "encoder_weight", "encoder_bias")
BEST_FILE = "best.npz"  # in the folder of a run
HERE = Path(__file__).parent  # networks that come with prikup: <algorithm>_<name>.npz


@dataclass(frozen=True, eq=False)
class Network:
    """A perceptron with rectified hidden layers, and what it was trained for."""

    game: str
    """The game with its options, as text."""
    rules: int
    """Version of the game's rules."""
    meaning: str
    """What the outputs are: VALUES, the expected utility of each action in units of `scale`, or
    LOGITS, the logarithms of the actions' probabilities up to a constant."""
    scale: float
    """Unit of the values; 1 for logits."""
    weights: tuple[np.ndarray, ...]
    """float32[outputs, inputs] of each layer, the first next to the observation."""
    biases: tuple[np.ndarray, ...]
    """float32[outputs] of each layer."""
    stage: str = ALL
    """What it has learned: ALL, or BIDDING, which comes before the first card."""
    events: int = 0
    """Tokens of history behind the observation, see `history`; 0: it sees the observation only."""
    encoder: tuple[np.ndarray, ...] = ()
    """With events: inputs, weight and bias of `history.encode`."""

    def outputs(self, observations: np.ndarray) -> np.ndarray:
        """Return one number an action, float32[..., A], for observations float32[..., F].

        With events: float32[N, A] for float32[N, F + events], as `history.seen_by` makes them.
        """
        hidden = observations
        if self.events:
            tokens = observations[:, -self.events :].astype(np.int64)
            memory = encode(tokens, *self.encoder)
            hidden = np.concatenate([observations[:, : -self.events], memory], axis=1)
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            hidden = np.maximum(hidden @ weight.T + bias, 0.0)
        found: np.ndarray = hidden @ self.weights[-1].T + self.biases[-1]
        return found

    def policy(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the probabilities of the actions, float64[N, A].

        Of values the best legal action has probability 1, the first one among equals.

        Args:
            observations: float32[N, F].
            masks: bool[N, A], at least one action of each row.
        """
        found = np.where(masks, self.outputs(observations).astype(np.float64), -np.inf)
        if self.meaning == VALUES:
            return np.eye(found.shape[1])[found.argmax(axis=1)]
        chances = np.exp(found - found.max(axis=1, keepdims=True))
        whole: np.ndarray = chances / chances.sum(axis=1, keepdims=True)
        return whole

    def check(self, game: Game, who: str) -> None:
        """Raise BadOptions if the network was trained for another game or for other rules.

        The utility may be another one: it changes what is aimed at, not what can be done and seen.

        Args:
            game: The game to be played.
            who: Names the agent in the message.
        """
        check_learned(self.game, self.rules, game, who)
        sizes = game.observation_tensor_size(), game.num_distinct_actions()
        memory = self.encoder[1].shape[1] if self.events else 0
        own = self.weights[0].shape[1] - memory, len(self.biases[-1])
        if sizes != own:
            raise BadOptions(
                f"agent {who}: made for {own[0]} observed numbers and {own[1]} actions, {game} has "
                f"{sizes[0]} and {sizes[1]}"
            )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the network into a file."""
        about = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "meaning": self.meaning,
            "scale": self.scale,
            "layers": len(self.weights),
            "stage": self.stage,
            "events": self.events,
        }
        arrays = {f"weight{i}": weight for i, weight in enumerate(self.weights)}
        arrays |= {f"bias{i}": bias for i, bias in enumerate(self.biases)}
        arrays |= dict(zip(_ENCODER, self.encoder, strict=False))
        write_arrays(Path(path), about, arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Network:
        """Read a network from a file.

        Raises:
            BadOptions: if there is no such file.
            BadText: if it is no network, or one of another version.
        """
        about, arrays = read_arrays(Path(path), FORMAT, VERSION)
        try:
            layers = range(int(about["layers"]))
            made = cls(
                str(about["game"]),
                int(about["rules"]),
                str(about["meaning"]),
                float(about["scale"]),
                tuple(arrays[f"weight{i}"] for i in layers),
                tuple(arrays[f"bias{i}"] for i in layers),
                str(about["stage"]),
                int(about.get("events", 0)),
                tuple(arrays[name] for name in _ENCODER if name in arrays),
            )
        except KeyError as error:
            raise BadText(f"{path}: expected a {FORMAT}: {error} is missing") from None
        if made.meaning not in (VALUES, LOGITS):
            raise BadText(f"{path}: expected {VALUES} or {LOGITS}, got {made.meaning!r}")
        return made


def shipped(algorithm: str) -> tuple[str, ...]:
    """Return the names of the networks of an algorithm that come with prikup."""
    start = f"{algorithm}_"
    return tuple(sorted(file.stem.removeprefix(start) for file in HERE.glob(f"{start}*.npz")))


def find_network(algorithm: str, run: str) -> Path:
    """Return the file of a network.

    Args:
        algorithm: Such as `dmc`.
        run: A name out of `shipped`, the folder of a run, or a file; `./name` is never the first.

    Raises:
        BadOptions: if there is none.
    """
    files = {name: HERE / f"{algorithm}_{name}.npz" for name in shipped(algorithm)}
    return find_learned(run, files, BEST_FILE, algorithm, "trained network")


def layer_sizes(inputs: int, hidden: Sequence[int], outputs: int) -> list[tuple[int, int]]:
    """Return (inputs, outputs) of each layer of a perceptron.

    Example:
        >>> layer_sizes(10, (64, 32), 3)
        [(10, 64), (64, 32), (32, 3)]
    """
    sizes = [inputs, *hidden, outputs]
    return list(zip(sizes[:-1], sizes[1:], strict=True))
