"""The history of a deal as tokens, and the recurrent encoder that reads them.

A token is an action as the seat saw it: 1 + action, or one token for all actions it did not see.
The last ones of the running deal stand behind the observation, the oldest first, zeros before them
where there were fewer. The encoder is a gated recurrent unit (Cho et al., "Learning phrase
representations using RNN encoder-decoder", EMNLP 2014); what it remembers at the end is read like
the observation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.log import (
    LACKS,
    SEEN,
    TELL,
    UNSEEN_ACTION,
    WORD,
    audience_of,
    event_of,
    kind_of,
)

if TYPE_CHECKING:
    from prikup.envs.batch import Batch
    from prikup.envs.engine.view import View


def vocabulary(actions: int) -> int:
    """Return the number of tokens of a game with so many actions: nothing, each, an unseen one."""
    return actions + 2


@compiled
def write_tokens(views, actions, out):
    """Write the last tokens of a view's log into `out float32[L]`, the oldest first.

    Args:
        views: View records [1].
        actions: Number of the game's actions.
        out: Where they go; zeros come before them.
    """
    number = _go_through(views[0], actions, out, 0)
    clear(out)
    _go_through(views[0], actions, out, number)


@compiled
def _go_through(view, actions, out, number):
    """Count the tokens; where their number is known write the last ones."""
    at, count = 0, 0
    while at < view.log_length:
        word = view.log[at]
        at += 2 if kind_of(word) == LACKS else 1
        if kind_of(word) != TELL:
            continue
        audience, token = audience_of(word), 0
        if audience == UNSEEN_ACTION:
            token = actions + 1
        elif audience == SEEN and event_of(word) < WORD:
            token = event_of(word) + 1
        if token > 0:
            place = len(out) - number + count
            if number > 0 and place >= 0:
                out[place] = token
            count += 1
    return count


def seen_by(view: View, events: int) -> np.ndarray:
    """Return a view's observation and behind it its last tokens, float32[F + events]."""
    observation = view.observation()
    if not events:
        return observation
    tokens = np.zeros(events, np.float32)
    write_tokens(view.views, view.game.num_distinct_actions(), tokens)
    return np.concatenate([observation, tokens])


def seen_in(batch: Batch, lanes: np.ndarray, events: int) -> np.ndarray:
    """Return the same of the seats to act in some lanes, float32[N, F + events].

    Raises:
        BadOptions: if events are wanted and the games keep no log.
    """
    observations: np.ndarray = batch.observations[lanes]
    if not events:
        return observations
    tokens = np.zeros((len(lanes), events), np.float32)
    for row, lane in enumerate(lanes):
        write_tokens(batch.view(int(lane)).views, batch.game.num_distinct_actions(), tokens[row])
    return np.concatenate([observations, tokens], axis=1)


def encode(
    tokens: np.ndarray, inputs: np.ndarray, weight: np.ndarray, bias: np.ndarray
) -> np.ndarray:
    """Return what the encoder remembers at the end, float32[N, H].

    Args:
        tokens: int[N, L].
        inputs: float32[V, 3 H], what each token adds to reset gate, update gate and candidate.
        weight: float32[3 H, H], from the memory to the same three.
        bias: float32[3 H].
    """
    size = weight.shape[1]
    memory = np.zeros((len(tokens), size), np.float32)
    for step in range(tokens.shape[1]):
        given = inputs[tokens[:, step]]
        kept = memory @ weight.T + bias
        reset = _sigmoid(given[:, :size] + kept[:, :size])
        update = _sigmoid(given[:, size : 2 * size] + kept[:, size : 2 * size])
        candidate = np.tanh(given[:, 2 * size :] + reset * kept[:, 2 * size :])
        memory = (1.0 - update) * candidate + update * memory
    return memory


def _sigmoid(values: np.ndarray) -> np.ndarray:
    found: np.ndarray = 0.5 * (1.0 + np.tanh(0.5 * values))
    return found
