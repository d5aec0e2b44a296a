"""The errors a user meets. Each message says what was expected, what came, and where."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class PrikupError(ValueError):
    """Base of all errors raised on bad input."""


class BadOptions(PrikupError):
    """An unknown game, preset, option or agent, or a value out of range."""


class BadText(PrikupError):
    """A text that names no card, action, state or record."""


class IllegalAction(PrikupError):
    """An action that is not legal in the state; the state is as it was."""


class NoWorld(PrikupError):
    """The sampler found no world within its limit of attempts."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the part of a message that offers the nearest known words.

    Example:
        >>> nearest("durack", ["durak", "kuhn_poker"])
        "did you mean 'durak'? known: durak, kuhn_poker"
    """
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=3, cutoff=0.5)
    offer = f"did you mean {' or '.join(repr(c) for c in close)}? " if close else ""
    return f"{offer}known: {', '.join(names)}"
