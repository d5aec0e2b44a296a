"""The rules of King in the order of play: lots, deal, contract and trump, tricks, points.

`dealing` has the lots and the cards, `contracts` what is said before the first lead (orders,
trumps, discards, passes, announcements, bids), `tricks` leading and following, `fantan` the
deals that are not played in tricks, `scoring` the end of a deal. The game's README says how it is
played here.
"""

from __future__ import annotations

from ...engine.cards import CHANCE
from ...engine.jit import compiled
from . import contracts, dealing, fantan, tricks
from .dealing import deal as deal
from .layout import (
    AUCTION,
    CAPOT,
    DISCARDING,
    NAMING,
    NAMING_SUIT,
    ORDERING,
    PASSING,
    PLAYING,
    SHEDDING,
)
from .layout import STATE as STATE
from .scoring import returns as returns


@compiled
def legal(state, actions):
    """Add the legal actions of the phase, at a chance node the outcomes of a lot."""
    phase = state.phase
    if state.player < 0:
        if state.player == CHANCE:
            dealing.legal_lots(state, actions)
    elif phase == PLAYING:
        actions[0] |= tricks.playable(state)
    elif phase == ORDERING:
        contracts.legal_orders(state, actions)
    elif phase == NAMING:
        contracts.legal_trumps(state, actions)
    elif phase == DISCARDING:
        actions[0] |= contracts.discardable(state)
    elif phase == PASSING:
        actions[0] |= contracts.passable(state)
    elif phase == CAPOT:
        contracts.legal_announcements(state, actions)
    elif phase == AUCTION:
        contracts.legal_bids(state, actions)
    elif phase == NAMING_SUIT:
        contracts.legal_suits(state, actions)
    elif phase == SHEDDING:
        fantan.legal_shedding(state, actions)


@compiled
def play(state, action):
    """Play a legal action of the phase."""
    phase = state.phase
    if state.player == CHANCE:
        dealing.draw(state, action)
    elif phase == PLAYING:
        tricks.play_card(state, action)
    elif phase == ORDERING:
        contracts.order(state, action)
    elif phase == NAMING:
        contracts.name_trump(state, action)
    elif phase == DISCARDING:
        contracts.lay_aside(state, action)
    elif phase == PASSING:
        contracts.pass_card(state, action)
    elif phase == CAPOT:
        contracts.announce(state, action)
    elif phase == AUCTION:
        contracts.make_bid(state, action)
    elif phase == NAMING_SUIT:
        contracts.name_suit(state, action)
    elif phase == SHEDDING:
        fantan.shed(state, action)
