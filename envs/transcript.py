"""The log of a deal as one seat saw it, in words: for hand records, replays and people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine.view import Event, View


def event_texts(view: View, events: Iterable[Event], *, is_lot: bool = False) -> tuple[str, ...]:
    """Return events of a view as texts; at a lot the action is the number of its outcome."""
    definition, options = view.game.definition, view.game.options
    return tuple(
        definition.lot_text(options, event.value)
        if is_lot and event.seen and event.kind == "action"
        else view.event_text(event)
        for event in events
    )


def grouped(texts: Iterable[str]) -> list[str]:
    """Return event texts with the moves between the same places, and cards shown there, as one.

    Example:
        >>> grouped(["KS deck>hand 0", "a card deck>hand 1", "7C deck>hand 0"])
        ['KS 7C deck>hand 0', 'a card deck>hand 1']
    """
    told: list[str] = []
    moved: dict[str, list[str]] = {}
    for text in texts:
        move = re.fullmatch(r"(a card|\S+) (\S.*>.+|in [^:]+)", text)
        if move is None:
            told.append(text)
        else:
            if move[2] not in moved:
                told.append(move[2])  # the place in the text where the cards will stand
            moved.setdefault(move[2], []).append(move[1])
    return [_moved(moved[text], text) if text in moved else text for text in told]


def _moved(cards: list[str], where: str) -> str:
    unseen = cards.count("a card")
    named = [card for card in cards if card != "a card"]
    if unseen:
        named.append("a card" if unseen == 1 else f"{unseen} cards")
    return f"{' '.join(named)} {where}"


def story(view: View) -> list[str]:
    """Return all events of the deal as texts, the moves between two actions grouped."""
    told: list[str] = []
    moves: list[str] = []
    for event in view.events():
        if event.kind == "move":
            moves.append(view.event_text(event))
            continue
        told += [*grouped(moves), view.event_text(event)]
        moves = []
    return told + grouped(moves)
