"""The neutral picture of a card table, drawn as text, SVG or pixels by `prikup.envs.render`.

A game describes what one viewer may see; the painters know nothing about games. A `Table`
therefore holds no card that its viewer may not see: hidden cards are only counted.

Card text is rank then suit letter: ranks 2..9 T J Q K A (also 11 and 12 in the 60-card pack),
suits S C D H, for example `"AS"` or `"TD"`; a joker is `"JOKER"`. Any other text, for example
`"K"` or `"K1"` of the poker minis, is a card without a suit.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Seat:
    """What the viewer sees of one seat."""

    name: str
    cards: tuple[str, ...]
    """Face-up card texts the viewer may see; never the empty text."""
    hidden: int = 0
    """Number of cards shown as backs."""
    groups: tuple[tuple[str, tuple[str, ...], int], ...] = ()
    """Further named groups (label, face-up cards, backs), e.g. `("laid aside", (), 3)`."""
    notes: tuple[str, ...] = ()
    """Short lines: "bid 4", "tricks 2", "declarer"."""
    active: bool = False
    """Whether this seat is to act."""


@dataclass(frozen=True)
class Table:
    """What one viewer sees of the whole table."""

    title: str
    seats: tuple[Seat, ...]
    """One entry per seat, clockwise."""
    viewer: int
    """Seat drawn at the bottom."""
    center: tuple[tuple[str, str], ...] = ()
    """(label, card text), e.g. `("player 1", "KH")`: cards of the running trick, the trump."""
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Named rows of cards on the table, e.g. `("spades", ("8S", "9S", "TS"))`."""
    lines: tuple[str, ...] = ()
    """Text lines: scores, trump, last event."""
