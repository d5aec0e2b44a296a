"""Bids and premium bids of Ninety-Nine: laying aside, announcing, declaring, naming the trump."""

from __future__ import annotations

from ...engine.cards import (
    NONE,
    above,
    add,
    allow,
    allow_run,
    card_set,
    count,
    highest,
    next_seat,
    remove,
)
from ...engine.jit import compiled
from ...engine.log import ALL, NOTHING, WORD, move, tell
from .layout import (
    ANNOUNCED,
    CALL,
    CALLED,
    DECLARE,
    DECLARED,
    HAND,
    INDEPENDENT,
    INFORMAL,
    LAID,
    LAID_ASIDE,
    LAST_CARDS,
    NAME_NINES,
    NAME_NT,
    NAME_SUIT,
    NO_PREMIUM,
    NT,
    NUMBER,
    PASS,
    PREMIUM_NAMES,
    PREMIUM_NONE,
    REVEAL,
    REVEALED,
    SPOKEN,
    SUITS_OR_NINES,
    SUITS_OR_NT,
    WITH_REVEAL,
)
from .options import ANNOUNCE, BID, NAMING, NINES, PREMIUM, REPLY
from .scoring import count_in_deal, expose, set_trump, show_bid

# --- the order of the phases ----------------------------------------------------------------------


@compiled
def is_premium_first(state):
    """Return whether premium bids come before the cards are laid aside, or instead of that."""
    opt = state.opt
    is_early = opt.trump_rule == PREMIUM_NAMES or opt.bid_mode == LAST_CARDS
    return is_early and opt.premium_bids != PREMIUM_NONE


@compiled
def start_bids(state):
    """Begin with the premium bids or with the bids; all is dealt and turned up."""
    state.player = state.leader
    if is_premium_first(state):
        state.phase = PREMIUM
    else:
        _start_laying(state)


@compiled
def _start_laying(state):
    state.player = state.leader
    if state.opt.bid_mode == LAST_CARDS:
        start_play(state)
    else:
        state.phase = BID


@compiled
def start_play(state):
    """Expose what the premium bidders promised to, and the dummy; eldest leads."""
    opt = state.opt
    for seat in range(opt.players):
        if state.level[seat] >= DECLARED and opt.bid_mode != LAST_CARDS:
            show_bid(state, seat)
        if state.level[seat] == REVEALED:
            expose(state, seat)
    if opt.dummy:
        expose(state, opt.players)
    if opt.success_scope == 1:
        count_in_deal(state)
    state.phase = opt.play_phase
    state.player = state.leader
    state.controller = state.leader


# --- laying aside ---------------------------------------------------------------------------------


@compiled
def cards_to_lay(state):
    """Bid cards go down in ascending order, so that each bid has one sequence of actions."""
    seat = state.player
    laid = state.laid[seat]
    cards = state.hands[seat]
    if laid:
        cards = above(cards, highest(laid))
    for _ in range(state.opt.bid_cards - 1 - count(laid)):  # left for the cards still to come
        cards = remove(cards, highest(cards))
    return cards


@compiled
def lay_aside(state, card):
    """Lay a card aside, face down."""
    seat = state.player
    own = card_set(seat)
    tell(state, own, card, WORD + LAID_ASIDE)
    move(state, own, card, HAND + seat, LAID + seat)
    state.hands[seat] = remove(state.hands[seat], card)
    state.laid[seat] = add(state.laid[seat], card)
    if count(state.laid[seat]) < state.opt.bid_cards:
        return
    state.player = next_seat(seat, state.opt.players)
    if state.player == state.leader:
        if state.opt.bid_mode == ANNOUNCED:
            state.phase = ANNOUNCE
        else:
            _end_bidding(state)


@compiled
def _end_bidding(state):
    opt = state.opt
    if opt.bid_visibility == 1 and opt.bid_mode != ANNOUNCED:
        for seat in range(opt.players):
            show_bid(state, seat)
    if opt.premium_bids == PREMIUM_NONE or is_premium_first(state):
        start_play(state)
    else:
        state.phase = PREMIUM


# --- announcing -----------------------------------------------------------------------------------


@compiled
def legal_numbers(state, actions):
    """Any number of tricks from none to all."""
    allow_run(actions, state.opt.cards + NUMBER, state.opt.tricks + 1)


@compiled
def announce(state, number):
    """Say a number: each in turn from eldest, or the premium bidder alone where none is laid."""
    opt, seat = state.opt, state.player
    action = opt.cards + NUMBER + number
    state.announced[seat] = number
    if opt.bid_mode == LAST_CARDS:
        tell(state, ALL, action, NOTHING)
        start_play(state)
        return
    if opt.announce_order == 0:
        tell(state, ALL, action, NOTHING)
    else:
        tell(state, card_set(seat), action, WORD + CALLED)
    state.said += 1
    state.player = next_seat(seat, opt.players)
    if state.said < opt.players:
        return
    if opt.announce_order == 1:
        for i in range(opt.players):
            other = (state.leader + i) % opt.players
            tell(state, ALL, WORD + SPOKEN + 16 * other + state.announced[other], NOTHING)
    _end_bidding(state)


