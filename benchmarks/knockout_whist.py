"""Knockout Whist for two, as the reference implementation of ISMCTS plays it.

The rules are those of `ISMCTS.py` (Cowling, Powley and Whitehouse, 2013; published results at
github.com/melvinzhang/ismcts). 52 cards, ace high. Seven cards each are dealt, and a lot of its own
names the trump suit. Any card may be led; suit must be followed; the highest trump takes the trick,
else the highest card of the suit led; who takes it leads the next. A seat that has taken no trick
of a deal is knocked out, and the other one has won the game. If both have taken one, the next deal
has one card less and the taker of the last trick leads to it; with one card each it always ends.
Seat 0 leads to the first deal.

In the parlour game (pagat.com/whist/kowhist.html) two to seven play, the trump of the first deal is
turned up, those of the later ones are named by whoever took most tricks, and the first seat without
a trick gets a last chance, the dog's life.

A deal's score is the chance of winning the game when all play at random from then on: 1 and 0 where
a seat is out, else `LEADER_WINS`. So a search, which looks no further than the running deal,
maximises what the reference's playouts to the end of the game are worth on average. The score at
the end of a match is the game's result.

A whole game in one module, outside the package of games: `make_game` loads it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from prikup.envs.engine.cards import (
    CHANCE,
    NONE,
    TERMINAL,
    add,
    allow_run,
    card_set,
    members,
    remove,
    suit_of,
    whole_suit,
)
from prikup.envs.engine.definition import Definition, define
from prikup.envs.engine.game import Game
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, DECK, EVERY, NOTHING, lacks, move, tell
from prikup.envs.engine.observation import Piece, put_cards, put_numbers, put_one_hot, put_seat
from prikup.envs.engine.options import Options, option
from prikup.envs.engine.packs import SUIT_NAMES, Pack, pack
from prikup.envs.engine.table import Seat, Table

# --- options --------------------------------------------------------------------------------------

NAME = "knockout_whist"
VERSION = 1
SUMMARY = "take a trick or be out"
SEATS, SUITS = 2, 4
MOST_CARDS, MOST_RANKS = 7, 13


@dataclass(frozen=True)
class KnockoutWhistOptions(Options):
    """Options of Knockout Whist."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "reference": {},
        "mini": {"ranks": 2, "cards": 2},
    }

    ranks: int = option(MOST_RANKS, "cards of each suit, the ace downwards", low=2, high=MOST_RANKS)
    cards: int = option(MOST_CARDS, "cards of each hand in the first deal", low=1, high=MOST_CARDS)

    def check(self) -> None:
        """Raise BadOptions if the pack is too small for the hands."""
        self.require(SEATS * self.cards <= SUITS * self.ranks, "there are not enough cards to deal")

    def the_pack(self) -> Pack:
        """Return the pack."""
        return pack("SCDH/" + "23456789TJQKA"[-self.ranks :])

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck: suit * ranks + rank."""
        return list(range(SUITS * self.ranks))

    def num_actions(self) -> int:
        """Return the number of action ids: every card."""
        return SUITS * self.ranks

    def max_moves(self) -> int:
        """Return the decisions of the first deal."""
        return SEATS * self.cards

    def max_deals(self) -> int:
        """Return a bound on the deals of a match: with one card each somebody is out."""
        return self.cards

    def score_range(self) -> tuple[float, float]:
        """Return the range of a chance."""
        return 0.0, 1.0

    def score_sum(self) -> float:
        """Return 1: one of the two wins."""
        return 1.0

    def cards_used(self) -> int:
        """Return the number of cards dealt."""
        return SEATS * self.cards

    def match_ranges(self) -> dict[str, tuple[int, int]]:
        """Return the least and the largest value of match fields."""
        return {"deals": (0, self.cards - 1), "leader": (0, SEATS - 1)}


OPTIONS = KnockoutWhistOptions

# --- rules ----------------------------------------------------------------------------------------

HAND, TRICK, PLAYED = 0, 2, 3  # places: HAND + p, the running trick, the finished ones

# The chance that the leader to a deal of so many cards wins the game if both play uniformly at
# random, by the number of cards. With one card it is 1 - 21 / 68: the other card is higher and of
# the same suit (6 / 51), or a trump on another suit (39 / 4 / 51). The rest was played out
# 200 000 times by a program of its own (standard error 0.0011); tests repeat that.
LEADER_WINS = (0.0, 47 / 68, 0.585, 0.546, 0.526, 0.515, 0.506)

STATE = record(
    NAME,
    KnockoutWhistOptions,
    seats=SEATS,
    match=[
        ("leader",),  # seat that leads to the next deal
        ("out", SEATS),  # 1 for a seat that is knocked out
    ],
    fields=[
        ("hands", SEATS),  # card set of each seat
        ("lot_due",),  # 1 until the trump is drawn
        ("trump",),  # suit, NONE before
        ("lead",),  # card led to the running trick, NONE before
        ("tricks", SEATS),  # taken in this deal
        ("played", SEATS),  # card set: what each seat has played in this deal
    ],
    events=96,
)


@compiled
def deal(state, deck):
    """Give the first cards to seat 0 and the next to seat 1; the trump is drawn then."""
    size = state.opt.cards - state.match.deals
    for i in range(SEATS * size):
        seat = i // size
        state.hands[seat] = add(state.hands[seat], deck[i])
        move(state, card_set(seat), deck[i], DECK, HAND + seat)
    state.trump = NONE
    state.lead = NONE
    state.lot_due = 1
    state.player = CHANCE


@compiled
def legal(state, actions):
    """A lot draws the trump; any card may be led, suit must be followed."""
    if state.player >= 0:
        actions[0] |= _playable(state)
    elif state.player == CHANCE and state.lot_due:
        allow_run(actions, 0, SUITS)


@compiled
def _playable(state):
    hand = state.hands[state.player]
    if state.lead == NONE:
        return hand
    same = hand & whole_suit(suit_of(state.lead, state.opt.ranks), state.opt.ranks)
    return same if same else hand


@compiled
def play(state, action):
    """Draw the trump, lead or follow, for all to see."""
    tell(state, ALL, action, NOTHING)
    seat, ranks = state.player, state.opt.ranks
    if seat == CHANCE:
        state.trump = action
        state.lot_due = 0
        state.player = state.match.leader
        return
    move(state, ALL, action, HAND + seat, TRICK)
    state.hands[seat] = remove(state.hands[seat], action)
    state.played[seat] = add(state.played[seat], action)
    if state.lead == NONE:
        state.lead = action
        state.player = 1 - seat
        return
    led, suit = suit_of(state.lead, ranks), suit_of(action, ranks)
    if suit != led:
        lacks(state, HAND + seat, whole_suit(led, ranks))
    is_taken = action > state.lead if suit == led else suit == state.trump
    _end_trick(state, seat if is_taken else 1 - seat)


@compiled
def _end_trick(state, winner):
    """Give the trick to its winner, who leads on; without cards the deal is over."""
    move(state, ALL, EVERY, TRICK, PLAYED)
    state.lead = NONE
    state.tricks[winner] += 1
    state.player = winner
    if state.hands[winner]:
        return
    match, is_over = state.match, state.opt.episode == 0
    for seat in range(SEATS):
        if state.tricks[seat] == 0:
            match.out[seat] = 1
            is_over = True
    match.leader = winner
    match.deals += 1
    state.player = TERMINAL if is_over else CHANCE


@compiled
def returns(state, out):
    """The chance of winning the game after the last finished deal; nothing before the first."""
    match = state.match
    for seat in range(SEATS):
        out[seat] = 0.0
    if match.deals == 0:
        return
    leader = match.leader
    if match.out[1 - leader]:
        out[leader] = 1.0
    else:  # the leader has taken the last trick and is never out
        out[leader] = LEADER_WINS[state.opt.cards - match.deals]
    out[1 - leader] = 1.0 - out[leader]


# --- sight ----------------------------------------------------------------------------------------


def pieces(options: KnockoutWhistOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    cards = SUITS * options.ranks
    return [
        Piece("hand", cards, "own hand"),
        Piece("trump", SUITS, "spades, clubs, diamonds, hearts, one-hot"),
        Piece("mover", SEATS, "seat to act, from the own seat, one-hot"),
        Piece("lead", cards, "card led to the running trick, one-hot"),
        Piece("played", SEATS * cards, "cards each seat has played, from the own seat"),
        Piece("tricks", SEATS, "tricks of each seat / cards of a hand, from the own seat"),
        Piece("deal", options.cards, "finished deals, one-hot"),
    ]


@compiled
def observe(state, seat, out):
    """Write the pieces in their order."""
    opt = state.opt
    cards = SUITS * opt.ranks
    at = put_cards(out, 0, state.hands[seat], cards)
    at = put_one_hot(out, at, state.trump, SUITS)
    at = put_seat(out, at, state.player, seat, SEATS)
    at = put_one_hot(out, at, state.lead, cards)
    at = put_cards(out, at, state.played[seat], cards)
    at = put_cards(out, at, state.played[1 - seat], cards)
    at = put_numbers(out, at, state.tricks, seat, SEATS, float(opt.cards))
    put_one_hot(out, at, state.match.deals, opt.cards)


# --- words ----------------------------------------------------------------------------------------


def card_text(options: KnockoutWhistOptions, card: int) -> str:
    """Return a card's text."""
    return options.the_pack().text(card)


