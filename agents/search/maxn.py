"""Exact play with all hands open where every seat has an interest of its own: max-n.

Each seat picks what pays itself most (Luckhardt and Irani, "An algorithmic solution of n-person
games", AAAI 1986). Among equal payoffs it takes what leaves the others least in all, then the
vector that is lowest in the order of the seats; so the result does not depend on the order of
cards. What a seat is paid is any function of all seats' tricks at the end, which covers exact bids.
Nothing can be cut off, so this is for endings of some six tricks; positions are stored as in
`solver`.
"""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.arrays import fill
from prikup.envs.engine.cards import NONE, count, lowest, suit_of
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import make_record
from prikup.envs.engine.rng import scramble
from prikup.envs.engine.tricks import beats

from .playout import prefers
from .position import MOST_CARDS, MOST_SEATS, condensed, distinct_cards, may_play

_DIGIT = 4  # bits of a seat's tricks in `taken`
MOST_IN_ALL = 15  # tricks of a deal

STEP = make_record(  # one card to be played; step k of the stack is k cards below the root
    [
        ("seat", np.int64),
        ("trick_size", np.int64),
        ("led", np.int64),
        ("top", np.int64),
        ("top_seat", np.int64),
        ("left", np.int64),  # tricks to come, this one included
        ("taken", np.int64),  # tricks of each seat so far, four bits a seat
        ("rest", np.int64),  # cards still to be tried
        ("card", np.int64),  # played at present
        ("tried", np.int64),  # number of cards tried
        ("best", np.float64, (MOST_SEATS,)),
        ("slot", np.int64),
        ("key", np.int64, (MOST_SEATS,)),
    ]
)

KNOWN = make_record(
    [
        ("stamp", np.int64),  # which solution the entry belongs to; 0 is empty
        ("leader", np.int64),
        ("taken", np.int64),
        ("hands", np.int64, (MOST_SEATS,)),
        ("best", np.float64, (MOST_SEATS,)),
    ]
)


@compiled
def solve_maxn(positions, taken, payoffs, steps, table, stamp):
    """Leave the payoffs of all seats under max-n in `steps[0].best`.

    Args:
        positions: Position records [1]; the hands are changed and restored.
        taken: Tricks of each seat so far, four bits a seat.
        payoffs: float64[M, P], for each combination of final tricks what each seat is paid; the
            row is seat 0's tricks + (T + 1) * (seat 1's + (T + 1) * ...), the last seat left out.
        steps: Step records, one more than cards in the hands.
        table: Known records [2**k].
        stamp: A number not used before with this table.
    """
    position = positions[0]
    _set_root(position, steps[0], taken)
    ply = 0
    is_known = _enter(position, payoffs, steps[0], table, stamp)
    while True:
        step = steps[ply]
        if not is_known and step.rest:
            card = lowest(step.rest)
            step.rest &= step.rest - 1
            _descend(position, step, steps[ply + 1], card)
            ply += 1
            is_known = _enter(position, payoffs, steps[ply], table, stamp)
            continue
        if not is_known and step.slot != NONE:
            _store(position, step, table, stamp)
        if ply == 0:
            return
        ply -= 1
        is_known = False
        above = steps[ply]
        position.hands[above.seat] |= np.int64(1) << above.card
        if above.tried == 1 or prefers(above.seat, step.best, above.best):
            fill(above.best, step.best)


@compiled
def _set_root(position, root, taken):
    root.seat = (position.leader + position.trick_size) % position.players
    root.trick_size = position.trick_size
    root.led, root.top, root.top_seat = NONE, NONE, NONE
    for i in range(position.trick_size):
        card = position.trick[i]
        if i == 0:
            root.led = suit_of(card, position.ranks)
        if i == 0 or beats(card, root.top, position.trump, position.ranks):
            root.top = card
            root.top_seat = (position.leader + i) % position.players
    root.left = count(position.hands[root.seat])
    root.taken = taken


@compiled
def _enter(position, payoffs, step, table, stamp):
    """Prepare a step; returns whether its payoffs are known already."""
    step.best[:] = 0.0  # also of the seats that are not there
    step.slot = NONE
    step.tried = 0
    if step.trick_size == 0:
        if step.left == 0:
            _pay(position, payoffs, step)
            return True
        if step.left > 1 and _look_up(position, step, table, stamp):
            return True
    own, others = position.hands[step.seat], np.int64(0)
    for seat in range(position.players):
        others |= position.hands[seat]
    others &= ~own
    if step.top != NONE:
        others |= np.int64(1) << step.top
    allowed = may_play(position, own, step.led)
    step.rest = distinct_cards(position, allowed, own, others)
    return False


