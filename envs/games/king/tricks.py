"""Tricks: what may be led and played, what a play shows of the hand behind it, who wins."""

from __future__ import annotations

import numpy as np

from ...engine.cards import (
    NONE,
    add,
    card_set,
    has,
    highest,
    remove,
    without,
)
from ...engine.jit import compiled, inlined
from ...engine.log import ALL, EVERY, NOTHING, WORD, lacks, move, tell
from ...engine.tricks import beats
from .common import king_set, next_active, penalty_cards, suit_in_play
from .layout import (
    ERALASH,
    HAND,
    NO_KING,
    OTYGRYSH,
    PLAYED,
    SETTLED,
    TRICK,
    UNDEALT,
)
from .scoring import cost_of_trick, end_deal, is_settled

VOID_ONLY, VOID_OR_UNDER, OFF = range(3)  # king_forced_drop
TWO_CLUBS = 1  # lead_rule
OUT, FIRST_TRICK, LAST_TRICK = range(3)  # leftover_card


# --- what may be played ---------------------------------------------------------------------------


@compiled
def playable(state):
    """Return the cards that the mover may play."""
    hand = state.hands[state.player]
    cards = _leads(state, hand) if state.trick_size == 0 else _follows(state, hand)
    if state.opt.no_points_first_trick and state.tricks_done == 0:
        free = without(cards, penalty_cards(state))
        if free:
            return free
    return cards


@compiled
def _leads(state, hand):
    """Trumps, and hearts that are avoided, are kept back while there is another card."""
    opt = state.opt
    if opt.lead_rule == TWO_CLUBS and state.tricks_done == 0:
        return hand & opt.clubs if opt.can_lead_any_club else card_set(opt.two_clubs)
    kept_back = kept_back_suit(state, state.player)
    if kept_back == NONE:
        return hand
    rest = without(hand, opt.suit_sets[kept_back])
    if opt.can_lead_hearts_instead_of_qs and opt.must_break_hearts and rest == _black_queen(opt):
        return hand
    return rest if rest else hand


@compiled
def kept_back_suit(state, seat):
    """Return the suit that a seat may lead only with nothing else in hand, or NONE."""
    opt = state.opt
    if state.contract == OTYGRYSH:
        is_free = seat == state.namer or opt.trump_lead_only_namer == 0
        return NONE if is_free else state.trump
    if state.mirror == 0 and has(opt.banned_leads, state.contract):
        return opt.hearts
    if opt.must_break_hearts and state.broken == 0:
        return opt.hearts
    return NONE


@inlined
def _black_queen(opt):
    return card_set(opt.black_queen) if opt.black_queen != NONE else np.int64(0)


@compiled
def _follows(state, hand):
    """Follow suit; void of it the king of hearts or a trump may be due, otherwise any card."""
    opt = state.opt
    same = hand & opt.suit_sets[state.led]
    if same:
        king = hand & king_set(opt)
        return king if king and _is_under_ace(state) else same
    if _is_king_due(state):
        king = hand & king_set(opt)
        return king if king else hand
    if state.contract == OTYGRYSH and opt.must_trump and state.trump != NONE:
        trumps = hand & opt.suit_sets[state.trump]
        return trumps if trumps else hand
    return hand


@compiled
def _is_king_due(state):
    """Return whether the king of hearts must be got rid of at the first opportunity."""
    is_feared = state.contract == NO_KING or state.contract == ERALASH
    return is_feared and state.mirror == 0 and state.opt.king_forced_drop != OFF


@compiled
def _is_under_ace(state):
    """Return whether the king of hearts is due under the ace."""
    opt = state.opt
    if opt.king_forced_drop != VOID_OR_UNDER or opt.ace == NONE or state.led != opt.hearts:
        return False
    return _is_king_due(state) and has(state.trick_set, opt.ace)


# --- playing a card -------------------------------------------------------------------------------


