"""What a seat may know of Devyatka, as a vector of named pieces; seats count from the own one."""

from __future__ import annotations

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
from .options import BANK, LAYOUT, MATCH, MIXED, PILE_DOMINO, DevyatkaOptions
from .scoring import chips


def pieces(options: DevyatkaOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    players, kinds = options.players, options.kinds()
    ranks = len(options.pack().ranks)
    what = "rank" if options.variant == "pile_domino" else "card"
    made = [
        Piece("fits", kinds, f"1 for each {what} that may be played now; at the opening own ones"),
        Piece("mover", players, "seat to move, one-hot; none when the deal is over"),
        Piece("dealer", players, "dealer, one-hot"),
        Piece("sizes", players, "cards of each seat / cards of the longest hand dealt"),
        Piece("out", players, "order of going out / players; 0 with cards in hand"),
        Piece("passes", 1, "passes in succession / players"),
        Piece("extra", 1, "1 in an extra turn"),
    ]
    if options.variant != "mixed":
        doc = f"1 for each {what} that the seats to the left, in order, turned out not to hold"
        made.insert(0, Piece("hand", kinds, f"1 for each {what} in the own hand"))
        made.append(Piece("lacked", (players - 1) * kinds, f"{doc}; drawn later it may be there"))
        made.append(Piece("stock", 1, "cards left to draw / cards in the pack"))
    if options.variant == "pile_domino":
        made += [
            Piece("held", kinds, "cards of each rank in the own hand / suits"),
            Piece("pile", kinds, "top card of the pile, one-hot"),
            Piece("piled", kinds, "cards of each rank in the pile / suits"),
        ]
    else:
        made += [
            Piece("laid", kinds, "1 for each card in the rows"),
            Piece("founder_rank", ranks, "rank of the founders, one-hot; none while it is open"),
        ]
    if options.scoring == "bank":
        made += [
            Piece("bank", 1, "chips in the bank / start_chips"),
            Piece("chips", players, "chips of each seat / start_chips"),
        ]
    if options.episode == "match":
        made += [
            Piece("deals", 1, "finished deals / deals of the match"),
            Piece("total", players, "score of each seat / (deals of the match or start_chips)"),
        ]
    return made


@compiled
def observe(state, seat, out):
    """Write the pieces in their order; nothing before the first deck."""
    if state.deal_number < 0:
        return
    opt = state.opt
    players, kinds = opt.players, opt.kinds
    at = 0
    if opt.variant != MIXED:
        at = put_cards(out, at, state.hands[seat], kinds)
    fits = state.fits
    if opt.variant == LAYOUT and state.laid == 0:
        fits &= state.hands[seat]  # which founder opens is the opener's secret until it is played
    at = put_cards(out, at, fits, kinds)
    at = put_seat(out, at, state.player, seat, players)
    at = put_seat(out, at, state.dealer, seat, players)
    at = put_numbers(out, at, state.sizes, seat, players, opt.longest_hand)
    at = put_numbers(out, at, state.place, seat, players, players)
    at = put_number(out, at, state.passes, players)
    at = put_number(out, at, state.in_extra_turn, 1)
    if opt.variant != MIXED:
        for i in range(1, players):
            at = put_cards(out, at, state.lacked[seat_after(seat, i, players)], kinds)
        at = put_number(out, at, state.stock_left, opt.cards)
    if opt.variant == PILE_DOMINO:
        for rank in range(kinds):
            at = put_number(out, at, state.held[seat, rank], opt.suits)
        at = put_one_hot(out, at, state.pile, kinds)
        for rank in range(kinds):
            at = put_number(out, at, state.piled[rank], opt.suits)
    else:
        at = put_cards(out, at, state.laid, kinds)
        at = put_one_hot(out, at, state.founder_rank, opt.ranks)
    _put_score(state, seat, out, at)


@compiled
def _put_score(state, seat, out, at):
    """Write bank, chips and the score of a match where the options have them."""
    opt = state.opt
    players = opt.players
    scale = opt.deals_per_match
    if opt.scoring == BANK:
        scale = opt.start_chips
        at = put_number(out, at, state.bank, scale)
        for i in range(players):
            at = put_number(out, at, chips(state, seat_after(seat, i, players)), scale)
    if opt.episode == MATCH:
        at = put_number(out, at, state.match.deals, opt.deals_per_match)
        for i in range(players):
            other = seat_after(seat, i, players)
            total = state.match.total[other] + 0.5 * state.match.halves[other]
            at = put_number(out, at, total, scale)
