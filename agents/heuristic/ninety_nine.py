"""Ninety-Nine as a sound club player plays it, compiled.

A hand is worth the sum of its cards' weights (expected tricks) and is more or less risky by the sum
of their risks. Both are read off two counts that follow from what the mover has seen: how many
cards of the suit, higher and lower, may be in other hands. From them comes one number,

    chance(need) = 1 / (1 + risk + steepness / tricks left * (weight - need)**2),

the estimated probability of winning exactly `need` more tricks. The bid is the set of cards that
maximises it for the cards kept; a card is played for the best chance after the trick, won or lost;
a bidder declares when the chance is good. The numbers are maximum-likelihood fits to deals that
the policy played against itself with part of the bids at random.

The relatives are played by the same numbers: a trump is named for the best bid that it would give;
where the cards left over are the bid, the best to leave are chosen anew at every trick.
"""

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
    rank_of,
    suit_of,
    without,
    without_lowest,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.games.ninety_nine.bidding import is_premium_first
from prikup.envs.games.ninety_nine.layout import (
    ANNOUNCED,
    DECLARE,
    DECLARED,
    LAST_CARDS,
    NAME_NINES,
    NAME_NT,
    NAME_SUIT,
    NINES_SUIT,
    NUMBER,
    PASS,
    REVEAL,
    STATE,
    SUITS_OR_NINES,
    SUITS_OR_NT,
    WITH_REVEAL,
)
from prikup.envs.games.ninety_nine.options import ANNOUNCE, APART, BID, NAMING, PLAY, PREMIUM
from prikup.envs.games.ninety_nine.tricks import hand_due, is_better, suit_in_play, suit_set

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

# Kinds of cards. A plain card may be ruffed; a free one cannot be, no trump is out.
TRUMP, PLAIN, FREE = 0, 1, 2
NO_BID = NONE  # any number of tricks will do
RUFF = 3  # a trump on another suit: only a higher ruff beats it
_MOST_UNSEEN = 15  # cards of a suit
OPPONENTS_GAIN = 0  # the word's index in the option premium_failure

# --- fitted numbers: [hands - 2][kind][feature], see _features ----------------------------------

