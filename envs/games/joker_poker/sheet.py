"""The score sheet of Joker poker: bid and tricks before the points, a sum after each part."""

from __future__ import annotations

from typing import Any

from ...engine.cards import NONE
from ...sheet import Line
from .options import JokerPokerOptions
from .schedule import KINDS, NORMAL, schedule


def line(record: Any, options: JokerPokerOptions) -> Line:
    """Return what is written down about the deal that has just ended."""
    bids, tricks = record.bids, record.tricks
    seats = range(options.players)
    own = options.the_pack()
    trump = "NT"
    if record.circular:
        trump = "circular"
    elif record.trump != NONE:
        trump = own.suits[int(record.trump)]
    kind = "" if record.kind == NORMAL else f" {KINDS[int(record.kind)].replace('_', ' ')}"
    marks = tuple(
        f"{int(bids[seat]) if bids[seat] != NONE else '-'}/{int(tricks[seat])}" for seat in seats
    )
    return Line(
        f"{int(record.hand)} {trump}{kind}",
        _points(record, options),
        marks,
        rest="premium",
        closes=_part(int(record.index), options),
    )


def _points(record: Any, options: JokerPokerOptions) -> tuple[float, ...]:
    """Return the points of the deal without the premium of its set."""
    from .scoring import deal_points

    return tuple(
        float(deal_points(record, int(record.bids[seat]), int(record.tricks[seat])))
        for seat in range(options.players)
    )


def _part(index: int, options: JokerPokerOptions) -> str:
    """Return the name of the part of a match that ends with a deal of the schedule, else nothing.

    Parts are the sets, up, at the peak and down, and the deals of each special kind.
    """
    if options.episode != "match":
        return ""
    deals = schedule(options)
    entry = deals[index]
    if entry.kind != NORMAL:
        is_last = index + 1 == len(deals) or deals[index + 1].kind != entry.kind
        return KINDS[entry.kind].replace("_", " ") if is_last else ""
    if not entry.set_size:
        return ""
    hands = [deal.hand for deal in deals[index + 1 - entry.set_size : index + 1]]
    return f"{hands[0]} to {hands[-1]}" if hands[0] != hands[-1] else f"{hands[0]} x {len(hands)}"
