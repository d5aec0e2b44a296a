"""The words of Thousand: actions, events, places, and the table with its score sheet."""

from __future__ import annotations

from typing import Any

from ...engine.cards import NONE, TERMINAL, has, members
from ...engine.log import DECK
from ...engine.packs import SUIT_NAMES, SUITS
from ...engine.table import Seat, Table
from . import layout
from .options import ThousandOptions

_BIDS = range(layout.BID_40, layout.BID_66)
_CALLS = {
    layout.PASS: "pass",
    layout.BID_66: "bid 66",
    layout.BLIND: "blind",
    layout.UNBLIND: "unblind 125",
    layout.REDEAL: "redeal",
    layout.WRITE_OFF: "write off",
    layout.TALON_0: "take talon 0",
    layout.TALON_0 + 1: "take talon 1",
    layout.RECUT: "cut again",
    layout.JACK_TO_MIDDLE: "move jack",
    layout.SHOW_HANDS: "peek hands",
    layout.TALON_SUITS: "peek suits",
    **{layout.TALON_CARD + i: f"peek card {i + 1}" for i in range(3)},
    **{layout.NAME_TRUMP + i: f"trump {suit}" for i, suit in enumerate(SUITS)},
    **{layout.DECLARE_KING + i: f"declare K{suit}" for i, suit in enumerate(SUITS)},
    **{layout.DECLARE_QUEEN + i: f"declare Q{suit}" for i, suit in enumerate(SUITS)},
}
_WORDS = {
    layout.CUT_AGAIN: "the pack is cut again",
    layout.JACK_MOVED: "the last card is moved into the middle",
    layout.LOOKED: "the dealer looks at the last card",
    layout.MISDEAL: "a card is exposed: misdeal",
    layout.DRAWN: "a card of the middle is dealt",
    layout.PASSES: "passes a card",
    layout.LAYS_ASIDE: "lays a card aside",
    layout.NUMBERED: "the talon keeps its order",
    layout.SUITS_ASKED: "is told the suits of the talon",
}
_PHASES = {
    layout.DUE: "a pack is to be dealt",
    layout.LAST_CARD: "the dealer looks at the last card",
    layout.MIDDLE_LOT: "the middle of the pack is dealt",
    layout.MISDEAL_LOT: "was a card exposed?",
    layout.BLIND_BID: "blind or not",
    layout.UNBLINDING: "cancel the blind?",
    layout.HAND_REDEAL: "redeal for a poor hand?",
    layout.AUCTION: "auction",
    layout.EARLY_RAISE: "raise before the talon?",
    layout.TALON_CHOICE: "choice of the talon",
    layout.TALON_REDEAL: "redeal for a poor talon?",
    layout.PASSING: "pass a card",
    layout.DISCARDING: "lay a card aside",
    layout.NINES_REDEAL: "redeal for four nines?",
    layout.FINAL_BID: "final contract",
    layout.NAMING: "name the trump",
    layout.PLAY: "play",
}
_KINDS = {layout.GOLDEN_DEAL: "golden deal", layout.BLIND_DEAL: "blind deal"}


def card_text(options: ThousandOptions, card: int) -> str:
    """Return a card's text."""
    return options.pack().text(card)


def action_text(options: ThousandOptions, action: int) -> str:
    """Return an action as a stable token: a card, a bid, a call, a marriage."""
    call = action - len(options.pack().cards)
    if call < 0:
        return card_text(options, action)
    if call in _BIDS:
        return f"bid {40 + 5 * (call - layout.BID_40)}"
    return _CALLS[call]


def lot_text(options: ThousandOptions, outcome: int) -> str:
    """Return the outcome of a lot: the dealer, a card of the middle, a percentage."""
    moves_jack = options.cut_ceremony != "off" and options.jack_to_middle
    has_other_lots = moves_jack or options.misdeal_percent > 0
    return f"lot {outcome}" if has_other_lots else f"dealer {outcome}"


def word_text(options: ThousandOptions, word: int) -> str:
    """Return a word of the log."""
    if word >= layout.TOOK:
        seat, points = divmod(word - layout.TOOK, 2048)
        return f"player {seat} took {points}"
    if word >= layout.SAT_OUT:
        return f"the dealer writes {word - layout.SAT_OUT}"
    if word >= layout.HELD_NINES:
        return f"player {word - layout.HELD_NINES} had four nines"
    if word >= layout.TALON_SUIT:
        letter, number = divmod(word - layout.TALON_SUIT, 32)
        return f"{number} of the talon are {SUIT_NAMES[SUITS[letter]]}"
    if word >= layout.BOTTOM:
        return f"the last card is {card_text(options, word - layout.BOTTOM)}"
    if layout.CUT_FINE <= word < layout.CUT_FINE + 4:
        return f"player {word - layout.CUT_FINE} pays for the nines"
    return _WORDS[word]


def place_text(options: ThousandOptions, place: int) -> str:
    """Return a place's name."""
    if place == DECK:
        return "deck"
    if place < layout.TALON:
        return f"hand {place - layout.HAND}"
    if place < layout.DISCARDS:
        return f"talon {place - layout.TALON}"
    return {
        layout.DISCARDS: "discards",
        layout.TRICK: "trick",
        layout.PLAYED: "played",
        layout.MIDDLE: "middle",
    }[place]


