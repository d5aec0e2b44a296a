"""Kuhn poker: the smallest game with a bluff, and the example to copy for a game of your own.

Rules (H. W. Kuhn, "A simplified two-person poker", 1950; for more players as in Abou Risk and
Szafron, AAMAS 2010). Everybody pays one chip and gets one card of a pack of `players + 1` cards;
the highest wins. In turn each player passes or bets one chip. Once somebody has bet, every other
player in turn has one chance: pass now means to give up, bet means to call. If nobody bets, all
cards are compared; otherwise those of the players who bet. The winner takes all chips.

A whole game in one module: options, layout, the five verbs, the observation, the words. A larger
game is a folder with the same names in `options`, `rules`, `sight` and `words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..engine.cards import NONE, TERMINAL, allow, card_set
from ..engine.jit import compiled
from ..engine.layout import record
from ..engine.log import ALL, DECK, NOTHING, move, tell
from ..engine.observation import Piece, put_one_hot
from ..engine.options import Options, option
from ..engine.table import Seat, Table

# --- options --------------------------------------------------------------------------------------

NAME = "kuhn_poker"
VERSION = 1  # raised when the rules or the numbers of actions change
SUMMARY = "one card, one bet, bluffing"
MOST_PLAYERS = 4


@dataclass(frozen=True)
class KuhnOptions(Options):
    """Options of Kuhn poker."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "classic": {},
        "three": {"players": 3},
    }

    players: int = option(2, "seats; the pack has one card more", low=2, high=MOST_PLAYERS)

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(self.players + 1))

    def num_actions(self) -> int:
        """Return the number of action ids."""
        return 2

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal."""
        return 2 * self.players - 1

    def max_deals(self) -> int:
        """Return a bound on the deals of a match: here a match is one deal."""
        return 1

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode."""
        return -2.0, 2.0 * (self.players - 1)

    def score_sum(self) -> float:
        """Return 0: the chips only change hands."""
        return 0.0

    def cards_used(self) -> int:
        """Return the number of cards dealt; the last one is never seen."""
        return self.players


OPTIONS = KuhnOptions

# --- rules ----------------------------------------------------------------------------------------

PASS, BET = 0, 1  # actions; cards are never played here, so they need no actions
HAND = 0  # place HAND + p: the card of seat p

STATE = record(
    NAME,
    KuhnOptions,
    seats=MOST_PLAYERS,
    match=[],
    fields=[
        ("card", MOST_PLAYERS),  # card of each seat
        ("has_bet", MOST_PLAYERS),  # 1 once the seat has put its second chip in
        ("bettor",),  # seat that bet first, NONE before
        ("turns",),  # decisions so far
        ("showdown",),  # 1 once the cards of those who are in lie open
    ],
    events=32,
)


@compiled
def deal(state, deck):
    """Give every seat one card; the last card stays in the deck."""
    for seat in range(state.opt.players):
        state.card[seat] = deck[seat]
        move(state, card_set(seat), deck[seat], DECK, HAND + seat)
    state.bettor = NONE
    state.player = 0


@compiled
def legal(state, actions):
    """Pass and bet are always possible. At a chance node only a deck is ever due."""
    if state.player >= 0:
        allow(actions, PASS)
        allow(actions, BET)


@compiled
def play(state, action):
    """Pass or bet, for all to see."""
    tell(state, ALL, action, NOTHING)
    seat = state.player
    if action == BET:
        state.has_bet[seat] = 1
        if state.bettor == NONE:
            state.bettor = seat
    state.turns += 1
    state.player = (seat + 1) % state.opt.players
    all_passed = state.bettor == NONE and state.turns == state.opt.players
    if all_passed or state.player == state.bettor:
        _end(state)


@compiled
def is_in(state, seat):
    """Return whether a seat is in: it bet, or nobody did."""
    return state.bettor == NONE or state.has_bet[seat] == 1


@compiled
def _end(state):
    """Show the cards that are compared; a bet that nobody called stays hidden."""
    number = 0
    for seat in range(state.opt.players):
        number += 1 if is_in(state, seat) else 0
    state.showdown = 1 if number > 1 else 0
    for seat in range(state.opt.players):
        if state.showdown and is_in(state, seat):
            move(state, ALL, state.card[seat], HAND + seat, HAND + seat)
    state.match.deals += 1
    state.player = TERMINAL


@compiled
def winner(state):
    """Return the seat with the highest card among those who are in."""
    best = NONE
    for seat in range(state.opt.players):
        if is_in(state, seat) and (best == NONE or state.card[seat] > state.card[best]):
            best = seat
    return best


@compiled
def returns(state, out):
    """The winner takes all chips; before the end nobody has won anything."""
    out[:] = 0.0
    if state.player != TERMINAL:
        return
    for seat in range(state.opt.players):
        out[seat] -= 1.0 + state.has_bet[seat]
        out[winner(state)] += 1.0 + state.has_bet[seat]


# --- sight: what a seat may know ------------------------------------------------------------------


def pieces(options: KuhnOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    players = options.players
    return [
        Piece("seat", players, "own seat, one-hot"),
        Piece("card", players + 1, "own card, one-hot"),
        Piece("bets", players, "1 for each seat that has bet"),
        Piece("turn", 2 * players, "decisions so far, one-hot"),
        Piece("bettor", players, "seat that bet first, one-hot; none before"),
    ]


@compiled
def observe(state, seat, out):
    """Write the pieces in their order."""
    players = state.opt.players
    at = put_one_hot(out, 0, seat, players)
    at = put_one_hot(out, at, state.card[seat], players + 1)
    for other in range(players):
        at = put_one_hot(out, at, 0 if state.has_bet[other] else NONE, 1)
    at = put_one_hot(out, at, state.turns, 2 * players)
    at = put_one_hot(out, at, state.bettor, players)


# --- words ----------------------------------------------------------------------------------------

_CARDS = {3: "JQK", 4: "TJQK", 5: "TJQKA"}


def action_text(options: KuhnOptions, action: int) -> str:
    """Return an action as a stable token."""
    return ("pass", "bet")[action]


def word_text(options: KuhnOptions, word: int) -> str:
    """Return a word of the log; this game tells actions only."""
    return f"word {word}"


def card_text(options: KuhnOptions, card: int) -> str:
    """Return a card's text."""
    return _CARDS[options.players + 1][card]


def place_text(options: KuhnOptions, place: int) -> str:
    """Return a place's name."""
    return "deck" if place == DECK else f"hand {place - HAND}"


def table(state: Any, seat: int, options: KuhnOptions) -> Table:
    """Return the table as a seat sees it."""
    seats = []
    for other in range(options.players):
        shown = other == seat or bool(state.showdown and is_in(state, other))
        card = card_text(options, int(state.card[other]))
        chips = f"{1 + int(state.has_bet[other])} in the pot"
        seats.append(
            Seat(
                name=f"player {other}",
                cards=(card,) if shown else (),
                hidden=0 if shown else 1,
                notes=(chips, "bet") if state.has_bet[other] else (chips,),
                active=bool(state.player == other),
            )
        )
    pot = options.players + int(sum(state.has_bet[: options.players]))
    return Table("Kuhn poker", tuple(seats), seat, lines=(f"pot {pot}",))
