"""What a seat may know of a deal of King, as an observation counted from the own seat."""

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
from .contracts import pass_distance
from .layout import PASSING, PHASES
from .options import ALL_CONTRACTS, DIRECTIONS, KingOptions
from .presets import SHEDDING

_SUITS = 4
POINTS = 100  # scale of totals
CONTRACTS = len(ALL_CONTRACTS)
ORDERED = 1  # mode


def pieces(options: KingOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    players, cards = options.players, len(options.the_pack().cards)
    phases = (
        "before the deal, order, trump, discard, pass, general, auction, penalty suit, play, fantan"
    )
    made = [
        Piece("hand", cards, "own hand"),
        Piece("phase", PHASES, f"{phases}, one-hot"),
        Piece("contract", CONTRACTS, f"one-hot: {', '.join(ALL_CONTRACTS)}"),
        Piece("mirror", 1, "1 where penalties are won, not lost"),
        Piece("suit", _SUITS, "trump, or penalty suit: spades, clubs, diamonds, hearts, one-hot"),
        Piece("namer", players, "who names it, one-hot"),
        Piece("shown", cards, "the card that was shown, one-hot"),
        Piece("dealer", players, "dealer, one-hot"),
        Piece("mover", players, "seat to act, one-hot"),
        Piece("leader", players, "leader of the running trick, one-hot"),
        Piece("trick", players * cards, "card of each seat in the running trick"),
        Piece("best", players, "seat that is winning the running trick, one-hot"),
        Piece("tricks", players, "tricks won by each seat / cards of a hand"),
        Piece("taken", players * cards, "cards won in tricks by each seat"),
        Piece("played", players * cards, "cards each seat has played in this deal"),
        Piece("lacked", players * cards, "cards that each seat has shown not to hold"),
    ]
    if options.talon:
        made.append(Piece("talon", cards, "cards that were taken from the talon"))
        made.append(Piece("discard", cards, "own cards laid aside"))
    if options.pass_count:
        made.append(Piece("passing", len(DIRECTIONS), "to whom cards go: 0 L X R, one-hot"))
        made.append(Piece("given", cards, "own cards passed on"))
        made.append(Piece("got", cards, "cards passed to the own seat, once taken up"))
    if options.must_break_hearts:
        made.append(Piece("broken", 1, "1 once hearts may be led"))
    if options.capot:
        made.append(Piece("announcer", players, "who will win every trick, one-hot"))
    if SHEDDING in (options.positive_phase, *options.contract_list()):
        ranks = len(options.the_pack().ranks)
        made.append(Piece("founder", ranks, "rank that begins the rows of a fantan, one-hot"))
        made.append(Piece("laid", cards, "cards lying in its rows"))
    if options.auction != "none":
        made.append(Piece("bid", 1, "highest bid / 26"))
        made.append(Piece("bidder", players, "its seat, one-hot"))
    if options.episode == "match":
        made.append(Piece("deal", 1, "deals done / the most of a match"))
        made.append(Piece("total", players, f"points of each seat / {POINTS}"))
        if options.mode == "ordered":
            doc = "contracts that each seat has ordered, otygrysh aside"
            made.append(Piece("orders", players * 7, doc))
            doc = "how often each seat has ordered otygrysh / the most"
            made.append(Piece("positives", players, doc))
            if options.contract_per_match:
                doc = "how often each contract was ordered / the most"
                made.append(Piece("times", 7, doc))
        if options.auction != "none":
            made.append(Piece("pool", 1, f"pool / {POINTS}"))
    return made


@compiled
def observe(state, seat, out):
    """Write the pieces in their order; before the first deck nothing is known."""
    if state.deal_number < 0:
        return
    opt = state.opt
    players, cards = opt.players, opt.cards
    at = put_cards(out, 0, state.hands[seat], cards)
    at = put_one_hot(out, at, state.phase, PHASES)
    at = put_one_hot(out, at, state.contract, CONTRACTS)
    at = put_number(out, at, state.mirror, 1)
    suit = state.suit if state.trump == NONE else state.trump
    at = put_one_hot(out, at, opt.suit_codes[suit] if suit != NONE else NONE, _SUITS)
    at = put_seat(out, at, state.namer, seat, players)
    at = put_one_hot(out, at, state.shown, cards)
    at = put_seat(out, at, state.dealer, seat, players)
    at = put_seat(out, at, state.player, seat, players)
    at = put_seat(out, at, state.leader, seat, players)
    at = _put_play(state, seat, out, at)
    at = _put_exchange(state, seat, out, at)
    if opt.must_break_hearts:
        at = put_number(out, at, state.broken, 1)
    if opt.capot:
        at = put_seat(out, at, state.announcer, seat, players)
    if opt.has_fantan:
        at = put_one_hot(out, at, state.founder, opt.ranks)
        at = put_cards(out, at, state.laid, cards)
    if opt.auction:
        at = put_number(out, at, state.bid, 26)
        at = put_seat(out, at, state.bidder, seat, players)
    if opt.episode == 1:
        _put_match(state, seat, out, at)


@compiled
def _put_play(state, seat, out, at):
    """Write the tricks and what they have shown."""
    opt = state.opt
    players, cards = opt.players, opt.cards
    for i in range(players):
        at = put_one_hot(out, at, state.trick[seat_after(seat, i, players)], cards)
    at = put_seat(out, at, state.best if state.trick_size > 0 else NONE, seat, players)
    at = put_numbers(out, at, state.tricks, seat, players, opt.hand)
    for i in range(players):
        at = put_cards(out, at, state.taken[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_cards(out, at, state.played[seat_after(seat, i, players)], cards)
    for i in range(players):
        at = put_cards(out, at, state.lacked[seat_after(seat, i, players)], cards)
    return at


@compiled
def _put_exchange(state, seat, out, at):
    """Write talon, discards and passes as far as the seat has seen them."""
    opt = state.opt
    if opt.talon:
        at = put_cards(out, at, state.from_talon, opt.cards)
        at = put_cards(out, at, state.discard if state.taker == seat else 0, opt.cards)
    if opt.pass_count:
        at = put_one_hot(out, at, pass_distance(state), len(DIRECTIONS))
        at = put_cards(out, at, state.given[seat], opt.cards)
        at = put_cards(out, at, state.got[seat] if state.phase != PASSING else 0, opt.cards)
    return at


@compiled
def _put_match(state, seat, out, at):
    """Write the public match state."""
    opt, match, players = state.opt, state.match, state.opt.players
    at = put_number(out, at, match.deals, opt.most_deals)
    for i in range(players):
        other = seat_after(seat, i, players)
        at = put_number(out, at, match.gains[other] - match.penalties[other], POINTS)
    if opt.mode == ORDERED:
        for i in range(players):
            at = put_cards(out, at, match.orders[seat_after(seat, i, players)], 7)
        scale = max(opt.otygrysh_per_player, 1)
        at = put_numbers(out, at, match.positives, seat, players, scale)
        if opt.contract_per_match:
            for contract in range(7):
                at = put_number(out, at, match.times[contract], opt.contract_per_match)
    if opt.auction:
        put_number(out, at, match.pool, POINTS)
