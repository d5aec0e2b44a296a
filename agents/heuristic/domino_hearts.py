"""Domino Hearts: a careful player that lays off dangerous hearts and does not run out of suits.

While there is a stock nobody throws a heart on another suit: hearts fall only where hearts are led,
and a void costs cards to draw. So each card is scored by the danger that goes with it, less what
the trick may cost if the card wins, less the price of the last card of a suit. The numbers of the
policy were tuned against itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prikup.envs.engine.cards import (
    NONE,
    above,
    card_set,
    cards_of_suit,
    count,
    first_cards,
    has,
    lowest,
    next_seat,
    suit_of,
    without,
    without_lowest,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.engine.tricks import beats
from prikup.envs.games.domino_hearts.rules import STATE

if TYPE_CHECKING:
    import numpy as np

    from prikup.envs.engine.game import Game

_POLICY = policy_record(
    "domino_hearts_heuristic",
    __file__,
    guard=0.75,  # share of a card's danger that is left for each own lower card of its suit
    hearts=2.0,  # weight of the danger of a heart
    plain=0.3,  # of another card, on which hearts are thrown when the stock is exhausted
    own_cost=0.8,  # hearts: what it is worth to be rid of one
    willing=0.6,  # share of higher cards that are played without need
    last_card=0.5,  # hearts: what the last card of a suit saves while there is a stock
    draws=0.2,  # hearts: leading a suit that another seat has to draw for
)


@compiled
def choose(policy, state, actions, rng):
    """Return the best card; DRAW or the only card where there is no choice."""
    word = actions[0]  # holds every action
    if without_lowest(word) == 0:
        return lowest(word)
    unseen = _unseen(state)
    best, choice, rest = -1e9, lowest(word), word
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        score = _worth(policy, state, card, unseen)
        if score > best:
            best, choice = score, card
    return choice


@compiled
def _unseen(state):
    """Return the cards in other hands and in the stock."""
    cards = without(first_cards(state.opt.cards), state.hands[state.player])
    for other in range(state.opt.players):
        cards = without(cards, state.played[other])
    return cards


@compiled
def _worth(policy, state, card, unseen):
    """Return what it is worth to play a card now."""
    opt, hand = state.opt, state.hands[state.player]
    ranks = opt.ranks
    suit = suit_of(card, ranks)
    is_heart = has(opt.heart_set, card)
    others = cards_of_suit(unseen, suit, ranks)
    own = cards_of_suit(hand, suit, ranks)
    score = _danger(policy, card, own, others)
    if is_heart:
        score = policy.hearts * score + policy.own_cost
    else:
        score *= policy.plain
    score -= _chance_to_win(policy, state, card, others, count(unseen)) * _cost(state, card, unseen)
    if state.stock_left and others:
        if count(own) == 1 and hand != card_set(card):
            score -= policy.last_card
        if state.led == NONE:
            for other in range(opt.players):
                if other != state.player and state.hands[other] and has(state.void[other], suit):
                    score += policy.draws
    return score


@compiled
def _danger(policy, card, own, others):
    """Return the chance that a card takes a later trick of its suit."""
    if others == 0:
        return 0.0
    lower = count(others & first_cards(card))
    below = count(own & first_cards(card))
    return lower / (count(others) + 0.5) * policy.guard**below


@compiled
def _cost(state, card, unseen):
    """Return the hearts that the trick may have in the end."""
    opt, seat = state.opt, state.player
    hearts = 0.0
    behind = 0
    for other in range(opt.players):
        if state.trick[other] != NONE:
            hearts += has(opt.heart_set, state.trick[other])
        elif other != seat and state.hands[other]:
            behind += 1
    hearts += has(opt.heart_set, card)
    left = count(unseen & opt.heart_set)
    led = state.led if state.led != NONE else suit_of(card, opt.ranks)
    if has(opt.heart_set, led * opt.ranks):
        hearts += min(behind, left)
    elif state.stock_left == 0 and unseen:
        hearts += behind * left / count(unseen) * 0.5
    return hearts


@compiled
def _chance_to_win(policy, state, card, others, unseen):
    """Return the chance that no seat behind beats a card, which must be the best so far."""
    opt, seat = state.opt, state.player
    if state.led != NONE and not beats(card, state.trick[state.best], NONE, opt.ranks):
        return 0.0
    higher = count(above(others, card))
    lower = count(others) - higher
    wins = 1.0
    first = seat if state.led == NONE else state.leader
    other = next_seat(seat, opt.players)
    while other != first:
        size = count(state.hands[other])
        if size > 0 and higher > 0:
            absent = 1.0 - min(1.0, size / unseen)  # chance that an unseen card is not there
            if has(state.void[other], suit_of(card, opt.ranks)):
                absent = 1.0
            some = 1.0 - absent**higher
            beaten = some * (absent**lower + policy.willing * (1.0 - absent**lower))
            if state.stock_left:
                beaten += absent ** (higher + lower) * higher / (higher + lower)
            wins *= 1.0 - beaten
        other = next_seat(other, opt.players)
    return wins


register_policy(_POLICY, STATE, choose)


def policy(game: Game) -> np.ndarray:
    """Return the heuristic's record, an array of length 1; one for all presets."""
    return _POLICY
