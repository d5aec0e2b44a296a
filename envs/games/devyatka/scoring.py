"""Scores of Devyatka: chips, who has won a deal, points, the end of a deal."""

from __future__ import annotations

import numpy as np

from ...engine.cards import CHANCE, TERMINAL
from ...engine.jit import compiled
from .options import BANK, FIRST_ONLY, LAYOUT, MATCH, NOT_LAST, VOID

# --- bank -----------------------------------------------------------------------------------------


@compiled
def chips(state, seat):
    """Return what a seat has left to pay with."""
    return state.opt.start_chips + state.match.total[seat] - state.paid[seat]


@compiled
def pay(state, seat, price):
    """Pay into the bank; a seat that cannot pay in full pays what it has."""
    paid = min(price, max(chips(state, seat), 0))
    state.paid[seat] += paid
    state.bank += paid


@compiled
def pay_antes(state):
    """Everybody pays the ante, a seat that was dealt a card fewer also the fee for it."""
    opt = state.opt
    seat = (state.dealer + 1) % opt.players
    for i in range(opt.players):
        price = opt.ante
        if i >= opt.full_hands:
            price += opt.short_hand_fee
        pay(state, seat, price)
        seat = (seat + 1) % opt.players


@compiled
def _settle_bank(state):
    """Pay the bank to the seat that is out or, after a block, to those with the fewest cards."""
    players = state.opt.players
    if not state.is_blocked:
        for seat in range(players):
            pay(state, seat, state.opt.left_card_fee * state.sizes[seat])
    winner, winners = deal_winner(state), np.int64(0)
    fewest = state.sizes[winner]
    for seat in range(players):
        if state.sizes[seat] == fewest:
            winners += 1
    state.paid[winner] -= state.bank % winners
    for seat in range(players):
        if state.sizes[seat] == fewest:
            state.paid[seat] -= state.bank // winners
        state.match.total[seat] -= state.paid[seat]
        state.paid[seat] = 0


# --- end of the deal ------------------------------------------------------------------------------


@compiled
def deal_winner(state):
    """Return the first seat out; where nobody went out the first with fewest cards from eldest."""
    players = state.opt.players
    best = (state.dealer + 1) % players
    for i in range(players):
        seat = (state.dealer + 1 + i) % players
        if state.place[seat] == 1 or (state.outs == 0 and state.sizes[seat] < state.sizes[best]):
            best = seat
    return best


@compiled
def half_points(state, seat):
    """Return twice the points of a seat in the deal just ended, bank aside."""
    size, players = state.sizes[seat], state.opt.players
    fewer, equal, more = 0, 0, 0  # seats with fewer cards (but some), as many, more
    for other in range(players):
        fewer += 0 < state.sizes[other] < size
        equal += state.sizes[other] == size
        more += state.sizes[other] > size
    if state.opt.scoring == NOT_LAST:  # those with the most cards lose
        return 0 if size > 0 and more == 0 else 2
    if state.opt.scoring == FIRST_ONLY:
        if state.outs > 0:
            return 2 if state.place[seat] == 1 else 0
        return 2 if fewer == 0 else 0
    if size == 0:
        return 2 * (players - state.place[seat])
    # Hands of equal size share the mean of their places.
    return 2 * (players - 1 - state.outs - fewer) - (equal - 1)


@compiled
def finish(state):
    """Score the deal; the next is due, or the episode is over."""
    opt = state.opt
    is_void = state.is_blocked == 1 and opt.blocked_rule == VOID and opt.variant == LAYOUT
    if is_void:
        for seat in range(opt.players):
            state.paid[seat] = 0
    elif opt.scoring == BANK:
        _settle_bank(state)
    else:
        for seat in range(opt.players):
            halves = state.match.halves[seat] + half_points(state, seat)
            state.match.total[seat] += halves // 2
            state.match.halves[seat] = halves % 2
    state.match.winner = deal_winner(state)
    state.match.dealer = (state.dealer + 1) % opt.players
    state.match.deals += 1
    is_over = opt.episode != MATCH or state.match.deals >= opt.deals_per_match
    if opt.scoring == BANK:
        for seat in range(opt.players):
            if opt.start_chips + state.match.total[seat] < opt.ante:
                is_over = True
    state.player = TERMINAL if is_over else CHANCE
