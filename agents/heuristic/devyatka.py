"""Devyatka: a sound club player that frees its own cards first and keeps its stoppers back.

Each card that may be played is scored by what lies beyond it, the cards of its row that it leads
to: own ones are to be freed, those of others to be held up. In `pile_domino` a card is worth the
chain that it begins. `mixed` has a single action. Passes of others are not counted: of the
cards that fit they only tell who lacks them, and weighing it did not make the play stronger.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prikup.envs.engine.cards import (
    NONE,
    above,
    cards_of_suit,
    count,
    first_cards,
    has,
    highest,
    lowest,
    remove,
    suit_of,
    without_lowest,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.games.devyatka.options import BANK, PILE_DOMINO
from prikup.envs.games.devyatka.rules import STATE

if TYPE_CHECKING:
    import numpy as np

    from prikup.envs.engine.game import Game

_POLICY = policy_record(
    "devyatka_heuristic",
    __file__,
    own_beyond=3.0,  # for each own card beyond
    own_next=2.0,  # the next card is an own one
    released=-2.0,  # the next card is another's
    released_with_fee=-3.0,  # the same where a pass costs a fee
    others_beyond=-1.0,  # for each further card of others before the next own one
    end_card=4.0,  # nothing lies beyond
    lone=-1.0,  # no other own card in the suit
    long_side=0.01,  # for each rank between founder and end: ties go to the rarer end
    pass_below=-5.0,  # where passing is free, a best card worth less is kept
    copies=0.01,  # pile_domino: for each card of the rank
)


@compiled
def choose(policy, state, actions, rng):
    """Return the best card; PASS, DRAW or the only card where there is no choice."""
    word = actions[0]  # holds every action
    if without_lowest(word) == 0:
        return lowest(word)
    cards = word & first_cards(state.opt.kinds)
    if state.opt.variant == PILE_DOMINO:
        return _choose_for_pile(policy, state, cards)
    best, choice = _choose_for_rows(policy, state, cards)
    if best < policy.pass_below and has(word, state.opt.kinds):
        return state.opt.kinds
    return choice


# --- layout ---------------------------------------------------------------------------------------


@compiled
def _choose_for_rows(policy, state, cards):
    """Return the score of the best card and the card, the lowest of equals."""
    released = policy.released
    if state.opt.scoring == BANK and state.opt.pass_fee > 0:
        released = policy.released_with_fee
    best, choice = -1e9, lowest(cards)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        score = _score(policy, state, card, released)
        if score > best:
            best, choice = score, card
    return best, choice


@compiled
def _score(policy, state, card, released):
    """Return what a card is worth: the side on which it lengthens its row, for a founder both."""
    ranks, founder = state.opt.ranks, state.founder_rank
    suit = suit_of(card, ranks)
    rank = card - suit * ranks
    others = remove(cards_of_suit(state.hands[state.player], suit, ranks), card)  # own ones
    if founder == NONE:
        founder = rank
    score = 0.0
    if others == 0:
        score += policy.lone
    if rank >= founder:
        own = above(others, card)
        before = lowest(own) - card - 1 if own else ranks - 1 - rank
        score += _side(policy, count(own), before, released)
    if rank <= founder:
        own = others & first_cards(card)
        before = card - highest(own) - 1 if own else rank
        score += _side(policy, count(own), before, released)
    return score + policy.long_side * _length_of_side(rank, founder, ranks)


@compiled
def _side(policy, own, before, released):
    """Score a side: `own` cards in all, `before` cards of others until the next own or the end."""
    if before == 0:
        return policy.own_beyond * own + policy.own_next if own else policy.end_card
    return policy.own_beyond * own + released + policy.others_beyond * (before - 1)


@compiled
def _length_of_side(rank, founder, ranks):
    """Return how many ranks lie between founder and end where a card lies; its longer side's."""
    if rank > founder:
        return ranks - 1 - founder
    if rank < founder:
        return founder
    return max(ranks - 1 - founder, founder)


# --- pile_domino ----------------------------------------------------------------------------------


@compiled
def _choose_for_pile(policy, state, cards):
    """Return the rank that begins the longest own chain; of equals one held more often."""
    best, choice = -1.0, lowest(cards)
    while cards:
        rank = lowest(cards)
        cards = without_lowest(cards)
        score = _chain(state, rank) + policy.copies * state.held[state.player, rank]
        if score > best:
            best, choice = score, rank
    return choice


@compiled
def _chain(state, rank):
    """Return how many own ranks follow a rank in a row, away from the pile or back across it."""
    is_up = _next_rank(state, state.pile, 1) == rank
    step = 1 if is_up else -1
    back = 0
    if has(state.hands[state.player], state.pile):
        back = 1 + _run(state, state.pile, -step)
    return max(_run(state, rank, step), back)


@compiled
def _run(state, rank, step):
    """Return how many own ranks follow a rank in one direction without a gap."""
    hand, length = state.hands[state.player], 0
    follower = _next_rank(state, rank, step)
    while follower != NONE and has(hand, follower) and length < state.opt.ranks:
        length += 1
        follower = _next_rank(state, follower, step)
    return length


@compiled
def _next_rank(state, rank, step):
    """Return the rank beside another, NONE beyond the end of the pack."""
    ranks = state.opt.ranks
    beside = rank + step
    if 0 <= beside < ranks:
        return beside
    if state.opt.domino_wrap == 0:
        return NONE
    return beside - ranks if beside >= ranks else beside + ranks


register_policy(_POLICY, STATE, choose)


def policy(game: Game) -> np.ndarray:
    """Return the heuristic's record, an array of length 1; one for all variants."""
    return _POLICY
