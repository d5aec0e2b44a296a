"""What an open-hand position is worth for certain, without search: bounds for `solver`."""

from __future__ import annotations

import numpy as np

from prikup.envs.engine.cards import (
    NONE,
    cards_of_suit,
    count,
    first_cards,
    has,
    highest,
    lowest,
)
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.tricks import beats

MOST_ROUNDS = 16


@compiled
def play_last_trick(position, frame):
    """Set `best` to the value of a trick in which nobody has a choice."""
    top, top_seat, value = np.int64(NONE), frame.seat, position.trick_value
    for i in range(position.players):
        seat = (
            frame.seat + i
            if frame.seat + i < position.players
            else frame.seat + i - position.players
        )
        card = lowest(position.hands[seat])
        value += position.points[card]
        if i == 0 or beats(card, top, position.trump, position.ranks):
            top, top_seat = card, seat
    counts = has(position.counted, top_seat)
    if position.by_goal:
        frame.best = (frame.goal >> 1) & 1 if counts else frame.goal & 1
    else:
        frame.best = value if counts else 0


@compiled
def is_decided(position, frame):
    """Narrow the window by what is certain; returns whether that decides, `best` being set."""
    if position.by_goal:
        everything = first_cards(frame.left + 1)
        if frame.goal == 0 or frame.goal == everything:
            frame.best = 1 if frame.goal else 0
            return True
        return False
    least, most = np.int64(0), frame.whole
    for seat in range(position.players):
        if seat != frame.seat and position.trump == NONE:
            continue
        counts = has(position.counted, seat)
        if counts == has(position.maximizing, seat):
            sure = _sure_value(position, seat, seat == frame.seat)
            if counts:
                least = max(least, sure)
            else:
                most = min(most, frame.whole - sure)
    if least >= frame.beta or least == most:
        frame.best = least
        return True
    if most <= frame.alpha:
        frame.best = most
        return True
    return False


@compiled
def _sure_value(position, taker, is_leader):
    """Return a lower bound of what one seat can take for its side.

    Its highest trumps win whenever they are played; when it leads, so do the highest cards of a
    suit that nobody can ruff.
    """
    own, others, ranks = position.hands[taker], np.int64(0), position.ranks
    for seat in range(position.players):
        if seat != taker:
            others |= position.hands[seat]
    value, tricks = np.int64(0), np.int64(0)
    first, last = (0, position.suits) if is_leader else (position.trump, position.trump + 1)
    for suit in range(first, last):
        mine, theirs = cards_of_suit(own, suit, ranks), cards_of_suit(others, suit, ranks)
        if mine <= theirs:
            continue  # the highest card is not its own
        rounds = safe_rounds(position, taker, suit)
        while mine > theirs and rounds > 0:
            card = highest(mine)
            value += position.trick_value + position.points[card]
            mine &= ~(np.int64(1) << card)
            rounds -= 1
            tricks += 1
    if tricks and position.has_points:
        for seat in range(position.players):
            if seat != taker:
                value += _cheapest(position, position.hands[seat], tricks)
    return value


@compiled
def _cheapest(position, hand, number):
    """Return the points of the cheapest cards of a hand, so many of them."""
    points = np.int64(0)
    for _ in range(number):
        rest, best = hand & (hand - 1), lowest(hand)
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if position.points[card] < position.points[best]:
                best = card
        points += position.points[best]
        hand &= ~(np.int64(1) << best)
    return points


@compiled
def safe_rounds(position, leader, suit):
    """Return how often a suit can be led before somebody with a trump cannot follow."""
    safe = np.int64(MOST_ROUNDS)
    if position.trump == NONE or suit == position.trump:
        return safe
    for seat in range(position.players):
        hand = position.hands[seat]
        if seat != leader and cards_of_suit(hand, position.trump, position.ranks):
            safe = min(safe, count(cards_of_suit(hand, suit, position.ranks)))
    return safe
