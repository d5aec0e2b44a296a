"""Gymnasium's vector environment over a batch: N games in one compiled call.

    envs = gymnasium.make_vec("prikup/ninety_nine-v0", 1024, opponents="heuristic", threads=2)
    observations, infos = envs.reset(seed=7)
    observations, rewards, terminated, truncated, infos = envs.step(choose(observations, infos))

The next episode begins in the step that ends one (`AutoresetMode.SAME_STEP`): `infos["final_obs"]`
and `infos["final_info"]` then hold what belonged to the episode that ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .batch import Batch
from .engine.errors import BadOptions
from .engine.game import Game
from .registry import load_game
from .single import observation_space

Info = dict[str, Any]


class PrikupVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """N games, in each of which one seat learns.

    Attributes:
        batch: The batch below.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: Any = 0,
        opponents: Any = "uniform",
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environment.

        Args:
            game: `name`, `name:key=value,key=value` or a game that is loaded already.
            num_envs: Number of games, N.
            seat: The learner's seat: an int, one int a game, or "cycle": game i learns seat
                i mod P.
            opponents: Compiled policies, as in `Batch`.
            threads: Threads that share the work; the results do not depend on them.
            copy: Whether each call returns arrays of its own. False: the batch's own memory, which
                the next step overwrites.
            render_mode: Only None: there is nothing to draw.
            **options: Options of the game; they win over those in the text.

        Raises:
            BadOptions: on an unknown game, option or policy, or a value out of range.
        """
        self.closed = True  # nothing to close yet, should the arguments be refused
        if render_mode is not None:
            raise BadOptions(f"no render mode {render_mode!r}: a vector environment draws nothing")
        if opponents is None:
            raise BadOptions(
                "a vector environment needs opponents; with every seat asked use Batch"
            )
        loaded = load_game(str(game), **options) if options or isinstance(game, str) else game
        self.batch = Batch(
            loaded,
            num_envs,
            seed=int(np.random.default_rng().integers(1 << 63)),
            threads=threads,
            opponents=opponents,
            seat=seat,
            final_observations=True,
        )
        self.closed = False
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = observation_space(loaded)
        self.single_action_space = spaces.Discrete(loaded.num_distinct_actions())
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Info]:
        """Start an episode in every game.

        Args:
            seed: What all chance follows from; None: it goes on, unlike before.
            options: None: decks are not injected here.

        Raises:
            BadOptions: if options or several seeds are given.
        """
        if options:
            raise BadOptions(f"a vector environment has no reset options, got {sorted(options)}")
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise BadOptions(f"one seed is for all games, got {seed!r}")
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self._given(self.batch.observations), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info
    ]:
        """Play an action in every game and go on to the next decisions.

        Raises:
            IllegalAction: if one of them is not legal; nothing has changed.
        """
        batch = self.batch
        batch.step(actions)
        rewards = batch.rewards[self._rows, batch.seats].astype(np.float64)
        info, dones = self._info(), batch.dones.copy()
        if dones.any():
            info |= self._final(dones)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._given(batch.observations), rewards, dones, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what the learner may do in each game, bool[N, A]."""
        return self.batch.masks.copy()

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _info(self) -> Info:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._given(self.batch.masks).view(np.int8),
            "_action_mask": every,
            "seat": self.batch.seats.copy(),
            "_seat": every.copy(),
        }

    def _final(self, dones: NDArray[np.bool_]) -> Info:
        """Return the last observations and infos of the episodes that have ended."""
        batch = self.batch
        assert batch.final_observations is not None
        observations = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(dones):
            observations[lane] = batch.final_observations[lane].copy()
        ended = {
            "action_mask": np.zeros(batch.masks.shape, np.int8),
            "seat": np.where(dones, batch.seats, 0),
            "returns": np.where(dones[:, None], batch.returns, 0.0),
        }
        infos = ended | {f"_{name}": dones.copy() for name in ended}
        return {
            "final_obs": observations,
            "_final_obs": dones.copy(),
            "final_info": infos,
            "_final_info": dones.copy(),
        }

    def close_extras(self, **kwargs: Any) -> None:
        """End the batch's threads."""
        self.batch.close()
