"""What several phases of Thousand need: seats, marriages, limits, redeals, fines."""

from __future__ import annotations

import numpy as np

from ...engine.cards import CHANCE, NONE, allow, card_set, count, lowest, next_seat, without_lowest
from ...engine.jit import compiled, inlined
from ...engine.log import move
from .codes import CAP_120, CAP_MARRIAGES, FIXED_40_20, NO_CAP
from .layout import BID_40, BID_66, DUE, HAND
from .options import LEAST_BID, ODD_BID

SITTING = 4  # players, of whom the dealer sits out


@inlined
def next_active(state, seat):
    """Return the next seat to the left that holds cards."""
    seat = next_seat(seat, state.opt.players)
    if state.opt.players == SITTING and seat == state.dealer:
        return next_seat(seat, state.opt.players)
    return seat


@inlined
def is_active(state, seat):
    """Return whether a seat holds cards in this deal."""
    return state.opt.players != SITTING or seat != state.dealer


@inlined
def points_of(state, cards):
    """Return the card points of a set."""
    total = np.int64(0)
    while cards:
        total += state.opt.points[lowest(cards)]
        cards = without_lowest(cards)
    return total


@inlined
def holds_pair(state, cards, suit):
    """Return whether king and queen of a suit are in the set."""
    return cards & state.opt.pairs[suit] == state.opt.pairs[suit]


@inlined
def holds_marriage(state, cards):
    """Return whether king and queen of some suit are in the set."""
    for suit in range(state.opt.suits):
        if holds_pair(state, cards, suit):
            return True
    return False


@inlined
def holds_four_aces(state, cards):
    """Return whether all four aces are in the set."""
    return count(cards & state.opt.aces) == 4


@compiled
def marriage_value(state, suit):
    """Return what the marriage of a suit is worth now."""
    if state.opt.marriage_values == FIXED_40_20:
        return np.int64(40) if suit == state.trump else np.int64(20)
    return state.opt.suit_values[suit]


@compiled
def marriages_value(state, cards):
    """Return the sum of the values of the marriages in a set."""
    total = np.int64(0)
    for suit in range(state.opt.suits):
        if holds_pair(state, cards, suit):
            total += marriage_value(state, suit)
    return total


@compiled
def cap(state, seat):
    """Return the highest bid that a seat's hand allows."""
    opt, hand = state.opt, state.hands[seat]
    if opt.bid_cap == NO_CAP:
        return opt.highest_bid
    if opt.bid_cap == CAP_120 and holds_marriage(state, hand):
        return opt.highest_bid
    limit = np.int64(120)
    if opt.bid_cap == CAP_MARRIAGES:
        limit += marriages_value(state, hand)
    if opt.ace_marriage_in_cap and holds_four_aces(state, hand):
        limit += opt.ace_marriage
    return min(limit, opt.highest_bid)


@compiled
def allow_bids(state, actions, above, limit):
    """Add the bids of the grid above one bid and up to a limit."""
    step, first = state.opt.bid_step, state.opt.cards + BID_40
    bid = state.opt.opening_bid
    if above >= bid:
        bid = above // step * step + step
    if bid == ODD_BID and bid <= limit:
        allow(actions, state.opt.cards + BID_66)
        bid = bid // step * step + step
    while bid <= limit:
        allow(actions, first + (bid - LEAST_BID) // 5)
        bid = bid // step * step + step


@compiled
def bid_of(call):
    """Return the number of points that a call bids."""
    return ODD_BID if call == BID_66 else LEAST_BID + 5 * (call - BID_40)


@compiled
def is_silenced(state, seat):
    """Return whether a low total keeps a seat from bidding."""
    return state.opt.silence == 1 and state.match.total[seat] < state.opt.silence_below


@compiled
def is_anybody_on_barrel(state):
    """Return whether some player is on the barrel."""
    for seat in range(state.opt.players):
        if state.match.on_barrel[seat]:
            return True
    return False


@compiled
def show(state, audience, cards, place):
    """Show cards where they lie."""
    while cards and not state.quiet:
        move(state, audience, lowest(cards), place, place)
        cards = without_lowest(cards)


@compiled
def look(state):
    """Let forehand, who has not seen its cards, look at them."""
    seat = state.unseen
    show(state, card_set(seat), state.hands[seat], HAND + seat)
    state.unseen = NONE


@compiled
def note_peeks(state):
    """Write the peeks used in this deal into the match."""
    match = state.match
    for seat in range(state.opt.players):
        match.peeks_hands[seat] += state.used_hands[seat]
        match.peeks_suits[seat] += state.used_suits[seat]
        match.peeks_card[seat] += state.used_card[seat]


@compiled
def deal_anew(state, by_next):
    """Throw the cards in: the same dealer or the next one deals again, with a new ritual."""
    note_peeks(state)
    state.match.dealer = state.dealer
    if by_next:
        state.match.dealer = next_seat(state.dealer, state.opt.players)
    state.match.nines = 0
    state.match.ritual_over = 0
    state.phase = DUE
    state.player = CHANCE


@compiled
def fine(state, seat, points):
    """Take points off a total; a player on the barrel leaves it, which counts as no fall."""
    match = state.match
    if match.on_barrel[seat]:
        match.on_barrel[seat] = 0
        match.attempts[seat] = 0
        match.total[seat] = state.opt.barrel_at
    match.total[seat] -= points
