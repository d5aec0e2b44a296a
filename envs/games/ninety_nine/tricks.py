"""Tricks of Ninety-Nine: whose card is due, what follows suit, what beats what.

Beside the plain game, in which a seat plays its own cards, the nines may be a suit of their own, a
higher suit may beat a lower one, and the winner of a trick may play a dummy's cards too.
"""

from __future__ import annotations

from ...engine.cards import (
    NONE,
    add,
    has,
    next_seat,
    remove,
    suit_of,
    whole_suit,
    without,
)
from ...engine.jit import compiled
from ...engine.log import ALL, EVERY, NOTHING, lacks, move, tell
from ...engine.tricks import beats
from .layout import HAND, LAID, NINES_SUIT, PLAYED, TRICK
from .scoring import count_in_deal, end_deal


@compiled
def suit_in_play(state, card):
    """Return the suit that a card belongs to, NINES_SUIT for a nine where those are trumps."""
    if state.trump_suit == NINES_SUIT and has(state.opt.nines, card):
        return NINES_SUIT
    return suit_of(card, state.opt.ranks)


@compiled
def suit_set(state, suit):
    """Return the set of all cards of a suit, the nines counted as such where they are trumps."""
    if state.trump_suit != NINES_SUIT:
        return whole_suit(suit, state.opt.ranks)
    if suit == NINES_SUIT:
        return state.opt.nines
    return without(whole_suit(suit, state.opt.ranks), state.opt.nines)


@compiled
def is_better(state, card, best):
    """Return whether a card beats the best one of the trick so far."""
    opt = state.opt
    if state.trump_suit != NINES_SUIT and opt.off_suit_rule == 0:
        return beats(card, best, state.trump_suit, opt.ranks)
    suit, other = suit_in_play(state, card), suit_in_play(state, best)
    if suit == other:
        if suit == NINES_SUIT:
            rank = opt.nine_rank[suit_of(card, opt.ranks)]
            return rank > opt.nine_rank[suit_of(best, opt.ranks)]
        return card > best
    if suit == state.trump_suit or other == state.trump_suit:
        return suit == state.trump_suit
    return opt.off_suit_rule == 1 and opt.suit_rank[suit] > opt.suit_rank[other]


@compiled
def hand_due(state):
    """Return the hand from which the mover plays: its own, or the dummy's, after the seats'."""
    opt, seat = state.opt, state.player
    if opt.dummy == 0:
        return seat
    if state.leader == opt.players:  # led from the dummy: its player comes last, from hand
        return opt.players if state.trick_size == 0 else seat
    return opt.players if state.trick_size == 2 else seat


@compiled
def cards_to_play(state):
    """Any card may be led; the others follow suit if they can."""
    hand = state.hands[hand_due(state)]
    if state.trick_size == 0:
        return hand
    led = suit_in_play(state, state.trick[state.leader])
    same = hand & suit_set(state, led)
    return same if same else hand


@compiled
def play_card(state, card):
    """Play a card from the hand that is due."""
    opt, hand = state.opt, hand_due(state)
    tell(state, ALL, card, NOTHING)
    move(state, ALL, card, HAND + hand, TRICK)
    state.hands[hand] = remove(state.hands[hand], card)
    state.played[hand] = add(state.played[hand], card)
    state.trick[hand] = card
    if state.trick_size == 0:
        state.best = hand
    else:
        led = suit_in_play(state, state.trick[state.leader])
        if suit_in_play(state, card) != led and not has(state.void[hand], led):
            # The cards laid aside may still be of the suit: only the hand lacks it.
            state.void[hand] = add(state.void[hand], led)
            lacks(state, HAND + hand, suit_set(state, led))
        if is_better(state, card, state.trick[state.best]):
            state.best = hand
    state.trick_size += 1
    state.player = next_seat(state.player, opt.players)
    if state.trick_size == opt.hands:
        _end_trick(state)


@compiled
def _end_trick(state):
    opt = state.opt
    move(state, ALL, EVERY, TRICK, PLAYED)
    for hand in range(opt.hands):
        state.trick[hand] = NONE
    state.trick_size = 0
    state.tricks[state.best] += 1
    state.tricks_done += 1
    state.leader = state.best
    if state.best < opt.players:
        state.controller = state.best
    state.player = state.controller
    if state.tricks_done == opt.tricks:
        end_deal(state)
        return
    if opt.bid_cards_played_last and state.tricks_done == opt.hand_size - opt.bid_cards:
        _pick_up(state)
    if opt.success_scope == 1:
        count_in_deal(state)


@compiled
def _pick_up(state):
    """The cards laid aside become the hands, of which nothing has been shown."""
    for seat in range(state.opt.players):
        move(state, ALL, EVERY, LAID + seat, HAND + seat)
        state.hands[seat] = state.laid[seat]
        state.picked_up[seat] = state.laid[seat]
        state.laid[seat] = 0
        state.void[seat] = 0
