"""Rules of Ninety-Nine, phase by phase in the order of play.

Source: David Parlett, "Ninety-Nine" (1968, first published 1975, revised 1990). The game's README
says how it is played here.
"""

from __future__ import annotations

import numpy as np

from ...engine.cards import (
    CHANCE,
    NONE,
    TERMINAL,
    above,
    add,
    allow,
    card_set,
    count,
    first_cards,
    has,
    highest,
    lowest,
    next_seat,
    remove,
    suit_of,
    whole_suit,
)
from ...engine.jit import compiled
from ...engine.layout import record
from ...engine.log import ALL, DECK, EVERY, NOTHING, WORD, lacks, move, tell
from ...engine.tricks import beats, follow_suit
from .options import MATCHES, MOST_PLAYERS, NAME, PREMIUM_BIDS, PROCEDURES, NinetyNineOptions

# Actions above the cards 0 .. N - 1.
PASS, DECLARE, REVEAL = 0, 1, 2  # N + 0 (also: yield), N + 1, N + 2 (also: raise)

# Places.
HAND = 0  # HAND + p: the cards in the hand of seat p
LAID = 5  # LAID + p: the cards it laid aside as its bid
TRICK = 10
PLAYED = 11  # finished tricks

# Words of the log, above WORD.
LAID_ASIDE = 0  # a card was laid aside, face down
CALLED = 1  # a premium call was made in secret
CALL = 2  # CALL + 3 * seat + level: the secret call, now open
RESULT = 20  # RESULT + 2 * seat + success: whether a seat fulfilled its contract

BID, PREMIUM, REPLY, PLAY = 0, 1, 2, 3  # phases
NO_PREMIUM, DECLARED, REVEALED = 0, 1, 2  # levels of a premium bid
NT = 4  # code of no trump

PREMIUM_NONE = PREMIUM_BIDS.index("none")
WITH_REVEAL = PREMIUM_BIDS.index("declare_reveal")
FORMAL, INFORMAL, INDEPENDENT = (PROCEDURES.index(p) for p in ("formal", "informal", "independent"))
GAME, RUBBER_GAMES, RUBBER_FIRST3, FIXED_DEALS, TARGET = range(len(MATCHES))

STATE = record(
    NAME,
    NinetyNineOptions,
    seats=MOST_PLAYERS,
    match=[
        ("dealer",),  # deals next; NONE before the lot
        ("trump",),  # code of the next deal's trump; NONE: first_deal_trump
        ("total", MOST_PLAYERS),  # points in the running game
        ("banked", MOST_PLAYERS),  # points of the rubber's finished games, bonuses included
        ("wins", MOST_PLAYERS),  # games won
        ("games",),  # games finished
        ("gained", MOST_PLAYERS),  # points since the episode began
    ],
    match_start={"dealer": NONE, "trump": NONE},
    fields=[
        ("dealer",),
        ("trump",),  # code of the trump
        ("trump_suit",),  # the pack's suit that is trump, NONE without one
        ("phase",),
        ("hands", MOST_PLAYERS),  # card set of each seat
        ("laid", MOST_PLAYERS),  # card set laid aside by each seat
        ("level", MOST_PLAYERS),  # premium level that each seat is bound to
        ("call", MOST_PLAYERS),  # its call in the informal procedure, secret until all are in
        ("asked",),  # seats that had their turn in the premium phase
        ("offer",),  # seat that offered to declare, NONE
        ("leader",),  # of the running trick
        ("trick", MOST_PLAYERS),  # card of each seat in the running trick, NONE
        ("trick_size",),
        ("best",),  # seat that is winning the running trick
        ("tricks", MOST_PLAYERS),  # tricks won
        ("tricks_done",),
        ("played", MOST_PLAYERS),  # cards each seat has played, the running trick included
        ("void", MOST_PLAYERS),  # suits that each seat has shown not to hold
        ("shown", MOST_PLAYERS),  # 1 where the cards laid aside lie open
    ],
    # 60 dealt, 15 * 4 bid, 75 shown, 60 * 2 + 9 played, 5 * 4 * 2 lacks, 11 calls, 15 results
    events=512,
)


# --- the deal -------------------------------------------------------------------------------------


@compiled
def deal(state, deck):
    """Deal the whole pack singly, clockwise from eldest."""
    opt = state.opt
    state.dealer = state.match.dealer
    if state.dealer == NONE:
        state.dealer = opt.first_dealer
    eldest = (state.dealer + 1) % opt.players
    for i in range(opt.players * opt.hand_size):
        seat = (eldest + i) % opt.players
        state.hands[seat] = add(state.hands[seat], deck[i])
        move(state, card_set(seat), deck[i], DECK, HAND + seat)
    state.trump = _trump_of_deal(state)
    state.trump_suit = opt.trump_suit[state.trump]
    state.offer = NONE
    for seat in range(MOST_PLAYERS):
        state.trick[seat] = NONE
    state.leader = eldest
    state.phase = BID
    state.player = eldest


