"""Like Cheat: equal cards, hidden lays onto a pile, doubts that show the last card."""

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

from prikup.envs.engine.cards import NONE, TERMINAL, allow, card_set
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, DECK, EVERY, NOTHING, WORD, move, tell
from prikup.envs.engine.observation import put_one_hot

NAME, VERSION, SUMMARY = "mini_cheat", 1, "equal cards and lies"
KINDS, COPIES, HAND_SIZE = 3, 3, 3
LAST_TURN = 30
HAND, LAST, PILE = 0, 3, 4
BELIEVE, DOUBT = 3, 4
LAYS = WORD + 1


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
        return DOUBT + 1


OPTIONS = MiniOptions

STATE = record(
    NAME,
    MiniOptions,
    seats=SEATS,
    match=[],
    fields=[
        ("hand", SEATS, KINDS),  # counts
        ("held", SEATS),  # cards in each hand
        ("pile", KINDS),
        ("last",),  # kind laid last, NONE where it is to be laid
        ("layer",),
        ("claim",),
        ("turn",),
    ],
    events=512,
)


@compiled
def deal(state, deck):
    """Deal three cards each."""
    for i in range(HAND_SIZE * SEATS):
        seat = i // HAND_SIZE
        state.hand[seat, deck[i]] += 1
        state.held[seat] += 1
        move(state, card_set(seat), deck[i], DECK, HAND + seat)
    state.last = NONE
    state.player = 0


@compiled
def legal(state, actions):
    """Lay any card; then the next seat doubts it, or believes and lays one itself."""
    if state.player < 0:
        return
    if state.last == NONE:
        for kind in range(KINDS):
            if state.hand[state.player, kind]:
                allow(actions, kind)
    else:
        allow(actions, DOUBT)
        if state.held[state.player]:
            allow(actions, BELIEVE)


@compiled
def play(state, action):
    """Lay a card face down, believe or doubt."""
    state.turn += 1
    if action < KINDS:
        lay(state, action)
    elif action == BELIEVE:
        tell(state, ALL, action, NOTHING)
        move(state, ALL, EVERY, LAST, PILE)
        state.pile[state.last] += 1
        state.last = NONE
    else:
        tell(state, ALL, action, NOTHING)
        doubt(state)


@compiled
def lay(state, kind):
    """Lay a card face down, apart from the pile."""
    seat = state.player
    tell(state, card_set(seat), kind, LAYS)
    move(state, card_set(seat), kind, HAND + seat, LAST)
    state.hand[seat, kind] -= 1
    state.held[seat] -= 1
    state.last = kind
    state.layer = seat
    state.player = (seat + 1) % SEATS


@compiled
def doubt(state):
    """The last card is shown; liar or doubter takes the pile, the next seat begins anew."""
    doubter = state.player
    move(state, ALL, state.last, LAST, PILE)
    state.pile[state.last] += 1
    loser = state.layer if state.last != state.claim else doubter
    for kind in range(KINDS):
        for _ in range(state.pile[kind]):
            move(state, card_set(loser), kind, PILE, HAND + loser)
            state.hand[loser, kind] += 1
            state.held[loser] += 1
        state.pile[kind] = 0
    state.claim = (state.claim + 1) % KINDS
    state.last = NONE
    state.player = doubter if loser == state.layer else (doubter + 1) % SEATS
    if state.held[state.player] == 0 or state.turn >= LAST_TURN:
        state.match.deals += 1
        state.player = TERMINAL


@compiled
def returns(state, out):
    """A point for a seat whose hand is empty."""
    for seat in range(SEATS):
        out[seat] = 1.0 if state.player == TERMINAL and state.held[seat] == 0 else 0.0


@compiled
def observe(state, seat, out):
    """Write the own seat."""
    put_one_hot(out, 0, seat, SEATS)
