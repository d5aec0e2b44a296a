"""The rules of Devyatka, phase by phase: lot, deal, opening, turn, end of the deal.

What may be played is one set, `fits`, kept up to date with every card laid: in `layout` and `mixed`
cards (the founders of absent suits and the cards next to the rows' ends), in `pile_domino` ranks. A
seat's legal cards are those of its hand that fit.
"""

from __future__ import annotations

import numpy as np

from ...engine.cards import (
    CHANCE,
    NONE,
    add,
    allow,
    card_set,
    count,
    first_cards,
    has,
    rank_of,
    remove,
)
from ...engine.jit import compiled
from ...engine.log import ALL, DECK, EVERY, NOTHING, WORD, lacks, move, tell
from .layout import (
    DEAD,
    FOUNDER,
    HAND,
    NEW_DEAL,
    NOBODY,
    OPENS,
    SKIPPED,
    STACK,
    TABLE,
    TURNED,
)
from .layout import (
    STATE as STATE,
)
from .options import (
    BANK,
    DEALER,
    DRAW_ONE,
    ELDEST_ANY_CARD,
    ELDEST_START_RANK,
    FIRST_OUT,
    LAYOUT,
    MIXED,
    PILE_DOMINO,
    REDEAL,
    WINNER_START_RANK,
)
from .scoring import finish, pay, pay_antes

# --- lot and deal ---------------------------------------------------------------------------------


@compiled
def next_dealer(state):
    """Return the seat that deals next, NONE where a lot decides."""
    if state.match.dealer != NONE:
        return state.match.dealer
    return state.opt.first_dealer


@compiled
def deal(state, deck):
    """Deal, and let the opening decide who moves first and with what."""
    state.dealer = next_dealer(state)
    state.founder_rank = state.opt.founder_rank
    if state.opt.variant == MIXED:
        _deal_stacks(state, deck)
        return
    dealt = _deal_hands(state, deck)
    if state.opt.variant == PILE_DOMINO:  # the top card of the stock begins the pile
        move(state, ALL, deck[dealt], DECK, TABLE)
        _lay_on_pile(state, deck[dealt])
        dealt += 1
    if state.opt.stock_use == DRAW_ONE or state.opt.variant == PILE_DOMINO:
        state.stock_left = state.opt.cards - dealt
        for i in range(state.stock_left):
            state.stock[i] = deck[dealt + i]
    elif dealt < state.opt.cards:
        move(state, ALL, EVERY, DECK, DEAD)
    seat = _open(state)
    if seat == NONE:
        tell(state, ALL, WORD + NEW_DEAL, NOTHING)
        state.player = CHANCE
        return
    tell(state, ALL, WORD + OPENS + seat, NOTHING)
    if state.opt.scoring == BANK:
        pay_antes(state)
    state.player = seat
    _pass_over(state)


@compiled
def _deal_hands(state, deck):
    """Deal singly, clockwise from eldest; returns the number of cards dealt."""
    players = state.opt.players
    dealt = state.opt.cards
    if state.opt.hand_size > 0:
        dealt = state.opt.hand_size * players
    seat = (state.dealer + 1) % players
    for i in range(dealt):
        _take(state, seat, deck[i])
        seat = (seat + 1) % players
    return dealt


@compiled
def _take(state, seat, card):
    """Let a seat take the top card of the deck."""
    move(state, card_set(seat), card, DECK, HAND + seat)
    if state.opt.variant == PILE_DOMINO:
        state.held[seat, card] += 1
    state.hands[seat] = add(state.hands[seat], card)
    state.sizes[seat] += 1


@compiled
def _deal_stacks(state, deck):
    """Deal face-down stacks; the founder is searched for and laid out, all see where it lay."""
    opt = state.opt
    founder = opt.founder_suits[0] * opt.ranks + opt.founder_rank
    players = opt.players
    for seat in range(players):
        state.top[seat] = NONE
    seat = (state.dealer + 1) % players
    holder = seat
    for i in range(opt.cards):
        if deck[i] == founder:
            holder = seat
            tell(state, ALL, WORD + FOUNDER, NOTHING)
            move(state, ALL, founder, DECK, TABLE)
        else:
            _put_under(state, seat, deck[i])
            state.sizes[seat] += 1
            move(state, NOBODY, deck[i], DECK, STACK + seat)
        seat = (seat + 1) % players
    _lay_in_row(state, founder)
    if opt.scoring == BANK:
        pay_antes(state)
    state.player = (holder + 1) % players
    tell(state, ALL, WORD + OPENS + state.player, NOTHING)


# --- opening --------------------------------------------------------------------------------------


