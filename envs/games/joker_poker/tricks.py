"""Tricks: what may be led and played, what a joker may be, who takes the trick.

A joker is exempt: it may always be played, and it neither creates nor breaks a duty to follow.
`cards` below are hands without their jokers.
"""

from __future__ import annotations

from ...engine.cards import (
    NONE,
    above,
    add,
    allow,
    card_set,
    cards_of_suit,
    has,
    highest,
    lowest,
    whole_suit,
    without,
    without_lowest,
)
from ...engine.jit import compiled
from ...engine.log import lacks
from .layout import (
    FOLLOW,
    HAND,
    HIGHEST,
    NEXT_CARD,
    NOTHING_ASKED,
)
from .options import AS_CARD_OFFSET, FOLLOWS, LEADS

# Declarations: actions above the N cards.
TAKE, THROW = 0, 1  # led: take_open, low_open
HIGH, LOW = 2, 6  # + suit S C D H
FIRST_TAKES = 1  # two_jokers

HIGH_TRUMP, HIGH_SUIT, LOW_SUIT, LOW_OPEN, TAKE_OPEN, LEAD_NATURAL, LEAD_AS_CARD = range(len(LEADS))
FOLLOW_TAKE, FOLLOW_THROW, FOLLOW_NATURAL, FOLLOW_AS_CARD = range(len(FOLLOWS))


# --- what may be played ---------------------------------------------------------------------------


@compiled
def fitting(state, cards):
    """Return those of the ordinary cards that may be played now."""
    opt, led, trump = state.opt, state.led, state.trump
    if led == NONE:  # to lead, or after a joker that asks for nothing
        return cards
    same = cards_of_suit(cards, led, opt.ranks)
    if state.asked == HIGHEST:
        return _fitting_demand(state, cards, same)
    if same and opt.ruff_with_suit_allowed == 0:
        return same
    trumps = cards_of_suit(cards, trump, opt.ranks) if trump != NONE else 0
    if same:
        return same | trumps
    return trumps if trumps and opt.must_trump else cards


@compiled
def _fitting_demand(state, cards, same):
    """A joker asks for the highest card of a suit: that one, else a trump, else anything."""
    opt, trump = state.opt, state.trump
    if same:
        return card_set(highest(same))
    trumps = cards_of_suit(cards, trump, opt.ranks) if trump != NONE else 0
    if trumps and opt.demand_ruff_highest:
        return card_set(highest(trumps))
    return trumps if trumps and opt.must_trump else cards


@compiled
def legal_plays(state, actions):
    """Add the cards and the declarations of the joker."""
    opt, hand = state.opt, state.hands[state.player]
    jokers = hand & opt.joker_set
    if jokers == 0:
        actions[0] |= fitting(state, hand)
        return
    cards = without(hand, jokers)
    actions[0] |= fitting(state, cards)
    is_lead = state.trick_size == 0
    if is_lead:
        _allow_leads(state, actions)
        is_natural = has(opt.lead_modes, LEAD_NATURAL)
        is_any = has(opt.lead_modes, LEAD_AS_CARD)
    else:
        if has(opt.follow_modes, FOLLOW_TAKE):
            allow(actions, opt.cards + TAKE)
        if has(opt.follow_modes, FOLLOW_THROW):
            allow(actions, opt.cards + THROW)
        is_natural = has(opt.follow_modes, FOLLOW_NATURAL)
        is_any = has(opt.follow_modes, FOLLOW_AS_CARD)
    if is_natural:
        _allow_natural(state, cards, jokers & opt.plain_set, actions)
    if is_any:
        every = opt.plain_set
        while every:
            allow(actions, opt.cards + AS_CARD_OFFSET + lowest(every))
            every = without_lowest(every)


@compiled
def _allow_natural(state, cards, jokers, actions):
    """Add the jokers that would be legal as the cards they are printed as."""
    while jokers:
        joker = lowest(jokers)
        jokers = without_lowest(jokers)
        if has(fitting(state, add(cards, joker)), joker):
            actions[0] |= card_set(joker)


