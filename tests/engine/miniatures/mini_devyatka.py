"""Like Devyatka with drawing: rows grow from the middle rank; who cannot play says so and draws."""

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

from prikup.envs.engine.cards import TERMINAL, add, allow, card_set, has, remove
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, DECK, NOTHING, lacks, move, tell
from prikup.envs.engine.observation import put_one_hot

NAME, VERSION, SUMMARY = "mini_devyatka", 1, "rows and a stock"
SUITS, RANKS, FOUNDER, HAND_SIZE, STOCK_SIZE = 3, 3, 1, 2, 3
HAND, ROWS = 0, 3
DRAW, PASS = 9, 10


@dataclass(frozen=True)
class MiniOptions(PlainOptions):
    """Options."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"classic": {}}

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(SUITS * RANKS))

    def num_actions(self) -> int:
        """Return the number of action ids."""
        return PASS + 1


OPTIONS = MiniOptions

STATE = record(
    NAME,
    MiniOptions,
    seats=SEATS,
    match=[],
    fields=[
        ("hand", SEATS),  # sets of cards
        ("rows",),  # cards played
        ("stock", STOCK_SIZE),  # undrawn cards in order
        ("drawn",),
    ],
    events=128,
)


@compiled
def deal(state, deck):
    """Deal two cards each; the rest is the stock."""
    for i in range(HAND_SIZE * SEATS):
        seat = i // HAND_SIZE
        state.hand[seat] = add(state.hand[seat], deck[i])
        move(state, card_set(seat), deck[i], DECK, HAND + seat)
    for i in range(STOCK_SIZE):
        state.stock[i] = deck[HAND_SIZE * SEATS + i]
    state.player = 0


@compiled
def open_cards(rows):
    """Return the cards that may be played: founders, then the neighbours of what lies there."""
    cards = 0 * rows
    for card in range(SUITS * RANKS):
        rank = card % RANKS
        if rank == FOUNDER:
            is_open = not has(rows, card)
        else:
            neighbour = card - 1 if rank > FOUNDER else card + 1
            is_open = has(rows, neighbour) and not has(rows, card)
        if is_open:
            cards = add(cards, card)
    return cards


@compiled
def legal(state, actions):
    """Play if possible; else draw, or pass where the stock is empty."""
    if state.player < 0:
        return
    cards = state.hand[state.player] & open_cards(state.rows)
    if cards:
        actions[0] |= cards
    elif state.drawn < STOCK_SIZE:
        allow(actions, DRAW)
    else:
        allow(actions, PASS)


@compiled
def play(state, action):
    """Play a card, draw or pass."""
    seat = state.player
    tell(state, ALL, action, NOTHING)
    if action < DRAW:
        move(state, ALL, action, HAND + seat, ROWS)
        state.hand[seat] = remove(state.hand[seat], action)
        state.rows = add(state.rows, action)
    else:
        lacks(state, HAND + seat, open_cards(state.rows))
        if action == DRAW:
            card = state.stock[state.drawn]
            state.drawn += 1
            state.hand[seat] = add(state.hand[seat], card)
            move(state, card_set(seat), card, DECK, HAND + seat)
    state.player = (seat + 1) % SEATS
    if state.hand[seat] == 0:
        state.match.deals += 1
        state.player = TERMINAL


@compiled
def returns(state, out):
    """A point for the seat whose hand is empty."""
    for seat in range(SEATS):
        is_first = state.player == TERMINAL and state.hand[seat] == 0
        out[seat] = 1.0 if is_first else 0.0


@compiled
def observe(state, seat, out):
    """Write the own seat."""
    put_one_hot(out, 0, seat, SEATS)
