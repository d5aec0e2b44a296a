"""Thousand as a sound club player plays it, compiled.

A hand is worth a linear sum of what makes points: aces, tens beside or without their ace,
marriages, halves of marriages, length. One set of weights stands for the hand as dealt, with what
the talon adds on average, another for the hand after the exchange. The mover bids up to the value
less a margin, gives away the cards that leave the best hand, and raises to what is left of it.

A card is chosen by expectation: the chance that it wins, from what each seat behind may hold, times
the points; what goes to others; what is left for later, where marriages wait for the lead.

The weights are least-squares fits to what the declarer took when the policy played itself; the
other numbers were tuned by tournaments of candidates on common deals.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.cards import (
    NONE,
    cards_of_suit,
    count,
    count_allowed,
    first_cards,
    has,
    is_allowed,
    lowest,
    nth_allowed,
    remove,
    suit_of,
    whole_suit,
    without,
    without_lowest,
)
from prikup.envs.engine.jit import compiled, inlined
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.games.thousand import layout
from prikup.envs.games.thousand.codes import BY_LEAD_OF_FOREHAND, DECLARED_FIXED
from prikup.envs.games.thousand.common import (
    bid_of,
    holds_marriage,
    holds_pair,
    marriage_value,
    next_active,
    points_of,
)
from prikup.envs.games.thousand.options import ThousandOptions
from prikup.envs.games.thousand.rules import STATE

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

# --- fitted numbers -------------------------------------------------------------------------------

_FEATURES = (
    "base",
    "ace",  # for each ace
    "ace_ten",  # for each suit with ace and ten
    "ten",  # for each guarded ten without the ace
    "pair",  # of the value of each marriage in a hand with an ace
    "pair_bare",  # the same in a hand without
    "second",  # of the value of the marriages but the best
    "half",  # of the value where one card of the two is held
    "pair_top",  # for ace and ten in the suit of the best marriage
    "pair_length",  # for each card above two in that suit
    "length",  # for each card above two in any suit
)
# Points taken as declarer by the features above: of the hand as dealt, and after the exchange.
# Keys: seats that hold cards, cards of the pack, whether the declarer names the trump.
_WEIGHTS = {
    (3, 24, False): (
        (26.69, 21.11, 15.23, 3.06, 0.96, 0.57, -0.29, 0.13, 4.22, 2.04, 6.14),
        (-25.66, 19.77, 18.36, 2.05, 1.11, 0.08, -0.50, 0.01, 1.29, 2.04, 13.72),
    ),
    (2, 24, False): (
        (20.54, 13.15, 11.94, 6.73, 0.98, 0.58, -0.34, 0.13, 2.86, 0.44, 4.08),
        (-23.08, 14.16, 14.11, 8.44, 1.10, 0.52, -0.43, 0.04, 2.24, 0.45, 7.45),
    ),
    (3, 32, False): (
        (4.31, 15.58, 13.64, 7.21, 1.06, 0.44, -0.22, 0.09, -0.49, 2.87, 3.57),
        (-26.31, 15.45, 15.33, 9.73, 1.08, 0.21, -0.24, 0.00, -0.96, 2.31, 7.75),
    ),
    (2, 32, False): (
        (3.96, 10.60, 10.18, 9.46, 0.97, 0.80, -0.15, 0.13, 4.56, 0.12, 3.07),
        (-13.99, 11.36, 11.12, 10.34, 1.03, 0.78, -0.22, 0.04, 3.65, 0.50, 3.05),
    ),
    (3, 24, True): (
        (44.55, 14.18, 6.48, 3.94, 1.22, 1.09, -0.36, 0.18, 0.18, 7.74, 4.83),
        (-15.19, 19.94, 9.99, 9.40, 1.38, 1.07, -0.40, 0.02, -4.22, 11.36, 12.11),
    ),
}


@cache
def _record(active: int, cards: int, names_trump: bool) -> np.ndarray:
    weights = _WEIGHTS.get((active, cards, names_trump), _WEIGHTS[3, 24, False])
    numbers = {f"dealt_{name}": weight for name, weight in zip(_FEATURES, weights[0])}
    numbers |= {f"final_{name}": weight for name, weight in zip(_FEATURES, weights[1])}
    record = policy_record(
        "thousand_heuristic",
        __file__,
        **numbers,
        # bidding
        margin=14.0,  # bids stop so far below the value of a hand
        margin_plain=32.0,  # the same without a marriage
        overbid=12.0,  # more of it when the opening bid alone stands against the mover
        barrel_last=95.0,  # least value for which barrel_need is bid in the last attempt
        barrel=115.0,  # and in earlier ones
        away=45.0,  # loss of value where forehand leads first and is not the declarer
        push=5.0,  # bid more against a player on the barrel
        raise_margin=5.0,  # the value is counted so much lower when the contract is raised
        spread=0.09,  # uncertainty of the value, as part of it
        write_off=78.0,  # a value so far below the contract is written off
        blind_behind=400.0,  # points behind everybody at which blind is played
        redeal=60.0,  # a hand below it is redealt
        # exchange
        given_points=0.2,  # for each point that is passed
        given_half=0.16,  # of the value of a marriage whose other half may be there
        # play
        adds=4.0,  # points that each seat behind adds
        lead=7.0,  # being on lead
        enemy=1.3,  # weight of points that an enemy takes
        fellow=-0.1,  # weight of points that the fellow defender takes
        fellow_made=-0.2,  # the same when the contract is made
        capture=4.74,  # points of others that a later trick wins
        top=1.0,  # chance that a card wins later: none higher is out
        second_best=0.4,  # one higher is out and the card is guarded
        third_best=0.15,  # two higher are out
        ruffed=0.87,  # the same of all these while others hold trumps
        trump=1.5,  # a trump in the hand
        regain=0.53,  # chance to declare a marriage by a top card that regains the lead
        luck=0.05,  # the same without one
    )
    register_policy(record, STATE, choose)
    return record


def policy(game: Game) -> np.ndarray:
    """Return the heuristic's record for a Thousand game: an array of length 1."""
    options = game.options
    assert isinstance(options, ThousandOptions)
    return _record(options.active_seats(), len(game.pack), options.trump_mode == "declared_fixed")


