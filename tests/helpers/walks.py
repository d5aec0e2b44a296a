"""Random games played by a referee and replayed by the rules, thousands in a test.

The referee plays; every node's mover, legal actions and scores are kept, and one compiled call
compares them all. What each seat knows is compared node by node elsewhere, in fewer games.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from prikup.envs.engine.game import Game

from .walk_kernel import first_difference

DIFFERENCES = ("nothing", "player", "wants_deck()", "legal()", "scores()")
OVER = -4

Choice = Callable[[Any, random.Random], int]  # referee, rng -> a legal action
Shuffle = Callable[[Any, random.Random], list[int]]  # referee, rng -> a deck


def any_legal(referee: Any, rng: random.Random) -> int:
    """Choose a uniform legal action."""
    return int(rng.choice(referee.legal()))


def any_deck(referee: Any, rng: random.Random) -> list[int]:
    """Shuffle the referee's pack."""
    deck = list(referee.pack())
    rng.shuffle(deck)
    return deck


def assert_same_walk(
    game: Game,
    referee: Any,
    rng: random.Random,
    choose: Choice = any_legal,
    shuffle: Shuffle = any_deck,
    match: dict[str, Any] | None = None,
    most_steps: int = 100_000,
) -> None:
    """Let the referee play a game to its end and assert that the rules go the same way.

    Args:
        game: The game, with the referee's options.
        referee: It stands at the start of an episode.
        rng: Chooses decks, lots and actions.
        choose: Chooses an action from the referee's legal ones.
        shuffle: Chooses a deck.
        match: The match fields that the referee was given.
        most_steps: Where to cut a game that does not end.
    """
    words = (game.num_distinct_actions() + 63) // 64
    steps: list[int] = []
    decks: list[list[int]] = []
    nodes: list[tuple[int, bool, list[int], list[float]]] = []
    while True:
        over = referee.player == OVER
        legal = [] if over else list(referee.legal())
        nodes.append((referee.player, referee.wants_deck(), legal, list(referee.scores())))
        if over or len(steps) == most_steps:
            break
        if referee.wants_deck():
            deck = shuffle(referee, rng)
            steps.append(-1 - len(decks))
            decks.append(list(deck))
            referee.deal(deck)
        else:
            action = choose(referee, rng)
            steps.append(action)
            referee.play(action)
    legals = np.zeros((len(nodes), words), np.uint64)
    for node, (_, _, legal, _) in enumerate(nodes):
        for action in legal:
            legals[node, action // 64] |= np.uint64(1) << np.uint64(action % 64)
    start = game.new_initial_state(match)
    dtype = start.states.dtype
    states = np.ndarray((2,), dtype, bytearray(start.states.tobytes() * 2))
    at = np.zeros(1, np.int64)
    difference = first_difference(
        states,
        np.array(steps, np.int64),
        np.array(decks, np.int16).reshape(len(decks), len(game.pack)),
        np.array([player for player, _, _, _ in nodes], np.int64),
        np.array([wants for _, wants, _, _ in nodes], np.int64),
        legals.view(np.int64),
        np.array([scores for _, _, _, scores in nodes], np.float64),
        np.zeros(words, np.int64),
        np.zeros(game.num_players()),
        at,
    )
    if difference:
        node = int(at[0])
        state, told = rules_at(start, steps[:node], decks)
        ours = (
            state.current_player(),
            state.wants_deck(),
            state.legal_actions() if state.current_player() != OVER else [],
            state.scores().tolist(),
        )
        raise AssertionError(
            f"{game}: {DIFFERENCES[difference]} differs at step {node}; referee {nodes[node]}, "
            f"rules {ours}; match {match}; steps {told}"
        )


def rules_at(start: Any, steps: list[int], decks: list[list[int]]) -> tuple[Any, list[Any]]:
    """Return the rules' state after these steps, and the steps with their decks."""
    state, told = start.clone(), []
    for step in steps:
        if step < 0:
            state.deal(deck=decks[-1 - step])
            told.append(decks[-1 - step])
        else:
            state.apply_action(step)
            told.append(step)
    return state, told
