"""Joker poker and Oh Hell: a sound club player that counts what its cards are worth.

Each own card has a chance to take its trick, from how many higher cards of its suit are still
about, how likely it is to be ruffed, and how long the hand is. Their sum and spread stand for the
tricks to come; a bid, and each card played, is the one after which the expected points are most. A
joker kept in hand takes or loses a trick at will. The chances for whole hands follow the tables of
random play in 36 cards on the game's page of rules; the numbers of the policy stretch them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.cards import (
    NONE,
    above,
    cards_of_suit,
    count,
    has,
    highest,
    is_allowed,
    lowest,
    next_seat,
    remove,
    suit_of,
    without,
    without_lowest,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.games.joker_poker.layout import BIDDING, NAMING, STATE
from prikup.envs.games.joker_poker.options import (
    AS_CARD_OFFSET,
    BID_OFFSET,
    NAME_OFFSET,
    TRUMPS,
)
from prikup.envs.games.joker_poker.schedule import FOREHEAD
from prikup.envs.games.joker_poker.scoring import deal_points
from prikup.envs.games.joker_poker.tricks import HIGH, LOW, TAKE

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

_POLICY = policy_record(
    "joker_poker_heuristic",
    __file__,
    trump_meets=0.75,  # power of the cards in hand by which two trumps meet less often
    plain_best=0.75,  # chance of the best card of a suit in a long hand without trumps
    plain_short=0.35,  # less in a hand of one card, when the suit may not be led
    plain_higher=0.42,  # share of the chance lost to each higher card that is dealt
    first_lead=1.3,  # the same for eldest with few cards
    willing=0.75,  # share of beating cards that are played when they can be
    control=0.35,  # share of deals in which a trick more or less can be steered
    bid_control=0.35,  # the same when bidding
    lean=0.3,  # tricks by which the bids of others move the own one
    promote=0.05,  # for each own card of a suit whose highest a joker asks for
)
_LEAST_SPREAD = 0.05
_TRUMP_POWERS = np.arange(64) ** 0.9  # of several higher trumps not all are met
NO_TRUMPS = TRUMPS.index("NT")
_MANY = 3  # cards up to which eldest's lead counts extra


@compiled
def choose(policy, state, actions, rng):
    """Return the bid, trump, card or declaration with the most expected points."""
    if state.phase == BIDDING:
        return _bid(policy, state, actions)
    if state.phase == NAMING:
        return _name(state)
    return _play(policy, state, actions)


# --- what is about --------------------------------------------------------------------------------


@compiled
def _unseen(state):
    """Return the cards that may be in other hands."""
    seat = state.player
    cards = state.opt.plain_set | state.opt.joker_set
    cards = without(cards, state.hands[seat])
    if state.turned != NONE:
        cards = remove(cards, state.turned)
    for other in range(state.opt.players):
        cards = without(cards, state.played[other])
    return cards


@compiled
def _rates(policy, state, unseen):
    """Return what the chances of all cards have in common.

    Returns:
        The chance of an unseen card to lie in one certain other hand of full length; the shares of
        the chance that are left to a trump for each higher one, and to a card of another suit; the
        chance of the best card of a suit.
    """
    left = max(1, count(state.hands[state.player]))
    share = min(1.0, left / max(1, count(unseen)))
    dealt = min(1.0, share * (state.opt.players - 1))
    trump_keeps = 1.0 - dealt * left**-policy.trump_meets
    plain_keeps = 1.0 - policy.plain_higher * dealt**0.4
    best = policy.plain_best - policy.plain_short / left
    eldest = next_seat(state.dealer, state.opt.players)
    if left <= _MANY and state.tricks_done == 0 and state.player == eldest:
        best *= policy.first_lead
    return share, trump_keeps, plain_keeps, best


@compiled
def _ruff_free(state, unseen, suit, share):
    """Return the chance that nobody ruffs a suit."""
    trump = state.trump
    if trump == NONE or suit == trump:
        return 1.0
    ranks = state.opt.ranks
    trumps = count(cards_of_suit(unseen, trump, ranks))
    length = count(cards_of_suit(unseen, suit, ranks))
    stays = max(1.0 - share, 1e-9)
    ruffs = stays**length * (1.0 - stays**trumps)
    return (1.0 - ruffs) ** (state.opt.players - 1)


@compiled
def _chance(state, unseen, card, suit, free, rates):
    """Return the chance of an own card to take its trick, later on."""
    higher = count(above(cards_of_suit(unseen, suit, state.opt.ranks), card))
    if suit == state.trump:
        return rates[1] ** _TRUMP_POWERS[higher]
    return rates[3] * free * rates[2] ** higher


@compiled
def _strength(state, unseen, cards, rates):
    """Return the expected number of tricks that cards take and its variance."""
    mean, variance = 0.0, 0.0
    for suit in range(state.opt.suits):
        own = cards_of_suit(cards, suit, state.opt.ranks)
        if own:
            free = _ruff_free(state, unseen, suit, rates[0])
            while own:
                card = lowest(own)
                own = without_lowest(own)
                chance = _chance(state, unseen, card, suit, free, rates)
                mean += chance
                variance += chance * (1.0 - chance)
    return mean, variance


# --- expected points ------------------------------------------------------------------------------


@compiled
def _value(state, bid, taken, jokers):
    """Return the points with so many tricks and so many jokers that take one or none."""
    best = -1e9
    for more in range(jokers + 1):
        best = max(best, 1.0 * deal_points(state, bid, min(taken + more, state.hand)))
    return best


@compiled
def _outlook(state, bid, taken, rest, jokers, mean, variance, control):
    """Return the expected points if the running trick is lost, and if it is won.

    The number of tricks that the `rest` ordinary cards take is spread like a normal one with this
    mean and variance; now and then (`control`) one more or less of them can be had at will.
    """
    width = 0.5 / (variance + _LEAST_SPREAD)
    weight = np.exp(-width * mean * mean)
    ratio = np.exp(width * (2.0 * mean - 1.0))  # of the next weight to this one
    step = np.exp(-2.0 * width)
    before = -1e9  # points with one trick less, as many, one more, two more
    here = _value(state, bid, taken, jokers)
    after = _value(state, bid, taken + 1, jokers)
    lost, won, weights = 0.0, 0.0, 0.0
    for tricks in range(rest + 1):
        beyond = _value(state, bid, taken + tricks + 2, jokers)
        best_lost, best_won = max(before, here), after
        if tricks > 0:
            best_won = max(here, after)
        if tricks < rest:
            best_lost, best_won = max(best_lost, after), max(best_won, beyond)
        lost += weight * (here + control * (best_lost - here))
        won += weight * (after + control * (best_won - after))
        weights += weight
        weight *= ratio
        ratio *= step
        before, here, after = here, after, beyond
    if weights < 1e-200:  # the mean is far from what can be
        expected = taken + int(min(rest, round(mean)))
        here = _value(state, bid, expected, jokers)
        return here, _value(state, bid, expected + 1, jokers)
    return lost / weights, won / weights


# --- bids and trumps ------------------------------------------------------------------------------


@compiled
def _bid(policy, state, actions):
    """Return the legal bid with the most expected points."""
    opt, hand, seat = state.opt, state.hand, state.player
    first = opt.cards + BID_OFFSET
    jokers = 0
    if state.blind == 0:
        own = state.hands[seat]
        jokers = count(own & opt.joker_set)
        unseen = _unseen(state)
        rates = _rates(policy, state, unseen)
        mean, variance = _strength(state, unseen, without(own, opt.joker_set), rates)
    else:
        mean = 1.0 * hand / opt.players
        if state.kind == FOREHEAD:
            mean = _blind_chance(state)
        variance = mean * (1.0 - mean / hand)
    asked = opt.players - state.bids_made  # who has not bid, the own seat included
    if state.bid_sum > hand:
        mean -= policy.lean
    elif (hand - state.bid_sum) * opt.players > hand * asked:
        mean += policy.lean
    best, choice = -1e9, np.int64(NONE)
    for bid in range(hand + 1):
        if is_allowed(actions, first + bid):
            points = _outlook(
                state, bid, 0, hand - jokers, jokers, mean, variance, policy.bid_control
            )[0]
            if points > best:
                best, choice = points, first + bid
    return choice


@compiled
def _blind_chance(state):
    """Return the chance that the own card, unseen on the forehead, beats all the others."""
    opt, seat = state.opt, state.player
    eldest = next_seat(state.dealer, opt.players)
    unseen = opt.plain_set | opt.joker_set
    if state.turned != NONE:
        unseen = remove(unseen, state.turned)
    for other in range(opt.players):
        if other != seat:
            if state.hands[other] & opt.joker_set:
                return 0.0
            unseen = without(unseen, state.hands[other])
    number, wins, own = count(unseen), 0, unseen
    while own:
        card = lowest(own)
        own = without_lowest(own)
        lead = card if seat == eldest else highest(state.hands[eldest])
        wins += 1 if _beats_all(state, card, suit_of(lead, opt.ranks)) else 0
    return wins / number


@compiled
def _beats_all(state, card, led):
    """Return whether a card on the own forehead beats those on the others where a suit is led."""
    opt = state.opt
    if has(opt.joker_set, card):
        return True
    suit = suit_of(card, opt.ranks)
    if suit != led and suit != state.trump:
        return False
    for other in range(opt.players):
        if other != state.player:
            rival = highest(state.hands[other])
            their = suit_of(rival, opt.ranks)
            if their == suit:
                if rival > card:
                    return False
            elif their == state.trump:
                return False
    return True


@compiled
def _name(state):
    """Return the suit of which the hand has most, high cards counting up to twice."""
    opt, seat = state.opt, state.player
    if state.blind:  # a card on the own forehead, which the seat does not see
        return opt.cards + NAME_OFFSET + NO_TRUMPS
    best, choice = -1.0, np.int64(0)
    for suit in range(opt.suits):
        cards = cards_of_suit(without(state.hands[seat], opt.joker_set), suit, opt.ranks)
        worth = 0.0
        while cards:
            worth += 1.0 + (lowest(cards) - suit * opt.ranks) / opt.ranks
            cards = without_lowest(cards)
        if worth > best:
            best, choice = worth, suit
    return opt.cards + NAME_OFFSET + opt.suit_codes[choice]


# --- tricks ---------------------------------------------------------------------------------------


@compiled
def _play(policy, state, actions):
    """Return the card or declaration with the most expected points."""
    opt, seat = state.opt, state.player
    own = state.hands[seat]
    legal = actions[0] & (opt.plain_set | opt.joker_set)
    jokers = count(own & opt.joker_set)
    if jokers == 0 and without_lowest(legal) == 0:
        return lowest(legal)
    unseen = _unseen(state)
    plain = without(own, opt.joker_set)
    rates = _rates(policy, state, unseen)
    mean, variance = _strength(state, unseen, plain, rates)
    best, choice = -1e9, np.int64(NONE)
    for suit in range(opt.suits):
        cards = cards_of_suit(legal, suit, opt.ranks)
        if cards:
            free = _ruff_free(state, unseen, suit, rates[0])
            while cards:
                card = lowest(cards)
                cards = without_lowest(cards)
                wins = _wins(policy, state, unseen, card, suit)
                if has(opt.joker_set, card):  # as the card that it is
                    points = _after(policy, state, plain, jokers - 1, mean, variance, wins)
                else:
                    chance = _chance(state, unseen, card, suit, free, rates)
                    rest = remove(plain, card)
                    spread = variance - chance * (1.0 - chance)
                    points = _after(policy, state, rest, jokers, mean - chance, spread, wins)
                if points > best:
                    best, choice = points, card
    if jokers > 0:
        return _declare(policy, state, actions, unseen, mean, variance, best, choice)
    return choice


@compiled
def _after(policy, state, rest, jokers, mean, variance, wins):
    """Return the expected points with these cards left, the running trick won by this chance."""
    seat = state.player
    lost, won = _outlook(
        state,
        state.bids[seat],
        state.tricks[seat],
        count(rest),
        jokers,
        mean,
        variance,
        policy.control,
    )
    return wins * won + (1.0 - wins) * lost


@compiled
def _wins(policy, state, unseen, card, suit):
    """Return the chance that a card takes the running trick."""
    opt, trump = state.opt, state.trump
    if state.trick_size > 0 and state.is_sure:
        return 0.0
    led = state.led
    if led == NONE:  # it leads, or follows a joker that asks for nothing
        led = suit
        if state.circular:
            trump = opt.successor[suit]
    elif suit == state.best_suit:
        if card < state.best_card:
            return 0.0
    elif suit != trump:
        return 0.0
    higher = count(above(cards_of_suit(unseen, suit, opt.ranks), card))
    trumps = count(cards_of_suit(unseen, trump, opt.ranks)) if trump != NONE else 0
    length = count(cards_of_suit(unseen, led, opt.ranks))
    jokers = count(unseen & opt.joker_set)
    chance = 1.0
    for i in range(1, opt.players - state.trick_size):
        other = (state.player + i) % opt.players
        held = count(state.hands[other]) / max(1, count(unseen))
        stays = max(1.0 - held, 1e-9)
        is_void = 1.0 if has(state.void[other], led) else stays**length
        beaten = 0.0
        if suit == led:
            beaten = (1.0 - is_void) * (1.0 - stays**higher) * policy.willing
            if suit != trump and trumps > 0 and not has(state.void[other], trump):
                beaten += is_void * (1.0 - stays**trumps)
        elif not has(state.void[other], trump):
            beaten = is_void * (1.0 - stays**higher) * policy.willing
        beaten += jokers * held * 0.5
        chance *= max(0.0, 1.0 - beaten)
    return chance


@compiled
def _declare(policy, state, actions, unseen, mean, variance, best, choice):
    """Return the best declaration of the joker, or the choice so far if none is better."""
    opt, seat = state.opt, state.player
    own = state.hands[seat]
    plain, jokers = without(own, opt.joker_set), count(own & opt.joker_set) - 1
    lost = _after(policy, state, plain, jokers, mean, variance, 0.0)
    won = _after(policy, state, plain, jokers, mean, variance, 1.0)
    is_lead = state.trick_size == 0
    for declaration in range(BID_OFFSET):
        if is_allowed(actions, opt.cards + declaration):
            points = lost
            if declaration == TAKE or HIGH <= declaration < LOW:
                points = won
                if HIGH <= declaration:
                    suit = opt.trump_suits[declaration - HIGH]
                    same = count(cards_of_suit(plain, suit, opt.ranks))
                    points += policy.promote * same
                    if opt.joker_high_beaten_by_trump and suit != state.trump:
                        points = 0.7 * points + 0.3 * lost
                elif not is_lead and state.is_sure and opt.two_jokers == 1:
                    points = lost
            elif LOW <= declaration:
                suit = opt.trump_suits[declaration - LOW]
                about = count(cards_of_suit(unseen, suit, opt.ranks))
                points = lost + (won - lost) * 0.5 / (1.0 + about)
            if points > best:
                best, choice = points, opt.cards + declaration
    cards = opt.plain_set if opt.has_as_card else np.int64(0)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        action = opt.cards + AS_CARD_OFFSET + card
        if is_allowed(actions, action):
            wins = _wins(policy, state, unseen, card, suit_of(card, opt.ranks))
            points = lost + (won - lost) * wins
            if points > best:
                best, choice = points, action
    return choice


register_policy(_POLICY, STATE, choose)


def policy(game: Game) -> np.ndarray:
    """Return the heuristic's record, an array of length 1; one for all options."""
    return _POLICY
