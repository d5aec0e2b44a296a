"""What a seat may know of a deal of Thousand, as an observation.

Seats are counted from the own seat to the left: place 0 is the own seat. What a peek into the other
hands has shown is in the log only.
"""

from __future__ import annotations

from ...engine.cards import NONE, add, has
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
from .layout import PLAY, SUITS
from .options import ThousandOptions

PHASES = PLAY + 1
KINDS = 3
PACK_POINTS = 120


def pieces(options: ThousandOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    players, cards = options.players, len(options.pack().cards)
    return [
        Piece("hand", cards, "own hand; empty before a forehand that may play blind has looked"),
        Piece("talon", cards, "cards of the talon, where the seat has seen them"),
        Piece("passed", players * cards, "cards passed to each seat, where the seat has seen them"),
        Piece("discards", cards, "cards the seat laid aside as declarer"),
        Piece("peeked", cards, "cards of the talon the seat was shown by a peek"),
        Piece("bottom", cards, "last card of the pack, while the seat deals and looks at it"),
        Piece("open", players * cards, "cards that all know to lie in the hand of each seat"),
        Piece("lacked", players * cards, "cards that all know not to lie in the hand of each seat"),
        Piece("trick", players * cards, "card of each seat in the running trick"),
        Piece("played", players * cards, "cards each seat has played in this deal"),
        Piece("phase", PHASES, "deck due, last card, lots, blind bid, ... play, one-hot"),
        Piece("kind", KINDS, "normal, golden or blind deal, one-hot"),
        Piece("dealer", players, "dealer, one-hot"),
        Piece("mover", players, "seat to act, one-hot"),
        Piece("leader", players, "leader of the running trick, one-hot"),
        Piece("bidder", players, "owner of the highest bid, one-hot"),
        Piece("declarer", players, "declarer, one-hot"),
        Piece("last_bid", players, "last bid of each seat / highest bid of the grid"),
        Piece("passed_auction", players, "seats that have passed in the auction"),
        Piece("bid", 1, "highest bid / highest bid of the grid"),
        Piece("contract", 1, "contract / highest bid of the grid"),
        Piece("won_alone", 1, "1 if the talon was won without an auction"),
        Piece("takes_talon", 1, "1 if a player on the barrel plays without an auction"),
        Piece("trump", SUITS, "trump by its place among the suits of the pack, one-hot"),
        Piece("trump_setter", players, "seat that declared or named the trump, one-hot"),
        Piece("declared", players * SUITS, "suits whose marriages each seat has declared"),
        Piece("ace_marriage", players, "seat that declared the ace marriage, one-hot"),
        Piece("tricks", players, "tricks won by each seat / cards of a hand"),
        Piece("card_points", players, "card points won by each seat / 120"),
        Piece("marriages", players, "points of the marriages declared by each seat / 120"),
        Piece("total", players, "points of each seat in the match / target"),
        Piece("on_barrel", players, "seats on the barrel"),
        Piece("mounted", players, "when each seat last mounted the barrel / times anybody has"),
        Piece("attempts", players, "attempts each seat has used on the barrel / those allowed"),
        Piece("falls", players, "falls from the barrel of each seat / 3"),
        Piece("bolts", players, "empty deals of each seat since its last fine / 3"),
        Piece("bolts_row", players, "the same in a row / 3"),
        Piece("writeoffs", players, "deals that each seat has written off / 3"),
        Piece("golden_index", players, "golden deal of the round, one-hot; none after the last"),
        Piece("golden_made", 1, "1 if a golden contract of this round was made"),
    ]


@compiled
def observe(state, seat, out):
    """Write the pieces in their order."""
    opt = state.opt
    players, cards = opt.players, opt.cards
    is_declarer = seat == state.declarer
    at = put_cards(out, 0, 0 if seat == state.unseen else state.hands[seat], cards)
    sees_talon = state.talon_open == 1 or (is_declarer and state.taken_talon != NONE)
    at = put_cards(out, at, state.from_talon if sees_talon else 0, cards)
    for i in range(players):
        other = seat_after(seat, i, players)
        sees_pass = i == 0 or is_declarer or state.passes_open == 1
        at = put_cards(out, at, state.given[other] if sees_pass else 0, cards)
    at = put_cards(out, at, state.discards if is_declarer else 0, cards)
    at = put_cards(out, at, _peeked_cards(state, seat), cards)
    at = put_one_hot(out, at, state.bottom if seat == state.dealer else NONE, cards)
    at = _put_cards_of_seats(state, seat, out, at)
    at = put_one_hot(out, at, state.phase, PHASES)
    at = put_one_hot(out, at, state.kind, KINDS)
    at = put_seat(out, at, state.dealer, seat, players)
    at = put_seat(out, at, state.player, seat, players)
    at = put_seat(out, at, state.leader if state.phase == PLAY else NONE, seat, players)
    at = put_seat(out, at, state.bidder, seat, players)
    at = put_seat(out, at, state.declarer, seat, players)
    at = _put_auction(state, seat, out, at)
    at = put_one_hot(out, at, state.trump, SUITS)
    at = put_seat(out, at, state.trump_setter, seat, players)
    for i in range(players):
        at = put_cards(out, at, state.declared[seat_after(seat, i, players)], SUITS)
    at = put_seat(out, at, state.ace_marriage, seat, players)
    at = _put_points(state, seat, out, at)
    at = _put_match(state, seat, out, at)
    golden = state.match.golden_index if opt.golden else NONE
    at = put_one_hot(out, at, golden, players)
    put_number(out, at, state.match.golden_made, 1)


@compiled
def _peeked_cards(state, seat):
    cards = 0 * state.hands[seat]
    for i in range(3):
        if has(state.peeked[seat], i):
            cards = add(cards, state.talon_card[i])
    return cards


@compiled
def _put_cards_of_seats(state, seat, out, at):
    """Write the card pieces that every seat has one of."""
    players, cards = state.opt.players, state.opt.cards
    for i in range(players):
        at = put_cards(out, at, state.open[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_cards(out, at, state.lacked[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_one_hot(out, at, state.trick[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_cards(out, at, state.played[seat_after(seat, i, players)], cards)
    return at


@compiled
def _put_auction(state, seat, out, at):
    players, most = state.opt.players, state.opt.highest_bid
    at = put_numbers(out, at, state.last_bid, seat, players, most)
    for i in range(players):
        at = put_number(out, at, 1 if has(state.passed, seat_after(seat, i, players)) else 0, 1)
    at = put_number(out, at, state.bid, most)
    at = put_number(out, at, state.contract, most)
    at = put_number(out, at, state.won_alone, 1)
    return put_number(out, at, state.takes_talon, 1)


@compiled
def _put_points(state, seat, out, at):
    players = state.opt.players
    at = put_numbers(out, at, state.tricks, seat, players, state.opt.hand_size)
    at = put_numbers(out, at, state.card_points, seat, players, PACK_POINTS)
    return put_numbers(out, at, state.marriages, seat, players, PACK_POINTS)


@compiled
def _put_match(state, seat, out, at):
    opt, match, players = state.opt, state.match, state.opt.players
    at = put_numbers(out, at, match.total, seat, players, opt.target)
    at = put_numbers(out, at, match.on_barrel, seat, players, 1)
    at = put_numbers(out, at, match.mount_order, seat, players, max(1, match.mounts))
    at = put_numbers(out, at, match.attempts, seat, players, opt.barrel_attempts)
    at = put_numbers(out, at, match.falls, seat, players, 3)
    at = put_numbers(out, at, match.bolts, seat, players, 3)
    at = put_numbers(out, at, match.bolts_row, seat, players, 3)
    return put_numbers(out, at, match.writeoffs, seat, players, 3)
