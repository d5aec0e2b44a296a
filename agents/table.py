"""Seats agents at a table and plays episodes. Every random number follows from one seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from prikup.envs.engine.rng import stream

from .agent import Agent

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game, State

_EPISODE_STREAM, _AGENT_STREAM = 11, 12


def episode_seed(seed: int, number: int) -> int:
    """Return the seed of the number-th episode of a frozen set: its decks, lots and agents."""
    return int(stream(seed, _EPISODE_STREAM, number)[0])


def agent_seed(seed: int, seat: int) -> int:
    """Return the seed of the agent in a seat; whoever sits there gets the same stream."""
    return int(stream(seed, _AGENT_STREAM, seat)[0])


def decide(agent: Agent, state: State) -> int:
    """Return an agent's action for the seat to act: by its view, or by cheating if it says so."""
    if agent.is_cheating:
        return agent.act_cheating(state.clone())
    return agent.act(state.view(state.current_player()))


def play_episode(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    *,
    deck: Sequence[int] | None = None,
    match: Mapping[str, Any] | None = None,
    on_step: Callable[[State, int, int], None] | None = None,
) -> State:
    """Play one episode to its end.

    Args:
        game: The game.
        agents: One agent a seat; one object may sit in several seats only if it keeps nothing
            between decisions but its stream.
        seed: Decides decks, lots and the agents' streams.
        deck: The first deck, in place of the seed's.
        match: Match fields at the start.
        on_step: Called as `on_step(state, seat, action)` before each decision is played.

    Returns:
        The final state.
    """
    return play_on(game.deal(seed, deck=deck, match=match), agents, seed, on_step)


def play_on(
    state: State,
    agents: Sequence[Agent],
    seed: int,
    on_step: Callable[[State, int, int], None] | None = None,
) -> State:
    """Play an episode that has begun to its end, in place; the arguments are as in `play_episode`.

    Returns:
        The state.
    """
    for seat, agent in enumerate(agents):
        agent.reset(agent_seed(seed, seat))
    while not state.is_terminal():
        seat = state.current_player()
        action = decide(agents[seat], state)
        if on_step is not None:
            on_step(state, seat, action)
        state.apply_action(action)
        state.resolve_chance(seed)
    return state