@compiled
def play_card(state, card):
    """Play a card to the trick."""
    tell(state, ALL, card, NOTHING)
    opt, seat = state.opt, state.player
    move(state, ALL, card, HAND + seat, TRICK)
    state.hands[seat] = remove(state.hands[seat], card)
    state.played[seat] = add(state.played[seat], card)
    suit = suit_in_play(opt, card)
    if state.trick_size == 0:
        _show_by_lead(state, seat, card, suit)
        state.led = suit
        state.best = seat
    else:
        _show_by_follow(state, seat, card, suit)
        state.best = winning(state, seat, card)
    state.trick[seat] = card
    state.trick_set = add(state.trick_set, card)
    state.trick_size += 1
    if suit == opt.hearts or (opt.qs_breaks_hearts and card == opt.black_queen):
        state.broken = 1
    if state.trick_size < opt.active_players:
        state.player = next_active(state, seat)
    else:
        _end_trick(state)


@compiled
def winning(state, seat, card):
    """Return who wins the trick so far if a seat plays this card to it.

    A joker wins but against J Q K A of hearts, which win themselves once a joker lies there.
    """
    opt = state.opt
    cards = add(state.trick_set, card)
    if cards & opt.jokers:
        top = cards & opt.high_hearts
        if top:
            return _holder(state, seat, card, highest(top))
        return seat if has(opt.jokers, card) else state.best
    return seat if beats(card, state.trick[state.best], state.trump, opt.ranks) else state.best


@compiled
def _holder(state, seat, card, wanted):
    """Return who has played a card to the trick: this seat this card, the others theirs."""
    if card != wanted:
        for other in range(state.opt.players):
            if state.trick[other] == wanted:
                return np.int64(other)
    return seat


@compiled
def _end_trick(state):
    opt, winner = state.opt, state.best
    move(state, ALL, EVERY, TRICK, PLAYED)
    for seat in range(opt.players):
        state.trick[seat] = NONE
    state.taken[winner] |= state.trick_set
    state.trick_set = 0
    state.trick_size = 0
    state.led = NONE
    state.tricks[winner] += 1
    state.tricks_done += 1
    state.leader = winner
    state.player = winner
    state.trick_costs[winner] += cost_of_trick(state, state.contract, state.tricks_done)
    is_last = state.tricks_done == opt.hand
    is_due = is_last if opt.leftover_card == LAST_TRICK else state.tricks_done == 1
    if state.undealt != 0 and opt.leftover_card != OUT and is_due:
        state.undealt_taker = winner
        move(state, ALL, EVERY, UNDEALT, PLAYED)
    if opt.stop_when_settled and not is_last and is_settled(state):
        tell(state, ALL, WORD + SETTLED, NOTHING)
        is_last = True
    if is_last:
        end_deal(state)


# --- what a play shows ----------------------------------------------------------------------------


@compiled
def _show(state, seat, cards):
    """Note that a hand has none of these cards, unless all know it already."""
    news = without(cards & state.opt.deck_set, state.lacked[seat])
    if news:
        state.lacked[seat] |= news
        lacks(state, HAND + seat, news)


@compiled
def _show_points(state, seat, card, among):
    """A card that costs points in the first trick: of these cards none was free."""
    opt = state.opt
    if opt.no_points_first_trick and state.tricks_done == 0:
        costly = penalty_cards(state)
        if has(costly, card):
            _show(state, seat, without(among, costly))


@compiled
def _show_by_lead(state, seat, card, suit):
    """A suit that is to be kept back is led from a hand without another."""
    opt = state.opt
    _show_points(state, seat, card, opt.deck_set)
    if opt.lead_rule == TWO_CLUBS and state.tricks_done == 0:
        return
    if suit == kept_back_suit(state, seat):
        others = without(opt.deck_set, opt.suit_sets[suit])
        if opt.can_lead_hearts_instead_of_qs and opt.must_break_hearts:
            others = without(others, _black_queen(opt))
        _show(state, seat, others)


@compiled
def _show_by_follow(state, seat, card, suit):
    """Who does not follow suit is void, and neither held the king nor a trump if that was due."""
    opt = state.opt
    if suit == state.led:
        if card != opt.king and _is_under_ace(state):
            _show(state, seat, king_set(opt))
        _show_points(state, seat, card, opt.suit_sets[suit])
        return
    _show(state, seat, opt.suit_sets[state.led])
    if _is_king_due(state):
        if card != opt.king:
            _show(state, seat, king_set(opt))
    elif state.contract == OTYGRYSH and opt.must_trump:
        if state.trump != NONE and suit != state.trump:
            _show(state, seat, opt.suit_sets[state.trump])
    _show_points(state, seat, card, opt.deck_set)
