"""Ninety-Nine as a sound club player plays it, compiled.

A hand is worth the sum of its cards' weights (expected tricks) and is more or less risky by the sum
of their risks. Both are read off two counts that follow from what the mover has seen: how many
cards of the suit, higher and lower, may be in other hands. From them comes one number,

    chance(need) = 1 / (1 + risk + steepness / tricks left * (weight - need)**2),

the estimated probability of winning exactly `need` more tricks. The bid is the set of cards that
maximises it for the cards kept; a card is played for the best chance after the trick, won or lost;
a bidder declares when the chance is good. The numbers are maximum-likelihood fits to deals that
the policy played against itself with part of the bids at random.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.cards import (
    NONE,
    above,
    cards_of_suit,
    count,
    first_cards,
    has,
    highest,
    lowest,
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
    PASS,
    PLAY,
    PREMIUM,
    REVEAL,
    STATE,
    WITH_REVEAL,
)

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

# Kinds of cards. A plain card may be ruffed; a free one cannot be, no trump is out.
TRUMP, PLAIN, FREE = 0, 1, 2
RUFF = 3  # a trump on another suit: only a higher ruff beats it
_MOST_UNSEEN = 15  # cards of a suit
OPPONENTS_GAIN = 0  # the word's index in the option premium_failure

# --- fitted numbers: [players - 2][kind][feature], see _features ----------------------------------

_WEIGHT = np.array(  # logit of the weight of a trump, a plain and a free card
    [
        [  # 2 players
            [2.59, -1.42, 0.40, -0.77, 1.02, 1.64, 0.94, 0.76, -0.68, 1.14],
            [-1.81, -1.72, -1.07, 1.70, 0.73, -1.21, -2.29, -0.58, 0.63, -0.02],
            [-1.72, -2.66, -1.55, 2.78, 0.18, -0.99, 0.04, 0.26, 1.39, 0.76],
        ],
        [  # 3 players
            [1.55, -0.44, -0.57, -0.41, 1.07, 1.83, 0.18, 1.07, 0.11, 0.98],
            [-2.39, -1.06, -0.98, 0.86, 0.20, -1.45, -0.92, 0.23, -0.52, 0.07],
            [-1.65, -0.82, -0.81, 1.00, -0.65, -0.84, -0.23, -0.02, -0.29, 0.49],
        ],
        [  # 4 players
            [1.25, -0.18, -1.17, -0.40, 1.55, 1.53, 0.76, 0.77, 0.17, 0.76],
            [-2.50, -0.93, -0.77, 0.47, 0.01, -1.56, -0.46, 0.39, -0.34, 0.20],
            [-1.98, -0.86, -0.98, 0.48, -0.07, -1.12, -0.42, 0.09, 0.35, 0.27],
        ],
        [  # 5 players
            [1.59, -0.04, -1.67, -0.31, 1.38, 1.58, 0.80, 0.43, 0.01, 0.42],
            [-2.29, -1.22, -0.82, 0.29, -0.14, -1.58, -0.78, -0.02, 0.33, 0.23],
            [-1.88, -1.00, -0.89, 0.18, 0.35, -1.01, -0.43, 0.06, 0.13, 0.30],
        ],
    ]
)
_RISK = np.array(  # logarithm of the risk of such a card
    [
        [  # 2 players
            [-1.51, -0.25, 0.23, 0.23, 0.01, -1.11, 0.34, -0.44, -0.64, -0.55],
            [0.07, -1.84, 0.50, -0.56, 1.22, -1.17, -0.41, -0.43, -0.86, -0.50],
            [-0.01, -1.30, -0.13, 0.21, 0.53, -0.28, -1.06, -0.62, -0.48, -1.11],
        ],
        [  # 3 players
            [-1.16, -0.89, 1.66, -0.20, -0.32, -1.19, -0.38, -0.72, -0.33, 0.14],
            [-2.08, -0.10, -1.00, -0.19, 1.36, -0.12, -2.14, 0.48, -0.15, -0.30],
            [-1.40, -0.14, -1.14, -0.09, 1.06, 0.20, -2.17, -0.45, -0.09, -0.51],
        ],
        [  # 4 players
            [-1.69, -0.80, 1.98, -0.13, -0.21, -0.56, -0.32, -0.70, -0.30, -0.10],
            [-3.09, 0.11, -1.46, -0.34, 2.04, -0.36, -1.86, -0.08, -0.15, -0.14],
            [-1.90, -0.14, -0.98, -0.21, 1.29, 0.07, -1.65, -0.25, -0.16, -0.34],
        ],
        [  # 5 players
            [-1.92, -0.65, 1.59, -0.19, 0.30, -0.70, 0.04, -0.64, -0.41, -0.09],
            [-3.42, -0.21, -0.86, -0.25, 1.70, -0.40, -1.83, -0.27, -0.25, -0.07],
            [-2.59, -0.07, -1.39, -0.37, 2.01, -0.21, -1.62, -0.37, -0.33, -0.23],
        ],
    ]
)
_RATE = np.array(  # log rate at which a follower beats a trump, plain, free card or a ruff
    [
        [  # 2 players
            [-1.72, -0.15, 1.91, 0.12, -0.36, -4.29, 0.02, -2.19, 0.01, -2.27],
            [-2.33, 0.81, -0.96, -1.45, 3.65, -0.16, 2.72, -0.61, -0.05, -1.14],
            [-3.54, 0.69, 0.22, -0.99, 2.80, -4.21, 1.77, -2.00, 0.23, -2.47],
            [-4.00, 0.30, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
        ],
        [  # 3 players
            [-1.33, 0.01, 1.09, 0.13, -0.65, -3.88, -0.25, -1.88, -0.03, -2.13],
            [-0.62, 0.57, -1.06, -0.19, 0.81, -0.73, 0.94, -0.65, -0.23, -0.41],
            [-2.21, 0.41, -0.04, 0.01, 0.61, -3.91, 0.84, -1.84, -0.13, -2.23],
            [-2.52, -0.27, 1.40, 0.33, -1.39, -2.94, -0.96, -1.39, -0.14, -1.47],
        ],
        [  # 4 players
            [-1.69, -0.10, 1.36, 0.19, -0.85, -3.85, -0.52, -1.17, 0.01, -1.65],
            [-0.76, 0.21, -0.10, 0.10, -0.24, -0.39, 0.22, -0.52, -0.19, -0.20],
            [-1.47, 0.26, 0.08, 0.29, -0.56, -3.36, 0.01, -1.64, -0.22, -2.02],
            [-4.67, -0.60, 2.74, -0.02, -0.23, -2.21, -0.11, -1.16, -0.07, -1.31],
        ],
        [  # 5 players
            [-1.87, -0.03, 1.06, 0.05, -0.47, -3.39, -0.32, -1.41, -0.07, -1.91],
            [-1.15, 0.09, 0.38, 0.09, -0.35, -0.20, 0.08, -0.46, -0.13, -0.12],
            [-2.40, 0.08, 0.71, 0.11, -0.09, -3.08, 0.36, -1.33, -0.08, -1.92],
            [-4.54, -0.45, 2.39, 0.05, -0.48, -2.46, -0.14, -1.28, -0.03, -1.32],
        ],
    ]
)

_LEAD = (0.69, 0.3, 0.32, 0.23)  # tricks that being on lead is worth, times the tricks left
_DECLARE_AT = (0.62, 0.66, 0.7, 0.6)  # least chance of a contract that is declared
_STEEPNESS = (5.6, 7.4, 8.6, 9.5)
_TRICK_VALUE = (0.04, 0.04, 0.04, 0.02)  # of a point, in chances of the contract


def _features() -> np.ndarray:
    """Return what the fits are linear in, for each number of higher and lower unseen cards."""
    higher, lower = np.mgrid[0 : _MOST_UNSEEN + 1, 0 : _MOST_UNSEEN + 1].astype(float)
    columns = [np.ones_like(higher), higher, np.sqrt(higher), lower, np.sqrt(lower)]
    columns += [higher == 0, lower == 0, higher + lower == 0, higher == 1, (higher == 0) * lower]
    return np.stack(columns, axis=-1)


def _tabulate(coefficients: np.ndarray) -> np.ndarray:
    """Return a linear predictor as a table [players - 2][kind][higher][lower]."""
    table: np.ndarray = np.einsum("hlf,pkf->pkhl", _features(), coefficients)
    return table


_WEIGHTS = 1.0 / (1.0 + np.exp(-_tabulate(_WEIGHT)))
_RISKS = np.exp(_tabulate(_RISK))
_SURVIVES = np.exp(-np.exp(_tabulate(_RATE)))  # one follower does not beat the card


@cache
def _record(players: int) -> np.ndarray:
    record = policy_record(
        "ninety_nine_heuristic",
        __file__,
        steepness=_STEEPNESS[players - 2],
        lead=_LEAD[players - 2],
        trick_value=_TRICK_VALUE[players - 2],
        no_ruff=0.8,  # a seat that is void of the suit and may ruff does not
        declare_at=_DECLARE_AT[players - 2],
        reveal_at=0.88,
        spoil=0.3,  # worth of a trick that decides about a known contract
        spoil_lost=10.0,  # the same is worth more when the own contract is lost, times this
        thrift=0.5,  # weight of a card that is spent in vain when the own contract is lost
    )
    register_policy(record, STATE, choose)
    return record


def policy(game: Game) -> np.ndarray:
    """Return the heuristic's record, an array of length 1, with the numbers for so many seats."""
    return _record(game.num_players())


