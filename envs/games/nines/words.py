"""The words of Nines: actions, events, places, and the table."""

from __future__ import annotations

from typing import Any

from ...engine.cards import NONE, TERMINAL, members
from ...engine.log import DECK
from ...engine.packs import SUIT_NAMES
from ...engine.table import Seat, Table
from . import rules
from .options import NinesOptions

_CHOICES = ("keep", "swap")
_CHOSEN = ("", "keeps", "swapped")
_PHASES = ("exchange", "play")
_PLACES = {
    rules.SPARE: "spare",
    rules.ASIDE: "aside",
    rules.TRICK: "trick",
    rules.PLAYED: "played",
    DECK: "deck",
}


def card_text(options: NinesOptions, card: int) -> str:
    """Return a card's text."""
    return options.the_pack().text(card)


def action_text(options: NinesOptions, action: int) -> str:
    """Return an action as a stable token: a card, keep or swap."""
    choice = action - len(options.the_pack().cards)
    return card_text(options, action) if choice < 0 else _CHOICES[choice]


def lot_text(options: NinesOptions, outcome: int) -> str:
    """Return the outcome of the lot for the first dealer."""
    return f"dealer {outcome}"


def word_text(options: NinesOptions, word: int) -> str:
    """Return a word of the log."""
    if word == rules.ROUND:
        return "a round is dealt"
    return f"player {word - rules.THREE_QUEENS} had three queens in a row"


def place_text(options: NinesOptions, place: int) -> str:
    """Return a place's name."""
    return _PLACES.get(place, f"hand {place - rules.HAND}")


def table(state: Any, seat: int, options: NinesOptions) -> Table:
    """Return the table as a seat sees it."""
    players = range(options.players)
    center = tuple(
        (f"player {p}", card_text(options, int(state.trick[p])))
        for p in players
        if state.trick[p] != NONE
    )
    names = (*SUIT_NAMES.values(), "no trump")
    lines = [
        f"{_PHASES[int(state.phase)]}; trump: {names[int(state.trump)]}; "
        f"dealer: player {int(state.dealer)}"
    ]
    if options.episode == "match":
        lines.append(f"deal {int(state.match.deals) + 1}")
    if options.episode == "match" or state.player == TERMINAL:
        scores = " ".join(str(options.start_score - int(state.match.gained[p])) for p in players)
        lines.append(f"scores: {scores}")
    return Table(
        title="Nines",
        seats=tuple(_seat(state, p, seat, options) for p in players),
        viewer=seat,
        center=center,
        lines=tuple(lines),
    )


def _seat(state: Any, other: int, viewer: int, options: NinesOptions) -> Seat:
    """Return what the viewer sees of a seat; a hand that was his own he still knows."""
    hand = members(int(state.hands[other]))
    is_seen = other == viewer or (
        state.choice[viewer] == rules.SWAPPED and state.source[other] == viewer
    )
    notes = [f"tricks {int(state.tricks[other])}"]
    if state.choice[other] != rules.UNDECIDED:
        notes.append(_CHOSEN[int(state.choice[other])])
    if other == state.dealer:
        notes.append("dealer")
    return Seat(
        name=f"player {other}",
        cards=tuple(card_text(options, card) for card in hand) if is_seen else (),
        hidden=0 if is_seen else len(hand),
        notes=tuple(notes),
        active=bool(state.player == other),
    )
