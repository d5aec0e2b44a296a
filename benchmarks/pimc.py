"""Three statistics of a game that tell how far perfect-information Monte Carlo can be trusted.

`prikup bench pimc` prints them. Long, Sturtevant, Buro and Furtak ("Understanding the success of
perfect information Monte Carlo sampling in game tree search", AAAI 2010) found in artificial trees
that PIMC loses little where sibling leaves pay the same, where one side is favoured anyway, and
where hidden cards become known quickly. Their trees have two players who win or lose; here seats
are two to four and payoffs any numbers, so the three are measured as follows, in uniformly random
play after the bids of the heuristic, where the game has one (bids at random are no contracts):

- leaf correlation: the chance that the last decision of a deal does not matter, that is, that each
  of its actions pays the mover the same;
- bias: how far a deal is decided before a card is played. A seat that has the first decision of the
  play comes out above the mean of the others in a share b of random continuations; the figure is
  the mean of max(b, 1 - b), 0.5 where all is open and 1 where all is decided;
- disambiguation: the mean share of a seat's worlds that what is done until its next decision rules
  out. It is estimated by worlds sampled at the first of the two decisions: those in which all that
  was done is illegal, or would have looked otherwise, are out. Where another seat does something
  unseen in between, worlds cannot be counted one against one and the pair is left out.

A deal is the unit of the intervals. The values of a game depend on the options, as all here do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from prikup.agents import heuristic, uniform
from prikup.agents.search.ahead import look_ahead, scratch
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.kernels import write_returns
from prikup.envs.engine.log import audience_of
from prikup.envs.engine.rng import stream
from prikup.envs.registry import game_names, load_game

from .moments import before_play, decisions
from .statistics import Interval, mean_interval

CONTINUATIONS = 64  # of each deal, for its bias
WORLDS = 32  # at each decision, for the share that is ruled out
_SECONDS, _QUICK_SECONDS = 30.0, 0.5
_LEAST_DEALS = 2


@dataclass(frozen=True)
class Trust:
    """The statistics of one game, each with half of its 95 % interval."""

    bench: str
    game: str
    leaf_correlation: float
    leaf_correlation_interval: float
    bias: float
    bias_interval: float
    disambiguation: float | None
    """None where no pair of decisions could be counted."""
    disambiguation_interval: float | None
    deals: int

    @property
    def row(self) -> Trust:
        """The row for JSON: all of it."""
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return asdict(self)

    def text(self) -> str:
        """Return the row as a line of aligned columns."""
        ruled_out = "not counted"
        if self.disambiguation is not None:
            ruled_out = f"{self.disambiguation:.3f} ± {self.disambiguation_interval:.3f}"
        return (
            f"{self.game:<32} leaf correlation {self.leaf_correlation:.3f} ± "
            f"{self.leaf_correlation_interval:.3f}  bias {self.bias:.3f} ± {self.bias_interval:.3f}"
            f"  disambiguation {ruled_out}  {self.deals} deals"
        )


def run(
    games: Sequence[str] | None = None, *, seconds: float | None = None, quick: bool = False
) -> Iterator[Trust]:
    """Measure games.

    Args:
        games: The games; None: all.
        seconds: Time for each; None: half a minute.
        quick: Whether to measure Kuhn poker only (where no games are given), and briefly.
    """
    seconds = seconds or (_QUICK_SECONDS if quick else _SECONDS)
    for name in games or (["kuhn_poker"] if quick else game_names()):
        yield measure(load_game(name), seconds)


def notes() -> list[str]:
    """Return what must be said with the figures."""
    return [
        "Random play after the heuristic's bids. PIMC is the safer, the nearer leaf correlation, "
        "bias and disambiguation are to 1."
    ]


def measure(game: Game, seconds: float, deals: int = 1_000_000) -> Trust:
    """Measure a game over its deals 0, 1, ...; none is begun after so many seconds."""
    correlations: list[float] = []
    biases: list[float] = []
    ruled_out: list[float] = []
    rounds: list[int] = []  # the deal of each
    start = time.perf_counter()
    for seed in range(deals):
        if len(correlations) >= _LEAST_DEALS and time.perf_counter() - start > seconds:
            break
        state = beginning(game, seed)
        if state is None:
            continue
        rng = np.random.default_rng(seed)
        correlations.append(leaf_correlation(state, rng))
        biases.append(bias(state, stream(seed)))
        shares = disambiguation(state, seed % game.num_players(), rng)
        ruled_out += shares
        rounds += [seed] * len(shares)
        if not seed:
            start = time.perf_counter()  # the first deal compiled
    correlation, favour = mean_interval(correlations), mean_interval(biases)
    shrinking = mean_interval(ruled_out, rounds) if ruled_out else None
    return Trust(
        bench="pimc",
        game=str(game),
        **_rounded("leaf_correlation", correlation),
        **_rounded("bias", favour),
        **_rounded("disambiguation", shrinking),
        deals=len(correlations),
    )


def _rounded(name: str, interval: Interval | None) -> dict[str, Any]:
    """Return the mean of an interval and its half width by their names."""
    if interval is None:
        return {name: None, f"{name}_interval": None}
    return {name: round(interval.mean, 4), f"{name}_interval": round(interval.half_width, 4)}


def beginning(game: Game, seed: int) -> State | None:
    """Return a deal when its play begins; its first decision where no card is ever played."""
    state = before_play(game, seed)
    if state is not None or game.name in heuristic.games():
        return state
    return next((state for state, _ in decisions(game, seed)), None)


def leaf_correlation(state: State, rng: np.random.Generator) -> float:
    """Play a deal on at random; return 1 if its last decision pays the mover the same, else 0.

    The last one is such that whatever is chosen, nobody has a choice after it.
    """
    last, running = None, state.clone()
    while _has_choice(running):
        last = running.clone()
        running.apply_action(int(rng.choice(running.legal_actions())))
    while last is not None:
        mover, payoffs, later = last.current_player(), set(), None
        for action in last.legal_actions():
            after = last.clone()
            after.apply_action(action)
            if _has_choice(after):
                later = after
            payoffs.add(round(float(after.returns()[mover]), 9))
        if later is None:
            return float(len(payoffs) == 1)
        last = later
    return 1.0


def _has_choice(state: State) -> bool:
    """Let lots and forced actions happen; return whether a seat has a choice in this deal."""
    while not (state.is_terminal() or state.wants_deck()):
        if state.is_chance_node():
            state.draw_lot(0)
        elif len(actions := state.legal_actions()) > 1:
            return True
        else:
            state.apply_action(actions[0])
    return False


def bias(state: State, rng: np.ndarray, continuations: int = CONTINUATIONS) -> float:
    """Return how far a deal is decided: the larger share of its random continuations.

    The shares are those in which the seat to act comes out above and below the mean of the others;
    where it comes out equal, half a continuation counts for each.
    """
    seat, players = state.current_player(), state.game.num_players()
    payoffs = random_payoffs(state, continuations, rng)
    others = (payoffs.sum(axis=1) - payoffs[:, seat]) / (players - 1)
    ahead = payoffs[:, seat] - others
    share = float(((ahead > 0) + 0.5 * (ahead == 0)).mean())
    return max(share, 1.0 - share)


def random_payoffs(state: State, number: int, rng: np.ndarray) -> np.ndarray:
    """Return what uniformly random continuations of a deal pay, float64[number, P]."""
    game = state.game
    before, out = np.zeros(game.num_players()), np.zeros((number, game.num_players()))
    write_returns(state.states, 0, before)
    look_ahead(
        np.repeat(state.states, number),
        *scratch(game),
        uniform.policy(game),
        before,
        1,
        rng,
        out,
    )
    return out


def disambiguation(
    state: State, seat: int, rng: np.random.Generator, number: int = WORLDS
) -> list[float]:
    """Play a deal on at random; return which share of a seat's worlds each round rules out.

    A round lasts from one decision of the seat to its next; those in which something is done that
    it does not see are left out.
    """
    found: list[float] = []
    running, worlds, was_all_seen = state.clone(), list[State | None](), True
    while not (running.is_terminal() or running.wants_deck()):
        if running.current_player() == seat:
            view = running.view(seat)
            if worlds and was_all_seen:
                left = sum(w is not None and w.view(seat).key() == view.key() for w in worlds)
                found.append(1.0 - left / number)
            worlds, was_all_seen = [view.sample(rng) for _ in range(number)], True
        entry = int(running.record.log_length)
        if running.is_chance_node():
            running.draw_lot(0)
        else:
            running.apply_action(int(rng.choice(running.legal_actions())))
        action = running.history()[-1]
        was_all_seen &= bool(int(audience_of(running.record.log[entry])) >> seat & 1)
        worlds = [_after(world, action) for world in worlds]
    return found


def _after(world: State | None, action: int) -> State | None:
    """Play an action in a world and return it, None where it is illegal there."""
    if world is None or action not in world.legal_actions():
        return None
    world.apply_action(action)
    return world
