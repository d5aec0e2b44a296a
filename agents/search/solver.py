"""Exact play with all hands open: alpha-beta with a transposition table, one side against another.

The value of a position is what the counted seats still take (tricks, points of cards, or both) when
the maximizing seats and the others play perfectly; with a goal it is whether the number of their
tricks can be forced into a set of numbers, which covers a contract, a misère and an exact bid.

Fail-soft alpha-beta as in Knuth and Moore, "An analysis of alpha-beta pruning", Artificial
Intelligence 6, 1975, with an explicit stack, asked with empty windows: MTD, Plaat, Schaeffer, Pijls
and de Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996, with
growing steps and then halving between the bounds in place of the single steps of their MTD(f).
Positions are stored at the start of tricks, with the hands condensed to the order of the cards
still out; the table keeps bounds. Sure tricks (cards that nobody can beat or ruff) narrow the
window, as in Haglund's double-dummy solver for bridge.
"""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.cards import (
    NONE,
    cards_of_suit,
    count,
    first_cards,
    has,
    lowest,
    members,
    suit_of,
)
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import make_record
from prikup.envs.engine.rng import scramble
from prikup.envs.engine.tricks import beats

from .certain import is_decided, play_last_trick
from .position import MOST_CARDS, MOST_SEATS, condensed, distinct_cards, may_play
from .promise import put_in_order

_INFINITY = 1 << 40
MOST_MOVES = 16
_WAYS = 2  # entries of a bucket
_GROWTH = 3  # of the step from one question to the next in the same direction

FRAME = make_record(  # one card to be played; frame k of the stack is k cards below the root
    [
        ("seat", np.int64),
        ("trick_size", np.int64),  # cards already in the trick
        ("led", np.int64),  # suit that was led, NONE for the leader
        ("top", np.int64),  # card that is winning the trick, NONE
        ("top_seat", np.int64),
        ("points", np.int64),  # value of the trick so far
        ("left", np.int64),  # tricks to come, this one included
        ("whole", np.int64),  # value of all of them
        ("goal", np.int64),
        ("alpha", np.int64),
        ("beta", np.int64),
        ("low", np.int64),  # the window at entry, which tells bounds from values
        ("high", np.int64),
        ("best", np.int64),
        ("best_card", np.int64),
        ("moves", np.int64),  # number of cards in `order`
        ("next_move", np.int64),
        ("order", np.int64, (MOST_MOVES,)),
        ("found", np.int64, (MOST_MOVES,)),  # value found for each of them
        ("card", np.int64),  # played at present
        ("gain", np.int64),  # value of the trick that it ended, if the trick counts
        ("slot", np.int64),  # entry of the table, NONE within a trick
        ("key", np.int64, (MOST_SEATS,)),  # the hands, condensed
    ]
)

ENTRY = make_record(
    [
        ("stamp", np.int64),  # which problem the entry belongs to; 0 is empty
        ("leader", np.int64),
        ("goal", np.int64),
        ("hands", np.int64, (MOST_SEATS,)),
        ("lower", np.int64),
        ("upper", np.int64),
        ("card", np.int64),  # best so far, in condensed numbers; NONE
        ("left", np.int64),
    ]
)

COUNTS = make_record([("stamp", np.int64), ("nodes", np.int64)])

_RULES = (  # what positions must share for one table to serve them
    "players", "suits", "ranks", "trump", "must_trump", "counted", "maximizing", "trick_value",
    "points", "by_goal",
)  # fmt: skip


# --- the search -----------------------------------------------------------------------------------


@compiled
def value_of_card(positions, frames, entries, counts, card, guess):
    """Return the value of a position once `card` has been played; NONE plays the best card.

    Args:
        positions: Position records [1]; its hands are changed and restored.
        frames: Frame records, one more than cards in the hands.
        entries: Entry records [2**k], the transposition table.
        counts: Count records [1]; the stamp tells this problem's entries from others'.
        card: A card that may be played, or NONE.
        guess: Where to look for the value first.
    """
    position = positions[0]
    _set_root(position, frames, card)
    low, high = np.int64(0), np.int64(1) if position.by_goal else np.int64(frames[0].whole)
    ask = max(min(np.int64(guess), high), np.int64(1))
    step, is_reached = np.int64(1), False
    while low < high:  # each pass asks whether the value is at least `ask`
        _set_root(position, frames, card)
        _search(position, frames, entries, counts, ask - 1, ask)
        found, was_reached = frames[0].best, is_reached
        is_reached = found >= ask
        if is_reached:
            low = found
        else:
            high = found
        # Far from the value passes are cheap, so go on by ever larger steps; near it, halve.
        step = _GROWTH * step if is_reached == was_reached else np.int64(1)
        middle = (low + high + 1) // 2
        ask = min(low + step, middle) if is_reached else max(high + 1 - step, middle)
    return low


