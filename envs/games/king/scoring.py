"""The end of a deal: points, orders crossed off, the next dealer, the end of the match."""

from __future__ import annotations

import numpy as np

from ...engine.cards import (
    CHANCE,
    NONE,
    TERMINAL,
    add,
    card_set,
    count,
    has,
    highest,
    lowest,
    suit_of,
    without,
    without_lowest,
)
from ...engine.jit import compiled
from .bounds import NO_TRICK, SLAM
from .common import bum_trick, king_set, next_turn, penalty_cards
from .layout import (
    BEFORE,
    CARDS,
    ERALASH,
    FANTAN,
    LAST_TWO,
    NO_HEARTS,
    NO_JACKS,
    NO_KING,
    NO_QUEENS,
    NO_TRICKS,
    OTYGRYSH,
    SUIT,
    TETKA,
)
from .options import COMPENSATIONS, SETTLEMENTS

SEQUENCE, ORDERED = 0, 1  # mode
COUNTS = 1  # discard_rule
NO_SLAM, OTHERS_LOSE = 0, 1  # slam_rule
_, SWEEPSTAKE, FEWEST = range(len(SETTLEMENTS))
FLAT4 = COMPENSATIONS.index("flat4")
PROPORTIONAL = COMPENSATIONS.index("proportional")
SCHEDULE, TARGET = 0, 1  # match_end
LAST_TRICK = 2  # leftover_card
TWELVE = 12  # a preliminary deal's share is counted in twelfths
LOST = 4.0  # points that a preliminary deal costs


@compiled
def is_settled(state):
    """Return whether no points are left to win: they lie on cards, and all those are taken."""
    opt, contract = state.opt, state.contract
    by_trick = contract == NO_TRICKS or contract == LAST_TWO or contract == OTYGRYSH
    by_trick |= contract == ERALASH or contract == TETKA or state.preliminary == 1
    if by_trick or state.announcer != NONE or opt.avoid_all_tricks_bonus:
        return False
    left = penalty_cards(state)
    if contract == CARDS:
        left |= opt.bonus_set
    in_play = np.int64(0)
    for seat in range(opt.players):
        in_play |= state.hands[seat]
    if opt.leftover_card == LAST_TRICK:
        in_play |= state.undealt
    return left & in_play == 0


# --- points of a deal -----------------------------------------------------------------------------


@compiled
def won(state, seat):
    """Return the cards that a seat has won, with one that was left over."""
    cards = state.taken[seat]
    return cards | state.undealt if seat == state.undealt_taker else cards


@compiled
def card_cost(opt, cards):
    """Return what cards cost in a deal of `cards`."""
    cards &= opt.penalty_set | opt.bonus_set
    total = np.int64(0)
    while cards:
        total += opt.card_values[lowest(cards)]
        cards = without_lowest(cards)
    return total


@compiled
def cost_of_cards(state, contract, cards):
    """Return what cards cost whoever wins them in a contract."""
    opt = state.opt
    if contract == CARDS:
        return card_cost(opt, cards)
    if contract == SUIT:
        return count(cards & opt.suit_sets[state.suit])
    if contract == TETKA:
        aunt = opt.queens & opt.suit_sets[suit_of(state.shown, opt.ranks)]
        shown = card_set(state.shown)
        return count(cards & opt.queens) + count(cards & aunt) + count(cards & shown)
    cost = np.int64(0)
    is_all = contract == ERALASH
    if contract == NO_JACKS or is_all:
        cost += opt.v_jack * count(cards & opt.jacks)
    if contract == NO_QUEENS or is_all:
        cost += opt.v_queen * count(cards & opt.queens)
    if contract == NO_HEARTS or is_all:
        cost += opt.v_heart * count(cards & opt.heart_set)
    if contract == NO_KING or is_all:
        cost += opt.king_value * count(cards & king_set(opt))
    return cost


@compiled
def cost_of_trick(state, contract, number):
    """Return what a trick itself costs, whatever lies in it; tricks are numbered from 1."""
    opt = state.opt
    cost = np.int64(0)
    if contract == NO_TRICKS or contract == ERALASH:
        cost += opt.v_trick
    if (contract == LAST_TWO or contract == ERALASH) and number >= opt.hand - 1:
        cost += opt.v_last
    if contract == TETKA:
        cost += 1 if number == bum_trick(state) else 0
        cost += 1 if number == opt.hand else 0
    return cost


