"""`prikup arena`: a tournament with duplicate deals."""

from __future__ import annotations

import argparse
import json

NAME = "arena"
HELP = "tournament of agents on duplicate deals: who is better, by how much, how surely"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", help="name or name:key=value,...")
    parser.add_argument(
        "agents", metavar="AGENT", nargs="+", help="two or more: random, ismcts:sims=500, ..."
    )
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="default 100")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="default 0")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes, default 1")
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="keep log, hand records, result and plot here; the same command goes on where a "
        "broken-off one stopped, one with more deals adds to it",
    )
    parser.add_argument(
        "--tables",
        default="replacement",
        metavar="KIND",
        help="replacement (default): the agents in the same seat of the same deal against the same "
        "opponents; rotation: the agents of a table pass through all seats",
    )
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="AGENT",
        help="fixed opponents in all other seats; may be given several times; "
        "default: every combination of the agents",
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play the tournament and print its result."""
    from prikup.benchmarks import arena
    from prikup.benchmarks.report import FILES

    result = arena.play(
        args.game,
        args.agents,
        deals=args.deals,
        seed=args.seed,
        workers=args.workers,
        out=args.out,
        tables=args.tables,
        against=args.against,
    )
    if args.json:
        print(json.dumps(result.as_dict(), ensure_ascii=False))
        return 0
    print(result.table())
    if args.out is not None:
        print(f"in {args.out}: {', '.join(FILES)}")
    return 0
