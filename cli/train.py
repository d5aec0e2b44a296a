"""`prikup train`: learn an agent by self-play, and how it compares meanwhile."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from typing import Any

NAME = "train"
HELP = "learn an agent by deep reinforcement learning, measured on duplicate deals"
ALGORITHMS = {
    "dmc": "Deep Monte Carlo",
    "ppo": "proximal policy optimization, or MMD",
    "nfsp": "neural fictitious self-play",
    "deep_cfr": "Deep CFR, for small games",
    "hand_statistics": "tables of what bids brought, for bidding",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments; those of an algorithm are its own."""
    offer = ", ".join(f"{name}: {text}" for name, text in ALGORITHMS.items())
    parser.add_argument("algorithm", metavar="ALGORITHM", choices=tuple(ALGORITHMS), help=offer)
    parser.add_argument(
        "settings",
        metavar="...",
        nargs=argparse.REMAINDER,
        help="GAME and the algorithm's settings: prikup train ALGORITHM --help",
    )
    parser.set_defaults(make_parser=type(parser))


def run(args: argparse.Namespace) -> int:
    """Learn and print an evaluation a line."""
    from prikup.envs.engine.errors import BadOptions
    from prikup.training.args import add_fields

    try:
        module = importlib.import_module(f"prikup.training.{args.algorithm}")
    except ImportError as error:
        if error.name != "torch":
            raise
        raise BadOptions(str(error)) from None
    parser: argparse.ArgumentParser = args.make_parser(
        prog=f"prikup train {args.algorithm}", description=ALGORITHMS[args.algorithm]
    )
    add_fields(parser, module.Args)
    parser.add_argument("--json", action="store_true", help="print one JSON object an evaluation")
    given = vars(parser.parse_args(args.settings))
    as_json = given.pop("json")
    wanted = module.Args(**given)

    def show(row: dict[str, float]) -> None:
        print(json.dumps(row) if as_json else _line(row), flush=True)

    result = module.train(wanted, on_row=show, progress=True)
    for note in result.notes:
        print(f"prikup: {note}", file=sys.stderr)
    if result.is_stopped:
        kept = f"saved in {wanted.out}; --resume goes on" if wanted.out else "nothing is kept"
        raise KeyboardInterrupt(
            f"stopped after {result.iteration} of {wanted.iterations} iterations; {kept}"
        )
    if wanted.out is not None and not as_json:
        print(
            f"in {wanted.out}: what was learned, metrics.csv (agent {args.algorithm}:{wanted.out})"
        )
    return 0


def _line(row: dict[str, Any]) -> str:
    """Return an evaluation as a line of aligned columns."""
    line = (
        f"{row['iteration']:>7} iterations {row['decisions']:>11} decisions "
        f"{row['seconds']:>8.1f} s   {row['difference']:+9.4f} ± {row['half_width']:.4f} "
        f"to the reference"
    )
    return f"{line}   NashConv {row['nash_conv']:.5f}" if "nash_conv" in row else line
