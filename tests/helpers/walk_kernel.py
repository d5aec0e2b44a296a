"""Walks of a referee replayed by the rules in one compiled call."""

from __future__ import annotations

from prikup.envs.engine.cards import CHANCE, count_allowed, is_allowed
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copy_state
from prikup.envs.engine.verbs import deal, legal, play, returns

SAME, PLAYER, WANTS_DECK, LEGAL, SCORES = 0, 1, 2, 3, 4  # what differs at a node


@compiled
def first_difference(states, steps, decks, players, wants, legals, scores, actions, out, at):
    """Replay a walk from `states[1]` in `states[0]`; returns what differs first, and where in `at`.

    Node t is compared before step t: `players int64[T + 1]`, `wants int64[T + 1]` (a deck is due),
    `legals int64[T + 1, W]`, `scores float64[T + 1, P]`. `steps int64[T]` holds actions, or
    -1 - d where `decks[d] int16[N]` is dealt. `actions int64[W]` and `out float64[P]` are scratch.
    """
    state = states[0]
    copy_state(state, states[1])
    for node in range(len(players)):
        at[0] = node
        if state.player != players[node]:
            return PLAYER
        actions[:] = 0
        if state.player >= CHANCE:
            legal(state, actions)
        if (state.player == CHANCE and count_allowed(actions) == 0) != (wants[node] == 1):
            return WANTS_DECK
        for word in range(len(actions)):
            if actions[word] != legals[node, word]:
                return LEGAL
        returns(state, out)
        for seat in range(len(out)):
            if abs(out[seat] - scores[node, seat]) > 1e-9:
                return SCORES
        if node == len(steps):
            return SAME
        if steps[node] < 0:
            deal(state, decks[-1 - steps[node]])
        elif is_allowed(actions, steps[node]):
            play(state, steps[node])
    return SAME