@compiled
def _trump_of_deal(state):
    if state.opt.trump_rule == 1:
        return state.opt.fixed_trump
    if state.match.trump == NONE:
        return state.opt.first_deal_trump
    return state.match.trump


# --- legal actions --------------------------------------------------------------------------------


@compiled
def legal(state, actions):
    """The lot for the first dealer, then bid, premium and play."""
    if state.player == CHANCE:
        if state.match.dealer == NONE and state.opt.first_dealer == NONE:
            actions[0] |= first_cards(state.opt.players)
    elif state.phase == BID:
        actions[0] |= _cards_to_lay(state)
    elif state.phase == PLAY:
        actions[0] |= _cards_to_play(state)
    else:
        _legal_calls(state, actions)


@compiled
def _cards_to_lay(state):
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
def _legal_calls(state, actions):
    """Pass, declare, reveal: a reveal overcalls a declare, nothing overcalls a reveal."""
    opt, first = state.opt, state.opt.cards
    allow(actions, first + PASS)
    if state.phase == PREMIUM and state.offer == NONE:
        allow(actions, first + DECLARE)
    if opt.premium_bids == WITH_REVEAL:
        allow(actions, first + REVEAL)


@compiled
def _cards_to_play(state):
    """Any card may be led; the others follow suit if they can."""
    hand, ranks = state.hands[state.player], state.opt.ranks
    if state.trick_size == 0:
        return hand
    return follow_suit(hand, suit_of(state.trick[state.leader], ranks), ranks)


# --- play -----------------------------------------------------------------------------------------


@compiled
def play(state, action):
    """Play a legal action of the phase."""
    if state.player == CHANCE:
        tell(state, ALL, action, NOTHING)
        state.match.dealer = action
    elif state.phase == BID:
        _lay_aside(state, action)
    elif state.phase == PLAY:
        _play_card(state, action)
    elif state.opt.premium_procedure == INFORMAL:
        _call_in_secret(state, action - state.opt.cards)
    else:
        _call(state, action - state.opt.cards)


@compiled
def _lay_aside(state, card):
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
        _end_bidding(state)


@compiled
def _end_bidding(state):
    if state.opt.bid_visibility == 1:
        for seat in range(state.opt.players):
            _show_bid(state, seat)
    state.phase = PLAY if state.opt.premium_bids == PREMIUM_NONE else PREMIUM


@compiled
def _show_bid(state, seat):
    """Turn the cards up that a seat laid aside."""
    if state.shown[seat] == 0:
        state.shown[seat] = 1
        _show(state, state.laid[seat], LAID + seat)


@compiled
def _show(state, cards, place):
    while cards:
        card = lowest(cards)
        cards = remove(cards, card)
        move(state, ALL, card, place, place)


# --- premium bids ---------------------------------------------------------------------------------


@compiled
def _call(state, call):
    """Formal and independent procedure: open calls in turn from eldest."""
    seat, opt = state.player, state.opt
    tell(state, ALL, opt.cards + call, NOTHING)
    if state.phase == REPLY:  # the declarer, overcalled: raise or yield
        other = state.offer
        bidder = seat if call == REVEAL else other
        state.level[bidder] = REVEALED
        _end_premium(state)
        return
    state.asked += 1
    if opt.premium_procedure == INDEPENDENT:
        if call == DECLARE:
            state.level[seat] = DECLARED
    elif call == REVEAL:
        if state.offer == NONE:
            state.level[seat] = REVEALED
            _end_premium(state)
        else:
            state.player = state.offer
            state.offer = seat  # keeps who has overcalled
            state.phase = REPLY
        return
    elif call == DECLARE:
        state.offer = seat
        if opt.premium_bids != WITH_REVEAL:
            state.level[seat] = DECLARED
            _end_premium(state)
            return
    state.player = next_seat(seat, opt.players)
    if state.asked == opt.players:
        if state.offer != NONE:
            state.level[state.offer] = DECLARED
        _end_premium(state)


@compiled
def _call_in_secret(state, call):
    """Informal procedure: nobody sees a call until all are in; then the highest binds its seat."""
    seat, players = state.player, state.opt.players
    tell(state, card_set(seat), state.opt.cards + call, WORD + CALLED)
    state.call[seat] = call  # the calls and the levels have the same numbers
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
        state.level[bidder] = state.call[bidder]
    _end_premium(state)


@compiled
def _end_premium(state):
    """Expose what the premium bidders promised to; eldest leads."""
    for seat in range(state.opt.players):
        if state.level[seat] >= DECLARED:
            _show_bid(state, seat)
        if state.level[seat] == REVEALED:
            _show(state, state.hands[seat], HAND + seat)
    state.phase = PLAY
    state.player = state.leader


