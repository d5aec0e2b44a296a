"""From the deal to the contract: the blind bid, hands thrown in, the auction, paid peeks."""

from __future__ import annotations

from ...engine.cards import (
    NONE,
    add,
    allow,
    card_set,
    cards_of_suit,
    count,
    has,
)
from ...engine.jit import compiled, inlined
from ...engine.log import ALL, WORD, move, tell
from .codes import (
    BEFORE_TALON,
    BY_DEALER,
    BY_FOREHAND,
    BY_NOBODY,
    FOREHAND_SPEAKS,
    NEXT,
    NEXT_DEALER,
)
from .common import (
    allow_bids,
    bid_of,
    cap,
    deal_anew,
    holds_marriage,
    is_active,
    is_silenced,
    look,
    next_active,
    points_of,
    show,
)
from .exchange import start_talon
from .layout import (
    AUCTION,
    BLIND,
    BLIND_BID,
    BLIND_DEAL,
    EARLY_RAISE,
    GOLDEN_DEAL,
    HAND,
    HAND_REDEAL,
    NORMAL,
    PASS,
    REDEAL,
    SHOW_HANDS,
    SUITS_ASKED,
    TALON,
    TALON_CARD,
    TALON_SUIT,
    TALON_SUITS,
    UNBLIND,
    UNBLINDING,
)

FIXED_CONTRACT = 120  # of blind and golden deals
UNBLINDING_BID = 125


@compiled
def begin(state):
    """The cards are dealt: forehand may bid blind, before it looks at them."""
    if state.unseen != NONE:
        state.phase = BLIND_BID
        state.player = state.forehand
    else:
        _start_hand_redeal(state)


# --- blind ----------------------------------------------------------------------------------------


@compiled
def legal_blind(state, actions):
    """Forehand bids blind or looks at its cards."""
    allow(actions, state.opt.cards + PASS)
    allow(actions, state.opt.cards + BLIND)


@compiled
def play_blind(state, call):
    """Bid blind, or look."""
    if call == PASS:
        look(state)
        _start_hand_redeal(state)
        return
    state.kind = BLIND_DEAL
    if state.opt.unblind:
        state.phase = UNBLINDING
        state.player = next_active(state, state.forehand)
    else:
        _start_hand_redeal(state)


@compiled
def legal_unblind(state, actions):
    """Pass, or cancel the blind with a marriage in hand."""
    seat = state.player
    allow(actions, state.opt.cards + PASS)
    if holds_marriage(state, state.hands[seat]) and not is_silenced(state, seat):
        allow(actions, state.opt.cards + UNBLIND)


@compiled
def play_unblind(state, call):
    """The first to cancel the blind ends the round."""
    if call == UNBLIND:
        state.unblinder = state.player
        state.kind = NORMAL
        _start_hand_redeal(state)
        return
    state.player = next_active(state, state.player)
    if state.player == state.forehand:
        _start_hand_redeal(state)


# --- hands that may be thrown in ------------------------------------------------------------------


@compiled
def _start_hand_redeal(state):
    """Ask every seat that has seen its cards whether it throws them in."""
    if not state.opt.may_redeal_hand:
        _start_contract(state)
        return
    state.phase = HAND_REDEAL
    state.player = state.forehand
    if state.unseen == state.forehand:
        state.player = next_active(state, state.forehand)


@compiled
def _may_throw_in(state, hand):
    """Return whether a hand gives the right to a redeal."""
    opt = state.opt
    if points_of(state, hand) < opt.redeal_hand_below:
        return True
    if 0 < opt.redeal_hand_nines <= count(hand & opt.nines):
        return True
    return 0 < opt.redeal_hand_jacks <= count(hand & opt.jacks)


@compiled
def legal_hand_redeal(state, actions):
    """Go on, or throw in a hand that gives the right to it; or peek."""
    allow(actions, state.opt.cards + PASS)
    if _may_throw_in(state, state.hands[state.player]):
        allow(actions, state.opt.cards + REDEAL)
    _allow_peeks(state, actions)


@compiled
def play_hand_redeal(state, call):
    """Go on, or show the hand and throw it in."""
    if call >= SHOW_HANDS:
        _peek(state, call)
    elif call == REDEAL:
        show(state, ALL, state.hands[state.player], HAND + state.player)
        deal_anew(state, state.opt.redeal_dealer == NEXT)
    else:
        state.player = next_active(state, state.player)
        if state.player == state.forehand:
            _start_contract(state)


# --- who plays ------------------------------------------------------------------------------------


@compiled
def _start_contract(state):
    """Settle contracts that need no auction; otherwise hold one."""
    if state.unblinder != NONE:
        look(state)
        if state.opt.unblind_no_auction:
            _settle(state, state.unblinder, UNBLINDING_BID)
        else:
            _credit(state, state.unblinder, UNBLINDING_BID)
            state.phase = AUCTION
            _ask_next(state, state.unblinder)
    elif state.kind == GOLDEN_DEAL or state.kind == BLIND_DEAL:
        _settle(state, state.forehand, FIXED_CONTRACT)
    elif state.takes_talon:
        _settle(state, _first_on_barrel(state), state.opt.need)
    else:
        _start_auction(state)


@inlined
def _settle(state, seat, contract):
    state.declarer = seat
    state.contract = contract
    start_talon(state)


@inlined
def _credit(state, seat, bid):
    state.bid = bid
    state.bidder = seat
    state.last_bid[seat] = bid


