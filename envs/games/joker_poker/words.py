"""The words of Joker poker: actions, lots, places, and the table."""

from __future__ import annotations

from typing import Any

from ...engine.cards import NONE, TERMINAL, members
from ...engine.log import DECK
from ...engine.packs import SUIT_NAMES, SUITS
from ...engine.table import Seat, Table
from . import layout
from .options import AS_CARD_OFFSET, BID_OFFSET, NAME_OFFSET, TRUMPS, JokerPokerOptions
from .schedule import FOREHEAD, KINDS

_DECLARATIONS = (
    "joker take",
    "joker throw",
    *(f"joker high {suit}" for suit in SUITS),
    *(f"joker low {suit}" for suit in SUITS),
)
_PHASES = ("before the deal", "the trump is drawn", "eldest names the trump", "bids", "play")
_PLACES = {
    layout.TRICK: "trick",
    layout.PLAYED: "played",
    layout.TRUMP_CARD: "trump card",
    layout.UNDEALT: "undealt",
    DECK: "deck",
}


def card_text(options: JokerPokerOptions, card: int) -> str:
    """Return a card's text."""
    return options.the_pack().text(card)


def action_text(options: JokerPokerOptions, action: int) -> str:
    """Return an action as a stable token: a card, a declaration of the joker, a bid, a trump."""
    own = options.the_pack()
    call = action - len(own.cards)
    if call < 0:
        return own.text(action)
    if call < BID_OFFSET:
        return _DECLARATIONS[call]
    if call < NAME_OFFSET:
        return f"bid {call - BID_OFFSET}"
    if call < AS_CARD_OFFSET:
        return f"trump {TRUMPS[call - NAME_OFFSET]}"
    return f"joker as {own.text(call - AS_CARD_OFFSET)}"


def lot_text(options: JokerPokerOptions, outcome: int) -> str:
    """Return the outcome of a lot: a trump, else a number of tricks or a dealer."""
    if outcome >= len(options.the_pack().cards) + NAME_OFFSET:
        return action_text(options, outcome)
    return f"lot {outcome}" if options.num_tricks_fixed == -1 else f"dealer {outcome}"


def word_text(options: JokerPokerOptions, word: int) -> str:
    """Return a word of the log; there is one."""
    return "a joker is turned, the cards are dealt anew"


def place_text(options: JokerPokerOptions, place: int) -> str:
    """Return a place's name."""
    return _PLACES.get(place, f"hand {place - layout.HAND}")


def table(state: Any, seat: int, options: JokerPokerOptions) -> Table:
    """Return the table as a seat sees it."""
    players = range(options.players)
    return Table(
        title="Joker poker",
        seats=tuple(_seat(state, p, seat, options) for p in players),
        viewer=seat,
        center=_center(state, options),
        lines=_lines(state, options),
    )


def _center(state: Any, options: JokerPokerOptions) -> tuple[tuple[str, str], ...]:
    """Return the running trick and the card that shows the trump."""
    if state.deal_number < 0:
        return ()
    cards = []
    if state.turned != NONE:
        cards.append(("turned", card_text(options, int(state.turned))))
    for p in range(options.players):
        if state.trick[p] != NONE:
            declared = int(state.declared[p])
            what = f", {action_text(options, declared - 1)}" if declared else ""
            cards.append((f"player {p}{what}", card_text(options, int(state.trick[p]))))
    return tuple(cards)


def _lines(state: Any, options: JokerPokerOptions) -> tuple[str, ...]:
    """Return the deal, its trump and the points."""
    players = range(options.players)
    lines = []
    if state.deal_number >= 0:
        trump = "no trump"
        if state.circular:
            trump = "circular trumps"
        if state.trump != NONE:
            trump = f"trump: {SUIT_NAMES[options.the_pack().suits[int(state.trump)]]}"
        kind = KINDS[int(state.kind)].replace("_", " ")
        lines.append(f"{kind} deal of {int(state.hand)}; {trump}; {_PHASES[int(state.phase)]}")
    if options.episode == "match":
        deals = int(state.match.deals)
        lines.append(f"deals done: {deals} of {options.max_deals()}")
    if options.episode == "match" or state.player == TERMINAL:
        points = " ".join(str(int(state.match.total[p])) for p in players)
        lines.append(f"scores: {points}")
    return tuple(lines)


def _seat(state: Any, other: int, viewer: int, options: JokerPokerOptions) -> Seat:
    """Return what the viewer sees of a seat."""
    hand = members(int(state.hands[other]))
    if state.deal_number >= 0 and state.kind == FOREHEAD:
        seen = hand if other != viewer or not state.blind else []
    else:
        seen = hand if other == viewer and not state.blind else []
    if state.shown in hand and state.shown not in seen:
        seen = [*seen, int(state.shown)]
    notes = []
    if state.deal_number >= 0:
        if state.bids[other] != NONE:
            notes.append(f"bid {int(state.bids[other])}")
        if state.phase == layout.PLAYING or state.player == TERMINAL:
            notes.append(f"tricks {int(state.tricks[other])}")
        if other == state.dealer:
            notes.append("dealer")
    return Seat(
        name=f"player {other}",
        cards=tuple(card_text(options, card) for card in seen),
        hidden=len(hand) - len(seen),
        notes=tuple(notes),
        active=bool(state.player == other),
    )
