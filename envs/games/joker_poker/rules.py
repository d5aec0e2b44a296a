"""The rules of Joker poker in the order of play: lots, deal, trump, bids, tricks.

The game's README says how it is played here. With no joker and the preset `oh_hell_openspiel` it is
Oh Hell as in OpenSpiel.
"""

from __future__ import annotations

import numpy as np

from ...engine.cards import (
    CHANCE,
    NONE,
    add,
    allow,
    allow_run,
    card_set,
    first_cards,
    has,
    lowest,
    next_seat,
    remove,
    suit_of,
    without,
    without_lowest,
)
from ...engine.jit import compiled
from ...engine.log import ALL, DECK, EVERY, NOTHING, WORD, move, tell
from .layout import (
    BEFORE,
    BIDDING,
    HAND,
    HIGHEST,
    NAMING,
    NEW_DEAL,
    NOBODY,
    PLAYED,
    PLAYING,
    TRICK,
    TRUMP_CARD,
    TRUMP_LOT,
    UNDEALT,
)
from .layout import STATE as STATE
from .options import AS_CARD_OFFSET, BID_OFFSET, NAME_OFFSET, TRUMP_SOURCES, TRUMPS
from .schedule import (
    CIRCULAR,
    DARK,
    ENTRIES_A_WORD,
    ENTRY_BASE,
    FOREHEAD,
    GOLDEN,
    HAND_BASE,
    MISERE,
    NO_TRUMP,
    SET_BASE,
)
from .scoring import end_deal, has_bids
from .tricks import (
    TAKE,
    follow_card,
    follow_take,
    lead_card,
    lead_joker,
    legal_plays,
    show_lacks,
)

TURN_UP, DEALER_LAST, CHOOSER, FIXED, RANDOM, CIRCULAR_TRUMPS, NO_SOURCE = range(len(TRUMP_SOURCES))
# The words of full_deal_trump as those of trump_source.
FULL_DEAL = np.array([DEALER_LAST, CHOOSER, RANDOM, NO_SOURCE], np.int64)
NT = TRUMPS.index("NT")
CHOOSER_ROUNDS = 3  # cards that the chooser sees
REDEAL, NEXT = 1, 2  # joker_turned
BLIND_AFTER = 1  # dark_time
COUNTER_CLOCKWISE = 1  # bid_direction


# --- lots -----------------------------------------------------------------------------------------


@compiled
def _wants_hand_size(state):
    return state.opt.num_tricks_fixed == -1 and state.match.hand_size == 0


