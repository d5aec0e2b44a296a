"""The words of King: actions, lots, events, places, and the table with its score sheet."""

from __future__ import annotations

from typing import Any

from ...engine.cards import NONE, TERMINAL, members
from ...engine.log import DECK
from ...engine.packs import SUIT_NAMES, SUITS
from ...engine.table import Seat, Table
from . import layout
from .options import ALL_CONTRACTS, DIRECTIONS, KingOptions
from .presets import CONTRACTS

_CALLS = {
    **{layout.ORDER + i: f"order {name}" for i, name in enumerate(CONTRACTS)},
    **{layout.NAME_SUIT + i: f"name {suit}" for i, suit in enumerate(SUITS)},
    layout.BY_LAST: "by the last",
    layout.NO_TRUMP: "no trump",
    layout.CAPOT_CALL: "capot",
    layout.PASS: "pass",
    **{layout.BID_1 + i: f"bid {i + 1}" for i in range(26)},
}
_WORDS = {
    layout.LAYS_ASIDE: "lays a card aside",
    layout.PASSES: "passes a card",
    layout.SETTLED: "no points are left to win",
}
_PHASES = (
    "before the deal",
    "a contract is ordered",
    "the trump is named",
    "cards are laid aside",
    "cards are passed",
    "a general may be announced",
    "auction",
    "the penalty suit is named",
    "play",
    "cards are laid on",
)
_PLACES = {
    layout.TALON: "talon",
    layout.DISCARD: "discards",
    layout.TRICK: "trick",
    layout.PLAYED: "played",
    layout.UNDEALT: "leftover",
    layout.TABLE: "table",
    DECK: "deck",
}


def card_text(options: KingOptions, card: int) -> str:
    """Return a card's text."""
    return options.the_pack().text(card)


def action_text(options: KingOptions, action: int) -> str:
    """Return an action as a stable token: a card, an order, a suit, a call, a bid."""
    own = options.the_pack()
    call = action - len(own.cards)
    return own.text(action) if call < 0 else _CALLS[call]


def lot_text(options: KingOptions, outcome: int) -> str:
    """Return the outcome of a lot: the first dealer, whom to pass to, or the bum card.

    Where a match has more than one kind of lot the number alone does not say which it was.
    """
    has_dealer = options.first_dealer == NONE
    has_passes = options.pass_count > 0 and options.pass_cycle == ("random",)
    has_bum = options.bum_card and options.bum_source == "cut"
    if has_dealer + has_passes + has_bum > 1:
        return f"lot {outcome}"
    if has_passes:
        return f"pass {DIRECTIONS[outcome]}"
    return f"bum card {card_text(options, outcome)}" if has_bum else f"dealer {outcome}"


def word_text(options: KingOptions, word: int) -> str:
    """Return a word of the log."""
    return _WORDS[word]


def place_text(options: KingOptions, place: int) -> str:
    """Return a place's name."""
    if place < layout.PASSED:
        return f"hand {place - layout.HAND}"
    if place < layout.TALON:
        return f"passed {place - layout.PASSED}"
    return _PLACES[place]


# --- the table ------------------------------------------------------------------------------------


def table(state: Any, seat: int, options: KingOptions) -> Table:
    """Return the table as a seat sees it."""
    players = range(options.players)
    center = [
        (f"player {p}", card_text(options, int(state.trick[p])))
        for p in players
        if state.deal_number >= 0 and state.trick[p] != NONE
    ]
    return Table(
        title="King",
        seats=tuple(_seat(state, p, seat, options) for p in players),
        viewer=seat,
        center=tuple(center),
        rows=tuple(_rows(state, seat, options)),
        lines=(*_deal_lines(state, options), *_sheet(state, options)),
    )


def _texts(options: KingOptions, cards: int) -> tuple[str, ...]:
    return tuple(card_text(options, card) for card in members(int(cards)))