_WEIGHT = np.array(  # logit of the weight of a trump, a plain and a free card
    [
        [2.59, -1.42, 0.40, -0.77, 1.02, 1.64, 0.94, 0.76, -0.68, 1.14],  # 2 hands
        [-1.81, -1.72, -1.07, 1.70, 0.73, -1.21, -2.29, -0.58, 0.63, -0.02],
        [-1.72, -2.66, -1.55, 2.78, 0.18, -0.99, 0.04, 0.26, 1.39, 0.76],
        [1.55, -0.44, -0.57, -0.41, 1.07, 1.83, 0.18, 1.07, 0.11, 0.98],  # 3 hands
        [-2.39, -1.06, -0.98, 0.86, 0.20, -1.45, -0.92, 0.23, -0.52, 0.07],
        [-1.65, -0.82, -0.81, 1.00, -0.65, -0.84, -0.23, -0.02, -0.29, 0.49],
        [1.25, -0.18, -1.17, -0.40, 1.55, 1.53, 0.76, 0.77, 0.17, 0.76],  # 4 hands
        [-2.50, -0.93, -0.77, 0.47, 0.01, -1.56, -0.46, 0.39, -0.34, 0.20],
        [-1.98, -0.86, -0.98, 0.48, -0.07, -1.12, -0.42, 0.09, 0.35, 0.27],
        [1.59, -0.04, -1.67, -0.31, 1.38, 1.58, 0.80, 0.43, 0.01, 0.42],  # 5 hands
        [-2.29, -1.22, -0.82, 0.29, -0.14, -1.58, -0.78, -0.02, 0.33, 0.23],
        [-1.88, -1.00, -0.89, 0.18, 0.35, -1.01, -0.43, 0.06, 0.13, 0.30],
    ]
).reshape(4, 3, -1)
_RISK = np.array(  # logarithm of the risk of such a card
    [
        [-1.51, -0.25, 0.23, 0.23, 0.01, -1.11, 0.34, -0.44, -0.64, -0.55],  # 2 hands
        [0.07, -1.84, 0.50, -0.56, 1.22, -1.17, -0.41, -0.43, -0.86, -0.50],
        [-0.01, -1.30, -0.13, 0.21, 0.53, -0.28, -1.06, -0.62, -0.48, -1.11],
        [-1.16, -0.89, 1.66, -0.20, -0.32, -1.19, -0.38, -0.72, -0.33, 0.14],  # 3 hands
        [-2.08, -0.10, -1.00, -0.19, 1.36, -0.12, -2.14, 0.48, -0.15, -0.30],
        [-1.40, -0.14, -1.14, -0.09, 1.06, 0.20, -2.17, -0.45, -0.09, -0.51],
        [-1.69, -0.80, 1.98, -0.13, -0.21, -0.56, -0.32, -0.70, -0.30, -0.10],  # 4 hands
        [-3.09, 0.11, -1.46, -0.34, 2.04, -0.36, -1.86, -0.08, -0.15, -0.14],
        [-1.90, -0.14, -0.98, -0.21, 1.29, 0.07, -1.65, -0.25, -0.16, -0.34],
        [-1.92, -0.65, 1.59, -0.19, 0.30, -0.70, 0.04, -0.64, -0.41, -0.09],  # 5 hands
        [-3.42, -0.21, -0.86, -0.25, 1.70, -0.40, -1.83, -0.27, -0.25, -0.07],
        [-2.59, -0.07, -1.39, -0.37, 2.01, -0.21, -1.62, -0.37, -0.33, -0.23],
    ]
).reshape(4, 3, -1)
_RATE = np.array(  # log rate at which a follower beats a trump, plain, free card or a ruff
    [
        [-1.72, -0.15, 1.91, 0.12, -0.36, -4.29, 0.02, -2.19, 0.01, -2.27],  # 2 hands
        [-2.33, 0.81, -0.96, -1.45, 3.65, -0.16, 2.72, -0.61, -0.05, -1.14],
        [-3.54, 0.69, 0.22, -0.99, 2.80, -4.21, 1.77, -2.00, 0.23, -2.47],
        [-4.00, 0.30, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
        [-1.33, 0.01, 1.09, 0.13, -0.65, -3.88, -0.25, -1.88, -0.03, -2.13],  # 3 hands
        [-0.62, 0.57, -1.06, -0.19, 0.81, -0.73, 0.94, -0.65, -0.23, -0.41],
        [-2.21, 0.41, -0.04, 0.01, 0.61, -3.91, 0.84, -1.84, -0.13, -2.23],
        [-2.52, -0.27, 1.40, 0.33, -1.39, -2.94, -0.96, -1.39, -0.14, -1.47],
        [-1.69, -0.10, 1.36, 0.19, -0.85, -3.85, -0.52, -1.17, 0.01, -1.65],  # 4 hands
        [-0.76, 0.21, -0.10, 0.10, -0.24, -0.39, 0.22, -0.52, -0.19, -0.20],
        [-1.47, 0.26, 0.08, 0.29, -0.56, -3.36, 0.01, -1.64, -0.22, -2.02],
        [-4.67, -0.60, 2.74, -0.02, -0.23, -2.21, -0.11, -1.16, -0.07, -1.31],
        [-1.87, -0.03, 1.06, 0.05, -0.47, -3.39, -0.32, -1.41, -0.07, -1.91],  # 5 hands
        [-1.15, 0.09, 0.38, 0.09, -0.35, -0.20, 0.08, -0.46, -0.13, -0.12],
        [-2.40, 0.08, 0.71, 0.11, -0.09, -3.08, 0.36, -1.33, -0.08, -1.92],
        [-4.54, -0.45, 2.39, 0.05, -0.48, -2.46, -0.14, -1.28, -0.03, -1.32],
    ]
).reshape(4, 4, -1)

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
    """Return a linear predictor as a table [hands - 2][kind][higher][lower]."""
    return np.asarray(np.einsum("hlf,pkf->pkhl", _features(), coefficients))


_WEIGHTS = 1.0 / (1.0 + np.exp(-_tabulate(_WEIGHT)))
_RISKS = np.exp(_tabulate(_RISK))
_SURVIVES = np.exp(-np.exp(_tabulate(_RATE)))  # one follower does not beat the card


@cache
def _record(hands: int) -> np.ndarray:
    record = policy_record(
        "ninety_nine_heuristic",
        __file__,
        steepness=_STEEPNESS[hands - 2],
        lead=_LEAD[hands - 2],
        trick_value=_TRICK_VALUE[hands - 2],
        no_ruff=0.8,  # a seat that is void of the suit and may ruff does not
        declare_at=_DECLARE_AT[hands - 2],
        reveal_at=0.88,
        spoil=0.3,  # worth of a trick that decides about a known contract
        spoil_lost=10.0,  # the same is worth more when the own contract is lost, times this
        thrift=0.5,  # weight of a card that is spent in vain when the own contract is lost
    )
    register_policy(record, STATE, choose)
    return record


def policy(game: Game) -> np.ndarray:
    """Return the heuristic's record, an array of length 1, with the numbers for so many hands."""
    return _record(int(game.options.derived()["hands"]))


@compiled
def choose(policy, state, actions, rng):
    """Return the mover's action; it follows from what the mover knows, without chance."""
    if state.phase == PLAY:
        return _play_card(policy, state, actions[0], state.hands[state.player])
    if state.phase == APART:
        return _play_apart(policy, state, actions[0])
    if state.phase == BID:
        if state.opt.bid_mode == ANNOUNCED:
            return _lay_unbid(state, actions[0])
        return _lay_aside(policy, state)
    if state.phase == NAMING:
        return state.opt.cards + _best_trump(policy, state)[1]
    if state.phase == ANNOUNCE:
        return state.opt.cards + NUMBER + _number(policy, state)
    return _call(policy, state)


# --- what the mover knows -------------------------------------------------------------------------


@compiled
def unseen_cards(state, seat):
    """Return the cards that may be in other hands as far as a seat knows."""
    seen = state.hands[seat] | state.laid[seat]
    for other in range(state.opt.hands):
        seen |= state.played[other]
        if state.shown[other]:
            seen |= state.laid[other]
    return without(first_cards(state.opt.cards), seen)


@compiled
def _kind(state, suit, unseen):
    if suit == state.trump_suit:
        return TRUMP
    if state.trump_suit != NONE and unseen & suit_set(state, state.trump_suit):
        return PLAIN
    return FREE


@compiled
def _higher(state, others, card, suit):
    """Return how many of the other cards of its suit beat a card."""
    if suit != NINES_SUIT:
        return count(above(others, card))
    opt, number = state.opt, 0
    rank = opt.nine_rank[suit_of(card, opt.ranks)]
    while others:
        other = lowest(others)
        others &= others - 1
        number += opt.nine_rank[suit_of(other, opt.ranks)] > rank
    return number


@compiled
def bid_of(state, cards):
    """Return the tricks that bid cards add up to."""
    total = 0
    for suit in range(state.opt.suits):
        total += state.opt.suit_value[suit] * count(cards_of_suit(cards, suit, state.opt.ranks))
    return total


@compiled
def _need(state, seat):
    """Return the tricks that a seat lacks; its bid must be known to the caller."""
    opt, won = state.opt, state.tricks[seat]
    if state.announced[seat] >= 0:
        return state.announced[seat] - won
    bid = bid_of(state, state.laid[seat] | state.picked_up[seat])
    is_double = opt.three_diamonds_double == 1 and bid == 0
    if is_double and won > 0 and won == state.tricks_done:
        return opt.tricks - won
    need = bid - won
    if opt.partnership:
        other = (seat + 2) % 4
        if state.shown[other] and opt.partnership_contract == 0:
            # What the partner has won too many the seat need not win.
            need += min(bid_of(state, state.laid[other]) - state.tricks[other], 0)
    return need


# --- the worth of a hand --------------------------------------------------------------------------


@compiled
def weigh(state, cards, unseen):
    """Return the weight and the risk of cards."""
    table = state.opt.hands - 2
    weight, risk = 0.0, 0.0
    for suit in range(NINES_SUIT + 1):  # the nines may be one
        whole = suit_set(state, suit)
        own = cards & whole
        if own:
            others = unseen & whole
            kind, length = _kind(state, suit, unseen), count(others)
            while own:
                higher = _higher(state, others, lowest(own), suit)
                own &= own - 1
                weight += _WEIGHTS[table, kind, higher, length - higher]
                risk += _RISKS[table, kind, higher, length - higher]
    return weight, risk


@compiled
def _weigh_hand(policy, state, cards, unseen):
    """Return the same of the mover's cards; being on lead before the first trick counts extra."""
    weight, risk = weigh(state, cards, unseen)
    if state.tricks_done == 0 and state.trick_size == 0 and state.player == state.leader:
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
    hand, laid = state.hands[state.player], state.laid[state.player]
    pool = above(hand, highest(laid)) if laid else hand
    return lowest(_best_to_leave(policy, state, hand, pool, bid_of(state, laid), NO_BID)[0])


@compiled
def worth_of(state, card, unseen):
    """Return what a card adds to the bid, its weight and its risk."""
    suit, table = suit_in_play(state, card), state.opt.hands - 2
    others, kind = unseen & suit_set(state, suit), _kind(state, suit, unseen)
    higher = _higher(state, others, card, suit)
    lower = count(others) - higher
    weight, risk = _WEIGHTS[table, kind, higher, lower], _RISKS[table, kind, higher, lower]
    return state.opt.suit_value[suit_of(card, state.opt.ranks)], weight, risk


@compiled
def _best_to_leave(policy, state, hand, pool, laid, wanted):
    """Return the cards that are best set aside, and the score of the bid that they make.

    Args:
        policy: The record.
        state: The state; the mover has won its tricks so far.
        hand: The mover's cards; what is left of them when the bid is complete will be played.
        pool: The cards of it that may still be set aside.
        laid: The tricks that the cards laid aside already show.
        wanted: The number of tricks that the bid must be, NO_BID where any will do.
    """
    opt, won, unseen = state.opt, state.tricks[state.player], unseen_cards(state, state.player)
    left = opt.tricks - state.tricks_done
    steepness = policy.steepness / max(left, 1)
    weight, risk = _weigh_hand(policy, state, hand, unseen)
    number, due = count(pool), opt.bid_cards - count(state.laid[state.player])
    cards, values = np.empty(number, np.int64), np.empty(number, np.int64)
    weights = np.empty((number, 2))
    for i in range(number):
        cards[i] = lowest(pool)
        pool = without_lowest(pool)
        values[i], weights[i, 0], weights[i, 1] = worth_of(state, cards[i], unseen)
    best, chosen, places = -1.0, np.int64(0), np.arange(due)
    while True:
        bid, kept, kept_risk, these = laid, weight, risk, np.int64(0)
        for k in range(due):
            place = places[k]
            bid += values[place]
            kept -= weights[place, 0]
            kept_risk -= weights[place, 1]
            these = add(these, cards[place])
        if wanted == NO_BID or bid == wanted:
            score = 0.0  # out of reach
            if won <= bid <= won + left:
                score = chance_of(bid - won, left, steepness, kept, kept_risk)
                score += policy.trick_value * opt.trick_points * bid
            if score > best:
                best, chosen = score, these
        k = due - 1  # the next choice of places
        while k >= 0 and places[k] == number - due + k:
            k -= 1
        if k < 0:
            return chosen, best
        places[k] += 1
        for later in range(k + 1, due):
            places[later] = places[later - 1] + 1


@compiled
def _best_left_over(policy, state, wanted):
    """Return the best cards of the whole hand to set aside or leave over, and their score."""
    hand = state.hands[state.player]
    return _best_to_leave(policy, state, hand, hand, np.int64(0), np.int64(wanted))


# --- numbers and names ---------------------------------------------------------------------------


@compiled
def _best_trump(policy, state):
    """Return the chance of the best bid with the best trump that may be named, and its name."""
    opt, before = state.opt, state.trump_suit
    best, choice = -1.0, np.int64(NAME_SUIT)
    for name in range(NAME_SUIT, NAME_NT + 1):
        suit, may = np.int64(NONE), opt.premium_names_trump == SUITS_OR_NT
        if name < NAME_NINES:
            suit = opt.trump_suit[name - NAME_SUIT]
            may = suit != NONE
        elif name == NAME_NINES:
            suit = np.int64(NINES_SUIT)
            may = opt.premium_names_trump == SUITS_OR_NINES
        if may:
            # Tried on the state itself, which is put back: what follows reads no hidden card.
            state.trump_suit = suit
            chance = _best_left_over(policy, state, NO_BID)[1]
            if chance > best:
                best, choice = chance, np.int64(name)
    state.trump_suit = before
    return best, choice


@compiled
def _number(policy, state):
    """Return the number of tricks to announce."""
    opt, seat = state.opt, state.player
    if opt.bid_mode == LAST_CARDS:
        return min(bid_of(state, _best_left_over(policy, state, NO_BID)[0]), opt.tricks)
    cards = state.hands[seat] | (state.laid[seat] if opt.bid_cards_played_last else 0)
    weight, _ = _weigh_hand(policy, state, cards, unseen_cards(state, seat))
    return min(np.int64(weight + 0.5), opt.tricks)


@compiled
def _lay_unbid(state, legal):
    """Lay aside what is played last, or not at all, and bids nothing: the lowest cards allowed."""
    unseen = unseen_cards(state, state.player)
    best, choice = 1e9, lowest(legal)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        _, weight, _ = worth_of(state, card, unseen)
        if weight < best:
            best, choice = weight, card
    return choice


# --- premium bids ---------------------------------------------------------------------------------


@compiled
def _call(policy, state):
    """Declare with a good chance, reveal with an excellent one."""
    opt, hope = state.opt, _hope(policy, state)
    if opt.premium_bids == WITH_REVEAL and hope >= policy.reveal_at:
        return opt.cards + REVEAL
    if state.phase == PREMIUM and state.offer == NONE and hope >= policy.declare_at:
        return opt.cards + DECLARE
    return opt.cards + PASS


@compiled
def _hope(policy, state):
    """Return the chance of the mover's contract, of the best one where it is not made yet."""
    opt, seat = state.opt, state.player
    if opt.premium_names_trump != 0:
        return _best_trump(policy, state)[0]
    if is_premium_first(state):
        return _best_left_over(policy, state, NO_BID)[1]
    weight, risk = _weigh_hand(policy, state, state.hands[seat], unseen_cards(state, seat))
    is_said = opt.bid_mode == ANNOUNCED
    bid = state.announced[seat] if is_said else bid_of(state, state.laid[seat])
    return chance_of(bid, opt.tricks, policy.steepness / opt.tricks, weight, risk)


# --- tricks ---------------------------------------------------------------------------------------


@compiled
def _play_apart(policy, state, legal):
    """Return the card in the forms of the game that go beyond plain tricks of own cards."""
    opt, seat = state.opt, state.player
    if hand_due(state) != seat:
        return _play_dummy(state, legal)
    hand = state.hands[seat]
    if opt.bid_mode == LAST_CARDS and without_lowest(legal) != 0:
        kept, score = _best_left_over(policy, state, state.announced[seat])
        if score < 0.0:  # no cards show the number announced
            kept, _ = _best_left_over(policy, state, NO_BID)
        free = without(legal, kept)
        need = bid_of(state, kept) - state.tricks[seat]
        return _best_card(policy, state, free if free else legal, without(hand, kept), need)
    later = state.laid[seat] if opt.bid_cards_played_last else 0
    return _play_card(policy, state, legal, hand | later)


@compiled
def _play_dummy(state, legal):
    """Return the dummy's card that helps its player to the tricks that he lacks."""
    seat, ranks, best, worst = state.player, state.opt.ranks, np.int64(NONE), np.int64(NONE)
    need = _need(state, seat)
    if state.trick_size == 0:  # low, to win it from hand, or high, to lose under it
        worst = lowest(legal)
    wants_to_beat = (state.best == seat) == (need <= 0)
    while legal:
        card = lowest(legal)
        legal = without_lowest(legal)
        if state.trick_size == 0:
            if (rank_of(card, ranks) > rank_of(worst, ranks)) == (need <= 0):
                worst = card
        elif is_better(state, card, state.trick[state.best]):
            if best == NONE or rank_of(card, ranks) < rank_of(best, ranks):
                best = card
        elif worst == NONE or rank_of(card, ranks) > rank_of(worst, ranks):
            worst = card
    if best == NONE or (worst != NONE and not wants_to_beat):
        return worst
    return best


@compiled
def _play_card(policy, state, legal, hand):
    """Return the card of a hand, all of which will be played, for the bid that was made."""
    if without_lowest(legal) == 0:
        return lowest(legal)
    return _best_card(policy, state, legal, hand, _need(state, state.player))


@compiled
def _best_card(policy, state, legal, hand, need):
    """Return the card after which the chance is best, the trick being won or lost.

    With the contract out of reach: the card that wins most for what it costs, or that spoils.
    """
    opt, seat = state.opt, state.player
    table = opt.hands - 2
    unseen = unseen_cards(state, seat)
    weight, risk = weigh(state, hand, unseen)
    left = opt.tricks - state.tricks_done - 1  # after this trick
    steepness, lead = policy.steepness / max(left, 1), policy.lead / max(left, 1)
    is_lost = need < 0 or need > left + 1
    point, spoils = policy.trick_value * opt.trick_points, _spoils(policy, state, left + 1)
    best, choice = -1e9, lowest(legal)
    for suit in range(NINES_SUIT + 1):  # the nines may be one
        whole = suit_set(state, suit)
        own = legal & whole
        if own:
            others = unseen & whole
            kind, length = _kind(state, suit, unseen), count(others)
            race, following, ruffing = _race(state, suit, kind)
            while own:
                card = lowest(own)
                own &= own - 1
                higher = _higher(state, others, card, suit)
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
    return state.trick_size == 0 or is_better(state, card, state.trick[state.best])


@compiled
def _race(state, suit, kind):
    """Return what a card of the suit has to survive, and how many seats may beat it or ruff."""
    led, race, following, ruffing = suit, kind, 0, 0
    if state.trick_size > 0:
        led = suit_in_play(state, state.trick[state.leader])
        if kind == TRUMP and led != suit:
            race = RUFF
    if state.opt.dummy:  # who plays when hangs on who leads: all hands behind may follow
        return race, state.opt.hands - 1 - state.trick_size, ruffing
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
