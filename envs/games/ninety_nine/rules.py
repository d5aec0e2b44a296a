"""Rules of Ninety-Nine in the order of play: lots, deal, bids, premium bids, tricks.

Source: David Parlett, "Ninety-Nine" (1968, first published 1975, revised 1990). The game's README
says how it is played here and what its relatives are.
"""

from __future__ import annotations

from ...engine.cards import (
    CHANCE,
    NONE,
    add,
    allow_run,
    card_set,
    first_cards,
    has,
    next_seat,
    suit_of,
)
from ...engine.jit import compiled
from ...engine.log import ALL, DECK, NOTHING, move, tell
from .bidding import (
    announce,
    call,
    cards_to_lay,
    lay_aside,
    legal_calls,
    legal_names,
    legal_numbers,
    name_trump,
    start_bids,
)
from .layout import FIXED, NOBODY, NT, NUMBER, PREMIUM_NAMES, TURN_OFFSET, TURN_UP
from .layout import HAND as HAND
from .layout import LAID as LAID
from .layout import PLAYED as PLAYED
from .layout import REVEALED as REVEALED
from .layout import STATE as STATE
from .layout import TRICK as TRICK
from .options import ANNOUNCE, APART, NAMING
from .options import BID as BID
from .options import PLAY as PLAY
from .scoring import bid_of as bid_of
from .scoring import deal_score as deal_score
from .scoring import is_fulfilled as is_fulfilled
from .scoring import returns as returns
from .scoring import set_trump
from .tricks import cards_to_play, play_card

# --- lots and the deal ----------------------------------------------------------------------------


@compiled
def _wants_turn(state):
    """Return whether the cards are dealt and the lot for the card turned up is due."""
    return state.opt.trump_rule == TURN_UP and state.deal_number == state.match.deals


@compiled
def _legal_lot(state, actions):
    """The first dealer; with a trump turned up one of the cards and the joker, all alike."""
    opt = state.opt
    if _wants_turn(state):
        allow_run(actions, TURN_OFFSET, opt.cards + 1)
    elif state.match.dealer == NONE and opt.first_dealer == NONE:
        actions[0] |= first_cards(opt.players)


@compiled
def _draw(state, outcome):
    tell(state, ALL, outcome, NOTHING)
    if not _wants_turn(state):
        state.match.dealer = outcome
        return
    opt, card = state.opt, outcome - TURN_OFFSET
    state.turned = card
    is_plain = card == opt.cards or (opt.turn_up_nine_is_nt == 1 and has(opt.nines, card))
    set_trump(state, NT if is_plain else opt.suit_code[suit_of(card, opt.ranks)])
    start_bids(state)


@compiled
def deal(state, deck):
    """Deal the whole pack singly, clockwise from eldest, a dummy's hand last in each round."""
    opt, players = state.opt, state.opt.players
    state.dealer = state.match.dealer
    if state.dealer == NONE:
        state.dealer = opt.first_dealer
    eldest = next_seat(state.dealer, players)
    for i in range(opt.hand_size):
        seat = eldest
        for k in range(players):
            card = deck[i * opt.hands + k]
            state.hands[seat] = add(state.hands[seat], card)
            move(state, card_set(seat), card, DECK, HAND + seat)
            seat = next_seat(seat, players)
        if opt.dummy:
            _give_dummy(state, deck[i * opt.hands + players], i)
    state.turned = NONE
    state.offer = NONE
    state.bidder = NONE
    for seat in range(len(state.trick)):
        state.trick[seat] = NONE
        state.announced[seat] = NONE
    state.leader = eldest
    state.player = CHANCE
    set_trump(state, _trump_of_deal(state))
    if opt.trump_rule != TURN_UP:
        start_bids(state)


@compiled
def _give_dummy(state, card, place):
    """Deal a card to the dummy; the last ones, which lie on top, are its bid."""
    opt, dummy = state.opt, state.opt.players
    if place >= opt.hand_size - opt.bid_cards:
        state.laid[dummy] = add(state.laid[dummy], card)
        move(state, NOBODY, card, DECK, LAID + dummy)
    else:
        state.hands[dummy] = add(state.hands[dummy], card)
        move(state, NOBODY, card, DECK, HAND + dummy)


@compiled
def _trump_of_deal(state):
    """Return the code of the trump, NONE where it is found later."""
    opt = state.opt
    if opt.trump_rule == FIXED:
        return opt.fixed_trump
    if opt.trump_rule == TURN_UP or opt.trump_rule == PREMIUM_NAMES or opt.success_scope == 1:
        return NONE
    if state.match.trump == NONE:
        return opt.first_deal_trump
    return state.match.trump


# --- actions --------------------------------------------------------------------------------------


@compiled
def legal(state, actions):
    """Lots, then what the phase allows."""
    if state.player == CHANCE:
        _legal_lot(state, actions)
    elif state.phase == PLAY or state.phase == APART:
        actions[0] |= cards_to_play(state)
    elif state.phase == BID:
        actions[0] |= cards_to_lay(state)
    elif state.phase == NAMING:
        legal_names(state, actions)
    elif state.phase == ANNOUNCE:
        legal_numbers(state, actions)
    else:
        legal_calls(state, actions)


@compiled
def play(state, action):
    """Play a legal action of the phase."""
    if state.player == CHANCE:
        _draw(state, action)
    elif state.phase == PLAY or state.phase == APART:
        play_card(state, action)
    elif state.phase == BID:
        lay_aside(state, action)
    elif state.phase == NAMING:
        name_trump(state, action - state.opt.cards)
    elif state.phase == ANNOUNCE:
        announce(state, action - state.opt.cards - NUMBER)
    else:
        call(state, action - state.opt.cards)
