"""A small game in which one fault at a time can be switched on, for the tests of the suite.

Two seats get two cards each; one card or more stay in the deck. Each lays one card aside, face
down. Each may then stand or draw a card. Eldest leads a card, the other must beat it if it can; the
higher card scores a point, the lower one loses one. So there are a hidden choice, a draw, a duty
that shows what a hand lacks, and on demand a lot and a second deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from prikup.envs.engine.cards import (
    CHANCE,
    NONE,
    TERMINAL,
    above,
    add,
    allow,
    card_set,
    count,
    first_cards,
    has,
    lowest,
    members,
    remove,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, DECK, NOTHING, WORD, lacks, move, tell
from prikup.envs.engine.observation import Piece, put_cards, put_one_hot
from prikup.envs.engine.options import Options, option
from prikup.envs.engine.table import Seat, Table

# --- options --------------------------------------------------------------------------------------

NAME = "toy"
VERSION = 1
SUMMARY = "a game to break"
FAULTS = (
    "none",
    "observe",  # the observation shows the other hand
    "mask",  # whether one may draw follows from the other hand
    "render",  # the picture shows the other hand
    "key",  # a key knows more than was told
    "word",  # a word tells all both cards of a hand
    "result",  # scores follow from cards that were never shown
    "forget",  # a seat may also wink instead of standing, and is not told which it did
    "silent",  # a play is not told
    "score",  # a score out of its range
    "midway",  # scores change during the deal
    "match",  # the match state changes during the deal
    "garbage",  # the deal reads what an earlier deal left behind
    "order",  # the first card dealt decides who begins
    "lost",  # a card is played without a move
    "twice",  # a move names a card that lies elsewhere
    "number",  # a legal action beyond the last id
    "stuck",  # a seat to act without a legal action
    "bound",  # max_moves() promises too little
    "chatter",  # more is told than the log holds
    "writing",  # returns writes into the state
    "text",  # two actions are written alike
    "modes",  # a number that outgrows 64 bits
    "dice",  # random numbers of the rules' own
    "revoke",  # nobody must beat the lead
    "open",  # the card laid aside is shown
    "sum",  # the scores add up to something else than promised
    "used",  # more cards are drawn than promised
    "quiet",  # the observation counts log entries: batches and searches keep no log
)
SEATS = 2
LAST_CARD = 59  # most cards


@dataclass(frozen=True)
class ToyOptions(Options):
    """Options of the toy."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"five": {}}

    fault: str = option("none", "what is broken", words=FAULTS)
    cards: int = option(5, "cards of the pack", low=5, high=LAST_CARD)
    lot: bool = option(False, "whether a lot decides who begins")

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(self.cards))

    def num_actions(self) -> int:
        """Return the number of action ids: the cards, a spare id, stand, wink, draw."""
        return self.cards + 4

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal."""
        return 5 if self.fault == "bound" else 6

    def max_deals(self) -> int:
        """Return the deals of a match."""
        return 2

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode."""
        most = 2.0 if self.episode == "match" else 1.0
        return -most, most

    def score_sum(self) -> float:
        """Return the sum of the scores."""
        return 1.0 if self.fault == "sum" else 0.0

    def cards_used(self) -> int:
        """Return the number of cards that may be seen: two hands and a draw by each seat."""
        return 4 if self.fault == "used" else min(6, self.cards)


OPTIONS = ToyOptions

# --- rules ----------------------------------------------------------------------------------------

(
    NO_FAULT, OBSERVE, MASK, RENDER, KEY, TOLD, RESULT, FORGET, SILENT, SCORE, MIDWAY, MATCH,
    GARBAGE, ORDER, LOST, TWICE, NUMBER, STUCK, BOUND, CHATTER, WRITING, TEXT, MODES, DICE, REVOKE,
    OPEN, SUM, USED, QUIET,
) = range(len(FAULTS))  # fmt: skip

HAND, LAID, TRICK = 0, 2, 4
SPARE, STAND, WINK, DRAW = 0, 1, 2, 3  # action numbers above the cards
LAID_ONE = WORD  # somebody laid a card aside
CHOSE = WORD + 1  # somebody stood or winked
SHOWN = WORD + 16  # and cards: fault "word"
EVENTS = 64
REST = 6

