"""The words of Ninety-Nine: actions, events, places, and the table."""

from __future__ import annotations

from typing import Any

from ...engine.cards import NONE, TERMINAL, members
from ...engine.log import DECK
from ...engine.packs import SUIT_NAMES
from ...engine.table import Seat, Table
from . import rules
from .options import TRUMPS, NinetyNineOptions

_CALLS = ("pass", "declare", "reveal")
_NAMES = (*(f"trump {t}" for t in TRUMPS[:4]), "trump nines", "trump NT")
_PHASES = ("lay {} cards aside", "premium bids", "raise or yield", "play")
_LEVELS = ("", "declared", "revealed")


def card_text(options: NinetyNineOptions, card: int) -> str:
    """Return a card's text."""
    return options.the_pack().text(card)


def action_text(options: NinetyNineOptions, action: int) -> str:
    """Return an action as a stable token: a card, a call, a trump, an announced number."""
    call = action - len(options.the_pack().cards)
    if call < 0:
        return card_text(options, action)
    if call < 3:
        return _CALLS[call]
    return _NAMES[call - 3] if call < 9 else f"announce {call - 9}"


def lot_text(options: NinetyNineOptions, outcome: int) -> str:
    """Return the outcome of the lot for the first dealer."""
    return f"dealer {outcome}"


def word_text(options: NinetyNineOptions, word: int) -> str:
    """Return a word of the log."""
    if word == rules.LAID_ASIDE:
        return "lays a card aside"
    if word == rules.CALLED:
        return "calls in secret"
    if word >= rules.RESULT:
        seat, success = divmod(word - rules.RESULT, 2)
        return f"player {seat} {'succeeds' if success else 'fails'}"
    seat, level = divmod(word - rules.CALL, 3)
    return f"player {seat} had called {_CALLS[level]}"


def place_text(options: NinetyNineOptions, place: int) -> str:
    """Return a place's name."""
    if place == DECK:
        return "deck"
    if place == rules.TRICK:
        return "trick"
    if place == rules.PLAYED:
        return "played"
    if place >= rules.LAID:
        return f"laid {place - rules.LAID}"
    return f"hand {place - rules.HAND}"


def table(state: Any, seat: int, options: NinetyNineOptions) -> Table:
    """Return the table as a seat sees it."""
    players = range(options.players)
    center = tuple(
        (f"player {p}", card_text(options, int(state.trick[p])))
        for p in players
        if state.trick[p] != NONE
    )
    names = (*SUIT_NAMES.values(), "no trump")
    phase = _PHASES[int(state.phase)].format(options.bid_cards)
    lines = [f"{phase}; trump: {names[int(state.trump)]}; dealer: player {int(state.dealer)}"]
    if options.episode == "match":
        totals = " ".join(str(int(state.match.total[p])) for p in players)
        lines.append(f"game {int(state.match.games) + 1}, deal {int(state.match.deals) + 1}")
        lines.append(f"points: {totals} of {options.target}")
    if state.player == TERMINAL:
        gained = " ".join(str(int(state.match.gained[p])) for p in players)
        lines.append(f"scores: {gained}")
    return Table(
        title="Ninety-Nine",
        seats=tuple(_seat(state, p, seat, options) for p in players),
        viewer=seat,
        center=center,
        lines=tuple(lines),
    )


def _seat(state: Any, other: int, viewer: int, options: NinetyNineOptions) -> Seat:
    hand, laid = members(int(state.hands[other])), members(int(state.laid[other]))
    sees_hand = other == viewer or state.level[other] == rules.REVEALED
    sees_laid = other == viewer or bool(state.shown[other])
    notes = [f"tricks {int(state.tricks[other])}"]
    if sees_laid and len(laid) == options.bid_cards:
        notes.insert(0, f"bid {int(rules.bid_of(state, other))}")
    if state.level[other]:
        notes.append(_LEVELS[int(state.level[other])])
    if other == state.dealer:
        notes.append("dealer")
    open_bid = tuple(card_text(options, card) for card in laid) if sees_laid else ()
    return Seat(
        name=f"player {other}",
        cards=tuple(card_text(options, card) for card in hand) if sees_hand else (),
        hidden=0 if sees_hand else len(hand),
        groups=(("laid aside", open_bid, 0 if sees_laid else len(laid)),) if laid else (),
        notes=tuple(notes),
        active=bool(state.player == other),
    )
