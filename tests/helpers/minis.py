"""Counts of a small game by walking every history from Python."""

from __future__ import annotations

from prikup.envs import load_game
from prikup.envs.engine.game import State


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
