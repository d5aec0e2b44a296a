"""`prikup replay`: a recorded hand again, every step checked, open or as one seat saw it."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

from prikup.envs import BadText
from prikup.envs.record import (
    ACTION,
    DECK,
    Record,
    SeenStep,
    Step,
    parse_line,
    record_lines,
)
from prikup.envs.render import table_text
from prikup.envs.sheet import score_sheet
from prikup.envs.transcript import grouped

from .terminal import columns, filled, screen, use_color

if TYPE_CHECKING:
    from prikup.envs.engine.game import State
    from prikup.envs.engine.table import Table

NAME = "replay"
HELP = "show a recorded hand again, checking every step"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="file of hand records (.jsonl)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--deal", type=int, metavar="K", help="the first record of deal K (the file's first record)"
    )
    which.add_argument("--line", type=int, metavar="L", help="the record in line L, from 1")
    parser.add_argument("--seat", type=int, metavar="S", help="only what seat S saw")
    parser.add_argument(
        "--step", action="store_true", help="the table after every step; Enter goes on, q stops"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a step")


def run(args: argparse.Namespace) -> int:
    """Show the record."""
    out = screen()
    record, others = find(args.file, args.deal, args.line)
    steps = open_steps(record) if args.seat is None else seen_steps(record, args.seat)
    if args.json:
        for entry in json_entries(record, steps, args.seat):
            print(json.dumps(entry), file=out)
        return 0
    for line in head_lines(record, args.seat):
        print(filled(line, columns(), "  "), file=out)
    if others:
        places = ", ".join(f"--line {number}" for number in others[:8])
        print(f"{len(others)} more of this deal: {places}{' ...' * (len(others) > 8)}", file=out)
    if show(steps, out, every_step=args.step):
        sheet = sheet_text(record)
        if sheet:
            print(f"\n{sheet}", file=out)
        print(f"\n{end_text(record)}", file=out)
    return 0


# --- finding a record -----------------------------------------------------------------------------


def find(path: str, deal: int | None, line: int | None) -> tuple[Record, list[int]]:
    """Return a record of a file and the line numbers of the others of its deal that follow.

    A record that names no deal counts by its place in the file, from 0.

    Raises:
        BadText: if the file has no such record, or one before it is damaged.
    """
    found: Record | None = None
    others: list[int] = []
    deals: list[int] = []
    for place, (number, text) in enumerate(record_lines(path)):
        if line is not None:
            if number == line:
                return parse_line(text, where=f"{path}:{number}"), []
        elif found is not None:
            if found.deal is not None and _deal_of(text) == found.deal:
                others.append(number)
        else:
            record = parse_line(text, where=f"{path}:{number}")
            deals.append(place if record.deal is None else record.deal)
            if deal in (None, deals[-1]):
                found = record
    if found is not None:
        return found, others
    if line is not None:
        raise BadText(f"{path}: line {line} holds no record")
    if not deals:
        raise BadText(f"{path}: the file holds no record")
    raise BadText(f"{path}: no deal {deal}; its deals are {min(deals)} to {max(deals)}")


def _deal_of(text: str) -> int | None:
    """Return the deal number of a line that need not be a sound record."""
    try:
        data = json.loads(text)
    except ValueError:
        return None
    return data.get("deal") if isinstance(data, dict) else None


# --- steps for the screen -------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Shown:
    """A step as it is shown."""

    number: int
    kind: str
    player: int
    texts: tuple[str, ...]
    table: Table | None
    ends_deal: bool


def open_steps(record: Record) -> list[Shown]:
    """Return the steps with all cards open."""
    shown: list[Shown] = []
    deals: list[int] = [0]

    def look(step: Step, state: State) -> None:
        deals.append(int(state.record.match.deals))
        ends_deal = deals[-1] > deals[-2] or state.is_terminal()
        table = open_table(state) if state.record.deal_number >= 0 else None
        texts = (step.text,)
        shown.append(Shown(step.number, step.kind, step.player, texts, table, ends_deal))

    record.replay(look)
    return shown


def seen_steps(record: Record, seat: int) -> list[Shown]:
    """Return the steps as one seat saw them."""
    steps: list[SeenStep] = record.redacted(seat)
    shown: list[Shown] = []
    for step, following in zip(steps, [*steps[1:], None]):
        ends_deal = following is None or following.kind == DECK
        shown.append(Shown(step.number, step.kind, step.player, step.events, step.table, ends_deal))
    return shown


def open_table(state: State) -> Table:
    """Return the table with every seat's cards as that seat itself sees them."""
    table = state.table(0)
    seats = tuple(state.table(seat).seats[seat] for seat in range(len(table.seats)))
    return dataclasses.replace(table, seats=seats)


