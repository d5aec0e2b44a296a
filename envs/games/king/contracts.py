"""Between the deal and the first lead: orders, trumps, the talon, passes, calls and bids."""

from __future__ import annotations

from ...engine.cards import (
    NONE,
    above,
    add,
    allow,
    allow_run,
    card_set,
    count,
    has,
    highest,
    lowest,
    remove,
    suit_of,
    without,
    without_lowest,
)
from ...engine.jit import compiled
from ...engine.log import ALL, NOTHING, WORD, lacks, move, tell
from .common import give, lay_rest_aside, next_active, penalty_cards
from .layout import (
    AUCTION,
    BID_1,
    BY_LAST,
    CAPOT,
    CAPOT_CALL,
    DISCARD,
    DISCARDING,
    HAND,
    LAYS_ASIDE,
    NAME_SUIT,
    NAMING,
    NAMING_SUIT,
    NO_TRUMP,
    ORDER,
    OTYGRYSH,
    PASS,
    PASSED,
    PASSES,
    PASSING,
    PLAYING,
    TALON,
)

FORBIDDEN = 0  # discard_rule
TWO_CLUBS, BID_WINNER = 1, 3  # lead_rule
FEW = 3  # cards that the namer has seen
HIGHEST_BID = 26


# --- orders ---------------------------------------------------------------------------------------


@compiled
def may_order(state, seat, contract):
    """Return whether a seat may order a contract: not its own ones again, within its numbers."""
    opt, match = state.opt, state.match
    if contract == OTYGRYSH:
        return match.positives[seat] < opt.otygrysh_per_player
    if not has(opt.orders, contract):
        return False
    if opt.negatives_per_player and match.negatives[seat] >= opt.negatives_per_player:
        return False
    if opt.contract_per_match:
        return match.times[contract] < opt.contract_per_match
    return not has(match.orders[seat], contract)


@compiled
def legal_orders(state, actions):
    """Add the contracts that eldest may order."""
    for contract in range(OTYGRYSH + 1):
        if may_order(state, state.player, contract):
            allow(actions, state.opt.cards + ORDER + contract)


@compiled
def order(state, action):
    """Let eldest order the contract of the deal; with an otygrysh he names the trump next."""
    tell(state, ALL, action, NOTHING)
    state.contract = action - state.opt.cards - ORDER
    if state.contract == OTYGRYSH:
        state.namer = state.player
        state.phase = NAMING
    else:
        start_talk(state)


# --- trump ----------------------------------------------------------------------------------------


@compiled
def legal_suits(state, actions):
    """Add the suits of the pack."""
    for suit in range(state.opt.suits):
        allow(actions, state.opt.cards + NAME_SUIT + state.opt.suit_codes[suit])


@compiled
def legal_trumps(state, actions):
    """Add the suits of the pack, and where the rules have them `by the last` and no trump."""
    opt = state.opt
    legal_suits(state, actions)
    if opt.by_last:
        allow(actions, opt.cards + BY_LAST)
    if opt.otygrysh_nt:
        allow(actions, opt.cards + NO_TRUMP)


@compiled
def name_trump(state, action):
    """Name the trump of an otygrysh; what was held back is dealt now."""
    tell(state, ALL, action, NOTHING)
    opt, call = state.opt, action - state.opt.cards
    if call < BY_LAST:
        state.trump = opt.trump_suits[call - NAME_SUIT]
    if count(state.hands[state.namer]) < opt.hand:
        _deal_rest(state, call == BY_LAST)
        lay_rest_aside(state)
    start_talk(state)


@compiled
def _deal_rest(state, by_last):
    """Three cards to each other seat, then singly from the namer; his last may show the trump."""
    opt = state.opt
    seat = next_active(state, state.namer)
    while seat != state.namer:
        for _ in range(FEW):
            give(state, seat, card_set(seat))
        seat = next_active(state, seat)
    for i in range(FEW, opt.hand):
        for _ in range(opt.active_players):
            if by_last and seat == state.namer and i == opt.hand - 1:
                state.shown = give(state, seat, ALL)
                state.trump = suit_of(state.shown, opt.ranks)
            else:
                give(state, seat, card_set(seat))
            seat = next_active(state, seat)


# --- what comes before the first lead -------------------------------------------------------------


@compiled
def start_talk(state):
    """The contract is known: go on with the talon, or with passes, calls and bids."""
    if state.opt.talon:
        _take_talon(state)
    elif state.opt.pass_count and pass_distance(state) > 0:
        state.phase = PASSING
        state.player = state.eldest
    else:
        _start_calls(state)


@compiled
def _start_calls(state):
    """Ask for a general, hold the auction, or begin."""
    state.player = state.eldest
    if state.opt.capot:
        state.phase = CAPOT
    elif state.opt.auction == 0:
        _start_play(state)
    elif state.match.bidder != NONE:
        state.bidder = state.match.bidder  # the pool stayed: no new auction
        _let_name_suit(state)
    else:
        state.phase = AUCTION


@compiled
def _start_play(state):
    opt = state.opt
    if opt.lead_rule == TWO_CLUBS:
        for seat in range(opt.players):
            if has(state.hands[seat], opt.two_clubs):
                state.leader = seat
        for seat in range(opt.players):
            if seat != state.leader:
                lacks(state, HAND + seat, card_set(opt.two_clubs))
    state.phase = PLAYING
    state.player = state.leader


