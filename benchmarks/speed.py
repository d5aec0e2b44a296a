"""How fast rules, states, environments and worlds are, in random play, against others.

`prikup bench speed` prints it. What is counted is decisions: actions of seats, not what chance does
and not PettingZoo's steps of finished agents. The kinds of row:

- `playout`: whole deals in one compiled loop, shuffling and dealing included, log and keys off as
  in the playouts of a search; `playout_logged`: with them, as in a batch or a record;
- `batch`: 1024 games stepped together by one thread and by two, an observation and a mask written
  for every decision; uniform actions, picked by a compiled loop whose time is included;
- `state`: the state from Python, `legal_actions` and `apply_action`;
- `aec_raw`, `aec`: PettingZoo's loop over `raw_env()` and `env()`, with `last` and the mask;
- `gymnasium`, `gymnasium_vector`: one seat among uniform players, one game and 256 games together;
  the decisions of that seat alone are counted;
- `openspiel`: the game through OpenSpiel's state from Python, chance card by card;
- `peer_bots`, `peer_loop`: other libraries' games, once in a run: OpenSpiel's uniform bots in C++,
  and RLCard's own loop with its random agents;
- `world`: worlds drawn from views in the middle of a deal, one Python call each;
- `import`, `reset_warm`, `reset_cold`: seconds in a new process until `prikup.envs` is there, and
  from there until the first `reset` is done, Numba's own import included, with and without the
  compiled kernels in the cache; `last_warm`, `last_cold`: until the first `last` is done too.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from prikup.agents import uniform
from prikup.envs.batch import Batch
from prikup.envs.engine import kernels
from prikup.envs.engine.game import Game
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.rng import stream
from prikup.envs.registry import game_names, load_game

from .peers import (
    LEDUC,
    OH_HELL,
    OTHERS,
    OWN_OH_HELL,
    RLCARD,
    bots,
    oh_hell_bots,
    oh_hell_rollouts,
    oh_hell_states,
    oh_hell_tensors,
    openspiel_states,
    rlcard_games,
)
from .timing import Measured, Rate, Work, compared, measure, summary

NOTES = (
    "pyspiel oh_hell: 3 players, 9 tricks, C++; the unit is a decision. Its rules are those of "
    f"{OWN_OH_HELL}, not those of the other games.",
    "  rollouts: RandomRolloutEvaluator from dealt positions, the dealing not included (ours "
    "includes it); bots: evaluate_bots with uniform bots, whole deals; tensors: of 2568 numbers.",
)
_SECONDS, _QUICK_SECONDS = 2.0, 0.1
BATCH = 1024  # games in a batch: more of them stay in the caches than of 2048
_THREADS = (1, 2)
_VECTOR = 256  # games of the vector environment
_CHOICES = 1 << 12  # random numbers drawn beforehand, so that drawing is not what is measured


def run(
    games: Sequence[str] | None = None, *, seconds: float | None = None, quick: bool = False
) -> Iterator[Measured]:
    """Measure all games.

    Args:
        games: The games, `name` or `name:key=value,...`; None: all, as they are by default, and
            before them the one whose rules are those of the peer.
        seconds: Time for each rate; None: a few seconds.
        quick: Whether to measure Kuhn poker only (where no games are given), briefly, and nothing
            cold.
    """
    seconds = seconds or (_QUICK_SECONDS if quick else _SECONDS)
    names = games or (["kuhn_poker"] if quick else [OWN_OH_HELL, *game_names()])
    loaded = [load_game(name) for name in names]
    for game in loaded:
        yield from _playouts(game, seconds)
        yield from _batches(game, seconds)
        yield from _states(game, seconds)
        yield from _environments(game, seconds)
        yield from _seats(game, seconds)
        yield from _openspiel(game, seconds)
        rates = measure({"world": worlds(game)}, seconds)
        yield compared("speed", "world", str(game), "worlds/s", rates["world"])
    yield from _peers(seconds)
    started = {game.name: game for game in loaded}  # of several presets one: the code is the same
    yield from _starts(list(started.values()), 1 if quick else 3, with_cold=not quick)


def notes() -> list[str]:
    """Return what must be said with the figures here and now."""
    missing = []
    if importlib.util.find_spec("pyspiel") is None:
        missing.append("OpenSpiel is not installed: nothing is compared with it.")
    if not _has_leduc():
        missing.append(
            "rlcard and pygame, which PettingZoo's own leduc_holdem needs, are not both "
            "installed: aec_raw and aec are not compared."
        )
    return [*(NOTES if importlib.util.find_spec("pyspiel") else ()), *missing]


# --- what is measured ------------------------------------------------------------------------


def playouts(game: Game, *, quiet: bool) -> Work:
    """Return the work of playing whole deals in a compiled loop; it counts decisions."""
    states = np.zeros(2, game.definition.state)
    states[1:] = game.new_initial_state().states
    states["quiet"] = quiet
    scratch, pack, rng = game.scratch(), game.pack.copy(), stream(0)
    policy, actions = uniform.policy(game), np.zeros_like(scratch.actions)
    return lambda amount: float(kernels.playouts(policy, states, pack, rng, actions, amount))


@compiled
def uniform_actions(legal_words: Any, rng: Any, actions: Any) -> None:
    """Pick a uniform legal action for every lane: `legal_words int64[B, W]`, `actions int64[B]`."""
    for lane in range(len(actions)):
        actions[lane] = kernels.random_action(legal_words[lane], rng)


def batches(game: Game, threads: int) -> Work:
    """Return the work of stepping a batch with uniform actions; it counts decisions."""
    batch, rng = Batch(game, BATCH, threads=threads), stream(2)
    actions = np.zeros(BATCH, np.int64)

    def work(amount: int) -> float:
        for _ in range(amount):
            uniform_actions(batch.legal_words, rng, actions)
            batch.step(actions)
        return amount * BATCH

    return work


def states(game: Game) -> Work:
    """Return the work of random play through `State`; it counts decisions."""
    draws = _draws()

    def work(amount: int) -> float:
        decisions = 0
        for deal in range(amount):
            state = game.deal(seed=deal)
            while not state.is_terminal():
                if state.is_chance_node():
                    state.resolve_chance(deal)
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[draws[decisions % _CHOICES] % len(legal)])
                decisions += 1
        return decisions

    return work


def environment(make: Callable[[], Any]) -> Work:
    """Return the work of PettingZoo's own loop with random actions; it counts decisions."""
    env, draws = make(), _draws()

    def work(amount: int) -> float:
        decisions = 0
        for episode in range(amount):
            env.reset(seed=episode)
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[draws[decisions % _CHOICES] % len(legal)]))
                decisions += 1
        return decisions

    return work


