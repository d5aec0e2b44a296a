"""What a seat may know of a deal of Joker poker, as an observation counted from the own seat."""

from __future__ import annotations

from ...engine.cards import NONE, has
from ...engine.jit import compiled
from ...engine.observation import (
    Piece,
    put_cards,
    put_number,
    put_numbers,
    put_one_hot,
    put_seat,
    seat_after,
)
from .layout import PHASES
from .options import AS_CARD_OFFSET, BID_OFFSET, JokerPokerOptions
from .schedule import FOREHEAD, KINDS

_SUITS = 4
POINTS = 100  # scale of totals


def pieces(options: JokerPokerOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    players, cards = options.players, len(options.the_pack().cards)
    most = options.scheduled_hand()
    made = [
        Piece("hand", cards, "own hand; empty while nobody has looked"),
        Piece("phase", PHASES, "before the deal, trump by lot, naming, bids, play, one-hot"),
        Piece("kind", len(KINDS), f"kind of deal, one-hot: {', '.join(KINDS)}"),
        Piece("size", 1, "cards dealt to a hand / the most of the schedule"),
        Piece("trump", _SUITS, "spades, clubs, diamonds, hearts, one-hot; none without trump"),
        Piece("turned", cards, "card turned up last, one-hot"),
        Piece("shown", cards, "dealer's card that was shown, one-hot"),
        Piece("dealer", players, "dealer, one-hot"),
        Piece("mover", players, "seat to act, one-hot"),
        Piece("leader", players, "leader of the running trick, one-hot"),
        Piece("bids", players * (most + 1), "bid of each seat, one-hot; none before it"),
        Piece("tricks", players, "tricks taken by each seat / cards dealt to a hand"),
        Piece("trick", players * cards, "card of each seat in the running trick"),
        Piece("best", players, "seat that is winning the running trick, one-hot"),
        Piece("led", _SUITS, "suit that must be followed, one-hot"),
        Piece("played", players * cards, "cards each seat has played in this deal"),
        Piece("void", players * _SUITS, "suits each seat has shown not to hold, jokers aside"),
    ]
    if options.jokers != "none":
        made.append(Piece("asked", 4, "lead asks: follow, highest, nothing, next card, one-hot"))
        doc = "what each seat's joker in the running trick was declared, one-hot: take, throw, "
        doc += "high and low S C D H, and as a card where it may be one"
        made.append(Piece("declared", players * options.num_declarations(), doc))
    if options.has_forehead():
        doc = "hands of the seats to the left, in order, in a forehead deal"
        made.append(Piece("foreheads", (players - 1) * cards, doc))
    if options.episode == "match":
        made.append(Piece("deal", 1, "deals of the schedule done / all"))
        made.append(Piece("total", players, f"points of each seat / {POINTS}"))
        if options.zero_streak_limit:
            doc = "bids of 0 in a row by each seat / zero_streak_limit"
            made.append(Piece("zero_streak", players, doc))
        if options.premium:
            doc = "exact deals of the running set by each seat / 10"
            made.append(Piece("set_exact", players, doc))
            made.append(Piece("set_best", players, f"best points in the set / {POINTS}"))
    return made


@compiled
def observe(state, seat, out):
    """Write the pieces in their order; before the first deck nothing is known."""
    if state.deal_number < 0:
        return
    opt = state.opt
    players, cards = opt.players, opt.cards
    at = put_cards(out, 0, 0 if state.blind else state.hands[seat], cards)
    at = put_one_hot(out, at, state.phase, PHASES)
    at = put_one_hot(out, at, state.kind, len(KINDS))
    at = put_number(out, at, state.hand, opt.largest)
    at = put_one_hot(out, at, opt.suit_codes[state.trump] if state.trump != NONE else NONE, _SUITS)
    at = put_one_hot(out, at, state.turned, cards)
    at = put_one_hot(out, at, state.shown, cards)
    at = put_seat(out, at, state.dealer, seat, players)
    at = put_seat(out, at, state.player, seat, players)
    at = put_seat(out, at, state.leader, seat, players)
    at = _put_play(state, seat, out, at)
    if opt.joker_set:
        at = _put_jokers(state, seat, out, at)
    if opt.has_forehead:
        for i in range(1, players):
            other = seat_after(seat, i, players)
            shown = state.kind == FOREHEAD
            at = put_cards(out, at, state.hands[other] if shown else 0, cards)
    if opt.episode == 1:
        _put_match(state, seat, out, at)


@compiled
def _put_play(state, seat, out, at):
    """Write bids and tricks."""
    opt = state.opt
    players, cards = opt.players, opt.cards
    for i in range(players):
        at = put_one_hot(out, at, state.bids[seat_after(seat, i, players)], opt.largest + 1)
    at = put_numbers(out, at, state.tricks, seat, players, state.hand)
    for i in range(players):
        at = put_one_hot(out, at, state.trick[seat_after(seat, i, players)], cards)
    at = put_seat(out, at, state.best if state.trick_size > 0 else NONE, seat, players)
    at = put_one_hot(out, at, opt.suit_codes[state.led] if state.led != NONE else NONE, _SUITS)
    for i in range(players):
        at = put_cards(out, at, state.played[seat_after(seat, i, players)], cards)
    for i in range(players):
        void = state.void[seat_after(seat, i, players)]
        for suit in range(opt.suits):
            if has(void, suit):
                out[at + opt.suit_codes[suit]] = 1.0
        at += _SUITS
    return at


@compiled
def _put_jokers(state, seat, out, at):
    """Write what the lead asks and what the jokers in the trick are."""
    opt = state.opt
    at = put_one_hot(out, at, state.asked if state.trick_size > 0 else NONE, 4)
    size = opt.declarations
    for i in range(opt.players):
        declared = state.declared[seat_after(seat, i, opt.players)]
        index = declared - 1 - opt.cards if declared > 0 else NONE
        if index >= AS_CARD_OFFSET:
            index += BID_OFFSET - AS_CARD_OFFSET
        at = put_one_hot(out, at, index, size)
    return at


@compiled
def _put_match(state, seat, out, at):
    """Write the public match state."""
    opt, match, players = state.opt, state.match, state.opt.players
    at = put_number(out, at, max(match.deal_index, 0), opt.deals)
    at = put_numbers(out, at, match.total, seat, players, POINTS)
    limit = opt.zero_streak_limit
    if limit:
        at = put_numbers(out, at, match.zero_streak, seat, players, limit)
    if opt.premium:
        at = put_numbers(out, at, match.set_exact, seat, players, 10)
        at = put_numbers(out, at, match.set_best, seat, players, POINTS)
