"""Fantan in place of otygrysh: cards are laid on in rows, the first seat without cards wins.

The same game as Devyatka's preset `fantan`: eldest begins with any card, whose rank begins the
rows of the other suits too; a row is lengthened upwards and downwards; who can lay a card must.
"""

from __future__ import annotations

import numpy as np

from ...engine.cards import (
    NONE,
    add,
    allow,
    cards_of_suit,
    highest,
    lowest,
    rank_of,
    remove,
    without,
)
from ...engine.jit import compiled
from ...engine.log import ALL, NOTHING, lacks, move, tell
from .common import next_active
from .layout import HAND, PASS, SHEDDING, TABLE
from .scoring import end_deal


@compiled
def fitting(state):
    """Return the cards that may be laid on now, whoever holds them."""
    opt = state.opt
    if state.founder == NONE:
        return opt.deck_set
    fit = np.int64(0)
    for suit in range(opt.suits):
        first = suit * opt.ranks
        row = cards_of_suit(state.laid, suit, opt.ranks)
        if row == 0:
            fit = add(fit, first + state.founder)
            continue
        if highest(row) + 1 < first + opt.ranks:
            fit = add(fit, highest(row) + 1)
        if lowest(row) > first:
            fit = add(fit, lowest(row) - 1)
    return fit


@compiled
def legal_shedding(state, actions):
    """Add the own cards that fit, or the pass of who has none."""
    cards = state.hands[state.player] & fitting(state)
    if cards:
        actions[0] |= cards
    else:
        allow(actions, state.opt.cards + PASS)


@compiled
def shed(state, action):
    """Lay a card on, or pass."""
    tell(state, ALL, action, NOTHING)
    opt, seat = state.opt, state.player
    if action < opt.cards:
        move(state, ALL, action, HAND + seat, TABLE)
        if state.founder == NONE:
            state.founder = rank_of(action, opt.ranks)
        state.hands[seat] = remove(state.hands[seat], action)
        state.laid = add(state.laid, action)
        state.played[seat] = add(state.played[seat], action)
    else:
        news = without(fitting(state), state.lacked[seat])
        if news:
            state.lacked[seat] |= news
            lacks(state, HAND + seat, news)
    if state.hands[seat] == 0:
        end_deal(state)
    else:
        state.player = next_active(state, seat)


@compiled
def start_shedding(state):
    """Eldest begins."""
    state.phase = SHEDDING
    state.player = state.eldest
