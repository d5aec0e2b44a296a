"""What all checks share: the failure, the budget, random walks, positions, and what a seat sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..engine.deals import count_deals
from ..engine.errors import PrikupError
from ..engine.game import Game, State
from ..engine.view import View
from ..render import table_text

MOST_STEPS = 100_000  # of one walk: a game that goes on and on is stopped here


class CheckFailed(AssertionError, PrikupError):
    """A rule of the contract is broken; the message names the rule, the position and the seed."""


@dataclass(frozen=True)
class Budget:
    """How much work the checks do."""

    walks: int  # random episodes
    deals: int  # of a match, after which a walk may stop
    positions: int  # sampled from the walks
    worlds: int  # drawn for each view
    nodes: int  # of an enumerated tree
    small: int  # the most distinct deals of a game whose worlds are enumerated
    views: int  # whose worlds are tested against the enumerated ones
    draws: int  # the most for one such view


QUICK = Budget(8, 2, 24, 2, 3_500, 2_500, 10, 1_500)
FULL = Budget(100, 20, 200, 6, 60_000, 20_000, 60, 10_000)


@dataclass
class Run:
    """One run of the suite over one game."""

    game: Game
    seed: int
    budget: Budget
    referee: Any = None
    figures: dict[str, str] = field(default_factory=dict)  # what the checks measured
    _positions: list[State] = field(default_factory=list)

    def seeds(self) -> range:
        """Return the seeds of the random episodes."""
        return range(self.seed, self.seed + self.budget.walks)

    def fail(self, rule: str, what: str, state: State | None = None) -> CheckFailed:
        """Return a failure that names the rule, what happened, the position and the seed."""
        where = "" if state is None else f"; position {position_text(state)}"
        return CheckFailed(f"{self.game}: {rule}: {what}{where}; seed {self.seed}")

    def is_small(self) -> bool:
        """Return whether all distinct deals can be listed within the budget."""
        return count_deals(self.game.deck_groups(), self.game.pack) <= self.budget.small

    def positions(self, number: int) -> list[State]:
        """Return positions of random episodes, dealt ones, the ends of deals among them; copies."""
        if not self._positions:
            for seed in self.seeds():
                walked = walk(self.game, seed, self.budget.deals)
                self._positions += [s.clone() for s in walked if s.record.deal_number >= 0]
        found = self._positions
        order = np.random.default_rng(self.seed).permutation(len(found))[:number]
        return [found[i].clone() for i in sorted(order.tolist())]


def position_text(state: State) -> str:
    """Return a position as text that `deserialize_state` reads, or its bare steps."""
    try:
        return state.serialize()
    except Exception:  # the texts themselves may be what is broken
        return steps_text(state)


def steps_text(state: State) -> str:
    """Return the bare numbers of a position's decks and actions."""
    return str([s if isinstance(s, int) else s.tolist() for s in state.steps()])


def step(state: State, seed: int, rng: np.random.Generator) -> None:
    """Go on by one step: a random action, or chance as the seed has it."""
    actions = state.legal_actions()
    if state.is_chance_node():
        if actions:
            state.draw_lot(seed)
        else:
            state.deal(seed)
    else:
        state.apply_action(int(rng.choice(actions)))


def walk(
    game: Game, seed: int, deals: int = MOST_STEPS, state: State | None = None
) -> Iterator[State]:
    """Yield a random episode before each step and at its end, always the same object.

    Args:
        game: The game.
        seed: Decides chance and actions.
        deals: Stop when this many deals are finished.
        state: Start here instead of at a new episode.
    """
    state = game.new_initial_state() if state is None else state
    rng = np.random.default_rng(seed)
    for _ in range(MOST_STEPS):
        yield state
        if state.is_terminal() or state.record.match.deals >= deals:
            return
        step(state, seed, rng)
    raise CheckFailed(f"{game}: an episode must end: {MOST_STEPS} steps from seed {seed}")


def image(state: State) -> bytes:
    """Return the bytes of a state, of its log only what has been written."""
    layout = state.game.definition.layout
    return state.states.tobytes()[: layout.log_at + 8 * int(state.record.log_length)]


def sight(state: State, seat: int, in_order: bool = True) -> dict[str, Any]:
    """Return everything that a seat gets to see, by name.

    Args:
        state: The position.
        seat: The seat.
        in_order: Whether the order in which a hand was dealt counts. If so, the view's record
            stands for the texts, keys, events and cards that are read from it alone.
    """
    view, table = state.view(seat), state.table(seat)
    found = {f"observation ({name})": piece.tolist() for name, piece in view.pieces().items()}
    found |= {
        "observation written from the state": state.observation(seat).tolist(),
        "legal mask": view.legal_actions(),
        "table": table,
        "rendering": table_text(table),
        "scores": state.scores().tolist(),
        "returns": state.returns().tolist(),
        "public match state": view.match(),
        "key": view.key(),
    }
    if in_order:
        return found | {"view record": view.views.tobytes()}
    places = {event.source for event in view.events()} | {e.target for e in view.events()}
    return found | {
        "information-state string": view.information_state_string(),
        "known cards": {place: view.known(place) for place in sorted(places) if place >= 0},
    }


def path_to_state(view: View) -> str | None:
    """Return the name of an attribute through which a view holds a state, None where none does."""
    for name, value in vars(view).items():
        if isinstance(value, State):
            return name
        if isinstance(value, np.ndarray) and value.dtype == view.game.definition.state:
            return name
    return None
