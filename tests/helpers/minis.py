"""Counts of a small game by walking every history, from Python or, where it is long, compiled."""

from __future__ import annotations

import numpy as np

from prikup.envs import load_game
from prikup.envs.engine.cards import lowest, without_lowest
from prikup.envs.engine.game import State
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copied, copy_state
from prikup.envs.engine.verbs import deal, legal, play


def count_mini(text: str) -> dict[str, int]:
    """Return deals, terminal histories, information sets and those with a choice.

    An information set belongs to the seat that is to act; its key is the engine's.
    """
    game = load_game(text)
    decks, _ = game.deals()
    terminal = 0
    seen: dict[int, int] = {}
    todo: list[State] = []
    for deck in decks:
        todo.append(game.deal(deck=deck))
        while todo:
            state = todo.pop()
            if state.is_terminal():
                terminal += 1
                continue
            actions = state.legal_actions()
            seat = state.current_player()
            key = int(state.record.memory[seat])
            assert seen.setdefault(key, len(actions)) == len(actions)
            for action in actions[1:]:
                twin = state.clone()
                twin.apply_action(action)
                todo.append(twin)
            state.apply_action(actions[0])
            todo.append(state)
    return {
        "deals": len(decks),
        "terminal": terminal,
        "information_sets": len(seen),
        "with_choice": sum(number > 1 for number in seen.values()),
    }


@compiled
def walk_deal(states, actions, keys, seats, found):
    """Walk all histories of the deal in `states[0]`, depth first.

    Args:
        states: Records, as many as a history has decisions and one more.
        actions: int64[depth, W], the actions that are still to be tried.
        keys: int64[M], gets the mover's key at each decision.
        seats: int64[M], gets the mover.
        found: int64[2], decisions and terminal histories so far.
    """
    depth = 0
    is_new = True
    while depth >= 0:
        state = states[depth]
        if is_new and state.player < 0:
            found[1] += 1
            depth -= 1
        elif is_new:
            keys[found[0]] = state.memory[state.player]
            seats[found[0]] = state.player
            found[0] += 1
            actions[depth] = 0
            legal(state, actions[depth])
        is_new = False
        word = 0
        while depth >= 0 and word < actions.shape[1] and actions[depth, word] == 0:
            word += 1
        if depth >= 0 and word == actions.shape[1]:
            depth -= 1
        elif depth >= 0:
            action = 64 * word + lowest(actions[depth, word])
            actions[depth, word] = without_lowest(actions[depth, word])
            copy_state(states[depth + 1], states[depth])
            play(states[depth + 1], action)
            depth += 1
            is_new = True


@compiled
def deal_into(states, deck):
    """Deal a deck into the first state."""
    deal(states[0], deck)


def count_tree(text: str, most: int) -> dict[str, int]:
    """Return deals, decisions, terminal histories and the information sets of each seat.

    Args:
        text: The game, without lots.
        most: A bound on the decisions.
    """
    game = load_game(text)
    depth = game.max_game_length() + 1
    undealt = game.new_initial_state().states
    states = copied(np.repeat(undealt, depth))
    actions = np.zeros((depth, len(game.scratch().actions)), np.int64)
    keys, seats = np.zeros(most, np.int64), np.zeros(most, np.int64)
    found = np.zeros(2, np.int64)
    decks, _ = game.deals()
    for deck in decks:
        states[:1] = undealt
        deal_into(states, deck)
        walk_deal(states, actions, keys, seats, found)
    counts = {"deals": len(decks), "decisions": int(found[0]), "terminal": int(found[1])}
    for seat in range(game.num_players()):
        own = keys[: found[0]][seats[: found[0]] == seat]
        counts[f"sets of {seat}"] = len(np.unique(own))
    return counts
