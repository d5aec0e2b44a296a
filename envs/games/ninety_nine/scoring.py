"""Contracts, premiums and points of a deal of Ninety-Nine; games, rubbers and the match."""

from __future__ import annotations

import numpy as np

from ...engine.cards import CHANCE, NONE, TERMINAL, lowest, remove, suit_of
from ...engine.jit import compiled
from ...engine.log import ALL, NOTHING, WORD, move, tell
from .layout import (
    ANNOUNCED,
    DECLARED,
    DOUBLE,
    FIXED_DEALS,
    GAME,
    HAND,
    LAID,
    LAST_CARDS,
    PLUS100,
    PREMIUM_NAMES,
    RESULT,
    REVEALED,
    RUBBER_FIRST3,
    RUBBER_GAMES,
    TARGET,
    TURN_UP,
)

# --- contracts ------------------------------------------------------------------------------------


@compiled
def bid_of(state, seat):
    """Return the number of tricks that a seat has announced, or that its bid cards show."""
    if state.opt.bid_mode == ANNOUNCED:
        return max(state.announced[seat], 0)
    total, cards = 0, state.laid[seat] | state.picked_up[seat]
    if state.opt.bid_mode == LAST_CARDS and state.tricks_done == state.opt.tricks:
        cards = state.hands[seat]
    while cards:
        card = lowest(cards)
        cards = remove(cards, card)
        total += state.opt.suit_value[suit_of(card, state.opt.ranks)]
    return total


@compiled
def is_fulfilled(state, seat):
    """Return whether a seat has fulfilled its contract, a partner that of his side."""
    opt = state.opt
    if opt.partnership:
        other = (seat + 2) % 4
        if opt.partnership_contract == 1:
            return _is_own_fulfilled(state, seat) and _is_own_fulfilled(state, other)
        return _is_joint_fulfilled(state, seat, other)
    if seat == opt.players and opt.dummy_rule == 1:  # the dummy may win fewer
        return state.tricks[seat] <= bid_of(state, seat)
    return _is_own_fulfilled(state, seat)


@compiled
def _is_own_fulfilled(state, seat):
    """Return whether a hand won exactly its number of tricks."""
    opt, tricks = state.opt, state.tricks[seat]
    bid = bid_of(state, seat)
    if opt.bid_mode == LAST_CARDS and state.announced[seat] >= 0 and state.announced[seat] != bid:
        return False
    return tricks == bid or (_is_double(state, bid) and tricks == opt.tricks)


@compiled
def _is_double(state, bid):
    """Return whether a bid of no trick is also one of all tricks."""
    opt = state.opt
    return opt.three_diamonds_double == 1 and bid == 0 and opt.bid_mode != ANNOUNCED


@compiled
def _is_joint_fulfilled(state, seat, other):
    """Return whether partners won exactly the sum of their bids, a double bid read both ways."""
    tricks = state.tricks[seat] + state.tricks[other]
    own, partner = bid_of(state, seat), bid_of(state, other)
    most = state.opt.tricks
    if tricks == own + partner:
        return True
    if _is_double(state, own) and tricks == most + partner:
        return True
    return _is_double(state, partner) and tricks == own + most


@compiled
def show_bid(state, seat):
    """Turn the cards up that a seat laid aside."""
    if state.shown[seat] == 0:
        state.shown[seat] = 1
        _show(state, state.laid[seat], LAID + seat)


@compiled
def expose(state, hand):
    """Lay a hand open."""
    if state.exposed[hand] == 0:
        state.exposed[hand] = 1
        _show(state, state.hands[hand], HAND + hand)


@compiled
def _show(state, cards, place):
    """Show cards to all where they lie."""
    while cards:
        card = lowest(cards)
        cards = remove(cards, card)
        move(state, ALL, card, place, place)


@compiled
def set_trump(state, code):
    """Set the trump of the deal or, with success_scope=in_deal, of the next trick."""
    state.trump = code
    state.trump_suit = NONE if code == NONE else state.opt.trump_suit[code]


@compiled
def count_in_deal(state):
    """Set the trump by how many have just as many tricks as they announced."""
    number = 0
    for seat in range(state.opt.players):
        number += state.tricks[seat] == state.announced[seat]
    set_trump(state, state.opt.success_trump_table[number])


# --- the score of a deal --------------------------------------------------------------------------


@compiled
def end_deal(state):
    """Count the contracts, score, and go on to the next deal or the end."""
    opt, match = state.opt, state.match
    successes = np.int64(0)
    for seat in range(opt.hands):
        success = 1 if is_fulfilled(state, seat) else 0
        successes += success
        tell(state, ALL, WORD + RESULT + 2 * seat + success, NOTHING)
        # A claim is shown, a failure need not be; a dummy has no secrets.
        if opt.bid_mode != ANNOUNCED and (success or seat == opt.players):
            show_bid(state, seat)
            if opt.bid_mode == LAST_CARDS:
                expose(state, seat)
    for seat in range(opt.hands):
        points = deal_score(state, seat, successes)
        match.total[seat] += points
        match.gained[seat] += points
    match.trump = _next_trump(state, successes)
    match.dealer = (state.dealer + 1) % opt.players
    match.deals += 1
    state.player = CHANCE
    if opt.episode == 0 or _is_match_over(state) or 0 < opt.deal_limit <= match.deals:
        state.player = TERMINAL


