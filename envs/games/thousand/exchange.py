"""From the talon to the first lead: talon, exchange, final contract, write-off, trump named."""

from __future__ import annotations

from ...engine.cards import (
    NONE,
    above,
    add,
    allow,
    card_set,
    count,
    highest,
    remove,
)
from ...engine.jit import compiled, inlined
from ...engine.log import ALL, EVERY, NOTHING, WORD, move, tell
from .codes import (
    AFTER_EXCHANGE,
    DECLARED_FIXED,
    FIRST_TALON,
    FROM_TALON,
    NEXT,
    NOBODY_WHILE_BARREL,
    NOT_BARREL_PLAYER,
)
from .common import (
    allow_bids,
    bid_of,
    cap,
    deal_anew,
    is_anybody_on_barrel,
    look,
    next_active,
    points_of,
    show,
)
from .layout import (
    BLIND_DEAL,
    DISCARDING,
    DISCARDS,
    FINAL_BID,
    GOLDEN_DEAL,
    HAND,
    LAYS_ASIDE,
    NAME_TRUMP,
    NAMING,
    NINES_REDEAL,
    PASS,
    PASSES,
    PASSING,
    PLAYED_OUT,
    REDEAL,
    TALON,
    TALON_0,
    TALON_CHOICE,
    TALON_REDEAL,
    WRITE_OFF,
)
from .tricks import start_play

# --- talon ----------------------------------------------------------------------------------------


@compiled
def start_talon(state):
    """Of two talons the declarer chooses one, unseen."""
    if state.opt.talons == 2:
        state.phase = TALON_CHOICE
        state.player = state.declarer
    else:
        take_talon(state, 0)


@compiled
def legal_talon_choice(state, actions):
    """Take the first talon or the second."""
    allow(actions, state.opt.cards + TALON_0)
    if state.opt.talon_choice != FIRST_TALON:
        allow(actions, state.opt.cards + TALON_0 + 1)


@compiled
def _hides_talon(state):
    """Return whether the kind of deal keeps talon and passes from the defenders."""
    opt = state.opt
    if state.kind == GOLDEN_DEAL or (state.kind == BLIND_DEAL and opt.blind_hide_talon):
        return True
    return opt.hide_talon_at_100 and state.won_alone


@compiled
def take_talon(state, number):
    """Take a talon, before all eyes or not; a blind forehand looks at its cards first."""
    opt, seat = state.opt, state.declarer
    if state.unseen != NONE:
        look(state)
    is_hidden = _hides_talon(state)
    state.talon_open = 1 if opt.talon_shown and not is_hidden else 0
    state.passes_open = 0 if opt.pass_face_down or is_hidden else 1
    cards = state.talon[number]
    state.taken_talon = number
    state.from_talon = cards
    state.talon[number] = 0
    state.hands[seat] |= cards
    audience = card_set(seat)
    if state.talon_open:
        state.open[seat] = cards
        audience = ALL
    show(state, audience, cards, TALON + number)
    move(state, ALL, EVERY, TALON + number, HAND + seat)
    if opt.may_redeal_talon and (state.won_alone or not opt.talon_redeal_only_at_100):
        state.phase = TALON_REDEAL
        state.player = seat
    else:
        _start_exchange(state)


@compiled
def _is_poor_talon(state):
    """Return whether the talon taken gives the right to a redeal."""
    opt, cards = state.opt, state.from_talon
    if points_of(state, cards) < opt.redeal_talon_below:
        return True
    if 0 < opt.redeal_talon_nines <= count(cards & opt.nines):
        return True
    return 0 < opt.redeal_talon_jacks <= count(cards & opt.jacks)


@inlined
def _has_nines(state, seat):
    """Return whether a seat holds as many nines as give the right to a redeal."""
    opt = state.opt
    return 0 < opt.redeal_nines_after_exchange <= count(state.hands[seat] & opt.nines)


@compiled
def legal_talon_redeal(state, actions):
    """Go on, or redeal for a poor talon or many nines."""
    allow(actions, state.opt.cards + PASS)
    if _is_poor_talon(state) or _has_nines(state, state.player):
        allow(actions, state.opt.cards + REDEAL)


@compiled
def play_talon_redeal(state, call):
    """Go on, or prove the right and have the cards dealt anew."""
    if call == PASS:
        _start_exchange(state)
        return
    proof = state.hands[state.player] & state.opt.nines
    if _is_poor_talon(state):
        proof = state.from_talon
    show(state, ALL, proof, HAND + state.player)
    deal_anew(state, state.opt.redeal_dealer == NEXT)


# --- exchange -------------------------------------------------------------------------------------


@compiled
def _start_exchange(state):
    state.player = state.declarer
    state.receiver = next_active(state, state.declarer)
    state.phase = PASSING if state.opt.pass_each else DISCARDING


@inlined
def _ascending(cards, gone, wanted):
    """Cards chosen one after the other go in ascending order, so each set has one sequence.

    Args:
        cards: Those that may go.
        gone: Those of the set that have gone.
        wanted: Cards still to come after this one.
    """
    if gone:
        cards = above(cards, highest(gone))
    for _ in range(wanted):
        cards = remove(cards, highest(cards))
    return cards


@compiled
def legal_exchange(state, actions):
    """Pass a card, lay one aside, or write the deal off."""
    opt, cards = state.opt, state.hands[state.player]
    if state.phase == PASSING:
        gone = state.given[state.receiver]
        if opt.pass_source == FROM_TALON:
            cards &= state.from_talon
        actions[0] |= _ascending(cards, gone, opt.pass_each - 1 - count(gone))
    else:
        wanted = opt.discard_count - 1 - count(state.discards)
        actions[0] |= _ascending(cards, state.discards, wanted)
    if may_write_off(state):
        allow(actions, opt.cards + WRITE_OFF)


