"""What a seat may know of a deal of Nines, as an observation.

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
from .options import NinesOptions
from .rules import CAPTURED, OFF, ROW, SWAPPED, UNDECIDED, WON_WITH, holder_of_given


def pieces(options: NinesOptions) -> list[Piece]:
    """Return the named pieces of the observation; which there are depends on the options."""
    players, cards = options.players, len(options.the_pack().cards)
    made = [
        Piece("hand", cards, "own hand"),
        Piece("phase", 2, "exchange or play, one-hot"),
        Piece("trump", 5, "spades, clubs, diamonds, hearts or no trump, one-hot"),
        Piece("dealer", players, "dealer, one-hot"),
        Piece("mover", players, "seat to act, one-hot"),
        Piece("leader", players, "leader of the running trick, one-hot"),
        Piece("trick", players * cards, "card of each seat in the running trick"),
        Piece("played", players * cards, "cards each seat has played in this deal"),
        Piece("void", players * 4, "suits each seat has shown not to hold"),
        Piece("tricks", players, "tricks won by each seat / tricks of a deal"),
    ]
    if options.spare_hand:
        made.append(Piece("choice", players * 2, "kept, swapped: what each seat has chosen"))
        made.append(Piece("given", cards, "own hand that was exchanged, as it was"))
        made.append(
            Piece("given_to", players + 1, "who has it: a seat, or last nobody so far, one-hot")
        )
    if options.three_queens_rule != "off":
        doc = "tricks in the running row of queens of each seat / 3"
        made.append(Piece("queens_row", players, doc))
        doc = "seat that had three queens in a row, as far as known, one-hot"
        made.append(Piece("queens_seat", players, doc))
    if options.episode == "match":
        made.append(Piece("score", players, "score of each seat / start_score - goal"))
        made.append(Piece("deal", 1, "deals done / bound on the deals of a match"))
    return made


@compiled
def observe(state, seat, out):
    """Write the pieces in their order."""
    opt = state.opt
    players, cards = opt.players, opt.cards
    at = put_cards(out, 0, state.hands[seat], cards)
    at = put_one_hot(out, at, state.phase, 2)
    at = put_one_hot(out, at, state.trump, 5)
    at = put_seat(out, at, state.dealer, seat, players)
    at = put_seat(out, at, state.player, seat, players)
    at = put_seat(out, at, state.leader, seat, players)
    for i in range(players):
        at = put_one_hot(out, at, state.trick[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_cards(out, at, state.played[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_cards(out, at, state.void[seat_after(seat, i, players)], 4)
    at = put_numbers(out, at, state.tricks, seat, players, opt.hand_size)
    if opt.spare_hand:
        at = _put_exchange(state, seat, out, at)
    if opt.three_queens_rule != OFF:
        at = _put_queens(state, seat, out, at)
    if opt.episode == 1:
        for i in range(players):
            score = opt.start_score - state.match.gained[seat_after(seat, i, players)]
            at = put_number(out, at, score - opt.goal, opt.start_score - opt.goal)
        put_number(out, at, state.match.deals, opt.most_deals)


@compiled
def _put_exchange(state, seat, out, at):
    """Write the choices, the hand that was given away and where it is."""
    players = state.opt.players
    for i in range(players):
        choice = state.choice[seat_after(seat, i, players)]
        at = put_one_hot(out, at, choice - 1 if choice != UNDECIDED else NONE, 2)
    at = put_cards(out, at, state.given[seat], state.opt.cards)
    holder = NONE
    if state.choice[seat] == SWAPPED:
        other = holder_of_given(state, seat)
        holder = players if other == NONE else (other - seat) % players
    return put_one_hot(out, at, holder, players + 1)


@compiled
def _put_queens(state, seat, out, at):
    """Write the running row and the event; one that only its seat has seen only for it."""
    opt, players = state.opt, state.opt.players
    for i in range(players):
        is_owner = state.row_owner == seat_after(seat, i, players)
        at = put_number(out, at, state.row if is_owner else 0, ROW)
    is_public = opt.three_queens_rule == CAPTURED or opt.three_queens_rule == WON_WITH
    holder = NONE
    if state.queens_seat != NONE and (is_public or state.queens_seat == seat):
        holder = (state.queens_seat - seat) % players
    return put_one_hot(out, at, holder, players)