# --- the table ------------------------------------------------------------------------------------


def table(state: Any, seat: int, options: ThousandOptions) -> Table:
    """Return the table as a seat sees it."""
    players = range(options.players)
    center = tuple(
        (f"player {p}", card_text(options, int(state.trick[p])))
        for p in players
        if state.trick[p] != NONE
    )
    return Table(
        title="Thousand" if options.target == 1000 else f"Thousand to {options.target}",
        seats=tuple(_seat(state, p, seat, options) for p in players),
        viewer=seat,
        center=center,
        rows=_rows(state, seat, options),
        lines=(*_deal_lines(state, options), *_sheet(state, options)),
    )


def _texts(options: ThousandOptions, cards: int) -> tuple[str, ...]:
    """Return cards from the strongest to the weakest of each suit."""
    texts = [card_text(options, card) for card in members(int(cards))]
    return tuple(sorted(texts, key=lambda text: (SUITS.index(text[1]), "ATKQJ987".index(text[0]))))


def _rows(
    state: Any, seat: int, options: ThousandOptions
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the talon, the passed cards and the discards, as far as the seat has seen them."""
    rows = []
    is_declarer = seat == state.declarer
    took = state.taken_talon != NONE
    if took and (state.talon_open or is_declarer):
        rows.append(("talon was", _texts(options, state.from_talon)))
    for p in range(options.players):
        if state.given[p] and (state.passes_open or is_declarer or p == seat):
            rows.append((f"to player {p}", _texts(options, state.given[p])))
    if is_declarer and state.discards:
        rows.append(("laid aside", _texts(options, state.discards)))
    return tuple(rows)


def _deal_lines(state: Any, options: ThousandOptions) -> list[str]:
    """Return what is at stake in the running deal."""
    parts = [_PHASES[int(state.phase)]] if state.player != TERMINAL else ["the deal is over"]
    if state.kind in _KINDS:
        parts.append(_KINDS[int(state.kind)])
    if state.declarer != NONE:
        parts.append(f"player {int(state.declarer)} plays {int(state.contract)}")
    elif state.bidder != NONE:
        parts.append(f"highest bid {int(state.bid)} by player {int(state.bidder)}")
    if state.trump != NONE:
        suit = SUIT_NAMES[options.pack().suits[int(state.trump)]]
        by = f" (player {int(state.trump_setter)})" if state.trump_setter != NONE else ""
        parts.append(f"trump {suit}{by}")
    elif state.phase == layout.PLAY:
        parts.append("no trump")
    if state.written_off:
        parts.append("written off")
    return ["; ".join(parts)]


def _sheet(state: Any, options: ThousandOptions) -> list[str]:
    """Return the score sheet: totals, barrel, bolts, write-offs."""
    cells = []
    match = state.match
    for p in range(options.players):
        text = str(int(match.total[p]))
        if match.on_barrel[p]:
            text += f" on the barrel, attempt {int(match.attempts[p]) + 1}"
        if match.bolts[p]:
            text += f", bolts {int(match.bolts[p])}"
        if match.writeoffs[p]:
            text += f", written off {int(match.writeoffs[p])}"
        if match.falls[p]:
            text += f", falls {int(match.falls[p])}"
        cells.append(f"player {p}: {text}")
    lines = ["score: " + " | ".join(cells)]
    if match.winner != NONE:
        lines.append(f"player {int(match.winner)} has won the match")
    elif state.player == TERMINAL:
        gained = " ".join(f"{int(match.gained[p]):+d}" for p in range(options.players))
        lines.append(f"gained: {gained}")
    return lines


def _seat(state: Any, other: int, viewer: int, options: ThousandOptions) -> Seat:
    own = other == viewer and viewer != state.unseen
    held = int(state.hands[other])
    shown = held if own else held & int(state.open[other])
    return Seat(
        name=f"player {other}",
        cards=_texts(options, shown),
        hidden=len(members(held & ~shown)),
        groups=(),
        notes=tuple(_notes(state, other, options)),
        active=bool(state.player == other),
    )


def _notes(state: Any, other: int, options: ThousandOptions) -> list[str]:
    """Return what all know of a seat in this deal."""
    notes = []
    if other == state.declarer:
        notes.append(f"declarer {int(state.contract)}")
    elif has(int(state.passed), other):
        notes.append("passed")
    elif state.last_bid[other]:
        notes.append(f"bid {int(state.last_bid[other])}")
    if state.phase == layout.PLAY:
        points = int(state.card_points[other]) + int(state.marriages[other])
        notes.append(f"tricks {int(state.tricks[other])}, points {points}")
    suits = options.pack().suits
    declared = [suits[suit] for suit in members(int(state.declared[other]))]
    if declared:
        notes.append("marriage " + " ".join(declared))
    if other == state.dealer:
        notes.append("dealer, sits out" if options.players == 4 else "dealer")
    return notes
