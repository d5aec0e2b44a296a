"""Checks of copies: clone, pickle, text, and deals that depend on the deck and the match alone."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine import kernels
from ..engine.game import Game, State
from ..engine.layout import LAYOUTS
from .walks import Run, image, position_text, walk

CONTINUATION = 40  # steps that a copy and its original are played on


class _Pickler(pickle.Pickler):
    """Leaves the game itself out: a game outside the registry cannot be named in a pickle."""

    def persistent_id(self, item: Any) -> str | None:
        return "game" if isinstance(item, Game) else None


class _Unpickler(pickle.Unpickler):
    game: Game

    def persistent_load(self, name: str) -> Game:
        return self.game


def _pickled(state: State) -> State:
    from ..registry import game_names

    if state.game.name in game_names():
        return pickle.loads(pickle.dumps(state))
    stream = io.BytesIO()
    _Pickler(stream).dump(state)
    reader = _Unpickler(io.BytesIO(stream.getvalue()))
    reader.game = state.game
    return reader.load()


COPIES: dict[str, Callable[[State], State]] = {
    "clone": lambda state: state.clone(),
    "pickle": _pickled,
    "serialize": lambda state: state.game.deserialize_state(state.serialize()),
}


def _continued(state: State, seed: int) -> list[Any]:
    """Play a state on; returns its bytes, keys and rewards at every step."""
    trace: list[Any] = []
    for following in walk(state.game, seed, state=state):
        trace.append((image(following), following.rewards().tolist(), following.scores().tolist()))
        if len(trace) > CONTINUATION:
            break
    return trace


def check_copies(run: Run) -> None:
    """Clones, pickles and serialized states go on like the original and share no memory."""
    positions = run.positions(run.budget.positions)
    for number, state in enumerate(positions):
        before, seed = state.states.tobytes(), run.seed + number
        copies = {}
        for name, make in COPIES.items():
            copy = make(state)
            if image(copy) != image(state):
                raise run.fail(f"{name} must give the same state", "bytes differ", state)
            if copy.history() != state.history() or position_text(copy) != position_text(state):
                raise run.fail(f"{name} must give the same state", "steps differ", state)
            copies[name] = copy
        where = position_text(state)
        traces = {name: _continued(copy, seed) for name, copy in copies.items()}
        if state.states.tobytes() != before or position_text(state) != where:
            raise run.fail("copies must share no memory", "playing one changed another", state)
        expected = _continued(state.clone(), seed)
        for name, trace in traces.items():
            if trace != expected:
                what = f"from step {_first_difference(trace, expected)} on"
                raise run.fail(f"a {name} must go on like the original", what, state)
    run.figures["copies"] = f"{len(positions)} positions"


def _first_difference(one: list[Any], other: list[Any]) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), len(one))


def check_deals(run: Run) -> None:
    """A deal depends on the deck and the match alone, not on the order inside a hand."""
    rng = np.random.default_rng(run.seed)
    for seed in run.seeds():
        for state in walk(run.game, seed, run.budget.deals):
            if state.wants_deck():
                deck = run.game.deck(seed, int(state.record.match.deals))
                _check_garbage(run, state, deck, rng)
                _check_order(run, state, deck, rng)


def _check_garbage(run: Run, state: State, deck: np.ndarray, rng: np.random.Generator) -> None:
    """Behind `match` the engine needs keys and deal numbers; all the rest may be garbage."""
    clean, dirty = state.states.copy(), state.states.copy()
    names = dirty.dtype.names or ()
    own = names[names.index("memory_start") + 1 :]
    for name in ("player", "log_length", *own):
        dirty[name] = rng.integers(1, 8, dirty[name].shape)
    kernels.deal_deck(clean, 0, deck)
    kernels.deal_deck(dirty, 0, deck)
    end = LAYOUTS[clean.dtype].log_at + 8 * int(clean[0].log_length)
    if clean.tobytes()[:end] != dirty.tobytes()[:end]:
        fields = [n for n in names[:-1] if clean[n].tobytes() != dirty[n].tobytes()] or ["log"]
        what = f"with garbage in the state before, {', '.join(fields)} came out otherwise"
        raise run.fail("deal reads the deck, opt and match and nothing else", what, state)


def _check_order(run: Run, state: State, deck: np.ndarray, rng: np.random.Generator) -> None:
    """Cards dealt to one place for one audience may come in any order."""
    first, second = state.clone(), state.clone()
    first.deal(deck=deck.tolist())
    groups = state.deck_groups()
    other = deck.copy()
    for group in np.unique(groups):
        other[groups == group] = rng.permutation(deck[groups == group])
    second.deal(deck=other.tolist())
    for seat in range(run.game.num_players()):
        one, two = first.view(seat), second.view(seat)
        alike = {
            "key": one.key() == two.key(),
            "observation": (one.observation() == two.observation()).all(),
            "legal actions": one.legal_actions() == two.legal_actions(),
            "player": one.current_player() == two.current_player(),
        }
        for name, same in alike.items():
            if not same:
                what = f"seat {seat}: {name} differs between {deck.tolist()} and {other.tolist()}"
                rule = "the order in which one hand was dealt must leave no trace"
                raise run.fail(rule, what, first)
