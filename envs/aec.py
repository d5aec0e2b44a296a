"""The PettingZoo AEC environment over any game.

    env = pettingzoo.make("aec", "prikup/kuhn_poker-v0", players=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else choose(observation))

Agents are `player_0`, `player_1`, ... An observation is `{"observation": float32[F],
"action_mask": int8[A]}`; the mask is all zero for a seat that is not to act. All that chance does
(lots, decks, redeals, the next deals of a match) happens inside `reset` and `step`, from the seed
alone. All seats terminate together, nothing is ever truncated, and the rewards that `last` hands
out sum to the episode's returns.
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from types import ModuleType
from typing import Any

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .engine import kernels
from .engine.cards import CHANCE, TERMINAL
from .engine.errors import BadOptions, IllegalAction, nearest
from .engine.game import Game, State
from .engine.layout import copied
from .engine.view import View
from .registry import load_game
from .render import table_rgb, table_text

RENDER_MODES = ("human", "ansi", "rgb_array")
RESET_OPTIONS = ("deck", "match")
_SEED_BITS = (1 << 64) - 1

Observation = dict[str, NDArray[Any]]


class PrikupEnv(AECEnv):
    """One game at a table of PettingZoo agents.

    Besides PettingZoo's own names:

    Attributes:
        game: The rules with the options in force; they stay the same for all episodes.
        episode: The running episode, a `State`: the truth, not for agents. None before `reset`.
        episode_seed: What the chance of the running episode follows from.
    """

    def __init__(self, game: str | Game, render_mode: str | None = None, **options: Any) -> None:
        """Make the environment; nothing is dealt before `reset`.

        Args:
            game: `name`, `name:key=value,key=value` or a game that is loaded already.
            render_mode: None; "ansi" or "rgb_array" for what `render` returns; "human" to print
                the table after every step.
            **options: Options of the game; they win over those in the text.

        Raises:
            BadOptions: on an unknown game, option or render mode, or a value out of range.
        """
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            offer = nearest(str(render_mode), RENDER_MODES)
            raise BadOptions(f"no render mode {render_mode!r}; {offer}")
        # A loaded game is read again where options are added to it.
        self.game = load_game(str(game), **options) if options or isinstance(game, str) else game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        players = self.game.num_players()
        self._size = self.game.observation_tensor_size()
        self._actions = self.game.num_distinct_actions()
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self._actions) for agent in self.possible_agents
        }
        self.state_space = _numbers(players * self._size)
        self.episode: State | None = None
        self.episode_seed = 0
        self._seeds: np.random.Generator | int | None = None  # an integer: a generator to be made
        self._words = np.zeros_like(self.game.scratch().actions)
        undealt = self.game.new_initial_state()
        self._undealt = undealt.states if undealt.wants_deck() else None
        self.agents: list[str] = []
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.agent_selection = self.possible_agents[0]

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": _numbers(self._size),
                "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )

    def __repr__(self) -> str:
        return f"PrikupEnv({str(self.game)!r})"

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of a seat's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of a seat's actions, the same object each time."""
        return self.action_spaces[agent]

    # --- an episode ---

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start an episode.

        Args:
            seed: What all chance follows from; the first deal is `game.deal(seed=seed)`. The
                episodes after it, reset without a seed, follow from it too. Before the first
                seed they differ each time.
            options: "deck": the first deck, as numbers or texts of cards; the later ones still
                follow from the seed. "match": fields of the match state, such as the scores
                before the deal. Other keys are ignored with a warning.

        Raises:
            BadOptions: if the deck is no permutation of the pack or a match field does not fit.
            BadText: if a text names no card. Either way the running episode is as it was.
        """
        injected = self._injected(options) if options else {}
        seeds, episode_seed = self._next_seed(seed)
        episode = self._new_episode(episode_seed, injected)
        self._seeds, self.episode_seed, self.episode = seeds, episode_seed, episode
        agents = self.possible_agents
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {} for agent in agents}
        self._is_paid = False  # whether `rewards` holds anything but zeros
        self._utility = 0.0 if episode.current_player() >= 0 else episode.returns()
        self._select(episode.current_player())

    def _next_seed(self, seed: int | None) -> tuple[np.random.Generator | int | None, int]:
        """Return where later seeds come from, and the seed of the next episode."""
        if seed is not None:
            return int(seed), int(seed)
        seeds = self._seeds
        if not isinstance(seeds, np.random.Generator):
            seeds = np.random.default_rng(None if seeds is None else seeds & _SEED_BITS)
        return seeds, int(seeds.integers(1 << 63))

    def _new_episode(self, seed: int, injected: dict[str, Any]) -> State:
        if self._undealt is None or injected:
            return self.game.deal(seed, **injected)
        # The same as above, without asking anew each time whether a lot or a deck is due.
        deck = self.game.deck(seed)
        states = copied(self._undealt)
        kernels.deal_deck(states, 0, deck)
        episode = State(self.game, states, [deck], {})
        episode.resolve_chance(seed)
        return episode

    def _injected(self, options: Mapping[str, Any]) -> dict[str, Any]:
        for name in options:
            if name not in RESET_OPTIONS:
                warnings.warn(
                    f"{self.game.name}: reset has no option {name!r}; "
                    f"{nearest(str(name), RESET_OPTIONS)}",
                    stacklevel=3,
                )
        found = {name: options[name] for name in RESET_OPTIONS if options.get(name) is not None}
        if "deck" in found:
            found["deck"] = self._deck(found["deck"])
        return found

    def _deck(self, deck: Sequence[int | str] | NDArray[Any]) -> list[int]:
        game = self.game
        try:
            return [game.parse_card(c) if isinstance(c, str) else int(c) for c in deck]
        except TypeError:
            raise BadOptions(f"{game.name}: a deck must be a list of cards, got {deck!r}") from None

    def step(self, action: int | None) -> None:
        """Play the action of `agent_selection`; None once the episode is over.

        Raises:
            IllegalAction: if the action is not legal; nothing has changed.
        """
        agent, episode = self.agent_selection, self.episode
        if episode is None or not self.agents:
            raise IllegalAction(f"{self.game.name}: no episode is running: call reset()")
        if self.terminations[agent]:
            self._step_dead(action)
            return
        episode.apply_action(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        if self._is_paid:
            self._clear_rewards()
            self._is_paid = False
        player = episode.current_player()
        if player >= 0:
            self.agent_selection = self.possible_agents[player]
        else:
            self._settle(episode)
        if self.render_mode == "human":
            self.render()

    def _settle(self, episode: State) -> None:
        """After the end of a deal: hand out rewards, let chance happen, see who is next."""
        if episode.current_player() == CHANCE:
            episode.resolve_chance(self.episode_seed)
        utility = episode.returns()
        gained = (utility - self._utility).tolist()
        self._utility = utility
        self._is_paid = True
        for agent, reward in zip(self.possible_agents, gained, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
        self._select(episode.current_player())

    def _select(self, player: int) -> None:
        if player == TERMINAL:
            self.terminations = dict.fromkeys(self.possible_agents, True)
            player = 0
        self.agent_selection = self.possible_agents[player]

    def _step_dead(self, action: Any) -> None:
        """Take a seat that has seen the end out of the environment."""
        agent = self.agent_selection
        if action is not None:
            raise IllegalAction(
                f"{self.game.name}: the episode is over for {agent}: expected None, got {action!r}"
            )
        self.agents.remove(agent)
        del self.rewards[agent], self._cumulative_rewards[agent], self.infos[agent]
        del self.terminations[agent], self.truncations[agent]
        if self._is_paid:
            self._clear_rewards()
            self._is_paid = False
        if self.agents:
            self.agent_selection = self.agents[0]

    # --- what is seen ---

    def observe(self, agent: str) -> Observation:
        """Return a seat's observation and its mask, all zero unless it is to act; fresh arrays."""
        episode, seat = self.episode, self._seats.get(agent)
        if episode is None or seat is None:
            episode, seat = self._running(), self._seat(agent)  # one of them says what is wrong
        out = np.empty(self._size, np.float32)
        mask = np.empty(self._actions, np.int8)
        kernels.observe_and_mask(episode.states, 0, seat, out, mask, self._words)
        return {"observation": out, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all seats one after the other, float32[P * F]."""
        out = np.empty((len(self.possible_agents), self._size), np.float32)
        kernels.write_observations(self._running().states, 0, out)
        return out.reshape(-1)

    def view(self, agent: str) -> View:
        """Return all that a seat may know, for an agent of prikup at this table."""
        return self._running().view(self._seat(agent))

    def _running(self) -> State:
        if self.episode is None:
            raise IllegalAction(f"{self.game.name}: no episode is running: call reset()")
        return self.episode

    def _seat(self, agent: str) -> int:
        seat = self._seats.get(agent)
        if seat is None:
            raise BadOptions(f"{self.game.name}: no agent {agent!r}; {nearest(agent, self._seats)}")
        return seat

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the table as the seat to act sees it, at the end as seat 0 does."""
        if self.render_mode is None:
            logger.warn(f"{self.game.name}: render() needs a render_mode, one of {RENDER_MODES}")
            return None
        episode = self._running()
        table = episode.table(max(episode.current_player(), 0))
        if self.render_mode == "rgb_array":
            return table_rgb(table)
        text = table_text(table)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is no window and no file to close."""

    # --- copies: the live episode goes with them, the rules are shared ---

    def __deepcopy__(self, memo: dict[int, Any]) -> PrikupEnv:
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        memo[id(self.game)] = self.game
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin

    def __copy__(self) -> PrikupEnv:
        return copy.deepcopy(self)  # two tables with one episode would be a trap


def _numbers(size: int) -> spaces.Box:
    """Return the space of an observation: most numbers are 0 or 1, but scores know no bounds."""
    return spaces.Box(-np.inf, np.inf, (size,), np.float32)


raw_env = PrikupEnv


def env(game: str | Game, render_mode: str | None = None, **options: Any) -> OrderEnforcingWrapper:
    """Make a `raw_env` of a game that also enforces the order of calls, and nothing else."""
    return OrderEnforcingWrapper(raw_env(game, render_mode, **options))


@cache
def older_style(name: str) -> ModuleType:
    """Return PettingZoo's older style of a game: a module with `env` and `raw_env`.

    Example:
        >>> from prikup.envs import kuhn_poker_v0
        >>> kuhn_poker_v0.env(players=3).possible_agents
        ['player_0', 'player_1', 'player_2']
    """
    module = ModuleType(f"prikup.envs.{name}_v0", f"The game {name} as a PettingZoo environment.")
    vars(module).update(env=partial(env, name), raw_env=partial(raw_env, name))
    return module


def iter_decisions(env: AECEnv) -> Iterator[tuple[str, NDArray[Any], NDArray[Any]]]:
    """Yield the decisions of the running episode; step the environment once for each.

    PettingZoo lets each seat step with None after the end, so that it sees its last reward. These
    steps are made here and never show: every mask has a legal action. Afterwards no agent is left
    and `env.unwrapped.episode.returns()` says what each seat got.

    Args:
        env: An AEC environment that has been reset, whose observations have a mask.

    Yields:
        The agent to act, its observation float32[F] and its mask int8[A].

    Example:
        >>> table = env("kuhn_poker")
        >>> table.reset(seed=0)
        >>> for agent, observation, mask in iter_decisions(table):
        ...     table.step(int(mask.argmax()))
        >>> table.agents
        []
    """
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            yield agent, seen["observation"], seen["action_mask"]
