"""The agent protocol and the registry of agents by name."""

from __future__ import annotations

import importlib
import inspect
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from prikup.envs.engine.errors import BadOptions, nearest
from prikup.envs.engine.options import parse_settings

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game, State
    from prikup.envs.engine.view import View

# name -> module and class; the class is imported when an agent of that name is made
_AGENTS = {
    "random": "uniform:UniformAgent",
    "heuristic": "compiled:HeuristicAgent",
    "ismcts": "search.ismcts:IsmctsAgent",
    "cfr": "cfr.agent:CfrAgent",
    "flat": "search.ismcts:FlatAgent",
    "pimc": "search.pimc:PimcAgent",
    "dmc": "neural.agent:DmcAgent",
    "ppo": "neural.agent:PpoAgent",
    "deep_cfr": "neural.agent:DeepCfrAgent",
    "nfsp": "neural.agent:NfspAgent",
    "bidder": "neural.agent:BidderAgent",
    "hand_statistics": "bidding.agent:HandStatisticsAgent",
    "network_ismcts": "neural.ismcts:NetworkIsmctsAgent",
    "openspiel": "openspiel:OpenSpielAgent",
}
# made by name too, and marked as such: they are shown the true state
_CHEATING = {"cheating_ismcts": "search.ismcts:CheatingIsmctsAgent"}
# made by name too, but not listed among the agents that play by themselves
_INTERACTIVE = {"person": "person:PersonAgent"}


class Agent(ABC):
    """A thing that acts: it gets views, never a state (unless it says that it cheats).

    A subclass gives `act`; its constructor's keyword arguments are the agent's settings. Agents
    draw all their randomness from `self.rng`, so a decision follows from the seed and the view.
    """

    name = "agent"  # the text it was made from
    is_interactive = False  # True: it asks somebody, so tournaments refuse it
    main_setting = ""  # the setting whose name may be left out, as in `cfr:runs/kuhn`
    is_cheating = False  # True: it cheats, the table gives it the true state by `act_cheating`

    def __init__(self) -> None:
        """Start with the stream of seed 0."""
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begin a deal: forget the last one and take the random stream of this seed."""
        from prikup.envs.engine.rng import stream

        self.rng: np.ndarray = stream(seed)

    def check(self, game: Game) -> None:  # noqa: B027 - most agents play every game
        """Raise BadOptions if the agent cannot play this game."""

    @abstractmethod
    def act(self, view: View) -> int:
        """Return a legal action for the view's seat, which is to act."""

    def act_cheating(self, state: State) -> int:
        """Return a legal action for the mover of the true state; only a cheating agent has this.

        Raises:
            BadOptions: if the agent is a fair one.
        """
        raise BadOptions(f"agent {self.name} does not cheat: it acts on a view")

    def policy(self, view: View) -> np.ndarray:
        """Return the probability of each action, float64[A].

        Raises:
            BadOptions: if the agent has no explicit policy.
        """
        raise BadOptions(f"agent {self.name} has no explicit policy")

    def __repr__(self) -> str:
        return f"make_agent({self.name!r})"


def agent_names() -> tuple[str, ...]:
    """Return the names of all fair agents that play by themselves."""
    return tuple(_AGENTS)


def make_agent(text: str) -> Agent:
    """Make an agent from `name` or `name:key=value,key=value`, some as `name:value`.

    Raises:
        BadOptions: on an unknown name or setting (the nearest ones are offered) or a bad value.

    Example:
        >>> make_agent("random").name
        'random'
    """
    name, _, given = text.strip().partition(":")
    known_agents = _AGENTS | _INTERACTIVE | _CHEATING
    if name.strip() not in known_agents:
        raise BadOptions(f"no agent {name.strip()!r}; {nearest(name.strip(), known_agents)}")
    module, _, class_name = known_agents[name.strip()].partition(":")
    kind = getattr(importlib.import_module(f"{__package__}.{module}"), class_name)
    first = given.partition(",")[0]
    if kind.main_setting and first.strip() and "=" not in first:
        given = f"{kind.main_setting}={given}"
    name, settings = parse_settings(f"{name}:{given}")
    known = [p for p in inspect.signature(kind).parameters if p != "self"]
    for key in settings:
        if key not in known:
            offer = nearest(key, known) if known else "it has none"
            raise BadOptions(f"agent {name}: no setting {key!r}; {offer}")
    made: Agent = kind(**settings)
    made.name = text
    return made


def setting(agent: str, name: str, value: Any, low: float, high: float) -> float:
    """Return a numeric setting of an agent, given as a number or as text.

    Raises:
        BadOptions: if it is no number between low and high.
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not low <= number <= high:
        raise BadOptions(f"agent {agent}: {name} must be {low:g} to {high:g}, got {value!r}")
    return number