@compiled
def _set_root(position, frames, card):
    """Fill the first frame from the running trick."""
    frame = frames[0]
    frame.seat = (position.leader + position.trick_size) % position.players
    frame.trick_size = position.trick_size
    frame.led, frame.top, frame.top_seat = NONE, NONE, NONE
    frame.points = position.trick_value
    for i in range(position.trick_size):
        played = position.trick[i]
        if i == 0:
            frame.led = suit_of(played, position.ranks)
        if i == 0 or beats(played, frame.top, position.trump, position.ranks):
            frame.top = played
            frame.top_seat = (position.leader + i) % position.players
        frame.points += position.points[played]
    frame.left = count(position.hands[frame.seat])
    frame.goal = position.goal & first_cards(frame.left + 1)
    frame.card = card
    frame.whole = frame.points + position.trick_value * (frame.left - 1)
    for seat in range(position.players):
        hand = position.hands[seat]
        while hand:
            frame.whole += position.points[lowest(hand)]
            hand &= hand - 1


@compiled
def _search(position, frames, entries, counts, alpha, beta):
    """Search the root frame within a window; its value is left in `frames[0].best`."""
    only = frames[0].card
    ply = 0
    frames[0].alpha, frames[0].beta = alpha, beta
    is_known = _enter(position, frames, 0, entries, counts, only)
    while True:
        frame = frames[ply]
        if not is_known and _has_more(position, frame):
            _descend(position, frames, ply)
            ply += 1
            if frames[ply].left == 0:
                frames[ply].best = (frames[ply].goal & 1) if position.by_goal else 0
                is_known = True
            else:
                is_known = _enter(position, frames, ply, entries, counts, NONE)
            continue
        if not is_known:
            _leave(position, frame, entries)
        if ply == 0:
            return
        ply -= 1
        is_known = False
        _take_back(position, frames[ply], frames[ply + 1].best)


@compiled
def _enter(position, frames, ply, entries, counts, only):
    """Prepare a frame whose window is set; returns whether its value is known without search."""
    frame = frames[ply]
    counts[0].nodes += 1
    frame.slot = NONE
    frame.best_card = NONE
    hint = np.int64(NONE)
    if frame.trick_size == 0 and only == NONE:
        if is_decided(position, frame):
            return True
        if frame.left == 1:
            play_last_trick(position, frame)
            return True
        hint = _look_up(position, frame, entries, counts[0].stamp)
        if frame.alpha >= frame.beta:
            return True
    is_maximizing = has(position.maximizing, frame.seat)
    frame.low, frame.high = frame.alpha, frame.beta
    frame.best = -_INFINITY if is_maximizing else _INFINITY
    frame.next_move = 0
    if only != NONE:
        frame.moves = 1
        frame.order[0] = only
        return False
    own, others = position.hands[frame.seat], np.int64(0)
    for seat in range(position.players):
        others |= position.hands[seat]
    others &= ~own
    winning = others if frame.top == NONE else others | (np.int64(1) << frame.top)
    allowed = may_play(position, own, frame.led)
    if allowed & (allowed - 1):
        allowed = distinct_cards(position, allowed, own, winning)
    put_in_order(position, frame, allowed, others, hint)
    return False


@compiled
def _has_more(position, frame):
    """Return whether a card is left that may change the outcome; `next_move` is moved on to it."""
    while frame.next_move < frame.moves and frame.alpha < frame.beta:
        if not position.has_points or frame.next_move == 0 or not _is_hopeless(position, frame):
            return True
        frame.next_move += 1
    return False