@compiled
def _open(state):
    """Set what fits at the opening; returns the seat that moves first, NONE for a new deal."""
    opt = state.opt
    first = (state.dealer + 1) % opt.players  # eldest
    if opt.variant == PILE_DOMINO:
        return state.dealer if opt.domino_opener == DEALER else first
    if _has_too_many_aces(state):
        return np.int64(NONE)
    if opt.opening == ELDEST_ANY_CARD:
        state.founder_rank = NONE
        state.fits = first_cards(opt.cards)
        return first
    if opt.opening == WINNER_START_RANK:
        first = state.match.winner  # NONE in the first deal, which the holder of a founder opens
    if opt.opening == ELDEST_START_RANK or (opt.opening == WINNER_START_RANK and first != NONE):
        state.fits = cards_of_rank(state, state.founder_rank)
        for seat in range(opt.players):
            if state.hands[seat] & state.fits:
                return first
        return np.int64(NONE)
    return _holder_of_founder(state)


@compiled
def _has_too_many_aces(state):
    """Return whether a hand holds as many aces as force a new deal."""
    limit = state.opt.redeal_aces
    for seat in range(state.opt.players):
        if 0 < limit <= count(state.hands[seat] & state.opt.aces):
            return True
    return False


@compiled
def _holder_of_founder(state):
    """Find the seat that must open with the first founder in hand; NONE for a new deal."""
    opt = state.opt
    tried = 1 if opt.no_starter == REDEAL else opt.suits
    for i in range(tried):
        founder = opt.founder_suits[i] * opt.ranks + opt.founder_rank
        for seat in range(opt.players):
            if has(state.hands[seat], founder):
                state.fits = card_set(founder)
                return np.int64(seat)
    return np.int64(NONE)


@compiled
def cards_of_rank(state, rank):
    """Return the set of the pack's cards of a rank."""
    cards = np.int64(0)
    for suit in range(state.opt.suits):
        cards = add(cards, suit * state.opt.ranks + rank)
    return cards


# --- what is legal --------------------------------------------------------------------------------


@compiled
def legal(state, actions):
    """Add the cards that fit, PASS and DRAW; at the first chance node the lot for the dealer."""
    opt = state.opt
    seat = state.player
    if seat < 0:
        if seat == CHANCE and next_dealer(state) == NONE:
            actions[0] |= first_cards(opt.players)
        return
    if opt.variant == MIXED:
        allow(actions, opt.kinds + 1)
        return
    cards = state.hands[seat] & state.fits
    if cards:
        actions[0] |= cards
        # Passing is free by option, though not on the opening card and in an extra turn.
        is_free = opt.forced_play == 0 and opt.variant == LAYOUT
        if is_free and state.laid != 0 and state.in_extra_turn == 0:
            allow(actions, opt.kinds)
    elif state.stock_left:
        allow(actions, opt.kinds + 1)
    else:
        allow(actions, opt.kinds)


# --- play -----------------------------------------------------------------------------------------


@compiled
def play(state, action):
    """Play a card, pass, draw, turn the top card of a stack, or let the lot name the dealer."""
    tell(state, ALL, action, NOTHING)
    if state.player == CHANCE:
        state.match.dealer = action
    elif action < state.opt.kinds:
        _play_card(state, action)
    elif action == state.opt.kinds:
        _pass(state, state.opt.forced_play == 1 or state.opt.variant == PILE_DOMINO)
    elif state.opt.variant == MIXED:
        _turn_top_card(state)
    else:
        _draw(state)
    _pass_over(state)


@compiled
def _play_card(state, card):
    """Lay a card out of the mover's hand; it may end the deal, the turn, or neither."""
    seat = state.player
    move(state, ALL, card, HAND + seat, TABLE)
    state.sizes[seat] -= 1
    if state.opt.variant == PILE_DOMINO:
        state.held[seat, card] -= 1
        if state.held[seat, card] == 0:
            state.hands[seat] = remove(state.hands[seat], card)
        _lay_on_pile(state, card)
    else:
        state.hands[seat] = remove(state.hands[seat], card)
        _lay_in_row(state, card)
    state.passes = 0
    if state.sizes[seat] == 0:
        _go_out(state)
    elif not _goes_on(state, card):
        _next_turn(state)


@compiled
def _lay_in_row(state, card):
    """Lay a card in its row: the cards beyond it fit now; the first card opens all rows."""
    ranks = state.opt.ranks
    rank = rank_of(card, ranks)
    if state.laid == 0:
        state.founder_rank = rank
        state.fits = cards_of_rank(state, rank)
    state.laid = add(state.laid, card)
    fits = remove(state.fits, card)
    if rank >= state.founder_rank and rank < ranks - 1:
        fits = add(fits, card + 1)
    if rank <= state.founder_rank and rank > 0:
        fits = add(fits, card - 1)
    state.fits = fits