STATE = record(
    NAME,
    ToyOptions,
    seats=SEATS,
    match=[("first",), ("total", SEATS), ("counter",)],
    match_start={"first": NONE},
    fields=[
        ("hand", SEATS),
        ("laid", SEATS),
        ("stock", 2),  # the next cards of the deck
        ("drawn",),
        ("lead",),  # card led, NONE before
        ("turn",),  # decisions so far: 0, 1 lay aside; 2, 3 draw; 4, 5 play
        ("oddity",),  # only faults use it
    ],
    events=EVENTS,
)


@compiled
def deal(state, deck):
    """Two cards a seat, singly; what stays in the deck may be drawn."""
    for i in range(4):
        seat = i % 2
        state.hand[seat] = add(state.hand[seat], deck[i])
        move(state, card_set(seat), deck[i], DECK, HAND + seat)
    for i in range(2):
        state.stock[i] = deck[4 + i] if 4 + i < state.opt.cards else NONE
    state.lead = NONE
    fault = state.opt.fault
    first = 0 if state.match.first == NONE else state.match.first
    if fault == ORDER:
        first = deck[0] % 2
    if fault == DICE:
        first = np.random.randint(0, 2)  # noqa: NPY002
    if fault == GARBAGE:
        first = (first + state.log[EVENTS - 1]) % 2
    state.oddity = deck[4]
    state.player = first


@compiled
def legal(state, actions):
    """Lay aside, draw or not, play."""
    cards, seat, fault = state.opt.cards, state.player, state.opt.fault
    if seat == CHANCE:
        if state.opt.lot and state.match.first == NONE:
            allow(actions, 0)
            allow(actions, 1)
    elif seat == TERMINAL:
        return
    elif state.turn < 2:
        actions[0] |= state.hand[seat]
    elif state.turn < 4:
        allow(actions, cards + STAND)
        if fault == FORGET:
            allow(actions, cards + WINK)
        may_draw = state.drawn < 2 and state.stock[min(state.drawn, 1)] != NONE
        if fault == MASK and has(state.hand[1 - seat], 0):
            may_draw = False
        if may_draw:
            allow(actions, cards + DRAW)
        if fault == STUCK and state.turn == 3:
            actions[:] = 0
        if fault == NUMBER:
            allow(actions, cards + DRAW + 1)
    else:
        actions[0] |= playable(state)


@compiled
def playable(state):
    """Return the cards that may be played: a lead must be beaten."""
    hand = state.hand[state.player]
    if state.lead == NONE or state.opt.fault == REVOKE:
        return hand
    higher = above(hand, state.lead)
    return higher if higher else hand


@compiled
def play(state, action):
    """One step."""
    seat, cards = state.player, state.opt.cards
    if seat == CHANCE:
        tell(state, ALL, action, NOTHING)
        state.match.first = action
    elif state.turn < 2:
        lay_aside(state, seat, action)
    elif state.turn < 4:
        choose_to_draw(state, seat, action - cards)
    else:
        play_card(state, seat, action)


@compiled
def lay_aside(state, seat, card):
    """Lay a card aside, face down."""
    tell(state, card_set(seat), card, LAID_ONE)
    audience = ALL if state.opt.fault == OPEN else card_set(seat)
    move(state, audience, card, HAND + seat, LAID + seat)
    state.hand[seat] = remove(state.hand[seat], card)
    state.laid[seat] = card
    next_turn(state)
    if state.opt.fault == KEY:
        state.memory[seat] += state.hand[1 - seat]


@compiled
def choose_to_draw(state, seat, choice):
    """Stand or draw (or wink, which is as good as standing)."""
    fault, action = state.opt.fault, choice + state.opt.cards
    if fault == FORGET and choice != DRAW:
        tell(state, card_set(1 - seat), action, CHOSE)
    else:
        tell(state, ALL, action, NOTHING)
    if choice == DRAW:
        card = state.stock[state.drawn]
        move(state, card_set(seat), card, DECK, HAND + seat)
        state.hand[seat] = add(state.hand[seat], card)
        state.drawn += 1
    if fault == TOLD:
        hand = state.hand[seat]
        tell(state, ALL, SHOWN + 60 * state.laid[seat] + lowest(hand), NOTHING)
    next_turn(state)


