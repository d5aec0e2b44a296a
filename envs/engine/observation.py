"""Observations: a flat float32 vector of named pieces.

A game declares its pieces once; the vector, its named views, the printed tables and the text all
follow from that list. `observe` fills the pieces in the same order with the writers below, each of
which returns the position after what it wrote.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cards import first_cards, lowest, without_lowest
from .jit import compiled


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
    left = cards & first_cards(number)  # only its members: most sets are small or empty
    while left != 0:
        out[at + lowest(left)] = 1.0
        left = without_lowest(left)
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
