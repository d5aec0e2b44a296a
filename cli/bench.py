"""`prikup bench`: speed of rules, search and solvers, and what the games are like."""

from __future__ import annotations

import argparse
import importlib
import json
import sys

NAME = "bench"
HELP = "speed of rules, environments, search and solvers, against other libraries in the same run"
HELP += "; statistics of games"
KINDS = {
    "speed": "random playouts, batches, states, environments, worlds, start-up",
    "search": "ISMCTS simulations a second",
    "cfr": "iterations a second of CFR+, DCFR and sampling CFR",
    "train": "decisions a second of the learners: games, network, gradient steps",
    "minis": "the small versions of all games, solved",
    "inference": "what the others' actions tell a search about the hidden cards",
    "anchors": "published results of other programs beside ours on the same games",
    "pimc": "how far perfect-information Monte Carlo can be trusted in each game",
}
RATES = ("speed", "search", "cfr", "train")  # medians of several repeats


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    kinds = "; ".join(f"{kind}: {what}" for kind, what in KINDS.items())
    parser.add_argument("kind", metavar="|".join(KINDS), choices=KINDS, help=kinds)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--quick", action="store_true", help="one small game only, and briefly")
    parser.add_argument("--seconds", type=float, metavar="S", help="time for each rate")
    parser.add_argument(
        "--game",
        action="append",
        metavar="GAME",
        help="measure this game; may be given several times; default: all",
    )


def run(args: argparse.Namespace) -> int:
    """Measure and print, line by line."""
    from prikup.benchmarks import timing
    from prikup.envs import BadOptions, load_game

    if args.seconds is not None and not 0 < args.seconds <= 3600:
        raise BadOptions(f"--seconds must be above 0 and at most 3600, got {args.seconds:g}")
    bench = importlib.import_module(f"prikup.benchmarks.{args.kind}")
    check_game = getattr(bench, "check_game", load_game)  # some know games of their own, or few
    for game in args.game or ():
        check_game(game)  # wrong names are found before anything is printed
    # A program reads stdout then; the header is for people.
    about = sys.stderr if args.json else sys.stdout
    print(timing.header(), file=about)
    if args.kind in RATES:
        spread = f"medians of {timing.REPEATS} repeats (lowest to highest)"
        print(f"{spread}, one thread unless said (x2: two)", file=about)
    for line in bench.notes():
        print(line, file=about)
    for measured in bench.run(args.game, seconds=args.seconds, quick=args.quick):
        line = json.dumps(measured.row.as_dict()) if args.json else measured.text()
        print(line, flush=True)
    return 0