@compiled
def choose(policy, state, actions, rng):
    """Return the mover's action; it follows from what the mover knows, without chance."""
    if state.phase == PLAY:
        return _play_card(policy, state, actions[0])
    if state.phase == BID:
        return _lay_aside(policy, state)
    return _call(policy, state)


# --- what the mover knows -------------------------------------------------------------------------


@compiled
def unseen_cards(state, seat):
    """Return the cards that may be in other hands as far as a seat knows."""
    seen = state.hands[seat] | state.laid[seat]
    for other in range(state.opt.players):
        seen |= state.played[other]
        if state.shown[other]:
            seen |= state.laid[other]
    return without(first_cards(state.opt.cards), seen)


@compiled
def _kind(state, suit, unseen):
    if suit == state.trump_suit:
        return TRUMP
    if state.trump_suit != NONE and cards_of_suit(unseen, state.trump_suit, state.opt.ranks):
        return PLAIN
    return FREE


@compiled
def bid_of(state, cards):
    """Return the tricks that bid cards add up to."""
    total = 0
    for suit in range(state.opt.suits):
        total += state.opt.suit_value[suit] * count(cards_of_suit(cards, suit, state.opt.ranks))
    return total


@compiled
def _need(state, seat):
    """Return the tricks that a seat lacks; its bid cards must be known to the caller."""
    bid, won = bid_of(state, state.laid[seat]), state.tricks[seat]
    is_double = state.opt.three_diamonds_double == 1 and bid == 0
    if is_double and won > 0 and won == state.tricks_done:
        return state.opt.tricks - won
    return bid - won


