"""How fast search is: ISMCTS simulations a second, against OpenSpiel's C++ ISMCTS; open hands.

`prikup bench search` prints it. `ismcts_1000` decides by so many simulations, one tree on one
thread, beside OpenSpiel's bot; `ismcts_many` has a tree for each seat, `ismcts_threads` two threads
beside one; `solver` solves whole random deals with open hands. A simulation is one sampled world,
one way down the tree and one random playout to the end of the deal, in both. Positions are taken
from random play when 0, 1/4, 1/2 and 3/4 of a deal's decisions are made, in both; those with one
legal action are left out.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from prikup.agents.search.ismcts import IsmctsAgent
from prikup.agents.search.position import make_position
from prikup.agents.search.solver import Solver
from prikup.envs.engine.game import Game
from prikup.envs.registry import game_names, load_game

from .peers import OH_HELL, OWN_OH_HELL, ismcts_bot, oh_hell_at
from .timing import Measured, Work, compared, measure

NOTE = (
    "pyspiel searches oh_hell (3 players, 9 tricks, 30 decisions) at the same shares of a deal. "
    f"Its rules are those of {OWN_OH_HELL}; for the other games read the ratio as a rough one."
)
NO_PEER = "OpenSpiel is not installed: nothing is compared with it."
SHARES = (0.0, 0.25, 0.5, 0.75)
SIMULATIONS, DEALS = (1_000, 10_000), 3
_QUICK_SIMULATIONS = (50, 500)
_SECONDS, _QUICK_SECONDS = 4.0, 0.2


def run(
    games: Sequence[str] | None = None, *, seconds: float | None = None, quick: bool = False
) -> Iterator[Measured]:
    """Measure all games.

    Args:
        games: The games, `name` or `name:key=value,...`; None: all, as they are by default, and
            before them the one whose rules are those of the peer.
        seconds: Time for each rate; None: a few seconds.
        quick: Whether to measure Kuhn poker only (where no games are given), and briefly.
    """
    seconds = seconds or (_QUICK_SECONDS if quick else _SECONDS)
    budgets = _QUICK_SIMULATIONS if quick else SIMULATIONS
    for name in games or (["kuhn_poker"] if quick else [OWN_OH_HELL, *game_names()]):
        game = load_game(name)
        unit, peer = "simulations/s", f"{OH_HELL} ISMCTSBot"
        for simulations in budgets:
            works = {"own": own(game, simulations)}
            if importlib.util.find_spec("pyspiel") is not None:
                works[peer] = other(simulations)
            rates, what = measure(works, seconds), f"ismcts_{simulations}"
            yield compared("search", what, str(game), unit, rates["own"], peer, rates.get(peer))
        many = measure({"many": own(game, budgets[0], tree="many")}, seconds)["many"]
        yield compared("search", "ismcts_many", str(game), unit, many)
        works = {"two": own(game, budgets[1], threads=2), "one": own(game, budgets[1])}
        rates = measure(works, seconds)
        two = compared(
            "search", "ismcts_threads", str(game), unit, rates["two"], "one thread", rates["one"]
        )
        yield Measured(replace(two.row, threads=2), two.rate, two.peer_rate)
    for name, deal in DEALS_SOLVED.items():
        rate = measure({"own": solves(deal)}, seconds)["own"]
        yield compared("search", "solver", name, "deals/s", rate)


def notes() -> list[str]:
    """Return what must be said with the figures here and now."""
    return [NOTE if importlib.util.find_spec("pyspiel") is not None else NO_PEER]


def own(game: Game, simulations: int, *, tree: str = "one", threads: int = 1) -> Work:
    """Return the work of searching each position once; it counts simulations."""
    states = [s for deal in range(DEALS) for s in positions(game, deal)]
    views = [state.view(state.current_player()) for state in states]
    agent = IsmctsAgent(sims=simulations, rollout="uniform", tree=tree, threads=threads)

    def work(amount: int) -> float:
        done = 0
        for _ in range(amount):
            agent.reset(0)
            for view in views:
                agent.act(view)
                done += agent.last["simulations"]
        return done

    return work


def other(simulations: int) -> Work:
    """Return the same work for OpenSpiel's bot on Oh Hell."""
    states = [oh_hell_at(deal, share) for deal in range(DEALS) for share in SHARES]
    states = [state for state in states if len(state.legal_actions()) > 1]
    bot = ismcts_bot(simulations, 1)

    def work(amount: int) -> float:
        for _ in range(amount):
            for state in states:
                bot.step(state)
        return amount * len(states) * simulations

    return work


def thousand(rng: np.random.Generator) -> np.ndarray:
    """Return a random deal of 24 cards to three, for points, as in Thousand without marriages."""
    cards = rng.permutation(24).tolist()
    values = (0, 2, 3, 4, 10, 11)  # of 9 J Q K T A
    return make_position(
        [cards[:8], cards[8:16], cards[16:]],
        ranks=6,
        trump=int(rng.integers(-1, 4)),
        trick_value=0,
        points=[values[card % 6] for card in range(24)],
        must_trump=True,
    )


def preferans(rng: np.random.Generator) -> np.ndarray:
    """Return a random deal of ten cards of 32 to three, for tricks, as in Preferans."""
    cards = rng.permutation(32).tolist()
    return make_position(
        [cards[:10], cards[10:20], cards[20:30]],
        ranks=8,
        trump=int(rng.integers(-1, 4)),
        leader=int(rng.integers(3)),
        must_trump=True,
    )


DEALS_SOLVED = {"8x3 of 24, points": thousand, "10x3 of 32, tricks": preferans}


def solves(deal: Callable[[np.random.Generator], np.ndarray]) -> Work:
    """Return the work of solving random deals, each with an empty table; it counts deals."""
    solver = Solver(bits=16)

    def work(amount: int) -> float:
        rng = np.random.default_rng(0)
        for _ in range(amount):
            solver.forget()
            solver.value(deal(rng))
        return amount

    return work


def positions(game: Game, deal: int) -> list[Any]:
    """Return states of one random deal at the shares of its decisions, with a choice in each."""
    rng = np.random.default_rng(deal)
    state, passed = game.deal(seed=deal), []
    while not (state.is_terminal() or state.is_chance_node()):
        passed.append(state.clone())
        state.apply_action(int(rng.choice(state.legal_actions())))
    found = (passed[int(share * len(passed))] for share in SHARES)
    return [state for state in found if len(state.legal_actions()) > 1]
