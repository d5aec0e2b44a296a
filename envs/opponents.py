"""Who keeps the seats that a learner does not: policies by name, one for all or one a seat.

Names are looked up among the installed entry points `prikup.policies`, so that nothing here knows
an agent; a package of yours may announce more.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Any

import numpy as np

from .engine.errors import BadOptions, nearest
from .engine.game import Game

GROUP = "prikup.policies"
CYCLE = "cycle"  # as the learner's seat: each in turn


def named_policy(name: str, game: Game) -> np.ndarray:
    """Return the record of a compiled policy for a game, an array of length 1.

    Raises:
        BadOptions: if there is no policy of that name, or none for this game.
    """
    known = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in known:
        raise BadOptions(f"no policy {name!r}; {nearest(name, known)}")
    record: np.ndarray = known[name].load()(game)
    return record


def each_opponent(opponents: Any, game: Game) -> list[Any]:
    """Return what keeps the seats to the left of the learner, in order: P - 1 entries.

    Args:
        opponents: One for all of them, or a sequence of P - 1, the first left of the learner. Names
            become the policies' records, everything else stays as it is.
        game: The game.

    Raises:
        BadOptions: on an unknown name or another number.
    """
    others = game.num_players() - 1
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != others:
            raise BadOptions(
                f"{game.name}: opponents must be one for all or one for each of the {others} other "
                f"seats, got {len(opponents)}"
            )
    else:
        opponents = [opponents] * others
    # One record a name: a batch takes those that are the same for one policy.
    named = {one: named_policy(one, game) for one in opponents if isinstance(one, str)}
    return [named[one] if isinstance(one, str) else one for one in opponents]
