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
from .layout import INFORMAL, NO_PREMIUM, PREMIUM_NAMES, SUITS_OR_NINES, TURN_UP
from .options import ANNOUNCE, APART, NAMING, PLAY, NinetyNineOptions
from .scoring import bid_of
from .tricks import hand_due


def _names_nines(options: NinetyNineOptions) -> bool:
    return options.premium_names_trump == "suits_or_nines"


def pieces(options: NinetyNineOptions) -> list[Piece]:
    """Return the named pieces of the observation; the last ones depend on the options."""
    players, cards, hands = options.players, len(options.the_pack().cards), options.hands()
    suits, trumps = "spades, clubs, diamonds, hearts", 5
    if _names_nines(options):
        trumps = 6
    doc = "each seat" if hands == players else "each seat and of the dummy"
    made = [
        Piece("hand", cards, "own hand"),
        Piece("laid_aside", cards, "own bid cards"),
        Piece("bid", 1, "own bid so far, in tricks / tricks of a deal"),
        Piece("phase", 4, "bid, premium, reply or play, one-hot"),
        Piece(
            "trump",
            trumps,
            f"{suits} or no trump, one-hot" if trumps == 5 else f"{suits}, none, nines, one-hot",
        ),
        Piece("dealer", players, "dealer, one-hot"),
        Piece("mover", players, "seat to act, one-hot"),
        Piece("leader", hands, "leader of the running trick, one-hot"),
        Piece("trick", hands * cards, f"card of {doc} in the running trick"),
        Piece("played", hands * cards, f"cards {_has(hands, players)} played in this deal"),
        Piece("shown_bids", hands * cards, f"bid cards that lie open, of {doc}"),
        Piece("shown_hands", hands * cards, f"hands that lie open, of {doc}"),
        Piece("void", hands * (trumps - 1), f"suits {_has(hands, players)} shown not to hold"),
        Piece("tricks", hands, f"tricks won by {doc.replace(' of', '')} / tricks of a deal"),
        Piece("premium", players * 2, "declared, revealed: the level each seat is bound to"),
        Piece("call", 3, "own call of the informal procedure: pass, declare, reveal, one-hot"),
        Piece("total", hands, f"points of {doc} in the running game / target"),
        Piece("banked", hands, f"points of {doc} in finished games / target"),
        Piece("wins", players, "games won by each seat / 3"),
    ]
    if options.trump_rule == "premium_names" or options.bid_mode != "set_aside":
        made.append(Piece("more_phases", 2, "naming the trump or announcing, one-hot"))
    if options.bid_mode != "set_aside":
        doc = "number announced by each seat, own one or heard, one-hot"
        made.append(Piece("announced", players * (options.tricks() + 1), doc))
    if options.trump_rule == "turn_up":
        made.append(Piece("turned", cards + 1, "card turned up, the joker last, one-hot"))
    if options.dummy:
        made.append(Piece("due_from_dummy", 1, "1 where the card due is the dummy's"))
        made.append(Piece("controller", 2, "seat that plays the dummy's card, one-hot"))
    return made


def _has(hands: int, players: int) -> str:
    return "each seat has" if hands == players else "each seat and the dummy have"


@compiled
def hand_after(seat, steps, players):
    """Return the hand that comes so many places after a seat's: the other seats', the dummy's."""
    return steps if steps >= players else seat_after(seat, steps, players)


@compiled
def observe(state, seat, out):
    """Write the pieces in their order."""
    opt = state.opt
    players, cards = opt.players, opt.cards
    at = put_cards(out, 0, state.hands[seat], cards)
    at = put_cards(out, at, state.laid[seat], cards)
    at = put_number(out, at, bid_of(state, seat), opt.tricks)
    at = put_one_hot(out, at, PLAY if state.phase == APART else state.phase, 4)
    at = put_one_hot(out, at, state.trump, 6 if opt.premium_names_trump == SUITS_OR_NINES else 5)
    at = put_seat(out, at, state.dealer, seat, players)
    at = put_seat(out, at, state.player, seat, players)
    leader = state.leader
    if leader < players:
        leader = (leader - seat) % players
    at = put_one_hot(out, at, leader, opt.hands)
    at = _put_tables(state, seat, out, at)
    at = _put_public(state, seat, out, at)
    own_call = NONE
    if opt.premium_procedure == INFORMAL and _has_called(state, seat):
        own_call = state.call[seat]
    at = put_one_hot(out, at, own_call, 3)
    for i in range(opt.hands):
        at = put_number(out, at, state.match.total[hand_after(seat, i, players)], opt.target)
    for i in range(opt.hands):
        at = put_number(out, at, state.match.banked[hand_after(seat, i, players)], opt.target)
    at = put_numbers(out, at, state.match.wins, seat, players, 3)
    _put_relatives(state, seat, out, at)


@compiled
def _put_relatives(state, seat, out, at):
    """Write what only some relatives of the game have."""
    opt, players = state.opt, state.opt.players
    if opt.trump_rule == PREMIUM_NAMES or opt.bid_mode != 0:
        at = put_one_hot(out, at, state.phase - NAMING if state.phase < APART else NONE, 2)
    if opt.bid_mode != 0:
        is_public = opt.announce_order == 0 or state.phase != ANNOUNCE
        for i in range(players):
            number = state.announced[seat_after(seat, i, players)]
            at = put_one_hot(out, at, number if is_public or i == 0 else NONE, opt.tricks + 1)
    if opt.trump_rule == TURN_UP:
        at = put_one_hot(out, at, state.turned, opt.cards + 1)
    if opt.dummy:
        is_due = state.phase == APART and state.player >= 0 and hand_due(state) == players
        at = put_number(out, at, 1 if is_due else 0, 1)
        put_one_hot(out, at, (state.controller - seat) % players, 2)


@compiled
def _has_called(state, seat):
    """Return whether a seat has had its turn in the premium phase, in order from eldest."""
    eldest = (state.dealer + 1) % state.opt.players
    return (seat - eldest) % state.opt.players < state.asked


@compiled
def _put_tables(state, seat, out, at):
    """Write the card pieces that every hand has one of."""
    players, cards, hands = state.opt.players, state.opt.cards, state.opt.hands
    for i in range(hands):
        at = put_one_hot(out, at, state.trick[hand_after(seat, i, players)], cards)
    for i in range(hands):
        at = put_cards(out, at, state.played[hand_after(seat, i, players)], cards)
    for i in range(hands):
        other = hand_after(seat, i, players)
        at = put_cards(out, at, state.laid[other] if state.shown[other] else 0, cards)
    for i in range(hands):
        other = hand_after(seat, i, players)
        at = put_cards(out, at, state.hands[other] if state.exposed[other] else 0, cards)
    return at


@compiled
def _put_public(state, seat, out, at):
    """Write voids, tricks and premium levels."""
    players, hands = state.opt.players, state.opt.hands
    suits = 5 if state.opt.premium_names_trump == SUITS_OR_NINES else 4
    for i in range(hands):
        at = put_cards(out, at, state.void[hand_after(seat, i, players)], suits)
    for i in range(hands):
        other = hand_after(seat, i, players)
        at = put_number(out, at, state.tricks[other], state.opt.tricks)
    for i in range(players):
        level = state.level[seat_after(seat, i, players)]
        at = put_one_hot(out, at, level - 1 if level > NO_PREMIUM else NONE, 2)
    return at
