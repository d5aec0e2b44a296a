"""Checks against second opinions: a referee, an agent's decisions, PettingZoo, uncompiled runs."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from ..engine import kernels, log
from ..engine.definition import define
from ..engine.game import Game, State
from ..engine.jit import DISABLED
from ..engine.rng import stream
from .walks import Run, image, step, walk

RECORD_SEEDS = 3

# --- the referee ----------------------------------------------------------------------------------


def check_referee(run: Run) -> None:
    """A second implementation of the rules agrees on every step of random episodes.

    The referee is an undealt object with `clone`, `player`, `wants_deck`, `legal`, `deal`, `play`,
    `scores`, and where it has them `places` and `knows`.
    """
    compared: set[str] = set()
    steps = 0
    for seed in run.seeds():
        referee, state = run.referee.clone(), run.game.new_initial_state()
        rng = np.random.default_rng(seed)
        heaps: dict[str, list[int]] = {}
        while True:
            _agree(run, state, referee)
            compared |= _agree_on_places(run, state, referee, heaps)
            if state.is_terminal() or state.record.match.deals >= run.budget.deals:
                break
            step(state, seed, rng)
            steps += 1
            last = state.steps()[-1]
            if isinstance(last, int):
                referee.play(last)
            else:
                referee.deal(last.tolist())
    run.figures["referee"] = f"{steps} steps; places compared: {', '.join(sorted(compared)) or '-'}"


def _agree(run: Run, state: State, referee: Any) -> None:
    pairs = {
        "player": (state.current_player(), referee.player),
        "deck due": (state.wants_deck(), referee.wants_deck()),
        "legal actions": (state.legal_actions(), list(referee.legal())),
        "scores": (state.scores().tolist(), [float(score) for score in referee.scores()]),
    }
    for name, (ours, expected) in pairs.items():
        if ours != expected:
            what = f"{name}: the referee says {expected}, the game {ours}"
            raise run.fail("the referee must agree", what, state)


def _agree_on_places(run: Run, state: State, referee: Any, heaps: dict[str, list[int]]) -> set[str]:
    """Compare where the cards lie, and who has seen that, at the places that both name alike."""
    if state.record.deal_number < 0 or state.is_chance_node() or not hasattr(referee, "places"):
        return set()
    named = {
        run.game.definition.place_text(run.game.options, place): (place, cards)
        for place, cards in lying(state).items()
    }
    theirs = referee.places()
    common = set(named) & set(theirs)
    for name in common:
        place, cards = named[name]
        if sorted(cards) != sorted(theirs[name]):
            what = f"{name}: the referee has {sorted(theirs[name])}, the log {sorted(cards)}"
            raise run.fail("the log puts every card where it is", what, state)
        if hasattr(referee, "knows"):
            seat = len(state.steps()) % run.game.num_players()  # every seat once in a while
            known = set(state.view(seat).known(place))
            for card in set(cards):
                if (card in known) != bool(referee.knows(seat, name, card)):
                    which = "has not" if card in known else "has"
                    what = f"the referee says seat {seat} {which} seen card {card} in {name}"
                    raise run.fail("a seat knows what it has seen", what, state)
    return common


def lying(state: State) -> dict[int, list[int]]:
    """Return the cards at every place after the moves of a state's log."""
    record, at = state.record, 0
    heaps: dict[int, list[int]] = {int(log.DECK): state.decks()[-1].tolist()}
    while at < record.log_length:
        word = int(record.log[at])
        at += 2 if log.kind_of(word) == log.LACKS else 1
        if log.kind_of(word) != log.MOVE or log.source_of(word) == log.target_of(word):
            continue
        source = heaps.setdefault(int(log.source_of(word)), [])
        moved = source[:] if log.card_of(word) == log.EVERY else [int(log.card_of(word))]
        for card in moved:
            source.remove(card)
        heaps.setdefault(int(log.target_of(word)), []).extend(moved)
    return heaps


# --- agents ---------------------------------------------------------------------------------------


def check_decisions(run: Run, agent: Any) -> None:
    """An agent decides alike when what is hidden is exchanged behind its back.

    Args:
        run: The run.
        agent: Has `act(view)`, and `reset(seed)` where it has randomness or memory.
    """
    for number, state in enumerate(run.positions(run.budget.positions)):
        seat = state.current_player()
        if seat < 0:
            continue
        rng = stream(run.seed, number, 2)
        expected = _decision(agent, state, seat, run.seed + number)
        if expected not in state.legal_actions():
            what = f"it chose {expected}, legal are {state.legal_actions()}"
            raise run.fail("an agent must choose a legal action", what, state)
        for world in (state, *(state.view(seat).sample(rng) for _ in range(run.budget.worlds))):
            found = _decision(agent, world, seat, run.seed + number)
            if found != expected:
                what = f"it chose {expected} here and {found} in {world.serialize()}"
                raise run.fail("an agent decides by its view and its seed alone", what, state)


