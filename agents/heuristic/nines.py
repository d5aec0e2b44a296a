"""Nines: a sound club player that counts what its cards are worth.

A card is worth what tables measured with random play say, in tricks: at the exchange by its rank,
later by the number of higher cards that are still about. A hand is exchanged when it is worth less
than the spare one may be expected to be, which falls with every seat that threw its hand away. In
the play each card is scored by its chance to win the trick, from what the seats behind may hold,
less what it would be worth if it were kept. The numbers of the policy were tuned against itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.cards import (
    NONE,
    above,
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
from prikup.envs.games.nines.rules import (
    EXCHANGE,
    KEEP,
    STATE,
    SWAP,
    SWAPPED,
    holder_of_given,
)

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

_POLICY = policy_record(
    "nines_heuristic",
    __file__,
    swap_dealt=0.1,  # tricks above the mean below which a hand is exchanged for the dealt spare one
    swap_thrown=-0.5,  # the same for a hand that one seat threw away
    swap_thrown_twice=-1.0,  # and for one that was thrown away after another
    keep=1.1,  # weight of what a card is worth later
    ruffs=0.8,  # share of tricks that are ruffed when they can be
    draw=0.1,  # leading a trump, for each own one beyond what the others hold on average
    long=0.1,  # leading a plain suit, for each own card of it
    discard=0.03,  # throwing a card on another suit, for each own card of its suit
    near=4.0,  # score from which a seat is near the goal
    spoil=0.15,  # worth of taking a trick from a seat that is near the goal
)

# Tricks that a card is worth, lowest rank first: a trump, a card beside trumps, one without them.
TRUMP, PLAIN, FREE = 0, 1, 2
_WORTH = np.array(
    [
        [0.21, 0.22, 0.25, 0.28, 0.33, 0.38, 0.45, 0.51, 0.60, 0.68, 0.79, 0.89, 1.00],
        [0.02, 0.03, 0.05, 0.08, 0.12, 0.16, 0.22, 0.28, 0.34, 0.43, 0.51, 0.61, 0.72],
        [0.05, 0.07, 0.09, 0.12, 0.16, 0.21, 0.27, 0.34, 0.41, 0.50, 0.59, 0.70, 0.80],
    ]
)
_HIGHEST = 12  # index of the best card
_MEASURED_MEAN = 4.33  # tricks of a random hand where the tables were measured


@compiled
def choose(policy, state, actions, rng):
    """Return the mover's choice or card; it follows from what the mover knows, without chance."""
    if state.phase == EXCHANGE:
        return _exchange(policy, state)
    if without_lowest(actions[0]) == 0:
        return lowest(actions[0])
    return _play_card(policy, state, actions[0])


# --- exchange -------------------------------------------------------------------------------------


@compiled
def _exchange(policy, state):
    """Swap a hand that is worth less than the spare one may be."""
    opt, throwers = state.opt, 0
    for other in range(opt.players):
        throwers += state.choice[other] == SWAPPED
    margin = policy.swap_dealt
    if throwers == 1:
        margin = policy.swap_thrown
    elif throwers > 1:
        margin = policy.swap_thrown_twice
    mean = _worth_by_rank(state, first_cards(opt.cards)) * opt.hand_size / opt.cards
    own = _worth_by_rank(state, state.hands[state.player])
    return opt.cards + (SWAP if own < mean * (1.0 + margin / _MEASURED_MEAN) else KEEP)


@compiled
def _worth_by_rank(state, cards):
    """Return the tricks that cards are worth before anything is known."""
    ranks, worth = state.opt.ranks, 0.0
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        suit = suit_of(card, ranks)
        below_best = ranks - 1 - (card - suit * ranks)
        worth += _WORTH[_kind(state, suit), max(_HIGHEST - below_best, 0)]
    return worth


@compiled
def _kind(state, suit):
    if state.trump_suit == NONE:
        return FREE
    return TRUMP if suit == state.trump_suit else PLAIN


# --- what the mover knows -------------------------------------------------------------------------


@compiled
def unseen_cards(state, seat):
    """Return the cards that may be in other hands, and the seat whose hand is known, or NONE."""
    seen = state.hands[seat]
    for other in range(state.opt.players):
        seen |= state.played[other]
    holder = NONE
    if state.choice[seat] == SWAPPED:
        holder = holder_of_given(state, seat)
        if holder == NONE:
            seen |= state.given[seat]
    return without(first_cards(state.opt.cards), seen), holder


