"""Worlds sampled from views of the miniatures against all worlds found by hand."""

import json
import math
import os
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine.miniatures import mini_cheat, mini_thousand
from engine.worlds_by_hand import (
    World,
    canonical,
    enumerate_worlds,
    miniature,
    play_some,
    world_of,
)
from scipy import stats

from prikup.envs import load_game
from prikup.envs.engine import log, worlds
from prikup.envs.engine.errors import NoWorld
from prikup.envs.engine.game import State
from prikup.envs.engine.rng import stream
from prikup.envs.engine.view import View

TESTS = Path(__file__).resolve().parent.parent
LEAST_P = 1e-4
HIGH, WHISPER = mini_thousand.HIGH, mini_thousand.WHISPER

# game, options, actions preferred on the way, plies; odd plies are half-finished hidden choices
CASES = {
    "hidden bids": ("ninety_nine", (), (), (0, 1, 3, 6, 9)),
    "no lacks told": ("ninety_nine", (("says_lacks", False),), (), (8, 9)),
    "closed talon": ("thousand", (), (HIGH,), (1, 2, 3, 5, 7)),
    "shown talon": ("thousand", (("talon", "shown"),), (HIGH,), (1, 2, 3, 5)),
    "whispering": ("thousand", (("whispering", True),), (HIGH, WHISPER), (2, 4, 6)),
    "quiet": ("thousand", (("talon", "shown"), ("whispering", True)), (), (2, 3)),
    "drawing": ("devyatka", (), (), (3, 5, 8, 11)),
    "swaps": ("paranoia", (), (0, 1), (1, 2, 3, 4, 6)),
    "shows": ("paranoia", (), (4,), (1, 2, 4, 5)),
    "lies": ("cheat", (), (), (1, 2, 3, 5, 7)),
    "blind draws": ("lots", (), (), (1, 2, 3, 4, 5, 6)),
    "blind draws of pairs": ("lots", (("pairs", True),), (), (1, 2, 3, 4, 5, 6)),
}


def p_value(counts: Counter[World], worlds: dict[World, float]) -> float:
    """Return the p-value of the counts, worlds that are hardly expected taken together."""
    drawn = sum(counts.values())
    likely = [w for w, p in worlds.items() if p * drawn >= 4.0]
    rest = [w for w, p in worlds.items() if p * drawn < 4.0]
    observed = [counts[w] for w in likely]
    expected = [worlds[w] * drawn for w in likely]
    if rest:
        observed.append(sum(counts[w] for w in rest))
        expected.append(sum(worlds[w] for w in rest) * drawn)
    if len(expected) < 2:
        return 1.0
    return float(stats.chisquare(observed, expected, sum_check=False).pvalue)


def weighted_worlds(view: View, attempts: int, seed: int) -> list[tuple[World, float]]:
    """Return the worlds of single attempts with their weights."""
    scratch = view.prepare(seed)
    work, state, game = scratch.work[0], scratch.states[0], view.game
    found = []
    for _ in range(attempts):
        result = worlds.attempt(
            view.views[0], work, scratch.table, scratch.stream, state, scratch.actions
        )
        if result == worlds.FOUND:
            deck = canonical(game, work.deck[: len(game.pack)])
            found.append(((deck, actions_told(state)), math.exp(work.weight)))
    return found


def actions_told(state: Any) -> tuple[int, ...]:
    """Return the actions in a state's log."""
    actions, at = [], 0
    while at < state.log_length:
        kind = log.kind_of(state.log[at])
        if kind == log.TELL and log.event_of(state.log[at]) < log.WORD:
            actions.append(int(log.event_of(state.log[at])))
        at += 2 if kind == log.LACKS else 1
    return tuple(actions)


