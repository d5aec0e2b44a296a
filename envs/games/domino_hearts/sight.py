"""What a seat may know of a deal of Domino Hearts, as an observation.

Seats are counted from the own seat to the left: place 0 is the own seat.
"""

from __future__ import annotations

from ...engine.cards import count
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
from .options import DominoHeartsOptions
from .rules import MATCH


def pieces(options: DominoHeartsOptions) -> list[Piece]:
    """Return the named pieces of the observation; a match has two more."""
    own = options.the_pack()
    players, cards = options.players, len(own.cards)
    made = [
        Piece("hand", cards, "own hand"),
        Piece("mover", players, "seat to act, one-hot"),
        Piece("dealer", players, "dealer, one-hot"),
        Piece("leader", players, "leader of the running trick, one-hot"),
        Piece("trick", players * cards, "card of each seat in the running trick"),
        Piece("played", players * cards, "cards each seat has played in this deal"),
        Piece("void", players * len(own.suits), "suits that all know each seat not to hold"),
        Piece("sizes", players, "cards in the hand of each seat / cards in the pack"),
        Piece("hearts", players, "hearts each seat has taken / hearts in the pack"),
        Piece("stock", 1, "cards left to draw / cards in the pack"),
        Piece("drawn", 1, "cards the mover has drawn in this turn / cards in the pack"),
    ]
    if options.episode == "match":
        made.append(Piece("total", players, "hearts of each seat in the finished deals / target"))
        made.append(Piece("deals", 1, "deals done / bound on the deals of a match"))
    return made


@compiled
def observe(state, seat, out):
    """Write the pieces in their order."""
    opt = state.opt
    players, cards = opt.players, opt.cards
    at = put_cards(out, 0, state.hands[seat], cards)
    at = put_seat(out, at, state.player, seat, players)
    at = put_seat(out, at, state.dealer, seat, players)
    at = put_seat(out, at, state.leader, seat, players)
    for i in range(players):
        at = put_one_hot(out, at, state.trick[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_cards(out, at, state.played[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_cards(out, at, state.void[seat_after(seat, i, players)], opt.suits)
    for i in range(players):
        at = put_number(out, at, count(state.hands[seat_after(seat, i, players)]), cards)
    for i in range(players):
        hearts = count(state.taken[seat_after(seat, i, players)] & opt.heart_set)
        at = put_number(out, at, hearts, opt.ranks)
    at = put_number(out, at, state.stock_left, cards)
    at = put_number(out, at, state.drawn, cards)
    if opt.episode == MATCH:
        at = put_numbers(out, at, state.match.total, seat, players, opt.target)
        put_number(out, at, state.match.deals, opt.deal_limit)