@compiled
def _is_hopeless(position, frame):
    """Return whether a card is too near to one already searched to reach the window.

    Two cards of a hand with no other card between them can play each other's part, so their values
    differ by no more than their points.
    """
    card = frame.order[frame.next_move]
    suit, points = suit_of(card, position.ranks), position.points[card]
    others = np.int64(0) if frame.top == NONE else np.int64(1) << frame.top
    for seat in range(position.players):
        if seat != frame.seat:
            others |= position.hands[seat]
    is_maximizing = has(position.maximizing, frame.seat)
    for i in range(frame.next_move):
        tried = frame.order[i]
        between = first_cards(max(card, tried)) & ~first_cards(min(card, tried) + 1)
        if others & between or suit_of(tried, position.ranks) != suit:
            continue
        bound = abs(position.points[tried] - points)
        if is_maximizing and frame.found[i] + bound <= frame.alpha:
            frame.best = max(frame.best, frame.found[i] + bound)
            frame.found[frame.next_move] = frame.found[i] + bound
            return True
        if not is_maximizing and frame.found[i] - bound >= frame.beta:
            frame.best = min(frame.best, frame.found[i] - bound)
            frame.found[frame.next_move] = frame.found[i] - bound
            return True
    return False


@compiled
def _descend(position, frames, ply):
    """Play the frame's next card and set up the frame below, its window included."""
    frame, below = frames[ply], frames[ply + 1]
    card = frame.order[frame.next_move]
    frame.next_move += 1
    frame.card = card
    frame.gain = 0
    position.hands[frame.seat] &= ~(np.int64(1) << card)
    top, top_seat = frame.top, frame.top_seat
    if frame.trick_size == 0 or beats(card, top, position.trump, position.ranks):
        top, top_seat = card, frame.seat
    points = frame.points + position.points[card]
    below.goal = frame.goal
    below.left = frame.left
    below.whole = frame.whole
    if frame.trick_size + 1 < position.players:
        below.seat = frame.seat + 1 if frame.seat + 1 < position.players else 0
        below.trick_size = frame.trick_size + 1
        below.led = suit_of(card, position.ranks) if frame.trick_size == 0 else frame.led
        below.top, below.top_seat, below.points = top, top_seat, points
    else:
        below.seat, below.trick_size = top_seat, 0
        below.led, below.top, below.top_seat = NONE, NONE, NONE
        below.points = position.trick_value
        below.left -= 1
        below.whole -= points
        if has(position.counted, top_seat):
            below.goal = below.goal >> 1
            if not position.by_goal:
                frame.gain = points
        below.goal &= first_cards(below.left + 1)
    below.alpha = frame.alpha - frame.gain
    below.beta = frame.beta - frame.gain


@compiled
def _take_back(position, frame, value_below):
    """Undo the frame's card and count its value."""
    position.hands[frame.seat] |= np.int64(1) << frame.card
    value = frame.gain + value_below
    frame.found[frame.next_move - 1] = value
    if has(position.maximizing, frame.seat):
        if value > frame.best:
            frame.best, frame.best_card = value, frame.card
        frame.alpha = max(frame.alpha, value)
    else:
        if value < frame.best:
            frame.best, frame.best_card = value, frame.card
        frame.beta = min(frame.beta, value)


# --- the table ------------------------------------------------------------------------------------


@compiled
def _look_up(position, frame, entries, stamp):
    """Narrow the window by the table; returns the best card known, and leaves the entry's slot.

    Where the window closes `best` is set.
    """
    key = frame.key
    condensed(position, position.hands, key)
    word = scramble(stamp ^ (frame.seat << 32) ^ (frame.goal << 36))
    for seat in range(position.players):
        word = scramble(word ^ key[seat])
    first = (word & (len(entries) - 1)) & ~(_WAYS - 1)
    victim = first
    for slot in range(first, first + _WAYS):
        entry = entries[slot]
        is_same = entry.stamp == stamp and entry.leader == frame.seat and entry.goal == frame.goal
        if is_same:
            for seat in range(position.players):
                is_same = is_same and entry.hands[seat] == key[seat]
        if is_same:
            frame.slot = slot
            return _use_entry(position, frame, entry)
        is_worse = entry.stamp != stamp or entry.left < entries[victim].left
        if is_worse and entries[victim].stamp == stamp:
            victim = slot
    entry = entries[victim]
    entry.stamp, entry.leader, entry.goal, entry.left = stamp, frame.seat, frame.goal, frame.left
    for seat in range(position.players):
        entry.hands[seat] = key[seat]
    entry.lower, entry.upper, entry.card = -_INFINITY, _INFINITY, NONE
    frame.slot = victim
    return np.int64(NONE)


