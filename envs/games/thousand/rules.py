"""The rules of Thousand: what may be done in each phase, and what it does.

In the order of play: `dealing` (the last card of the pack, the cards), `auction` (blind bid,
redeals, bids), `exchange` (talon, cards passed, final contract), `tricks` (leads, marriages,
following), `scoring` (the end of a deal). The state is in `layout`.
"""

from __future__ import annotations

from ...engine.cards import CHANCE, allow
from ...engine.jit import compiled
from ...engine.log import ALL, NOTHING, tell
from . import auction, dealing, exchange, tricks
from .codes import ANY_OWN_TURN
from .dealing import deal as deal
from .layout import (
    AUCTION,
    BLIND_BID,
    DECLARE_KING,
    DISCARDING,
    EARLY_RAISE,
    FINAL_BID,
    HAND_REDEAL,
    LAST_CARD,
    NAME_TRUMP,
    NAMING,
    NINES_REDEAL,
    PASSING,
    PLAY,
    PLAYED_OUT,
    TALON_0,
    TALON_CHOICE,
    TALON_REDEAL,
    UNBLINDING,
    WRITE_OFF,
)
from .layout import STATE as STATE
from .scoring import finish
from .scoring import returns as returns


@compiled
def legal(state, actions):
    """Add the legal actions of the phase."""
    phase = state.phase
    if state.player < 0:
        if state.player == CHANCE:
            dealing.legal_lots(state, actions)
    elif phase == PLAY:
        _legal_cards(state, actions)
    elif phase == AUCTION:
        auction.legal_auction(state, actions)
    elif phase == PASSING or phase == DISCARDING:
        exchange.legal_exchange(state, actions)
    elif phase == FINAL_BID:
        exchange.legal_final_bid(state, actions)
    elif phase == HAND_REDEAL:
        auction.legal_hand_redeal(state, actions)
    elif phase == TALON_CHOICE:
        exchange.legal_talon_choice(state, actions)
    elif phase == TALON_REDEAL:
        exchange.legal_talon_redeal(state, actions)
    elif phase == NINES_REDEAL:
        exchange.legal_nines_redeal(state, actions)
    elif phase == NAMING:
        exchange.legal_names(state, actions)
    elif phase == EARLY_RAISE:
        auction.legal_raise(state, actions)
    elif phase == BLIND_BID:
        auction.legal_blind(state, actions)
    elif phase == UNBLINDING:
        auction.legal_unblind(state, actions)
    elif phase == LAST_CARD:
        dealing.legal_rites(state, actions)


@compiled
def _legal_cards(state, actions):
    """Lead or follow; the declarer may be allowed to give the deal up even now."""
    if state.trick_size == 0:
        tricks.legal_leads(state, actions)
    else:
        tricks.legal_follows(state, actions)
    if state.opt.writeoff_window == ANY_OWN_TURN and state.player == state.declarer:
        if exchange.may_write_off(state):
            allow(actions, state.opt.cards + WRITE_OFF)


@compiled
def play(state, action):
    """Play a legal action of the phase."""
    if state.player == CHANCE:
        dealing.play_lot(state, action)
    elif state.phase == PLAY:
        _play_card(state, action)
    elif state.phase == PASSING or state.phase == DISCARDING:
        exchange.play_exchange(state, action)
    else:
        tell(state, ALL, action, NOTHING)
        _play_call(state, action - state.opt.cards)
    # Here and nowhere deeper: what calls it is compiled together with it.
    if state.phase == PLAYED_OUT:
        finish(state)


@compiled
def _play_card(state, action):
    """Play a card, declare a marriage, or give the deal up."""
    call, card = action - state.opt.cards, action
    if call == WRITE_OFF:
        tell(state, ALL, action, NOTHING)
        exchange.write_off(state)
        return
    if call >= DECLARE_KING:
        card = tricks.declare(state, call)
    elif state.trick_size == 0:
        tricks.lead(state, card)
    else:
        tricks.follow(state, card)
    tricks.lay(state, card)


@compiled
def _play_call(state, call):
    """Let the phase take up what was said."""
    phase = state.phase
    if phase == AUCTION:
        auction.play_auction(state, call)
    elif phase == FINAL_BID:
        exchange.play_final_bid(state, call)
    elif phase == HAND_REDEAL:
        auction.play_hand_redeal(state, call)
    elif phase == TALON_CHOICE:
        exchange.take_talon(state, call - TALON_0)
    elif phase == TALON_REDEAL:
        exchange.play_talon_redeal(state, call)
    elif phase == NINES_REDEAL:
        exchange.play_nines_redeal(state, call)
    elif phase == NAMING:
        exchange.name_trump(state, call - NAME_TRUMP)
    elif phase == EARLY_RAISE:
        auction.play_raise(state, call)
    elif phase == BLIND_BID:
        auction.play_blind(state, call)
    elif phase == UNBLINDING:
        auction.play_unblind(state, call)
    else:
        dealing.play_rite(state, call)