@compiled
def _next_trump(state, successes):
    """Return the code of the next deal's trump where it hangs on this deal."""
    opt = state.opt
    if opt.trump_rule == PREMIUM_NAMES or opt.trump_rule == TURN_UP:
        return state.trump
    if successes > 0 or opt.zero_success_trump == 0:
        return opt.success_trump_table[successes]
    return state.trump


@compiled
def deal_score(state, seat, successes):
    """Tricks, contract and premiums of one hand, of partners those of their side.

    Args:
        state: The state after the last trick.
        seat: The hand.
        successes: Hands that fulfilled their contract, two for each side of partners.
    """
    opt = state.opt
    tricks, contract = state.tricks[seat], successes
    if opt.partnership:
        tricks += state.tricks[(seat + 2) % 4]
        contract = successes // 2
    points = opt.trick_points * tricks
    success = is_fulfilled(state, seat)
    if success:
        points += opt.contract_table[contract]
    own_value = _premium(state, seat)
    if opt.partnership:
        own_value += _premium(state, (seat + 2) % 4)
    if success:
        points += own_value
    elif opt.premium_failure == 1:
        points -= own_value
    failed_bidder = own_value > 0 and not success
    if opt.premium_failure == 0 and not failed_bidder:
        for other in range(opt.players):
            if other != seat and not is_fulfilled(state, other):
                points += _premium(state, other)
    return points


@compiled
def _premium(state, seat):
    """Return what a seat's premium bid is worth, 0 without one."""
    opt = state.opt
    if seat == opt.players:  # a dummy with just its bid counts as declared
        is_exact = opt.dummy_rule == 1 and state.tricks[seat] == bid_of(state, seat)
        return opt.declare_value if is_exact else 0
    if state.level[seat] == REVEALED:
        return opt.reveal_value
    return opt.declare_value if state.level[seat] == DECLARED else 0


# --- the match ------------------------------------------------------------------------------------


@compiled
def _is_match_over(state):
    """Close a finished game and return whether the match is over."""
    opt, match = state.opt, state.match
    plays_on = opt.tie_rule == 1 and _is_tied(state)
    if opt.match == FIXED_DEALS:
        return match.deals >= opt.fixed_deals and not plays_on
    if not _is_target_reached(state):
        return False
    if opt.match == TARGET:
        return not plays_on
    is_last = opt.match == GAME or (
        opt.match == RUBBER_GAMES and match.games + 1 == opt.rubber_games
    )
    if is_last and plays_on:
        return False
    _end_game(state)
    if opt.match == RUBBER_FIRST3:
        return _is_rubber_won(state)
    return is_last


@compiled
def _is_target_reached(state):
    for seat in range(state.opt.hands):
        if state.match.total[seat] >= state.opt.target:
            return True
    return False


@compiled
def _is_tied(state):
    """Return whether the best sums, with the bonuses that are due, are equal."""
    best, number = _standing(state, np.int64(0)), 1
    for seat in range(1, state.opt.rivals):
        points = _standing(state, seat)
        if points == best:
            number += 1
        elif points > best:
            best, number = points, 1
    return number > 1


@compiled
def _standing(state, seat):
    """Return what a seat would have if the match ended now."""
    opt, match = state.opt, state.match
    points = match.banked[seat] + match.total[seat]
    in_games = opt.match == GAME or opt.match == RUBBER_GAMES
    if in_games and match.total[seat] >= opt.target:
        points += opt.game_bonus
    return points


@compiled
def _end_game(state):
    """Add the bonuses, bank the totals and begin the next game from zero."""
    opt, match = state.opt, state.match
    best, is_alone = 0, True
    for seat in range(opt.hands):
        if match.total[seat] >= opt.target:
            match.total[seat] += opt.game_bonus
            match.gained[seat] += opt.game_bonus
        if 0 < seat < opt.rivals and match.total[seat] >= match.total[best]:
            is_alone = match.total[seat] > match.total[best]
            best = seat
    if opt.dummy:
        dummy = match.total[opt.players]
        is_alone = is_alone and dummy <= match.total[best]  # above both it makes a draw
        if is_alone and dummy >= match.total[1 - best]:
            _add_lurch(state, best)
    if is_alone:  # a game tied for first counts for nobody
        match.wins[best] += 1
        if opt.partnership:
            match.wins[best + 2] += 1
    match.games += 1
    for seat in range(opt.hands):
        match.banked[seat] += match.total[seat]
        match.total[seat] = 0
    if opt.trump_reset_each_game:
        match.trump = NONE


@compiled
def _add_lurch(state, winner):
    """The loser has no more than the dummy: the winner gets 100, or his lead once more."""
    opt, match, more = state.opt, state.match, 0
    if opt.dummy_lurch == PLUS100:
        more = 100
    elif opt.dummy_lurch == DOUBLE:
        more = match.total[winner] - match.total[1 - winner]
    match.total[winner] += more
    match.gained[winner] += more


@compiled
def _is_rubber_won(state):
    """Three games win the rubber, and the sooner the more."""
    is_won, bonus = False, 100 * (8 - state.match.games)
    for seat in range(state.opt.players):
        if state.match.wins[seat] == 3:
            state.match.gained[seat] += bonus
            is_won = True
    return is_won


@compiled
def returns(state, out):
    """Points since the episode began; they change when a deal ends."""
    for seat in range(state.opt.players):
        out[seat] = state.match.gained[seat]