@compiled
def _allow_leads(state, actions):
    """Add the declarations of a joker that is led."""
    opt, modes = state.opt, state.opt.lead_modes
    if has(modes, TAKE_OPEN):
        allow(actions, opt.cards + TAKE)
    if has(modes, LOW_OPEN):
        allow(actions, opt.cards + THROW)
    asks = has(modes, HIGH_TRUMP) or has(modes, HIGH_SUIT)
    if opt.demand_first_trick_only and state.tricks_done > 0:
        if asks:  # so that a joker never is without a use
            allow(actions, opt.cards + TAKE)
        asks = False
    for suit in range(opt.suits):
        if asks and has(modes, HIGH_TRUMP if suit == state.trump else HIGH_SUIT):
            allow(actions, opt.cards + HIGH + opt.suit_codes[suit])
        if has(modes, LOW_SUIT):
            allow(actions, opt.cards + LOW + opt.suit_codes[suit])


# --- what a play does to the trick ----------------------------------------------------------------


@compiled
def lead_suit(state, suit):
    """Let a suit be the one that is followed; with circular trumps it decides the trump."""
    state.led = suit
    if state.circular:
        state.trump = state.opt.successor[suit]


@compiled
def lead_card(state, seat, card, suit):
    """Lead an ordinary card, or a joker that stands for it."""
    lead_suit(state, suit)
    state.asked = FOLLOW
    state.is_sure = 0
    state.best = seat
    state.best_card = card
    state.best_suit = suit


@compiled
def lead_joker(state, seat, declaration):
    """Lead a joker as TAKE, THROW, HIGH or LOW."""
    opt = state.opt
    state.best = seat
    state.best_card = NONE
    state.best_suit = NONE
    state.is_sure = 0
    if declaration == TAKE:
        state.asked = NOTHING_ASKED
        state.is_sure = 1
    elif declaration == THROW:
        state.asked = NEXT_CARD
    elif declaration < LOW:
        lead_suit(state, opt.trump_suits[declaration - HIGH])
        state.asked = HIGHEST
        if opt.joker_high_beaten_by_trump == 0 or state.led == state.trump:
            state.is_sure = 1
    else:
        lead_suit(state, opt.trump_suits[declaration - LOW])
        state.asked = FOLLOW
        state.best_suit = state.led


@compiled
def follow_card(state, seat, card, suit):
    """Play an ordinary card, or a joker that stands for it, to a trick that was led."""
    if state.asked == NEXT_CARD and state.led == NONE:
        lead_suit(state, suit)
        state.best_suit = suit
    if state.is_sure:
        return
    if suit == state.best_suit:
        if card <= state.best_card:
            return
    elif suit != state.trump:
        return
    state.best = seat
    state.best_card = card
    state.best_suit = suit


@compiled
def follow_take(state, seat):
    """A joker that is not led takes the trick; of two that want it the later or the earlier one."""
    if state.opt.two_jokers != FIRST_TAKES:
        state.best = seat
    elif state.is_sure == 0:  # a joker led for the highest was first, a trump on it or not
        state.best = state.leader if state.asked == HIGHEST else seat
    state.is_sure = 1
    state.best_card = NONE
    state.best_suit = NONE


# --- what a play shows ----------------------------------------------------------------------------


@compiled
def show_lacks(state, seat, card, suit):
    """Tell what follows from an ordinary card, played to a suit, about the hand behind it."""
    opt, led, trump = state.opt, state.led, state.trump
    demand = state.asked == HIGHEST
    if suit == led:
        if demand:
            _lacks_above(state, seat, card, suit)
        return
    if suit == trump and opt.ruff_with_suit_allowed and not demand:
        return
    _void(state, seat, led)
    if trump == NONE or led == trump:
        return
    if suit != trump:
        if opt.must_trump or (demand and opt.demand_ruff_highest):
            _void(state, seat, trump)
    elif demand and opt.demand_ruff_highest:
        _lacks_above(state, seat, card, suit)


@compiled
def _void(state, seat, suit):
    if not has(state.void[seat], suit):
        state.void[seat] = add(state.void[seat], suit)
        cards = without(whole_suit(suit, state.opt.ranks), state.opt.joker_set)
        lacks(state, HAND + seat, cards)


@compiled
def _lacks_above(state, seat, card, suit):
    higher = above(whole_suit(suit, state.opt.ranks), card)
    cards = without(higher, state.opt.joker_set)
    if cards:
        lacks(state, HAND + seat, cards)