@compiled
def _lay_on_pile(state, rank):
    """Lay a card on the pile: the ranks next to it fit now."""
    ranks = state.opt.ranks
    state.pile = rank
    state.piled[rank] += 1
    fits = np.int64(0)
    if rank > 0 or state.opt.domino_wrap:
        fits = add(fits, (rank + ranks - 1) % ranks)
    if rank < ranks - 1 or state.opt.domino_wrap:
        fits = add(fits, (rank + 1) % ranks)
    state.fits = fits


@compiled
def _goes_on(state, card):
    """Return whether the mover stays: a domino chain, or an extra turn with a card that fits."""
    opt = state.opt
    if opt.variant == PILE_DOMINO:
        return opt.domino_chain == 1
    extra_ranks = opt.extra_ranks if state.match.deals == 0 else opt.extra_ranks_later
    state.in_extra_turn = 0
    if not has(extra_ranks, rank_of(card, opt.ranks)):
        return False
    if state.hands[state.player] & state.fits:
        state.in_extra_turn = 1
        return True
    _show_lack(state)  # the second card is compulsory: a turn that ends shows that there is none
    return False


@compiled
def _show_lack(state):
    """From now on all know that the mover holds no card that fits."""
    seat = state.player
    lacks(state, HAND + seat, state.fits)
    state.lacked[seat] |= state.fits


@compiled
def _draw(state):
    """Take the top card of the stock; only a seat without a card that fits may."""
    seat = state.player
    _show_lack(state)
    _take(state, seat, state.stock[state.stock_next])
    state.stock_next += 1
    state.stock_left -= 1
    state.passes = 0
    _next_turn(state)


@compiled
def _pass(state, shows_lack):
    """Pass, for a fee with bank; when all seats with cards have passed, the deal is blocked."""
    if shows_lack:
        _show_lack(state)
    if state.opt.scoring == BANK:
        pay(state, state.player, state.opt.pass_fee)
    state.passes += 1
    if state.passes == state.opt.players - state.outs:
        state.is_blocked = 1
        finish(state)
    else:
        _next_turn(state)


@compiled
def _pass_over(state):
    """With auto_pass, pass over the seats that can only pass."""
    if state.opt.auto_pass == 0 or state.opt.variant == MIXED:
        return
    while state.player >= 0 and state.stock_left == 0:
        if state.hands[state.player] & state.fits:
            return
        tell(state, ALL, WORD + SKIPPED + state.player, NOTHING)
        _pass(state, True)


@compiled
def _next_turn(state):
    """Pass the turn to the next seat that holds cards."""
    seat = (state.player + 1) % state.opt.players
    while state.sizes[seat] == 0:
        seat = (seat + 1) % state.opt.players
    state.player = seat
    state.in_extra_turn = 0


@compiled
def _go_out(state):
    """Record that the mover has played its last card; the deal may be over."""
    state.outs += 1
    state.place[state.player] = state.outs
    if state.opt.end_rule == FIRST_OUT or state.outs == state.opt.players - 1:
        finish(state)
    else:
        _next_turn(state)


# --- mixed: stacks --------------------------------------------------------------------------------


@compiled
def _put_under(state, seat, card):
    """Put a card under a seat's stack."""
    if state.top[seat] == NONE:
        state.top[seat] = card
    else:
        state.below[state.bottom[seat]] = card
    state.bottom[seat] = card
    state.below[card] = NONE


@compiled
def _turn_top_card(state):
    """Turn the top card: it is laid out where it fits, otherwise it goes under the stack."""
    seat = state.player
    card = state.top[seat]
    state.top[seat] = state.below[card]
    if not has(state.fits, card):
        move(state, ALL, card, STACK + seat, TURNED)
        move(state, ALL, card, TURNED, STACK + seat)
        _put_under(state, seat, card)
        _next_turn(state)
        return
    move(state, ALL, card, STACK + seat, TABLE)
    _lay_in_row(state, card)
    state.sizes[seat] -= 1
    if state.sizes[seat] == 0:
        _go_out(state)
    else:
        _next_turn(state)


# --- scores ---------------------------------------------------------------------------------------


@compiled
def returns(state, out):
    """The points of the finished deals; with bank chips less start_chips."""
    for seat in range(state.opt.players):
        out[seat] = state.match.total[seat] + 0.5 * state.match.halves[seat]
