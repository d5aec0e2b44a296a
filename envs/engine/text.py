"""The tables of a game's README, printed from its code as Markdown.

In the page each stands between the markers `<!-- options -->` (or another name of TABLES) and
`<!-- end -->`; `fill_tables` writes them there anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .options import value_text

if TYPE_CHECKING:
    from .game import Game


def option_table(game: Game) -> str:
    """Return the options with their values, defaults and meaning."""
    kind = type(game.options)
    usual = kind.make()
    rows = [
        [f"`{name}`", spec.expected(), f"`{value_text(getattr(usual, name))}`", spec.doc]
        for name, spec in kind.specs().items()
    ]
    return _table(["option", "values", "default", "meaning"], rows)


def preset_table(game: Game) -> str:
    """Return the presets with the options that they set."""
    rows = []
    for name, values in type(game.options).PRESETS.items():
        settings = [f"{key}={value_text(value)}" for key, value in values.items()]
        rows.append([f"`{name}`", f"`{','.join(settings)}`" if settings else "the defaults"])
    return _table(["preset", "sets"], rows)


def action_table(game: Game) -> str:
    """Return the action ids with their text; cards and numbers in even steps share a row."""
    cards = {game.card_to_string(int(card)) for card in game.pack}
    texts = [game.action_to_string(action) for action in range(game.num_distinct_actions())]
    rows, first = [], 0
    while first < len(texts):
        last, step = _run(texts, first, cards)
        ids = str(first) if first == last else f"{first} to {last}"
        text = f"`{texts[first]}`" if first == last else f"`{texts[first]}` to `{texts[last]}`"
        rows.append([ids, text + (f" by {step}" if step > 1 else "")])
        first = last + 1
    return _table(["action", "text"], rows)


def _run(texts: Sequence[str], first: int, cards: set[str]) -> tuple[int, int]:
    """Return the last action of a run, and the step between the numbers that it counts.

    A run is one of cards, or of three texts and more that differ by an equal step in their last
    number alone.
    """
    last = first
    if texts[first] in cards:
        while last + 1 < len(texts) and texts[last + 1] in cards:
            last += 1
        return last, 0
    words, number = _counted(texts[first])
    step = _counted(texts[first + 1])[1] - number if first + 1 < len(texts) else 0
    while step > 0 and last + 1 < len(texts):
        if _counted(texts[last + 1]) != (words, number + step * (last + 1 - first)):
            break
        last += 1
    return (last, step) if last >= first + 2 else (first, 0)


def _counted(text: str) -> tuple[str, int]:
    """Return a text without the number at its end, and the number, -1 where there is none."""
    found = _NUMBER.fullmatch(text)
    return (found[1], int(found[2])) if found else (text, -1)


def observation_table(game: Game) -> str:
    """Return the named pieces of the observation with their positions."""
    layout = game.observation_layout()
    rows = [
        [
            f"`{piece.name}`",
            f"{layout[piece.name].start} to {layout[piece.name].stop - 1}",
            piece.doc,
        ]
        for piece in game.pieces
    ]
    return _table(["piece", "positions", "meaning"], rows)


TABLES = {
    "options": option_table,
    "presets": preset_table,
    "actions": action_table,
    "observation": observation_table,
}


_NUMBER = re.compile(r"(.*?)(\d+)")
_BLOCK = re.compile(r"<!-- (\w+) -->\n.*?<!-- end -->", re.DOTALL)


def fill_tables(page: str, game: Game) -> str:
    """Return a README with the tables between its markers printed anew."""

    def block(found: re.Match[str]) -> str:
        return f"<!-- {found[1]} -->\n{TABLES[found[1]](game)}\n<!-- end -->"

    return _BLOCK.sub(block, page)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(text) for text in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
