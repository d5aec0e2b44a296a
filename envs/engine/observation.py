"""Observations: a flat float32 vector of named pieces.

A game declares its pieces once; the vector, its named views, the printed tables and the text all
follow from that list. `observe` fills the pieces in the same order with the writers below, each of
which returns the position after what it wrote.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .jit import compiled, inlined


@dataclass(frozen=True)
class Piece:
    """One named part of the observation."""

    name: str
    size: int
    doc: str


def total_size(pieces: list[Piece]) -> int:
    """Return the length F of the observation."""
    return sum(piece.size for piece in pieces)


def split(pieces: list[Piece], observation: np.ndarray) -> dict[str, np.ndarray]:
    """Return named views on the last axis of an observation array [..., F]."""
    views, at = {}, 0
    for piece in pieces:
        views[piece.name] = observation[..., at : at + piece.size]
        at += piece.size
    return views


@compiled
def put_cards(out, at, cards, number):
    """Write a card set as 0/1 over the cards 0 .. number - 1."""
    # Every place is written, and unsigned indices need no wrapping at negative ones: that becomes
    # a few vector instructions, where a loop over the members is mispredicted at each set.
    left, start = np.uint64(cards), np.uint64(at)
    for i in range(number if left != 0 else 0):
        card = np.uint64(i)
        out[start + card] = np.float32(np.int32((left >> card) & np.uint64(1)))
    return at + number


@compiled
def put_one_hot(out, at, index, size):
    """Write 1 at `index` of `size` places, size > 0; nothing where it is out of range (NONE)."""
    # Without a branch, for no processor foresees cards: a zero is there already where none is due.
    is_inside = 0 <= index < size
    out[at + (index if is_inside else 0)] = 1.0 if is_inside else 0.0
    return at + size


@compiled
def put_number(out, at, value, scale):
    """Write value / scale."""
    out[at] = value / scale
    return at + 1


@compiled
def seat_after(seat, steps, players):
    """Return the seat that many places to the left; observations start from the own seat."""
    after = seat + steps  # both below `players`: a comparison costs less than a division
    return after if after < players else after - players


@inlined
def put_seat(out, at, other, seat, players):
    """Write a seat one-hot, counted from the own seat to the left; nothing for NONE and chance."""
    steps = other - seat
    return put_one_hot(out, at, steps if steps >= 0 or other < 0 else steps + players, players)


@inlined
def put_numbers(out, at, numbers, seat, players, scale):
    """Write numbers[other] / scale of each seat, counted from the own seat to the left."""
    for i in range(players):
        put_number(out, at + i, numbers[seat_after(seat, i, players)], scale)
    return at + players
