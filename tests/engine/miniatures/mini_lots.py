"""Blind draws from a heap: lots that nobody sees, cards seen by the drawer or by nobody."""

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

from prikup.envs.engine.cards import CHANCE, TERMINAL, card_set, first_cards
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, DECK, NOTHING, WORD, move, tell
from prikup.envs.engine.observation import put_one_hot
from prikup.envs.engine.options import option

NAME, VERSION, SUMMARY = "mini_lots", 1, "blind draws"
KINDS, CARDS = 8, 8
HAND, HEAP, LAID, TABLE = 0, 3, 4, 5
DRAWN, LOOKS = WORD + 1, WORD + 2
# What happens after the deal: a seat plays a card, or a lot draws one for a place.
SCRIPT = ((0, HAND), (CHANCE, LAID), (CHANCE, LAID), (CHANCE, 1), (1, HAND), (CHANCE, 2), (2, HAND))


@dataclass(frozen=True)
class MiniOptions(PlainOptions):
    """Options."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"classic": {}}

    pairs: bool = option(False, "whether every card is there twice")

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return [card // 2 if self.pairs else card for card in range(CARDS)]

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
        ("hand", SEATS, KINDS),  # how many of each card
        ("heap", KINDS),
        ("left",),  # cards in the heap
        ("step",),  # of the script
    ],
    events=64,
)


@compiled
def deal(state, deck):
    """Two cards to seat 0, one to each other; the rest is a heap, its last card seen by seat 0."""
    for i in range(CARDS):
        seat = max(i - 1, 0)
        if seat < SEATS:
            state.hand[seat, deck[i]] += 1
            move(state, card_set(seat), deck[i], DECK, HAND + seat)
        else:
            state.heap[deck[i]] += 1
            state.left += 1
            if i == CARDS - 1:
                tell(state, ALL, LOOKS, NOTHING)
            move(state, 1 if i == CARDS - 1 else 0, deck[i], DECK, HEAP)
    state.player = 0


@compiled
def legal(state, actions):
    """A card of the hand, or any card of the heap by its place in it."""
    if state.player >= 0:
        for card in range(KINDS):
            if state.hand[state.player, card]:
                actions[0] |= card_set(card)
    elif state.left < CARDS and state.left > 0 and state.step > 0:
        actions[0] |= first_cards(state.left)


@compiled
def play(state, action):
    """Play a card openly, or let the lot draw one."""
    seat = state.player
    if seat >= 0:
        tell(state, ALL, action, NOTHING)
        move(state, ALL, action, HAND + seat, TABLE)
        state.hand[seat, action] -= 1
    else:
        tell(state, 0, action, DRAWN)
        draw(state, action)
    state.step += 1
    if state.step == len(SCRIPT):
        state.match.deals += 1
        state.player = TERMINAL
    else:
        state.player = SCRIPT[state.step][0]


@compiled
def draw(state, outcome):
    """Move the outcome-th card of the heap to where the script says."""
    card = 0
    while outcome >= state.heap[card]:
        outcome -= state.heap[card]
        card += 1
    state.heap[card] -= 1
    state.left -= 1
    target = SCRIPT[state.step][1]
    if target == LAID:
        move(state, 0, card, HEAP, LAID)
    else:
        state.hand[target, card] += 1
        move(state, card_set(target), card, HEAP, HAND + target)


@compiled
def returns(state, out):
    """Nothing is won."""
    for seat in range(SEATS):
        out[seat] = 0.0


@compiled
def observe(state, seat, out):
    """Write the own seat."""
    put_one_hot(out, 0, seat, SEATS)
