"""The event log: what is done and seen, each entry with its audience. The one source of knowledge.

An entry is one packed word (`lacks` two):

    tell    kind 0 · audience 12 bits · event 16 bits · veiled 16 bits · 1 bit for a lot's outcome
    move    kind 1 · audience 12 bits · card 6 bits · source 5 bits · target 5 bits
    lacks   kind 2 · place 5 bits; the next word is the card set

From it follow each seat's 64-bit key, information-state string, known cards and sampled worlds.
A key is a chain over the entries as the seat saw them; moves between two `tell`s enter as a sum of
scrambled words, so that cards moved at one go are a set and the order of dealing leaves no trace.
"""

from __future__ import annotations

import numpy as np

from .cards import CHANCE, has
from .jit import compiled, inlined
from .rng import add_wrapping, scramble

TELL, MOVE, LACKS = 0, 1, 2  # kinds of entries
WORD = 4096  # events below are actions; `WORD + k` is the game's k-th word
# As np.int64, so that Numba compiles one version for them and for variables.
EVERY = np.int64(63)  # in `move`: all cards that lie at the source
HIDDEN = 62  # in a view's `move`: a card that the seat did not see
NOTHING = np.int64(0)  # in `tell`: the veiled word where everybody is told the event
DECK = np.int64(31)  # the place where the deck lies, in order
ALL = np.int64(0xFFF)  # the audience of all seats
MAX_SEATS = 12
MAX_PLACES = 32
MAX_EVENTS = 4096  # words that a log may have

_LOT = np.int64(1 << 46)  # marks the outcome of a lot in a `tell`
_VEIL = 1 << 20  # keeps a veiled word apart from the same event told openly
_LACKS = 1 << 21
_NEW_DEAL = 1 << 22


@compiled
def chain(key, word):
    """Return a key that continues `key` with one more word."""
    return scramble(add_wrapping(scramble(word), key))


@compiled
def start_key(seat):
    """Return the key of a seat that has seen nothing; no two seats share one."""
    return scramble(np.int64(seat) + 1)


@inlined
def tell(state, audience, event, veiled):
    """Tell the audience an event, and the other seats only the word `veiled`.

    An event below WORD is an action and must be the first thing that `play` does; a word of the
    game is `WORD + k`. `veiled` is a word of the game too, or NOTHING where all are told.
    """
    if not state.quiet:
        _tell(state, np.int64(audience), np.int64(event), np.int64(veiled))


@compiled
def _tell(state, audience, event, veiled):
    word = TELL | (audience << 2) | (event << 14) | (veiled << 30)
    if event < WORD and state.player == CHANCE:
        word |= _LOT
    state.log[state.log_length] = word
    state.log_length += 1
    for seat in range(state.opt.players):
        if has(audience, seat):
            state.memory[seat] = chain(state.memory[seat], event)
        else:
            state.memory[seat] = chain(state.memory[seat], veiled + _VEIL)


@inlined
def move(state, audience, card, source, target):
    """Move a card; the audience sees its face, the others that a card moved.

    `source == target` shows a card where it lies. `card == EVERY` moves all that lies there.
    Cards leave DECK and the ordered places from the top, whatever card is named.
    """
    if not state.quiet:
        _move(state, np.int64(audience), np.int64(card), np.int64(source), np.int64(target))


@compiled
def _move(state, audience, card, source, target):
    where = (source << 20) | (target << 25)
    state.log[state.log_length] = MOVE | (audience << 2) | (card << 14) | where
    state.log_length += 1
    seen = scramble(((card + 1) << 14) | where)
    hidden = scramble(((HIDDEN + 1) << 14) | where)
    for seat in range(state.opt.players):
        word = seen if has(audience, seat) or card == EVERY else hidden
        state.memory[seat] = add_wrapping(state.memory[seat], word)


@compiled
def lacks(state, place, cards):
    """Record that from now on all know: none of the cards lying at the place is one of these."""
    if state.quiet:
        return
    at = state.log_length
    state.log[at] = LACKS | (place << 2)
    state.log[at + 1] = cards
    state.log_length = at + 2
    for seat in range(state.opt.players):
        key = chain(state.memory[seat], place + _LACKS)
        state.memory[seat] = chain(key, cards)


@compiled
def tell_new_deal(state):
    """Mark in every key that a deal begins."""
    for seat in range(state.opt.players):
        state.memory[seat] = chain(state.memory[seat], _NEW_DEAL)


# --- reading entries ------------------------------------------------------------------------------


@compiled
def kind_of(word):
    """Return TELL, MOVE or LACKS."""
    return word & 3


@compiled
def audience_of(word):
    """Return the audience of a `tell` or `move`."""
    return (word >> 2) & 0xFFF


@compiled
def event_of(word):
    """Return the event of a `tell`."""
    return (word >> 14) & 0xFFFF


@compiled
def veiled_of(word):
    """Return what a `tell` tells the seats outside its audience."""
    return (word >> 30) & 0xFFFF


@compiled
def is_lot(word):
    """Return whether a `tell` says, openly or veiled, how a lot has fallen."""
    return (word & _LOT) != 0


@compiled
def card_of(word):
    """Return the card of a `move`; EVERY, or HIDDEN in a view."""
    return (word >> 14) & 63


@compiled
def source_of(word):
    """Return the place that the card of a `move` leaves."""
    return (word >> 20) & 31


@compiled
def target_of(word):
    """Return the place that the card of a `move` comes to."""
    return (word >> 25) & 31


@compiled
def place_of(word):
    """Return the place of a `lacks`."""
    return (word >> 2) & 31


# In a view an entry's audience field says only whether the seat itself saw it (1) or not (0), and
# for a `tell` that it did not see, whether that was an action (2).
SEEN, UNSEEN, UNSEEN_ACTION = 1, 0, 2


@compiled
def veil(word, seat):
    """Return a `tell` or `move` as this seat saw it."""
    if has(audience_of(word), seat):
        return (word & ~np.int64(0x3FFC)) | (SEEN << 2)
    if kind_of(word) == MOVE:
        if card_of(word) == EVERY:
            return (word & ~np.int64(0x3FFC)) | (SEEN << 2)
        where = word & ~np.int64(0xFFFFF)
        return MOVE | (HIDDEN << 14) | where
    mark = UNSEEN_ACTION if event_of(word) < WORD else UNSEEN
    return TELL | (mark << 2) | (veiled_of(word) << 30) | (word & _LOT)


@compiled
def write_log(state, seat, view):
    """Write the log as this seat saw it into its view."""
    at = 0
    while at < state.log_length:
        word = state.log[at]
        if kind_of(word) == LACKS:
            view.log[at] = word
            view.log[at + 1] = state.log[at + 1]
            at += 2
        else:
            view.log[at] = veil(word, seat)
            at += 1
    view.log_length = state.log_length
