"""Published results of other programs, and ours on the same games beside them.

`prikup bench anchors` plays them. Each row is one of our agents against uniform random play: the
share of games that it wins, ties shared, and what was published. It plays every seat of a deal in
turn, random play the others; the 95 % interval is Student's over the averages of the deals.

- Knockout Whist for two, whole games (`knockout_whist.py` has the rules): the reference program of
  ISMCTS by Cowling, Powley and Whitehouse, as run by github.com/melvinzhang/ismcts (README, 100
  games). Ours searches to the end of the running deal and counts there what random play makes of
  the rest of the game. It also remembers which suits were not followed, which the reference does
  not, and its exploration constant counts in standard deviations.
- Ninety-Nine, single deals with their bids: github.com/SkylerMime/NinetyNine (README) says of its
  tree search that it is no better than random moves, which for three alike is a third.
- Thousand for two, the play of the cards alone: Chrustowski and Duch, "Policy-based reinforcement
  learning approach in imperfect information card game" (Applied Sciences 15(4):2121, 2025), by
  REINFORCE. Here the heuristic bids for both seats, and deals that it passes out are left out. One
  row counts who took more points in cards and marriages, one who wrote more for the deal, the
  contract won or lost included; the search maximises the latter, less what the opponent writes.

In Ninety-Nine and Thousand the heuristic plays the simulated deals to their end, in Knockout Whist
random play does. The programs and their rules are others': the figures say whether a search is in
order, not which of two programs is the better.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from prikup.agents.agent import make_agent
from prikup.agents.table import episode_seed, play_on
from prikup.envs.engine.errors import BadOptions, nearest
from prikup.envs.engine.game import Game, State
from prikup.envs.registry import load_game

from . import knockout_whist
from .moments import before_play
from .statistics import mean_interval, win_shares

SEED = 1  # of the deals
OPPONENT = "random"
_LEAST_DEALS, _QUICK_DEALS = 2, 4

Scores = Callable[[State], Sequence[float]]


def by_utility(state: State) -> list[float]:
    """Return what the game pays each seat."""
    return [float(value) for value in state.returns()]


def by_points_taken(state: State) -> list[float]:
    """Return the points that each seat of Thousand has taken, in cards and marriages."""
    deal = state.record
    return [float(deal.card_points[seat] + deal.marriages[seat]) for seat in range(2)]


@dataclass(frozen=True)
class Anchor:
    """A published result, and how ours is played."""

    game: str
    options: dict[str, Any]
    agent: str
    deals: int
    counted: dict[str, Scores]
    """By what the winner is found; a row for each."""
    published: float
    """The published share of games won; a bound where `claim` says so."""
    claim: str
    source: str
    heuristic_bids: bool = False
    """Whether the heuristic bids for all, and the agents only play the cards."""

    def load(self) -> Game:
        """Return the game."""
        if self.game == knockout_whist.NAME:
            return knockout_whist.make_game(**self.options)
        return load_game(self.game, **self.options)


def _whist(simulations: int, published: float) -> Anchor:
    return Anchor(
        knockout_whist.NAME,
        {"episode": "match"},
        f"ismcts:sims={simulations}",
        deals=240,
        counted={"whole game": by_utility},
        published=published,
        claim=f"ISMCTS with {simulations} iterations",
        source="melvinzhang/ismcts, README, 100 games",
    )


ANCHORS = (
    _whist(100, 0.58),
    _whist(1000, 0.67),
    _whist(2000, 0.65),
    Anchor(
        "ninety_nine",
        {},
        "ismcts:sims=1000",
        deals=140,
        counted={"points written": by_utility},
        published=1 / 3,
        claim="MCTS no better than random moves",
        source="SkylerMime/NinetyNine, README",
    ),
    Anchor(
        "thousand",
        {"preset": "classic_2p", "utility": "zero_sum"},
        "ismcts:sims=1000",
        deals=100,
        counted={"points taken": by_points_taken, "points written": by_utility},
        published=0.65,
        claim="REINFORCE above 65 %",
        source="Chrustowski and Duch, Applied Sciences 15(4):2121, 2025",
        heuristic_bids=True,
    ),
)
GAMES = tuple(dict.fromkeys(anchor.game for anchor in ANCHORS))


@dataclass(frozen=True)
class Comparison:
    """What our agent has won, beside what was published."""

    bench: str
    game: str
    agent: str
    opponent: str
    counted: str
    share: float
    """Of the games won, ties shared."""
    interval: float
    """Half of the 95 % interval of the share."""
    deals: int
    games: int
    published: float
    claim: str
    source: str

    @property
    def row(self) -> Comparison:
        """The row for JSON: all of it."""
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return asdict(self)

    def text(self) -> str:
        """Return the row as a line of aligned columns."""
        won = f"{100 * self.share:.1f} ± {100 * self.interval:.1f} %"
        name = self.game.partition(":")[0]
        return (
            f"{name:<15} {self.agent:<17} {self.counted:<15} won {won} of {self.games} games; "
            f"published {100 * self.published:.0f} %: {self.claim} ({self.source})"
        )


def check_game(name: str) -> None:
    """Raise BadOptions if nothing is published about a game here."""
    if name not in GAMES:
        raise BadOptions(f"no published result for game {name!r}; {nearest(name, GAMES)}")


def run(
    games: Sequence[str] | None = None, *, seconds: float | None = None, quick: bool = False
) -> Iterator[Comparison]:
    """Play against random play and compare with what was published.

    Args:
        games: The games, by name; None: all.
        seconds: No deal of a result is begun later than this; None: no limit.
        quick: Whether to play the first result only (where no games are given), and few deals.
    """
    for name in games or ():
        check_game(name)
    chosen = [anchor for anchor in ANCHORS if not games or anchor.game in games]
    for anchor in chosen[:1] if quick and not games else chosen:
        deals = min(anchor.deals, _QUICK_DEALS) if quick else anchor.deals
        yield from compare(anchor, deals, seconds)


def notes() -> list[str]:
    """Return what must be said with the figures."""
    return [
        f"Against {OPPONENT} play, ours in every seat of each deal; 95 % intervals over the deals. "
        "The published programs play rules of their own."
    ]


def compare(anchor: Anchor, deals: int, seconds: float | None = None) -> list[Comparison]:
    """Play the first so many deals, none begun after so many seconds; return a row a count."""
    game = anchor.load()
    players = game.num_players()
    ours, *others = make_agent(anchor.agent), *(make_agent(OPPONENT) for _ in range(players - 1))
    numbers: list[int] = []  # the deal of each game
    shares: dict[str, list[float]] = {name: [] for name in anchor.counted}
    start = time.perf_counter()
    for number in range(deals):
        if len(numbers) >= _LEAST_DEALS * players and seconds:
            if time.perf_counter() - start > seconds:
                break
        seed = episode_seed(SEED, number)
        state = before_play(game, seed) if anchor.heuristic_bids else game.deal(seed)
        if state is None:
            continue
        for seat in range(players):
            final = play_on(state.clone(), [*others[:seat], ours, *others[seat:]], seed)
            numbers.append(number)
            for name, scored in anchor.counted.items():
                shares[name].append(float(win_shares([scored(final)])[0, seat]))
        if len(numbers) == players:
            start = time.perf_counter()  # the first deal compiled
    return [_row(anchor, game, name, numbers, found) for name, found in shares.items()]


def _row(
    anchor: Anchor, game: Game, counted: str, numbers: list[int], shares: list[float]
) -> Comparison:
    """Return the row of what each game, of the deal with this number, brought."""
    won = mean_interval(shares, numbers)
    return Comparison(
        bench="anchors",
        game=str(game),
        agent=anchor.agent,
        opponent=OPPONENT,
        counted=counted,
        share=round(won.mean, 4),
        interval=round(won.half_width, 4),
        deals=won.deals,
        games=len(shares),
        published=round(anchor.published, 4),
        claim=anchor.claim,
        source=anchor.source,
    )
