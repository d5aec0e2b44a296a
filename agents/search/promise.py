"""In which order cards are tried by `solver`: cheap rules of card play, before any search."""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.cards import (
    cards_of_suit,
    has,
    highest,
    lowest,
    suit_of,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.tricks import beats

from .certain import safe_rounds
from .position import may_play


@compiled
def put_in_order(position, frame, allowed, others, hint):
    """Write the cards into `order`, the most promising first."""
    keys = frame.order
    if allowed & (allowed - 1) == 0:
        frame.moves = 1
        keys[0] = lowest(allowed)
        return
    moves = 0
    while allowed:
        card = lowest(allowed)
        allowed &= allowed - 1
        score = _promise(position, frame, card, others)
        if card == hint:
            score += np.int64(1) << 40
        key = score * 64 + card
        at = moves
        while at > 0 and keys[at - 1] < key:
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = key
        moves += 1
    frame.moves = moves
    for i in range(moves):
        keys[i] &= 63


@compiled
def _promise(position, frame, card, others):
    """Return how promising a card looks, before any search: cheap rules of card play."""
    ranks = position.ranks
    seat, points = frame.seat, position.points[card]
    suit = suit_of(card, ranks)
    rank = card - suit * ranks
    counts = has(position.counted, seat)
    avoids = counts != has(position.maximizing, seat)
    if frame.trick_size == 0:
        if avoids:
            return 64 - 4 * rank
        return _promise_of_lead(position, frame, card, others)
    wins = beats(card, frame.top, position.trump, ranks)
    if avoids:
        return 64 - 4 * rank - 8 * points - 512 if wins else 4 * rank + 8 * points
    is_ours = wins or has(position.counted, frame.top_seat) == counts
    if not is_ours:
        return -8 * points - 4 * rank
    is_safe = not _is_in_danger(position, frame, card if wins else frame.top)
    if not is_safe:
        return 64 - 8 * points - 4 * rank
    if wins and has(position.counted, frame.top_seat) != counts:
        return 512 + 8 * points - 4 * rank
    return 400 + 8 * points - 4 * rank


@compiled
def _promise_of_lead(position, frame, card, others):
    """Prefer cards that win, then suits in which the partner's card wins."""
    ranks, points = position.ranks, position.points[card]
    suit = suit_of(card, ranks)
    theirs = cards_of_suit(others, suit, ranks)
    is_ruffed = safe_rounds(position, frame.seat, suit) == 0
    if not is_ruffed and (theirs == 0 or card > highest(theirs)):
        return 256 + 8 * points
    base = -8 * points - 4 * (card - suit * ranks)
    if is_ruffed or theirs == 0:
        return base
    for seat in range(position.players):
        if has(position.hands[seat], highest(theirs)) and seat != frame.seat:
            if has(position.counted, seat) == has(position.counted, frame.seat):
                return base + 128
    return base


@compiled
def _is_in_danger(position, frame, top):
    """Return whether a seat of the other side, still to play, can beat a card."""
    counts = has(position.counted, frame.seat)
    led = frame.led
    for i in range(1, position.players - frame.trick_size):
        seat = (frame.seat + i) % position.players
        if has(position.counted, seat) != counts:
            choices = may_play(position, position.hands[seat], led)
            while choices:
                if beats(lowest(choices), top, position.trump, position.ranks):
                    return True
                choices &= choices - 1
    return False
