"""The check of batches: many games in one call are the same games as one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..batch import LANE_STREAM, Batch
from ..engine import kernels
from ..engine.errors import IllegalAction
from ..engine.game import Game, State
from ..engine.lanes import LANE, seed_lanes
from ..engine.rng import stream
from .walks import Run

LANES = 3
MOST_CALLS = 150  # of `Batch.step`
EPISODES = 3  # in each lane, after which the check ends


def lane_streams(seed: int, size: int) -> np.ndarray:
    """Return the streams of chance that a batch starts from, int64[B, 1]."""
    lanes = np.zeros(size, LANE)
    seed_lanes(lanes, stream(seed, LANE_STREAM)[0])
    streams: np.ndarray = lanes["chance"]
    return streams


class Mirror:
    """One lane of a batch played through `State`, decks and lots from the lane's stream."""

    def __init__(self, game: Game, rng: np.ndarray) -> None:
        """Deal the first episode; `rng int64[1]` is used up as the lane uses its own."""
        self.game = game
        self.rng = rng
        self.state = self._new_episode()

    def _new_episode(self) -> State:
        state = self.game.new_initial_state()
        self._resolve(state)
        return state if not state.is_terminal() else self._new_episode()

    def _resolve(self, state: State) -> None:
        """Let chance happen as a batch does."""
        while state.is_chance_node():
            if state.wants_deck():
                deck = self.game.pack.copy()
                kernels.shuffle_deck(deck, self.rng)
                state.deal(deck=deck)
            else:
                words = self.game.scratch().actions
                kernels.legal_actions(state.states, 0, words)
                state.apply_action(int(kernels.random_action(words, self.rng)))

    def step(self, action: int) -> dict[str, Any]:
        """Play an action; returns what a batch must show of the step and of the next decision."""
        state = self.state
        before = state.returns()
        state.apply_action(action)
        self._resolve(state)
        after, is_over = state.returns(), state.is_terminal()
        if is_over:
            self.state = self._new_episode()
        return {
            "rewards": (after - before).astype(np.float32),
            "dones": is_over,
            "returns": after if is_over else None,
            **self.decision(),
        }

    def decision(self) -> dict[str, Any]:
        """Return what a batch must show of the decision to come."""
        player = self.state.current_player()
        return {
            "players": player,
            "observations": self.state.observation(player),
            "masks": self.state.legal_actions_mask(),
        }


def check_batch(run: Run) -> None:
    """A batch plays the same games as `State`, with one thread and with several."""
    game = run.game
    one = Batch(game, LANES, seed=run.seed)
    with Batch(game, LANES, seed=run.seed, threads=LANES) as several:
        mirrors = [Mirror(game, rng) for rng in lane_streams(run.seed, LANES)]
        _agree(run, one, [mirror.decision() for mirror in mirrors], mirrors)
        rng, episodes = np.random.default_rng(run.seed), np.zeros(LANES, np.int64)
        for _ in range(MOST_CALLS):
            actions = [int(rng.choice(np.flatnonzero(mask))) for mask in one.masks]
            _refuse(run, one, actions)
            one.step(actions)
            several.step(actions)
            expected = [mirror.step(a) for mirror, a in zip(mirrors, actions, strict=True)]
            _agree(run, one, expected, mirrors)
            others = several.save()
            for name, array in one.save().items():
                if array.tobytes() != others[name].tobytes():
                    what = f"{name} differs between 1 and {LANES} threads"
                    raise run.fail("the number of threads changes nothing", what)
            episodes += one.dones
            if episodes.min() >= EPISODES:
                break


def _agree(run: Run, batch: Batch, expected: list[dict[str, Any]], mirrors: list[Mirror]) -> None:
    for lane, lines in enumerate(expected):
        for name, value in lines.items():
            found = getattr(batch, name)[lane]
            if value is not None and not np.array_equal(found, value):
                what = f"{name} of lane {lane}: expected {_text(value)}, got {_text(found)}"
                raise run.fail("a batch plays as states do", what, mirrors[lane].state)


def _text(value: Any) -> str:
    return " ".join(str(np.asarray(value).tolist()).split())


def _refuse(run: Run, batch: Batch, actions: list[int]) -> None:
    """One illegal action in the last lane: the whole step is refused."""
    illegal = np.flatnonzero(~batch.masks[-1])
    if not len(illegal):
        return
    before = batch.save()
    try:
        batch.step([*actions[:-1], int(illegal[0])])
    except IllegalAction:
        if all(before[name].tobytes() == array.tobytes() for name, array in batch.save().items()):
            return
        raise run.fail("a refused step must change nothing", f"action {illegal[0]}") from None
    raise run.fail("a batch must refuse an illegal action", f"action {illegal[0]}")
