"""Rules of Nines, phase by phase: lot, deal, exchange, tricks, score.

A seat's score is `start_score` less the points that it has worked off; these are what `returns`
gives, so that more is better here as in every game. The game's README says how it is played.
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
    has,
    lowest,
    next_seat,
    remove,
    suit_of,
    whole_suit,
    without_lowest,
)
from ...engine.jit import compiled
from ...engine.layout import record
from ...engine.log import ALL, DECK, EVERY, NOTHING, WORD, lacks, move, tell
from ...engine.tricks import beats, follow_suit
from .options import MOST_PLAYERS, NAME, QUEENS_RULES, NinesOptions

# Actions above the cards 0 .. N - 1.
KEEP, SWAP = 0, 1  # N + 0, N + 1

# Places.
HAND = 0  # HAND + p: the cards in the hand of seat p
SPARE = 4  # the spare hand; after the exchange it is out of play
ASIDE = 5  # a hand that is being exchanged
TRICK = 6
PLAYED = 7  # finished tricks
NOBODY = 0  # the audience of cards that nobody sees

# Words of the log, above WORD.
THREE_QUEENS = 0  # THREE_QUEENS + p: seat p had three queens in a row
ROUND = 4  # a round of the deal is over; told only where the order of the cards counts

EXCHANGE, PLAY = 0, 1  # phases
UNDECIDED, KEPT, SWAPPED = 0, 1, 2  # a seat's choice
ELDEST = 1  # swap_order_start
OFF, CAPTURED, WON_WITH, DEALT, HELD = range(len(QUEENS_RULES))
ROW = 3  # queens in a row
TO_GOAL, FIXED_DEALS, ONE_DEAL = range(3)  # match
PLAY_ON = 1  # tie_rule

STATE = record(
    NAME,
    NinesOptions,
    seats=MOST_PLAYERS,
    match=[
        ("dealer",),  # deals next; NONE before the lot
        ("gained", MOST_PLAYERS),  # points worked off
        ("is_over",),  # 1 where only a tie keeps the match going
    ],
    match_start={"dealer": NONE},
    fields=[
        ("dealer",),
        ("trump",),  # code of the trump
        ("trump_suit",),  # the pack's suit that is trump, NONE without one
        ("phase",),
        ("hands", MOST_PLAYERS),  # card set of each seat
        ("spare",),  # card set of the spare hand
        ("given", MOST_PLAYERS),  # card set that a seat exchanged
        ("choice", MOST_PLAYERS),
        ("source", MOST_PLAYERS),  # seat that was dealt the hand of this seat, NONE: nobody
        ("spare_source",),  # the same of the spare hand
        ("decided",),  # seats that have chosen
        ("leader",),  # of the running trick
        ("trick", MOST_PLAYERS),  # card of each seat in the running trick, NONE
        ("trick_size",),
        ("best",),  # seat that is winning the running trick
        ("tricks", MOST_PLAYERS),  # tricks won
        ("tricks_done",),
        ("played", MOST_PLAYERS),  # cards each seat has played, the running trick included
        ("void", MOST_PLAYERS),  # suits that each seat has shown not to hold
        ("running", MOST_PLAYERS),  # queens that a seat was dealt last without a card between
        ("row_owner",),  # seat whose tricks make the running row of queens, NONE
        ("row",),  # tricks in that row
        ("queens_seat",),  # seat that had three queens in a row, NONE so far
    ],
    # 52 dealt and 13 rounds, 4 choices of 17, 52 * 2 + 13 played, 4 * 4 * 2 lacks, 1 for queens
    events=288,
)


# --- the deal -------------------------------------------------------------------------------------


@compiled
def deal(state, deck):
    """Deal singly, clockwise from eldest, the spare hand last in each round."""
    opt, players = state.opt, state.opt.players
    state.dealer = state.match.dealer if state.match.dealer != NONE else opt.first_dealer
    state.trump = opt.trump_cycle[state.match.deals % opt.cycle]
    state.trump_suit = opt.trump_suit[state.trump]
    state.row_owner = NONE
    state.queens_seat = NONE
    state.spare_source = NONE
    eldest = next_seat(state.dealer, players)
    for seat in range(players):
        state.trick[seat] = NONE
        state.source[seat] = seat
    hands = players + opt.spare_hand
    for i in range(opt.hand_size):
        seat = eldest
        for k in range(players):
            _give(state, seat, deck[i * hands + k])
            seat = next_seat(seat, players)
        if opt.spare_hand:
            card = deck[i * hands + players]
            state.spare = add(state.spare, card)
            move(state, NOBODY, card, DECK, SPARE)
        if opt.three_queens_rule == DEALT:
            tell(state, ALL, WORD + ROUND, NOTHING)
    state.leader = eldest
    if opt.spare_hand:
        state.phase = EXCHANGE
        state.player = eldest if opt.swap_order_start == ELDEST else state.dealer
    else:
        state.phase = PLAY
        state.player = eldest


@compiled
def _give(state, seat, card):
    """Deal a card to a seat; with `dealt` three queens running count."""
    state.hands[seat] = add(state.hands[seat], card)
    move(state, card_set(seat), card, DECK, HAND + seat)
    if state.opt.three_queens_rule == DEALT:
        state.running[seat] = state.running[seat] + 1 if has(state.opt.queens, card) else 0
        if state.running[seat] == ROW:
            state.queens_seat = seat


# --- legal actions --------------------------------------------------------------------------------


@compiled
def legal(state, actions):
    """The lot for the first dealer, keep or swap, or the cards that may be played."""
    opt = state.opt
    if state.player == CHANCE:
        if state.match.dealer == NONE and opt.first_dealer == NONE:
            actions[0] |= first_cards(opt.players)
    elif state.phase == EXCHANGE:
        allow(actions, opt.cards + KEEP)
        allow(actions, opt.cards + SWAP)
    else:
        actions[0] |= _cards_to_play(state)


@compiled
def _cards_to_play(state):
    """Any card may be led; the others follow suit if they can, and may have to trump."""
    hand, ranks = state.hands[state.player], state.opt.ranks
    if state.trick_size == 0:
        return hand
    cards = follow_suit(hand, suit_of(state.trick[state.leader], ranks), ranks)
    if cards == hand and state.opt.must_trump and state.trump_suit != NONE:
        led = suit_of(state.trick[state.leader], ranks)
        if cards_of_suit(hand, led, ranks) == 0:
            return follow_suit(hand, state.trump_suit, ranks)
    return cards


# --- exchange -------------------------------------------------------------------------------------


@compiled
def play(state, action):
    """Play a legal action of the phase."""
    if state.player == CHANCE:
        tell(state, ALL, action, NOTHING)
        state.match.dealer = action
    elif state.phase == EXCHANGE:
        _decide(state, action - state.opt.cards)
    else:
        _play_card(state, action)


@compiled
def _decide(state, choice):
    """Keep the hand, or put it down and take the spare one as it lies."""
    seat, players = state.player, state.opt.players
    tell(state, ALL, state.opt.cards + choice, NOTHING)
    state.choice[seat] = KEPT
    if choice == SWAP:
        _swap(state, seat)
    state.decided += 1
    state.player = next_seat(seat, players)
    if state.decided == players:
        state.phase = PLAY
        state.player = state.leader


@compiled
def _swap(state, seat):
    state.choice[seat] = SWAPPED
    state.given[seat] = state.hands[seat]
    state.hands[seat] = state.spare
    state.spare = state.given[seat]
    state.source[seat] = state.spare_source
    state.spare_source = seat
    move(state, ALL, EVERY, HAND + seat, ASIDE)
    move(state, ALL, EVERY, SPARE, HAND + seat)
    move(state, ALL, EVERY, ASIDE, SPARE)
    cards = state.hands[seat]
    while cards:
        move(state, card_set(seat), lowest(cards), HAND + seat, HAND + seat)
        cards = without_lowest(cards)


@compiled
def holder_of_given(state, seat):
    """Return the seat that holds the hand which a seat exchanged, NONE: it is out of play."""
    for other in range(state.opt.players):
        if other != seat and state.source[other] == seat:
            return other
    return NONE


# --- tricks ---------------------------------------------------------------------------------------


@compiled
def _play_card(state, card):
    seat, players = state.player, state.opt.players
    tell(state, ALL, card, NOTHING)
    move(state, ALL, card, HAND + seat, TRICK)
    state.hands[seat] = remove(state.hands[seat], card)
    state.played[seat] = add(state.played[seat], card)
    state.trick[seat] = card
    if state.trick_size == 0:
        state.best = seat
    else:
        _show_voids(state, seat, card)
        if beats(card, state.trick[state.best], state.trump_suit, state.opt.ranks):
            state.best = seat
    state.trick_size += 1
    state.player = next_seat(seat, players)
    if state.trick_size == players:
        _end_trick(state)


@compiled
def _show_voids(state, seat, card):
    """Who does not follow has none of the suit, and where trumping is a duty perhaps no trump."""
    ranks = state.opt.ranks
    led, suit = suit_of(state.trick[state.leader], ranks), suit_of(card, ranks)
    if suit == led:
        return
    _show_void(state, seat, led)
    if state.opt.must_trump and state.trump_suit != NONE and suit != state.trump_suit:
        _show_void(state, seat, state.trump_suit)


@compiled
def _show_void(state, seat, suit):
    if not has(state.void[seat], suit):
        state.void[seat] = add(state.void[seat], suit)
        lacks(state, HAND + seat, whole_suit(suit, state.opt.ranks))


@compiled
def _end_trick(state):
    if state.opt.three_queens_rule == CAPTURED or state.opt.three_queens_rule == WON_WITH:
        _count_row(state)
    move(state, ALL, EVERY, TRICK, PLAYED)
    for seat in range(state.opt.players):
        state.trick[seat] = NONE
    state.trick_size = 0
    state.tricks[state.best] += 1
    state.tricks_done += 1
    state.leader = state.best
    state.player = state.best
    if state.tricks_done == state.opt.hand_size:
        _end_deal(state)


@compiled
def _count_row(state):
    """Count tricks running that one seat wins with a queen in each, or with its own queen."""
    winner, queens = state.best, state.opt.queens
    counts = has(queens, state.trick[winner])
    if state.opt.three_queens_rule == CAPTURED:
        for seat in range(state.opt.players):
            counts |= has(queens, state.trick[seat])
    if not counts:
        state.row_owner = NONE
        state.row = 0
        return
    if state.row_owner != winner:
        state.row = 0
    state.row_owner = winner
    state.row += 1
    if state.row == ROW:
        state.queens_seat = winner


# --- score and match ------------------------------------------------------------------------------


@compiled
def _end_deal(state):
    opt, match = state.opt, state.match
    find_held_queens(state)
    if state.queens_seat != NONE:
        tell(state, ALL, WORD + THREE_QUEENS + state.queens_seat, NOTHING)
    for seat in range(opt.players):
        match.gained[seat] += deal_points(state, seat)
    match.dealer = next_seat(state.dealer, opt.players)
    match.deals += 1
    state.player = CHANCE
    if opt.episode == 0 or _is_match_over(state):
        state.player = TERMINAL


@compiled
def find_held_queens(state):
    """With `held`, find the seat that has played three queens."""
    if state.opt.three_queens_rule == HELD:
        for seat in range(state.opt.players):
            if count(state.played[seat] & state.opt.queens) >= ROW:
                state.queens_seat = seat


@compiled
def deal_points(state, seat):
    """Return what a seat works off when all tricks are played."""
    opt, owner = state.opt, state.queens_seat
    points = state.tricks[seat] - opt.par
    if owner == seat:
        return points + opt.queens_self
    return points - opt.queens_others if owner != NONE else points


@compiled
def _is_match_over(state):
    """Close a match at its goal or number of deals; a tie may be played on, up to the limit."""
    opt, match = state.opt, state.match
    if opt.match == ONE_DEAL or match.deals >= opt.deal_limit:
        return True
    if opt.match == FIXED_DEALS:
        match.is_over = 1 if match.deals >= opt.fixed_deals else 0
    else:
        for seat in range(opt.players):
            if opt.start_score - match.gained[seat] <= opt.goal:
                match.is_over = 1
    return match.is_over == 1 and not (opt.tie_rule == PLAY_ON and _is_tied(state))


@compiled
def _is_tied(state):
    """Return whether the lowest scores are equal."""
    gained = state.match.gained
    best, number = gained[0], 1
    for seat in range(1, state.opt.players):
        if gained[seat] > best:
            best, number = gained[seat], 1
        elif gained[seat] == best:
            number += 1
    return number > 1


@compiled
def returns(state, out):
    """Points worked off since the episode began; they change when a deal ends."""
    for seat in range(state.opt.players):
        out[seat] = state.match.gained[seat]
