"""The words of Domino Hearts: actions, places, and the table."""

from __future__ import annotations

from typing import Any

from ...engine.cards import NONE, TERMINAL, members
from ...engine.log import DECK
from ...engine.table import Seat, Table
from . import rules
from .options import DominoHeartsOptions


def card_text(options: DominoHeartsOptions, card: int) -> str:
    """Return a card's text."""
    return options.the_pack().text(card)


def action_text(options: DominoHeartsOptions, action: int) -> str:
    """Return an action as a stable token: a card, or draw."""
    own = options.the_pack()
    return own.text(action) if action < len(own.cards) else "draw"


def lot_text(options: DominoHeartsOptions, outcome: int) -> str:
    """Return the outcome of the lot for the first dealer."""
    return f"dealer {outcome}"


def word_text(options: DominoHeartsOptions, word: int) -> str:
    """Return a word of the log; the game has none."""
    return f"word {word}"


def place_text(options: DominoHeartsOptions, place: int) -> str:
    """Return a place's name."""
    if place == DECK:
        return "deck"
    if place == rules.TRICK:
        return "trick"
    if place >= rules.TAKEN:
        return f"taken {place - rules.TAKEN}"
    return f"hand {place - rules.HAND}"


def table(state: Any, seat: int, options: DominoHeartsOptions) -> Table:
    """Return the table as a seat sees it."""
    players = range(options.players)
    is_dealt = state.deal_number >= 0
    center = [
        (f"player {p}", card_text(options, int(state.trick[p])))
        for p in players
        if is_dealt and state.trick[p] != NONE
    ]
    lines = [f"stock {int(state.stock_left)}"]
    if options.episode == "match":
        lines.append(f"deals done: {int(state.match.deals)}")
    if options.episode == "match" or state.player == TERMINAL:
        lines.append("scores " + " ".join(str(-int(state.match.total[p])) for p in players))
    return Table(
        title="Domino Hearts",
        seats=tuple(_seat(state, p, seat, options) for p in players),
        viewer=seat,
        center=tuple(center),
        lines=tuple(lines),
    )


def _seat(state: Any, other: int, viewer: int, options: DominoHeartsOptions) -> Seat:
    """Return what the viewer sees of a seat."""
    hand = members(int(state.hands[other]))
    notes = []
    if state.deal_number >= 0:
        hearts = members(int(state.taken[other]) & _hearts(options))
        notes.append(f"hearts {len(hearts)}")
        if not hand and state.trick[other] == NONE:
            notes.append("out")
        if other == state.dealer:
            notes.append("dealer")
    return Seat(
        name=f"player {other}",
        cards=tuple(card_text(options, card) for card in hand) if other == viewer else (),
        hidden=0 if other == viewer else len(hand),
        notes=tuple(notes),
        active=bool(state.player == other),
    )


def _hearts(options: DominoHeartsOptions) -> int:
    return int(options.derived()["heart_set"])