@compiled
def _legal_lot(state, actions):
    """The number of tricks, the first dealer; after the deck a trump that chance decides."""
    opt = state.opt
    if state.phase == TRUMP_LOT:
        for suit in range(opt.suits):
            allow(actions, opt.cards + NAME_OFFSET + opt.suit_codes[suit])
    elif _wants_hand_size(state):
        for number in range(1, (opt.dealable - 1) // opt.players + 1):
            allow(actions, number)
    elif state.match.dealer == NONE and opt.first_dealer == NONE:
        actions[0] |= first_cards(opt.players)


@compiled
def _draw(state, outcome):
    tell(state, ALL, outcome, NOTHING)
    if state.phase == TRUMP_LOT:
        _name(state, outcome)
    elif _wants_hand_size(state):
        state.match.hand_size = outcome
    else:
        state.match.dealer = outcome


# --- deal and trump -------------------------------------------------------------------------------


@compiled
def deal(state, deck):
    """Begin the deal that the schedule says; dark bids may come before the cards are given."""
    opt, match = state.opt, state.match
    _set_up(state)
    for i in range(opt.dealable):
        state.stock[i] = deck[i]
    if state.kind == DARK and opt.dark_time != BLIND_AFTER:
        if match.kept_bids[state.dealer] == 0:
            _start_bids(state)
            return
        for seat in range(opt.players):
            state.bids[seat] = match.kept_bids[seat] - 1
        state.bids_made = opt.players
        state.blind = 0
    _give(state)


@compiled
def _set_up(state):
    """Set what is known of a deal before its cards are."""
    opt, match = state.opt, state.match
    state.dealer = match.dealer if match.dealer != NONE else opt.first_dealer
    state.index = match.deal_index if match.deal_index != NONE else opt.first_index
    entry = opt.schedule[state.index // ENTRIES_A_WORD]
    for _ in range(state.index % ENTRIES_A_WORD):
        entry //= ENTRY_BASE
    entry %= ENTRY_BASE
    state.kind = entry % HAND_BASE
    state.set_size = entry // SET_BASE
    state.hand = entry % SET_BASE // HAND_BASE
    if state.hand == 0:
        state.hand = match.hand_size
    state.blind = 1 if state.kind == DARK or state.kind == FOREHEAD else 0
    state.circular = 1 if _source(state) == CIRCULAR_TRUMPS else 0
    state.trump = NONE
    state.turned = NONE
    state.shown = NONE
    state.led = NONE
    for seat in range(opt.players):
        state.bids[seat] = NONE
        state.trick[seat] = NONE


@compiled
def _source(state):
    """Return how the trump of the deal is found."""
    opt, kind = state.opt, state.kind
    is_plain = kind == NO_TRUMP
    is_plain |= kind == MISERE and opt.misere_trump == 0
    is_plain |= kind == GOLDEN and opt.golden_trump == 0
    if is_plain:
        return np.int64(NO_SOURCE)
    if kind == CIRCULAR:
        return np.int64(CIRCULAR_TRUMPS)
    source = opt.trump_source
    if source == FIXED or source == CIRCULAR_TRUMPS or source == NO_SOURCE:
        return source
    if state.hand * opt.players == opt.dealable:
        return FULL_DEAL[opt.full_deal_trump]
    return source


@compiled
def _give(state):
    """Deal the hands, or as many cards as the chooser sees, and find the trump."""
    opt, source = state.opt, _source(state)
    rounds = state.hand
    if source == CHOOSER:
        rounds = min(rounds, CHOOSER_ROUNDS)
    _deal_rounds(state, 0, rounds)
    if source == CHOOSER:
        if state.kind == DARK and state.blind:
            _start_bids(state)
        else:
            _start_naming(state)
        return
    card = NONE
    if source == TURN_UP:
        card = _turn_up(state)
    elif source == DEALER_LAST:
        card = state.stock[state.hand * opt.players - 1]
        state.shown = card
    if card != NONE and has(opt.joker_set, card):
        if opt.joker_turned == REDEAL:
            _deal_anew(state)
            return
        card = NONE
    if card != NONE:
        state.trump = suit_of(card, opt.ranks)
    elif source == FIXED:
        state.trump = opt.trump_suits[opt.fixed_trump]
    _lay_rest_aside(state)
    if source == RANDOM:
        state.phase = TRUMP_LOT
        state.player = CHANCE
    else:
        _after_trump(state)


@compiled
def _deal_rounds(state, first, last):
    """Deal so many cards to each hand, singly, clockwise from eldest; the one shown lies open."""
    players = state.opt.players
    shown = state.hand * players - 1 if _source(state) == DEALER_LAST else NONE
    seat = next_seat(state.dealer, players)
    for i in range(first * players, last * players):
        card = state.stock[i]
        state.hands[seat] = add(state.hands[seat], card)
        audience = card_set(seat)
        if state.blind:
            audience = without(ALL, audience) if state.kind == FOREHEAD else np.int64(NOBODY)
        if i == shown:
            audience = ALL
        move(state, audience, card, DECK, HAND + seat)
        seat = next_seat(seat, players)


@compiled
def _turn_up(state):
    """Turn up the next card of the deck, past jokers if the rules say so; returns the last one."""
    opt = state.opt
    at = state.hand * opt.players
    card = state.stock[at]
    move(state, ALL, card, DECK, TRUMP_CARD)
    while opt.joker_turned == NEXT and has(opt.joker_set, card) and at + 1 < opt.dealable:
        at += 1
        card = state.stock[at]
        move(state, ALL, card, DECK, TRUMP_CARD)
    state.turned = card
    return card


@compiled
def _lay_rest_aside(state):
    """What is left over is out of play."""
    left = state.opt.dealable - state.hand * state.opt.players
    if left > 0 and (state.turned == NONE or left > 1):
        move(state, ALL, EVERY, DECK, UNDEALT)


@compiled
def _deal_anew(state):
    """A joker was turned: a new deck is due; dark bids stand."""
    tell(state, ALL, WORD + NEW_DEAL, NOTHING)
    if state.kind == DARK and state.bids_made == state.opt.players:
        for seat in range(state.opt.players):
            state.match.kept_bids[seat] = state.bids[seat] + 1
    state.phase = BEFORE
    state.player = CHANCE


@compiled
def _start_naming(state):
    state.phase = NAMING
    state.player = next_seat(state.dealer, state.opt.players)


@compiled
def _name(state, action):
    """Let a trump be named by eldest or by chance; eldest's is followed by the rest of the deal."""
    opt = state.opt
    is_chosen = state.phase == NAMING
    state.trump = opt.trump_suits[action - opt.cards - NAME_OFFSET]
    if is_chosen:
        _deal_rounds(state, min(state.hand, CHOOSER_ROUNDS), state.hand)
        _lay_rest_aside(state)
    _after_trump(state)


@compiled
def _after_trump(state):
    """Go on with the bids, or with the play where they are made or there are none."""
    if has_bids(state) and state.bids_made < state.opt.players:
        _start_bids(state)
    else:
        _start_play(state)


# --- bids -----------------------------------------------------------------------------------------


@compiled
def _start_bids(state):
    state.phase = BIDDING
    state.player = _next_bidder(state, state.dealer)


@compiled
def _next_bidder(state, seat):
    players = state.opt.players
    if state.opt.bid_direction == COUNTER_CLOCKWISE:
        return seat - 1 if seat > 0 else players - 1
    return next_seat(seat, players)


@compiled
def _legal_bids(state, actions):
    """All numbers of tricks, but the last bidder's may not make the sum right."""
    opt, hand = state.opt, state.hand
    banned = np.int64(NONE)
    if opt.dealer_restriction and state.bids_made == opt.players - 1:
        banned = hand - state.bid_sum
    fewest = 0
    limit = opt.zero_streak_limit
    if limit > 0 and state.match.zero_streak[state.player] >= limit - 1:
        fewest = 0 if hand == 1 and banned == 1 else 1  # a bid must be left
    first = opt.cards + BID_OFFSET
    if fewest <= banned <= hand:
        allow_run(actions, first + fewest, banned - fewest)
        fewest = banned + 1
    allow_run(actions, first + fewest, hand + 1 - fewest)


@compiled
def _bid(state, action):
    tell(state, ALL, action, NOTHING)
    opt, seat = state.opt, state.player
    bid = action - opt.cards - BID_OFFSET
    state.bids[seat] = bid
    state.bid_sum += bid
    state.bids_made += 1
    if state.bids_made < opt.players:
        state.player = _next_bidder(state, seat)
    elif state.blind:
        _end_blind_bids(state)
    else:
        _start_play(state)


@compiled
def _end_blind_bids(state):
    """Give the cards for which dark bids were made, or let everybody look at them, and go on."""
    opt = state.opt
    state.blind = 0
    if state.kind == DARK and opt.dark_time != BLIND_AFTER:
        _give(state)
        return
    for seat in range(opt.players):
        cards = state.hands[seat]
        while cards:
            move(state, card_set(seat), lowest(cards), HAND + seat, HAND + seat)
            cards = without_lowest(cards)
    if state.kind == DARK and _source(state) == CHOOSER:
        _start_naming(state)
    else:
        _start_play(state)


# --- tricks ---------------------------------------------------------------------------------------


@compiled
def _start_play(state):
    state.phase = PLAYING
    state.leader = next_seat(state.dealer, state.opt.players)
    state.player = state.leader


@compiled
def legal(state, actions):
    """Add the legal actions of the phase, at a chance node the outcomes of a lot."""
    if state.player == CHANCE:
        _legal_lot(state, actions)
    elif state.phase == PLAYING:
        legal_plays(state, actions)
    elif state.phase == BIDDING:
        _legal_bids(state, actions)
    else:
        for suit in range(state.opt.suits):
            allow(actions, state.opt.cards + NAME_OFFSET + state.opt.suit_codes[suit])
        allow(actions, state.opt.cards + NAME_OFFSET + NT)


@compiled
def play(state, action):
    """Play a legal action of the phase."""
    if state.player == CHANCE:
        _draw(state, action)
    elif state.phase == PLAYING:
        if action < state.opt.cards:
            _play_card(state, action)
        else:
            _declare_joker(state, action)
    elif state.phase == BIDDING:
        _bid(state, action)
    else:
        tell(state, ALL, action, NOTHING)
        _name(state, action)


@compiled
def _play_card(state, card):
    """Play an ordinary card, or a joker as the card it is printed as."""
    seat = state.player
    tell(state, ALL, card, NOTHING)
    _put(state, seat, card)
    suit = suit_of(card, state.opt.ranks)
    if state.trick_size == 0:
        lead_card(state, seat, card, suit)
    else:
        if state.led != NONE and (suit != state.led or state.asked == HIGHEST):
            show_lacks(state, seat, card, suit)
        follow_card(state, seat, card, suit)
    _go_on(state, seat)


@compiled
def _declare_joker(state, action):
    """Play the joker, of two the one with the lower number, as what it is declared to be."""
    opt, seat = state.opt, state.player
    tell(state, ALL, action, NOTHING)
    _put(state, seat, lowest(state.hands[seat] & opt.joker_set))
    state.declared[seat] = action + 1
    declaration = action - opt.cards
    if declaration >= AS_CARD_OFFSET:
        card = declaration - AS_CARD_OFFSET
        suit = suit_of(card, opt.ranks)
        if state.trick_size == 0:
            lead_card(state, seat, card, suit)
        else:
            follow_card(state, seat, card, suit)
    elif state.trick_size == 0:
        lead_joker(state, seat, declaration)
    elif declaration == TAKE:
        follow_take(state, seat)
    _go_on(state, seat)


@compiled
def _put(state, seat, card):
    """Move a card from the hand to the trick."""
    move(state, ALL, card, HAND + seat, TRICK)
    state.hands[seat] = remove(state.hands[seat], card)
    state.played[seat] = add(state.played[seat], card)
    state.trick[seat] = card


@compiled
def _go_on(state, seat):
    """Let the next seat play, or the winner of a full trick lead."""
    players = state.opt.players
    state.trick_size += 1
    if state.trick_size < players:
        state.player = next_seat(seat, players)
        return
    move(state, ALL, EVERY, TRICK, PLAYED)
    for other in range(players):
        state.trick[other] = NONE
        state.declared[other] = 0
    winner = state.best
    state.trick_size = 0
    state.led = NONE
    if state.circular:
        state.trump = NONE
    state.tricks[winner] += 1
    state.tricks_done += 1
    state.leader = winner
    state.player = winner
    if state.tricks_done == state.hand:
        end_deal(state)


@compiled
def returns(state, out):
    """Points so far; they change when a deal ends."""
    for seat in range(state.opt.players):
        out[seat] = state.match.total[seat]
