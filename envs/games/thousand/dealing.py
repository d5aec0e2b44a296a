"""Before the first bid: the lot for the dealer, the look at the last card, the deal, a misdeal."""

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
    lowest,
    next_seat,
    nth,
    remove,
    without,
)
from ...engine.jit import compiled, inlined
from ...engine.log import ALL, DECK, NOTHING, WORD, lacks, move, tell
from .auction import begin
from .codes import AGENT, AUTO, CUTTER, OFF, TAKES_TALON
from .common import deal_anew, fine, is_active, is_anybody_on_barrel, is_silenced
from .layout import (
    BOTTOM,
    CUT_AGAIN,
    CUT_FINE,
    DRAWN,
    DUE,
    GOLDEN_DEAL,
    HAND,
    JACK_MOVED,
    JACK_TO_MIDDLE,
    LAST_CARD,
    LOOKED,
    MIDDLE,
    MIDDLE_LOT,
    MISDEAL,
    MISDEAL_LOT,
    NOBODY_SEES,
    NORMAL,
    NUMBERED,
    PASS,
    RECUT,
    TALON,
)
from .options import MOST_PLAYERS

PERCENT = 100  # outcomes of the lot for a misdeal
FIRST_TALON_SLOT = 4  # in opt.slots


@compiled
def next_dealer(state):
    """Return the seat that deals next, NONE where a lot decides."""
    if state.match.dealer != NONE:
        return state.match.dealer
    return state.opt.first_dealer


@compiled
def deal(state, deck):
    """Look at the last card where that is the custom, and deal."""
    opt = state.opt
    _start_deal(state)
    for i in range(opt.cards):
        state.order[i] = deck[i]
    if opt.peek_card:
        tell(state, ALL, WORD + NUMBERED, NOTHING)
    if opt.cut_ceremony == OFF or state.match.ritual_over:
        _deal_cards(state)
        return
    bottom = state.order[opt.cards - 1]
    tell(state, card_set(state.dealer), WORD + BOTTOM + bottom, WORD + LOOKED)
    if has(opt.nines, bottom):
        nines = state.match.nines + 1
        if nines >= opt.cut_nine_limit:
            _pay_for_nines(state)
            return
        if opt.cut_ceremony == AUTO:
            tell(state, ALL, WORD + CUT_AGAIN, NOTHING)
            _cut_again(state)
            return
    state.bottom = bottom
    if opt.cut_ceremony == AGENT:
        state.phase = LAST_CARD
        state.player = state.dealer
    elif opt.jack_to_middle and has(opt.jacks, bottom):
        tell(state, ALL, WORD + JACK_MOVED, NOTHING)
        _deal_around_jack(state)
    else:
        _deal_cards(state)


@compiled
def _start_deal(state):
    """Set what is not zero when a deal begins, and what kind of deal it is."""
    opt, match = state.opt, state.match
    state.dealer = next_dealer(state)
    state.forehand = next_seat(state.dealer, opt.players)
    for seat in range(MOST_PLAYERS):
        state.trick[seat] = NONE
    for i in range(3):
        state.talon_card[i] = NONE
    state.taken_talon = NONE
    state.unseen = NONE
    state.unblinder = NONE
    state.bidder = NONE
    state.declarer = NONE
    state.receiver = NONE
    state.trump = NONE
    state.trump_setter = NONE
    state.ace_marriage = NONE
    state.barrel_winner = NONE
    state.bottom = NONE
    is_golden = opt.golden and match.golden_index != NONE
    state.kind = GOLDEN_DEAL if is_golden else NORMAL
    if opt.barrel_auction == TAKES_TALON and not is_golden:
        for seat in range(opt.players):
            if match.on_barrel[seat] and is_active(state, seat):
                state.takes_talon = 1
    if opt.blind and not is_golden and not state.takes_talon:
        is_barred = opt.blind_not_on_barrel and is_anybody_on_barrel(state)
        if not is_barred and not is_silenced(state, state.forehand):
            state.unseen = state.forehand


# --- the last card of the pack --------------------------------------------------------------------


@compiled
def _cut_again(state):
    """The dealer has found a nine: the pack is shuffled anew."""
    state.match.nines += 1
    state.phase = DUE
    state.player = CHANCE


@compiled
def _pay_for_nines(state):
    """Too many nines: a fine, and the next pack is dealt without a look."""
    opt, match = state.opt, state.match
    payer = state.dealer
    if opt.cut_fine_pays == CUTTER:
        payer = (state.dealer + opt.players - 1) % opt.players
    tell(state, ALL, WORD + CUT_FINE + payer, NOTHING)
    match.gained[payer] -= match.total[payer]
    fine(state, payer, opt.cut_fine)
    match.gained[payer] += match.total[payer]
    match.ritual_over = 1
    state.phase = DUE
    state.player = CHANCE


@compiled
def legal_rites(state, actions):
    """The dealer deals, has a nine cut again, or moves a jack."""
    opt = state.opt
    allow(actions, opt.cards + PASS)
    if has(opt.nines, state.bottom):
        allow(actions, opt.cards + RECUT)
    if opt.jack_to_middle and has(opt.jacks, state.bottom):
        allow(actions, opt.cards + JACK_TO_MIDDLE)


