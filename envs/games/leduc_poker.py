"""Leduc poker: Kuhn poker's larger sister, two rounds of betting and one card for all.

Rules (Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005). The pack has two
suits of `players + 1` ranks. Everybody pays one chip and gets one card. There are two rounds of
betting with raises of 2, then of 4 chips, at most two raises a round; between them one card is
turned up for all. A pair with that card beats every hand without one, otherwise the higher rank
wins; equal hands share. Who folds gives up what he has paid.

As in OpenSpiel's `leduc_poker`: call is always possible (with nothing to pay it is a check), fold
only when there is something to pay, and the six cards are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..engine.cards import NONE, TERMINAL, allow, card_set
from ..engine.jit import compiled
from ..engine.layout import record
from ..engine.log import ALL, DECK, NOTHING, move, tell
from ..engine.observation import Piece, put_numbers, put_one_hot, put_seat, seat_after
from ..engine.options import Options, option
from ..engine.table import Seat, Table

# --- options --------------------------------------------------------------------------------------

NAME = "leduc_poker"
VERSION = 1
SUMMARY = "two rounds, one common card"
MOST_PLAYERS = 4
MOST_RAISES = 2
ROUNDS = 2


@dataclass(frozen=True)
class LeducOptions(Options):
    """Options of Leduc poker."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"classic": {}, "three": {"players": 3}}

    players: int = option(2, "seats; two cards of each of players + 1 ranks", low=2, high=4)

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck: rank * 2 + suit."""
        return list(range(2 * (self.players + 1)))

    def num_actions(self) -> int:
        """Return the number of action ids."""
        return 3

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal: all check, then every raise is answered."""
        return ROUNDS * (self.players + MOST_RAISES * (self.players - 1))

    def max_deals(self) -> int:
        """Return a bound on the deals of a match: here a match is one deal."""
        return 1

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score: ante and two raises of 2 and of 4 from everybody."""
        most = 1.0 + MOST_RAISES * (2 + 4)
        return -most, most * (self.players - 1)

    def score_sum(self) -> float:
        """Return 0: the chips only change hands."""
        return 0.0

    def cards_used(self) -> int:
        """Return the number of cards that may be seen: one a seat and the common one."""
        return self.players + 1


OPTIONS = LeducOptions

# --- rules ----------------------------------------------------------------------------------------

FOLD, CALL, RAISE = 0, 1, 2  # actions, as in OpenSpiel; cards are never played
HAND = 0  # place HAND + p: the card of seat p
BOARD = 4  # the common card

STATE = record(
    NAME,
    LeducOptions,
    seats=MOST_PLAYERS,
    match=[],
    fields=[
        ("card", MOST_PLAYERS),
        ("next_card",),  # top of the deck, hidden until it is turned up
        ("board",),  # the common card, NONE in the first round
        ("stage",),  # the round, 0 or 1
        ("paid", MOST_PLAYERS),  # chips each seat has put in
        ("stake",),  # chips a seat must have put in to stay
        ("raises",),  # in this round
        ("to_act",),  # seats that must still act in this round
        ("folded", MOST_PLAYERS),
        ("calls", ROUNDS, MOST_PLAYERS * 3),  # 1 + action, in the order of play
        ("acted", ROUNDS),  # decisions of each round
        ("showdown",),  # 1 once the hands of those who are in lie open
    ],
    events=64,
)


@compiled
def deal(state, deck):
    """Give every seat one card and take the antes."""
    players = state.opt.players
    for seat in range(players):
        state.card[seat] = deck[seat]
        state.paid[seat] = 1
        move(state, card_set(seat), deck[seat], DECK, HAND + seat)
    state.next_card = deck[players]
    state.board = NONE
    state.stake = 1
    state.to_act = players
    state.player = 0


@compiled
def legal(state, actions):
    """Fold when there is something to pay; call always; raise while raises are left."""
    if state.player < 0:
        return
    if state.stake > state.paid[state.player]:
        allow(actions, FOLD)
    allow(actions, CALL)
    if state.raises < MOST_RAISES:
        allow(actions, RAISE)


@compiled
def play(state, action):
    """Fold, call or raise, for all to see."""
    tell(state, ALL, action, NOTHING)
    seat = state.player
    state.calls[state.stage, state.acted[state.stage]] = 1 + action
    state.acted[state.stage] += 1
    state.to_act -= 1
    if action == FOLD:
        state.folded[seat] = 1
    else:
        if action == RAISE:
            state.stake += 2 + 2 * state.stage
            state.raises += 1
            state.to_act = players_in(state) - 1
        state.paid[seat] = state.stake
    if players_in(state) == 1:
        _end(state)
    elif state.to_act > 0:
        state.player = _next_in(state, seat)
    elif state.stage == ROUNDS - 1:
        _end(state)
    else:
        _turn_up(state)


@compiled
def players_in(state):
    """Return how many seats have not folded."""
    number = state.opt.players
    for seat in range(state.opt.players):
        number -= state.folded[seat]
    return number


@compiled
def _next_in(state, seat):
    seat = (seat + 1) % state.opt.players
    while state.folded[seat]:
        seat = (seat + 1) % state.opt.players
    return seat


@compiled
def _turn_up(state):
    """Turn the common card up and begin the second round with the first seat that is in."""
    state.board = state.next_card
    move(state, ALL, state.board, DECK, BOARD)
    state.stage = 1
    state.raises = 0
    state.to_act = players_in(state)
    state.player = _next_in(state, state.opt.players - 1)


@compiled
def _end(state):
    """Show the hands that are compared, where there are any."""
    state.showdown = 1 if players_in(state) > 1 else 0
    for seat in range(state.opt.players):
        if state.showdown and not state.folded[seat]:
            move(state, ALL, state.card[seat], HAND + seat, HAND + seat)
    state.match.deals += 1
    state.player = TERMINAL


@compiled
def strength(state, seat):
    """Return the worth of a hand: pairs above all, then the rank."""
    rank = state.card[seat] // 2
    is_pair = state.board != NONE and rank == state.board // 2
    return rank + (state.opt.players + 1 if is_pair else 0)


@compiled
def returns(state, out):
    """The best hand that is in takes the pot; equal ones share it."""
    out[:] = 0.0
    if state.player != TERMINAL:
        return
    best, winners, pot = NONE, 0, 0
    for seat in range(state.opt.players):
        pot += state.paid[seat]
        if not state.folded[seat]:
            worth = strength(state, seat)
            if worth == best:
                winners += 1
            elif worth > best:
                best, winners = worth, 1
    for seat in range(state.opt.players):
        out[seat] = -state.paid[seat]
        if not state.folded[seat] and strength(state, seat) == best:
            out[seat] += pot / winners


# --- sight ----------------------------------------------------------------------------------------


def pieces(options: LeducOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    players, cards = options.players, 2 * (options.players + 1)
    return [
        Piece("seat", players, "own seat, one-hot"),
        Piece("card", cards, "own card, one-hot"),
        Piece("board", cards, "common card, one-hot; none in the first round"),
        Piece("round", ROUNDS, "round, one-hot"),
        Piece("mover", players, "seat to act, from the own seat to the left, one-hot"),
        Piece("paid", players, "chips of each seat in the pot / 13, from the own seat"),
        Piece("folded", players, "1 for each seat that has folded, from the own seat"),
        Piece(
            "calls",
            ROUNDS * players * 3 * 3,
            "fold, call, raise of each decision in order, one-hot, both rounds",
        ),
    ]


@compiled
def observe(state, seat, out):
    """Write the pieces in their order."""
    players = state.opt.players
    cards = 2 * (players + 1)
    at = put_one_hot(out, 0, seat, players)
    at = put_one_hot(out, at, state.card[seat], cards)
    at = put_one_hot(out, at, state.board, cards)
    at = put_one_hot(out, at, state.stage, ROUNDS)
    at = put_seat(out, at, state.player, seat, players)
    at = put_numbers(out, at, state.paid, seat, players, 13.0)
    for i in range(players):
        folded = state.folded[seat_after(seat, i, players)]
        at = put_one_hot(out, at, 0 if folded else NONE, 1)
    for r in range(ROUNDS):
        for i in range(players * 3):
            at = put_one_hot(out, at, state.calls[r, i] - 1, 3)


# --- words ----------------------------------------------------------------------------------------

_RANKS = {3: "JQK", 4: "TJQK", 5: "TJQKA"}


def action_text(options: LeducOptions, action: int) -> str:
    """Return an action as a stable token."""
    return ("fold", "call", "raise")[action]


def word_text(options: LeducOptions, word: int) -> str:
    """Return a word of the log; this game tells actions only."""
    return f"word {word}"


def card_text(options: LeducOptions, card: int) -> str:
    """Return a card's text: its rank and which of the two it is."""
    return f"{_RANKS[options.players + 1][card // 2]}{card % 2 + 1}"


def place_text(options: LeducOptions, place: int) -> str:
    """Return a place's name."""
    if place == DECK:
        return "deck"
    return "board" if place == BOARD else f"hand {place - HAND}"


def table(state: Any, seat: int, options: LeducOptions) -> Table:
    """Return the table as a seat sees it."""
    seats = []
    for other in range(options.players):
        card = card_text(options, int(state.card[other]))
        notes = [f"{int(state.paid[other])} in the pot"]
        if state.folded[other]:
            notes.append("folded")
        is_open = other == seat or bool(state.showdown and not state.folded[other])
        seats.append(
            Seat(
                name=f"player {other}",
                cards=(card,) if is_open else (),
                hidden=0 if is_open else 1,
                notes=tuple(notes),
                active=bool(state.player == other),
            )
        )
    board = () if state.board == NONE else (("board", card_text(options, int(state.board))),)
    pot = int(sum(state.paid[: options.players]))
    return Table("Leduc poker", tuple(seats), seat, center=board, lines=(f"pot {pot}",))