@compiled
def _count_king(state):
    """The contracts of King and Tetka's: what tricks and cards cost; otygrysh."""
    opt, contract = state.opt, state.contract
    for seat in range(opt.players):
        cards = won(state, seat)
        if opt.discard_rule == COUNTS and seat == state.taker:
            cards |= state.discard
        if contract == OTYGRYSH:
            state.points[seat] = opt.v_otygrysh * state.tricks[seat]
            continue
        cost = cost_of_cards(state, contract, cards) + state.trick_costs[seat]
        state.points[seat] = cost if state.mirror else -cost


@compiled
def _count_cards(state):
    """Cards that cost points; a slam; a general that was announced."""
    opt = state.opt
    slam = NONE
    wanted = opt.penalty_set
    if opt.slam_needs_bonus:
        wanted |= opt.bonus_set
    for seat in range(opt.players):
        state.points[seat] = -card_cost(opt, won(state, seat))
        if opt.slam_rule != NO_SLAM and without(wanted, won(state, seat)) == 0:
            slam = seat
    if slam != NONE:
        for seat in range(opt.players):
            is_maker = seat == slam
            if opt.slam_rule == OTHERS_LOSE:
                state.points[seat] = 0 if is_maker else -SLAM
            else:
                state.points[seat] = SLAM if is_maker else 0
            if opt.slam_needs_bonus == 0:  # bonus cards that are no part of it count as ever
                state.points[seat] -= card_cost(opt, won(state, seat) & opt.bonus_set)
    else:
        for seat in range(opt.players):
            if state.tricks[seat] == 0 and opt.avoid_all_tricks_bonus:
                state.points[seat] += NO_TRICK
    if state.announcer != NONE:
        _count_general(state)


@compiled
def _count_general(state):
    """Who wins every trick as announced costs each other seat; failing it costs him."""
    opt, announcer = state.opt, state.announcer
    if state.tricks[announcer] < opt.hand:
        state.points[announcer] -= opt.v_capot
        return
    for seat in range(opt.players):
        state.points[seat] = -opt.v_capot if seat != announcer else 0


@compiled
def _count_suit(state):
    """The cards of the penalty suit, and what becomes of the bid and the pool."""
    opt, match = state.opt, state.match
    suit = opt.suit_sets[state.suit]
    total = np.int64(0)
    for seat in range(opt.players):
        number = count(won(state, seat) & suit)
        state.points[seat] = -number
        total += number
    match.bidder = NONE
    if opt.auction_settlement == SWEEPSTAKE:
        _sweep(state, suit, total)
    elif opt.auction_settlement == FEWEST:
        _give_to_fewest(state, suit)
    elif state.bidder != NONE:
        state.points[state.bidder] -= state.bid


@compiled
def _sweep(state, suit, total):
    """One or two seats clear of penalty cards take the pool; otherwise it stays for the bidder."""
    opt, match = state.opt, state.match
    match.pool += total + state.bid
    if state.bidder != NONE:
        state.points[state.bidder] -= state.bid
    clear = np.int64(0)
    number = np.int64(0)
    is_all = False
    for seat in range(opt.players):
        taken = count(won(state, seat) & suit)
        is_all |= taken == total
        if taken == 0:
            clear = add(clear, seat)
            number += 1
    if is_all or number == 0:
        match.bidder = state.bidder
        return
    _divide_pool(state, clear, number)


@compiled
def _give_to_fewest(state, suit):
    """The bid goes into the pool, nothing else counts; the fewest penalty cards take it."""
    opt, match = state.opt, state.match
    match.pool += state.bid
    fewest, number, seats = np.int64(opt.cards), np.int64(0), np.int64(0)
    for seat in range(opt.players):
        state.points[seat] = -state.bid if seat == state.bidder else 0
        taken = count(won(state, seat) & suit)
        if taken < fewest:
            fewest, number, seats = taken, np.int64(0), np.int64(0)
        if taken == fewest:
            number += 1
            seats = add(seats, seat)
    _divide_pool(state, seats, number)


@compiled
def _divide_pool(state, seats, number):
    share = state.match.pool // number
    for seat in range(state.opt.players):
        if has(seats, seat):
            state.points[seat] += share
    state.match.pool -= share * number