@compiled
def play_card(state, seat, card):
    """Play a card; who cannot beat the lead shows that."""
    fault = state.opt.fault
    if fault != SILENT or state.turn == 4:
        tell(state, ALL, card, NOTHING)
    hand = state.hand[seat]
    higher = above(first_cards(state.opt.cards), state.lead)
    if state.turn == 5 and fault != REVOKE and hand & higher == 0:
        lacks(state, HAND + seat, higher)
    if fault == TWICE:
        move(state, ALL, state.laid[seat], HAND + seat, TRICK)
    elif fault != LOST or state.turn == 4:
        move(state, ALL, card, HAND + seat, TRICK)
    if fault == MATCH:
        state.match.counter += 1
    state.hand[seat] = remove(hand, card)
    if state.turn == 4:
        state.lead = card
        next_turn(state)
        return
    if fault == CHATTER:
        for k in range(EVENTS):
            tell(state, ALL, WORD + k, NOTHING)
    score(state, seat, card)


@compiled
def next_turn(state):
    """Pass the turn on."""
    state.turn += 1
    state.player = 1 - state.player


@compiled
def score(state, seat, card):
    """The higher card scores, the lower one loses."""
    won = seat if card > state.lead else 1 - seat
    points = 100 if state.opt.fault == SCORE else 1
    if state.opt.fault == RESULT and state.laid[0] > state.laid[1]:
        won = 1 - won
    if state.opt.fault == MODES:
        power = 1  # 3 ** 51 leaves a remainder of REST by 7, its lowest 64 bits another one
        for _ in range(51):
            power = power * 3
        won = 1 - won if power % 7 == REST else won
    state.match.total[won] += points
    state.match.total[1 - won] -= points
    state.match.deals += 1
    is_over = state.opt.episode == 0 or state.match.deals == 2
    state.player = TERMINAL if is_over else CHANCE


@compiled
def returns(state, out):
    """Write the points so far."""
    for seat in range(2):
        out[seat] = state.match.total[seat]
    if state.opt.fault == MIDWAY and state.player >= 0 and state.turn == 5:
        out[state.player] += 1.0
    if state.opt.fault == WRITING:
        state.oddity += 1


# --- sight ----------------------------------------------------------------------------------------


def pieces(options: ToyOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    return [
        Piece("hand", options.cards, "own hand"),
        Piece("laid", options.cards, "own card laid aside"),
        Piece("lead", options.cards, "card led"),
        Piece("turn", 6, "decisions so far"),
        Piece("other", options.cards, "the other hand (fault) or nothing"),
    ]


@compiled
def observe(state, seat, out):
    """Write the pieces in their order."""
    cards = state.opt.cards
    at = put_cards(out, 0, state.hand[seat], cards)
    laid = state.laid[seat] if count(state.hand[seat]) < 2 or state.drawn else NONE
    at = put_one_hot(out, at, laid if state.turn > 1 else NONE, cards)
    at = put_one_hot(out, at, state.lead, cards)
    at = put_one_hot(out, at, state.turn, 6)
    if state.opt.fault == OBSERVE:
        at = put_cards(out, at, state.hand[1 - seat], cards)
    elif state.opt.fault == QUIET:
        at = put_one_hot(out, at, state.log_length % cards, cards)


# --- words ----------------------------------------------------------------------------------------


def action_text(options: ToyOptions, action: int) -> str:
    """Return an action as a stable token."""
    if action < options.cards:
        return f"c{action}"
    spare = "stand" if options.fault == "text" else "spare"
    return (spare, "stand", "wink", "draw")[action - options.cards]


def word_text(options: ToyOptions, word: int) -> str:
    """Return a word of the log."""
    return ("laid a card aside", "chose")[word] if word < 2 else f"word {word}"


def card_text(options: ToyOptions, card: int) -> str:
    """Return a card's text."""
    return f"c{card}"


def place_text(options: ToyOptions, place: int) -> str:
    """Return a place's name."""
    names = ("hand 0", "hand 1", "laid 0", "laid 1", "trick")
    return "deck" if place == DECK else names[place]


def table(state: Any, seat: int, options: ToyOptions) -> Table:
    """Return the table as a seat sees it."""
    seats = []
    for other in range(2):
        held = [f"c{card}" for card in members(int(state.hand[other]))]
        shown = other == seat or options.fault == "render"
        cards, hidden = (tuple(held), 0) if shown else ((), len(held))
        seats.append(Seat(f"player {other}", cards, hidden, active=bool(state.player == other)))
    return Table("Toy", tuple(seats), seat)