def check_uniform(case: str, draws: int, seeds: tuple[int, ...]) -> None:
    """Compare `sample` with enumeration at all positions of a case, for every seat."""
    name, settings, prefer, all_plies = CASES[case]
    game = miniature(name, settings)
    p_values = []
    for seed in seeds:
        for plies in all_plies:
            trail = play_some(game, plies, seed, prefer)
            for seat in range(3):
                expected = enumerate_worlds(trail, seat)
                view = trail.state.view(seat)
                if view.sample_statistics(40, 1)["effective"] < 0.75:
                    continue  # uniform only in the limit; the test of the weights looks at these
                rng = stream(seed, plies, seat)
                number = max(draws, 5 * len(expected))
                counts = Counter(world_of(view.sample(rng)) for _ in range(number))
                where = f"{case}, seed {seed}, plies {plies}, seat {seat}"

                assert set() == set(counts) - set(expected), where

                p_values.append(p_value(counts, expected))

                assert p_values[-1] > LEAST_P, where

    small = sum(p < 0.05 for p in p_values)

    assert small <= stats.binom.ppf(0.9995, len(p_values), 0.05), sorted(p_values)


def check_weights(case: str, attempts: int, seeds: tuple[int, ...]) -> None:
    """Compare self-normalised weights of single attempts with the enumerated probabilities."""
    name, settings, prefer, all_plies = CASES[case]
    squares = []
    for seed in seeds:
        for plies in all_plies:
            trail = play_some(miniature(name, settings), plies, seed, prefer)
            for seat in range(3):
                expected = enumerate_worlds(trail, seat)
                found = weighted_worlds(trail.state.view(seat), attempts, seed)
                where = f"{case}, seed {seed}, plies {plies}, seat {seat}"

                assert set() == {world for world, _ in found} - set(expected), where

                squares += squared_errors(found, expected)

                assert max(squares, default=0.0) < 25.0, where  # five standard errors

    assert np.mean(squares) < 1.0 + 5 * math.sqrt(2 / len(squares))


def squared_errors(found: list[tuple[World, float]], expected: dict[World, float]) -> list[float]:
    """Return how far probabilities are off, in squared standard errors (delta method).

    Neighbouring worlds are taken together until a normal approximation is good enough.
    """
    weights: dict[World, float] = defaultdict(float)
    squares: dict[World, float] = defaultdict(float)
    for world, weight in found:
        weights[world] += weight
        squares[world] += weight * weight
    total, all_squares = sum(weights.values()), sum(squares.values())
    errors = []
    chance = share = own = 0.0
    for world in sorted(expected):
        chance += expected[world]
        share += weights[world] / total
        own += squares[world]
        if chance * total**2 / all_squares >= 60.0 and chance < 0.9:
            variance = own * (1 - share) ** 2 + share**2 * (all_squares - own)
            errors.append((share - chance) ** 2 / variance * total**2)
            chance = share = own = 0.0
    return errors


@pytest.mark.parametrize("case", CASES)
def test_sample_is_uniform_over_all_worlds(case):
    """Every world of a view is drawn as often as every other, and nothing else is drawn."""
    check_uniform(case, 1000, (1,))


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_sample_is_uniform_at_many_positions(case):
    """The same with more draws from more games."""
    check_uniform(case, 3000, (2, 3, 4))


@pytest.mark.parametrize(
    "case", ["closed talon", "drawing", "swaps", "shows", "lies", "blind draws of pairs"]
)
def test_weighted_attempts_agree_with_enumeration(case):
    """Attempts taken by their weights have the worlds' probabilities, also with equal cards."""
    check_weights(case, 1500, (1,))


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_weighted_attempts_agree_at_many_positions(case):
    """The same with more attempts from more games."""
    check_weights(case, 5000, (2, 3, 4))


@pytest.mark.long
def test_weights_agree_late_in_cheat():
    """Late in a deal of Cheat, where few worlds are left and weights differ much, they still do."""
    game = miniature("cheat")
    for seed in (1, 2):
        for plies in (9, 12, 15, 20):
            trail = play_some(game, plies, seed)
            for seat in range(3):
                expected = enumerate_worlds(trail, seat)
                found = weighted_worlds(trail.state.view(seat), 5000, seed)

                assert set() == {world for world, _ in found} - set(expected)
                assert all(error < 25.0 for error in squared_errors(found, expected))


