"""Arguments of a learner: a dataclass whose documented fields are its command line."""

from __future__ import annotations

import ast
import inspect
import textwrap
from argparse import ArgumentParser
from dataclasses import MISSING, dataclass, fields
from typing import Any

from prikup.envs.engine.errors import BadOptions


@dataclass(frozen=True)
class RunArgs:
    """What all learners are told."""

    game: str
    """The game, `name:key=value,...`."""
    out: str | None = None
    """Folder for configuration, metrics, checkpoint and networks."""
    resume: bool = False
    """Go on with the run in the folder; it may be given more iterations."""
    iterations: int = 1000
    """Iterations; in each every lane plays one episode, and all decisions are learned from."""
    minutes: float = 0.0
    """Stop after so many minutes of this call; 0: when the iterations are done."""
    seed: int = 0
    """Decides everything: deals, first weights, exploration."""
    lanes: int = 512
    """Episodes an iteration, played side by side."""
    opponents: str = "self"
    """Who plays the other seats: `self`, or one that stays as it is: `heuristic`, `uniform`, a
    trained network (`dmc:runs/x`). Several in turn, an iteration each: `self+heuristic`."""
    hidden: str = "256/256/256"
    """Widths of the hidden layers."""
    learning_rate: float = 3e-4
    """Step of Adam."""
    minibatch: int = 512
    """Decisions of one gradient step."""
    evaluate_every: int = 100
    """Iterations between evaluations; a checkpoint is written with each."""
    evaluation_deals: int = 500
    """Duplicate deals of an evaluation, never among those learned from."""
    reference: str = "auto"
    """Whom to compare with: `heuristic`, `random`, or `auto`: the heuristic where there is one."""
    gate: bool = False
    """Compare with the best network so far as well, and keep as the best one who beats it; without
    it the best one is that of the largest difference to the reference."""
    exact: bool = False
    """Measure NashConv too: small games only."""
    threads: int = 1
    """Threads of PyTorch and of the games. A run is repeated to the last bit on one thread."""
    device: str = "auto"
    """Where networks live: `cpu`, `cuda`, or `auto`: a GPU where there is one."""
    tensorboard: bool = False
    """Write the metrics for TensorBoard as well (pip install tensorboard)."""

    def hidden_sizes(self) -> tuple[int, ...]:
        """Return the widths of the hidden layers.

        Raises:
            BadOptions: if they are no positive numbers.
        """
        try:
            sizes = tuple(int(size) for size in self.hidden.split("/"))
        except ValueError:
            sizes = (0,)
        if min(sizes) < 1:
            raise BadOptions(f"hidden must be widths such as 256/256, got {self.hidden!r}")
        return sizes

    def check(self) -> None:
        """Raise BadOptions on a value out of range."""
        self.hidden_sizes()
        for name in ("iterations", "lanes", "minibatch", "evaluate_every", "threads"):
            if getattr(self, name) < 1:
                raise BadOptions(f"{name} must be at least 1, got {getattr(self, name)}")
        for name in ("minutes", "learning_rate"):
            if not getattr(self, name) >= 0.0:
                raise BadOptions(f"{name} must not be negative, got {getattr(self, name)}")
        if self.resume and self.out is None:
            raise BadOptions("resume: the folder of the run is missing")
        if self.tensorboard and self.out is None:
            raise BadOptions("tensorboard: the folder of the run is missing")


@dataclass(frozen=True)
class AveragedArgs(RunArgs):
    """What learners are told whose playing network is a running average."""

    history: int = 0
    """Actions of the deal, the last ones, that a recurrent encoder reads beside the observation; 0:
    none. It is slow: each of them is a step."""
    memory: int = 64
    """With a history: numbers that the encoder remembers."""
    average: float = 0.999
    """Share of the old weights that the playing network keeps at each gradient step."""
    start: str | None = None
    """A trained network to begin with, `dmc:runs/x`, with the same hidden layers."""

    def check(self) -> None:
        """Raise BadOptions on a value out of range."""
        super().check()
        if self.history < 0 or self.memory < 1:
            raise BadOptions(f"history must be 0 or more, got {self.history}; memory {self.memory}")
        if not 0.0 <= self.average < 1.0:
            raise BadOptions(f"average must be at least 0 and below 1, got {self.average}")


def field_docs(kind: type) -> dict[str, str]:
    """Return the docstring under each field of a dataclass, those of its bases first.

    Example:
        >>> field_docs(RunArgs)["lanes"]
        'Episodes an iteration, played side by side.'
    """
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(tree, ast.ClassDef)
        for field, text in zip(tree.body, tree.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                if isinstance(field.target, ast.Name) and isinstance(text.value, ast.Constant):
                    found[field.target.id] = " ".join(str(text.value.value).split())
    return found


def add_fields(parser: ArgumentParser, kind: type) -> None:
    """Declare the fields of a dataclass: those without a default are positional."""
    docs = field_docs(kind)
    for field in fields(kind):
        text = docs[field.name].replace("%", "%%")
        option = f"--{field.name.replace('_', '-')}"
        if field.default is MISSING:
            parser.add_argument(field.name, metavar=field.name.upper(), help=text)
        elif isinstance(field.default, bool):
            parser.add_argument(option, action="store_true", default=field.default, help=text)
        else:
            default: Any = field.default
            value = str if default is None else type(default)
            shown = "" if default is None else f" (default {default})"
            parser.add_argument(
                option, type=value, default=default, metavar="X", help=f"{text}{shown}"
            )


def parse(kind: type, argv: list[str], parser: ArgumentParser) -> Any:
    """Return the dataclass that a command line says."""
    add_fields(parser, kind)
    return kind(**vars(parser.parse_args(argv)))