@compiled
def choose(policy, state, actions, rng):
    """Return the action of the mover; peeks are not used, nor is chance."""
    if count_allowed(actions) == 1:
        return nth_allowed(actions, 0)
    first = state.opt.cards
    if state.phase == layout.PLAY:
        return _play(policy, state, actions)
    if state.phase == layout.PASSING or state.phase == layout.DISCARDING:
        return _best_to_give(policy, state, actions[0] & first_cards(first))[0]
    if state.phase == layout.AUCTION:
        return first + bid_up_to(state, actions, limit_of(policy, state))
    if state.phase == layout.FINAL_BID or state.phase == layout.EARLY_RAISE:
        return first + _final_bid(policy, state, actions)
    return first + _call(policy, state, actions)


@compiled
def _call(policy, state, actions):
    """The yes-or-no decisions before the play, and the trump."""
    first, seat = state.opt.cards, state.player
    for call in (layout.RECUT, layout.JACK_TO_MIDDLE):
        if is_allowed(actions, first + call):
            return np.int64(call)
    if state.phase == layout.BLIND_BID:
        return np.int64(layout.BLIND if _is_far_behind(policy, state) else layout.PASS)
    if state.phase == layout.NAMING:
        return layout.NAME_TRUMP + state.opt.letters[_best_trump(state, state.hands[seat])]
    value = dealt_value(policy, state, state.hands[seat])
    if state.phase == layout.UNBLINDING and is_allowed(actions, first + layout.UNBLIND):
        return np.int64(layout.UNBLIND if value - policy.margin >= 125 else layout.PASS)
    if is_allowed(actions, first + layout.REDEAL):
        if state.phase == layout.HAND_REDEAL:
            return np.int64(layout.REDEAL if value < policy.redeal else layout.PASS)
        if state.phase == layout.NINES_REDEAL:
            return np.int64(layout.PASS if state.opt.four_nines_bonus else layout.REDEAL)
        if state.phase == layout.TALON_REDEAL:
            value = _best_to_give(policy, state, state.hands[seat])[1]
            return np.int64(layout.REDEAL if value < state.contract else layout.PASS)
    return np.int64(layout.PASS if is_allowed(actions, first + layout.PASS) else layout.TALON_0)


