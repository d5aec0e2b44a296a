"""OpenSpiel's bots at prikup's tables, and prikup's agents at OpenSpiel's.

result = arena.play("leduc_poker", ["openspiel:ismcts,sims=200", "ismcts:sims=200"], deals=200)
pyspiel.evaluate_bots(state, [AgentBot(make_agent("heuristic"), seat) for seat in range(3)], 7)
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from prikup.envs import openspiel
from prikup.envs.engine.errors import BadOptions, nearest
from prikup.envs.engine.rng import next_word

from .agent import Agent, setting

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game
    from prikup.envs.engine.view import View

import pyspiel  # after the door, which says how to install it

Maker = Callable[[Any, int, int], Any]  # game of OpenSpiel, seat, seed -> bot
_SEEDS = 1 << 31


class OpenSpielAgent(Agent):
    """A bot of OpenSpiel in a seat of ours.

    OpenSpiel hands its bots the true state. This one is handed a state drawn uniformly among all
    in which its seat would have seen the same, so it sees no more than any agent here. It is asked
    at its own turns only (`step`), one bot a deal, which begins at its first turn.
    """

    main_setting = "bot"

    def __init__(self, bot: str, sims: int | str = 100) -> None:
        """Choose the bot.

        Args:
            bot: `uniform`, `ismcts` (OpenSpiel's in Python), or the dotted name of a function of
                yours, called as `function(game, seat, seed)` with OpenSpiel's game.
            sims: Simulations a decision of `ismcts`.

        Raises:
            BadOptions: if there is no such bot.
        """
        self.sims = int(setting("openspiel", "sims", sims, 1, 10_000_000))
        self._make = self._maker(bot)
        self._game: Any = None
        super().__init__()

    def _maker(self, bot: str) -> Maker:
        own: dict[str, Maker] = {"uniform": _uniform, "ismcts": self._ismcts}
        if bot in own:
            return own[bot]
        module, _, name = bot.rpartition(".")
        if not module:
            raise BadOptions(f"agent openspiel: no bot {bot!r}; {nearest(bot, own)}")
        try:
            found: Maker = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError) as error:
            raise BadOptions(f"agent openspiel: no bot {bot!r}: {error}") from None
        return found

    def _ismcts(self, game: Any, seat: int, seed: int) -> Any:
        from open_spiel.python.algorithms import ismcts, mcts

        random = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        return ismcts.ISMCTSBot(game, evaluator, uct_c=0.7, max_simulations=self.sims,
                                random_state=random)  # fmt: skip

    def reset(self, seed: int) -> None:
        """Begin a deal with a new bot."""
        super().reset(seed)
        self._bot: Any = None

    def check(self, game: Game) -> None:
        """Raise BadOptions where an episode is a match: OpenSpiel's states begin with it."""
        if game.options.episode != "deal":
            raise BadOptions(f"agent {self.name}: plays single deals, got {game}")

    def act(self, view: View) -> int:
        """Return what the bot does in a state drawn from the view."""
        if self._game is None or self._game.rules != view.game:
            self.check(view.game)
            self._game = openspiel.game_of(view.game)
        if self._bot is None:
            self._bot = self._make(self._game, view.seat, _seed(self.rng))
        return int(self._bot.step(self._game.drawn_from(view, self.rng)))


class AgentBot(pyspiel.Bot):
    """An agent of prikup in a seat of OpenSpiel's evaluations; it acts on the seat's view."""

    def __init__(self, agent: Agent, seat: int, seed: int = 0) -> None:
        """Seat the agent.

        Args:
            agent: The agent; one object a seat.
            seat: Its seat.
            seed: What its random streams follow from, one for each deal.

        Raises:
            BadOptions: if the agent cheats.
        """
        if agent.is_cheating:
            raise BadOptions(f"agent {agent.name} cheats: it needs the true state, not a view")
        super().__init__()
        self.agent, self.seat = agent, seat
        self._seeds = np.random.default_rng(seed)
        self.restart()

    def restart(self) -> None:
        """Begin a deal."""
        self.agent.reset(int(self._seeds.integers(_SEEDS)))

    def restart_at(self, state: Any) -> None:
        """Begin amid a deal: the view holds all that came before."""
        self.restart()

    def provides_force_action(self) -> bool:
        """Return True: the view tells the agent what it was made to do."""
        return True

    def force_action(self, state: Any, action: int) -> None:
        """Take note of nothing: the view will tell."""

    def step(self, state: Any) -> int:
        """Return the agent's action.

        Raises:
            BadOptions: if the state is not one of prikup's games.
        """
        if not isinstance(state, openspiel.PrikupState):
            raise BadOptions(
                f"an agent of prikup plays games of prikup, such as "
                f"pyspiel.load_game('{openspiel.PREFIX}kuhn_poker'), got {state.get_game()}"
            )
        return self.agent.act(state.view(self.seat))


def _uniform(game: Any, seat: int, seed: int) -> Any:
    return pyspiel.make_uniform_random_bot(seat, seed)


def _seed(rng: np.ndarray) -> int:
    return int(next_word(rng)) % _SEEDS