def single(game: Game) -> Work:
    """Return the work of one seat's environment, uniform players around it."""
    from prikup.envs.single import PrikupSingleEnv

    env, draws = PrikupSingleEnv(game), _draws()

    def work(amount: int) -> float:
        decisions = 0
        for episode in range(amount):
            _, info = env.reset(seed=episode)
            is_over = False
            while not is_over:
                legal = np.flatnonzero(info["action_mask"])
                action = int(legal[draws[decisions % _CHOICES] % len(legal)])
                _, _, terminated, truncated, info = env.step(action)
                is_over = terminated or truncated
                decisions += 1
        return decisions

    return work


def vector(game: Game) -> Work:
    """Return the work of many such environments in one; it counts their seats' decisions."""
    from prikup.envs.vector import PrikupVectorEnv

    env = PrikupVectorEnv(game, num_envs=_VECTOR)
    env.reset(seed=0)
    batch, rng, actions = env.batch, stream(2), np.zeros(_VECTOR, np.int64)

    def work(amount: int) -> float:
        for _ in range(amount):
            uniform_actions(batch.legal_words, rng, actions)
            env.step(actions)
        return amount * _VECTOR

    return work


def worlds(game: Game) -> Work:
    """Return the work of drawing worlds from views at decisions of random play."""
    views, rng, draws = [], stream(1), _draws()
    for deal in range(4):
        state = game.deal(seed=deal)
        while not state.is_terminal():
            if state.is_chance_node():
                break  # the next deal of a match
            views.append(state.view(state.current_player()))
            legal = state.legal_actions()
            state.apply_action(legal[draws[len(views)] % len(legal)])

    def work(amount: int) -> float:
        for _ in range(amount):
            for view in views:
                view.sample(rng)
        return amount * len(views)

    return work


def _draws() -> list[int]:
    draws: list[int] = np.random.default_rng(0).integers(1 << 30, size=_CHOICES).tolist()
    return draws


# --- rows ------------------------------------------------------------------------------------


def _playouts(game: Game, seconds: float) -> Iterator[Measured]:
    works = {"own": playouts(game, quiet=True)}
    if importlib.util.find_spec("pyspiel") is not None:
        works |= {f"{OH_HELL} rollouts": oh_hell_rollouts(), f"{OH_HELL} bots": oh_hell_bots()}
    yield from _against(measure(works, seconds), "playout", game, "decisions/s")
    rates = measure({"own": playouts(game, quiet=False)}, seconds)
    yield compared("speed", "playout_logged", str(game), "decisions/s", rates["own"])