@compiled
def _is_far_behind(policy, state):
    """Return whether everybody is far ahead of the mover."""
    own = state.match.total[state.player]
    for seat in range(state.opt.players):
        if seat != state.player and state.match.total[seat] < own + policy.blind_behind:
            return False
    return True


# --- what a hand is worth -------------------------------------------------------------------------


@compiled
def hand_features(state, hand):
    """Return the features of a hand, in the order of `_FEATURES` without the base."""
    opt = state.opt
    aces = count(hand & opt.aces)
    ace_ten, ten, half, length, total, best = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    best_top, best_length = 0.0, 0.0
    for suit in range(opt.suits):
        held = cards_of_suit(hand, suit, opt.ranks)
        number, value = count(held), marriage_value(state, suit)
        has_ace, has_ten = held & opt.aces != 0, _holds_ten(state, held)
        if has_ten and has_ace:
            ace_ten += 1.0
        elif has_ten and number > 1:
            ten += 1.0
        if holds_pair(state, hand, suit):
            total += value
            if value > best:
                best, best_length = float(value), number - 2.0
                best_top = (1.0 if has_ace else 0.0) + (1.0 if has_ten else 0.0)
        elif held & opt.pairs[suit]:
            half += value
        length += max(0, number - 2)
    pair = total if aces else 0.0
    bare, second = total - pair, total - best
    return aces, ace_ten, ten, pair, bare, second, half, best_top, best_length, length


@inlined
def _holds_ten(state, held):
    """Return whether the ten is among the cards of a suit."""
    while held:
        if state.opt.points[lowest(held)] == 10:
            return True
        held = without_lowest(held)
    return False


@compiled
def dealt_value(policy, state, hand):
    """Return about how many points a dealt hand takes as declarer, in the mean over the talon."""
    ace, ace_ten, ten, pair, bare, second, half, top, long, length = hand_features(state, hand)
    total = policy.dealt_base + policy.dealt_ace * ace + policy.dealt_ace_ten * ace_ten
    total += policy.dealt_ten * ten + policy.dealt_pair * pair + policy.dealt_pair_bare * bare
    total += policy.dealt_second * second + policy.dealt_half * half + policy.dealt_pair_top * top
    return total + policy.dealt_pair_length * long + policy.dealt_length * length


@compiled
def final_value(policy, state, hand):
    """Return about how many points a hand takes as declarer after the exchange."""
    ace, ace_ten, ten, pair, bare, second, half, top, long, length = hand_features(state, hand)
    total = policy.final_base + policy.final_ace * ace + policy.final_ace_ten * ace_ten
    total += policy.final_ten * ten + policy.final_pair * pair + policy.final_pair_bare * bare
    total += policy.final_second * second + policy.final_half * half + policy.final_pair_top * top
    return total + policy.final_pair_length * long + policy.final_length * length


@compiled
def _best_trump(state, hand):
    """Return the suit to name: a marriage, length, high cards."""
    best, choice = -1, np.int64(0)
    for suit in range(state.opt.suits):
        held = cards_of_suit(hand, suit, state.opt.ranks)
        worth = 10 * count(held) + points_of(state, held)
        worth += 20 if holds_pair(state, hand, suit) else 0
        if worth > best:
            best, choice = worth, np.int64(suit)
    return choice


# --- bidding --------------------------------------------------------------------------------------