def position(case: str, plies: int, seat: int, seed: int = 1) -> tuple[State, View]:
    name, settings, prefer, _ = CASES[case]
    state = play_some(miniature(name, settings), plies, seed, prefer).state
    return state, state.view(seat)


POSITIONS = [
    ("hidden bids", 7, 0), ("closed talon", 5, 2), ("shown talon", 5, 2), ("whispering", 6, 0),
    ("drawing", 8, 1), ("swaps", 6, 0), ("shows", 4, 2), ("lies", 7, 1), ("blind draws", 6, 2),
]  # fmt: skip


@pytest.mark.parametrize("case, plies, seat", POSITIONS)
def test_world_is_what_its_own_steps_lead_to(case, plies, seat):
    """A sampled world's deck and actions, played by the rules, give that very state."""
    state, view = position(case, plies, seat)
    for seed in range(20):
        world = view.sample(seed)
        replayed = state.game.deal(deck=world.decks()[0])
        for action in world.history():
            replayed.apply_action(action)

        assert replayed.record.memory.tolist() == world.record.memory.tolist()
        assert replayed.record.log_length == world.record.log_length
        for other in range(3):
            assert replayed.view(other).events() == world.view(other).events()


@pytest.mark.parametrize("case, plies, seat", POSITIONS)
def test_view_is_the_same_in_every_world(case, plies, seat):
    """In a sampled world the seat has the same key, string, events and legal actions."""
    _, view = position(case, plies, seat)
    for seed in range(20):
        again = view.sample(seed).view(seat)

        assert view.key() == again.key()
        assert view.information_state_string() == again.information_state_string()
        assert view.events() == again.events()
        assert view.legal_actions() == again.legal_actions()


@pytest.mark.parametrize("case, plies, seat", POSITIONS)
def test_equal_seeds_give_equal_worlds(case, plies, seat):
    """A draw depends on view and seed alone, not on what was drawn before."""
    state, view = position(case, plies, seat)
    first = [world_of(view.sample(seed)) for seed in range(5)]
    view.sample(99)
    state.view((seat + 1) % 3).sample(5)

    assert first == [world_of(view.sample(seed)) for seed in range(5)]
    assert first == [world_of(state.view(seat).sample(seed)) for seed in range(5)]


def test_random_generators_are_taken_as_well_as_seeds():
    """A stream is advanced by a draw; a NumPy generator gives a new seed a draw."""
    _, view = position("hidden bids", 6, 0)
    rng = stream(3)
    before = rng.copy()
    drawn = [world_of(view.sample(rng)) for _ in range(3)]
    generator = np.random.default_rng(3)

    assert rng[0] != before[0]
    assert len(set(drawn)) > 1
    assert len({world_of(view.sample(generator)) for _ in range(3)}) > 1


def test_small_table_is_enlarged():
    """A counting table that is too small grows, and the draws are as with a large one."""
    state, view = position("hidden bids", 9, 2, seed=2)
    expected = [world_of(view.sample(seed)) for seed in range(5)]
    scratch = state.game.scratch()
    scratch.table = np.zeros(1)
    scratch.work["made_groups"] = -1

    assert expected == [world_of(state.view(2).sample(seed)) for seed in range(5)]
    assert len(scratch.table) > 1


def test_view_without_worlds_is_an_error():
    """A view that no deck can have led to ends with a message that shows the view."""
    _, view = position("lies", 2, 0)
    view.views["key"] += 1

    with pytest.raises(NoWorld, match=r"mini_cheat.*seat 0: no world in .* attempts; view: seat 0"):
        view.sample(1)


def test_world_before_the_first_deck_is_the_undealt_state():
    """Before a deck there is one world, and no deck in it."""
    world = miniature("cheat").new_initial_state().view(1).sample(0)

    assert world.wants_deck()
    assert [] == world.steps()