def show(steps: Iterable[Shown], out: TextIO, *, every_step: bool) -> bool:
    """Print the steps; tables after a deal and at its end, or after every step.

    Returns:
        Whether all was shown: False if the reader stopped.
    """
    color = use_color(out)
    waits = every_step and out.isatty() and sys.stdin.isatty()
    for step in steps:
        print(filled(step_text(step), columns(), "      "), file=out)
        if step.table is not None and (every_step or step.kind == DECK or step.ends_deal):
            print(f"\n{table_text(step.table, color)}\n", file=out)
        if waits and _wants_to_stop(out):
            return False
    return True


def _wants_to_stop(out: TextIO) -> bool:
    out.write("Enter: next step, q: stop ")
    out.flush()
    answer = sys.stdin.readline()
    return not answer or answer.strip().casefold() in ("q", "quit")


def step_text(step: Shown) -> str:
    """Return a step as one line."""
    who = f"player {step.player}" if step.kind == ACTION else step.kind
    return f"{step.number:>3}  {who}: {'; '.join(grouped(step.texts)) or '(nothing seen)'}"


def head_lines(record: Record, seat: int | None) -> list[str]:
    """Return what stands above the steps."""
    settings = ",".join(f"{key}={_value(value)}" for key, value in record.options.items())
    lines = [f"{record.game_name}:preset={record.preset}{',' * bool(settings)}{settings}"]
    if record.deal is not None:
        lines.append(f"deal {record.deal} ({record.where})")
    else:
        lines.append(record.where)
    if record.seats is not None:
        lines.append(", ".join(f"player {s}: {agent}" for s, agent in enumerate(record.seats)))
    if record.match:
        lines.append(", ".join(f"{key} {value}" for key, value in record.match.items()))
    if seat is not None:
        lines.append(f"as player {seat} saw it; in parentheses what was done unseen")
    return [*lines, ""]


def _value(value: Any) -> str:
    return "/".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def sheet_text(record: Record) -> str:
    """Return the score sheet of a match of which a deal was finished, else nothing."""
    game = record.game()
    if game.options.episode != "match" or not record.deal_scores:
        return ""
    names = [f"player {seat}" for seat in range(game.num_players())]
    return score_sheet(record.replay()).text(names)


def end_text(record: Record) -> str:
    """Return the score."""
    scores = ", ".join(f"player {s} {points:+g}" for s, points in enumerate(record.final_scores))
    checked = "every step and score checked"
    return f"{'final score' if record.is_finished else 'unfinished; score'}: {scores} ({checked})"


def json_entries(record: Record, steps: list[Shown], seat: int | None) -> Iterable[dict[str, Any]]:
    """Yield the record's public fields, then one object a step."""
    yield {**record.public(), "seat": seat}
    for step in steps:
        yield {
            "step": step.number,
            "kind": step.kind,
            "player": step.player,
            "events" if seat is not None else "text": (
                list(step.texts) if seat is not None else step.texts[0]
            ),
            "table": None if step.table is None else dataclasses.asdict(step.table),
        }
