"""Every world of a view, found by trying all decks and all unseen actions: no sampler involved.

A world is a pair: the deck, cards sorted within each group of exchangeable positions, and all
actions. Its probability is the deck's, every sequence of hidden actions counted once.
"""

from __future__ import annotations

import importlib
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from prikup.envs.engine.definition import define
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.rng import random_below, stream

World = tuple[tuple[int, ...], tuple[int, ...]]
MINIATURES = ("ninety_nine", "thousand", "devyatka", "paranoia", "cheat", "lots")


@cache
def miniature(name: str, settings: tuple[tuple[str, Any], ...] = ()) -> Game:
    """Return a miniature with options, the same object each time so that kernels are shared."""
    return Game(_definition(name), **dict(settings))


@cache
def _definition(name: str) -> Any:
    return define(importlib.import_module(f"engine.miniatures.mini_{name}"))


@dataclass
class Trail:
    """A state and, for every seat, its key after the deal and after each action."""

    state: State
    keys: list[list[int]] = field(default_factory=list)

    def note(self) -> None:
        """Remember all keys as they are now."""
        self.keys.append([int(key) for key in self.state.record.memory])


def play_some(game: Game, plies: int, seed: int, prefer: tuple[int, ...] = ()) -> Trail:
    """Deal and play random actions, the preferred ones where they are legal.

    Where an episode ends before, a later seed is taken.
    """
    rng = stream(seed)
    while True:
        trail = Trail(game.deal(seed=int(rng[0])))
        trail.note()
        for _ in range(plies):
            actions = trail.state.legal_actions()
            liked = [a for a in actions if a in prefer]
            actions = liked or actions
            trail.state.apply_action(actions[int(random_below(rng, len(actions)))])
            trail.note()
            if trail.state.is_terminal():
                break
        if len(trail.keys) == plies + 1 and not trail.state.is_terminal():
            return trail
        random_below(rng, 2)


@cache
def _groups(game: Game) -> tuple[tuple[int, ...], ...]:
    numbers = game.deck_groups().tolist()
    return tuple(
        tuple(i for i, n in enumerate(numbers) if n == group) for group in dict.fromkeys(numbers)
    )


def canonical(game: Game, deck: np.ndarray) -> tuple[int, ...]:
    """Return a deck with the cards of exchangeable positions in ascending order."""
    cards = [0] * len(deck)
    for positions in _groups(game):
        for position, card in zip(positions, sorted(int(deck[i]) for i in positions)):
            cards[position] = card
    return tuple(cards)


@cache
def _decks_by_key(game: Game) -> list[dict[int, list[tuple[np.ndarray, float]]]]:
    """Return for each seat the decks and their probabilities by its key after the deal."""
    found: list[dict[int, list[Any]]] = [defaultdict(list) for _ in range(game.num_players())]
    for deck, weight in zip(*game.deals()):
        keys = game.deal(deck=deck).record.memory
        for seat, decks in enumerate(found):
            decks[int(keys[seat])].append((deck, float(weight)))
    return found


def enumerate_worlds(trail: Trail, seat: int) -> dict[World, float]:
    """Return every world of a seat's view with its probability."""
    game = trail.state.game
    seen = [
        event.value if event.seen else None
        for event in trail.state.view(seat).events()
        if event.kind == "action"
    ]
    worlds: dict[World, float] = {}

    def walk(state: State, ply: int, deck: tuple[int, ...], weight: float) -> None:
        if int(state.record.memory[seat]) != trail.keys[ply][seat]:
            return
        if ply == len(seen):
            worlds[deck, tuple(state.history())] = weight
            return
        legal = state.legal_actions()
        for action in legal if seen[ply] is None else [seen[ply]]:
            if action in legal:
                after = state.clone()
                after.apply_action(action)
                walk(after, ply + 1, deck, weight)

    for deck, weight in _decks_by_key(game)[seat][trail.keys[0][seat]]:
        walk(game.deal(deck=deck), 0, canonical(game, deck), weight)
    total = sum(worlds.values())
    return {world: weight / total for world, weight in worlds.items()}


def world_of(state: State) -> World:
    """Return the world that a sampled state is."""
    return canonical(state.game, state.decks()[0]), tuple(state.history())