def action_text(options: KnockoutWhistOptions, action: int) -> str:
    """Return an action as a stable token: the card played."""
    return card_text(options, action)


def lot_text(options: KnockoutWhistOptions, outcome: int) -> str:
    """Return the outcome of the lot: the trump suit."""
    return f"trump {'SCDH'[outcome : outcome + 1] or outcome}"


def word_text(options: KnockoutWhistOptions, word: int) -> str:
    """Return a word of the log; this game tells actions only."""
    return f"word {word}"


def place_text(options: KnockoutWhistOptions, place: int) -> str:
    """Return a place's name."""
    names = {DECK: "deck", TRICK: "trick", PLAYED: "played"}
    return names.get(place, f"hand {place - HAND}")


def table(state: Any, seat: int, options: KnockoutWhistOptions) -> Table:
    """Return the table as a seat sees it."""
    trump = "not drawn" if state.trump == NONE else list(SUIT_NAMES.values())[int(state.trump)]
    seats = []
    for other in range(SEATS):
        hand = members(int(state.hands[other]))
        notes = [f"tricks {int(state.tricks[other])}"] + ["out"] * int(state.match.out[other])
        seats.append(
            Seat(
                name=f"player {other}",
                cards=tuple(card_text(options, c) for c in hand) if other == seat else (),
                hidden=0 if other == seat else len(hand),
                notes=tuple(notes),
                active=bool(state.player == other),
            )
        )
    center = () if state.lead == NONE else (("led", card_text(options, int(state.lead))),)
    lines = (f"trump: {trump}; deals done: {int(state.match.deals)}",)
    return Table("Knockout Whist", tuple(seats), seat, center=center, lines=lines)


# --- the game -------------------------------------------------------------------------------------


@cache
def _definition() -> Definition:
    return define(sys.modules[__name__])


def make_game(**options: Any) -> Game:
    """Return the game with these options.

    Raises:
        BadOptions: on an unknown option or preset, or a value out of range.
    """
    return Game(_definition(), **options)
