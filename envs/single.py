"""The Gymnasium environment over any game: one seat learns, others keep the other seats.

    env = gymnasium.make("prikup/ninety_nine-v0", seat=0, opponents="heuristic")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(choose(observation, info))

An observation is float32[F]. The mask is `info["action_mask"]`, int8[A], and `action_masks()`,
where MaskablePPO of SB3-contrib looks for it. A step goes on to the seat's next decision; its
reward is the utility that the seat gained meanwhile, over an episode its returns. For many games in
one call see `prikup.envs.vector`, which `gymnasium.make_vec` gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .aec import RENDER_MODES, PrikupEnv
from .engine import kernels
from .engine.errors import BadOptions, IllegalAction, nearest
from .engine.game import Game
from .engine.policy import can_play
from .engine.rng import stream
from .engine.view import View
from .opponents import CYCLE, each_opponent

ILLEGAL = ("raise", "forfeit")
_OPPONENT_STREAM = 4
_MOST_EPISODES = 10_000  # without a decision of the learner, in a row

Info = dict[str, Any]


class PrikupSingleEnv(gymnasium.Env[Any, Any]):
    """One game in which one seat learns.

    Attributes:
        table: The AEC environment below; `table.episode` is the truth, not for agents.
        seat: The learner's seat in the running episode.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int | str = 0,
        opponents: Any = "uniform",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environment; nothing is dealt before `reset`.

        Args:
            game: `name`, `name:key=value,key=value` or a game that is loaded already.
            seat: The learner's seat, or "cycle": the next one in each episode; after a reset with
                a seed, seat seed mod P.
            opponents: Who plays the other seats: the name of a compiled policy ("uniform",
                "heuristic"), a policy's record, an agent with `act(view)`, a function of the view
                that returns an action, or a sequence of P - 1 of them, the first to the learner's
                left.
            illegal: What an illegal action does: "raise" IllegalAction, or "forfeit": the episode
                ends and the learner gets the least utility. The second is for learners that know
                no masks, and for `check_env`, which plays any action.
            render_mode: As in the AEC environment.
            **options: Options of the game; they win over those in the text.

        Raises:
            BadOptions: on an unknown game, option, policy or mode, or a value out of range.
        """
        self.table = PrikupEnv(game, render_mode, **options)
        self.game = self.table.game
        self.render_mode = render_mode
        players = self.game.num_players()
        if seat != CYCLE and (not isinstance(seat, (int, np.integer)) or not 0 <= seat < players):
            raise BadOptions(
                f"{self.game.name}: seat must be 0 to {players - 1} or {CYCLE!r}, got {seat!r}"
            )
        if illegal not in ILLEGAL:
            raise BadOptions(
                f"no way {illegal!r} with illegal actions; {nearest(illegal, ILLEGAL)}"
            )
        self._chosen_seat, self._illegal = seat, illegal
        self.seat = 0 if seat == CYCLE else int(seat)
        self._opponents = [_opponent(one, self.game) for one in each_opponent(opponents, self.game)]
        self._streams = [stream(0) for _ in self._opponents]
        self._is_over = True
        self._gained = 0.0  # utility handed out in this episode
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Info]:
        """Start an episode and let the others play up to the learner's first decision.

        Args:
            seed: What all chance follows from, in later episodes too; the first deal is
                `game.deal(seed=seed)`.
            options: "deck" and "match" as in the AEC environment.

        Raises:
            BadOptions: if the deck or a match field does not fit, or if with this deck the learner
                is never asked.
            BadText: if a text names no card.
        """
        super().reset(seed=seed)
        seat = self.seat
        if self._chosen_seat == CYCLE:
            seat = (seat + 1 if seed is None else int(seed)) % self.game.num_players()
        for _ in range(_MOST_EPISODES):
            episode_seed = int(self.np_random.integers(1 << 63)) if seed is None else int(seed)
            seed = None
            self.table.reset(episode_seed, dict(options) if options else None)
            self.seat = seat
            self._begin(episode_seed)
            self._let_others_act()
            if not self._is_over:
                return self._seen()
            if options and options.get("deck") is not None:
                break
        raise BadOptions(f"{self.game}: player {self.seat} is never asked; take another seat")

    def _begin(self, episode_seed: int) -> None:
        self._is_over, self._gained = False, 0.0
        for steps, one in enumerate(self._opponents, 1):
            self._streams[steps - 1] = stream(episode_seed, _OPPONENT_STREAM, steps)
            if hasattr(one, "reset"):
                one.reset(int(stream(episode_seed, _OPPONENT_STREAM, steps, 1)[0]))

    def _let_others_act(self) -> None:
        """Go on until the learner is to act or the episode is over."""
        table, players = self.table, self.game.num_players()
        episode = table.episode
        assert episode is not None
        while (player := episode.current_player()) >= 0 and player != self.seat:
            number = (player - self.seat) % players - 1
            one = self._opponents[number]
            if isinstance(one, np.ndarray):
                words = self.game.scratch().actions
                rng = self._streams[number]
                action = kernels.choose_action(one, episode.states, 0, words, rng)
            else:
                act = getattr(one, "act", one)
                action = act(episode.view(player))
            table.step(int(action))
        self._is_over = player < 0

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, Info]:
        """Play the learner's action and go on to its next decision.

        Raises:
            IllegalAction: if it is not legal (unless illegal actions forfeit) or no episode is
                running; nothing has changed.
        """
        if self._is_over:
            raise IllegalAction(f"{self.game.name}: no episode is running: call reset()")
        episode = self.table.episode
        assert episode is not None
        try:
            self.table.step(action)
        except IllegalAction:
            if self._illegal == "raise":
                raise
            self._is_over = True
            observation, info = self._seen()
            lost = self.game.min_utility() - self._gained
            return observation, lost, True, False, info | {"illegal": True}
        self._let_others_act()
        utility = float(episode.returns()[self.seat])
        reward, self._gained = utility - self._gained, utility
        observation, info = self._seen()
        if self._is_over:
            info["returns"] = episode.returns()
        return observation, reward, self._is_over, False, info

    def _seen(self) -> tuple[NDArray[np.float32], Info]:
        """Return what the learner sees, with its mask, all zero at the end; fresh arrays."""
        seen = self.table.observe(self.table.possible_agents[self.seat])
        mask = seen["action_mask"]
        if self._is_over:
            mask[:] = 0
        return seen["observation"], {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what the learner may do, bool[A]: where MaskablePPO looks for it."""
        return self._seen()[1]["action_mask"].astype(np.bool_)

    def view(self) -> View:
        """Return all that the learner may know, for an agent of prikup."""
        return self.table.view(self.table.possible_agents[self.seat])

    def render(self) -> Any:
        """Draw the table as the seat to act sees it, as in the AEC environment."""
        return self.table.render()

    def close(self) -> None:
        """Do nothing: there is no window and no file to close."""


def observation_space(game: Game) -> spaces.Box:
    """Return the space of a seat's observation; Gymnasium's checks want finite bounds."""
    most = np.finfo(np.float32).max
    return spaces.Box(-most, most, (game.observation_tensor_size(),), np.float32)


def _opponent(one: Any, game: Game) -> Any:
    """Return an opponent if it can play.

    Raises:
        BadOptions: if it is neither a policy of the game nor an agent nor a function.
    """
    fits = can_play(one, game.definition.state)
    if not fits and (isinstance(one, np.ndarray) or not (hasattr(one, "act") or callable(one))):
        raise BadOptions(
            f"{game.name}: an opponent must be a policy of the game, an agent with act(view) or a "
            f"function of the view, got {one!r}"
        )
    if hasattr(one, "check"):
        one.check(game)
    return one
