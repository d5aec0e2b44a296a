"""What a seat may know of a deal of Ninety-Nine, as an observation.

Seats are counted from the own seat to the left: place 0 is the own seat.
"""

from __future__ import annotations

from ...engine.cards import NONE
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
from .options import NinetyNineOptions
from .rules import INFORMAL, NO_PREMIUM, PREMIUM, REVEALED, bid_of


def pieces(options: NinetyNineOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    players, cards = options.players, len(options.the_pack().cards)
    return [
        Piece("hand", cards, "own hand"),
        Piece("laid_aside", cards, "own bid cards"),
        Piece("bid", 1, "own bid so far, in tricks / tricks of a deal"),
        Piece("phase", 4, "bid, premium, reply or play, one-hot"),
        Piece("trump", 5, "spades, clubs, diamonds, hearts or no trump, one-hot"),
        Piece("dealer", players, "dealer, one-hot"),
        Piece("mover", players, "seat to act, one-hot"),
        Piece("leader", players, "leader of the running trick, one-hot"),
        Piece("trick", players * cards, "card of each seat in the running trick"),
        Piece("played", players * cards, "cards each seat has played in this deal"),
        Piece("shown_bids", players * cards, "bid cards that lie open, of each seat"),
        Piece("shown_hands", players * cards, "hands that lie open, of each seat"),
        Piece("void", players * 4, "suits each seat has shown not to hold"),
        Piece("tricks", players, "tricks won by each seat / tricks of a deal"),
        Piece("premium", players * 2, "declared, revealed: the level each seat is bound to"),
        Piece("call", 3, "own call of the informal procedure: pass, declare, reveal, one-hot"),
        Piece("total", players, "points of each seat in the running game / target"),
        Piece("banked", players, "points of each seat in finished games / target"),
        Piece("wins", players, "games won by each seat / 3"),
    ]


@compiled
def observe(state, seat, out):
    """Write the pieces in their order."""
    opt = state.opt
    players, cards = opt.players, opt.cards
    at = put_cards(out, 0, state.hands[seat], cards)
    at = put_cards(out, at, state.laid[seat], cards)
    at = put_number(out, at, bid_of(state, seat), opt.tricks)
    at = put_one_hot(out, at, state.phase, 4)
    at = put_one_hot(out, at, state.trump, 5)
    at = put_seat(out, at, state.dealer, seat, players)
    at = put_seat(out, at, state.player, seat, players)
    at = put_seat(out, at, state.leader, seat, players)
    at = _put_tables(state, seat, out, at)
    at = _put_public(state, seat, out, at)
    own_call = NONE
    if opt.premium_procedure == INFORMAL and state.phase >= PREMIUM and _has_called(state, seat):
        own_call = state.call[seat]
    at = put_one_hot(out, at, own_call, 3)
    at = put_numbers(out, at, state.match.total, seat, players, opt.target)
    at = put_numbers(out, at, state.match.banked, seat, players, opt.target)
    at = put_numbers(out, at, state.match.wins, seat, players, 3)


@compiled
def _has_called(state, seat):
    """Return whether a seat has had its turn in the premium phase, in order from eldest."""
    eldest = (state.dealer + 1) % state.opt.players
    return (seat - eldest) % state.opt.players < state.asked


@compiled
def _put_tables(state, seat, out, at):
    """Write the card pieces that every seat has one of."""
    players, cards = state.opt.players, state.opt.cards
    for i in range(players):
        at = put_one_hot(out, at, state.trick[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_cards(out, at, state.played[seat_after(seat, i, players)], cards)
    for i in range(players):
        other = seat_after(seat, i, players)
        at = put_cards(out, at, state.laid[other] if state.shown[other] else 0, cards)
    for i in range(players):
        other = seat_after(seat, i, players)
        is_open = state.level[other] == REVEALED
        at = put_cards(out, at, state.hands[other] if is_open else 0, cards)
    return at


@compiled
def _put_public(state, seat, out, at):
    """Write voids, tricks and premium levels."""
    players = state.opt.players
    for i in range(players):
        at = put_cards(out, at, state.void[seat_after(seat, i, players)], 4)
    at = put_numbers(out, at, state.tricks, seat, players, state.opt.tricks)
    for i in range(players):
        level = state.level[seat_after(seat, i, players)]
        at = put_one_hot(out, at, level - 1 if level > NO_PREMIUM else NONE, 2)
    return at