@compiled
def limit_of(policy, state):
    """Return the highest contract that the mover's dealt hand is good for."""
    opt, match, seat = state.opt, state.match, state.player
    hand = state.hands[seat]
    value = dealt_value(policy, state, hand)
    margin = policy.margin if holds_marriage(state, hand) else policy.margin_plain
    if state.bidder != seat and state.bid == opt.opening_bid:
        margin += policy.overbid
    limit = value - margin
    if state.bidder != NONE and match.on_barrel[state.bidder] and state.bidder != seat:
        limit += policy.push
    if opt.first_lead == BY_LEAD_OF_FOREHAND and seat != state.forehand:
        limit -= policy.away
    if match.on_barrel[seat]:
        is_last = match.attempts[seat] + 1 >= opt.barrel_attempts
        if value >= (policy.barrel_last if is_last else policy.barrel):
            limit = max(limit, float(opt.need))
    return limit


@compiled
def bid_up_to(state, actions, limit):
    """Return the call of the least bid that is allowed, PASS where it is above the limit."""
    first, least = state.opt.cards, np.int64(layout.PASS)
    for call in range(layout.BID_66, 0, -1):
        if is_allowed(actions, first + call) and least != layout.BID_66:
            least = np.int64(call)
    is_free = is_allowed(actions, first + layout.PASS)
    return np.int64(layout.PASS) if is_free and bid_of(least) > limit else least


@compiled
def _final_bid(policy, state, actions):
    """Raise to what the hand is good for, give up what is hopeless."""
    opt, seat = state.opt, state.player
    first = opt.cards
    value = limit_of(policy, state)
    if state.phase == layout.FINAL_BID:
        value = final_value(policy, state, state.hands[seat])
        if opt.first_lead == BY_LEAD_OF_FOREHAND and seat != state.forehand:
            value -= policy.away
    if is_allowed(actions, first + layout.WRITE_OFF):
        costs_fine = opt.writeoff_third_fine and state.match.writeoffs[seat] % 3 == 2
        loss = policy.write_off if opt.writeoff_subtract_bid or costs_fine else 0.0
        if value < state.contract - loss:
            return np.int64(layout.WRITE_OFF)
    enough = opt.goal - state.match.total[seat]  # no need to bid beyond it
    if state.match.on_barrel[seat]:
        enough = opt.need
    choice, contract = np.int64(layout.PASS), state.contract
    best = _hope(policy, value, contract)
    for call in range(1, layout.BID_66):
        if is_allowed(actions, first + call) and contract < enough:
            contract = bid_of(call)
            hope = _hope(policy, value, contract)
            if hope > best:
                best, choice = hope, np.int64(call)
    return choice


@inlined
def _hope(policy, value, contract):
    """Return what a contract is expected to score with a hand of some value."""
    gap = (value - policy.raise_margin - contract) / (policy.spread * max(value, 40.0))
    return contract * (2.0 / (1.0 + np.exp(-gap)) - 1.0)


# --- exchange -------------------------------------------------------------------------------------


@compiled
def _best_to_give(policy, state, cards):
    """Return the card that, with the best next one, leaves the best hand and helps others least.

    Also return what is left of the hand, less that help.
    """
    hand = state.hands[state.player]
    is_last = count(hand) - 1 == state.opt.hand_size + state.opt.pass_each
    best, choice = -1e9, lowest(cards)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        rest = remove(hand, card)
        worth, others = final_value(policy, state, rest), rest
        if not is_last:
            worth = -1e9
            while others:
                other = lowest(others)
                others = without_lowest(others)
                left = final_value(policy, state, remove(rest, other))
                worth = max(worth, left - _help(policy, state, rest, other))
        worth -= _help(policy, state, hand, card)
        if worth > best:
            best, choice = worth, card
    return choice, best


