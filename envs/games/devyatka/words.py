"""Devyatka in words: actions, log, places, and the table as a picture."""

from __future__ import annotations

from typing import Any

from ...engine.cards import members
from ...engine.log import DECK
from ...engine.packs import SUIT_NAMES
from ...engine.table import Seat, Table
from . import layout
from .options import DevyatkaOptions
from .scoring import chips

TITLES = {"layout": "Devyatka", "pile_domino": "Domino", "mixed": "Mixed Devyatka"}


def card_text(options: DevyatkaOptions, card: int) -> str:
    """Return a card's text; in pile_domino only the rank counts."""
    own = options.pack()
    return own.ranks[card] if options.variant == "pile_domino" else own.text(card)


def action_text(options: DevyatkaOptions, action: int) -> str:
    """Return an action as a stable token."""
    if action < options.kinds():
        return card_text(options, action)
    return ("pass", "draw")[action - options.kinds()]


def lot_text(options: DevyatkaOptions, outcome: int) -> str:
    """Return an outcome of the lot."""
    return f"dealer {outcome}"


def word_text(options: DevyatkaOptions, word: int) -> str:
    """Return a word of the log."""
    if word == layout.NEW_DEAL:
        return "the cards are dealt anew"
    if word == layout.FOUNDER:
        return "the founder is found"
    if word >= layout.SKIPPED:
        return f"player {word - layout.SKIPPED} can only pass"
    return f"player {word - layout.OPENS} opens"


def place_text(options: DevyatkaOptions, place: int) -> str:
    """Return a place's name."""
    if place == DECK:
        return "deck"
    if place == layout.TABLE:
        return "pile" if options.variant == "pile_domino" else "table"
    if place == layout.TURNED:
        return "turned card"
    if place == layout.DEAD:
        return "dead cards"
    if place >= layout.STACK:
        return f"stack {place - layout.STACK}"
    return f"hand {place - layout.HAND}"


def table(state: Any, seat: int, options: DevyatkaOptions) -> Table:
    """Return the table as a seat sees it."""
    seats = tuple(_seat(state, other, seat, options) for other in range(options.players))
    rows, lines = _rows(state, options), _lines(state, options)
    return Table(TITLES[options.variant], seats, seat, rows=rows, lines=lines)


def _seat(state: Any, seat: int, viewer: int, options: DevyatkaOptions) -> Seat:
    """Return what the viewer sees of a seat."""
    size = int(state.sizes[seat])
    cards: list[str] = []
    if seat == viewer and options.variant != "mixed":
        for card in members(state.hands[seat]):
            copies = int(state.held[seat, card]) if options.variant == "pile_domino" else 1
            cards += [card_text(options, card)] * copies
    notes = []
    if state.player != -1 and state.dealer == seat and state.deal_number >= 0:
        notes.append("dealer")
    if state.place[seat]:
        notes.append(f"out as number {int(state.place[seat])}")
    if options.scoring == "bank":
        notes.append(f"{int(chips(state, seat))} chips")
    return Seat(
        name=f"player {seat}",
        cards=tuple(cards),
        hidden=size - len(cards),
        notes=tuple(notes),
        active=bool(state.player == seat),
    )


def _rows(state: Any, options: DevyatkaOptions) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the rows of the suits, or the top card of the pile."""
    if state.deal_number < 0:
        return ()
    if options.variant == "pile_domino":
        return (("pile", (card_text(options, int(state.pile)),)),)
    own, laid = options.pack(), members(state.laid)
    ranks = len(own.ranks)
    return tuple(
        (SUIT_NAMES[suit], tuple(own.text(card) for card in laid if card // ranks == number))
        for number, suit in enumerate(own.suits)
    )


def _lines(state: Any, options: DevyatkaOptions) -> tuple[str, ...]:
    """Return the numbers that lie on no seat."""
    lines = []
    if options.variant == "pile_domino" or options.stock_use == "draw_one":
        lines.append(f"stock {int(state.stock_left)}")
    if options.scoring == "bank":
        lines.append(f"bank {int(state.bank)}")
    if state.is_blocked:
        lines.append("blocked")
    if options.scoring != "bank" and options.deals_per_match > 1:
        scores = (
            f"{state.match.total[p] + state.match.halves[p] / 2:g}" for p in range(options.players)
        )
        lines.append("scores " + " ".join(scores))
    return tuple(lines)
