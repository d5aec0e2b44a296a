"""Moments of deals at which something is measured: the auction over, the play about to begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prikup.agents import heuristic
from prikup.agents.agent import make_agent
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.log import MOVE, audience_of, kind_of, source_of, target_of


def _auction_is_over(state: State) -> bool:
    """Return whether in Thousand nobody may bid any more before the talon is shown."""
    from prikup.envs.games.thousand.layout import AUCTION

    return bool(state.record.phase > AUCTION)


AUCTION_OVER: dict[str, Callable[[State], bool]] = {"thousand": _auction_is_over}


def decisions(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """Yield state and action of each decision of a deal, a lot's outcome being none.

    The heuristic plays it, uniform play where the game has none; a state stays as it is only until
    the next is asked for.
    """
    player = make_agent("heuristic" if game.name in heuristic.games() else "random")
    player.reset(seed)
    state = game.deal(seed=seed)
    while not (state.is_terminal() or state.wants_deck()):
        if state.is_chance_node():
            state.draw_lot(seed)
            continue
        action = player.act(state.view(state.current_player()))
        yield state, action
        state.apply_action(action)


def at_share(game: Game, seed: int, share: float) -> State | None:
    """Return the deal when a share of its decisions has been taken, None if it has none."""
    passed = [state.clone() for state, _ in decisions(game, seed)]
    return passed[int(share * len(passed))] if passed else None


def after_auction(game: Game, seed: int) -> State | None:
    """Return the deal of a game in AUCTION_OVER when its auction is over, None if it never is."""
    is_over = AUCTION_OVER[game.name]
    return next((state for state, _ in decisions(game, seed) if is_over(state)), None)


def before_play(game: Game, seed: int) -> State | None:
    """Return the deal when the first card is about to be played; None if it never comes to it.

    That is a card which all see go from a hand to a place that is no hand. In all games the hands
    are the first places, in the order of the seats.
    """
    players, everybody = game.num_players(), (1 << game.num_players()) - 1
    for state, action in decisions(game, seed):
        after = state.clone()
        after.apply_action(action)
        for word in after.record.log[int(state.record.log_length) : int(after.record.log_length)]:
            if (
                kind_of(word) == MOVE
                and int(audience_of(word)) & everybody == everybody
                and source_of(word) == state.current_player()
                and target_of(word) >= players
            ):
                return state
    return None