@inlined
def _help(policy, state, hand, card):
    """Return what a card is worth to who gets it: points, perhaps the half of a marriage."""
    opt = state.opt
    if state.phase == layout.DISCARDING:
        return 0.0
    suit = suit_of(card, opt.ranks)
    worth = policy.given_points * opt.points[card]
    if has(opt.pairs[suit], card) and not hand & remove(opt.pairs[suit], card):
        worth += policy.given_half * marriage_value(state, suit)
    return worth


# --- what the mover knows of the others' cards ----------------------------------------------------


@compiled
def _outside(state):
    """Return the cards that others may still hold, as far as the mover knows."""
    opt, seat = state.opt, state.player
    gone = state.hands[seat]
    for other in range(opt.players):
        gone |= state.played[other]
    if seat == state.declarer:
        gone |= state.discards
    return without(first_cards(opt.cards), gone)


@inlined
def _known(state, seat):
    """Return the cards that the mover knows to lie in another hand."""
    cards = state.open[seat]
    if state.player == state.declarer:
        cards |= without(state.given[seat], state.played[seat])
    return cards


@compiled
def _may_hold(state, seat, outside):
    """Return the cards that another seat may hold, those known to lie there among them."""
    cards = without(outside, state.lacked[seat])
    for other in range(state.opt.players):
        if other != seat and other != state.player:
            cards = without(cards, _known(state, other))
    return cards


@compiled
def _none_of(cards, possible, sure, slots):
    """Return the chance that a hand has none of some cards.

    It has so many slots, and all possible cards but the sure ones are equally likely.
    """
    if cards & sure:
        return 0.0
    unsure = without(possible, sure)
    total, free = count(unsure), slots - count(sure)
    chance = 1.0
    for i in range(count(unsure & cards)):
        chance *= max(0, total - free - i) / (total - i)
    return chance


@compiled
def _beats(state, seat, card, led, trump, outside):
    """Return the chance that a seat behind can beat a card, if that is the best of the trick."""
    opt = state.opt
    possible, sure = _may_hold(state, seat, outside), _known(state, seat)
    slots = count(state.hands[state.player])
    suit = suit_of(card, opt.ranks)
    higher = opt.higher[card]
    if suit == led:
        beaten = 1.0 - _none_of(higher, possible, sure, slots)
        if trump == NONE or trump == led:
            return beaten
        higher = whole_suit(trump, opt.ranks)
    else:
        beaten = 0.0
    same = whole_suit(led, opt.ranks)
    void = _none_of(same, possible, sure, slots)
    if void > 0.0:
        beaten += void * (1.0 - _none_of(higher, without(possible, same), sure, slots))
    return beaten


@compiled
def _wins(state, card, led, trump, outside):
    """Return the chance that a card, the best so far, wins the trick."""
    chance, seat = 1.0, state.player
    for _ in range(state.opt.active - 1 - state.trick_size):
        seat = next_active(state, seat)
        chance *= 1.0 - _beats(state, seat, card, led, trump, outside)
    return chance


# --- what is left for later -----------------------------------------------------------------------


@compiled
def _later(policy, state, card, hand, outside, trump):
    """Return what a card of the hand is worth in later tricks."""
    opt = state.opt
    suit = suit_of(card, opt.ranks)
    higher = count(outside & opt.higher[card])
    chance = 0.0
    if higher == 0:
        chance = policy.top
    elif higher < 3 and count(cards_of_suit(hand, suit, opt.ranks)) > 1:
        chance = policy.second_best if higher == 1 else policy.third_best
    if trump != NONE and suit != trump and cards_of_suit(outside, trump, opt.ranks):
        chance *= policy.ruffed
    points = opt.points[card]
    worth = chance * (points + policy.capture) - (1.0 - chance) * policy.enemy * points
    return worth + (policy.trump if suit == trump else 0.0)


