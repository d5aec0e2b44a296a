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
    TERMINAL,
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
from ...engine.layout import record
from ...engine.log import ALL, DECK, NOTHING, WORD, lacks, move, tell
from .options import (
    BANK,
    DEALER,
    DRAW_ONE,
    ELDEST_ANY_CARD,
    ELDEST_START_RANK,
    FIRST_ONLY,
    FIRST_OUT,
    LAYOUT,
    MATCH,
    MIXED,
    MOST_CARDS,
    MOST_PLAYERS,
    NAME,
    NOT_LAST,
    PILE_DOMINO,
    RANK_WORDS,
    REDEAL,
    VOID,
    WINNER_START_RANK,
    DevyatkaOptions,
)

# Places. Undealt cards stay in DECK; a drawn one comes from its top.
HAND = 0  # HAND + p
STACK = 6  # STACK + p: the face-down hand of `mixed`, in order
TABLE = 12  # the rows, in pile_domino the pile
TURNED = 13  # the card that a seat of `mixed` has turned
NOBODY = 0  # the audience of a card that nobody sees

# Words of the log, besides the actions.
OPENS = 0  # OPENS + p: seat p makes the first move
SKIPPED = 6  # SKIPPED + p: seat p can only pass and is passed over
NEW_DEAL = 12  # the cards are dealt anew before any play
FOUNDER = 13  # `mixed`: the next card dealt is laid out as the first of the rows

# Words of a deal's log, at most. A card dealt takes 1, a draw 4, a play 2 (4 where an extra turn
# ends), a pass 3 with `lacks` and 1 without.
# layout, pile_domino: 52 cards dealt or drawn and 52 plays; a pass that shows a lack comes with no
# stock left, so at most one of each of 6 seats before the first play and after each, and a free one
# also after each draw: 52 · 4 + 52 · 4 + 53 · 6 · 3 + 52 · 6 · 1 + 2 = 1684.
# mixed: at most 13 rounds (see max_moves) of 55 turns of 3 words: 13 · 55 · 3 + 52 + 2 = 2199.
EVENTS = 2240

STATE = record(
    NAME,
    DevyatkaOptions,
    seats=MOST_PLAYERS,
    match=[
        ("dealer",),  # seat that deals next, NONE before the lot
        ("winner",),  # winner of the last deal, NONE before
        ("total", MOST_PLAYERS),  # points so far; with bank chips less start_chips
        ("halves", MOST_PLAYERS),  # and half points, from shared places
    ],
    match_start={"dealer": NONE, "winner": NONE},
    fields=[
        ("fits",),  # set of cards (pile_domino: ranks) that may be played now
        ("laid",),  # set of cards in the rows
        ("founder_rank",),  # rank on which the rows are founded, NONE while it is open
        ("hands", MOST_PLAYERS),  # set of cards (pile_domino: ranks) of each seat
        ("sizes", MOST_PLAYERS),  # number of cards of each seat
        ("stock_next",),  # index in `stock` of the next card to be drawn
        ("stock_left",),  # undealt cards, where they may be drawn
        ("passes",),  # passes in succession
        ("in_extra_turn",),  # 1 while the mover plays again after a card of an extra rank
        ("outs",),  # seats that have gone out
        ("place", MOST_PLAYERS),  # 1 for the first seat out, 2 for the second, ...; 0 with cards
        ("is_blocked",),  # 1 where the deal ended because nobody went on
        ("dealer",),  # dealer of this deal
        ("bank",),  # chips in the bank
        ("paid", MOST_PLAYERS),  # chips that each seat has paid and not yet got back
        ("lacked", MOST_PLAYERS),  # set of cards that each seat turned out not to hold
        ("pile",),  # pile_domino: rank on top
        ("piled", len(RANK_WORDS)),  # pile_domino: cards of each rank in the pile
        ("held", MOST_PLAYERS, len(RANK_WORDS)),  # pile_domino: cards of each rank in each hand
        ("top", MOST_PLAYERS),  # mixed: top card of each stack, NONE where it is empty
        ("bottom", MOST_PLAYERS),  # mixed: bottom card of each stack
        ("below", MOST_CARDS),  # mixed: the card under each card in its stack
        ("stock", MOST_CARDS),  # the undealt cards, in order
    ],
    events=EVENTS,
    ordered=tuple(range(STACK, STACK + MOST_PLAYERS)),
)


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
    seat = _open(state)
    if seat == NONE:
        tell(state, ALL, WORD + NEW_DEAL, NOTHING)
        state.player = CHANCE
        return
    tell(state, ALL, WORD + OPENS + seat, NOTHING)
    if state.opt.scoring == BANK:
        _pay_antes(state)
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
        _pay_antes(state)
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
        _pay(state, state.player, state.opt.pass_fee)
    state.passes += 1
    if state.passes == state.opt.players - state.outs:
        state.is_blocked = 1
        _finish(state)
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
        _finish(state)
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