@compiled
def _use_entry(position, frame, entry):
    if entry.lower >= frame.beta or entry.lower == entry.upper:
        frame.best = entry.lower
        frame.alpha = frame.beta
        return np.int64(NONE)
    if entry.upper <= frame.alpha:
        frame.best = entry.upper
        frame.alpha = frame.beta
        return np.int64(NONE)
    frame.alpha = max(frame.alpha, entry.lower)
    frame.beta = min(frame.beta, entry.upper)
    if entry.card == NONE:
        return np.int64(NONE)
    return _expanded(position, entry.card)


@compiled
def _leave(position, frame, entries):
    """Store what has been found out about a frame."""
    if frame.best_card == NONE:
        return
    if frame.slot == NONE:
        return
    entry = entries[frame.slot]
    if entry.leader != frame.seat or entry.left != frame.left:
        return  # taken over by another position meanwhile
    if frame.best < frame.high:
        entry.upper = min(entry.upper, frame.best)
    if frame.best > frame.low:
        entry.lower = max(entry.lower, frame.best)
    entry.card = _condensed_card(position, frame.best_card)


@compiled
def _condensed_card(position, card):
    """Return a card's number among the cards still out, as `condensed` moves them."""
    if position.has_points:
        return card
    suit = suit_of(card, position.ranks)
    return suit * position.ranks + count(_of_suit(position, suit) & first_cards(card))


@compiled
def _expanded(position, number):
    """Return the card with a condensed number."""
    if position.has_points:
        return number
    suit = suit_of(number, position.ranks)
    cards = _of_suit(position, suit)
    for _ in range(number - suit * position.ranks):
        cards &= cards - 1
    return lowest(cards)


@compiled
def _of_suit(position, suit):
    there = np.int64(0)
    for seat in range(position.players):
        there |= position.hands[seat]
    return cards_of_suit(there, suit, position.ranks)


class Solver:
    """Solves positions; its table is kept between them, so that worlds of one deal share work."""

    def __init__(self, bits: int = 17) -> None:
        """Make a solver with a table of 2**bits entries of 96 bytes."""
        if not 4 <= bits <= 26:
            raise BadOptions(f"a solver's table has 2**4 to 2**26 entries, got 2**{bits}")
        self._entries = np.zeros(1 << bits, ENTRY)
        self._frames = np.zeros(MOST_CARDS + 1, FRAME)
        self._counts = np.zeros(1, COUNTS)
        self._rules = b""

    @property
    def nodes(self) -> int:
        """Return the number of positions visited so far."""
        return int(self._counts["nodes"][0])

    def forget(self) -> None:
        """Empty the table, as if the solver were new."""
        self._rules = b""

    def value(self, positions: np.ndarray, guess: int = 0) -> int:
        """Return the value of a position under perfect play.

        Args:
            positions: Record array of length 1, dtype POSITION.
            guess: A value near the true one makes the search shorter.
        """
        return self._solve(positions, NONE, guess)

    def values(self, positions: np.ndarray) -> dict[int, int]:
        """Return the value of the position after each card that may be played."""
        position = positions[0]
        seat = int(position.leader + position.trick_size) % int(position.players)
        led = int(position.trick[0]) // int(position.ranks) if position.trick_size else NONE
        allowed = members(int(may_play(position, int(position.hands[seat]), led)))
        found: dict[int, int] = {}
        guess = 0
        for card in allowed:
            guess = found[card] = self._solve(positions, card, guess)
        return found

    def _solve(self, positions: np.ndarray, card: int, guess: int) -> int:
        """Return the value after a card; positions under other rules are forgotten."""
        position = positions[0]
        rules = b"".join(np.asarray(position[name]).tobytes() for name in _RULES)
        if rules != self._rules:
            self._rules = rules
            self._counts["stamp"] += 1
        return int(
            value_of_card(
                positions,
                self._frames,
                self._entries,
                self._counts,
                card,
                guess,
            )
        )
