"""Ninety-Nine: a sound club player (development copy)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.cards import (
    NONE,
    above,
    add,
    cards_of_suit,
    count,
    first_cards,
    has,
    highest,
    lowest,
    remove,
    suit_of,
    without,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.engine.tricks import beats
from prikup.envs.games.ninety_nine.rules import (
    BID,
    DECLARE,
    DECLARED,
    NO_PREMIUM,
    PASS,
    PLAY,
    PREMIUM,
    REVEAL,
    STATE,
    WITH_REVEAL,
)

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

TRUMP, PLAIN, FREE = 0, 1, 2
RUFF = 3
_LONGEST = 16

# COEFS
_WEIGHT = np.array([[[2.413, -1.385, 0.211, -0.644, 0.781, 2.744, 0.976, 0.292], [-0.671, -2.616, -0.258, 1.268, 1.026, -2.133, -2.538, -0.457], [-0.224, -2.961, -0.48, 1.508, 1.322, -1.486, -1.328, 0.78]], [[1.549, -0.454, -0.944, -0.502, 1.584, 2.409, 0.533, 0.336], [-3.332, -0.176, -1.668, 0.837, 0.49, -0.564, -0.882, -0.054], [-3.019, 0.37, -2.163, 0.819, 0.376, 0.761, -0.418, -0.287]], [[1.555, -0.075, -1.639, -0.463, 1.753, 1.664, 0.92, 0.241], [-3.193, -0.745, -1.658, 0.489, 0.442, -0.629, -0.563, 0.057], [-1.951, -1.711, -1.525, 0.319, 1.084, -0.654, -0.144, -0.146]], [[1.744, 0.175, -2.268, -0.157, 1.04, 2.129, 0.378, 0.39], [-2.871, -0.382, -1.537, 0.507, -0.295, -0.447, -0.864, -0.276], [-2.747, 0.285, -2.341, 0.675, -0.59, 0.733, -0.428, -0.374]]])
_RATE = np.array([[[-1.69, -0.128, 1.902, 0.139, -0.454, -6.433, -0.156, -0.695], [-1.028, 0.723, -0.88, -1.274, 2.284, -2.055, 1.411, 1.141], [-1.291, 1.198, -1.8, -0.668, 2.004, -8.279, 1.419, -0.846], [-4.0, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[-1.466, -0.185, 1.668, 0.156, -0.878, -6.238, -0.44, -0.556], [-1.99, 0.154, 0.304, -0.702, 1.778, -0.917, 1.328, 0.57], [-2.534, 0.036, 1.079, -0.039, 0.38, -6.778, 0.583, -0.332], [-3.66, -0.814, 3.196, 0.442, -1.734, -3.418, -1.235, -0.564]], [[-1.846, -0.185, 1.631, 0.128, -0.733, -5.962, -0.496, -0.326], [-1.873, 0.034, 0.578, -0.256, 0.755, -0.83, 0.816, 0.641], [-2.667, -0.09, 1.364, 0.126, -0.205, -6.479, 0.235, -0.182], [-3.962, -0.56, 2.534, 0.101, -0.703, -3.64, -0.529, -0.423]], [[-1.466, -0.16, 1.415, 0.145, -0.979, -5.958, -0.592, -0.22], [-0.859, -0.068, 0.794, 0.017, -0.446, -0.489, -0.169, 0.439], [-1.67, -0.114, 1.145, 0.029, -0.433, -6.293, -0.19, -0.154], [-3.844, -0.423, 2.222, 0.119, -0.816, -3.855, -0.458, -0.641]]])
_RISK = np.array([[[-2.408, -0.299, 1.182, 0.404, -0.597, -0.735, -0.143, -0.174], [-1.048, -1.01, 0.283, -0.907, 1.415, -0.517, -0.926, 0.462], [-0.479, -1.147, 0.389, -0.565, 1.03, -1.164, -1.777, 1.262]], [[-1.951, -0.952, 2.2, -0.011, -0.642, -0.363, -0.566, -1.341], [-2.545, -0.173, -0.837, -0.598, 2.285, -1.046, -1.239, 0.95], [-1.749, -0.415, -0.65, -0.642, 2.039, -1.11, -1.881, -0.02]], [[-2.223, -0.952, 2.718, 0.032, -0.727, -0.348, -0.741, -0.755], [-3.352, -0.051, -1.086, -0.481, 2.327, -1.087, -1.699, -0.093], [-2.331, -0.095, -1.081, -0.607, 2.331, -1.219, -1.408, -0.043]], [[-2.996, -0.736, 2.104, -0.137, 0.297, -1.198, 0.053, -0.616], [-4.526, -0.167, -0.821, -0.281, 2.083, -0.915, -1.25, -0.117], [-2.977, -0.187, -1.025, -0.365, 2.031, -1.383, -1.258, -0.045]]])
_NUMBERS = [{'lead': 0.548, 'gap_weight': 5.45}, {'lead': 0.4, 'gap_weight': 7.541}, {'lead': 0.245, 'gap_weight': 8.96}, {'lead': 0.137, 'gap_weight': 10.242}]
# END COEFS


def features():
    higher, lower = np.mgrid[0:_LONGEST, 0:_LONGEST].astype(float)
    return np.stack([
        np.ones_like(higher), higher, np.sqrt(higher), lower, np.sqrt(lower),
        higher == 0, lower == 0, higher + lower == 0,
    ], axis=-1)


_WEIGHTS = 1.0 / (1.0 + np.exp(-(features() @ _WEIGHT[..., None, :, None])[..., 0]))
_RISKS = np.exp((features() @ _RISK[..., None, :, None])[..., 0])
_SURVIVES = np.exp(-np.exp((features() @ _RATE[..., None, :, None])[..., 0]))


@compiled
def unseen_by(state, seat):
    """Return the cards that may be in other hands."""
    seen = state.hands[seat] | state.laid[seat]
    for other in range(state.opt.players):
        seen |= state.played[other]
        if state.shown[other]:
            seen |= state.laid[other]
    return without(first_cards(state.opt.cards), seen)


@compiled
def kind_of(state, suit, unseen):
    trump = state.trump_suit
    if suit == trump:
        return TRUMP
    if trump != NONE and cards_of_suit(unseen, trump, state.opt.ranks):
        return PLAIN
    return FREE


@compiled
def weigh(state, cards, unseen):
    """Return the expected tricks of the cards and the sum of their variances."""
    ranks, table = state.opt.ranks, state.opt.players - 2
    total, spread = 0.0, 0.0
    for suit in range(state.opt.suits):
        own = cards_of_suit(cards, suit, ranks)
        if own:
            others = cards_of_suit(unseen, suit, ranks)
            kind, length = kind_of(state, suit, unseen), count(others)
            while own:
                higher = count(above(others, lowest(own)))
                own &= own - 1
                total += _WEIGHTS[table, kind, higher, length - higher]
                spread += _RISKS[table, kind, higher, length - higher]
    return total, spread


@compiled
def chance(need, left, steepness, total, spread):
    """Return the estimated probability of winning exactly `need` of the tricks left."""
    if need < 0 or need > left:
        return 0.0
    if left == 0:
        return 1.0
    gap = total - need
    return 1.0 / (1.0 + spread + steepness * gap * gap)


@compiled
def bid_value(state, cards):
    total = 0
    for suit in range(state.opt.suits):
        total += state.opt.suit_value[suit] * count(cards_of_suit(cards, suit, state.opt.ranks))
    return total


@compiled
def choose(policy, state, actions, rng):
    if state.phase == PLAY:
        return _play(policy, state, actions[0])
    if state.phase == BID:
        return _lay(policy, state)
    return _call(policy, state)


# --- bid


@compiled
def _lay(policy, state):
    seat, opt = state.player, state.opt
    hand, laid = state.hands[seat], state.laid[seat]
    unseen = unseen_by(state, seat)
    total, spread = weigh(state, hand, unseen)
    if seat == state.leader:
        total += policy.lead / opt.tricks
    bid = bid_value(state, laid)
    pool = above(hand, highest(laid)) if laid else hand
    due = opt.bid_cards - count(laid)
    best, choice = _best_card(policy, state, unseen, pool, total, spread, bid) if due == 1 else (-1.0, lowest(pool))
    if due == 1:
        return choice
    firsts = pool
    while count(firsts) >= due:
        first = lowest(firsts)
        firsts &= firsts - 1
        w1, v1 = _single(state, first, unseen)
        b1 = bid + opt.suit_value[suit_of(first, opt.ranks)]
        if due == 2:
            score, _ = _best_card(policy, state, unseen, firsts, total - w1, spread - v1, b1)
            if score > best:
                best, choice = score, first
        else:
            seconds = firsts
            while count(seconds) >= 2:
                second = lowest(seconds)
                seconds &= seconds - 1
                w2, v2 = _single(state, second, unseen)
                b2 = b1 + opt.suit_value[suit_of(second, opt.ranks)]
                score, _ = _best_card(policy, state, unseen, seconds, total - w1 - w2, spread - v1 - v2, b2)
                if score > best:
                    best, choice = score, first
    return choice


@compiled
def _single(state, card, unseen):
    suit = suit_of(card, state.opt.ranks)
    others = cards_of_suit(unseen, suit, state.opt.ranks)
    higher = count(above(others, card))
    w = _WEIGHTS[state.opt.players - 2, kind_of(state, suit, unseen), higher, count(others) - higher]
    return w, _RISKS[state.opt.players - 2, kind_of(state, suit, unseen), higher, count(others) - higher]


@compiled
def _best_card(policy, state, unseen, pool, total, spread, bid):
    opt = state.opt
    ranks, table, left = opt.ranks, opt.players - 2, opt.tricks
    best, choice = -2.0, lowest(pool)
    steepness = policy.gap_weight / left
    for suit in range(opt.suits):
        own = cards_of_suit(pool, suit, ranks)
        if own:
            others = cards_of_suit(unseen, suit, ranks)
            kind, length = kind_of(state, suit, unseen), count(others)
            need = bid + opt.suit_value[suit]
            if need <= left:
                while own:
                    card = lowest(own)
                    own &= own - 1
                    higher = count(above(others, card))
                    w = _WEIGHTS[table, kind, higher, length - higher]
                    v = _RISKS[table, kind, higher, length - higher]
                    score = chance(need, left, steepness, total - w, spread - v)
                    score += policy.trick_value * need
                    if score > best:
                        best, choice = score, card
    return best, choice


# --- premium


@compiled
def _call(policy, state):
    opt, seat = state.opt, state.player
    unseen = unseen_by(state, seat)
    total, spread = weigh(state, state.hands[seat], unseen)
    if seat == state.leader:
        total += policy.lead / opt.tricks
    bid = bid_value(state, state.laid[seat])
    hope = chance(bid, opt.tricks, policy.gap_weight / opt.tricks, total, spread)
    if opt.premium_bids == WITH_REVEAL and hope >= policy.reveal_at:
        return opt.cards + REVEAL
    may_declare = state.phase == PREMIUM and state.offer == NONE
    if may_declare and hope >= policy.declare_at:
        return opt.cards + DECLARE
    return opt.cards + PASS


# --- play


@compiled
def need_of(state, seat):
    bid, won = bid_value(state, state.laid[seat]), state.tricks[seat]
    if bid == 0 and state.opt.three_diamonds_double and won > 0 and won == state.tricks_done:
        return state.opt.tricks - won
    return bid - won


@compiled
def _play(policy, state, legal):
    if legal & (legal - 1) == 0:
        return lowest(legal)
    opt, seat = state.opt, state.player
    ranks, table = opt.ranks, opt.players - 2
    unseen = unseen_by(state, seat)
    need, left = need_of(state, seat), opt.tricks - state.tricks_done
    total, spread = weigh(state, state.hands[seat], unseen)
    later = left - 1
    steepness, lead = policy.gap_weight / max(later, 1), policy.lead / max(later, 1)
    is_dead = need < 0 or need > left
    leads = state.trick_size == 0
    led = NONE if leads else suit_of(state.trick[state.leader], ranks)
    top = NONE if leads else state.trick[state.best]
    win_bonus = policy.trick_value * opt.trick_points + _spoil(policy, state, seat, left)
    best, choice = -1e9, lowest(legal)
    for suit in range(opt.suits):
        own = cards_of_suit(legal, suit, ranks)
        if own:
            others = cards_of_suit(unseen, suit, ranks)
            kind, length = kind_of(state, suit, unseen), count(others)
            following, ruffing = _to_come(state, suit if leads else led, kind)
            race = RUFF if kind == TRUMP and not leads and led != suit else kind
            while own:
                card = lowest(own)
                own &= own - 1
                higher = count(above(others, card))
                weight = _WEIGHTS[table, kind, higher, length - higher]
                wins = 0.0
                if leads or beats(card, top, state.trump_suit, ranks):
                    wins = 1.0
                    for _ in range(following):
                        wins *= _SURVIVES[table, race, higher, length - higher]
                    for _ in range(ruffing):
                        wins *= policy.no_ruff
                if is_dead:
                    score = wins * (1.0 + win_bonus * policy.dead_spoil) - policy.thrift * weight
                else:
                    rest = total - weight
                    rest_spread = spread - _RISKS[table, kind, higher, length - higher]
                    score = wins * win_bonus
                    if wins > 0.0:
                        score += wins * chance(need - 1, later, steepness, rest + lead, rest_spread)
                    if wins < 1.0:
                        score += (1.0 - wins) * chance(need, later, steepness, rest, rest_spread)
                if score > best:
                    best, choice = score, card
    return choice


@compiled
def _to_come(state, suit, kind):
    """Return how many seats are still to play that may follow suit, and that may ruff."""
    following, ruffing = 0, 0
    players = state.opt.players
    for i in range(1, players - state.trick_size):
        other = (state.player + i) % players
        if not has(state.void[other], suit):
            following += 1
        elif kind == PLAIN and not has(state.void[other], state.trump_suit):
            ruffing += 1
    return following, ruffing


@compiled
def _spoil(policy, state, seat, left):
    """Return what a trick for this seat is worth against a bidder whose need is known."""
    worth = 0.0
    for other in range(state.opt.players):
        if other != seat and state.level[other] >= DECLARED:
            need = need_of(state, other)
            if need == 0:
                worth -= policy.spoil
            elif need == left:
                worth += policy.spoil
    return worth


NAME = "ninety_nine_heuristic"


@cache
def numbers_policy(players):
    made = policy_record(
        NAME + "_" + __name__, __file__,
        **_NUMBERS[players - 2], trick_value=0.04, declare_at=0.58, reveal_at=0.97,
        no_ruff=0.8, dead_spoil=1.0, thrift=0.5, spoil=0.15,
    )
    register_policy(made, STATE, choose)
    return made


def policy(game: Game):
    return numbers_policy(game.options.players)