def known_moves(view: View) -> list[int]:
    """Return what a view's unseen moves are known to have been, HIDDEN where unknown."""
    work = view.prepare(0).work[0]
    moves = [
        entry
        for entry in range(int(view.views[0].log_length))
        if log.kind_of(view.views[0].log[entry]) == log.MOVE
        and log.card_of(view.views[0].log[entry]) == log.HIDDEN
    ]
    return [int(work.known[entry]) for entry in moves]


def test_card_shown_later_is_known_when_it_was_laid():
    """A doubted card was alone in its place, so the unseen lay was that card."""
    game = miniature("cheat")
    state = game.deal(deck=[0, 1, 2, 0, 1, 2, 0, 1, 2])
    state.apply_action(2)
    before = known_moves(state.view(1))
    state.apply_action(mini_cheat.DOUBT)
    after = known_moves(state.view(1))

    assert log.HIDDEN == before[-1]
    assert 2 == after[6]  # after the six cards dealt to others
    assert before[:6] == after[:6] == [log.HIDDEN] * 6


def test_card_put_onto_others_stays_unknown():
    """A card believed goes onto the pile; what is shown later need not be that one."""
    state = miniature("cheat").deal(deck=[0, 1, 2, 0, 1, 2, 0, 1, 2])
    for action in (2, mini_cheat.BELIEVE, 0, mini_cheat.DOUBT):
        state.apply_action(action)
    known = known_moves(state.view(2))

    assert [log.HIDDEN, 0] == known[6:8]


def test_passing_on_a_shown_card_is_not_certain():
    """After a shown talon any of five cards may have been given; the weights then differ."""
    _, view = position("shown talon", 2, 2)
    work = view.prepare(0).work[0]

    assert (1, 0) == (work.varies, work.routed)


def test_one_route_serves_where_choices_are_among_equals():
    """Cards dealt together stand for one another; a card from a closed talon does not."""
    bids = position("hidden bids", 6, 0)[1].prepare(0).work[0]
    assert (0, 1) == (bids.varies, min(bids.routed, 1))

    talon = position("closed talon", 2, 2)[1].prepare(0).work[0]
    assert (0, 0) == (talon.varies, talon.routed)


def test_unseen_lot_is_told_from_the_card_that_it_moved():
    """The drawer's own card says how the lot fell, so hardly a world is thrown away for it."""
    _, view = position("blind draws", 4, 1)
    statistics = view.sample_statistics(100, 1)

    assert 1.0 == statistics["surviving"]
    assert [False, True, True, True] == [e.is_lot for e in view.events() if e.kind == "action"]


def test_lot_is_written_as_an_outcome():
    """A lot that was seen reads as the game's text for its outcome, not as an action."""
    state = load_game("ninety_nine", episode="match").new_initial_state()
    state.apply_action(1)

    assert state.view(0).information_state_string().endswith("; dealer 1")


PRINT_WORLDS = """
import json, sys
from engine.worlds_by_hand import miniature, play_some, world_of
drawn = []
for name, plies, seat in json.loads(sys.argv[1]):
    view = play_some(miniature(name), plies, 1).state.view(seat)
    drawn.append([view.key(), [world_of(view.sample(seed)) for seed in range(3)]])
print(json.dumps(drawn))
"""


def test_uncompiled_sampler_draws_the_same_worlds():
    """With NUMBA_DISABLE_JIT=1 keys and worlds are those of the compiled kernels."""
    asked = [["ninety_nine", 9, 2], ["thousand", 5, 2], ["devyatka", 8, 1], ["cheat", 6, 0]]
    asked += [["paranoia", 5, 1], ["lots", 5, 1]]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(TESTS)}
    answer = subprocess.run(
        [sys.executable, "-c", PRINT_WORLDS, json.dumps(asked)],
        env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip

    assert 0 == answer.returncode, answer.stderr

    for (name, plies, seat), (key, drawn) in zip(asked, json.loads(answer.stdout)):
        view = play_some(miniature(name), plies, 1).state.view(seat)

        assert view.key() == key, name
        assert [json.loads(json.dumps(world_of(view.sample(s)))) for s in range(3)] == drawn, name