@compiled
def play_rite(state, call):
    """Do what the dealer has decided on the last card."""
    if call == RECUT:
        _cut_again(state)
    elif call == JACK_TO_MIDDLE:
        _deal_around_jack(state)
    else:
        _deal_cards(state)


# --- cards ----------------------------------------------------------------------------------------


@inlined
def _put(state, slot, card, source, watchers):
    """Deal a card to the seat or talon of a slot; it sees the card, and so do the watchers."""
    opt = state.opt
    to = opt.slots[slot]
    if to < FIRST_TALON_SLOT:
        seat = (state.forehand + to) % opt.players
        state.hands[seat] = add(state.hands[seat], card)
        audience = watchers
        if seat != state.unseen:
            audience = add(watchers, seat)
        move(state, audience, card, source, HAND + seat)
        return
    number = to - FIRST_TALON_SLOT
    state.talon[number] = add(state.talon[number], card)
    for i in range(3):
        if opt.talon_slots[i] == slot:
            state.talon_card[i] = card
    move(state, watchers, card, source, TALON + number)


@compiled
def _deal_cards(state):
    """Deal the pack in order; a dealer who has looked at the last card knows where it lies."""
    last = state.opt.cards - 1
    watchers = np.int64(NOBODY_SEES)
    for slot in range(last):
        _put(state, slot, state.order[slot], DECK, watchers)
    if state.bottom != NONE:
        watchers = card_set(state.dealer)
        _show_that_it_stays(state)
    _put(state, last, state.order[last], DECK, watchers)
    _end_dealing(state)


@compiled
def _show_that_it_stays(state):
    """A dealer who always uses his rights has found no nine, and no jack that he may move."""
    opt = state.opt
    if opt.cut_ceremony == AUTO:
        lacks(state, DECK, opt.nines | opt.jacks if opt.jack_to_middle else opt.nines)


@compiled
def _deal_around_jack(state):
    """Deal all slots but the middle third, whose cards and the jack form a heap."""
    cards = state.opt.cards
    first, last = cards // 3, 2 * cards // 3 - 1  # slots of the middle third
    nobody = np.int64(NOBODY_SEES)
    for slot in range(first):
        _put(state, slot, state.order[slot], DECK, nobody)
    for i in range(first, last):
        state.middle = add(state.middle, state.order[i])
        move(state, nobody, state.order[i], DECK, MIDDLE)
    for slot in range(last + 1, cards):
        _put(state, slot, state.order[slot - 1], DECK, nobody)
    # Only a jack may be moved, so all know what kind of card is left in the pack.
    lacks(state, DECK, without(first_cards(cards), state.opt.jacks))
    state.middle = add(state.middle, state.bottom)
    move(state, card_set(state.dealer), state.bottom, DECK, MIDDLE)
    state.slot = first
    state.phase = MIDDLE_LOT
    state.player = CHANCE
    _deal_last_of_middle(state)


@compiled
def _deal_from_middle(state, outcome):
    """A lot decides which card of the heap comes to the next slot of the middle third."""
    card = nth(state.middle, outcome)
    state.middle = remove(state.middle, card)
    _put(state, state.slot, card, MIDDLE, np.int64(NOBODY_SEES))
    state.slot += 1
    _deal_last_of_middle(state)


@compiled
def _deal_last_of_middle(state):
    """The last card of the heap needs no lot."""
    if count(state.middle) > 1:
        return
    _put(state, state.slot, lowest(state.middle), MIDDLE, np.int64(NOBODY_SEES))
    state.middle = 0
    _end_dealing(state)


@compiled
def _end_dealing(state):
    """The cards are dealt, unless one of them was exposed."""
    if state.opt.misdeal_percent:
        state.phase = MISDEAL_LOT
        state.player = CHANCE
    else:
        begin(state)


# --- lots -----------------------------------------------------------------------------------------


@compiled
def legal_lots(state, actions):
    """The outcomes of the lot that is due; none where a deck is due."""
    if state.phase == MIDDLE_LOT:
        actions[0] |= first_cards(count(state.middle))
    elif state.phase == MISDEAL_LOT:
        for outcome in range(PERCENT):
            allow(actions, outcome)
    elif next_dealer(state) == NONE:
        actions[0] |= first_cards(state.opt.players)


@compiled
def play_lot(state, outcome):
    """Let a lot happen."""
    if state.phase == MIDDLE_LOT:
        tell(state, NOBODY_SEES, outcome, WORD + DRAWN)
        _deal_from_middle(state, outcome)
        return
    tell(state, ALL, outcome, NOTHING)
    if state.phase == DUE:
        state.match.dealer = outcome
    elif outcome < state.opt.misdeal_percent:
        _misdeal(state)
    else:
        begin(state)


@compiled
def _misdeal(state):
    """A card was exposed: the dealer is fined and the next seat deals."""
    match = state.match
    tell(state, ALL, WORD + MISDEAL, NOTHING)
    match.gained[state.dealer] -= match.total[state.dealer]
    fine(state, state.dealer, state.opt.misdeal_fine)
    match.gained[state.dealer] += match.total[state.dealer]
    deal_anew(state, True)