def _batches(game: Game, seconds: float) -> Iterator[Measured]:
    works = {str(threads): batches(game, threads) for threads in _THREADS}
    peer = ""
    if importlib.util.find_spec("pyspiel") is not None:
        peer = f"{OH_HELL} from Python with tensors and masks"
        works[peer] = oh_hell_tensors()
    rates = measure(works, seconds)
    for threads in _THREADS:
        rate, other, unit = rates[str(threads)], rates.get(peer), "decisions/s"
        yield compared("speed", "batch", str(game), unit, rate, peer, other, threads)


def _states(game: Game, seconds: float) -> Iterator[Measured]:
    works = {"own": states(game)}
    if importlib.util.find_spec("pyspiel") is not None:
        works[f"{OH_HELL} from Python"] = oh_hell_states()
    yield from _against(measure(works, seconds), "state", game, "decisions/s")


def _environments(game: Game, seconds: float) -> Iterator[Measured]:
    from prikup.envs import aec

    for what, make in (("aec_raw", aec.PrikupEnv), ("aec", aec.env)):
        works = {"own": environment(partial(make, game))}
        if _has_leduc():
            from pettingzoo.classic import leduc_holdem_v4 as leduc

            peer = leduc.raw_env if what == "aec_raw" else leduc.env
            works[LEDUC] = environment(peer)
        yield from _against(measure(works, seconds), what, game, "decisions/s")


def _seats(game: Game, seconds: float) -> Iterator[Measured]:
    works = {"gymnasium": single(game), "gymnasium_vector": vector(game)}
    for what, rate in measure(works, seconds).items():
        yield compared("speed", what, str(game), "decisions/s", rate)


def _openspiel(game: Game, seconds: float) -> Iterator[Measured]:
    if importlib.util.find_spec("pyspiel") is None:
        return
    from prikup.envs.openspiel import game_of

    works = {
        "own": openspiel_states(game_of(game)),
        f"{OH_HELL} from Python": oh_hell_states(),
    }
    yield from _against(measure(works, seconds), "openspiel", game, "decisions/s")


def _peers(seconds: float) -> Iterator[Measured]:
    """Yield the rows of games that are not ours."""
    if importlib.util.find_spec("pyspiel") is not None:
        rates = measure({name: bots(name) for name in OTHERS}, seconds)
        for name, rate in rates.items():
            yield compared("speed", "peer_bots", f"pyspiel {name}", "decisions/s", rate)
    if importlib.util.find_spec("rlcard") is not None:
        rates = measure({RLCARD: rlcard_games()}, seconds)
        yield compared("speed", "peer_loop", RLCARD, "decisions/s", rates[RLCARD])


def _against(rates: dict[str, Rate], what: str, game: Game, unit: str) -> Iterator[Measured]:
    """Yield a row for each peer, or one without a peer."""
    own = rates.pop("own")
    if not rates:
        yield compared("speed", what, str(game), unit, own)
    for peer, rate in rates.items():
        yield compared("speed", what, str(game), unit, own, peer, rate)


def _has_leduc() -> bool:
    return all(importlib.util.find_spec(name) is not None for name in ("rlcard", "pygame"))


# --- new processes ---------------------------------------------------------------------------

_START = """
import sys, time
start = time.perf_counter()
import prikup.envs
imported = time.perf_counter()
if len(sys.argv) > 1:
    from prikup.envs.aec import PrikupEnv
    env = PrikupEnv(sys.argv[1])
    env.reset(seed=0)
    dealt = time.perf_counter()
    env.last()
    print(dealt - imported, time.perf_counter() - imported)
print(imported - start)
"""


def _starts(games: Sequence[Game], repeats: int, with_cold: bool) -> Iterator[Measured]:
    imports = [_start_seconds()[-1] for _ in range(repeats)]
    yield compared("speed", "import", "prikup.envs", "s", summary(imports))
    for game in games:
        _start_seconds(str(game))  # everything is in the cache now
        found = {"warm": [_start_seconds(str(game)) for _ in range(repeats)]}
        if with_cold:
            with tempfile.TemporaryDirectory() as folder:
                found["cold"] = [_start_seconds(str(game), cache=folder)]
        for kind, seconds in found.items():
            for i, what in enumerate(("reset", "last")):
                rate = summary([each[i] for each in seconds])
                yield compared("speed", f"{what}_{kind}", str(game), "s", rate)


def _start_seconds(game: str = "", cache: str = "") -> list[float]:
    """Return the seconds in a new process: first reset and first `last` of a game, the import."""
    place = {"NUMBA_CACHE_DIR": cache} if cache else {}
    command = [sys.executable, "-c", _START, *([game] if game else [])]
    done = subprocess.run(
        command, env={**os.environ, **place}, capture_output=True, text=True, check=True
    )
    return [float(word) for word in done.stdout.split()]