# --- tricks ---------------------------------------------------------------------------------------


@compiled
def _play_card(state, card):
    seat, ranks, players = state.player, state.opt.ranks, state.opt.players
    tell(state, ALL, card, NOTHING)
    move(state, ALL, card, HAND + seat, TRICK)
    state.hands[seat] = remove(state.hands[seat], card)
    state.played[seat] = add(state.played[seat], card)
    state.trick[seat] = card
    if state.trick_size == 0:
        state.best = seat
    else:
        led = suit_of(state.trick[state.leader], ranks)
        if suit_of(card, ranks) != led and not has(state.void[seat], led):
            # The cards laid aside may still be of the suit: only the hand lacks it.
            state.void[seat] = add(state.void[seat], led)
            lacks(state, HAND + seat, whole_suit(led, ranks))
        if beats(card, state.trick[state.best], state.trump_suit, ranks):
            state.best = seat
    state.trick_size += 1
    state.player = next_seat(seat, players)
    if state.trick_size == players:
        _end_trick(state)


@compiled
def _end_trick(state):
    move(state, ALL, EVERY, TRICK, PLAYED)
    for seat in range(state.opt.players):
        state.trick[seat] = NONE
    state.trick_size = 0
    state.tricks[state.best] += 1
    state.tricks_done += 1
    state.leader = state.best
    state.player = state.best
    if state.tricks_done == state.opt.tricks:
        _end_deal(state)


# --- scoring --------------------------------------------------------------------------------------


@compiled
def bid_of(state, seat):
    """Return the number of tricks that a seat's bid cards show."""
    total, cards = 0, state.laid[seat]
    while cards:
        card = lowest(cards)
        cards = remove(cards, card)
        total += state.opt.suit_value[suit_of(card, state.opt.ranks)]
    return total


@compiled
def is_fulfilled(state, seat):
    """Return whether a seat won exactly its number of tricks."""
    bid, tricks = bid_of(state, seat), state.tricks[seat]
    both = state.opt.three_diamonds_double == 1 and bid == 0
    return tricks == bid or (both and tricks == state.opt.tricks)


@compiled
def _end_deal(state):
    opt, match = state.opt, state.match
    successes = np.int64(0)
    for seat in range(opt.players):
        success = 1 if is_fulfilled(state, seat) else 0
        successes += success
        tell(state, ALL, WORD + RESULT + 2 * seat + success, NOTHING)
        if success:  # a claim is shown, a failure need not be
            _show_bid(state, seat)
    for seat in range(opt.players):
        points = deal_score(state, seat, successes)
        match.total[seat] += points
        match.gained[seat] += points
    if successes > 0 or opt.zero_success_trump == 0:
        match.trump = opt.success_trump_table[successes]
    else:
        match.trump = state.trump
    match.dealer = (state.dealer + 1) % opt.players
    match.deals += 1
    state.player = CHANCE
    if opt.episode == 0 or _is_match_over(state):
        state.player = TERMINAL


@compiled
def deal_score(state, seat, successes):
    """Tricks, contract and premiums of one seat."""
    opt = state.opt
    points = opt.trick_points * state.tricks[seat]
    success = is_fulfilled(state, seat)
    if success:
        points += opt.contract_table[successes]
    own_value = _premium(state, seat)
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
    if state.level[seat] == REVEALED:
        return state.opt.reveal_value
    return state.opt.declare_value if state.level[seat] == DECLARED else 0


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
    for seat in range(state.opt.players):
        if state.match.total[seat] >= state.opt.target:
            return True
    return False


@compiled
def _is_tied(state):
    """Return whether the best sums, with the bonuses that are due, are equal."""
    best, number = _standing(state, np.int64(0)), 1
    for seat in range(1, state.opt.players):
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
    for seat in range(opt.players):
        if match.total[seat] >= opt.target:
            match.total[seat] += opt.game_bonus
            match.gained[seat] += opt.game_bonus
        if seat > 0 and match.total[seat] >= match.total[best]:
            is_alone = match.total[seat] > match.total[best]
            best = seat
    if is_alone:  # a game tied for first counts for nobody
        match.wins[best] += 1
    match.games += 1
    for seat in range(opt.players):
        match.banked[seat] += match.total[seat]
        match.total[seat] = 0
    if opt.trump_reset_each_game:
        match.trump = NONE


@compiled
def _is_rubber_won(state):
    """Three games win the rubber, and the sooner the more."""
    for seat in range(state.opt.players):
        if state.match.wins[seat] == 3:
            state.match.gained[seat] += 100 * (8 - state.match.games)
            return True
    return False


@compiled
def returns(state, out):
    """Points since the episode began; they change when a deal ends."""
    for seat in range(state.opt.players):
        out[seat] = state.match.gained[seat]