@compiled
def play_exchange(state, action):
    """Pass a card to the opponent whose turn it is, or lay it aside."""
    if action >= state.opt.cards:
        tell(state, ALL, action, NOTHING)
        write_off(state)
    elif state.phase == PASSING:
        _pass_card(state, action)
    else:
        _lay_aside(state, action)


@compiled
def _pass_card(state, card):
    seat, other = state.player, state.receiver
    audience = ALL
    if not state.passes_open:
        audience = add(card_set(seat), other)
    tell(state, audience, card, WORD + PASSES)
    move(state, audience, card, HAND + seat, HAND + other)
    state.hands[seat] = remove(state.hands[seat], card)
    state.hands[other] = add(state.hands[other], card)
    state.given[other] = add(state.given[other], card)
    if state.passes_open:
        state.open[seat] = remove(state.open[seat], card)
        state.open[other] = add(state.open[other], card)
    else:
        state.open[seat] = 0
    if count(state.given[other]) < state.opt.pass_each:
        return
    state.receiver = next_active(state, other)
    if state.receiver == seat:
        state.receiver = NONE
        if state.opt.discard_count:
            state.phase = DISCARDING
        else:
            _end_exchange(state)


@compiled
def _lay_aside(state, card):
    seat = state.player
    own = card_set(seat)
    tell(state, own, card, WORD + LAYS_ASIDE)
    move(state, own, card, HAND + seat, DISCARDS)
    state.hands[seat] = remove(state.hands[seat], card)
    state.discards = add(state.discards, card)
    state.open[seat] = 0
    if count(state.discards) == state.opt.discard_count:
        _end_exchange(state)


@compiled
def _end_exchange(state):
    """Note who holds four nines; the opponents may redeal for many nines."""
    opt = state.opt
    for seat in range(opt.players):
        if count(state.hands[seat] & opt.nines) == 4:
            state.four_nines = add(state.four_nines, seat)
    if opt.redeal_nines_after_exchange:
        state.phase = NINES_REDEAL
        state.player = next_active(state, state.declarer)
    else:
        _start_final_bid(state)


@compiled
def legal_nines_redeal(state, actions):
    """Go on, or redeal for many nines."""
    allow(actions, state.opt.cards + PASS)
    if _has_nines(state, state.player):
        allow(actions, state.opt.cards + REDEAL)


@compiled
def play_nines_redeal(state, call):
    """Go on, or show the nines and have the cards dealt anew."""
    seat = state.player
    if call == REDEAL:
        show(state, ALL, state.hands[seat] & state.opt.nines, HAND + seat)
        deal_anew(state, state.opt.redeal_dealer == NEXT)
        return
    state.player = next_active(state, seat)
    if state.player == state.declarer:
        _start_final_bid(state)


# --- final contract -------------------------------------------------------------------------------


@compiled
def _may_raise(state):
    """Return whether the contract may be raised in a deal of this kind."""
    opt = state.opt
    if opt.raise_timing != AFTER_EXCHANGE or state.kind == BLIND_DEAL or state.takes_talon:
        return False
    return state.kind != GOLDEN_DEAL or opt.golden_raise == 1


@compiled
def may_write_off(state):
    """Return whether the declarer may give the deal up, when the moment is right."""
    opt, match, seat = state.opt, state.match, state.declarer
    if not opt.writeoff or 0 < opt.writeoff_limit <= match.writeoffs[seat]:
        return False
    if state.kind == BLIND_DEAL and not opt.blind_writeoff:
        return False
    if state.kind == GOLDEN_DEAL and not opt.golden_writeoff:
        return False
    if opt.barrel_writeoff == NOT_BARREL_PLAYER:
        return not match.on_barrel[seat]
    return opt.barrel_writeoff != NOBODY_WHILE_BARREL or not is_anybody_on_barrel(state)


@compiled
def _start_final_bid(state):
    state.player = state.declarer
    if _may_raise(state) or may_write_off(state):
        state.phase = FINAL_BID
    else:
        _start_naming(state)


@compiled
def legal_final_bid(state, actions):
    """Keep the contract, raise it, or write the deal off."""
    first = state.opt.cards
    allow(actions, first + PASS)
    if _may_raise(state):
        allow_bids(state, actions, state.contract, cap(state, state.player))
    if may_write_off(state):
        allow(actions, first + WRITE_OFF)


@compiled
def play_final_bid(state, call):
    """Settle the contract, or give the deal up."""
    if call == WRITE_OFF:
        write_off(state)
        return
    if call != PASS:
        state.contract = bid_of(call)
    _start_naming(state)


@compiled
def write_off(state):
    """The declarer gives the deal up."""
    state.written_off = 1
    state.phase = PLAYED_OUT


# --- trump ----------------------------------------------------------------------------------------


@compiled
def _start_naming(state):
    if state.opt.trump_mode == DECLARED_FIXED:
        state.phase = NAMING
        state.player = state.declarer
    else:
        start_play(state)


@compiled
def legal_names(state, actions):
    """Any suit of the pack."""
    for suit in range(state.opt.suits):
        allow(actions, state.opt.cards + NAME_TRUMP + state.opt.letters[suit])


@compiled
def name_trump(state, letter):
    """The declarer names the trump for the whole deal."""
    state.trump = state.opt.suit_by_letter[letter]
    state.trump_setter = state.player
    start_play(state)
