"""Points of a deal, the set premium, and the step to the next deal."""

from __future__ import annotations

import numpy as np

from ...engine.cards import CHANCE, NONE, TERMINAL
from ...engine.jit import compiled
from .layout import BEFORE
from .options import KHISHTS, SCORINGS
from .schedule import DARK, FOREHEAD, GOLDEN, MISERE, NORMAL, PERCENT

CLASSIC, GEORGIAN, OH_HELL_PLAIN, OH_HELL_PENALTY = range(len(SCORINGS))
NO_KHISHT, FLAT200, FLAT500, MINUS100K, ANY_MISS = range(len(KHISHTS))
PER_BID = 1  # under_mode
LAST_TRICK_WINNER = 1  # next_dealer


@compiled
def has_bids(state):
    """Return whether a deal has bids: all but misere and golden."""
    return state.kind != MISERE and state.kind != GOLDEN


@compiled
def deal_points(state, bid, taken):
    """Return the points in this deal for a bid (of any number without bids) and tricks taken."""
    opt, kind = state.opt, state.kind
    if kind == MISERE:
        return _misere_points(opt, taken, state.hand)
    if kind == GOLDEN:
        return opt.golden_per_trick * taken
    times = np.int64(1)
    if kind == DARK:
        times = opt.mult_dark
    elif kind == FOREHEAD:
        times = opt.mult_forehead
    elif kind == PERCENT:
        times = opt.mult_percent
    return times * bid_points(opt, bid, taken, state.hand)


@compiled
def _misere_points(opt, taken, hand):
    if taken == hand and opt.misere_all_bonus:
        return opt.misere_all_bonus
    return opt.misere_per_trick * taken if taken else opt.misere_zero_bonus


@compiled
def bid_points(opt, bid, taken, hand):
    """Return the points for a bid with so many tricks taken, of a hand of so many cards."""
    if opt.scoring == CLASSIC:
        if taken == bid:
            double = 2 if opt.full_hand_double and bid == hand and hand > 1 else 1
            return opt.made_per_trick * bid * double if bid else opt.pass_points
        if taken > bid:
            return opt.over_per_trick * taken
        return -opt.under_per_trick * (bid if opt.under_mode == PER_BID else bid - taken)
    if opt.scoring == GEORGIAN:
        return _georgian_points(opt, bid, taken, hand)
    if taken == bid:
        return opt.points_per_trick * taken + opt.made_bonus
    if opt.scoring == OH_HELL_PLAIN:
        return opt.points_per_trick * taken
    return -opt.points_per_trick * abs(taken - bid)


@compiled
def _georgian_points(opt, bid, taken, hand):
    if taken == bid:
        return 100 * hand if bid == hand else 50 + 50 * bid
    if opt.khisht == ANY_MISS:
        return -200
    if bid > 0 and taken == 0 and opt.khisht != NO_KHISHT:
        if opt.khisht == MINUS100K:
            return -100 * hand
        return -500 if opt.khisht == FLAT500 else -200
    return 10 * taken


@compiled
def end_deal(state):
    """Count the deal, at the end of a set the premium, and go on to the next deal or the end."""
    opt, match = state.opt, state.match
    bids = has_bids(state)
    for seat in range(opt.players):
        points = deal_points(state, state.bids[seat], state.tricks[seat])
        match.total[seat] += points
        if bids:
            match.zero_streak[seat] = match.zero_streak[seat] + 1 if state.bids[seat] == 0 else 0
        if state.kind == NORMAL:
            match.set_best[seat] = max(match.set_best[seat], points)
            match.set_exact[seat] += 1 if state.tricks[seat] == state.bids[seat] else 0
        match.kept_bids[seat] = 0
    if state.set_size > 0:
        _end_set(state)
    match.dealer = (state.dealer + 1) % opt.players
    if opt.next_dealer == LAST_TRICK_WINNER:
        match.dealer = state.leader
    match.deal_index = state.index + 1
    match.hand_size = 0
    match.deals += 1
    state.phase = BEFORE
    is_over = opt.episode == 0 or match.deal_index == opt.deals
    state.player = TERMINAL if is_over else CHANCE


@compiled
def _end_set(state):
    """Pay the premium, if anybody was exact in every deal of the set, and begin a new set."""
    opt, match = state.opt, state.match
    first = NONE  # somebody exact throughout
    for seat in range(opt.players):
        if match.set_exact[seat] == state.set_size:
            first = seat
    for seat in range(opt.players):
        if opt.premium and first != NONE:
            if match.set_exact[seat] == state.set_size:
                match.total[seat] += match.set_best[seat]
            else:
                match.total[seat] -= match.set_best[seat]
        match.set_exact[seat] = 0
        match.set_best[seat] = 0