# --- premium bids ---------------------------------------------------------------------------------


@compiled
def legal_calls(state, actions):
    """Pass, declare, reveal: a reveal overcalls a declare, nothing overcalls a reveal."""
    opt, first = state.opt, state.opt.cards
    allow(actions, first + PASS)
    if state.phase == PREMIUM and state.offer == NONE:
        allow(actions, first + DECLARE)
    if opt.premium_bids == WITH_REVEAL:
        allow(actions, first + REVEAL)


@compiled
def call(state, what):
    """Say pass, declare or reveal, as the procedure has it."""
    if state.opt.premium_procedure == INFORMAL:
        _call_in_secret(state, what)
    else:
        _call_in_turn(state, what)


@compiled
def _call_in_turn(state, what):
    """Formal and independent procedure: open calls in turn from eldest."""
    seat, opt = state.player, state.opt
    tell(state, ALL, opt.cards + what, NOTHING)
    if state.phase == REPLY:  # the declarer, overcalled: raise or yield
        _bind(state, seat if what == REVEAL else state.offer, REVEALED)
        _end_premium(state)
        return
    state.asked += 1
    if opt.premium_procedure == INDEPENDENT:
        if what == DECLARE:
            state.level[seat] = DECLARED
    elif what == REVEAL:
        if state.offer == NONE:
            _bind(state, seat, REVEALED)
            _end_premium(state)
        else:
            state.player = state.offer
            state.offer = seat  # keeps who has overcalled
            state.phase = REPLY
        return
    elif what == DECLARE:
        state.offer = seat
        if opt.premium_bids != WITH_REVEAL:
            _bind(state, seat, DECLARED)
            _end_premium(state)
            return
    state.player = next_seat(seat, opt.players)
    if state.asked == opt.players:
        if state.offer != NONE:
            _bind(state, state.offer, DECLARED)
        _end_premium(state)


@compiled
def _bind(state, seat, level):
    state.level[seat] = level
    state.bidder = seat


@compiled
def _call_in_secret(state, what):
    """Informal procedure: nobody sees a call until all are in; then the highest binds its seat."""
    seat, players = state.player, state.opt.players
    tell(state, card_set(seat), state.opt.cards + what, WORD + CALLED)
    state.call[seat] = what  # the calls and the levels have the same numbers
    state.asked += 1
    state.player = next_seat(seat, players)
    if state.asked < players:
        return
    bidder = NONE
    for i in range(players):  # among equals the seat nearest to the dealer's left
        other = (state.leader + i) % players
        tell(state, ALL, WORD + CALL + 3 * other + state.call[other], NOTHING)
        if state.call[other] > (NO_PREMIUM if bidder == NONE else state.call[bidder]):
            bidder = other
    if bidder != NONE:
        _bind(state, bidder, state.call[bidder])
    _end_premium(state)


@compiled
def _end_premium(state):
    """Let the bidder name the trump or his number where that is due; then bids or play."""
    opt = state.opt
    if not is_premium_first(state):
        start_play(state)
    elif opt.trump_rule == PREMIUM_NAMES and state.bidder != NONE:
        state.phase = NAMING
        state.player = state.bidder
    else:
        if opt.trump_rule == PREMIUM_NAMES:
            set_trump(state, _unclaimed(state))
        _after_naming(state)


@compiled
def _after_naming(state):
    if state.opt.bid_mode == LAST_CARDS and state.bidder != NONE:
        state.phase = ANNOUNCE
        state.player = state.bidder
        if state.level[state.bidder] == REVEALED:
            expose(state, state.bidder)
    else:
        _start_laying(state)


@compiled
def _unclaimed(state):
    """Return the trump where nobody made a premium bid."""
    if state.opt.unclaimed_trump == 1:
        return NT
    return state.opt.first_deal_trump if state.match.trump == NONE else state.match.trump


@compiled
def legal_names(state, actions):
    """The suits of the pack, and what the options add."""
    opt, first = state.opt, state.opt.cards
    for suit in range(opt.suits):
        allow(actions, first + NAME_SUIT + opt.suit_code[suit])
    if opt.premium_names_trump == SUITS_OR_NINES:
        allow(actions, first + NAME_NINES)
    if opt.premium_names_trump == SUITS_OR_NT:
        allow(actions, first + NAME_NT)


@compiled
def name_trump(state, name):
    """The premium bidder names the trump."""
    tell(state, ALL, state.opt.cards + name, NOTHING)
    code = name - NAME_SUIT
    if name == NAME_NINES:
        code = NINES
    elif name == NAME_NT:
        code = NT
    set_trump(state, code)
    _after_naming(state)
