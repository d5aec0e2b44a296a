"""`prikup solve`: an equilibrium of a small game, and how far it still is."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any

NAME = "solve"
HELP = "equilibrium of a small game by the CFR family, with exact best responses"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", help="name or name:key=value,...")
    parser.add_argument(
        "--algorithm",
        default="dcfr",
        metavar="NAME",
        help="cfr, cfr+, lcfr, dcfr (default), pcfr+, cfr-br, mmd, es_mccfr, os_mccfr",
    )
    parser.add_argument("--iterations", type=int, default=1000, metavar="N", help="default 1000")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of samples, default 0")
    parser.add_argument(
        "--exploration", type=float, metavar="X", help="share of uniform actions of os_mccfr"
    )
    parser.add_argument(
        "--abstraction",
        default="none",
        metavar="NAME",
        help="es_mccfr and os_mccfr: learn only what the game's abstraction of this name says",
    )
    parser.add_argument(
        "--fixed",
        default="heuristic",
        metavar="POLICY",
        help="with an abstraction, who takes what is not learned: heuristic (default), uniform",
    )
    parser.add_argument(
        "--without-tree",
        action="store_true",
        help="es_mccfr and os_mccfr: sample the game itself, for games too large for a tree",
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="keep checkpoint, progress and policy here; the policy then plays as cfr:FOLDER",
    )
    parser.add_argument("--resume", action="store_true", help="go on with the run in the folder")
    parser.add_argument("--json", action="store_true", help="print one JSON object an evaluation")


def run(args: argparse.Namespace) -> int:
    """Solve and print an evaluation a line."""
    from prikup.agents.cfr.sampling import EXPLORATION
    from prikup.training.cfr import Args, Report, solve

    def show(report: Report) -> None:
        if args.json:
            print(json.dumps(asdict(report)), flush=True)
        else:
            print(_line(asdict(report)), flush=True)

    result = solve(
        Args(
            game=args.game,
            algorithm=args.algorithm,
            iterations=args.iterations,
            seed=args.seed,
            exploration=EXPLORATION if args.exploration is None else args.exploration,
            abstraction=args.abstraction,
            fixed=args.fixed,
            without_tree=args.without_tree,
            out=args.out,
            resume=args.resume,
        ),
        on_report=show,
        on_note=lambda note: print(f"prikup: {note}", file=sys.stderr),
        progress=True,
    )
    if result.is_stopped:
        kept = f"saved in {args.out}; --resume goes on" if args.out else "nothing is kept"
        raise KeyboardInterrupt(
            f"stopped after {result.iteration} of {args.iterations} iterations; {kept}"
        )
    if args.out is not None and not args.json:
        print(f"in {args.out}: checkpoint, progress.jsonl, policy.npz (agent cfr:{args.out})")
    return 0


def _line(report: dict[str, Any]) -> str:
    """Return an evaluation as a line of aligned columns."""
    start = f"{report['iteration']:>9} iterations {report['seconds']:>8.2f} s"
    if report["nash_conv"] is None:
        return start
    gains, values = (" ".join(f"{x:.6g}" for x in report[name]) for name in ("gains", "values"))
    return f"{start}   NashConv {report['nash_conv']:<12.6g} gains {gains}   values {values}"
