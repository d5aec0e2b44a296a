"""Lots and cards: the first dealer, whom to pass to, the bum card; the deal."""

from __future__ import annotations

from ...engine.cards import (
    NONE,
    add,
    card_set,
    first_cards,
)
from ...engine.jit import compiled, inlined
from ...engine.log import ALL, DECK, NOTHING, move, tell
from .common import give, lay_rest_aside, next_active
from .contracts import start_talk
from .fantan import start_shedding
from .layout import (
    FANTAN,
    NAMING,
    NO_TRICKS,
    ORDERING,
    OTYGRYSH,
    TALON,
    TETKA,
)
from .options import MOST_PLAYERS

SEQUENCE, ORDERED, REPEAT = range(3)  # mode
_, MIRROR, FANTAN_PHASE, _ = range(4)  # positive_phase
DEALER_RIGHT = 0  # otygrysh_namer
THREE_CARDS = 0  # trump_view
CUT = 1  # bum_source
FEW = 3  # cards that the namer sees
PACKET = 2  # cards dealt at a time where there is a talon


# --- lots -----------------------------------------------------------------------------------------


@compiled
def legal_lots(state, actions):
    """Add the outcomes of the lot that is due before the deck, if any."""
    opt, match = state.opt, state.match
    if match.dealer == NONE and opt.first_dealer == NONE:
        actions[0] |= first_cards(opt.players)
    elif opt.pass_count and opt.cycle == 0 and match.passing == NONE:
        actions[0] |= first_cards(4)
    elif _is_cut(opt) and match.bum == NONE:
        actions[0] |= opt.deck_set


@inlined
def _is_cut(opt):
    return opt.bum_source == CUT and opt.contracts[0] == TETKA


@compiled
def draw(state, outcome):
    """Let a lot fall."""
    tell(state, ALL, outcome, NOTHING)
    opt, match = state.opt, state.match
    if match.dealer == NONE and opt.first_dealer == NONE:
        match.dealer = outcome
    elif opt.pass_count and opt.cycle == 0 and match.passing == NONE:
        match.passing = outcome
    else:
        match.bum = outcome


# --- the deal -------------------------------------------------------------------------------------


@compiled
def deal(state, deck):
    """Deal; before an otygrysh of the sequence the namer may have seen three cards only."""
    opt = state.opt
    _set_up(state)
    for i in range(opt.dealable):
        state.stock[i] = deck[i]
    if state.contract == OTYGRYSH and opt.trump_view == THREE_CARDS:
        for _ in range(FEW):
            give(state, state.namer, card_set(state.namer))
        state.phase = NAMING
        state.player = state.namer
        return
    if opt.talon:
        _deal_around_talon(state)
    else:
        _deal_singly(state)
    lay_rest_aside(state)
    if state.contract == NONE:
        state.phase = ORDERING
        state.player = state.eldest
    elif state.contract == OTYGRYSH:
        state.phase = NAMING
        state.player = state.namer
    elif state.contract == FANTAN:
        start_shedding(state)
    else:
        start_talk(state)


@compiled
def _set_up(state):
    """Set what is known of a deal before its cards are: dealer, contract, who names the trump."""
    opt, match = state.opt, state.match
    state.dealer = match.dealer if match.dealer != NONE else opt.first_dealer
    state.eldest = next_active(state, state.dealer)
    state.leader = state.eldest
    state.namer = NONE
    state.taker = NONE
    state.trump = NONE
    state.suit = NONE
    state.shown = NONE
    state.bidder = NONE
    state.announcer = NONE
    state.led = NONE
    state.founder = NONE
    state.undealt_taker = NONE
    for seat in range(MOST_PLAYERS):
        state.trick[seat] = NONE
    state.contract = _contract_due(state)
    if state.contract == OTYGRYSH:  # one that is ordered is named by who orders
        is_right = opt.otygrysh_namer == DEALER_RIGHT
        distance = opt.players - 1 if is_right else 1
        state.namer = (state.dealer + distance) % opt.players
        state.leader = state.namer
    if state.contract == TETKA and opt.bum_source == CUT:
        state.shown = match.bum


@compiled
def _contract_due(state):
    """Return the contract of the deal, NONE if it will be ordered."""
    opt = state.opt
    number = state.match.deals - opt.preliminary_deals
    if number < 0:
        state.preliminary = 1
        return NO_TRICKS
    if opt.mode == ORDERED:
        return NONE
    if opt.mode == REPEAT:
        return opt.contracts[0]
    if number < opt.negatives:
        return opt.contracts[number]
    if opt.positive_phase == MIRROR:
        state.mirror = 1
        return opt.contracts[number - opt.negatives]
    return FANTAN if opt.positive_phase == FANTAN_PHASE else OTYGRYSH


@compiled
def _deal_singly(state):
    """Deal the hands singly from eldest; Tetka's last card is shown."""
    opt = state.opt
    number = opt.hand * opt.active_players
    is_shown = state.contract == TETKA and opt.bum_source != CUT
    seat = state.eldest
    for i in range(number):
        if is_shown and i == number - 1:
            state.shown = give(state, seat, ALL)
        else:
            give(state, seat, card_set(seat))
        seat = next_active(state, seat)


@compiled
def _deal_around_talon(state):
    """Deal by twos from eldest; after each of the first two rounds a card goes to the talon."""
    opt = state.opt
    rounds = 0
    for first in range(0, opt.hand, PACKET):
        seat = state.eldest
        for _ in range(opt.active_players):
            for _ in range(min(PACKET, opt.hand - first)):
                give(state, seat, card_set(seat))
            seat = next_active(state, seat)
        rounds += 1
        if rounds <= opt.talon:
            card = state.stock[state.at]
            state.at += 1
            state.talon = add(state.talon, card)
            move(state, 0, card, DECK, TALON)
