"""The score sheet of King: a line for each contract; below, the three fields of each player.

These are the penalties, the points won back and, where contracts are ordered, what each player has
ordered, crossed off.
"""

from __future__ import annotations

from typing import Any

from ...engine.cards import NONE, has
from ...sheet import Line
from . import layout
from .options import ALL_CONTRACTS, KingOptions


def line(record: Any, options: KingOptions) -> Line:
    """Return what is written down about the deal that has just ended."""
    if record.preliminary:
        return Line("preliminary")
    points = [int(record.points[seat]) for seat in range(options.players)]
    sits_out = options.active_players < options.players
    return Line(
        _label(record, options),
        tuple(
            None if sits_out and seat == record.dealer else own for seat, own in enumerate(points)
        ),
        rest="compensation",
    )


def _label(record: Any, options: KingOptions) -> str:
    """Return the contract with its trump, penalty suit or bum card, and who ordered or bid."""
    contract = int(record.contract)
    label = ALL_CONTRACTS[contract].replace("_", " ")
    own = options.the_pack()
    if record.mirror:
        label += ", won back"
    if contract == layout.OTYGRYSH:
        label += f" {own.suits[int(record.trump)] if record.trump != NONE else 'NT'}"
        if options.mode != "ordered":
            label += f" by {int(record.namer)}"
    if contract == layout.SUIT:
        label += f" {own.suits[int(record.suit)]}"
        if record.bidder != NONE and record.bid:
            label += f", bid {int(record.bid)} by {int(record.bidder)}"
    if contract == layout.TETKA:
        label += f" {own.text(int(record.shown))}"
    if options.mode == "ordered":
        label += f" by {int(record.eldest)}"
    return label


def closing(record: Any, options: KingOptions) -> list[tuple[str, tuple[str, ...]]]:
    """Return penalties and points won back, and the orders, crossed off, for each player."""
    match, seats = record.match, range(options.players)
    rows = [
        ("penalties", tuple(f"{-int(match.penalties[seat])}" for seat in seats)),
        ("won back", tuple(f"{int(match.gains[seat])}" for seat in seats)),
    ]
    if options.mode == "ordered":
        for name in options.contract_list():
            number = ALL_CONTRACTS.index(name)
            crosses = tuple("x" if has(int(match.orders[seat]), number) else "." for seat in seats)
            rows.append((name.replace("_", " "), crosses))
        each = options.otygrysh_per_player
        rows.append(
            ("otygrysh", tuple(f"{int(match.positives[seat])} of {each}" for seat in seats))
        )
    return rows
