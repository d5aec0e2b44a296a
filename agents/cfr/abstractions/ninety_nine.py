"""Ninety-Nine: the bid is learned, everything else is left to a fixed policy.

A seat has one learned decision, when it lays its first card aside: how many tricks to bid. Choice i
is the bid that the heuristic likes (i + 1)-th best, and the cards laid aside for it are those that
leave the best hand for exactly this number; so choice 0 is the heuristic's own bid. What the seat
sees is a *bucket*: how many tricks each of its choices is, how good the heuristic thinks they are,
its place in the order of play, and whether there is a trump.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.agents.heuristic import ninety_nine as heuristic
from prikup.agents.heuristic.ninety_nine import chance_of, unseen_cards, weigh, worth_of
from prikup.envs.engine.cards import NONE, add, lowest, without
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.log import chain
from prikup.envs.engine.policy import policy_record
from prikup.envs.games.ninety_nine.rules import BID, STATE

from ..abstraction import ELSEWHERE, NO_PLAN, Abstraction, register_abstraction

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

CHOICES = 4  # bids that are offered
MOST_TRICKS = 30  # that a bid can stand for, in any pack
_LEVELS = 5  # into which the heuristic's score of a bid is cut
_JUDGED = 2  # bids whose scores are seen
_TAKEN = -1.0  # the score of a number of tricks that cannot be bid, or has been taken
_BUCKET_STREAM = 99  # where keys start from


def bids(game: Game) -> Abstraction:
    """Return the abstraction `bids`."""
    numbers = heuristic.policy(game)
    # The kernels call into the heuristic's file: its tag tells one version from another.
    tag = next(iter(numbers.dtype.names or ()))
    record = policy_record(
        f"bids_{tag}",
        __file__,
        steepness=float(numbers["steepness"][0]),
        lead=float(numbers["lead"][0]),
        trick_value=float(numbers["trick_value"][0]),
    )
    register_abstraction(record, STATE, bucket=bucket, offer=offer, follow=follow)
    return Abstraction("bids", record, has_perfect_recall=True, most_choices=CHOICES)


@compiled
def bucket(abstraction, state, plans):
    """Return the key of what the mover sees of its hand, at its first card to lay aside."""
    seat = state.player
    if state.phase != BID or plans[seat] != NO_PLAN or state.laid[seat] != 0:
        return np.int64(ELSEWHERE)
    scores, sets = np.empty(MOST_TRICKS), np.empty(MOST_TRICKS, np.int64)
    judge_bids(abstraction, state, scores, sets)
    key = chain(np.int64(_BUCKET_STREAM), np.int64((seat - state.leader) % state.opt.players))
    key = chain(key, np.int64(state.trump_suit != NONE))
    for rank in range(CHOICES):
        best = best_of(scores)
        if best == NONE:
            # A hand that cannot bid at all is left to the policy.
            return key if rank > 0 else np.int64(ELSEWHERE)
        key = chain(key, np.int64(best))
        if rank < _JUDGED:
            key = chain(key, np.int64(min(scores[best], 0.999) * _LEVELS))
        scores[best] = _TAKEN
    return key


@compiled
def offer(abstraction, state, actions, choices):
    """Write the sets of cards to lay aside, in the order in which the heuristic likes them."""
    scores, sets = np.empty(MOST_TRICKS), np.empty(MOST_TRICKS, np.int64)
    judge_bids(abstraction, state, scores, sets)
    for rank in range(CHOICES):
        best = best_of(scores)
        if best == NONE:
            return np.int64(rank)
        choices[rank] = sets[best]
        scores[best] = _TAKEN
    return np.int64(CHOICES)


@compiled
def follow(abstraction, state, plans, actions):
    """Return the next card to lay aside; NONE after the bid."""
    if state.phase != BID:
        return np.int64(NONE)
    return np.int64(lowest(without(plans[state.player], state.laid[state.player])))


@compiled
def best_of(scores):
    """Return the number of tricks with the best score, NONE where all are taken."""
    best = np.int64(NONE)
    for tricks in range(len(scores)):
        if scores[tricks] != _TAKEN and (best == NONE or scores[tricks] > scores[best]):
            best = np.int64(tricks)
    return best


@compiled
def judge_bids(abstraction, state, scores, sets):
    """Write, for each number of tricks, the heuristic's score of the best cards that bid it.

    Args:
        abstraction: The record.
        state: The state; the mover is to lay its first card aside.
        scores: float64[MOST_TRICKS], _TAKEN where no cards bid so many.
        sets: int64[MOST_TRICKS], the set of these cards.
    """
    opt, seat = state.opt, state.player
    hand = state.hands[seat]
    unseen = unseen_cards(state, seat)
    weight, risk = weigh(state, hand, unseen)
    if seat == state.leader:
        weight += abstraction.lead / opt.tricks
    scores[:] = _TAKEN
    first = hand
    while first:
        one = lowest(first)
        first &= first - 1
        tricks, spent, saved = worth_of(state, one, unseen)
        chosen = add(np.int64(0), one)
        if opt.bid_cards == 1:
            _note(abstraction, opt, scores, sets, chosen, tricks, weight - spent, risk - saved)
            continue
        second = first
        while second:
            two = lowest(second)
            second &= second - 1
            more, spent_too, saved_too = worth_of(state, two, unseen)
            pair, pair_tricks = add(chosen, two), tricks + more
            left, left_risk = weight - spent - spent_too, risk - saved - saved_too
            if opt.bid_cards == 2:
                _note(abstraction, opt, scores, sets, pair, pair_tricks, left, left_risk)
                continue
            third = second
            while third:
                three = lowest(third)
                third &= third - 1
                value, cost, safety = worth_of(state, three, unseen)
                _note(
                    abstraction,
                    opt,
                    scores,
                    sets,
                    add(pair, three),
                    pair_tricks + value,
                    left - cost,
                    left_risk - safety,
                )


@compiled
def _note(abstraction, opt, scores, sets, cards, tricks, weight, risk):
    """Keep the cards if they are the best so far for their number of tricks."""
    if tricks > opt.tricks or tricks >= len(scores):
        return
    score = chance_of(tricks, opt.tricks, abstraction.steepness / opt.tricks, weight, risk)
    score += abstraction.trick_value * opt.trick_points * tricks
    if score > scores[tricks]:
        scores[tricks] = score
        sets[tricks] = cards


NAMED = {"bids": bids}
