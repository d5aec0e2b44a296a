"""Rules of Domino Hearts, phase by phase: lot, deal, following and drawing, tricks, score.

A trick that has begun is finished by all seats that hold cards. Who wins it leads to the next, or,
without a card, the next seat that has some. The game's README says how it is played.
"""

from __future__ import annotations

from ...engine.cards import (
    CHANCE,
    NONE,
    TERMINAL,
    add,
    allow,
    card_set,
    cards_of_suit,
    count,
    first_cards,
    lowest,
    next_seat,
    remove,
    suit_of,
    whole_suit,
    without_lowest,
)
from ...engine.jit import compiled
from ...engine.layout import record
from ...engine.log import ALL, DECK, EVERY, NOTHING, lacks, move, tell
from ...engine.tricks import beats
from .options import MOST_CARDS, MOST_PLAYERS, NAME, DominoHeartsOptions

DRAW = 0  # N + DRAW, above the cards 0 .. N - 1

# Places. The stock stays in DECK and is drawn from its top.
HAND = 0  # HAND + p
TRICK = 7
TAKEN = 8  # TAKEN + p: won in tricks, or kept by the last seat with cards

MATCH = 1  # episode

STATE = record(
    NAME,
    DominoHeartsOptions,
    seats=MOST_PLAYERS,
    match=[
        ("dealer",),  # deals next; NONE before the lot
        ("total", MOST_PLAYERS),  # hearts taken
    ],
    match_start={"dealer": NONE},
    fields=[
        ("dealer",),
        ("leader",),  # of the running trick
        ("led",),  # the pack's suit that was led, NONE
        ("best",),  # seat that is winning the running trick
        ("drawn",),  # cards the mover has drawn in this turn
        ("hands", MOST_PLAYERS),  # card set of each seat
        ("trick", MOST_PLAYERS),  # card of each seat in the running trick, NONE
        ("taken", MOST_PLAYERS),  # card set of each seat
        ("played", MOST_PLAYERS),  # cards each seat has played, the running trick included
        ("void", MOST_PLAYERS),  # suits that all know a seat not to hold
        ("stock_next",),  # index in `stock` of the next card to be drawn
        ("stock_left",),
        ("stock", MOST_CARDS),  # the undealt cards, in order
    ],
    # 60 cards: dealt or drawn 60, draws 58 * 3 more, each card played 4 or kept 1, 30 tricks: 504.
    events=544,
)


# --- the deal -------------------------------------------------------------------------------------


@compiled
def deal(state, deck):
    """Deal singly, clockwise from eldest; the rest is the stock."""
    opt, players = state.opt, state.opt.players
    state.dealer = state.match.dealer if state.match.dealer != NONE else opt.first_dealer
    state.led = NONE
    for seat in range(MOST_PLAYERS):
        state.trick[seat] = NONE
    dealt = players * opt.hand_size
    state.leader = next_seat(state.dealer, players)
    seat = state.leader
    for i in range(dealt):
        _take(state, seat, deck[i])
        seat = next_seat(seat, players)
    state.stock_left = opt.cards - dealt
    for i in range(state.stock_left):
        state.stock[i] = deck[dealt + i]
    state.player = state.leader


@compiled
def _take(state, seat, card):
    """Let a seat take the top card of the deck, which only it sees."""
    move(state, card_set(seat), card, DECK, HAND + seat)
    state.hands[seat] = add(state.hands[seat], card)


# --- what is legal --------------------------------------------------------------------------------


@compiled
def legal(state, actions):
    """Add the cards that follow suit, else DRAW, with no stock left any card; or the lot."""
    opt, seat = state.opt, state.player
    if seat < 0:
        if seat == CHANCE and state.match.dealer == NONE and opt.first_dealer == NONE:
            actions[0] |= first_cards(opt.players)
        return
    hand = state.hands[seat]
    following = hand
    if state.led != NONE:
        following = cards_of_suit(hand, state.led, opt.ranks)
    if following:
        actions[0] |= following
    elif state.stock_left:
        allow(actions, opt.cards + DRAW)
    else:
        actions[0] |= hand


# --- play -----------------------------------------------------------------------------------------


@compiled
def play(state, action):
    """Play a card, draw one, or let the lot name the first dealer."""
    tell(state, ALL, action, NOTHING)
    if state.player == CHANCE:
        state.match.dealer = action
    elif action < state.opt.cards:
        _play_card(state, action)
    else:
        _show_void(state)
        _take(state, state.player, state.stock[state.stock_next])
        state.stock_next += 1
        state.stock_left -= 1
        state.drawn += 1


@compiled
def _show_void(state):
    """From now on all know that the mover holds no card of the suit led.

    Cards drawn and kept in this turn are of other suits: what was known of those no longer holds.
    """
    seat = state.player
    if state.drawn:
        state.void[seat] = 0
    state.void[seat] = add(state.void[seat], state.led)
    lacks(state, HAND + seat, whole_suit(state.led, state.opt.ranks))


@compiled
def _play_card(state, card):
    """Lay a card to the trick, which ends when all seats that hold cards have."""
    opt, seat = state.opt, state.player
    suit = suit_of(card, opt.ranks)
    if state.led == NONE:
        state.led = suit
        state.best = seat
    elif suit != state.led:
        _show_void(state)
    elif beats(card, state.trick[state.best], NONE, opt.ranks):
        state.best = seat
    move(state, ALL, card, HAND + seat, TRICK)
    state.hands[seat] = remove(state.hands[seat], card)
    state.played[seat] = add(state.played[seat], card)
    state.trick[seat] = card
    state.drawn = 0
    seat = next_seat(seat, opt.players)
    while seat != state.leader and state.hands[seat] == 0:
        seat = next_seat(seat, opt.players)
    state.player = seat
    if seat == state.leader:
        _end_trick(state)


@compiled
def _end_trick(state):
    """The winner takes the trick; the deal ends when at most one seat holds cards."""
    opt, winner = state.opt, state.best
    with_cards = 0
    for seat in range(opt.players):
        if state.trick[seat] != NONE:
            state.taken[winner] = add(state.taken[winner], state.trick[seat])
            state.trick[seat] = NONE
        with_cards += state.hands[seat] != 0
    move(state, ALL, EVERY, TRICK, TAKEN + winner)
    state.led = NONE
    if with_cards <= 1:
        _end_deal(state)
        return
    state.leader = winner
    while state.hands[state.leader] == 0:
        state.leader = next_seat(state.leader, opt.players)
    state.player = state.leader


# --- the end of a deal ----------------------------------------------------------------------------


@compiled
def _end_deal(state):
    """The last seat with cards keeps them, shown; hearts are counted."""
    opt, match = state.opt, state.match
    is_over = opt.episode != MATCH
    for seat in range(opt.players):
        kept = state.hands[seat]
        state.taken[seat] |= kept
        state.hands[seat] = 0
        while kept:
            move(state, ALL, lowest(kept), HAND + seat, TAKEN + seat)
            kept = without_lowest(kept)
        match.total[seat] += count(state.taken[seat] & opt.heart_set)
        if match.total[seat] >= opt.target:
            is_over = True
    match.dealer = next_seat(state.dealer, opt.players)
    match.deals += 1
    if match.deals >= opt.deal_limit:
        is_over = True
    state.player = TERMINAL if is_over else CHANCE


@compiled
def returns(state, out):
    """One point less for each heart taken."""
    for seat in range(state.opt.players):
        out[seat] = -state.match.total[seat]
