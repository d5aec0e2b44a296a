"""What inference tells about the truth: the true world's log-probability against uniform worlds.

`prikup bench inference` prints it. The heuristic plays deals against itself. At some moments of
each, worlds are sampled for each seat's view and weighted by what the heuristic makes of the other
seats' actions; the true world is weighted with them. The gain is the logarithm of the truth's share
of all the weight less that of an equal share: 0 says that the actions tell nothing, 0.69 (a nat
being 1) that the truth became twice as probable. Beside it stands the gain after the weights were
flattened as the searching agents do it. The gain cannot be above the logarithm of the number of
worlds: where the truth takes all the weight, it is a lower bound. A deal is the unit of the
intervals.

What others did unseen is hardly ever the model's own choice in a uniform world, so few of these
count; the agents draw it anew by the model (see `weighted_worlds`). How many of as many draws count
then is measured beside it.

The heuristic plays exactly as the model expects, so these gains are the most that inference by it
can bring; against others it brings less.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from prikup.agents import heuristic
from prikup.agents.search.base import EFFECTIVE
from prikup.agents.search.inference import SLIP, log_weight, weigh_worlds, weighted_worlds
from prikup.agents.search.tempering import effective_number, tempered
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.rng import stream
from prikup.envs.registry import load_game

from .moments import AUCTION_OVER, after_auction, at_share, before_play
from .statistics import mean_interval

WORLDS = 500
SHARES = (0.5, 0.75)  # of a deal's decisions
_SECONDS, _QUICK_SECONDS = 30.0, 0.5
_LEAST_DEALS = 2  # an interval needs them

Moment = Callable[[Game, int], State | None]


@dataclass(frozen=True)
class Gain:
    """What inference tells at one moment of a game."""

    bench: str
    what: str
    """The moment: `auction` (over), `play` (about to begin), or a share of the decisions."""
    game: str
    gain: float
    """Mean log-probability of the true world above uniform, nats."""
    gain_interval: float
    """Half of its 95 % interval."""
    flattened: float
    """The same after the weights were flattened."""
    flattened_interval: float
    effective: float
    """Mean effective number of worlds, before the weights were flattened."""
    drawn: float
    """Mean effective number of worlds whose unseen actions are drawn by the model."""
    worlds: int
    slip: float
    deals: int

    @property
    def row(self) -> Gain:
        """The row for JSON: all of it."""
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return asdict(self)

    def text(self) -> str:
        """Return the row as a line of aligned columns."""
        return (
            f"{self.what:<10} {self.game:<32} {self.gain:6.3f} ± {self.gain_interval:.3f} nats, "
            f"flattened {self.flattened:6.3f} ± {self.flattened_interval:.3f}, "
            f"{self.effective:.1f} of {self.worlds} worlds count, drawn by the model "
            f"{self.drawn:.1f}, {self.deals} deals"
        )


def run(
    games: Sequence[str] | None = None, *, seconds: float | None = None, quick: bool = False
) -> Iterator[Gain]:
    """Measure games that have a heuristic.

    Args:
        games: The games; None: all that have a heuristic.
        seconds: Time for each moment; None: half a minute.
        quick: Whether to measure Ninety-Nine only (where no games are given), and briefly.
    """
    seconds = seconds or (_QUICK_SECONDS if quick else _SECONDS)
    for name in games or (["ninety_nine"] if quick else heuristic.games()):
        game = load_game(name)
        for what, moment in moments(game).items():
            yield measure(game, what, moment, seconds)


def moments(game: Game) -> dict[str, Moment]:
    """Return by name what brings a game and a seed to a moment."""
    found: dict[str, Moment] = {"auction": after_auction} if game.name in AUCTION_OVER else {}
    shares = {f"{share:.0%}": partial(at_share, share=share) for share in SHARES}
    return found | {"play": before_play} | shares


def notes() -> list[str]:
    """Return what must be said with the figures."""
    return [
        f"The heuristic against itself; {WORLDS} worlds a view, the model slips in {SLIP:.0%}; "
        f"weights flattened until {EFFECTIVE:.0f} worlds count."
    ]


def measure(
    game: Game,
    what: str,
    moment: Moment,
    seconds: float,
    *,
    worlds: int = WORLDS,
    slip: float = SLIP,
    deals: int = 1_000_000,
) -> Gain:
    """Measure one moment over deals 0, 1, ... of the game, all seats.

    Args:
        game: A game that has a heuristic.
        what: Name of the moment.
        moment: Brings the game and a seed to it; None where the deal never comes to it.
        seconds: No deal is begun later than this.
        worlds: Sampled for each view.
        slip: Probability that a seat does not follow the model.
        deals: The most deals.
    """
    raw: list[float] = []
    flat: list[float] = []
    counting: list[float] = []
    drawn: list[float] = []
    start = time.perf_counter()
    for seed in range(deals):
        if len(raw) >= _LEAST_DEALS and time.perf_counter() - start > seconds:
            break
        state = moment(game, seed)
        if state is None:
            continue
        found = [gain(state, seat, worlds, slip, seed) for seat in range(game.num_players())]
        raw.append(float(np.mean([one[0] for one in found])))
        flat.append(float(np.mean([one[1] for one in found])))
        counting.append(float(np.mean([one[2] for one in found])))
        drawn.append(float(np.mean([one[3] for one in found])))
        if not seed:
            start = time.perf_counter()  # the first deal compiled
    before, after = mean_interval(raw), mean_interval(flat)
    return Gain(
        bench="inference",
        what=what,
        game=str(game),
        gain=round(before.mean, 4),
        gain_interval=round(before.half_width, 4),
        flattened=round(after.mean, 4),
        flattened_interval=round(after.half_width, 4),
        effective=round(float(np.mean(counting)), 2),
        drawn=round(float(np.mean(drawn)), 2),
        worlds=worlds,
        slip=slip,
        deals=len(raw),
    )


def gain(
    state: State, seat: int, worlds: int, slip: float, seed: int
) -> tuple[float, float, float, float]:
    """Return the gain for a seat, that by flattened weights, and two effective numbers of worlds.

    The first is that of the uniform worlds, the second that of worlds with what others did unseen
    drawn by the model.
    """
    model = heuristic.policy(state.game)
    rng = stream(seed * state.game.num_players() + seat)
    view = state.view(seat)
    _, logs = weigh_worlds(view, worlds, model, rng, slip)
    logs = np.append(logs, log_weight(state, seat, model, slip))
    chances = np.exp(logs - logs.max())
    chances /= chances.sum()
    flat = tempered(chances, min(EFFECTIVE, len(chances) / 2))
    uniform = np.log(len(chances))
    drawn = weighted_worlds(view, worlds, model, rng, slip)[1]
    return (
        float(np.log(chances[-1]) + uniform),
        float(np.log(flat[-1]) + uniform),
        effective_number(chances),
        effective_number(drawn),
    )