# --- the worth of a hand --------------------------------------------------------------------------


@compiled
def weigh(state, cards, unseen):
    """Return the weight and the risk of cards."""
    ranks, table = state.opt.ranks, state.opt.players - 2
    weight, risk = 0.0, 0.0
    for suit in range(state.opt.suits):
        own = cards_of_suit(cards, suit, ranks)
        if own:
            others = cards_of_suit(unseen, suit, ranks)
            kind, length = _kind(state, suit, unseen), count(others)
            while own:
                higher = count(above(others, lowest(own)))
                own &= own - 1
                weight += _WEIGHTS[table, kind, higher, length - higher]
                risk += _RISKS[table, kind, higher, length - higher]
    return weight, risk


@compiled
def weigh_at_start(policy, state, unseen):
    """Return the weight and the risk of the mover's hand before the first lead."""
    weight, risk = weigh(state, state.hands[state.player], unseen)
    if state.player == state.leader:
        weight += policy.lead / state.opt.tricks
    return weight, risk


@compiled
def chance_of(need, left, steepness, weight, risk):
    """Return the estimated probability of winning exactly `need` of the tricks left."""
    if need < 0 or need > left:
        return 0.0
    if left == 0:
        return 1.0
    gap = weight - need
    return 1.0 / (1.0 + risk + steepness * gap * gap)


