"""The words of Ninety-Nine: actions, events, places, and the table."""

from __future__ import annotations

from typing import Any

from ...engine.cards import NONE, TERMINAL, members
from ...engine.log import DECK
from ...engine.packs import SUIT_NAMES
from ...engine.table import Seat, Table
from . import layout
from .options import ANNOUNCE, APART, TRUMPS, NinetyNineOptions
from .scoring import bid_of
from .tricks import hand_due

_CALLS = ("pass", "declare", "reveal")
_NAMES = (*(f"trump {t}" for t in TRUMPS[:4]), "trump nines", "trump NT")
_PHASES = (
    "lay {} cards aside",
    "premium bids",
    "raise or yield",
    "play",
    "name the trump",
    "announce a number of tricks",
    "play",
)
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
    """Return the outcome of a lot: the first dealer, or the card that is turned up."""
    if outcome < layout.TURN_OFFSET:
        return f"dealer {outcome}"
    own, card = options.the_pack(), outcome - layout.TURN_OFFSET
    return f"turned {own.text(card) if card < len(own.cards) else 'JOKER'}"


def word_text(options: NinetyNineOptions, word: int) -> str:
    """Return a word of the log."""
    if word == layout.LAID_ASIDE:
        return "lays a card aside"
    if word == layout.CALLED:
        return "calls in secret"
    if word >= layout.SPOKEN:
        seat, number = divmod(word - layout.SPOKEN, 16)
        return f"player {seat} had announced {number}"
    if word >= layout.RESULT:
        hand, success = divmod(word - layout.RESULT, 2)
        return f"{_name(options, hand)} {'succeeds' if success else 'fails'}"
    seat, level = divmod(word - layout.CALL, 3)
    return f"player {seat} had called {_CALLS[level]}"


def place_text(options: NinetyNineOptions, place: int) -> str:
    """Return a place's name."""
    if place == DECK:
        return "deck"
    if place == layout.TRICK:
        return "trick"
    if place == layout.PLAYED:
        return "played"
    if place >= layout.LAID:
        return f"laid {place - layout.LAID}"
    return f"hand {place - layout.HAND}"


def table(state: Any, seat: int, options: NinetyNineOptions) -> Table:
    """Return the table as a seat sees it; a dummy sits after the seats."""
    players, hands = range(options.players), range(options.hands())
    center = [
        (_name(options, p), card_text(options, int(state.trick[p])))
        for p in hands
        if state.trick[p] != NONE
    ]
    if options.trump_rule == "turn_up" and 0 <= state.turned < len(options.the_pack().cards):
        center.insert(0, ("turned up", card_text(options, int(state.turned))))
    names = (*SUIT_NAMES.values(), "no trump", "nines", "not yet known")
    phase = _PHASES[int(state.phase)].format(options.bid_cards)
    lines = [f"{phase}; trump: {names[int(state.trump)]}; dealer: player {int(state.dealer)}"]
    if options.episode == "match":
        totals = " ".join(str(int(state.match.total[p])) for p in hands)
        lines.append(f"game {int(state.match.games) + 1}, deal {int(state.match.deals) + 1}")
        lines.append(f"points: {totals} of {options.target}")
    if state.player == TERMINAL:
        gained = " ".join(str(int(state.match.gained[p])) for p in players)
        lines.append(f"scores: {gained}")
    return Table(
        title="Ninety-Nine",
        seats=tuple(_seat(state, p, seat, options) for p in hands),
        viewer=seat,
        center=tuple(center),
        lines=tuple(lines),
    )


def _name(options: NinetyNineOptions, hand: int) -> str:
    return f"player {hand}" if hand < options.players else "dummy"


def _seat(state: Any, other: int, viewer: int, options: NinetyNineOptions) -> Seat:
    hand, laid = members(int(state.hands[other])), members(int(state.laid[other]))
    sees_hand = other == viewer or bool(state.exposed[other])
    sees_laid = other == viewer or bool(state.shown[other])
    notes = [f"tricks {int(state.tricks[other])}"]
    if options.bid_mode == "announce":
        is_heard = options.announce_order == "from_eldest" or other == viewer
        is_heard = is_heard or state.phase != ANNOUNCE
        if state.announced[other] >= 0 and is_heard:
            notes.insert(0, f"bid {int(state.announced[other])}")
    elif sees_laid and len(laid) == options.bid_cards:
        notes.insert(0, f"bid {int(bid_of(state, other))}")
    if state.level[other]:
        notes.append(_LEVELS[int(state.level[other])])
    if options.bid_mode == "last_cards" and state.announced[other] >= 0:
        notes.append(f"announced {int(state.announced[other])}")
    if other == state.dealer:
        notes.append("dealer")
    open_bid = tuple(card_text(options, card) for card in laid) if sees_laid else ()
    is_due = state.player == other
    if options.dummy and state.phase == APART and state.player >= 0:
        is_due = bool(hand_due(state) == other)
    return Seat(
        name=_name(options, other),
        cards=tuple(card_text(options, card) for card in hand) if sees_hand else (),
        hidden=0 if sees_hand else len(hand),
        groups=(("laid aside", open_bid, 0 if sees_laid else len(laid)),) if laid else (),
        notes=tuple(notes),
        active=bool(is_due),
    )
