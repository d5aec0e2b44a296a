"""What the phases of King share: whose turn comes next, dealing a card, what costs points."""

from __future__ import annotations

import numpy as np

from ...engine.cards import NONE, add, card_set, has, suit_of
from ...engine.jit import compiled, inlined
from ...engine.log import ALL, DECK, EVERY, move
from .layout import (
    CARDS,
    ERALASH,
    HAND,
    NO_HEARTS,
    NO_JACKS,
    NO_KING,
    NO_QUEENS,
    SUIT,
    TETKA,
    UNDEALT,
)


@inlined
def next_turn(state, seat):
    """Return the seat that follows in the direction of play, whether it plays or not."""
    after, players = seat + state.opt.step, state.opt.players
    return after if after < players else after - players


@compiled
def next_active(state, seat):
    """Return the next seat that plays this deal: a dealer who sits out is passed over."""
    after = next_turn(state, seat)
    if after == state.dealer and state.opt.active_players < state.opt.players:
        after = next_turn(state, after)
    return after


@compiled
def give(state, seat, audience):
    """Deal the next card of the deck to a seat; returns it."""
    card = state.stock[state.at]
    state.at += 1
    state.hands[seat] = add(state.hands[seat], card)
    move(state, audience, card, DECK, HAND + seat)
    return card


@compiled
def lay_rest_aside(state):
    """What is left over is out of play, unseen."""
    if state.at == state.opt.dealable:
        return
    for i in range(state.at, state.opt.dealable):
        state.undealt = add(state.undealt, state.stock[i])
    move(state, ALL, EVERY, DECK, UNDEALT)


@compiled
def penalty_cards(state):
    """Return the cards that carry points in the running contract."""
    opt, contract = state.opt, state.contract
    if contract == NO_JACKS:
        return opt.jacks
    if contract == NO_QUEENS:
        return opt.queens
    if contract == NO_HEARTS:
        return opt.heart_set
    if contract == NO_KING:
        return king_set(opt)
    if contract == ERALASH:
        return opt.jacks | opt.queens | opt.heart_set
    if contract == CARDS:
        return opt.penalty_set
    if contract == SUIT:
        return opt.suit_sets[state.suit]
    if contract == TETKA:
        return add(opt.queens, state.shown)
    return np.int64(0)  # tricks count, not cards


@inlined
def king_set(opt):
    """Return the set of the king of hearts, empty in a deck without it."""
    return card_set(opt.king) if opt.king != NONE else np.int64(0)


@inlined
def suit_in_play(opt, card):
    """Return the suit that a card follows and asks for; jokers are hearts."""
    return opt.hearts if has(opt.jokers, card) else suit_of(card, opt.ranks)


@compiled
def bum_trick(state):
    """Return the number of the trick that Tetka's card names: A 1, 2 to T, J 11, Q 12, K 13."""
    ranks = state.opt.ranks
    rank = state.shown - suit_of(state.shown, ranks) * ranks
    return rank + 2 if rank + 1 < ranks else 1
