"""The play: leads and marriages, following suit, tricks."""

from __future__ import annotations

import numpy as np

from ...engine.cards import (
    NONE,
    add,
    allow,
    cards_of_suit,
    first_cards,
    has,
    remove,
    suit_of,
    whole_suit,
    without,
)
from ...engine.jit import compiled, inlined
from ...engine.log import ALL, EVERY, NOTHING, lacks, move, tell
from .codes import (
    BY_LEAD_OF_FOREHAND,
    DECLARED_FIXED,
    HEAD_ALL,
    HEAD_LED_SUIT,
    LAST_TRICK,
)
from .codes import DECLARER as TO_DECLARER
from .common import holds_four_aces, holds_pair, marriage_value, next_active, points_of, show
from .layout import DECLARE_KING, DECLARE_QUEEN, HAND, PLAY, PLAYED, PLAYED_OUT, TALON, TRICK


@compiled
def start_play(state):
    """The declarer leads, or forehand."""
    state.phase = PLAY
    state.leader = state.declarer
    if state.opt.first_lead == BY_LEAD_OF_FOREHAND:
        state.leader = state.forehand
    state.player = state.leader


# --- leading --------------------------------------------------------------------------------------


@inlined
def _may_declare(state, seat):
    """Return whether a seat may declare a marriage if it holds one."""
    return state.tricks[seat] > 0 or not state.opt.marriage_needs_trick


@inlined
def _led_by_duty(state, seat, hand):
    """Return the cards that the duties on leading trumps leave."""
    opt, trump = state.opt, state.trump
    if trump == NONE:
        return hand
    trumps = cards_of_suit(hand, trump, opt.ranks)
    if opt.no_lead_foreign_trump and state.trump_setter != seat:
        return without(hand, trumps) if trumps != hand else hand
    return trumps if opt.must_lead_trump and trumps else hand


@compiled
def legal_leads(state, actions):
    """Lead a card, or declare a marriage by leading its king or queen."""
    opt, seat = state.opt, state.player
    hand = state.hands[seat]
    plain = _led_by_duty(state, seat, hand)
    if _may_declare(state, seat):
        for suit in range(opt.suits):
            if holds_pair(state, hand, suit):
                allow(actions, opt.cards + DECLARE_KING + opt.letters[suit])
                allow(actions, opt.cards + DECLARE_QUEEN + opt.letters[suit])
                if not opt.silent_marriage_lead:
                    plain = without(plain, opt.pairs[suit])
    actions[0] |= plain


@compiled
def declare(state, call):
    """Declare a marriage, trump at once; returns its king or queen, which is led."""
    opt, seat = state.opt, state.player
    is_king = call < DECLARE_QUEEN
    letter = call - DECLARE_KING if is_king else call - DECLARE_QUEEN
    suit = opt.suit_by_letter[letter]
    card, partner = opt.queens[suit], opt.kings[suit]
    if is_king:
        card, partner = partner, card
    tell(state, ALL, opt.cards + call, NOTHING)
    move(state, ALL, card, HAND + seat, TRICK)
    move(state, ALL, partner, HAND + seat, HAND + seat)
    state.open[seat] = add(state.open[seat], partner)
    if opt.trump_mode != DECLARED_FIXED:
        state.trump = suit
        state.trump_setter = seat
    state.declared[seat] = add(state.declared[seat], suit)
    state.marriages[seat] += marriage_value(state, suit)
    return card


@compiled
def lead(state, card):
    """Lead a card; an ace of four may be the ace marriage."""
    opt, seat = state.opt, state.player
    hand = state.hands[seat]
    tell(state, ALL, card, NOTHING)
    move(state, ALL, card, HAND + seat, TRICK)
    _show_lacks_of_lead(state, card)
    if opt.ace_marriage and has(opt.aces, card) and holds_four_aces(state, hand):
        if _may_declare(state, seat):
            _declare_aces(state, card)


@compiled
def _declare_aces(state, card):
    """All four aces in hand count as soon as one is led."""
    opt, seat = state.opt, state.player
    others = remove(opt.aces, card)
    show(state, ALL, others, HAND + seat)
    state.open[seat] |= others
    state.ace_marriage = seat
    state.marriages[seat] += opt.ace_marriage
    if opt.ace_marriage_sets_trump:
        state.trump = suit_of(card, opt.ranks)
        state.trump_setter = seat


