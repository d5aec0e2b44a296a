"""The rules of Domino Hearts against the referee: games at random, counts of the small versions."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest

from helpers.adapter import Adapter, assert_same_game
from helpers.minis import count_tree
from helpers.walks import assert_same_walk
from prikup.envs import load_game
from referees.domino_hearts import PRESETS, Referee, options_for

QUICK = {"deal": 15, "match": 2}  # games of each case
LONG = {"deal": 10_000, "match": 100}

CASES: dict[str, tuple[str, dict[str, Any]]] = {name: (name, {}) for name in PRESETS} | {
    "seven": ("classic", {"players": 7}),
    "no_stock": ("classic", {"hand_size": 13}),
    "short_match": ("classic", {"target": 5}),
    "limited": ("three", {"deal_limit": 3, "target": 100}),
    "small_pack": ("two", {"deck": "32", "hand_size": 3}),
    "sixty": ("three", {"deck": "60"}),
    "one_card": ("two", {"hand_size": 1}),
}


def rules_of(options: dict[str, Any]) -> Adapter:
    """Return the rules with the referee's name for the undealt cards."""
    return Adapter(load_game("domino_hearts", **options), {"deck": "stock"})


def options_of(case: str, episode: str) -> dict[str, Any]:
    """Return a case's complete options."""
    preset, changes = CASES[case]
    return options_for(preset, episode=episode, **changes)


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree(case, episode):
    """Rules and referee agree on movers, legal actions, scores, places and what each seat knows."""
    options = options_of(case, episode)
    start = rules_of(options)
    for seed in range(QUICK[episode]):
        name = f"{case} {episode} seed {seed}"
        assert_same_game(start.clone(), Referee(options), random.Random(name), name, apart=15)


@pytest.mark.long
@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree_at_length(case, episode):
    """Movers, legal actions and scores agree over ten thousand deals and a hundred matches."""
    options = options_of(case, episode)
    game = load_game("domino_hearts", **options)
    for seed in range(LONG[episode]):
        rng = random.Random(f"{case} {episode} {seed}")
        assert_same_walk(game, Referee(options), rng)


def counted_by_referee(preset: str) -> dict[str, int]:
    """Enumerate a small version by the referee.

    An information set is the mover's own cards as they came and all public actions.
    """
    options = options_for(preset)
    players, size = options["players"], options["hand_size"]
    sets: list[set[tuple]] = [set() for _ in range(players)]
    counts = {"deals": 0, "decisions": 0, "terminal": 0}
    dealt = players * size
    for deck in permutations(Referee(options).pack()):
        hands = [deck[seat:dealt:players] for seat in range(players)]
        if any(tuple(sorted(hand)) != hand for hand in hands):
            continue  # the same hands dealt in another order
        counts["deals"] += 1
        root = Referee(options)
        root.deal(list(deck))
        nodes: list[tuple[Referee, tuple, list[tuple]]] = [(root, (), [(hand,) for hand in hands])]
        while nodes:
            node, past, seen = nodes.pop()
            seat = node.player
            if seat < 0:
                counts["terminal"] += 1
                continue
            counts["decisions"] += 1
            sets[seat].add((past, seen[seat]))
            for action in node.legal():
                child, own = node.clone(), list(seen)
                if action == node.draw:
                    own[seat] += (node.places()["stock"][0],)
                child.play(action)
                nodes.append((child, (*past, action), own))
    return counts | {f"sets of {seat}": len(sets[seat]) for seat in range(players)}


def test_counts_of_mini2():
    """Both trees of the smallest version have the same deals, histories and information sets."""
    assert counted_by_referee("mini2") == count_tree("domino_hearts:preset=mini2", 100_000)


@pytest.mark.long
def test_counts_of_mini3():
    """So have those of the version for three."""
    assert counted_by_referee("mini3") == count_tree("domino_hearts:preset=mini3", 5_000_000)