@compiled
def _first_on_barrel(state):
    """Return the active seat that mounted first; of one deal the first from forehand."""
    first = NONE
    seat = state.forehand
    for _ in range(state.opt.players):
        if state.match.on_barrel[seat] and is_active(state, seat):
            order = state.match.mount_order[seat]
            if first == NONE or order < state.match.mount_order[first]:
                first = seat
        seat = next_active(state, seat)
    return first


# --- auction --------------------------------------------------------------------------------------


@compiled
def _start_auction(state):
    opt = state.opt
    state.phase = AUCTION
    if opt.forced_opening == BY_FOREHAND and opt.auction_start != FOREHAND_SPEAKS:
        _credit(state, state.forehand, opt.opening_bid)
        _ask_next(state, state.forehand)
        return
    if opt.forced_opening == BY_DEALER:
        _credit(state, state.dealer, opt.opening_bid)
    state.player = state.forehand


@compiled
def _ask_next(state, seat):
    """Pass the turn to the next seat still in the auction; without one it is over."""
    other = seat
    for _ in range(state.opt.active):
        other = next_active(state, other)
        if not has(state.passed, other) and other != state.bidder:
            state.player = other
            return
    _end_auction(state)


@compiled
def _end_auction(state):
    """The owner of the highest bid plays; where nobody bid, the cards are dealt anew."""
    opt = state.opt
    if state.bidder == NONE:
        deal_anew(state, opt.all_pass == NEXT_DEALER)
        return
    if opt.forced_opening != BY_NOBODY and state.unblinder == NONE:
        state.won_alone = 1 if state.bid == opt.opening_bid else 0
    state.declarer = state.bidder
    state.contract = state.bid
    if opt.raise_timing == BEFORE_TALON:
        state.phase = EARLY_RAISE
        state.player = state.declarer
    else:
        start_talon(state)


@compiled
def _next_bid(state):
    """Return the lowest bid above the highest so far."""
    opt = state.opt
    if state.bid < opt.opening_bid:
        return opt.opening_bid
    return state.bid // opt.bid_step * opt.bid_step + opt.bid_step


@compiled
def legal_auction(state, actions):
    """Pass or bid more; the forced opening must be bid, whatever the hand."""
    opt, seat = state.opt, state.player
    is_forced = opt.forced_opening == BY_FOREHAND and state.bidder == NONE
    limit = auction_limit(state, seat)
    if is_forced:
        limit = max(limit, opt.opening_bid)
    else:
        allow(actions, opt.cards + PASS)
    if not opt.jump_bids:
        limit = min(limit, _next_bid(state))
    allow_bids(state, actions, state.bid, limit)
    _allow_peeks(state, actions)


@inlined
def auction_limit(state, seat):
    """Return the highest bid that a seat may make in the auction, 0 where it must pass."""
    return cap(state, seat) if not is_silenced(state, seat) else 0


@compiled
def play_auction(state, call):
    """Bid, pass for the rest of the auction, or peek."""
    seat = state.player
    if call >= SHOW_HANDS:
        _peek(state, call)
        return
    if call == PASS:
        state.passed = add(state.passed, seat)
    else:
        _credit(state, seat, bid_of(call))
    _ask_next(state, seat)


@compiled
def legal_raise(state, actions):
    """The declarer keeps the contract or raises it before he sees the talon; or peeks."""
    allow(actions, state.opt.cards + PASS)
    allow_bids(state, actions, state.contract, cap(state, state.player))
    _allow_peeks(state, actions)


@compiled
def play_raise(state, call):
    """Keep the contract or raise it."""
    if call >= SHOW_HANDS:
        _peek(state, call)
        return
    if call != PASS:
        state.contract = bid_of(call)
    start_talon(state)


# --- peeks ----------------------------------------------------------------------------------------


@compiled
def _allow_peeks(state, actions):
    """Add the peeks that the mover has left."""
    opt, match, seat = state.opt, state.match, state.player
    if match.peeks_hands[seat] + state.used_hands[seat] < opt.peek_hands:
        allow(actions, opt.cards + SHOW_HANDS)
    if match.peeks_suits[seat] + state.used_suits[seat] < opt.peek_suits:
        allow(actions, opt.cards + TALON_SUITS)
    if match.peeks_card[seat] + state.used_card[seat] < opt.peek_card:
        for i in range(3):
            if state.talon_card[i] != NONE and not has(state.peeked[seat], i):
                allow(actions, opt.cards + TALON_CARD + i)


@compiled
def _peek(state, call):
    """Let the mover, and nobody else, see what it has asked for; its turn goes on."""
    seat = state.player
    if call == SHOW_HANDS:
        state.used_hands[seat] += 1
        _show_hands_to(state, seat)
    elif call == TALON_SUITS:
        state.used_suits[seat] += 1
        _tell_suits_to(state, seat)
    else:
        i = call - TALON_CARD
        state.used_card[seat] += 1
        state.peeked[seat] = add(state.peeked[seat], i)
        card = state.talon_card[i]
        place = TALON if has(state.talon[0], card) else TALON + 1
        move(state, card_set(seat), card, place, place)


@compiled
def _show_hands_to(state, seat):
    other = next_active(state, seat)
    while other != seat:
        show(state, card_set(seat), state.hands[other], HAND + other)
        other = next_active(state, other)


@compiled
def _tell_suits_to(state, seat):
    opt = state.opt
    cards = state.talon[0] | state.talon[1]
    for suit in range(opt.suits):
        number = count(cards_of_suit(cards, suit, opt.ranks))
        word = WORD + TALON_SUIT + 32 * opt.letters[suit] + number
        tell(state, card_set(seat), word, WORD + SUITS_ASKED)