@compiled
def _show_lacks_of_lead(state, card):
    """What a plain lead proves under the duties on leading."""
    opt, seat, trump = state.opt, state.player, state.trump
    suit = suit_of(card, opt.ranks)
    if trump != NONE:
        is_foreign = opt.no_lead_foreign_trump and state.trump_setter != seat
        if is_foreign and suit == trump:
            _show_lack(state, without(first_cards(opt.cards), whole_suit(trump, opt.ranks)))
        elif opt.must_lead_trump and not is_foreign and suit != trump:
            _show_lack(state, whole_suit(trump, opt.ranks))
    if not opt.silent_marriage_lead and has(opt.pairs[suit], card) and _may_declare(state, seat):
        _show_lack(state, remove(opt.pairs[suit], card))


@inlined
def _show_lack(state, cards):
    """From now on all know: the mover holds none of these cards."""
    seat = state.player
    if without(cards, state.lacked[seat]):
        state.lacked[seat] |= cards
        lacks(state, HAND + seat, cards)


# --- following ------------------------------------------------------------------------------------


@inlined
def _beating(state, hand):
    """Return the cards of a hand that beat the best card of the trick in its own suit."""
    return hand & state.opt.higher[state.trick[state.best]]


@compiled
def legal_follows(state, actions):
    """Follow suit; without the suit trump; otherwise any card."""
    opt, hand = state.opt, state.hands[state.player]
    led = suit_of(state.trick[state.leader], opt.ranks)
    same = cards_of_suit(hand, led, opt.ranks)
    if same:
        if opt.must_head >= HEAD_LED_SUIT and _beating(state, same):
            same = _beating(state, same)
        actions[0] |= same
        return
    trumps = np.int64(0)
    if state.trump != NONE:
        trumps = cards_of_suit(hand, state.trump, opt.ranks)
    if not trumps:
        actions[0] |= hand
        return
    if opt.must_head == HEAD_ALL and _beating(state, trumps):
        trumps = _beating(state, trumps)
    actions[0] |= trumps


@compiled
def follow(state, card):
    """Play a card to the trick."""
    opt, seat = state.opt, state.player
    led = suit_of(state.trick[state.leader], opt.ranks)
    suit = suit_of(card, opt.ranks)
    best = state.trick[state.best]
    tell(state, ALL, card, NOTHING)
    move(state, ALL, card, HAND + seat, TRICK)
    missing = np.int64(0)
    if suit != led:
        missing = whole_suit(led, opt.ranks)
        if state.trump != NONE and suit != state.trump:
            missing |= whole_suit(state.trump, opt.ranks)
    has_duty = opt.must_head == HEAD_ALL or (opt.must_head == HEAD_LED_SUIT and suit == led)
    if has_duty and suit == suit_of(best, opt.ranks) and not has(opt.higher[best], card):
        missing |= opt.higher[best]
    if missing:
        _show_lack(state, missing)
    if has(opt.higher[best], card) or (suit == state.trump and suit_of(best, opt.ranks) != suit):
        state.best = seat


# --- tricks ---------------------------------------------------------------------------------------


@compiled
def lay(state, card):
    """The card lies in the trick; the next seat follows, or the trick is complete."""
    seat = state.player
    state.hands[seat] = remove(state.hands[seat], card)
    state.open[seat] = remove(state.open[seat], card)
    state.played[seat] = add(state.played[seat], card)
    state.trick[seat] = card
    if state.trick_size == 0:
        state.best = seat
    state.trick_size += 1
    if state.trick_size == state.opt.active:
        _end_trick(state)
    else:
        state.player = next_active(state, seat)


@compiled
def _end_trick(state):
    """The winner takes the cards and leads to the next trick."""
    winner = state.best
    move(state, ALL, EVERY, TRICK, PLAYED)
    for seat in range(state.opt.players):
        if state.trick[seat] != NONE:
            state.card_points[winner] += state.opt.points[state.trick[seat]]
            state.trick[seat] = NONE
    state.trick_size = 0
    state.tricks[winner] += 1
    state.tricks_done += 1
    state.leader = winner
    state.player = winner
    if state.hands[winner] == 0:
        _end_play(state)


@compiled
def _end_play(state):
    """The talon not taken is turned up; it and the cards laid aside find their owner."""
    opt = state.opt
    left = state.discards
    for number in range(opt.talons):
        cards = state.talon[number]
        if cards:
            left |= cards
            show(state, ALL, cards, TALON + number)
            move(state, ALL, EVERY, TALON + number, PLAYED)
    if opt.leftover_to == LAST_TRICK:
        state.card_points[state.best] += points_of(state, left)
    elif opt.leftover_to == TO_DECLARER:
        state.card_points[state.declarer] += points_of(state, left)
    state.phase = PLAYED_OUT