# --- tricks ---------------------------------------------------------------------------------------


@compiled
def _play_card(policy, state, legal):
    """Return the card with the best chance to win for what it is worth, the lowest of equals."""
    seat, ranks, trump = state.player, state.opt.ranks, state.trump_suit
    hand = state.hands[seat]
    unseen, holder = unseen_cards(state, seat)
    pool = unseen if holder == NONE else without(unseen, state.hands[holder])
    is_lead = state.trick_size == 0
    prize = 1.0 if is_lead else 1.0 + _spoils(policy, state)
    trumps_out = 0 if trump == NONE else count(cards_of_suit(unseen, trump, ranks))
    best, choice = -1e9, lowest(legal)
    while legal:
        card = lowest(legal)
        legal = without_lowest(legal)
        suit = suit_of(card, ranks)
        own = count(cards_of_suit(hand, suit, ranks))
        higher = count(above(cards_of_suit(unseen, suit, ranks), card))
        kind = _kind(state, suit)
        if kind == PLAIN and trumps_out == 0:
            kind = FREE
        score = -policy.keep * _WORTH[kind, max(_HIGHEST - higher, 0)]
        if is_lead or beats(card, state.trick[state.best], trump, ranks):
            score += prize * _chance(policy, state, card, suit, pool, holder)
        elif suit != suit_of(state.trick[state.leader], ranks):
            score += policy.discard * own
        if is_lead:
            if kind == TRUMP:
                score += policy.draw * (own - trumps_out / state.opt.players)
            else:
                score += policy.long * own
        if score > best:
            best, choice = score, card
    return choice


@compiled
def _spoils(policy, state):
    """Return what it is worth to take the trick from a seat that is near the goal."""
    opt = state.opt
    if opt.episode == 0:
        return 0.0
    score = opt.start_score - state.match.gained[state.best] - opt.goal
    return policy.spoil if score <= policy.near else 0.0


@compiled
def _chance(policy, state, card, suit, pool, holder):
    """Return the chance that no seat behind beats a card that is the best so far."""
    players, ranks = state.opt.players, state.opt.ranks
    led = suit if state.trick_size == 0 else suit_of(state.trick[state.leader], ranks)
    size = max(count(pool), 1)
    chance, other = 1.0, state.player
    for _ in range(players - 1 - state.trick_size):
        other = next_seat(other, players)
        if other == holder:
            chance *= 0.0 if _can_beat(state, other, card, suit, led) else 1.0
        else:
            share = min(count(state.hands[other]) / size, 1.0)
            chance *= _survives(policy, state, other, card, suit, led, pool, 1.0 - share)
    return chance


@compiled
def _can_beat(state, other, card, suit, led):
    """Return whether a seat whose hand the mover knows can beat a card."""
    ranks, trump, hand = state.opt.ranks, state.trump_suit, state.hands[other]
    if cards_of_suit(hand, led, ranks):
        return suit == led and above(cards_of_suit(hand, led, ranks), card) != 0
    if trump == NONE:
        return False
    trumps = cards_of_suit(hand, trump, ranks)
    return (above(trumps, card) if suit == trump else trumps) != 0


@compiled
def _survives(policy, state, other, card, suit, led, pool, absent):
    """Return the chance that a seat does not beat a card; an unseen one is `absent` from it so."""
    ranks, trump, void = state.opt.ranks, state.trump_suit, state.void[other]
    is_void = 1.0
    if not has(void, led):
        is_void = absent ** count(cards_of_suit(pool, led, ranks))
    chance = 1.0
    if suit == led and not has(void, led):
        chance = absent ** count(above(cards_of_suit(pool, suit, ranks), card))
    if trump == NONE or led == trump or has(void, trump):
        return chance
    trumps = cards_of_suit(pool, trump, ranks)
    if suit == trump:
        trumps = above(trumps, card)
    return chance - policy.ruffs * is_void * (1.0 - absent ** count(trumps))


register_policy(_POLICY, STATE, choose)


def policy(game: Game) -> np.ndarray:
    """Return the heuristic's record, an array of length 1; one for all variants."""
    return _POLICY
