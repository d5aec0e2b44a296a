"""A game as the engine sees it: the modules its author wrote, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from . import verbs
from .layout import LAYOUTS, Layout, view_record
from .observation import Piece
from .options import Options


def _card_as_number(options: Options, card: int) -> str:
    return str(card)


def _lot_as_number(options: Options, outcome: int) -> str:
    return f"lot {outcome}"


@dataclass(frozen=True)
class Definition:
    """The rules of a game for all its options."""

    name: str
    version: int
    summary: str
    options: type[Options]
    state: np.dtype
    view: np.dtype
    layout: Layout
    pieces: Callable[[Any], list[Piece]]
    action_text: Callable[[Any, int], str]
    lot_text: Callable[[Any, int], str]
    word_text: Callable[[Any, int], str]
    place_text: Callable[[Any, int], str]
    card_text: Callable[[Any, int], str]
    table: Callable[[Any, int, Any], Any]  # (state, seat, options) -> Table
    module: ModuleType  # where the places and fields are named: `rules`


def define(
    rules: ModuleType,
    sight: ModuleType | None = None,
    words: ModuleType | None = None,
    options: ModuleType | None = None,
) -> Definition:
    """Make a definition from a game's modules; a tiny game is one module.

    Args:
        rules: STATE, deal, legal, play, returns.
        sight: pieces, observe.
        words: action_text, word_text, place_text, card_text, table, and lot_text where it has lots.
        options: NAME, VERSION, SUMMARY, OPTIONS.

    Raises:
        TypeError: if a name is missing or a verb's arguments are not the contract's.
    """
    sight, words, options = sight or rules, words or rules, options or rules
    parts = {"rules": rules, "sight": sight, "words": words, "options": options}
    needed = {
        "rules": ("STATE", "deal", "legal", "play", "returns"),
        "sight": ("pieces", "observe"),
        "words": ("action_text", "word_text", "place_text", "table"),
        "options": ("NAME", "VERSION", "SUMMARY", "OPTIONS"),
    }
    for part, names in needed.items():
        for name in names:
            if not hasattr(parts[part], name):
                raise TypeError(f"{parts[part].__name__}: {name} is missing")
    state = rules.STATE
    verbs.register(
        state,
        deal=rules.deal,
        legal=rules.legal,
        play=rules.play,
        returns=rules.returns,
        observe=sight.observe,
    )
    return Definition(
        name=options.NAME,
        version=options.VERSION,
        summary=options.SUMMARY,
        options=options.OPTIONS,
        state=state,
        view=view_record(state),
        layout=LAYOUTS[state],
        pieces=sight.pieces,
        action_text=words.action_text,
        lot_text=getattr(words, "lot_text", _lot_as_number),
        word_text=words.word_text,
        place_text=words.place_text,
        card_text=getattr(words, "card_text", _card_as_number),
        table=words.table,
        module=rules,
    )