@compiled
def _pay(position, payoffs, step):
    """Look the payoffs up for the tricks of the end."""
    all_tricks = np.int64(0)
    for seat in range(position.players):
        all_tricks += (step.taken >> (_DIGIT * seat)) & 15
    row, factor = np.int64(0), np.int64(1)
    for seat in range(position.players - 1):
        row += factor * ((step.taken >> (_DIGIT * seat)) & 15)
        factor *= all_tricks + 1
    for seat in range(position.players):
        step.best[seat] = payoffs[row, seat]


@compiled
def _descend(position, step, below, card):
    """Play a card and set up the step below."""
    step.card = card
    step.tried += 1
    position.hands[step.seat] &= ~(np.int64(1) << card)
    top, top_seat = step.top, step.top_seat
    if step.trick_size == 0 or beats(card, top, position.trump, position.ranks):
        top, top_seat = card, step.seat
    below.left, below.taken = step.left, step.taken
    if step.trick_size + 1 < position.players:
        below.seat = step.seat + 1 if step.seat + 1 < position.players else 0
        below.trick_size = step.trick_size + 1
        below.led = suit_of(card, position.ranks) if step.trick_size == 0 else step.led
        below.top, below.top_seat = top, top_seat
    else:
        below.seat, below.trick_size = top_seat, 0
        below.led, below.top, below.top_seat = NONE, NONE, NONE
        below.left -= 1
        below.taken += np.int64(1) << (_DIGIT * top_seat)


@compiled
def _look_up(position, step, table, stamp):
    """Find the position in the table; returns whether it is there, and leaves its slot."""
    condensed(position, position.hands, step.key)
    word = scramble(stamp ^ (step.seat << 32) ^ (step.taken << 36))
    for seat in range(position.players):
        word = scramble(word ^ step.key[seat])
    step.slot = word & (len(table) - 1)
    entry = table[step.slot]
    if entry.stamp != stamp or entry.leader != step.seat or entry.taken != step.taken:
        return False
    for seat in range(position.players):
        if entry.hands[seat] != step.key[seat]:
            return False
    fill(step.best, entry.best)
    return True


@compiled
def _store(position, step, table, stamp):
    entry = table[step.slot]
    entry.stamp, entry.leader, entry.taken = stamp, step.seat, step.taken
    for seat in range(position.players):
        entry.hands[seat] = step.key[seat]
    fill(entry.best, step.best)


class MaxnSolver:
    """Solves endings in which every seat has its own interest."""

    def __init__(self, bits: int = 14) -> None:
        """Make a solver with a table of 2**bits entries of 88 bytes."""
        if not 4 <= bits <= 26:
            raise BadOptions(f"a solver's table has 2**4 to 2**26 entries, got 2**{bits}")
        self._table = np.zeros(1 << bits, KNOWN)
        self._steps = np.zeros(MOST_CARDS + 1, STEP)
        self._stamp = 0

    def payoffs(
        self, positions: np.ndarray, taken: tuple[int, ...], payoffs: np.ndarray
    ) -> np.ndarray:
        """Return what each seat is paid when all play for themselves, float64[P].

        Args:
            positions: Record array of length 1, dtype POSITION; trick play for tricks only.
            taken: Tricks of each seat so far.
            payoffs: float64[T + 1, ..., P], what each seat is paid by the final tricks of the seats
                0 .. P - 2, T being the number of tricks of the deal.
        """
        position = positions[0]
        players = int(position.players)
        left = int(count(position.hands[(position.leader + position.trick_size) % players]))
        tricks = sum(taken) + left
        if payoffs.shape != (*(tricks + 1,) * (players - 1), players) or tricks > MOST_IN_ALL:
            most = f"{MOST_IN_ALL} at most"
            raise BadOptions(f"payoffs of {tricks} tricks ({most}) in shape {payoffs.shape}")
        self._stamp += 1
        packed = sum(number << (_DIGIT * seat) for seat, number in enumerate(taken))
        order = tuple(reversed(range(players - 1)))
        rows = np.ascontiguousarray(payoffs.transpose(*order, players - 1).reshape(-1, players))
        solve_maxn(positions, packed, rows, self._steps, self._table, self._stamp)
        found: np.ndarray = self._steps["best"][0][:players].copy()
        return found