def _decision(agent: Any, state: State, seat: int, seed: int) -> int:
    if hasattr(agent, "reset"):
        agent.reset(seed)
    return int(agent.act(state.view(seat)))


def check_choices(run: Run, policy: np.ndarray) -> None:
    """A compiled policy decides alike in all worlds of a view.

    Args:
        run: The run.
        policy: A policy record array of length 1, as `policy_record` makes it.
    """
    for number, state in enumerate(run.positions(run.budget.positions)):
        seat = state.current_player()
        if seat < 0:
            continue
        rng = stream(run.seed, number, 3)
        worlds = [state.view(seat).sample(rng) for _ in range(2 * run.budget.worlds)]
        choices = [_choice(policy, world, run.seed + number) for world in (state, *worlds)]
        if choices[0] not in state.legal_actions():
            what = f"it chose {choices[0]}, legal are {state.legal_actions()}"
            raise run.fail("a policy must choose a legal action", what, state)
        for world, choice in zip(worlds, choices[1:]):
            if choice != choices[0]:
                what = f"it chose {choices[0]} here and {choice} in {world.serialize()}"
                raise run.fail("a policy decides alike in two worlds of one view", what, state)


def _choice(policy: np.ndarray, state: State, seed: int) -> int:
    actions = np.zeros_like(state.game.scratch().actions)
    return int(kernels.choose_action(policy, state.states, 0, actions, stream(seed)))


# --- PettingZoo -----------------------------------------------------------------------------------


def check_pettingzoo(run: Run) -> None:
    """PettingZoo's own tests pass."""
    from pettingzoo.test import api_test, render_test, seed_test

    from .. import aec

    def make(render_mode: str | None = None) -> Any:
        return aec.env(run.game, render_mode=render_mode)

    quiet = (warnings.catch_warnings(), open(os.devnull, "w"))
    try:
        with quiet[0], quiet[1] as nowhere, contextlib.redirect_stdout(nowhere):
            warnings.simplefilter("ignore")  # advice on spaces and masks that are as they must be
            api_test(make(), num_cycles=50)
            seed_test(make, num_cycles=20)
            render_test(make)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise run.fail("PettingZoo's tests must pass", what) from error


# --- compiled and uncompiled ----------------------------------------------------------------------


def records(game: Game, seeds: list[int], deals: int) -> str:
    """Return random episodes as text, a line a step: keys, observations, scores, bytes."""
    lines = []
    for seed in seeds:
        for state in walk(game, seed, deals):
            seats = range(game.num_players())
            views = [state.view(seat) for seat in seats]
            line = {
                "seed": seed,
                "player": state.current_player(),
                "legal": state.legal_actions(),
                "keys": [view.key() for view in views],
                "observations": [_nonzero(view.observation()) for view in views],
                "scores": state.scores().tolist(),
                "words": [int(word) for word in np.frombuffer(image(state), np.int64)[1:]],
            }
            lines.append(json.dumps(line))
    return "\n".join(lines)


def _nonzero(observation: np.ndarray) -> list[list[float]]:
    at = np.flatnonzero(observation)
    return [at.tolist(), observation[at].tolist()]


def check_modes(run: Run) -> None:
    """Compiled and uncompiled runs, in two processes, give the same records."""
    game, seeds = run.game, list(run.seeds())[:RECORD_SEEDS]
    module = game.definition.module
    task = {
        "game": str(game), "seeds": seeds, "deals": 1,
        "module": module.__name__, "file": module.__file__,
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", __name__, json.dumps(task)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0" if DISABLED else "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    mode = "compiled" if DISABLED else "uncompiled"
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        raise run.fail("the rules must run compiled and uncompiled", f"{mode}: {last}")
    ours, theirs = records(game, seeds, 1).splitlines(), done.stdout.splitlines()
    for number, (one, other) in enumerate(zip(ours, theirs)):
        if one != other:
            unlike = [n for n, v in json.loads(one).items() if json.loads(other)[n] != v]
            what = f"line {number + 1} of the records: {', '.join(unlike)} differ when {mode}"
            raise run.fail("compiled and uncompiled runs give the same records", what)
    if len(ours) != len(theirs):
        what = f"{len(ours)} lines here, {len(theirs)} when {mode}"
        raise run.fail("compiled and uncompiled runs give the same records", what)
    run.figures["modes"] = f"{len(ours)} steps alike"


def _load(task: dict[str, Any]) -> Game:
    """Load a game of the registry, or one that is a single module elsewhere."""
    from ..engine.options import parse_settings
    from ..registry import game_names, load_game

    name, settings = parse_settings(task["game"])
    if name in game_names():
        return load_game(task["game"])
    spec = importlib.util.spec_from_file_location(task["module"], Path(task["file"]))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[task["module"]] = module
    spec.loader.exec_module(module)
    return Game(define(module), **settings)


if __name__ == "__main__":
    _task = json.loads(sys.argv[1])
    print(records(_load(_task), _task["seeds"], _task["deals"]))
