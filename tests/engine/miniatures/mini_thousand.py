"""Like Thousand: a talon taken closed or shown, bids that need a marriage, cards given away."""

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
    add,
    allow,
    card_set,
    cards_of_suit,
    has,
    lowest,
    remove,
    whole_suit,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, DECK, EVERY, NOTHING, WORD, lacks, move, tell
from prikup.envs.engine.observation import put_one_hot
from prikup.envs.engine.options import option

NAME, VERSION, SUMMARY = "mini_thousand", 1, "talon and marriages"
SUITS, RANKS, HAND_SIZE, TALON_SIZE = 3, 3, 2, 3
QUEEN, KING = 0, 1  # ranks
HAND, TALON, TRICK, WON = 0, 3, 4, 5
LOW, HIGH, QUIET, WHISPER = 9, 10, 11, 12  # actions after the nine cards
GIVES, WHISPERS = WORD + 1, WORD + 2
BIDDING, WHISPERING, GIVING, PLAYING = 0, 1, 2, 3


@dataclass(frozen=True)
class MiniOptions(PlainOptions):
    """Options."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"classic": {}}

    talon: str = option("closed", "how the talon is taken", words=("closed", "shown"))
    whispering: bool = option(False, "whether seat 1 may claim a marriage, unseen by the others")

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(SUITS * RANKS))

    def num_actions(self) -> int:
        """Return the number of action ids."""
        return WHISPER + 1


OPTIONS = MiniOptions

STATE = record(
    NAME,
    MiniOptions,
    seats=SEATS,
    match=[],
    fields=[
        ("hand", SEATS),  # sets of cards
        ("talon",),
        ("phase",),
        ("given",),  # cards that the declarer has given away
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
    """Deal two cards each, and three to the talon."""
    for i in range(HAND_SIZE * SEATS):
        seat = i // HAND_SIZE
        state.hand[seat] = add(state.hand[seat], deck[i])
        move(state, card_set(seat), deck[i], DECK, HAND + seat)
    for i in range(HAND_SIZE * SEATS, SUITS * RANKS):
        state.talon = add(state.talon, deck[i])
        move(state, 0, deck[i], DECK, TALON)
    state.led = NONE
    state.player = 0


@compiled
def has_marriage(hand):
    """Return whether king and queen of a suit are in the hand."""
    for suit in range(SUITS):
        if has(hand, suit * RANKS + QUEEN) and has(hand, suit * RANKS + KING):
            return True
    return False


@compiled
def legal(state, actions):
    """A high bid and a whisper need a marriage; cards follow suit."""
    if state.player < 0:
        return
    hand = state.hand[state.player]
    if state.phase == BIDDING:
        allow(actions, LOW)
        if has_marriage(hand):
            allow(actions, HIGH)
    elif state.phase == WHISPERING:
        allow(actions, QUIET)
        if has_marriage(hand):
            allow(actions, WHISPER)
    elif state.phase == PLAYING and state.led != NONE and cards_of_suit(hand, state.led, RANKS):
        actions[0] |= cards_of_suit(hand, state.led, RANKS)
    else:
        actions[0] |= hand


@compiled
def play(state, action):
    """Bid, whisper, give a card or play one."""
    if state.phase == BIDDING:
        tell(state, ALL, action, NOTHING)
        take_talon(state)
        state.phase = WHISPERING if state.opt.whispering else GIVING
        state.player = 1 if state.opt.whispering else 0
    elif state.phase == WHISPERING:
        tell(state, card_set(1), action, WHISPERS)
        state.phase = GIVING
        state.player = 0
    elif state.phase == GIVING:
        give(state, action)
    else:
        follow(state, action)


@compiled
def take_talon(state):
    """Seat 0 takes the talon, closed or after all have seen it."""
    cards = state.talon
    while cards:
        card = lowest(cards)
        cards = remove(cards, card)
        if state.opt.talon == 1:
            move(state, ALL, card, TALON, TALON)
        else:
            move(state, card_set(0), card, TALON, HAND + 0)
    if state.opt.talon == 1:
        move(state, ALL, EVERY, TALON, HAND + 0)
    state.hand[0] |= state.talon
    state.talon = 0


@compiled
def give(state, card):
    """Seat 0 gives a card to seat 1, then one to seat 2."""
    taker = state.given + 1
    audience = add(card_set(0), taker)
    tell(state, audience, card, GIVES)
    move(state, audience, card, HAND + 0, HAND + taker)
    state.hand[0] = remove(state.hand[0], card)
    state.hand[taker] = add(state.hand[taker], card)
    state.given = taker
    if taker == SEATS - 1:
        state.phase = PLAYING


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