# --- talon ----------------------------------------------------------------------------------------


@compiled
def _take_talon(state):
    """The first leader takes the talon, which all see."""
    taker = state.leader
    state.taker = taker
    cards = state.talon
    state.from_talon = cards
    state.hands[taker] |= cards
    state.talon = 0
    while cards:
        move(state, ALL, lowest(cards), TALON, HAND + taker)
        cards = without_lowest(cards)
    state.phase = DISCARDING
    state.player = taker


@compiled
def _ascending(cards, laid, number):
    """Return the cards that may be chosen next, of `number` chosen in ascending order."""
    if laid:
        cards = above(cards, highest(laid))
    for _ in range(number - 1 - count(laid)):  # left for the cards still to come
        cards = remove(cards, highest(cards))
    return cards


@compiled
def discardable(state):
    """Return the cards that may be laid aside next."""
    cards = state.hands[state.player]
    if state.opt.discard_rule == FORBIDDEN:
        cards = without(cards, penalty_cards(state))
    return _ascending(cards, state.discard, state.opt.talon)


@compiled
def lay_aside(state, card):
    """Lay a card aside, face down."""
    seat = state.player
    own = card_set(seat)
    tell(state, own, card, WORD + LAYS_ASIDE)
    move(state, own, card, HAND + seat, DISCARD)
    state.hands[seat] = remove(state.hands[seat], card)
    state.discard = add(state.discard, card)
    if count(state.discard) < state.opt.talon:
        return
    if state.opt.discard_rule == FORBIDDEN and penalty_cards(state):
        lacks(state, DISCARD, penalty_cards(state))
    _start_calls(state)


# --- passes ---------------------------------------------------------------------------------------


@compiled
def pass_distance(state):
    """Return to which seat cards are passed, as places to the left; 0: to nobody."""
    opt = state.opt
    return opt.passes[state.match.deals % opt.cycle] if opt.cycle else state.match.passing


@compiled
def passable(state):
    """Return the cards that may be passed next."""
    seat = state.player
    return _ascending(state.hands[seat], state.given[seat], state.opt.pass_count)


@compiled
def pass_card(state, card):
    """Pass a card face down; when all have passed everybody takes up what came."""
    opt, seat = state.opt, state.player
    own = card_set(seat)
    receiver = (seat + pass_distance(state)) % opt.players
    tell(state, own, card, WORD + PASSES)
    move(state, own, card, HAND + seat, PASSED + seat)
    state.hands[seat] = remove(state.hands[seat], card)
    state.given[seat] = add(state.given[seat], card)
    state.got[receiver] = add(state.got[receiver], card)
    if count(state.given[seat]) < opt.pass_count:
        return
    state.player = next_active(state, seat)
    if state.player == state.eldest:
        for giver in range(opt.players):
            _take_up(state, giver, (giver + pass_distance(state)) % opt.players)
        _start_calls(state)


@compiled
def _take_up(state, giver, receiver):
    cards = state.got[receiver]
    state.hands[receiver] |= cards
    both = add(card_set(giver), receiver)
    while cards:
        move(state, both, lowest(cards), PASSED + giver, HAND + receiver)
        cards = without_lowest(cards)


# --- calls and bids -------------------------------------------------------------------------------


@compiled
def legal_announcements(state, actions):
    """Announce the general, or pass."""
    allow(actions, state.opt.cards + CAPOT_CALL)
    allow(actions, state.opt.cards + PASS)


@compiled
def announce(state, action):
    """Take up whether a seat announces that it will win every trick; the first one has it."""
    tell(state, ALL, action, NOTHING)
    state.asked += 1
    if action - state.opt.cards == CAPOT_CALL:
        state.announcer = state.player
    elif state.asked < state.opt.active_players:
        state.player = next_active(state, state.player)
        return
    _start_play(state)


@compiled
def legal_bids(state, actions):
    """Pass, or bid more than all before."""
    first = state.opt.cards + BID_1
    allow(actions, state.opt.cards + PASS)
    allow_run(actions, first + state.bid, HIGHEST_BID - state.bid)


@compiled
def make_bid(state, action):
    """Take up a bid or a pass; after one round the highest bidder names the penalty suit."""
    tell(state, ALL, action, NOTHING)
    call = action - state.opt.cards
    state.asked += 1
    if call >= BID_1:
        state.bid = call - BID_1 + 1
        state.bidder = state.player
    if state.asked < state.opt.active_players:
        state.player = next_active(state, state.player)
    elif state.bidder == NONE:
        state.suit = state.opt.hearts
        _start_play(state)
    else:
        _let_name_suit(state)


@compiled
def _let_name_suit(state):
    state.namer = state.bidder
    state.player = state.bidder
    state.phase = NAMING_SUIT


@compiled
def name_suit(state, action):
    """Name the suit whose cards cost points; who bid highest leads where the rules say so."""
    tell(state, ALL, action, NOTHING)
    state.suit = state.opt.trump_suits[action - state.opt.cards - NAME_SUIT]
    if state.opt.lead_rule == BID_WINNER:
        state.leader = state.bidder
    _start_play(state)