@compiled
def _count_tetka(state):
    """Nine penalties: those of cards and tricks, and one for most tricks."""
    _count_king(state)
    suit = suit_of(state.shown, state.opt.ranks)
    state.points[most_tricks_with_suit(state, state.opt.suit_sets[suit])] -= 1


@compiled
def most_tricks_with_suit(state, suit):
    """Return who has won most tricks; of equals who took more of a suit, then its highest card.

    Of equals who took no card of it the first in turn.
    """
    opt = state.opt
    best, best_rank = state.eldest, np.int64(-1)
    seat = state.eldest
    for _ in range(opt.players):
        cards = state.taken[seat] & suit
        top = highest(cards) if cards else np.int64(0)
        rank = (state.tricks[seat] * 64 + count(cards)) * 64 + top
        if rank > best_rank:
            best, best_rank = seat, rank
        seat = next_turn(state, seat)
    return best


# --- the end of a deal ----------------------------------------------------------------------------


@compiled
def end_deal(state):
    """Count the deal, cross off what was ordered, and go on to the next deal or the end."""
    opt, match = state.opt, state.match
    if state.preliminary:
        _share_preliminary(state)
    else:
        _count_deal(state)
        if opt.mode == ORDERED:
            _cross_off(state)
    match.dealer = next_turn(state, state.dealer)
    if opt.mode == SEQUENCE and state.contract == OTYGRYSH:
        match.dealer = state.namer
    match.passing = NONE
    match.bum = NONE
    match.deals += 1
    state.phase = BEFORE
    state.player = TERMINAL if opt.episode == 0 or _is_match_over(state) else CHANCE


@compiled
def _count_deal(state):
    match = state.match
    if state.contract == CARDS:
        _count_cards(state)
    elif state.contract == SUIT:
        _count_suit(state)
    elif state.contract == TETKA:
        _count_tetka(state)
    elif state.contract == FANTAN:
        for seat in range(state.opt.players):
            state.points[seat] = state.opt.v_fantan if seat == state.player else 0
    else:
        _count_king(state)
    for seat in range(state.opt.players):
        points = state.points[seat]
        if points > 0:
            match.gains[seat] += points
        else:
            match.penalties[seat] -= points


@compiled
def _cross_off(state):
    match, seat, contract = state.match, state.eldest, state.contract
    match.times[contract] += 1
    if contract == OTYGRYSH:
        match.positives[seat] += 1
    else:
        match.negatives[seat] += 1
        match.orders[seat] = add(match.orders[seat], contract)


@compiled
def _share_preliminary(state):
    """A preliminary deal costs only who wins most tricks; equals share it."""
    most, number = np.int64(0), np.int64(0)
    for seat in range(state.opt.players):
        if state.tricks[seat] > most:
            most, number = state.tricks[seat], np.int64(0)
        if state.tricks[seat] == most:
            number += 1
    for seat in range(state.opt.players):
        if state.tricks[seat] == most:
            state.match.shares[seat] += TWELVE // number


@compiled
def _is_match_over(state):
    opt, match = state.opt, state.match
    if opt.match_end == SCHEDULE:
        return match.deals >= opt.scheduled
    if opt.match_end == TARGET:
        for seat in range(opt.players):
            if match.gains[seat] - match.penalties[seat] <= -opt.target:
                return True
        return False
    return match.deals >= opt.num_deals


@compiled
def returns(state, out):
    """Points so far; they change when a deal ends, at the end of a match by its compensation."""
    opt, match = state.opt, state.match
    for seat in range(opt.players):
        out[seat] = match.gains[seat] - match.penalties[seat]
        out[seat] -= LOST * match.shares[seat] / TWELVE
        if opt.compensation == FLAT4 and opt.episode == 1 and match.deals > 0:
            out[seat] -= LOST
    if opt.compensation == PROPORTIONAL and opt.episode == 1 and state.player == TERMINAL:
        _settle_in_proportion(opt.players, out)


@compiled
def _settle_in_proportion(players, out):
    """Let the winners share what the losers lose, each in proportion to what he has won."""
    lost, won = 0.0, 0.0
    for seat in range(players):
        if out[seat] > 0:
            won += out[seat]
        else:
            lost -= out[seat]
    for seat in range(players):
        if out[seat] > 0:
            out[seat] *= lost / won