@compiled
def _marriages_later(policy, state, hand, outside, waiting):
    """Return what the marriages of a hand are worth: each needs the lead once more.

    Before the best one can be declared the lead must be regained so many times, `waiting`.
    """
    opt = state.opt
    entries, cards = 0, hand
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        if not outside & opt.higher[card] and not has(opt.pairs[suit_of(card, opt.ranks)], card):
            entries += 1
    total, left = 0.0, first_cards(opt.suits)
    for _ in range(opt.suits):
        best, value = np.int64(NONE), np.int64(0)
        for suit in range(opt.suits):
            if has(left, suit) and holds_pair(state, hand, suit):
                if marriage_value(state, suit) > value:
                    best, value = np.int64(suit), marriage_value(state, suit)
        if best == NONE:
            break
        left = remove(left, best)
        chance = 1.0
        for i in range(waiting):
            chance *= policy.regain if i < entries else policy.luck
        total += chance * value
        waiting += 1
    return total


# --- play -----------------------------------------------------------------------------------------


@compiled
def _play(policy, state, actions):
    """Choose between the cards, and on lead the marriages, by what they are expected to bring."""
    opt, seat = state.opt, state.player
    outside, lying = _outside(state), 0.0
    for other in range(opt.players):
        if state.trick[other] != NONE:
            lying += opt.points[state.trick[other]]
    best, choice = -1e9, np.int64(NONE)
    cards = actions[0] & state.hands[seat]
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        worth = _worth(policy, state, card, state.trump, outside, lying)
        if worth > best:
            best, choice = worth, card
    for suit in range(opt.suits):
        king = opt.cards + layout.DECLARE_KING + opt.letters[suit]
        if not is_allowed(actions, king):
            continue
        trump = state.trump if opt.trump_mode == DECLARED_FIXED else np.int64(suit)
        value = marriage_value(state, suit)
        for is_king in range(2):
            card = opt.kings[suit] if is_king else opt.queens[suit]
            worth = value + _worth(policy, state, card, trump, outside, lying)
            if worth > best:
                queen = king + layout.DECLARE_QUEEN - layout.DECLARE_KING
                best, choice = worth, king if is_king else queen
    return choice


@compiled
def _worth(policy, state, card, trump, outside, lying):
    """Return what a card brings, in this trick and by what is left in the hand.

    The trump is that which the card, if it declares a marriage, makes; `outside` is what others may
    hold, `lying` the points in the trick.
    """
    opt, seat = state.opt, state.player
    rest, suit = remove(state.hands[seat], card), suit_of(card, opt.ranks)
    led, leading, wins = suit, card, True
    behind = opt.active - 1 - state.trick_size
    lost = _weight_of(policy, state, next_active(state, seat) if behind == 1 else NONE)
    if state.trick_size:
        led, leading = suit_of(state.trick[state.leader], opt.ranks), state.trick[state.best]
        is_ruff = suit == trump and suit_of(leading, opt.ranks) != suit
        wins = is_ruff or has(opt.higher[leading], card)
        if wins:
            leading = card
        else:
            stands = _wins(state, leading, led, trump, outside)
            lost = stands * _weight_of(policy, state, state.best) + (1.0 - stands) * lost
    chance = _wins(state, card, led, trump, outside) if wins else 0.0
    points = lying + opt.points[card] + policy.adds * behind
    gain = points + policy.lead + _marriages_later(policy, state, rest, outside, 0)
    loss = lost * points + _marriages_later(policy, state, rest, outside, 1)
    later, cards = 0.0, rest
    while cards:
        later += _later(policy, state, lowest(cards), rest, outside, trump)
        cards = without_lowest(cards)
    return chance * gain + (1.0 - chance) * loss + later


@inlined
def _weight_of(policy, state, winner):
    """Return the weight of points that another seat takes; NONE: one of several seats."""
    declarer = state.declarer
    if state.player == declarer or winner == declarer or state.opt.active == 2:
        return -policy.enemy
    is_made = state.card_points[declarer] + state.marriages[declarer] >= state.contract
    fellow = policy.fellow_made if is_made else policy.fellow
    return fellow if winner != NONE else 0.5 * (fellow - policy.enemy)