# --- the bid --------------------------------------------------------------------------------------


@compiled
def _lay_aside(policy, state):
    """Return the lowest card of the best completion of what has been laid aside."""
    opt, laid = state.opt, state.laid[state.player]
    unseen = unseen_cards(state, state.player)
    weight, risk = weigh_at_start(policy, state, unseen)
    bid, due = bid_of(state, laid), opt.bid_cards - count(laid)
    pool = state.hands[state.player]
    if laid:
        pool = above(pool, highest(laid))
    if due == 1:
        return _best_last(policy, state, unseen, pool, weight, risk, bid)[1]
    best, choice = -1.0, lowest(pool)
    while count(pool) >= due:
        card = lowest(pool)
        pool &= pool - 1
        value, spent, saved = worth_of(state, card, unseen)
        if due == 2:
            score = _best_last(
                policy, state, unseen, pool, weight - spent, risk - saved, bid + value
            )[0]
        else:
            score = _best_pair(
                policy, state, unseen, pool, weight - spent, risk - saved, bid + value
            )
        if score > best:
            best, choice = score, card
    return choice


@compiled
def worth_of(state, card, unseen):
    """Return what a card adds to the bid, its weight and its risk."""
    suit = suit_of(card, state.opt.ranks)
    others = cards_of_suit(unseen, suit, state.opt.ranks)
    table, kind, higher = (
        state.opt.players - 2,
        _kind(state, suit, unseen),
        count(above(others, card)),
    )
    lower = count(others) - higher
    weight, risk = _WEIGHTS[table, kind, higher, lower], _RISKS[table, kind, higher, lower]
    return state.opt.suit_value[suit], weight, risk


@compiled
def _best_pair(policy, state, unseen, pool, weight, risk, bid):
    """Return the score of the bid with the best two more cards of the pool."""
    best = -1.0
    while count(pool) >= 2:
        card = lowest(pool)
        pool &= pool - 1
        value, spent, saved = worth_of(state, card, unseen)
        score = _best_last(policy, state, unseen, pool, weight - spent, risk - saved, bid + value)[
            0
        ]
        best = max(best, score)
    return best


@compiled
def _best_last(policy, state, unseen, pool, weight, risk, bid):
    """Return the score of the bid with the best one more card of the pool, and the card."""
    opt = state.opt
    ranks, table = opt.ranks, opt.players - 2
    steepness = policy.steepness / opt.tricks
    best, choice = -1.0, lowest(pool)
    for suit in range(opt.suits):
        own, need = cards_of_suit(pool, suit, ranks), bid + opt.suit_value[suit]
        if own and need <= opt.tricks:
            others = cards_of_suit(unseen, suit, ranks)
            kind, length = _kind(state, suit, unseen), count(others)
            while own:
                card = lowest(own)
                own &= own - 1
                higher = count(above(others, card))
                kept = weight - _WEIGHTS[table, kind, higher, length - higher]
                kept_risk = risk - _RISKS[table, kind, higher, length - higher]
                score = chance_of(need, opt.tricks, steepness, kept, kept_risk)
                score += policy.trick_value * opt.trick_points * need
                if score > best:
                    best, choice = score, card
    return best, choice


# --- premium bids ---------------------------------------------------------------------------------


