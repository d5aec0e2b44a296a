"""A trick-play position with all hands open: what the perfect-information solvers work on.

Cards are numbered `suit * ranks + rank` in order of strength: within a suit a higher number beats a
lower one. A game whose cards are numbered otherwise renumbers them on the way in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from prikup.envs.engine.cards import NONE, cards_of_suit, first_cards, lowest, make_set, suit_of
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.jit import compiled, inlined
from prikup.envs.engine.layout import make_record

MOST_SEATS, MOST_CARDS = 4, 60

POSITION = make_record(
    [
        ("players", np.int64),
        ("suits", np.int64),
        ("ranks", np.int64),
        ("trump", np.int64),  # suit, NONE without one
        ("must_trump", np.int64),  # 1: who cannot follow must trump if he can
        ("hands", np.int64, (MOST_SEATS,)),  # card set of each seat
        ("leader", np.int64),  # of the running trick
        ("trick", np.int64, (MOST_SEATS,)),  # cards of the running trick in the order played
        ("trick_size", np.int64),
        ("counted", np.int64),  # set of seats whose tricks count
        ("maximizing", np.int64),  # set of seats that want them; the others do not
        ("trick_value", np.int64),  # of each trick, besides its cards' points
        ("points", np.int64, (MOST_CARDS,)),  # of each card, to whoever takes the trick
        ("has_points", np.int64),  # 1 where some card has any
        ("by_goal", np.int64),  # 1: the value is 1 if the counted tricks end in the goal, else 0
        ("goal", np.int64),  # set of the wanted numbers of counted tricks still to come
    ]
)


def make_position(
    hands: Sequence[Sequence[int]],
    *,
    ranks: int,
    trump: int = NONE,
    leader: int = 0,
    trick: Sequence[int] = (),
    counted: Sequence[int] = (0,),
    maximizing: Sequence[int] | None = None,
    trick_value: int = 1,
    points: Mapping[int, int] | Sequence[int] | None = None,
    goal: Sequence[int] | None = None,
    must_trump: bool = False,
) -> np.ndarray:
    """Make a position.

    Args:
        hands: Cards of each seat, those of the running trick already taken out.
        ranks: Cards of a suit.
        trump: Trump suit, or NONE.
        leader: Seat that leads or has led the running trick.
        trick: Cards of the running trick in the order played.
        counted: Seats whose tricks count.
        maximizing: Seats that want them; None: those whose tricks count. For a misère give the
            opponents: they want the declarer to take tricks.
        trick_value: Value of a trick, not negative: where tricks cost, the others maximise.
        points: Further value of each card, not negative, to whoever takes its trick.
        goal: If given, only whether the counted tricks still to come number one of these matters:
            the value of the position is 1 or 0.
        must_trump: Whether a seat that cannot follow suit must trump if it can.

    Returns:
        A record array of length 1, dtype POSITION.

    Raises:
        BadOptions: if the hands and the running trick do not belong together, or a value is
            negative.
    """
    players, size = len(hands), len(trick)
    given = dict(points) if isinstance(points, Mapping) else dict(enumerate(points or ()))
    cards = [card for hand in hands for card in hand] + list(trick)
    if not 2 <= players <= MOST_SEATS:
        raise BadOptions(f"a position has 2 to {MOST_SEATS} seats, got {players}")
    if len(set(cards)) != len(cards) or not all(0 <= c < min(4 * ranks, MOST_CARDS) for c in cards):
        raise BadOptions(f"cards must differ and be 0 to {min(4 * ranks, MOST_CARDS) - 1}: {cards}")
    lengths = [len(hand) for hand in hands]
    played = {(leader + i) % players for i in range(size)}
    wanted = {length + (seat in played) for seat, length in enumerate(lengths)}
    if len(wanted) != 1 or size >= players:
        raise BadOptions(f"hands of {lengths} cards do not fit a trick of {size} led by {leader}")
    if min([trick_value, *given.values()]) < 0:
        raise BadOptions("tricks and cards are worth 0 or more: let those maximise who pay")
    positions = np.zeros(1, POSITION)
    position = positions[0]
    position.players, position.ranks, position.suits = players, ranks, 4
    position.trump, position.must_trump = trump, int(must_trump)
    for seat, hand in enumerate(hands):
        position.hands[seat] = make_set(list(hand))
    position.leader, position.trick_size = leader, size
    position.trick[:size] = trick
    position.counted = make_set(list(counted))
    wants = counted if maximizing is None else maximizing
    position.maximizing = make_set(list(wants))
    position.trick_value = trick_value
    for card, value in given.items():
        position.points[card] = value
    position.has_points = int(any(given.values()))
    position.by_goal = int(goal is not None)
    position.goal = make_set(list(goal or ()))
    return positions


@inlined
def may_play(position, hand, led):
    """Return the cards of a hand that may be played; `led` is a suit, NONE for the leader."""
    if led == NONE:
        return hand
    same = cards_of_suit(hand, led, position.ranks)
    if same:
        return same
    if position.must_trump and position.trump != NONE:
        trumps = cards_of_suit(hand, position.trump, position.ranks)
        if trumps:
            return trumps
    return hand


@compiled
def distinct_cards(position, allowed, own, others):
    """Return the allowed cards of a hand without those that are as good as the next higher one.

    Two cards of a hand are equal if no card of the others lies between them and they have the same
    points. Of equal cards the highest is kept.

    Args:
        position: The position.
        allowed: Set of cards that may be played.
        own: The hand.
        others: Cards in other hands, and the one that is winning the running trick.
    """
    kept, rest, before = np.int64(0), allowed, np.int64(NONE)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if before != NONE:
            between = first_cards(card) & ~first_cards(before + 1)
            is_equal = (
                others & between == 0
                and suit_of(card, position.ranks) == suit_of(before, position.ranks)
                and position.points[card] == position.points[before]
            )
            if not is_equal:
                kept |= np.int64(1) << before
        before = card
    return kept | (np.int64(1) << before)


@compiled
def condensed(position, hands, out):
    """Write the hands into `out int64[P]` so that positions which play alike are equal.

    Without card points only the order of the cards still out matters: each suit's cards are moved
    down over the gaps. With points the hands stand as they are.
    """
    players, ranks = position.players, position.ranks
    if position.has_points:
        for seat in range(players):
            out[seat] = hands[seat]
        return
    there = np.int64(0)
    for seat in range(players):
        out[seat] = 0
        there |= hands[seat]
    for suit in range(position.suits):
        rest, place = cards_of_suit(there, suit, ranks), suit * ranks
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            for seat in range(players):
                out[seat] |= ((hands[seat] >> card) & 1) << place
            place += 1