def _rows(state: Any, seat: int, options: KingOptions) -> list[tuple[str, tuple[str, ...]]]:
    """Return the talon, what was laid aside and what was passed, as far as the seat has seen it."""
    if state.deal_number < 0:
        return []
    rows = []
    if state.from_talon:
        rows.append(("talon was", _texts(options, state.from_talon)))
    if state.taker == seat and state.discard:
        rows.append(("laid aside", _texts(options, state.discard)))
    if state.given[seat]:
        rows.append(("passed on", _texts(options, state.given[seat])))
    if state.got[seat] and state.phase != layout.PASSING:
        rows.append(("was passed", _texts(options, state.got[seat])))
    if state.shown != NONE:
        rows.append(("shown", (card_text(options, int(state.shown)),)))
    if state.laid:
        rows.append(("rows", _texts(options, state.laid)))
    return rows


def _deal_lines(state: Any, options: KingOptions) -> list[str]:
    """Return the contract of the deal and what was said."""
    if state.deal_number < 0:
        return []
    parts = []
    if state.contract != NONE:
        name = ALL_CONTRACTS[int(state.contract)]
        parts.append(f"{'won back: ' if state.mirror else ''}{name}")
    if state.preliminary:
        parts.append("preliminary deal: most tricks lose 4")
    suits = options.the_pack().suits
    if state.trump != NONE:
        parts.append(f"trump {SUIT_NAMES[suits[int(state.trump)]]}")
    if state.suit != NONE:
        parts.append(f"penalty suit {SUIT_NAMES[suits[int(state.suit)]]}")
    if state.bidder != NONE and state.bid:
        parts.append(f"bid {int(state.bid)} by player {int(state.bidder)}")
    if state.announcer != NONE:
        parts.append(f"player {int(state.announcer)} will win every trick")
    if options.pass_count and state.phase == layout.PASSING:
        parts.append(f"cards go {DIRECTIONS[_distance(state, options)]}")
    over = state.player == TERMINAL
    return ["; ".join([*parts, "the deal is over" if over else _PHASES[int(state.phase)]])]


def _distance(state: Any, options: KingOptions) -> int:
    if options.pass_cycle == ("random",):
        return int(state.match.passing)
    cycle = options.pass_cycle
    return DIRECTIONS.index(cycle[int(state.match.deals) % len(cycle)])


def _sheet(state: Any, options: KingOptions) -> list[str]:
    """Return the score sheet: penalties, points won, what is still to be ordered."""
    if options.episode == "deal" and state.player != TERMINAL:
        return []
    match = state.match
    cells = []
    for p in range(options.players):
        text = f"player {p}: -{int(match.penalties[p])} +{int(match.gains[p])}"
        if options.mode == "ordered":
            open_ones = [
                name
                for name in options.contract_list()
                if not int(match.orders[p]) >> ALL_CONTRACTS.index(name) & 1
            ]
            left = options.otygrysh_per_player - int(match.positives[p])
            text += f", to order {' '.join(open_ones)} otygrysh x{left}"
        cells.append(text)
    lines = ["sheet: " + " | ".join(cells)]
    if options.auction != "none":
        lines.append(f"pool: {int(match.pool)}")
    if options.episode == "match":
        lines.append(f"deals done: {int(match.deals)}")
    return lines


def _seat(state: Any, other: int, viewer: int, options: KingOptions) -> Seat:
    """Return what the viewer sees of a seat."""
    held = members(int(state.hands[other]))
    seen = held if other == viewer else []
    notes = []
    if state.deal_number >= 0:
        if other != viewer and state.shown in held and _is_dealt_open(state):
            seen = [int(state.shown)]
        if state.phase == layout.PLAYING or state.player == TERMINAL:
            notes.append(f"tricks {int(state.tricks[other])}")
        if other == state.namer:
            notes.append("names the suit")
        if other == state.dealer:
            is_out = options.active_players < options.players
            notes.append("dealer, sits out" if is_out else "dealer")
    return Seat(
        name=f"player {other}",
        cards=tuple(card_text(options, card) for card in seen),
        hidden=len(held) - len(seen),
        notes=tuple(notes),
        active=bool(state.player == other),
    )


def _is_dealt_open(state: Any) -> bool:
    """Return whether the card shown was dealt to a hand; a cut card may lie anywhere."""
    return state.match.bum == NONE