@compiled
def _call(policy, state):
    """Declare with a good chance, reveal with an excellent one."""
    opt, seat = state.opt, state.player
    weight, risk = weigh_at_start(policy, state, unseen_cards(state, seat))
    bid = bid_of(state, state.laid[seat])
    hope = chance_of(bid, opt.tricks, policy.steepness / opt.tricks, weight, risk)
    if opt.premium_bids == WITH_REVEAL and hope >= policy.reveal_at:
        return opt.cards + REVEAL
    if state.phase == PREMIUM and state.offer == NONE and hope >= policy.declare_at:
        return opt.cards + DECLARE
    return opt.cards + PASS


# --- tricks ---------------------------------------------------------------------------------------


@compiled
def _play_card(policy, state, legal):
    """Return the card after which the chance is best, the trick being won or lost.

    With the contract out of reach: the card that wins most for what it costs, or that spoils.
    """
    if legal & (legal - 1) == 0:
        return lowest(legal)
    opt, seat = state.opt, state.player
    ranks, table = opt.ranks, opt.players - 2
    unseen = unseen_cards(state, seat)
    weight, risk = weigh(state, state.hands[seat], unseen)
    need, left = _need(state, seat), opt.tricks - state.tricks_done - 1  # after this trick
    steepness, lead = policy.steepness / max(left, 1), policy.lead / max(left, 1)
    is_lost = need < 0 or need > left + 1
    point, spoils = policy.trick_value * opt.trick_points, _spoils(policy, state, left + 1)
    best, choice = -1e9, lowest(legal)
    for suit in range(opt.suits):
        own = cards_of_suit(legal, suit, ranks)
        if own:
            others = cards_of_suit(unseen, suit, ranks)
            kind, length = _kind(state, suit, unseen), count(others)
            race, following, ruffing = _race(state, suit, kind)
            while own:
                card = lowest(own)
                own &= own - 1
                higher = count(above(others, card))
                lower = length - higher
                wins = 0.0
                if _is_best(state, card):
                    wins = 1.0
                    for _ in range(following):
                        wins *= _SURVIVES[table, race, higher, lower]
                    for _ in range(ruffing):
                        wins *= policy.no_ruff
                spent = _WEIGHTS[table, kind, higher, lower]
                if is_lost:
                    score = wins * (1.0 + policy.spoil_lost * spoils) - policy.thrift * spent
                else:
                    rest, rest_risk = weight - spent, risk - _RISKS[table, kind, higher, lower]
                    won = chance_of(need - 1, left, steepness, rest + lead, rest_risk)
                    lost = chance_of(need, left, steepness, rest, rest_risk)
                    score = wins * (won + point + spoils) + (1.0 - wins) * lost
                if score > best:
                    best, choice = score, card
    return choice


@compiled
def _is_best(state, card):
    """Return whether a card would be the best of the running trick so far."""
    if state.trick_size == 0:
        return True
    return beats(card, state.trick[state.best], state.trump_suit, state.opt.ranks)


@compiled
def _race(state, suit, kind):
    """Return what a card of the suit has to survive, and how many seats may beat it or ruff."""
    led, race = suit, kind
    if state.trick_size > 0:
        led = suit_of(state.trick[state.leader], state.opt.ranks)
        if kind == TRUMP and led != suit:
            race = RUFF
    following, ruffing = 0, 0
    for i in range(1, state.opt.players - state.trick_size):
        void = state.void[(state.player + i) % state.opt.players]
        if not has(void, led):
            following += 1
        elif kind == PLAIN and not has(void, state.trump_suit):
            ruffing += 1
    return race, following, ruffing


@compiled
def _spoils(policy, state, left):
    """Return what winning the trick is worth against bidders whose contract is known.

    One who must win no more should be made to win; one who must win all should be beaten.
    """
    worth = 0.0
    if state.opt.premium_failure != OPPONENTS_GAIN:
        return worth
    for other in range(state.opt.players):
        if state.level[other] >= DECLARED and other != state.player:
            need = _need(state, other)
            if need == 0:
                worth -= policy.spoil
            elif need == left:
                worth += policy.spoil
    return worth
