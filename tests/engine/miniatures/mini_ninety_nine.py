"""Like Ninety-Nine: two of four cards are laid aside face down, in ascending order; two tricks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.miniatures.plain import (  # noqa: F401
    SEATS,
    PlainOptions,
    action_text,
    card_text,
    pieces,
    place_text,
    table,
    word_text,
)

from prikup.envs.engine.cards import (
    NONE,
    TERMINAL,
    above,
    add,
    card_set,
    cards_of_suit,
    count,
    highest,
    remove,
    whole_suit,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, DECK, EVERY, NOTHING, WORD, lacks, move, tell
from prikup.envs.engine.observation import put_one_hot
from prikup.envs.engine.options import option

NAME, VERSION, SUMMARY = "mini_ninety_nine", 1, "hidden bids"
SUITS, RANKS, HAND_SIZE, BIDS = 3, 4, 4, 2
HAND, LAID, TRICK, WON = 0, 3, 6, 7
LAYS = WORD + 1


@dataclass(frozen=True)
class MiniOptions(PlainOptions):
    """Options."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"classic": {}}

    says_lacks: bool = option(True, "whether the rules say who has none of the suit led")

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(SUITS * RANKS))

    def num_actions(self) -> int:
        """Return the number of action ids."""
        return SUITS * RANKS


OPTIONS = MiniOptions

STATE = record(
    NAME,
    MiniOptions,
    seats=SEATS,
    match=[],
    fields=[
        ("hand", SEATS),  # sets of cards
        ("laid", SEATS),
        ("has_bid", SEATS),
        ("led",),  # suit of the trick, NONE before the lead
        ("best",),  # best card so far and its seat
        ("winner",),
        ("in_trick",),
        ("tricks", SEATS),
    ],
    events=64,
)


@compiled
def deal(state, deck):
    """Deal four cards each, singly."""
    for i in range(HAND_SIZE * SEATS):
        seat = i % SEATS
        state.hand[seat] = add(state.hand[seat], deck[i])
        move(state, card_set(seat), deck[i], DECK, HAND + seat)
    state.led = NONE
    state.player = 0


@compiled
def legal(state, actions):
    """Lay aside in ascending order, leaving enough higher cards; then follow suit."""
    if state.player < 0:
        return
    seat = state.player
    hand = state.hand[seat]
    laid = count(state.laid[seat])
    if state.has_bid[seat] == 0:
        if laid:
            hand = above(hand, highest(state.laid[seat]))
        for _ in range(BIDS - 1 - laid):
            hand = remove(hand, highest(hand))
    elif state.led != NONE and cards_of_suit(hand, state.led, RANKS):
        hand = cards_of_suit(hand, state.led, RANKS)
    actions[0] |= hand


@compiled
def play(state, action):
    """Lay a card aside or play it to the trick."""
    if state.has_bid[state.player] == 0:
        lay(state, action)
    else:
        follow(state, action)


@compiled
def lay(state, card):
    """Lay a card aside face down."""
    seat = state.player
    tell(state, card_set(seat), card, LAYS)
    move(state, card_set(seat), card, HAND + seat, LAID + seat)
    state.hand[seat] = remove(state.hand[seat], card)
    state.laid[seat] = add(state.laid[seat], card)
    if count(state.laid[seat]) == BIDS:
        state.has_bid[seat] = 1
        state.player = (seat + 1) % SEATS


@compiled
def follow(state, card):
    """Play a card to the trick."""
    seat, suit = state.player, card // RANKS
    tell(state, ALL, card, NOTHING)
    move(state, ALL, card, HAND + seat, TRICK)
    state.hand[seat] = remove(state.hand[seat], card)
    if state.led == NONE:
        state.led = suit
        state.best, state.winner = card, seat
    elif suit != state.led:
        if state.opt.says_lacks:
            lacks(state, HAND + seat, whole_suit(state.led, RANKS))
    elif card > state.best:
        state.best, state.winner = card, seat
    state.in_trick += 1
    state.player = (seat + 1) % SEATS
    if state.in_trick == SEATS:
        end_trick(state)


@compiled
def end_trick(state):
    """The winner leads next; with empty hands the deal is over."""
    move(state, ALL, EVERY, TRICK, WON)
    state.tricks[state.winner] += 1
    state.in_trick = 0
    state.led = NONE
    state.player = state.winner
    if state.hand[state.winner] == 0:
        state.match.deals += 1
        state.player = TERMINAL


@compiled
def returns(state, out):
    """A point a trick."""
    for seat in range(SEATS):
        out[seat] = state.tricks[seat] if state.player == TERMINAL else 0.0


@compiled
def observe(state, seat, out):
    """Write the own seat."""
    put_one_hot(out, 0, seat, SEATS)