# --- bank -----------------------------------------------------------------------------------------


@compiled
def chips(state, seat):
    """Return what a seat has left to pay with."""
    return state.opt.start_chips + state.match.total[seat] - state.paid[seat]


@compiled
def _pay(state, seat, price):
    """Pay into the bank; a seat that cannot pay in full pays what it has."""
    paid = min(price, max(chips(state, seat), 0))
    state.paid[seat] += paid
    state.bank += paid


@compiled
def _pay_antes(state):
    """Everybody pays the ante, a seat that was dealt a card fewer also the fee for it."""
    opt = state.opt
    seat = (state.dealer + 1) % opt.players
    for i in range(opt.players):
        price = opt.ante
        if i >= opt.full_hands:
            price += opt.short_hand_fee
        _pay(state, seat, price)
        seat = (seat + 1) % opt.players


@compiled
def _settle_bank(state):
    """Pay the bank to the seat that is out or, after a block, to those with the fewest cards."""
    players = state.opt.players
    if not state.is_blocked:
        for seat in range(players):
            _pay(state, seat, state.opt.left_card_fee * state.sizes[seat])
    winner, winners = deal_winner(state), np.int64(0)
    fewest = state.sizes[winner]
    for seat in range(players):
        if state.sizes[seat] == fewest:
            winners += 1
    state.paid[winner] -= state.bank % winners
    for seat in range(players):
        if state.sizes[seat] == fewest:
            state.paid[seat] -= state.bank // winners
        state.match.total[seat] -= state.paid[seat]
        state.paid[seat] = 0


# --- end of the deal ------------------------------------------------------------------------------


@compiled
def deal_winner(state):
    """Return the first seat out; where nobody went out the first with fewest cards from eldest."""
    players = state.opt.players
    best = (state.dealer + 1) % players
    for i in range(players):
        seat = (state.dealer + 1 + i) % players
        if state.place[seat] == 1 or (state.outs == 0 and state.sizes[seat] < state.sizes[best]):
            best = seat
    return best


@compiled
def half_points(state, seat):
    """Return twice the points of a seat in the deal just ended, bank aside."""
    size, players = state.sizes[seat], state.opt.players
    fewer, equal, more = 0, 0, 0  # seats with fewer cards (but some), as many, more
    for other in range(players):
        fewer += 0 < state.sizes[other] < size
        equal += state.sizes[other] == size
        more += state.sizes[other] > size
    if state.opt.scoring == NOT_LAST:  # those with the most cards lose
        return 0 if size > 0 and more == 0 else 2
    if state.opt.scoring == FIRST_ONLY:
        if state.outs > 0:
            return 2 if state.place[seat] == 1 else 0
        return 2 if fewer == 0 else 0
    if size == 0:
        return 2 * (players - state.place[seat])
    # Hands of equal size share the mean of their places.
    return 2 * (players - 1 - state.outs - fewer) - (equal - 1)


@compiled
def _finish(state):
    """Score the deal; the next is due, or the episode is over."""
    opt = state.opt
    is_void = state.is_blocked == 1 and opt.blocked_rule == VOID and opt.variant == LAYOUT
    if is_void:
        for seat in range(opt.players):
            state.paid[seat] = 0
    elif opt.scoring == BANK:
        _settle_bank(state)
    else:
        for seat in range(opt.players):
            halves = state.match.halves[seat] + half_points(state, seat)
            state.match.total[seat] += halves // 2
            state.match.halves[seat] = halves % 2
    state.match.winner = deal_winner(state)
    state.match.dealer = (state.dealer + 1) % opt.players
    state.match.deals += 1
    is_over = opt.episode != MATCH or state.match.deals >= opt.deals_per_match
    if opt.scoring == BANK:
        for seat in range(opt.players):
            if opt.start_chips + state.match.total[seat] < opt.ante:
                is_over = True
    state.player = TERMINAL if is_over else CHANCE


@compiled
def returns(state, out):
    """The points of the finished deals; with bank chips less start_chips."""
    for seat in range(state.opt.players):
        out[seat] = state.match.total[seat] + 0.5 * state.match.halves[seat]
