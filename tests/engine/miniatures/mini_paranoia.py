"""Like Paranoia: equal cards, an ordered stock, face-down swaps all round, a card to be shown."""

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

from prikup.envs.engine.cards import NONE, TERMINAL, add, allow, card_set
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, DECK, NOTHING, WORD, move, tell
from prikup.envs.engine.observation import put_one_hot

NAME, VERSION, SUMMARY = "mini_paranoia", 1, "equal cards and swaps"
KINDS, COPIES, HAND_SIZE, STOCK_SIZE = 5, 2, 2, 4
LAST_SWAPPING, SHOWING = 1, 4  # kinds 0 and 1 make all swap, kind 4 makes the next seat show
HAND, LAID, STOCK, PILE = 0, 3, 6, 7
SWAPS = WORD + 1


@dataclass(frozen=True)
class MiniOptions(PlainOptions):
    """Options."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"classic": {}}

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return [kind for kind in range(KINDS) for _ in range(COPIES)]

    def num_actions(self) -> int:
        """Return the number of action ids."""
        return KINDS


OPTIONS = MiniOptions

STATE = record(
    NAME,
    MiniOptions,
    seats=SEATS,
    match=[],
    fields=[
        ("hand", SEATS, KINDS),  # counts
        ("held", SEATS),  # cards in each hand
        ("stock", STOCK_SIZE),  # in order
        ("drawn",),
        ("laid", SEATS),  # kind laid out for the next seat
        ("swapping",),  # cards laid out + 1, 0 when nobody swaps
    ],
    events=128,
    ordered=(STOCK,),
)


@compiled
def deal(state, deck):
    """Deal two cards each; the rest is the stock."""
    for i in range(HAND_SIZE * SEATS):
        take(state, i // HAND_SIZE, deck[i], card_set(i // HAND_SIZE), DECK)
    for i in range(STOCK_SIZE):
        card = deck[HAND_SIZE * SEATS + i]
        state.stock[i] = card
        move(state, 0, card, DECK, STOCK)
    state.player = 0


@compiled
def take(state, seat, kind, audience, source):
    """A card comes to a hand."""
    state.hand[seat, kind] += 1
    state.held[seat] += 1
    move(state, audience, kind, source, HAND + seat)


@compiled
def legal(state, actions):
    """Any card of the hand, to play or to swap."""
    if state.player >= 0:
        for kind in range(KINDS):
            if state.hand[state.player, kind]:
                allow(actions, kind)


@compiled
def play(state, action):
    """Play a card, or lay one out for the next seat."""
    if state.swapping:
        lay_out(state, action)
    else:
        put_down(state, action)


@compiled
def put_down(state, kind):
    """Play a card and draw one."""
    seat = state.player
    follower = (seat + 1) % SEATS
    tell(state, ALL, kind, NOTHING)
    move(state, ALL, kind, HAND + seat, PILE)
    state.hand[seat, kind] -= 1
    state.held[seat] -= 1
    if state.drawn < STOCK_SIZE:
        take(state, seat, state.stock[state.drawn], card_set(seat), STOCK)
        state.drawn += 1
    if state.held[0] == 0 or state.held[1] == 0 or state.held[2] == 0:
        state.match.deals += 1
        state.player = TERMINAL
    elif kind <= LAST_SWAPPING:
        state.swapping = 1
    else:
        if kind == SHOWING:
            move(state, ALL, highest_kind(state, follower), HAND + follower, HAND + follower)
        state.player = follower


@compiled
def highest_kind(state, seat):
    """Return the highest kind in a hand."""
    best = NONE
    for kind in range(KINDS):
        if state.hand[seat, kind]:
            best = kind
    return best


@compiled
def lay_out(state, kind):
    """Lay a card out face down; after the third everybody takes the one from the right."""
    seat = state.player
    tell(state, card_set(seat), kind, SWAPS)
    move(state, card_set(seat), kind, HAND + seat, LAID + seat)
    state.hand[seat, kind] -= 1
    state.held[seat] -= 1
    state.laid[seat] = kind
    state.swapping += 1
    state.player = (seat + 1) % SEATS
    if state.swapping > SEATS:
        for giver in range(SEATS):
            taker = (giver + 1) % SEATS
            take(state, taker, state.laid[giver], add(card_set(giver), taker), LAID + giver)
        state.swapping = 0
        state.player = (state.player + 1) % SEATS


@compiled
def returns(state, out):
    """A point for a seat whose hand is empty."""
    for seat in range(SEATS):
        out[seat] = 1.0 if state.player == TERMINAL and state.held[seat] == 0 else 0.0


@compiled
def observe(state, seat, out):
    """Write the own seat."""
    put_one_hot(out, 0, seat, SEATS)
